"""The example that plays Gin, run as a person runs it."""

import re

import pytest

from examples.gin_game import main
from rami.gin import PRESETS


@pytest.mark.parametrize("edition", sorted(PRESETS))
@pytest.mark.parametrize("seed", [1, 2026])
def test_a_match_is_told_to_its_end(capsys: pytest.CaptureFixture[str], edition: str, seed: int) -> None:
    main(["--seed", str(seed), "--edition", edition])
    text = capsys.readouterr().out
    totals = [tuple(map(int, pair)) for pair in re.findall(r"in all (\d+) to (\d+)", text)]
    assert len(totals) == text.count("\nDeal ")
    enough = PRESETS[edition].match_points
    assert max(totals[-1]) >= enough
    assert all(max(pair) < enough for pair in totals[:-1])
    points = [tuple(map(int, found)) for found in re.findall(r"(\d+) points, with all bonuses +(\d+)", text)]
    assert [own for own, _ in points] == list(totals[-1])
    assert all(bonuses >= own for own, bonuses in points)
    assert "wins the match" in text
