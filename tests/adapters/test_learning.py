"""The learners of the examples play a hundred steps of each game, and learn what a few deals teach."""

# The libraries have no types, and need not be installed where this is checked:
# pyright: basic, reportMissingImports=false

import pytest

pytest.importorskip("pettingzoo")

import numpy as np

from examples.learning import menu
from examples.learning.learn import GAMES, Learner, main
from rami import rummikub
from rami.adapters.pettingzoo import env


@pytest.mark.parametrize("name", GAMES)
def test_a_hundred_steps(name: str) -> None:
    table = env(GAMES[name], reward="win")
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


def test_a_hundred_turns_by_the_menu(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(menu, "BATCH", 4)
    learner = menu.Learner(seed=1)
    (gained,) = learner.learn(4)
    assert abs(gained) < 400
    assert np.linalg.norm(learner.weights) == pytest.approx(menu.RATE)


def test_what_is_known_of_an_option() -> None:
    view = rummikub.set_up("R7 R11 *", table="R4-R5-R6 R8-R9-R10")
    longer = rummikub.Play("R4-R5-R6-R7 R8-R9-R10-R11")
    assert rummikub.check(view, longer) == ()
    assert menu.numbers(view, longer) == [0.2, 0.36, 0, 0.4, 0]
    assert menu.numbers(view, rummikub.Draw()) == [0, 0, 0, 0, 1]
