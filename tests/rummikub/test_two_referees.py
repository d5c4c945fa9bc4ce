"""The referee agrees with the slow one on random plays, of which about half are legal."""

import pytest

from tests.rummikub.two_referees import differences


@pytest.mark.slow(but=["3"])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_referees_agree(seed: int) -> None:
    *found, summary = differences(seed, 500)
    assert found == [], summary
    assert ", 0 legal" not in summary
