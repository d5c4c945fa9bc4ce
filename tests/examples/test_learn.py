"""The learning example plays a hundred steps of each game, and improves after a few deals."""

# The libraries have no types, and need not be installed where this is checked:
# pyright: basic, reportMissingImports=false

import pytest

pytest.importorskip("pettingzoo")

import numpy as np

from examples.learning.learn import GAMES, Learner
from rami.adapters.pettingzoo import env
from tests.examples.programs import run


@pytest.mark.parametrize("name", GAMES)
def test_a_hundred_steps_change_the_weights_by_the_step_size(name: str) -> None:
    table = env(GAMES[name], reward="win")
    learner = Learner(table, seed=1)
    before = learner.weights.copy()
    done, won = next(learner.learn(table, 100))
    assert done >= 100
    assert 0 <= won <= 1
    assert np.linalg.norm(learner.weights - before) == pytest.approx(0.1)


def test_it_prints_its_progress() -> None:
    lines = run("learning/learn.py", "gin", "--steps", "100").stdout.splitlines()
    assert lines[0] == "before: 10 % of 20 deals won"
    assert lines[-1].startswith("after: ")


@pytest.mark.slow
def test_the_learner_beats_a_random_player_of_gin() -> None:
    *_, last = run("learning/learn.py", "gin").stdout.splitlines()
    assert int(last.split()[1]) > 80
