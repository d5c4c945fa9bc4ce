"""The editions whole: every field of their rules, and what no question of the rule book asks."""

import pytest
from attrs import asdict

from rami.errors import InvalidMeld, RulesError
from rami.rummikub import PRESETS, Rules, Run
from tests.rules.positions import lays, legal, position

HASBRO_2007: dict[str, object] = {
    "max_number": 13,
    "colors": ("R", "K", "B", "O"),
    "copies": 2,
    "jokers": 2,
    "min_players": 2,
    "max_players": 4,
    "rack_size": 14,
    "one_follows_ten": False,
    "start_draw": "before_deal",
    "start_tie": "redraw",
    "start_tile_returns": True,
    "next_starter": "redraw",
    "opening_points": 30,
    "opening_turn_table": "forbidden",
    "joker_in_opening": "value",
    "max_jokers_per_set": 2,
    "adjacent_jokers": True,
    "joker_positional": True,
    "joker_reuse": "new",
    "joker_replacement_from": "any",
    "joker_sets": "identity_kept",
    "joker_group3": "either",
    "joker_before_opening": False,
    "voluntary_draw": True,
    "play_after_draw": False,
    "turn_seconds": 60,
    "timeout": "keep_legal",
    "loose_table_tiles": "pool",
    "penalty_tiles": 3,
    "penalty_short": "take_available",
    "illegal_move": "reject",
    "illegal_penalty_tiles": 3,
    "pass_on_empty": "only_if_stuck",
    "blocked_tie": "split",
    "losers_negative": True,
    "joker_rack": 30,
    "match_winner": "total",
    "match_end": "reach",
}
CHIFFRES: dict[str, object] = {"turn_seconds": None, "start_draw": "after_deal", "joker_reuse": "any"}
RAMICUBE: dict[str, object] = {
    "turn_seconds": None,
    "opening_turn_table": "after_opening",
    "joker_before_opening": True,
    "pass_on_empty": "free",
    "losers_negative": False,
}
GOLIATH: dict[str, object] = {"timeout": "rollback", "loose_table_tiles": "restore", "joker_sets": "free"}
DIFFERENCES: dict[str, dict[str, object]] = {
    "hasbro-2007": {},
    "chiffres": CHIFFRES,
    "chiffres-timed": CHIFFRES | {"turn_seconds": 60},
    "ramicube": RAMICUBE,
    "ramicube-timed": RAMICUBE | {"turn_seconds": 60, "loose_table_tiles": "rack"},
    "goliath": GOLIATH,
    "pressman": GOLIATH | {"match_winner": "games_then_total"},
    "pressman-osgamers": GOLIATH | {"turn_seconds": 120, "penalty_tiles": 1, "match_winner": "games_then_total"},
    "rummikub-xp6": GOLIATH | {"min_players": 5, "max_players": 6, "copies": 3, "jokers": 4},
    "ramikubic": {
        "max_number": 10,
        "jokers": 4,
        "one_follows_ten": True,
        "opening_points": 20,
        "joker_rack": 50,
        "turn_seconds": None,
        "pass_on_empty": "free",
    },
}
"""The editions, each by what it has different from `hasbro-2007`."""


def test_the_editions_say_exactly_this() -> None:
    assert {name: asdict(rules) for name, rules in PRESETS.items()} == {
        name: HASBRO_2007 | differences for name, differences in DIFFERENCES.items()
    }


def test_a_1_may_end_a_run_after_the_10_in_ramikubic() -> None:
    rules = PRESETS["ramikubic"]
    assert lays(position("R8 R9 R10 R1", "", rules), "R8-R9-R10-R1") == "R1 R8 R9 R10"
    assert Run.parse("R8-R9-R10-R1").value == 28
    assert legal(position("R8 R10 R1 *", "", rules), "play R8-*-R10-R1")
    with pytest.raises(InvalidMeld):
        Run.parse("R10-R1-R2")
    with pytest.raises(RulesError, match="one_follows_ten"):
        Rules(one_follows_ten=True)
