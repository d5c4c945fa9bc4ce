"""Random overruns, compared with a slow implementation of A20."""

from collections import Counter

import pytest

from rami.rummikub import apply
from tests.oracles.rummikub_overruns import difference, overruns


@pytest.mark.slow(but=["300"])
@pytest.mark.parametrize("number", [300, 10_000])
def test_random_overruns_conserve_tiles_and_leave_a_legal_table(number: int) -> None:
    kinds = Counter[tuple[str, bool]]()
    for under, move in overruns(7, number):
        assert difference(under, move) is None
        kinds[under.rules.timeout, apply(under, move).table == under.table] += 1
    assert len(kinds) == 6
    assert min(kinds.values()) > number // 15
