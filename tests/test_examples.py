"""Every example runs without arguments, says something, and says the same again."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[1] / "examples"

ARGUMENTS = {"opening_odds.py": ["--racks", "40"]}
"""What makes an example short that takes its time."""


def output(path: Path, hash_seed: str) -> str:
    done = subprocess.run(
        [sys.executable, "-W", "error", str(path), *ARGUMENTS.get(path.name, [])],
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


@pytest.mark.slow(but=["contracts_game", "own_game", "rami_game"])
@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.py")), ids=lambda path: path.stem)
def test_an_example_runs_and_repeats_itself(path: Path) -> None:
    """In processes of their own, whose hashes differ: nothing comes from a clock, or from the order of a set."""
    first = output(path, "0")
    assert len(first.splitlines()) >= 5
    assert all(len(line) <= 80 and line.isprintable() for line in first.splitlines())
    assert output(path, "1") == first


def test_every_example_says_how_it_is_run() -> None:
    for path in EXAMPLES.glob("*.py"):
        assert f"python examples/{path.name}" in path.read_text(encoding="utf-8")
