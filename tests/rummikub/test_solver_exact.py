"""The solver against brute force, on positions drawn from seeds, and on those that it once refused or got wrong."""

import time
from collections.abc import Callable

import pytest

from rami.rummikub import PRESETS, View, best_play, can_play, check, find_play, playable, plays, set_up
from tests.oracles.rummikub_against_brute import disagreements, position_of, shown
from tests.oracles.rummikub_tables import disturbed
from tests.rummikub.known import KNOWN


@pytest.mark.parametrize("seed", range(0, 80, 8))
def test_some_positions_of_each_sort(seed: int) -> None:
    """A seed decides the sort: any tiles, few numbers, a long run, old runs whose tiles are there twice."""
    for each in range(seed, seed + 8):
        view, rng = position_of(each)
        assert list(disagreements(view, rng)) == [], shown(view)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1_000, 3_000, 100))
def test_many_positions_of_each_sort(seed: int) -> None:
    for each in range(seed, seed + 100):
        view, rng = position_of(each)
        assert list(disagreements(view, rng)) == [], shown(view)


EQUAL_TILES = [
    ("K4 B4 O4 *", "R4=K4=B4=O4 R4=K4=B4=O4 R4=*=*"),
    ("R2 K2 K5 O2 O2 O2", "R2=B2=* R2=B2=* K2=B2=* O4-O5-O6"),
    ("B9 B9 B9 O9 O9 O9", "R9-R10-R11 R9=K9=*=* R9=K9=*=*"),
]
"""Three copies and four jokers, most of them of one number."""

QUESTIONS: list[Callable[[View], object]] = [
    best_play,
    can_play,
    playable,
    lambda view: list(plays(view)),
    lambda view: find_play(view, view.rack),
]


@pytest.mark.parametrize(("rack", "table"), EQUAL_TILES)
def test_no_position_is_refused_because_many_equal_tiles_lie_there(rack: str, table: str) -> None:
    view = set_up(rack, table, rules=PRESETS["rummikub-xp6"])
    for ask in QUESTIONS:
        started = time.process_time()
        assert ask(view)
        assert time.process_time() - started < 5


MOST_DISTURBED = 43
"""Over the small known positions; the fewest that any search has found is 42."""


def test_few_melds_are_disturbed() -> None:
    total = 0
    for known in KNOWN:
        if known.kind in {"small", "endgame"}:
            view = known.view()
            play = best_play(view)
            if play is not None:
                assert check(view, play) == ()
                total += disturbed(view.table, play.table)
    assert total <= MOST_DISTURBED


def test_a_joker_goes_where_it_lets_old_melds_lie() -> None:
    view = set_up("R10 R13 K11 B8 O11", "R8=K8=B8=O8 R11-R12-* *-R11-R12")
    play = best_play(view)
    assert play is not None
    assert disturbed(view.table, play.table) == 1
