from typing import Any

import pytest

from rami.errors import RulesError
from rami.rummy import Rules


def test_fields_that_do_not_fit_together() -> None:
    openings: list[dict[str, Any]] = [{"opening_points": 1}, {"opening_pure_run": True}]
    for opening in openings:
        with pytest.raises(RulesError, match="layoff_needs_own_meld must be True"):
            Rules(layoff_needs_own_meld=False, **opening)
    with pytest.raises(RulesError, match="one meld makes at most 95 points: opening_points is 96"):
        Rules(opening_points=96)
    assert Rules(opening_points=96, melds_per_turn=2).has_opening
    assert Rules(opening_points=143, packs=3, group_suits="any").has_opening  # thirteen aces


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
        ({"packs": 2, "buying": 6, "opening_points": 1}, "a hand that buys may have 21 cards, and with these buys it "),
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
    ({"packs": 2, "buying": 7, "cards_dealt": (11,)}, {"buying": 8}, "and with these buys it has 27"),
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
