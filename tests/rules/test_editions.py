"""The editions whole: every field of their rules, and what no question of the rule book asks."""

import pytest
from attrs import asdict

from rami.rummikub import PRESETS
from tests.rules.positions import codes, legal, position

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
"""The editions, each by what it has different from `hasbro-2007`."""


def test_the_editions_say_exactly_this() -> None:
    assert {name: asdict(rules) for name, rules in PRESETS.items()} == {
        name: HASBRO_2007 | differences for name, differences in DIFFERENCES.items()
    }


@pytest.mark.parametrize(
    ("name", "neighbour", "rack", "table", "opened", "move", "said"),
    [
        (
            "hasbro-2007",
            "chiffres",
            "R5",
            "R4-*-R6 K1-K2-K3",
            True,
            "play R4-R5-R6 K1-K2-K3-*",
            ["joker_not_in_new_meld"],
        ),
        ("chiffres", "chiffres-timed", "K1", "", True, "timeout", ["no_time_limit"]),
        (
            "hasbro-2007",
            "ramicube",
            "R10 R11 R12 K4",
            "K1-K2-K3",
            False,
            "play R10-R11-R12 K1-K2-K3-K4",
            ["opening_changes_table"],
        ),
        ("ramicube", "ramicube-timed", "K1", "", True, "timeout", ["no_time_limit"]),
        (
            "hasbro-2007",
            "goliath",
            "R2 R3 R7 R8 K1 K2",
            "R4-*-R6",
            True,
            "play R2-R3-R4 R6-R7-R8 K1-K2-*",
            ["joker_not_replaced"],
        ),
    ],
)
def test_what_an_edition_forbids_and_its_neighbour_does_not(
    name: str, neighbour: str, rack: str, table: str, opened: bool, move: str, said: list[str]
) -> None:
    assert codes(position(rack, table, PRESETS[name], opened=opened), move) == said
    assert legal(position(rack, table, PRESETS[neighbour], opened=opened), move)
