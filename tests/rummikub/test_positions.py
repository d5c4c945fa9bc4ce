"""The solver on positions whose optima are known."""

import pytest
from attrs import evolve

from rami import rummikub
from tests.rummikub.known import CLASSES, FREE, KNOWN, Known

each_position = pytest.mark.parametrize("known", [pytest.param(known, id=known.name) for known in KNOWN])
each_common_rack = pytest.mark.parametrize(
    "known", [pytest.param(known, id=known.name) for known in KNOWN if known.kind != "stress"]
)


def test_there_are_positions_of_every_class() -> None:
    kinds = [known.kind for known in KNOWN]
    assert [kinds.count(kind) for kind in CLASSES] == [127, 114, 55, 31, 42]


@each_position
def test_best_play_reaches_the_known_optimum(known: Known) -> None:
    view = known.view()
    tiles, points = rummikub.best_play(view), rummikub.best_play(view, maximize="points")
    if tiles is None or points is None:
        assert tiles is points is None
        assert known.most_tiles == known.most_points == 0
        return
    assert rummikub.check(view, tiles) == rummikub.check(view, points) == ()
    assert len(rummikub.played_tiles(view, tiles)) == known.most_tiles
    assert rummikub.rack_value(rummikub.played_tiles(view, points), FREE) == known.most_points


@each_common_rack
def test_a_rack_opens_with_its_best_opening_and_no_more(known: Known) -> None:
    def can_open(points: int) -> bool:
        rules = evolve(FREE, opening_points=points)
        return rummikub.can_play(rummikub.set_up(known.rack, rules=rules, opened=False))

    assert not known.opening or can_open(known.opening)
    assert not can_open(known.opening + 1)
