from typing import Any

import pytest

from rami.errors import RulesError
from rami.rummy import Rules


def test_contradictory_fields_are_refused() -> None:
    openings: list[dict[str, Any]] = [{"opening_points": 1}, {"opening_pure_run": True}]
    for opening in openings:
        with pytest.raises(RulesError, match="layoff_needs_own_meld must be True"):
            Rules(layoff_needs_own_meld=False, **opening)
    with pytest.raises(RulesError, match="if melds_per_turn is 1, opening_points must be at most 95, not 96"):
        Rules(opening_points=96)
    assert Rules(opening_points=96, melds_per_turn=2).has_opening
    assert Rules(opening_points=143, packs=3, group_suits="any").has_opening  # thirteen aces


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"scoring": "losers"}, "if scoring is 'losers', match_end must be 'lowest_at' or 'eliminate', not 'reach'"),
        ({"match_end": "lowest_at"}, "if scoring is 'winner', match_end must be 'reach', not 'lowest_at'"),
        ({"match_end": "eliminate"}, "match_end must be 'reach', not 'eliminate'"),
        ({"scoring": "melded", "rummy_multiplier": 2}, "rummy_multiplier must be 1"),
        ({"scoring": "melded", "rummy_bonus": 5}, "rummy_bonus must be 0"),
        ({"scoring": "melded", "unmelded_points": 0}, "unmelded_points must be None"),
        ({"longest_run": 14}, "if longest_run is 14, ace must be 'high_or_low'"),
        (
            {"rummy_needs_opening": False, "opening_melds": (1, 1), "melds_per_turn": None},
            "if opening_melds is set, rummy_needs_opening must be True",
        ),
        ({"cards_dealt": (10,) * 8}, "cards_dealt must have 1 to 7 numbers, the first for two players, not 8"),
        ({"cards_dealt": ()}, "cards_dealt must have 1 to 7 numbers, the first for two players, not 0"),
        ({"rank_points": (1, 2)}, "rank_points must have 12 numbers, one for each rank from two to king, not 2"),
        ({"rank_points": (1001,) * 12}, "each number of rank_points must be a whole number from 0 to 1000, not 1001"),
        ({"opening_points": 96}, "if melds_per_turn is 1, opening_points must be at most 95, not 96"),
        (
            {"opening_points": 192, "group_suits": "any", "rank_points": (3,) * 11 + (14,)},
            "if melds_per_turn is 1, opening_points must be at most 182, not 192",
        ),
        (
            {"opening_points": 100, "rank_points": (0,) * 11 + (20,)},
            "if melds_per_turn is 1, opening_points must be at most 80, not 100",
        ),
        ({"buying": 1, "take_depth": "any", "discard_view": "all"}, "take_depth must be 'top'"),
        ({"packs": 2, "buying": 10}, "buying lets a hand grow to 30 cards, but the limit is 25"),
        ({"packs": 2, "buying": 6, "opening_points": 1}, "but the limit is 21"),
    ],
    ids=str,
)
def test_rules_that_contradict_themselves_are_refused(changes: dict[str, Any], reason: str) -> None:
    with pytest.raises(RulesError, match=reason):
        Rules(**changes)


LIMITS: list[tuple[dict[str, Any], dict[str, Any], str]] = [
    ({}, {"cards_dealt": (25,)}, ""),
    ({"cards_dealt": (10, 16)}, {"cards_dealt": (10, 17)}, "a deal of 17 cards to each of 3 players needs 53 cards"),
    ({"min_players": 3}, {"cards_dealt": (10, 17)}, "a deal of 17 cards to each of 3 players needs 53 cards"),
    (
        {"min_players": 4, "cards_dealt": (10, 17, 12)},
        {"cards_dealt": (10, 17, 13)},
        "a deal of 13 cards to each of 4 players",
    ),
    ({"opening_points": 95}, {"opening_points": 96}, "opening_points must be at most 95, not 96"),
    ({"opening_points": 1, "cards_dealt": (15,)}, {"cards_dealt": (16,)}, "at most 15 cards may be dealt, not 16"),
    ({"packs": 2, "buying": 7, "cards_dealt": (11,)}, {"buying": 8}, "buying lets a hand grow to 27 cards"),
    ({"cards_dealt": (7, 7), "min_players": 3}, {"cards_dealt": (7,)}, "min_players is 3, but cards_dealt allows"),
    ({"scoring": "melded", "jokers": 0}, {"jokers": 1}, "replace_joker must be False"),
    ({"scoring": "melded"}, {"rummy_bonus": 1}, "rummy_bonus must be 0"),
    (
        {"opening_melds": (1, 2), "melds_per_turn": None, "cards_dealt": (8,)},
        {"cards_dealt": (7,)},
        "need 9 cards, but",
    ),
    ({"opening_melds": (1, 2), "melds_per_turn": None, "cards_dealt": (8,)}, {"cards_dealt": (8, 7)}, "need 9 cards"),
    ({"opening_melds": (1, 0), "melds_per_turn": None}, {"opening_pure_run": True}, "must include a run"),
    (
        {"opening_melds": (0, 1), "melds_per_turn": None, "opening_pure_run": True},
        {"melds_per_turn": 1},
        "must be None",
    ),
]


@pytest.mark.parametrize(("changes", "more", "reason"), LIMITS, ids=str)
def test_rules_are_checked_at_the_limits(changes: dict[str, Any], more: dict[str, Any], reason: str) -> None:
    rules = Rules(**changes)
    if not reason:
        assert rules.evolve(**more) != rules
        return
    with pytest.raises(RulesError, match=reason):
        rules.evolve(**more)
