"""What random overruns leave, beside a slow reading of A20."""

from collections import Counter

import pytest
from attrs import evolve

from rami.rummikub import apply
from tests.oracles.rummikub_overruns import ANSWERS, difference, overruns


@pytest.mark.parametrize("answer", ANSWERS)
def test_random_overruns_conserve_tiles_and_leave_a_legal_table(answer: str) -> None:
    agree(answer, 300)


@pytest.mark.slow
@pytest.mark.parametrize("answer", ANSWERS)
def test_ten_thousand_overruns_conserve_tiles_and_leave_a_legal_table(answer: str) -> None:
    agree(answer, 10_000)


def agree(answer: str, number: int) -> None:
    """Settle random overruns, and compare them with a slow reading of A20."""
    kinds = Counter[bool]()
    for state, move in overruns(7, number):
        under = evolve(state, rules=evolve(state.rules, timeout=answer))  # type: ignore[arg-type]  # one of its values
        assert difference(under, move) is None
        kinds[apply(under, move).table == state.table] += 1
    assert min(kinds[True], kinds[False]) > number // 15
