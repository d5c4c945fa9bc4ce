from typing import Any

import pytest
from attrs import fields

from rami.errors import RulesError
from rami.rummy import PRESETS, Rules


@pytest.mark.parametrize(
    ("field", "value", "reason"),
    [
        ("packs", 0, "packs must be a whole number from 1 to 3, not 0"),
        ("packs", True, "packs must be a whole number"),
        ("jokers", 13, "jokers must be a whole number from 0 to 12"),
        ("cards_dealt", 7, "cards_dealt must be a row, not 7"),
        ("cards_dealt", (), "cards_dealt must have 1 to 7 numbers"),
        ("cards_dealt", (2,) * 8, "cards_dealt must have 1 to 7 numbers"),
        ("cards_dealt", "10", "cards_dealt must be a row, not '10'"),
        ("cards_dealt", (0,), "each number of cards_dealt must be a whole number from 1 to 25, not 0"),
        ("cards_dealt", (26,), "each number of cards_dealt must be a whole number from 1 to 25, not 26"),
        ("cards_dealt", (20, 20), "3 hands of 20, a discard and a stock take 62 cards; packs and jokers make 52"),
        ("ace", "up", "ace must be one of 'low', 'high', 'high_or_low', 'wrap', not 'up'"),
        ("layoff_same_turn", 1, "layoff_same_turn must be True or False, not 1"),
        ("melds_per_turn", 0, "melds_per_turn must be a whole number from 1 to 8, or None, not 0"),
        ("restock", None, "restock must be one of"),
        ("group_suits", "equal", "group_suits must be one of 'different', 'any'"),
        ("opening_points", 2.5, "opening_points must be a whole number"),
        ("longest_run", 15, "longest_run must be a whole number from 13 to 14, not 15"),
        ("buying", -1, "buying must be a whole number from 0 to 10, not -1"),
        ("joker_place", "groups", "joker_place must be one of 'any', 'apart', not 'groups'"),
        ("rummy_needs_opening", 1, "rummy_needs_opening must be True or False, not 1"),
        ("rummy_bonus", 1001, "rummy_bonus must be a whole number from 0 to 1000, not 1001"),
        ("out_from_round", 0, "out_from_round must be a whole number from 1 to 100, not 0"),
        ("unmelded_points", -1, "unmelded_points must be a whole number from 0 to 1000, or None, not -1"),
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


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"scoring": "losers"}, "with scoring='losers' nobody gains points: match_end must be 'lowest_at' or 'elim"),
        ({"match_end": "lowest_at"}, "with scoring='winner' nobody loses points: match_end must be 'reach', not 'low"),
        ({"match_end": "eliminate"}, "match_end must be 'reach', not 'eliminate'"),
        ({"scoring": "melded", "rummy_multiplier": 2}, "only cards score: rummy_multiplier must be 1"),
        ({"scoring": "melded", "rummy_bonus": 5}, "rummy_bonus 0"),
        ({"scoring": "melded", "unmelded_points": 0}, "unmelded_points None"),
        ({"longest_run": 14}, "with longest_run=14, ace must be 'high_or_low'"),
        ({"rummy_needs_opening": False}, "opening_points or opening_pure_run is needed, and no opening_melds"),
        ({"buying": 1, "take_depth": "any", "discard_view": "all"}, "take_depth must be 'top'"),
        ({"packs": 2, "buying": 10}, "a hand that buys may have 25 cards, and with these buys it has 30"),
        (
            {"packs": 2, "buying": 6, "opening_points": 1},
            "a hand that buys may have 21 cards, and with these buys it ",
        ),
    ],
    ids=str,
)
def test_rules_that_contradict_themselves_are_refused(changes: dict[str, Any], reason: str) -> None:
    with pytest.raises(RulesError, match=reason):
        Rules(**changes)


LIMITS: list[tuple[dict[str, Any], dict[str, Any], str]] = [
    ({}, {"cards_dealt": (25,)}, ""),
    ({"cards_dealt": (10, 16)}, {"cards_dealt": (10, 17)}, "3 hands of 17, a discard and a stock take 53 cards"),
    ({"min_players": 3}, {"cards_dealt": (10, 17)}, "3 hands of 17, a discard and a stock take 53 cards"),
    ({"min_players": 4, "cards_dealt": (10, 17, 12)}, {"cards_dealt": (10, 17, 13)}, "4 hands of 13"),
    ({"opening_points": 95}, {"opening_points": 96}, "one meld makes at most 95 points"),
    ({"opening_points": 1, "cards_dealt": (15,)}, {"cards_dealt": (16,)}, "at most 15 cards may be dealt, not 16"),
    (
        {"packs": 2, "buying": 7, "cards_dealt": (11,)},
        {"buying": 8},
        "and with these buys it has 27",
    ),
    ({"cards_dealt": (7, 7), "min_players": 3}, {"cards_dealt": (7,)}, "min_players is 3, above the 2 for whom"),
    ({"scoring": "melded", "jokers": 0}, {"jokers": 1}, "replace_joker must be False: who laid a joker keeps it"),
    ({"scoring": "melded"}, {"rummy_bonus": 1}, "rummy_bonus 0"),
    (
        {"opening_melds": (1, 2), "melds_per_turn": None, "cards_dealt": (8,)},
        {"cards_dealt": (7,)},
        "take 9 cards, and",
    ),
    ({"opening_melds": (1, 2), "melds_per_turn": None, "cards_dealt": (8,)}, {"cards_dealt": (8, 7)}, "take 9 cards"),
    ({"opening_melds": (1, 0), "melds_per_turn": None}, {"opening_pure_run": True}, "needs a run among"),
    (
        {"opening_melds": (0, 1), "melds_per_turn": None, "opening_pure_run": True},
        {"melds_per_turn": 1},
        "must be None",
    ),
]


@pytest.mark.parametrize(("changes", "more", "reason"), LIMITS, ids=str)
def test_rules_at_the_limit_of_what_fits_together(changes: dict[str, Any], more: dict[str, Any], reason: str) -> None:
    rules = Rules(**changes)
    if not reason:
        assert rules.evolve(**more) != rules
        return
    with pytest.raises(RulesError, match=reason):
        rules.evolve(**more)


def test_every_choice_can_be_made() -> None:
    for field in fields(Rules):
        for choice in getattr(field.type, "__args__", ()):
            if isinstance(choice, str):
                ends = "lowest_at" if choice == "losers" else "reach"
                chosen: Any = {"scoring": "both", "match_end": ends, "discard_view": "all", field.name: choice}
                assert getattr(Rules(**chosen), field.name) == choice


def test_rules_are_values() -> None:
    assert Rules() == Rules()
    assert hash(Rules()) == hash(Rules())
    assert len(set(PRESETS.values())) == len(PRESETS)
    assert PRESETS["rami-51"].max_players == 5
    assert Rules(cards_dealt=[4]).cards_dealt == (4,)
