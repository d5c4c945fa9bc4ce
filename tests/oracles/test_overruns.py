"""What an overrun leaves: random ones, large ones, and what others see of it."""

from collections import Counter

import pytest
from attrs import evolve

from rami.rummikub import GAME, Table, Tile, TimeOut, apply, observe
from tests.oracles.rummikub_overruns import ANSWERS, difference, overruns
from tests.rules.positions import HASBRO, play, rack, state_of


@pytest.mark.parametrize("answer", ANSWERS)
def test_a20_random_overruns_conserve_tiles_and_leave_a_legal_table(answer: str) -> None:
    agree(answer, 300)


@pytest.mark.slow
@pytest.mark.parametrize("answer", ANSWERS)
def test_a20_ten_thousand_overruns_conserve_tiles_and_leave_a_legal_table(answer: str) -> None:
    agree(answer, 10_000)


def agree(answer: str, number: int) -> None:
    """Settle random overruns, and compare them with a slow reading of A20."""
    kinds = Counter[bool]()
    for state, move in overruns(7, number):
        under = evolve(state, rules=evolve(state.rules, timeout=answer))  # type: ignore[arg-type]  # one of its values
        assert difference(under, move) is None
        kinds[apply(under, move).table == state.table] += 1
    assert min(kinds[True], kinds[False]) > number // 15


def test_a20_an_overrun_of_a_thousand_tiles_is_settled_soon() -> None:
    rules = HASBRO.evolve(copies=40, max_players=2)
    table = " ".join(["R3-R4-R5-R6-R7 B8=O8=K8"] * 38)
    state = state_of(["R2 R8 K1", "B1"], table, rules=rules)
    arrangement = " ".join(["R4-R5-R6 R3 R7 B8 O8 K8"] * 38)
    assert play(state, f"timeout {arrangement} K1").table == state.table


def test_a20_everybody_sees_what_an_overrun_leaves() -> None:
    """The rack lays a meld of tiles that its owner had not shown in this turn; one of them was known before."""
    state = state_of(["R5 R6 R7 K1", "B1"], "R4-R5-R6-R7 K4-*-K6", pool="O1 O2 O3 O4")
    state = evolve(state, known=(Tile.row("R5"), ()))
    after = apply(state, TimeOut(Table("R5-R6-R7"), "R4 K4 * K6"))
    assert (str(after.table), rack(after)) == ("R4-R5-R6-R7 R5-R6-R7 K4-*-K6", "K1 O1 O2 O3")
    assert after.known == ((), ())
    for seat, drawn in ((0, "O1 O2 O3"), (1, "3 tiles"), (None, "3 tiles")):
        told = str(GAME.event(state, TimeOut(Table("R5-R6-R7"), "R4 K4 * K6"), seat))
        assert told == f"Player 1 runs out of time, lays R5 R6 R7, and draws {drawn}."
        assert observe(after, seat).table == after.table
