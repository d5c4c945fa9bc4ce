"""The points that tiles are worth as an opening."""

from typing import Any

import pytest

from rami.rummikub import PRESETS, Rules, Violation, check, parse_move
from rami.rummikub.jokers import worth
from rami.rummikub.melds import parse_meld
from tests.rules.positions import codes, position

OPEN: dict[str, Any] = {"opened": False, "opening_turn_table": "after_opening", "joker_before_opening": True}


def opening(**fields: Any) -> dict[str, Any]:
    return OPEN | fields


@pytest.mark.parametrize(
    ("meld", "value", "zero", "ramikubic"),
    [
        ("R9-R10-R11", 30, 30, None),
        ("R9-*-R11", 30, 20, None),
        ("R9-R10-*", 30, 19, 20),
        ("R9-R10-R1", 20, 20, 20),
        ("R9-*-R1", 20, 10, 20),
        ("R7=*=*", 21, 7, 21),
    ],
)
def test_what_a_meld_counts(meld: str, value: int, zero: int, ramikubic: int | None) -> None:
    assert worth(Rules(), parse_meld(meld)) == value
    assert worth(Rules(joker_in_opening="zero"), parse_meld(meld)) == zero
    if ramikubic is not None:
        assert worth(PRESETS["ramikubic"], parse_meld(meld)) == ramikubic


def points(rack_of: str, table: str, move: str, **changes: Any) -> tuple[int, ...]:
    """The points that an opening is said to have, and to need."""
    [problem] = check(position(rack_of, table, **OPEN | changes), parse_move(f"play {move}"))
    assert isinstance(problem, Violation)
    assert problem.code == "opening_too_low"
    return problem.numbers


def test_the_best_opening_is_told_where_none_suffices() -> None:
    assert points("R9 R10 *", "", "*-R9-R10") == (27, 30)
    assert points("R4 R5 R6 R7 K7 B7 O1", "O2-O3-O4", "R4-R5-R6 R7=K7=B7 O1-O2-O3-O4", opening_points=40) == (36, 40)


def test_tiles_that_make_no_meld_are_worth_nothing() -> None:
    """Each has two others near it, and no three of them are a meld."""
    assert points("R4 R5 K4 K5 O1", "R6-R7-R8 K6-K7-K8", "R4-R5-R6-R7-R8 K4-K5-K6-K7-K8") == (0, 30)


def test_an_opening_that_changes_the_meld_of_a_joker_without_taking_it() -> None:
    view = position("K7 B7 R10 R11 R12", "R4-R5-*-R7", opened=False)
    assert codes(view, "play R4-R5-* R7=K7=B7 R10-R11-R12") == ["opening_changes_table"]


def test_melds_that_the_rules_do_not_allow_do_not_count() -> None:
    move = "play R10=K10=*=*"
    assert codes(position("R10 K10 * *", "", **OPEN), move) == []
    one = position("R10 * * K3 K4", "K5-K6-K7", max_jokers_per_set=1, **OPEN)
    assert "opening_too_low" in codes(one, "play R10=*=* K3-K4-K5-K6-K7")


@pytest.mark.parametrize(("rack_of", "table"), [("B2 B3", "R2-R3-R4 K2-K3-K4"), ("K2 K3", "R2-R3-R4 B2-B3-B4")])
def test_a_tile_is_left_out_where_the_others_are_worth_more_without_it(rack_of: str, table: str) -> None:
    """The group of 1s would take a 1 from its run."""
    after = " ".join(f"{meld[0]}1-{meld}" for meld in (rack_of.replace(" ", "-"), *table.split()))
    view = position(f"R1 K1 B1 {rack_of} O13", table, **opening(opening_points=6))
    assert codes(view, f"play {after}") == []


def test_a6_melds_with_and_without_a_joker_count_together() -> None:
    for needed, said in ((27, []), (28, ["opening_too_low"])):
        view = position("R5 R6 R7 K3 B3 * O13", **opening(opening_points=needed))
        assert codes(view, "play R5-R6-R7 K3=B3=*") == said


@pytest.mark.parametrize(("taken", "said"), [(True, []), (False, ["opening_too_low"])])
def test_a6_the_joker_of_an_opening_is_taken_where_jokers_may_be(taken: bool, said: list[str]) -> None:
    """R10-*-R12 opens, and an R11 of the table then replaces the joker."""
    view = position("R10 R12 * K1 K2 O13", "R11=K11=B11=O11", **opening(joker_before_opening=taken))
    assert codes(view, "play R10-R11-R12 K11=B11=O11 K1-K2-*") == said


@pytest.mark.parametrize(("needed", "said"), [(41, []), (42, ["opening_too_low"])])
def test_a6_two_jokers_of_an_opening_do_not_end_in_one_place(needed: int, said: list[str]) -> None:
    """R5-R6-* and *-R8-R9 are worth 42, but only one joker lies there in the end; R5-R6-*-R8-R9 and K1-K2-* are 41."""
    view = position("R5 R6 R8 R9 K1 K2 * * K13", "", **opening(opening_points=needed, joker_before_opening=False))
    assert codes(view, "play R5-R6-*-R8-R9 K1-K2-*") == said


@pytest.mark.parametrize(("laid", "points"), [("R9-R10-R1", 20), ("*-R10-R1", 20), ("R8-R9-R10-R1", 28)])
def test_a_one_that_follows_the_ten_counts_one(laid: str, points: int) -> None:
    for needed, said in ((points, []), (points + 1, ["opening_too_low"])):
        rules = PRESETS["ramikubic"].evolve(opening_turn_table="after_opening", opening_points=needed)
        assert codes(position(laid.replace("-", " ") + " K4", "", rules, opened=False), f"play {laid}") == said
