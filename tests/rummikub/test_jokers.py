"""Corners of the joker rules (A9 to A12, A20) that the rule tests leave aside."""

import pytest
from attrs import evolve

from rami.rummikub import PRESETS, Rules, Table, format_tiles, parse_meld
from rami.rummikub.jokers import readings
from tests.rules.positions import HASBRO, codes, legal, play, position, rack, state_of

RAMIKUBIC = PRESETS["ramikubic"]


def stands_for(meld: str, rules: Rules = HASBRO) -> list[str]:
    """The readings of a meld, where jokers may slide (A9)."""
    sliding = evolve(rules, joker_positional=False)
    return [format_tiles(reading) for reading in readings(sliding, parse_meld(meld))]


@pytest.mark.parametrize(
    ("meld", "expected"),
    [
        ("R1-R2-*", ["R3"]),
        ("R2-R3-*", ["R1", "R4"]),
        ("*-R4-R5", ["R3", "R6"]),
        ("*-R11-R12", ["R10", "R13"]),
        ("*-R12-R13", ["R11"]),
        ("R4-*-R6", ["R5"]),
        ("R4-*-R6-*", ["R3 R5", "R5 R7"]),
        ("R7=K7=*", ["B7", "O7"]),
        ("R7=K7=*=*", ["B7 O7"]),
        ("R7=*=*", ["K7 B7", "K7 O7", "B7 O7"]),
    ],
)
def test_a_joker_may_slide_to_the_other_end(meld: str, expected: list[str]) -> None:
    assert stands_for(meld) == expected


def test_a_joker_slides_within_the_numbers_in_play() -> None:
    assert stands_for("*-R9-R10", RAMIKUBIC) == ["R8", "R1"]  # the 1 follows the 10
    assert stands_for("*-R8-R9", RAMIKUBIC) == ["R7", "R10"]
    assert stands_for("*-R9-R10-R1", RAMIKUBIC) == ["R8"]  # the 1 closes the run
    assert stands_for("*-R2-R3-R4-R5-R6-R7-R8-R9-R10-*", RAMIKUBIC) == []  # no run has two 1s


def test_a_joker_after_the_10_is_the_1() -> None:
    assert [format_tiles(row) for row in readings(RAMIKUBIC, parse_meld("R9-R10-*"))] == ["R1"]
    taken = position("R1 K1 K2", "R9-R10-*", RAMIKUBIC)
    assert legal(taken, "play R9-R10-R1 K1-K2-*")
    assert legal(position("K2 K3 R7", "R8-R9-R10-*", RAMIKUBIC), "play R7-R8-R9-R10-*")
    assert codes(position("R8", "R9-R10-*", RAMIKUBIC), "play *-R8-R9-R10") == [
        "joker_not_replaced",
        "joker_not_in_new_meld",
    ]
    long = "R2-R3-R4-R5-R6-R7-R8-R9-R10"
    assert legal(position("*", long, RAMIKUBIC), f"play {long}-*")
    assert codes(position("* R1", long, RAMIKUBIC), f"play R1-{long}-*") == ["no_such_tile"]  # 1 is there already


def test_a_frozen_set_stays_whole() -> None:
    moved_colour, moved = position("B6 B8", "R7=K7=B7=*"), "play R7=K7=* B6-B7-B8"
    assert legal(moved_colour, moved)
    assert codes(position("B6 B8", "R7=K7=B7=*", joker_sets="frozen"), moved) == ["joker_set_frozen"]
    changed, move = "R4-*-R6", "play R4-*-* R6=K6=B6"
    assert legal(position("K6 B6 *", changed), move)
    assert codes(position("K6 B6 *", changed, joker_sets="frozen"), move) == ["joker_set_frozen"]


@pytest.mark.parametrize(
    ("table", "rest", "rack_of", "more"),
    [("R4-R5-*-*", "R3-R4-R5-*", "R3", "R7=K7=B7"), ("*-*-R6-R7", "*-R6-R7-R8", "R8", "R4=K4=B4")],
)
def test_one_joker_of_a_frozen_set_is_replaced_and_the_other_stays(
    table: str, rest: str, rack_of: str, more: str
) -> None:
    laid = f"{rack_of} {more.replace('=', ' ')} K1 K2"
    frozen = position(laid, table, joker_sets="frozen")
    assert legal(frozen, f"play {rest} {more} K1-K2-*")
    number = int(more[1])
    other = more.replace(str(number), str(9))
    without = position(laid.replace(str(number), "9"), table, joker_sets="frozen")
    assert codes(without, f"play {rest} {other} K1-K2-*") == ["joker_not_replaced"]


def test_frozen_sets_are_not_joined() -> None:
    view = position("R7", "R4-R5-* *-R9-R10", joker_sets="frozen")
    assert "joker_set_frozen" in codes(view, "play R4-R5-*-R7-*-R9-R10")
    assert legal(position("R7", "R4-R5-* *-R9-R10"), "play R4-R5-*-R7-*-R9-R10")


def test_a_joker_that_nothing_replaces_is_said_to_be_so() -> None:
    view = position("R2 R3 R7 R8 K1 K2", "R4-*-R6", joker_replacement_from="rack")
    assert codes(view, "play R2-R3-R4 R6-R7-R8 K1-K2-*") == ["joker_not_replaced"]


def test_what_an_overrun_does_to_jokers_of_the_table() -> None:
    table, pool = "R4-*-R6 K8-*-K10", "O1 O2 O3"
    state = state_of(["R2 R3 R7 R8 B1 B2", "B1"], table, pool=pool, loose_table_tiles="rack")
    for arrangement in ("R2-R3-R4 R6-R7-R8 B1-B2-* * K8 K10", "R2-R3-R4 R6-R7-R8 * K8-*-K10"):
        restored = play(state, f"timeout {arrangement}")
        assert (restored.table, rack(restored)) == (Table.parse(table), "R2 R3 R7 R8 B1 B2 O1 O2 O3")


@pytest.mark.parametrize(("longest", "said"), [("R4-R5-R6-R7-*", []), ("R4-R5-R6-*", ["joker_needs_rack_tiles"])])
def test_a10_two_new_sets_share_the_tiles_of_the_rack(longest: str, said: list[str]) -> None:
    """Each needs two: the short one takes the 4 and the 5, so that the long one has the 6 and the 7, or too few."""
    laid = longest.replace("-", " ").replace("*", "K5 B5 K13")
    view = position(laid, "K4-*-K6 B4-*-B6 R4=K4=B4=O4 R5=K5=B5=O5", joker_reuse="new_rack")
    assert codes(view, f"play K4-K5-K6 B4-B5-B6 K4=B4=O4 K5=B5=O5 {longest} R4-R5-*") == said
