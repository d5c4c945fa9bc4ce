"""The example that estimates how often a rack can open."""

import pytest

from tests.examples.programs import run

KNOWN = (0.7847, 0.4974, 3.718, 28.40)
"""The figures of two million racks."""


@pytest.mark.slow
def test_its_figures_are_those_of_two_million_racks() -> None:
    _, *lines = run("opening_odds.py").stdout.splitlines()
    assert len(lines) == len(KNOWN)
    for line, value in zip(lines, KNOWN, strict=True):
        estimate, error = map(float, line.split()[-3::2])
        assert error > 0
        assert abs(estimate - value) < 4 * error
