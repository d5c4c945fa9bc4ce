"""The editions whole: every field of their rules."""

from attrs import asdict

from rami.rummikub import PRESETS

HASBRO_2007: dict[str, object] = {
    "max_number": 13,
    "copies": 2,
    "jokers": 2,
    "min_players": 2,
    "max_players": 4,
    "rack_size": 14,
    "start_draw": "before_deal",
    "opening_points": 30,
    "opening_turn_table": "forbidden",
    "joker_reuse": "new",
    "joker_sets": "identity_kept",
    "joker_before_opening": False,
    "turn_seconds": 60,
    "timeout": "return",
    "penalty_tiles": 3,
    "pass_on_empty": "only_if_stuck",
    "losers_negative": True,
    "joker_rack": 30,
    "match_winner": "total",
}
CHIFFRES: dict[str, object] = {"turn_seconds": None, "start_draw": "after_deal", "joker_reuse": "any"}
RAMICUBE: dict[str, object] = {
    "turn_seconds": None,
    "opening_turn_table": "after_opening",
    "joker_before_opening": True,
    "pass_on_empty": "free",
    "losers_negative": False,
}
GOLIATH: dict[str, object] = {"timeout": "restore", "joker_sets": "free"}
DIFFERENCES: dict[str, dict[str, object]] = {
    "hasbro-2007": {},
    "chiffres": CHIFFRES,
    "chiffres-timed": CHIFFRES | {"turn_seconds": 60},
    "ramicube": RAMICUBE,
    "ramicube-timed": RAMICUBE | {"turn_seconds": 60, "timeout": "rack"},
    "goliath": GOLIATH,
    "pressman": GOLIATH | {"match_winner": "games_then_total"},
    "rummikub-xp6": GOLIATH | {"min_players": 5, "max_players": 6, "copies": 3, "jokers": 4},
}
"""The editions, each with its differences from `hasbro-2007`."""


def test_the_editions_say_exactly_this() -> None:
    assert {name: asdict(rules) for name, rules in PRESETS.items()} == {
        name: HASBRO_2007 | differences for name, differences in DIFFERENCES.items()
    }
