"""Speed of the Rummikub solver, by class of position.

    python -m pytest benchmarks/test_rummikub_solver.py --benchmark-only --benchmark-columns=median,max,rounds

Each round is another position, so the median and the maximum are over positions.
"""

from collections.abc import Callable
from itertools import islice
from typing import TypeVar

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from rami import rummikub
from rami.pieces import row_text
from rami.rummikub import PRESETS, Play, Run, Table, View
from rami.rummikub.jokers import most_held
from rami.rummikub.tiles import COLOR_INDEX, NUMBER
from tests.rummikub.known import CLASSES, KNOWN
from tests.rummikub.slow import SLOWEST

T = TypeVar("T")

FORTY = ("plain-40-",)
"""How the names of the positions begin with 14 tiles on the rack and 40 on the table."""


def of_class(kind: str) -> list[View]:
    return [known.view() for known in KNOWN if known.kind == kind]


def over(benchmark: BenchmarkFixture, views: list[View], solve: Callable[[View], T]) -> None:
    """One round for each position, after one that fills caches."""
    solve(views[0])
    left = iter(views)
    pedantic: Callable[..., object] = benchmark.pedantic
    pedantic(solve, setup=lambda: ((next(left),), {}), rounds=len(views))


def naturals(table: Table) -> dict[tuple[bool, int], list[int]]:
    """Return the natural tiles of melds as sets of bits: runs by color, groups by number."""
    found: dict[tuple[bool, int], list[int]] = {}
    for meld in table:
        tiles = [tile for tile in meld.tiles if not tile.is_joker]
        is_run = isinstance(meld, Run)
        line, place = (COLOR_INDEX, NUMBER) if is_run else (NUMBER, COLOR_INDEX)
        found.setdefault((is_run, line[tiles[0]]), []).append(sum(1 << place[tile] for tile in tiles))
    return found


def disturbed(old: Table, new: Table) -> int:
    """Return how many melds of the old table are not held by the new one."""
    final = naturals(new)
    held = [most_held(tuple(bits), tuple(final.get(line, ()))) for line, bits in naturals(old).items()]
    return len(old) - sum(held)


def test_old_melds_disturbed(benchmark: BenchmarkFixture) -> None:
    """The number is in `extra_info`, with `--benchmark-json`."""
    found: dict[int, int] = {}

    def solve(view: View) -> None:
        play = rummikub.best_play(view)
        found[id(view)] = disturbed(view.table, play.table) if play else 0

    benchmark.group = "old melds disturbed"
    views = [known.view() for known in KNOWN]
    over(benchmark, views, solve)
    benchmark.extra_info["disturbed"] = sum(found.values())
    assert sum(found.values()) < 2 * len(views)


@pytest.mark.parametrize("name", CLASSES)
def test_best_play(benchmark: BenchmarkFixture, name: str) -> None:
    benchmark.group = f"most tiles, {name}"
    over(benchmark, of_class(name), rummikub.best_play)


@pytest.mark.parametrize("edition", ["hasbro-2007", "chiffres", "goliath"])
def test_every_play_of_fourteen_tiles_on_forty(benchmark: BenchmarkFixture, edition: str) -> None:
    def every(view: View) -> list[Play]:
        return list(rummikub.plays(view))

    benchmark.group = "every play, 14 tiles on the rack, 40 on the table"
    views = [known.view(PRESETS[edition]) for known in KNOWN if known.name.startswith(FORTY)]
    over(benchmark, views, every)


WORST = {
    "four jokers on the table": (
        "rummikub-xp6",
        "R3 K5 O7 B2",
        "R5-R6-R7-* R5-R6-R7-* K1=B1=* K4-K5-*-K7 O1-O2-O3 R8=B8=O8",
    ),
    "jokers of three copies": (
        "rummikub-xp6",
        "R3 K5 O7 B2 B9 B10 K1 K2 *",
        "R5-R6-R7-* K9=B9=* K4-K5-*-K7 O1-O2-O3 O11-O12-O13",
    ),
    "the whole set": ("hasbro-2007", row_text(rummikub.Rules().pieces), ""),
}
"""Positions that took long once: the edition, the rack, the table."""


@pytest.mark.parametrize("name", WORST)
def test_best_play_of_a_pinned_position(benchmark: BenchmarkFixture, name: str) -> None:
    benchmark.group = "most tiles, pinned"
    edition, rack, table = WORST[name]
    over(benchmark, [rummikub.set_up(rack, table, rules=PRESETS[edition])], rummikub.best_play)


@pytest.mark.parametrize("name", SLOWEST)
def test_best_play_of_a_position_that_was_slow(benchmark: BenchmarkFixture, name: str) -> None:
    benchmark.group = "most tiles, slow positions of games"
    over(benchmark, [SLOWEST[name]], rummikub.best_play)


@pytest.mark.parametrize("name", SLOWEST)
def test_a_hundred_moves_of_a_position_that_was_slow(benchmark: BenchmarkFixture, name: str) -> None:
    benchmark.group = "a hundred legal moves, slow positions of games"
    over(benchmark, [SLOWEST[name]], lambda view: list(islice(rummikub.legal_moves(view), 100)))
