"""What the solver leaves out, taken in again: by its lemmas, what is best stays as good."""

import random
from collections import Counter
from collections.abc import Callable, Iterator

import pytest

from rami import rummikub
from rami.rummikub import JOKER, PRESETS, Rules, Tile, View, played_tiles, set_up
from rami.rummikub.legal_melds import melds_from
from rami.rummikub.readings import worth
from rami.rummikub.solver import best, cases, cells, columns, every, frozen, layers
from rami.rummikub.solver.openings import Opening
from rami.rummikub.solver.problem import Problem, Work
from rami.rummikub.solver.touch import Four
from tests.rummikub.against_brute import disagreements, position, shown, value
from tests.rummikub.test_solver_openings import RACKS

SEEDS = [*range(24), 214, 271, 386, 449, 1159, 1866]
"""The last ones are openings that may use the table, frozen sets, and runs that are there twice."""

Undo = Callable[[pytest.MonkeyPatch], None]


def all_touched(rack: Four, _: Four) -> tuple[Four, Four]:
    whole = 2**15 - 1
    return rack, (whole, whole, whole, whole)


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


def without_idle(patch: pytest.MonkeyPatch) -> None:
    style(patch, idle=False)


def without_tables(patch: pytest.MonkeyPatch) -> None:
    """What is kept from call to call is worked out anew."""
    patch.setattr(columns, "_TABLES", {})


def without_finish(patch: pytest.MonkeyPatch) -> None:
    without_tables(patch)
    patch.setattr(columns, "_can_be_finished", lambda *_: True)


def without_useful(patch: pytest.MonkeyPatch) -> None:
    """All stay open while there is anything to come."""
    without_tables(patch)
    useful = columns._useful  # what is taken away
    patch.setattr(columns, "_useful", lambda column, *rest: 99 if column.next > 0 else useful(column, *rest))


def without_twice(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(layers, "_is_twice", lambda *_: True)


def without_frozen(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(frozen, "MOST_REACH", 20)


def every_opening(rules: Rules, rack: tuple[Tile, ...], _: Work) -> Iterator[Opening]:
    """Every choice of melds that reaches the points, with what is over as it comes."""

    def from_here(naturals: Counter[Tile], jokers: int, points: int, lowest: Tile) -> Iterator[Opening]:
        for tile in sorted(tile for tile, count in naturals.items() if count and tile >= lowest):
            for meld in melds_from(rules, tile, {each for each, count in naturals.items() if count}, jokers):
                total = points + worth(rules, meld)
                if total >= rules.opening_points:
                    yield (meld,)
                    continue
                left = naturals - Counter(each for each in meld.tiles if each != JOKER)
                for others in from_here(left, jokers - meld.tiles.count(JOKER), total, tile):
                    yield (meld, *others)

    naturals = Counter(tile for tile in rack if tile != JOKER)
    jokers = 0 if rules.joker_in_opening == "forbidden" else rack.count(JOKER)
    yield from from_here(naturals, jokers, 0, min(naturals, default=JOKER))


def without_openings(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(best, "openings", every_opening)
    patch.setattr(every, "openings", every_opening)


LEMMAS: list[Undo] = [
    without_idle,
    without_finish,
    without_useful,
    without_twice,
    without_frozen,
    without_openings,
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
    views += [set_up(*each, rules=PRESETS["pagat-sabra"].evolve(jokers=4), opened=False) for each in RACKS]
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
