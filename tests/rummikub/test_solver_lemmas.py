"""What the solver leaves out, taken in again: by its lemmas, what is best stays as good."""

import random
from collections.abc import Callable

import pytest

from rami import rummikub
from rami.rummikub import JOKER, View, played_tiles
from rami.rummikub.solver import cases, cells, layers
from rami.rummikub.solver.problem import Problem
from rami.rummikub.solver.touch import Four
from tests.rummikub.against_brute import disagreements, position, shown, value

SEEDS = range(24)

Undo = Callable[[pytest.MonkeyPatch], None]


def all_touched(rack: Four, _: Four) -> tuple[Four, Four]:
    every = 2**15 - 1
    return rack, (every, every, every, every)


def without_touch(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(cases, "in_touch", all_touched)


def without_least_demanding(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(cases, "_least_demanding", list)


def without_all_laid(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Problem, "all_worth_laying", property(lambda _: False))


def style(patch: pytest.MonkeyPatch, **changes: bool) -> None:
    given = layers.style_of
    patch.setattr(cells, "style_of", lambda problem: given(problem)._replace(**changes))


def without_keen(patch: pytest.MonkeyPatch) -> None:
    style(patch, keen=False)


def without_joined(patch: pytest.MonkeyPatch) -> None:
    style(patch, joined=False)


LEMMAS: list[Undo] = [
    without_touch,
    without_least_demanding,
    without_all_laid,
    without_keen,
    without_joined,
]


def rank(view: View) -> tuple[int, int] | None:
    play = rummikub.best_play(view)
    if play is None:
        return None
    laid = played_tiles(view, play)
    return len(laid), value(view.rules, laid)


@pytest.mark.parametrize("undo", LEMMAS, ids=lambda undo: undo.__name__)
def test_what_is_best_is_as_good_without_a_lemma(undo: Undo, monkeypatch: pytest.MonkeyPatch) -> None:
    views = [position(random.Random(seed)) for seed in SEEDS]
    before = [rank(view) for view in views]
    with monkeypatch.context() as patch:
        undo(patch)
        assert [rank(view) for view in views] == before


def test_some_of_these_positions_have_three_jokers_and_more() -> None:
    views = [position(random.Random(seed)) for seed in range(300)]
    assert sum(view.table.tiles.count(JOKER) > 2 for view in views) > 20


@pytest.mark.parametrize("seed", range(1000, 1025))
def test_the_solver_agrees_with_brute_force(seed: int) -> None:
    """A sample of `python -m tests.rummikub.against_brute`."""
    rng = random.Random(seed)
    view = position(rng)
    assert list(disagreements(view, rng)) == [], shown(view)
