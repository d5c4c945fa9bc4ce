"""The solver under each joker and opening rule, on positions that need it: against brute force."""

import pytest
from attrs import evolve

from rami import rummikub
from rami.pieces import row_text
from rami.rummikub import PRESETS, Rules
from rami.rummikub.checks import played_tiles
from tests.oracles.rummikub_tables import legal_tables

Case = tuple[str, dict[str, object], str, str, bool]


CASES: list[Case] = [
    ("hasbro-2007", {"joker_before_opening": True, "opening_points": 5}, "B13 B12 B10 * B8", "", False),
    ("hasbro-2007", {"joker_before_opening": True, "opening_points": 5}, "K8 K9 K7 K11", "K8-K9-K10", True),
    ("hasbro-2007", {"joker_before_opening": True, "opening_points": 5}, "* B11 B11", "R11=K11=O11=* K6=B6=O6", True),
    ("hasbro-2007", {"joker_before_opening": True, "opening_points": 5}, "K2 R12 K12 O2 R12", "B12=O12=*", True),
    (
        "hasbro-2007",
        {"joker_before_opening": True, "opening_points": 5, "joker_reuse": "any"},
        "K2 K8 O2 O8",
        "K1-*-K3-K4-K5",
        True,
    ),
    (
        "hasbro-2007",
        {"joker_before_opening": True, "opening_points": 5, "joker_reuse": "any"},
        "* R9 B12",
        "K13=B13=O13 B7-B8-B9-B10",
        True,
    ),
    (
        "hasbro-2007",
        {"joker_before_opening": True, "opening_points": 5, "joker_reuse": "any"},
        "* * O5 R5 R5 B5",
        "",
        False,
    ),
    (
        "hasbro-2007",
        {"joker_before_opening": True, "opening_points": 5, "joker_reuse": "any"},
        "K8 K7 K5 O4 *",
        "R3-R4-R5",
        True,
    ),
    (
        "hasbro-2007",
        {"joker_before_opening": True, "opening_points": 5, "opening_turn_table": "after_opening"},
        "R13 B11 R11 B2 K11 *",
        "R13=B13=*",
        True,
    ),
    (
        "hasbro-2007",
        {"joker_before_opening": True, "opening_points": 5, "opening_turn_table": "after_opening"},
        "R8 * R6 R7 R9",
        "",
        True,
    ),
    (
        "hasbro-2007",
        {"joker_before_opening": True, "opening_points": 5, "opening_turn_table": "after_opening"},
        "* * K2 R9 R8 K13",
        "",
        True,
    ),
    (
        "hasbro-2007",
        {"joker_before_opening": True, "opening_points": 5, "opening_turn_table": "after_opening"},
        "R4 R5 R7 K7 *",
        "O2-O3-O4-O5-O6",
        True,
    ),
    (
        "hasbro-2007",
        {"joker_before_opening": True, "opening_points": 5, "joker_sets": "free"},
        "K10 O10 B10 K11 O10",
        "R10=*=*",
        False,
    ),
    (
        "hasbro-2007",
        {"joker_before_opening": True, "opening_points": 5, "joker_sets": "free"},
        "O6 R4",
        "R4=K4=B4=O4 O3-*-O5-*-O7",
        True,
    ),
    (
        "hasbro-2007",
        {"joker_before_opening": True, "opening_points": 5, "joker_sets": "free"},
        "B8 B6 B7 B5 *",
        "",
        False,
    ),
    (
        "hasbro-2007",
        {"joker_before_opening": True, "opening_points": 5, "joker_sets": "free"},
        "K5 R5 * K4 R4",
        "",
        True,
    ),
    ("hasbro-2007", {"joker_before_opening": True, "opening_points": 5, "joker_sets": "free"}, "K1 * * K3", "", False),
    ("hasbro-2007", {"opening_turn_table": "after_opening", "opening_points": 12}, "* R13 * O13 K13", "", False),
    (
        "hasbro-2007",
        {"opening_turn_table": "after_opening", "opening_points": 12},
        "O13 O11 O12 O10 B10",
        "R11=K11=B11=O11",
        False,
    ),
    ("hasbro-2007", {"opening_turn_table": "after_opening", "opening_points": 12}, "* K5 O3 O3 B3 B3", "R3=K3=*", True),
    (
        "hasbro-2007",
        {"opening_turn_table": "after_opening", "opening_points": 12},
        "K6 B10 R6 R4 B6",
        "R5-R6-R7",
        False,
    ),
    ("hasbro-2007", {"opening_turn_table": "after_opening", "opening_points": 12}, "B11 * B10 R9 *", "", False),
    ("hasbro-2007", {"jokers": 4}, "K6 * O6", "R4-*-R6", True),
    ("hasbro-2007", {"jokers": 4}, "* O5", "K2=B2=O2=* K5-K6-K7-K8", True),
    ("hasbro-2007", {"jokers": 4}, "O1 K13 R1 B1", "K1=O1=*", True),
    ("hasbro-2007", {"jokers": 4}, "B4 O1 *", "R5=K5=O5=* B5-B6-B7", True),
    ("hasbro-2007", {"jokers": 4}, "* B13", "*-B11-B12", True),
    ("hasbro-2007", {"joker_before_opening": True, "joker_reuse": "any"}, "R5 K9 K10 K11", "R4-*-R6", False),
    ("hasbro-2007", {"joker_before_opening": True}, "R5 R5 K9 K10 K11", "R4-*-R6", False),
    ("rummikub-xp6", {}, "* K4 R6", "R4=O4=*", True),
    ("rummikub-xp6", {}, "K5 O7 O5 O5", "O5-O6-O7 *-R11-R12-R13", True),
    ("rummikub-xp6", {}, "O8 * * K8", "K8=B8=*", True),
    ("rummikub-xp6", {}, "K6 O6 O3", "R6=B6=* O3-O4-*-O6", True),
    ("goliath", {}, "O10 B10", "R9-R10-R11 R10=*=* K8=B8=O8", True),
    ("goliath", {}, "R10 R8 K5", "R4=K4=*=* R10=K10=B10=O10", True),
    ("goliath", {}, "R2 K2 R1", "B2=*=*", True),
    ("goliath", {}, "B8 R8", "K11-K12-K13 O8=*=*", True),
    (
        "hasbro-2007",
        {"max_number": 10, "jokers": 4, "max_players": 2, "joker_sets": "free"},
        "R9 *",
        "R7-R8-* K8-K9-* B8-B9-*",
        True,
    ),
    # Runs with and without jokers that end together with the highest number.
    ("hasbro-2007", {}, "B10", "K10-K11-K12 B11-B12-B13 *-B11-B12-*", True),
    ("ramicube", {}, "R3 R4 R6 R7", "R2-R3-R4-R5 R5-*-*", True),
    ("ramicube", {}, "K6 K8 B8", "B10-B11-B12-B13 *-K9-*", True),
    ("ramicube", {"jokers": 4}, "K11 O8 O9 O10 *", "O8-*-* O10-O11-O12", True),
    # An opening that uses the table leaves nothing to gain for those that are still to be tried.
    ("ramicube", {"opening_points": 1}, "B8 B9 O8 O9 *", "R10=K10=B10=O10", False),
]
"""An edition, what is changed in it, a rack, a table, and whether the player has opened."""


COSTLY = ("R4 R7 R10", "B3 B4 R9", "R9 K9 B6 B8 B9", "R7 R5", "R3 B2 B3 B4")
"""Racks of which brute force takes a second, and which reach nothing that others do not."""


@pytest.mark.slow(only=[f"-{rack}-" for rack in COSTLY])
@pytest.mark.parametrize(("name", "changes", "rack", "table", "opened"), CASES)
def test_all_plays_are_found(name: str, changes: dict[str, object], rack: str, table: str, opened: bool) -> None:
    rules = evolve(PRESETS[name], **changes)  # type: ignore[arg-type]  # the cases are data
    position = rummikub.set_up(rack, table, rules=rules, opened=opened)
    legal = legal_tables(position)
    found = list(rummikub.plays(position))
    assert sorted(played_tiles(position, play) for play in found) == sorted(legal)
    assert all(play.table in legal[played_tiles(position, play)] for play in found)
    best = rummikub.best_play(position)
    assert best is not None
    assert best.table in legal[played_tiles(position, best)]
    assert len(played_tiles(position, best)) == max(map(len, legal))
    costly = rummikub.best_play(position, maximize=lambda _: -1)
    assert costly is not None
    assert len(played_tiles(position, costly)) == min(map(len, legal))


def test_a_rack_of_many_tiles_is_taken_apart() -> None:
    rack = "R1 R2 R3 R5 R7 R9 R11 R13 K1 K3 K5 K7 K9 B1 B3 B6 B8 O2 O4 O10"
    position = rummikub.set_up(rack, "K10-K11-K12")
    found = {played_tiles(position, play) for play in rummikub.plays(position)}
    assert rummikub.Tile.row("R1 R2 R3 K9") in found
    assert all(not rummikub.check(position, play) for play in rummikub.plays(position))
    small = {row_text(tiles) for tiles in found if len(tiles) == 3}
    assert "R1 R2 R3" in small
    assert "R1 K1 B1" in small


def test_many_copies_of_a_number() -> None:
    rules = rummikub.Rules(copies=6)
    tiles = rummikub.Tile.row("R7 K7 B7 O7 " * 4)
    table = rummikub.arrange(tiles, rules=rules)
    assert table is not None
    assert table.tiles == tuple(sorted(tiles))
    assert rummikub.arrange(rummikub.Tile.row("R7 R7 R7 K7 B7"), rules=rules) is None
    old = " ".join(["R7=K7=B7=O7"] * 4)
    view = rummikub.set_up("R8 R9", old, rules=rules)
    assert rummikub.best_play(view) is not None


def test_arrange() -> None:
    assert str(rummikub.arrange(rummikub.Tile.row("R1 R2 R3 * K9 B9"))) == "R1-R2-R3 K9=B9=*"
    assert rummikub.arrange(rummikub.Tile.row("R1 R2 K9")) is None
    assert rummikub.arrange(()) == rummikub.Table()
    assert rummikub.arrange(rummikub.Tile.row("* * R5")) is not None


def test_an_opening_may_need_no_points() -> None:
    view = rummikub.set_up("R1 R2 R3 K9", "K6-K7-K8", rules=evolve(Rules(), opening_points=0), opened=False)
    assert [str(play) for play in rummikub.plays(view)] == ["play R1-R2-R3 K6-K7-K8"]
