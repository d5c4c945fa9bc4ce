"""The example that estimates how often a rack can open."""

import pytest

from examples.opening_odds import main


@pytest.mark.slow(only=["2-"])
@pytest.mark.parametrize(
    ("jokers", "known"),
    [(2, (0.7847, 0.4974, 3.718, 28.40)), (0, (0.7142, 0.3482, 2.988, 20.99))],
)
def test_its_figures_are_those_of_two_million_racks(
    jokers: int, known: tuple[float, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    main(["--racks", "250", "--jokers", str(jokers)])
    lines = [line for line in capsys.readouterr().out.splitlines() if "±" in line]
    assert len(lines) == len(known)
    for line, value in zip(lines, known, strict=True):
        estimate, error = map(float, line.split()[-3::2])
        assert error > 0
        assert abs(estimate - value) < 4 * error
