"""The referee agrees with the second one on random plays, of which about half are legal, and at every move of deals."""

import pytest

from tests.oracles.rummikub_plays import differences
from tests.oracles.second_referee import GAMES, compared


@pytest.mark.slow(but=["3"])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_referees_agree_on_random_plays(seed: int) -> None:
    *found, summary = differences(seed, 500)
    assert found == [], summary
    assert ", 0 legal" not in summary


@pytest.mark.slow(but=["gin", "contracts"])
@pytest.mark.no_cover
@pytest.mark.parametrize("game", GAMES)
def test_the_referees_agree_on_all_legal_moves_of_deals(game: str) -> None:
    said = list(compared(game, 1, 200))
    assert [each for each in said if each] == []
    assert said.count("") == 200
