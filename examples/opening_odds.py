"""Estimate how often a random rack of Rummikub can open, using a Monte Carlo simulation with the exact solver.

$ python examples/opening_odds.py
500 racks of 14 tiles from a full set; ± is the standard error
can lay a meld         0.8100 ± 0.0176
can open               0.5000 ± 0.0224
most tiles laid        3.8680 ± 0.1179
best opening, points  29.4560 ± 1.0476
"""

from bisect import bisect_left
from collections.abc import Sequence
from math import sqrt
from random import Random
from statistics import fmean, stdev

from rami import rummikub
from rami.rummikub import Rules, Tile

RACKS, SIZE, OPENING = 500, 14, 30
FIGURES = ("can lay a meld", "can open", "most tiles laid", "best opening, points")


def figures(rack: Sequence[Tile]) -> tuple[float, float, float, float]:
    def cannot_open(points: int) -> bool:
        return not rummikub.can_play(rummikub.set_up(rack, rules=Rules(opening_points=points), opened=False))

    most = rummikub.best_play(rummikub.set_up(rack))
    if most is None:
        return 0, 0, 0, 0
    # A rack that can open with many points can also open with fewer, so bisect.
    best = bisect_left(range(1, 13 * SIZE), True, key=cannot_open)
    return 1, best >= OPENING, len(most.table.tiles), best


def main() -> None:
    random = Random(2026)
    columns = zip(*(figures(random.sample(Rules().pieces, SIZE)) for _ in range(RACKS)), strict=True)
    print(f"{RACKS} racks of {SIZE} tiles from a full set; ± is the standard error")
    for name, values in zip(FIGURES, columns, strict=True):
        print(f"{name:<20} {fmean(values):8.4f} ± {stdev(values) / sqrt(RACKS):.4f}")


if __name__ == "__main__":
    main()
