from typing import Any

import pytest
from attrs import fields

from rami.errors import RulesError
from rami.rummy import DEFAULT, PRESETS, Rules


@pytest.mark.parametrize(
    ("field", "value", "reason"),
    [
        ("packs", 0, "packs must be a whole number from 1 to 3, not 0"),
        ("packs", True, "packs must be a whole number"),
        ("jokers", 9, "jokers must be a whole number from 0 to 8"),
        ("cards_dealt", 7, "cards_dealt must be a row, not 7"),
        ("cards_dealt", (), "cards_dealt must have 1 to 7 numbers"),
        ("cards_dealt", (2,) * 8, "cards_dealt must have 1 to 7 numbers"),
        ("cards_dealt", "10", "cards_dealt must be a row, not '10'"),
        ("cards_dealt", (0,), "each number of cards_dealt must be a whole number from 1 to 25, not 0"),
        ("cards_dealt", (26,), "each number of cards_dealt must be a whole number from 1 to 25, not 26"),
        ("cards_dealt", (20, 20), "3 hands of 20, a discard and a stock take 62 cards; packs and jokers make 52"),
        ("ace", "up", "ace must be one of 'low', 'high_or_low', 'wrap', not 'up'"),
        ("layoff_same_turn", 1, "layoff_same_turn must be True or False, not 1"),
        ("melds_per_turn", 0, "melds_per_turn must be a whole number from 1 to 8, or None, not 0"),
        ("restock", None, "restock must be one of"),
        ("max_restocks", -1, "max_restocks must be a whole number from 0 to 10000, or None"),
        ("max_rounds", None, "max_rounds must be a whole number from 1 to 10000, not None"),
        ("group_suits", "equal", "group_suits must be one of 'different', 'any'"),
        ("opening_points", 2.5, "opening_points must be a whole number"),
    ],
)
def test_a_field_has_only_values_that_it_can_have(field: str, value: Any, reason: str) -> None:
    with pytest.raises(RulesError, match=reason):
        Rules(**{field: value})


def test_fields_that_do_not_fit_together() -> None:
    openings: list[dict[str, Any]] = [{"opening_points": 1}, {"opening_pure_run": True}]
    for opening in openings:
        with pytest.raises(RulesError, match="layoff_needs_own_meld must be True"):
            Rules(layoff_needs_own_meld=False, **opening)
    with pytest.raises(RulesError, match="one meld makes at most 95 points: opening_points is 96"):
        Rules(opening_points=96)
    assert Rules(opening_points=96, melds_per_turn=2).has_opening


def test_every_choice_can_be_made() -> None:
    for field in fields(Rules):
        for choice in getattr(field.type, "__args__", ()):
            if isinstance(choice, str):
                chosen: Any = {field.name: choice}
                if choice == "any" and field.name == "take_depth":
                    chosen["discard_view"] = "all"
                assert getattr(Rules(**chosen), field.name) == choice


def test_rules_are_values() -> None:
    assert Rules() == DEFAULT
    assert hash(Rules()) == hash(DEFAULT)
    assert len(set(PRESETS.values())) == len(PRESETS)
    assert PRESETS["rami-51"].max_players == 5
    assert Rules(cards_dealt=[4]).cards_dealt == (4,)
