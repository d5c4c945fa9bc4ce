"""The learner of the examples plays a hundred steps of each game, and learns what a few deals teach."""

# The libraries have no types, and need not be installed where this is checked:
# pyright: basic, reportMissingImports=false

import pytest

pytest.importorskip("pettingzoo")

import numpy as np

from examples.learning.learn import GAMES, Learner, main
from rami.adapters.pettingzoo import env


@pytest.mark.parametrize("name", GAMES)
def test_a_hundred_steps(name: str) -> None:
    game, actions, _ = GAMES[name]
    table = env(game, actions=actions, reward="win")
    learner = Learner(table, seed=1)
    before = learner.weights.copy()
    done, won = next(learner.learn(table, 100))
    assert done >= 100
    assert 0 <= won <= 1
    assert np.linalg.norm(learner.weights - before) == pytest.approx(0.1)


def test_it_says_how_it_learns(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.argv", ["learn.py", "gin", "--steps", "100"])
    monkeypatch.setattr("examples.learning.learn.BATCH", 2)
    main()
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("before: ")
    assert lines[-1].startswith("after: ")
