"""The solver under each joker and opening rule, on positions that need it: against brute force."""

import pytest
from attrs import evolve

from rami import rummikub
from rami.rummikub import DEFAULT, PRESETS, Color, Rules, Tile, played_tiles
from rami.rummikub.solver.jokers import frozen_meld, grown_rows
from rami.rummikub.solver.request import request_for
from tests.rummikub.brute import legal_tables

Case = tuple[str, dict[str, object], str, str, bool]

SLIDING: dict[str, object] = {"joker_positional": False, "adjacent_jokers": False}

CASES: list[Case] = [
    ("ramikubic", {"joker_reuse": "new_rack", "max_players": 2}, "R8 K8 O7", "R7-R8-R9-R10-R1 *-O8-*", True),
    ("hasbro-2007", {"joker_sets": "frozen"}, "B3 B4 R9", "R6-R7-R8-* B5-B6-*", True),
    ("hasbro-2007", {"joker_sets": "frozen"}, "O2 O2 O11 B2 B2", "R2=K2=*=*", True),
    ("hasbro-2007", {"joker_sets": "frozen"}, "K9 K9 B1 *", "*-K10-K11", True),
    ("hasbro-2007", {"joker_sets": "frozen"}, "B6 R6 B6", "R10=K10=* K6=O6=*", True),
    ("hasbro-2007", {"joker_sets": "frozen"}, "K11 K11 K3 R11 R11", "B11=*=*", True),
    ("hasbro-2007", {"joker_sets": "frozen", "joker_reuse": "any"}, "B6 B4 B3 B6 B5", "B5-*-B7", True),
    ("hasbro-2007", {"joker_sets": "frozen", "joker_reuse": "any"}, "R6 * O9 K9", "R12=O12=* O5-O6-O7-O8", True),
    ("hasbro-2007", {"joker_sets": "frozen", "joker_reuse": "any"}, "* O4 R12 K6 R6 K1", "*-O5-O6", True),
    ("hasbro-2007", {"joker_sets": "frozen", "joker_reuse": "any"}, "O3 O5 O2", "O3-O4-*-O6", True),
    ("hasbro-2007", {"joker_sets": "frozen", "joker_reuse": "any"}, "O7 O7 O9", "R7=*=*", True),
    ("hasbro-2007", {"joker_sets": "frozen", "joker_reuse": "new_rack"}, "R3 R3 K13", "R4-R5-R6 K3=*=*", True),
    (
        "hasbro-2007",
        {"joker_sets": "frozen", "joker_reuse": "new_rack"},
        "B11 K11",
        "R7=K7=B7 R11=O11=* B11-B12-B13",
        True,
    ),
    ("hasbro-2007", {"joker_sets": "frozen", "joker_reuse": "new_rack"}, "R10 O10 O12 K12", "K10=B10=O10=*", True),
    ("hasbro-2007", {"joker_sets": "frozen", "joker_reuse": "new_rack"}, "* R4 R6 R4", "K4=B4=O4=*", True),
    ("hasbro-2007", {"joker_sets": "frozen", "joker_reuse": "new_rack"}, "O2 O4 O6", "R4=K4=B4 K2=B2=*", True),
    ("hasbro-2007", {"joker_reuse": "new_rack"}, "* O12 O2", "R2=K2=B2 K12=B12=*", True),
    ("hasbro-2007", {"joker_reuse": "new_rack"}, "R6 B7 B7 *", "R7=K7=O7=*", True),
    ("hasbro-2007", {"joker_reuse": "new_rack"}, "K13 B13", "R13=*=*", True),
    ("hasbro-2007", {"joker_reuse": "new_rack"}, "B5 O5 O6", "R5=K5=O5=* K13=B13=O13=*", True),
    ("hasbro-2007", {"joker_reuse": "new_rack"}, "B5 K2", "R2=B2=* K5=O5=* K7-K8-K9", True),
    ("hasbro-2007", {"joker_reuse": "new_rack", "joker_sets": "free"}, "R3 R3 R1 K3 O2", "R1=B1=O1=*", True),
    ("hasbro-2007", {"joker_reuse": "new_rack", "joker_sets": "free"}, "* R5", "R6-R7-R8-*", True),
    ("hasbro-2007", {"joker_reuse": "new_rack", "joker_sets": "free"}, "* R9 O9 R6", "R5-R6-* R8=K8=B8", True),
    ("hasbro-2007", {"joker_reuse": "new_rack", "joker_sets": "free"}, "B5 * B5 B7", "B4-*-B6", True),
    ("hasbro-2007", {"joker_reuse": "new_rack", "joker_sets": "free"}, "R2 R4 * B13", "K5-K6-K7 B12=O12=*", True),
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
        {"joker_before_opening": True, "opening_points": 5, "joker_reuse": "any"},
        "* R5 K10 K12",
        "R4-R5-R6 O9-O10-O11-*",
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
    ("hasbro-2007", {"joker_group3": "both"}, "* R3 R3 R1", "R1-R2-*", True),
    ("hasbro-2007", {"joker_group3": "both"}, "R5 R9 R3 K4", "R2-R3-R4 K9=O9=*", True),
    ("hasbro-2007", {"joker_group3": "both"}, "O7 B8 O5 *", "*-B5-B6-B7", True),
    ("hasbro-2007", {"joker_group3": "both"}, "K1 O8 R9 R6 B9", "*-R7-R8-R9-R10", True),
    ("hasbro-2007", {"joker_group3": "both"}, "K10 B8 *", "R6=B6=* K9-K10-K11-K12-K13", True),
    ("hasbro-2007", {"joker_replacement_from": "rack"}, "R6 B6 R4 R4", "K6=O6=*", True),
    ("hasbro-2007", {"joker_replacement_from": "rack"}, "* B13 B4 B10 K9", "R6=B6=O6 *-B11-B12", True),
    ("hasbro-2007", {"joker_replacement_from": "rack"}, "* R1 K6 K3", "K4-K5-*", True),
    ("hasbro-2007", {"joker_replacement_from": "rack"}, "O12 K7 R8", "R9-R10-R11-R12 O9-*-O11", True),
    ("hasbro-2007", {"joker_replacement_from": "rack"}, "K13 R13 R8 O13", "B13=*=*", True),
    ("hasbro-2007", {"joker_positional": False}, "O11 O12 O11", "R7=K7=B7 O7-O8-O9-*-*", True),
    ("hasbro-2007", {"joker_positional": False}, "O13 * K12", "K11-*-K13", True),
    ("hasbro-2007", {"joker_positional": False}, "K4 R12 R4", "B4=O4=* B11-B12-B13", True),
    ("hasbro-2007", {"joker_positional": False}, "O2 O1 B8 B2 B4 *", "O3-O4-*", True),
    ("hasbro-2007", {"joker_positional": False}, "R4 B7 K7 R9", "R1=K1=B1=O1 R7=*=*", True),
    ("hasbro-2007", {"joker_positional": False, "joker_sets": "frozen"}, "O3 O2 R5 R2", "*-O4-O5-O6-O7", True),
    ("hasbro-2007", {"joker_positional": False, "joker_sets": "frozen"}, "O13 O12 * B13 O11", "R13=O13=*", True),
    ("hasbro-2007", {"joker_positional": False, "joker_sets": "frozen"}, "R3 * R4 K8 R1", "R2-*-R4", True),
    ("hasbro-2007", {"joker_positional": False, "joker_sets": "frozen"}, "* O7 B7", "O6-*-O8", True),
    ("hasbro-2007", {"joker_positional": False, "joker_sets": "frozen"}, "R9 K9 R11 K9", "R3-R4-R5 O9=*=*", True),
    ("hasbro-2007", {"max_jokers_per_set": 1}, "B8 B12 O9", "R10=B10=O10=* B9-B10-B11", True),
    ("hasbro-2007", {"max_jokers_per_set": 1}, "R5 O7 R3 R5", "K5=O5=* B9-*-B11", True),
    ("hasbro-2007", {"max_jokers_per_set": 1}, "R12 B12 * B8", "R8-R9-R10 K11=B11=*", True),
    ("hasbro-2007", {"max_jokers_per_set": 1}, "K6 K6", "R12=B12=O12=* K4-K5-*-K7-K8", True),
    ("hasbro-2007", {"max_jokers_per_set": 1}, "O2 O6 O2 * R2", "K2=B2=*", True),
    ("hasbro-2007", {"adjacent_jokers": False}, "K5 * B4", "K4-*-K6 B4-B5-B6-B7", True),
    ("hasbro-2007", {"adjacent_jokers": False}, "R1 O1 O1 O2 O2", "K1=*=*", True),
    ("hasbro-2007", {"adjacent_jokers": False}, "K4 K2 * O6", "R4=B4=*", True),
    ("hasbro-2007", {"adjacent_jokers": False}, "O11 K4 O11", "R6=K6=B6=O6 R11=*=*", True),
    ("hasbro-2007", {"adjacent_jokers": False}, "R9 R8 R9 O4", "*-R10-R11-*-R13", True),
    ("hasbro-2007", {"adjacent_jokers": False, "joker_sets": "frozen"}, "R5 R4 R4 B1", "R1-R2-R3-*", True),
    ("hasbro-2007", {"adjacent_jokers": False, "joker_sets": "frozen"}, "B10 R7 B10 K10", "K10=O10=*", True),
    ("hasbro-2007", {"adjacent_jokers": False, "joker_sets": "frozen"}, "O7 R7 K8", "R10=K10=B10=O10 K7=*=*", True),
    ("hasbro-2007", {"adjacent_jokers": False, "joker_sets": "frozen"}, "B8 K6 B12 * K12", "R8=K8=O8=*", True),
    ("hasbro-2007", {"adjacent_jokers": False, "joker_sets": "frozen"}, "R8 K8 K2", "R2=B2=* K7=B7=O7=*", True),
    ("hasbro-2007", {"max_jokers_per_set": 3, "jokers": 4}, "K6 * O6", "R4-*-R6", True),
    ("hasbro-2007", {"max_jokers_per_set": 3, "jokers": 4}, "* O5", "K2=B2=O2=* K5-K6-K7-K8", True),
    ("hasbro-2007", {"max_jokers_per_set": 3, "jokers": 4}, "O1 K13 R1 B1", "K1=O1=*", True),
    ("hasbro-2007", {"max_jokers_per_set": 3, "jokers": 4}, "B4 O1 *", "R5=K5=O5=* B5-B6-B7", True),
    ("hasbro-2007", {"max_jokers_per_set": 3, "jokers": 4}, "* B13", "*-B11-B12", True),
    ("hasbro-2007", {"joker_in_opening": "zero", "opening_points": 5}, "R11 O6 R10", "R6=K6=B6 R11-R12-R13", True),
    ("hasbro-2007", {"joker_in_opening": "zero", "opening_points": 5}, "B2 O1 K1 * R3", "R2=K2=O2=*", True),
    ("hasbro-2007", {"joker_in_opening": "zero", "opening_points": 5}, "* B8 B2 B6 B2 R6", "K7-K8-K9", False),
    ("hasbro-2007", {"joker_in_opening": "zero", "opening_points": 5}, "B4 B3", "B5-B6-B7 O5-*-O7", True),
    ("hasbro-2007", {"joker_in_opening": "zero", "opening_points": 5}, "K4 B4 K4 K3 R5", "R4=O4=*", True),
    ("hasbro-2007", {"joker_in_opening": "forbidden", "opening_points": 5}, "O2 B2 O2", "R2=*=*", True),
    ("hasbro-2007", {"joker_in_opening": "forbidden", "opening_points": 5}, "O7 K7", "R4-R5-R6 R7=K7=O7 B7=*=*", True),
    ("hasbro-2007", {"joker_in_opening": "forbidden", "opening_points": 5}, "R10 O10 R8 K10 B10", "K10=*=*", False),
    ("hasbro-2007", {"joker_in_opening": "forbidden", "opening_points": 5}, "R13 * R12 * B12 B13", "", True),
    ("hasbro-2007", {"joker_in_opening": "forbidden", "opening_points": 5}, "K3 R13 K1 * * B13", "R4=K4=B4=O4", True),
    ("hasbro-2007", {"joker_before_opening": True, "joker_reuse": "any"}, "R5 K9 K10 K11", "R4-*-R6", False),
    ("hasbro-2007", {"joker_before_opening": True}, "R5 R5 K9 K10 K11", "R4-*-R6", False),
    ("hasbro-2007", {"joker_sets": "frozen"}, "R7 R5", "R4-*-R6 R4-*-R6", True),
    ("hasbro-2007", {"joker_in_opening": "forbidden", "opening_points": 5}, "R1 R2 R3 *", "", False),
    ("ramikubic", {}, "* * R1", "", True),
    ("rummikub-xp6", {}, "* K4 R6", "R4=O4=*", True),
    ("rummikub-xp6", {}, "K5 O7 O5 O5", "O5-O6-O7 *-R11-R12-R13", True),
    ("rummikub-xp6", {}, "O8 * * K8", "K8=B8=*", True),
    ("rummikub-xp6", {}, "K6 O6 O3", "R6=B6=* O3-O4-*-O6", True),
    ("ramikubic", {}, "B7 R5 *", "*-R7-R8-R9", True),
    ("ramikubic", {}, "O9 O6 R10", "O6-O7-*-*-O10", True),
    ("ramikubic", {}, "R9 O3 R5 O2 O4", "R5=K5=O5=*", True),
    ("ramikubic", {}, "B2 B2 B3", "K2=*=*", True),
    ("goliath", {}, "O10 B10", "R9-R10-R11 R10=*=* K8=B8=O8", True),
    ("goliath", {}, "R10 R8 K5", "R4=K4=*=* R10=K10=B10=O10", True),
    ("goliath", {}, "R2 K2 R1", "B2=*=*", True),
    ("goliath", {}, "B8 R8", "K11-K12-K13 O8=*=*", True),
    ("junior", {"joker_sets": "free"}, "R9 *", "R7-R8-* K8-K9-* B8-B9-*", True),
    # Jokers that slide to the other end of a run, where they may not lie side by side (A9).
    ("hasbro-2007", SLIDING, "R9 K9 B6 B8 B9", "R6=K6=B6 *-B7-*", True),
    ("hasbro-2007", SLIDING, "B5 B6 B13", "R9=K9=B9=O9 *-B11-B12-*", True),
    ("hasbro-2007", SLIDING | {"joker_sets": "frozen"}, "K13 K11 K9 K10", "B11-B12-B13 *-K12-*", True),
    ("hasbro-2007", SLIDING | {"joker_sets": "frozen"}, "R12 K11 B10 R9", "*-R10-R11-*", True),
    ("ramikubic", SLIDING, "O9 O8 O1 O7", "*-O10-*", True),
    # Runs with and without jokers that end together with the highest number.
    ("strict-fr", {}, "B10", "K10-K11-K12 B11-B12-B13 *-B11-B12-*", True),
    ("hasbro-2007", {"max_jokers_per_set": 1, "joker_reuse": "new"}, "B10", "B11-*-B13 B11-B12-B13 R5=K5=*", True),
    ("ramikubic", {}, "O7", "O8-O9-O10-O1 O9-*-O1 R5-*-*", True),
    # Nothing goes before a run from the 2 to the 1 after the 10.
    ("ramikubic", {}, "*", "R2-R3-R4-R5-R6-R7-R8-R9-R10-R1", True),
    ("ramikubic", {}, "O8", "K2-*-K4-K5-K6-K7-K8-K9-K10-K1 O7-*-O9", True),
    ("ramikubic", {}, "* *", "R2-R3-*-R5-R6-R7-*-R9-R10-R1", True),
    # A frozen joker that stands for the 1 after the 10, by sliding or by lying there.
    ("ramikubic", SLIDING | {"joker_sets": "frozen"}, "R7", "R9=K9=B9 *-R8-R9-R10", True),
    ("ramikubic", {"joker_sets": "frozen", "joker_reuse": "new"}, "R7 K9", "R8-R9-R10-*", True),
    ("ramikubic", {"joker_sets": "frozen", "joker_reuse": "new"}, "R2 R3 R4 R5 R6 R7", "R8-R9-R10-*", True),
    # The 1 after the 10 of a frozen run goes before it.
    (
        "ramikubic",
        {"joker_sets": "frozen", "joker_reuse": "any", "max_jokers_per_set": 4, "jokers": 4},
        "R4 R7 R10",
        "*-R3-*-R5-R6-*-R8-R9-*-R1",
        True,
    ),
    # A 1 from the table is none that a new meld can claim.
    ("ramikubic", {"joker_reuse": "new_rack"}, "O7 O9", "K7-K8-K9 *-O8-*-O10-O1", True),
    ("ramikubic", {"joker_reuse": "new_rack"}, "O7 O9 O1", "K7-K8-K9 *-O8-*-O10", True),
    # A taken joker goes into a frozen meld of which another stays.
    ("spear-1988", {}, "R3 R4 R6 R7", "R2-R3-R4-R5 R5-*-*", True),
    # A frozen run of fewer than three tiles takes more of them at an end.
    ("hasbro-2007", {"joker_sets": "frozen"}, "R3 B2 B3 B4", "K4-K5-K6 *-*-K8", True),
    ("pagat-sabra", {}, "K6 K8 B8", "B10-B11-B12-B13 *-K9-*", True),
    ("pagat-sabra", {"jokers": 4}, "K11 O8 O9 O10 *", "O8-*-* O10-O11-O12", True),
    # An opening that uses the table leaves nothing to gain for those that are still to be tried.
    ("pagat-sabra", {"opening_points": 1}, "B8 B9 O8 O9 *", "R10=K10=B10=O10", False),
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


def test_a_rack_whose_jokers_may_not_be_in_the_opening_is_not_opened_by_laying_nothing() -> None:
    rules = evolve(DEFAULT, joker_in_opening="forbidden", opening_points=0)
    position = rummikub.set_up("R10 K7 B8 B9 * *", rules=rules, opened=False)
    assert not rummikub.can_play(position)
    assert rummikub.best_play(position) is None
    assert list(rummikub.plays(position)) == []


def test_a_rack_of_many_tiles_is_taken_apart() -> None:
    rack = "R1 R2 R3 R5 R7 R9 R11 R13 K1 K3 K5 K7 K9 B1 B3 B6 B8 O2 O4 O10"
    position = rummikub.set_up(rack, "K10-K11-K12")
    found = {played_tiles(position, play) for play in rummikub.plays(position)}
    assert rummikub.parse_tiles("R1 R2 R3 K9") in found
    assert all(not rummikub.check(position, play) for play in rummikub.plays(position))
    small = {rummikub.format_tiles(tiles) for tiles in found if len(tiles) == 3}
    assert "R1 R2 R3" in small
    assert "R1 K1 B1" in small


def test_many_copies_of_a_number() -> None:
    rules = rummikub.Rules(copies=6)
    tiles = rummikub.parse_tiles("R7 K7 B7 O7 " * 4)
    table = rummikub.arrange(tiles, rules=rules)
    assert table is not None
    assert table.tiles == tuple(sorted(tiles))
    assert rummikub.arrange(rummikub.parse_tiles("R7 R7 R7 K7 B7"), rules=rules) is None
    old = " ".join(["R7=K7=B7=O7"] * 4)
    view = rummikub.set_up("R8 R9", old, rules=rules)
    assert rummikub.best_play(view) is not None


def test_jokers_that_stay_in_groups_for_which_there_are_too_few_colors() -> None:
    rules = PRESETS["ramikubic"].evolve(colors=(Color.BLACK, Color.BLUE, Color.ORANGE))
    position = rummikub.set_up("K10 B10", "K7=B7=O7 O10=*=* O10=*=*", rules=rules)
    assert rummikub.best_play(position) is None


def test_arrange() -> None:
    assert str(rummikub.arrange(rummikub.parse_tiles("R1 R2 R3 * K9 B9"))) == "R1-R2-R3 K9=B9=*"
    assert rummikub.arrange(rummikub.parse_tiles("R1 R2 K9")) is None
    assert rummikub.arrange(()) == rummikub.Table()
    assert rummikub.arrange(rummikub.parse_tiles("* * R5")) is not None


def test_jokers_that_no_meld_may_hold() -> None:
    tiles = rummikub.parse_tiles("R1 R2 *")
    assert rummikub.arrange(tiles, rules=rummikub.Rules(max_jokers_per_set=0)) is None


# ------------------------------------------------------------------------------------ where no joker may be laid at all


@pytest.mark.parametrize(
    ("rules", "opened"),
    [(evolve(DEFAULT, max_jokers_per_set=0), True), (PRESETS["strict-fr"], False)],
    ids=["no joker in a set", "no joker in an opening"],
)
def test_a_joker_that_may_not_be_laid_is_in_no_answer(rules: Rules, opened: bool) -> None:
    view = rummikub.set_up("R9 R10 R11 R12 *", rules=rules, opened=opened)
    assert str(rummikub.best_play(view)) == "play R9-R10-R11-R12"
    assert rummikub.best_play(view, including="*") is None
    assert rummikub.play_of(view, "R9 R10 R11 *") is None
    assert Tile("*") not in rummikub.layable(view)
    assert all(Tile("*") not in rummikub.played_tiles(view, play) for play in rummikub.plays(view))


def test_an_opening_may_need_no_points() -> None:
    view = rummikub.set_up("R1 R2 R3 K9", "K6-K7-K8", rules=evolve(DEFAULT, opening_points=0), opened=False)
    assert [str(play) for play in rummikub.plays(view)] == ["play R1-R2-R3 K6-K7-K8"]


def test_a12_jokers_of_a_frozen_run_do_not_lie_side_by_side_where_they_may_not() -> None:
    rules = Rules(joker_sets="frozen", adjacent_jokers=False)
    view = rummikub.set_up("* R3 B1", "*-R5-R6", rules=rules)
    meld = view.table.melds[0]
    frozen = frozen_meld(request_for(view), meld, (Tile("R4"),), of_opening=False)
    rows = {tiles for _, tiles in grown_rows(frozen, meld)}
    assert {"-".join(map(str, tiles)) for tiles in rows} == {
        "*-R5-R6",
        "R3-*-R5-R6",
        "*-R5-R6-*",
        "R3-*-R5-R6-*",
        "*-R3-*-R5-R6",
    }
