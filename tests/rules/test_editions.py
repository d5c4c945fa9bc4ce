"""The editions whole: every field of their rules, and what no question of the rule book asks."""

import pytest
from attrs import asdict

from rami.errors import InvalidMeld, RulesError
from rami.players import random_player
from rami.rummikub import GAME, PRESETS, Rules, Run, new_game, parse_tiles, rack_value, seats
from rami.simulate import simulate
from rami.testing import check_game
from tests.rules.positions import codes, lays, legal, play, position, rack, state_of

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
    "loose_table_tiles": "return",
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
PAGAT_SABRA: dict[str, object] = {
    "opening_turn_table": "after_opening",
    "joker_reuse": "any",
    "joker_sets": "frozen",
    "turn_seconds": 120,
    "timeout": "rollback",
    "loose_table_tiles": "restore",
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
    "sabra-50": {"opening_points": 50, "turn_seconds": None},
    "pagat-sabra": PAGAT_SABRA,
    "pressman-1980": PAGAT_SABRA | {"joker_group3": "both"},
    "spear-1988": PAGAT_SABRA | {"joker_reuse": "new_rack"},
    "mso": {"max_players": 2, "turn_seconds": None, "joker_rack": 50},
    "junior": {
        "max_number": 10,
        "copies": 1,
        "jokers": 4,
        "rack_size": 6,
        "opening_points": 0,
        "max_jokers_per_set": 1,
        "joker_reuse": "any",
        "turn_seconds": None,
    },
    "strict-fr": {"joker_in_opening": "forbidden", "adjacent_jokers": False, "turn_seconds": None},
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


@pytest.mark.parametrize(
    ("name", "neighbour", "rack", "table", "opened", "move", "said"),
    [
        ("sabra-50", "hasbro-2007", "R10 R11 R12", "", False, "play R10-R11-R12", ["opening_too_low"]),
        ("sabra-50", "hasbro-2007", "K1", "", True, "timeout", ["no_time_limit"]),
        (
            "pagat-sabra",
            "hasbro-2007",
            "B4 O4",
            "R4-R5-R6-R7-*",
            True,
            "play R5-R6-R7-* R4=B4=O4",
            ["joker_set_frozen"],
        ),
        (
            "hasbro-2007",
            "pagat-sabra",
            "R5",
            "R4-*-R6 K1-K2-K3",
            True,
            "play R4-R5-R6 K1-K2-K3-*",
            ["joker_not_in_new_meld"],
        ),
        (
            "hasbro-2007",
            "pagat-sabra",
            "R10 R11 R12 K4",
            "K1-K2-K3",
            False,
            "play R10-R11-R12 K1-K2-K3-K4",
            ["opening_changes_table"],
        ),
        (
            "pressman-1980",
            "pagat-sabra",
            "B5",
            "R5=K5=* K1-K2-K3",
            True,
            "play R5=K5=B5 K1-K2-K3-*",
            ["joker_needs_both"],
        ),
        (
            "spear-1988",
            "pagat-sabra",
            "B5",
            "R5=K5=* K1-K2-K3",
            True,
            "play R5=K5=B5 K1-K2-K3-*",
            ["joker_not_in_new_meld", "joker_needs_rack_tiles"],
        ),
        ("mso", "hasbro-2007", "K1", "", True, "timeout", ["no_time_limit"]),
        ("junior", "hasbro-2007", "R8 R9 * *", "", True, "play *-R8-R9-*", ["too_many_jokers"]),
        ("hasbro-2007", "junior", "R1 R2 R3", "", False, "play R1-R2-R3", ["opening_too_low"]),
        (
            "hasbro-2007",
            "junior",
            "R5",
            "R4-*-R6 K1-K2-K3",
            True,
            "play R4-R5-R6 K1-K2-K3-*",
            ["joker_not_in_new_meld"],
        ),
        ("strict-fr", "hasbro-2007", "R10 R11 *", "", False, "play R10-R11-*", ["opening_uses_joker"]),
        ("strict-fr", "hasbro-2007", "R10 * * R13", "", True, "play R10-*-*-R13", ["adjacent_jokers"]),
    ],
)
def test_what_an_edition_forbids_and_its_neighbour_does_not(
    name: str, neighbour: str, rack: str, table: str, opened: bool, move: str, said: list[str]
) -> None:
    assert codes(position(rack, table, PRESETS[name], opened=opened), move) == said
    assert legal(position(rack, table, PRESETS[neighbour], opened=opened), move)


def test_numbers_of_editions() -> None:
    """What differs from the nearest edition in a number only."""
    assert [rack_value("R7 *", PRESETS[name]) for name in ("mso", "hasbro-2007")] == [57, 37]
    assert [seats(PRESETS[name]) for name in ("mso", "hasbro-2007")] == [(2,), (2, 3, 4)]
    assert new_game(4, PRESETS["junior"], seed=1).rack_sizes == (6, 6, 6, 6)
    assert parse_tiles("*") * 4 == PRESETS["junior"].tiles[-4:]
    assert [
        codes(position("K1", rules=PRESETS[name]), "timeout") for name in ("pagat-sabra", "strict-fr", "junior")
    ] == [
        [],
        ["no_time_limit"],
        ["no_time_limit"],
    ]
    assert [PRESETS[name].turn_seconds for name in ("pagat-sabra", "hasbro-2007")] == [120, 60]


def test_an_overrun_of_pagat_sabra_puts_all_back() -> None:
    """Its neighbour keeps the complete meld."""
    kept = {}
    for name in ("pagat-sabra", "hasbro-2007"):
        after = play(state_of(["R10 R11 R12 K1", "K2"], pool="B1 B2 B3", rules=PRESETS[name]), "timeout R10-R11-R12 K1")
        kept[name] = str(after.table), rack(after)
    assert kept == {"pagat-sabra": ("", "R10 R11 R12 K1 B1 B2 B3"), "hasbro-2007": ("R10-R11-R12", "K1 B1 B2 B3")}


SWITCHED = ("sabra-50", "pagat-sabra", "pressman-1980", "spear-1988", "mso", "junior", "strict-fr", "rummikub-xp6")


@pytest.mark.slow(but=["junior"])
@pytest.mark.no_cover
@pytest.mark.parametrize("name", SWITCHED)
def test_an_edition_keeps_the_promises_and_its_deals_end(name: str) -> None:
    """With one tile of each kind, which takes less time; a deal with the whole set is among the records."""
    rules = PRESETS[name]
    small = rules.evolve(copies=1, rack_size=6, min_players=2)
    assert check_game(GAME, rules=small, players=2, seeds=[1]).deals
    assert len(list(simulate(GAME, [random_player] * 2, rules=small, seeds=range(2)))) == 2
