"""How often a random rack can open, by the Monte Carlo method.

    python examples/opening_odds.py
    python examples/opening_odds.py --racks 100000 --tiles 10 --jokers 0 --lang fr

Racks are drawn from a full set. For each, the solver says whether it holds any meld, whether its melds are worth the 30
points of an opening, how many of its tiles can be laid at most, and what its best opening is worth: the highest number
of points that it could still open with. The figure after ± is the standard error.
"""

import argparse
import os
import sys
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from math import sqrt
from random import Random
from statistics import fmean, pvariance

from attrs import evolve

from rami import RamiError, rummikub
from rami.rummikub import JOKER, Rules, Tile

WORDS = {
    "en": (
        "{0} racks of {1} tiles, {2} jokers in the set, seed {3}",
        "can lay a meld",
        "can open with 30 points",
        "tiles laid at most",
        "best opening, points",
    ),
    "fr": (
        "{0} chevalets de {1} plaques, {2} jokers dans le jeu, germe {3}",
        "peut poser une combinaison",
        "peut ouvrir avec 30 points",
        "plaques posées au plus",
        "meilleure ouverture, points",
    ),
}


class Odds:
    """Answers for racks drawn from a set with so many jokers."""

    def __init__(self, jokers: int) -> None:
        self.rules = Rules(jokers=jokers, joker_rack=0)

    def figures(self, rack: Sequence[Tile]) -> tuple[float, float, float, float]:
        """Whether the rack can lay a meld, whether it can open, the tiles laid at most, and the best opening."""
        view = rummikub.set_up(rack, rules=self.rules)
        most, dearest = rummikub.best_play(view), rummikub.best_play(view, maximize="points")
        if most is None or dearest is None:
            return 0, 0, 0, 0
        # Jokers count nothing in `dearest`; in the opening each adds up to 13, the number that it stands for.
        low = rummikub.rack_value(dearest.table.tiles, self.rules)
        higher = range(low + 1, low + 13 * rack.count(JOKER) + 1)
        opening = low + bisect_left(higher, True, key=lambda points: not self.can_open(rack, points))
        return 1, opening >= 30, len(most.table.tiles), opening

    def can_open(self, rack: Sequence[Tile], points: int) -> bool:
        rules = evolve(self.rules, opening_points=points)
        return rummikub.can_play(rummikub.set_up(rack, rules=rules, opened=False))


def racks(tiles: Sequence[Tile], size: int, number: int, seed: int) -> Iterator[list[Tile]]:
    """Random racks."""
    random = Random(seed)
    for _ in range(number):
        yield random.sample(tiles, size)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="Estimate how often a random rack can open.")
    parser.add_argument("--racks", type=int, default=500, help="how many racks are drawn (default: %(default)s)")
    parser.add_argument("--tiles", type=int, default=14, help="how many tiles a rack has (default: %(default)s)")
    parser.add_argument("--jokers", type=int, default=2, help="how many jokers the set has (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=2026, help="what decides the racks (default: %(default)s)")
    parser.add_argument("--lang", default="en", choices=list(WORDS), help="the language (default: %(default)s)")
    options = parser.parse_args(arguments)
    if options.racks < 1:
        parser.error("--racks must be 1 or more")
    try:
        odds = Odds(options.jokers)
        if not 1 <= options.tiles <= len(odds.rules.tiles):
            parser.error(f"--tiles must be 1 to {len(odds.rules.tiles)}")
        figures = list(map(odds.figures, racks(odds.rules.tiles, options.tiles, options.racks, options.seed)))
    except RamiError as error:
        parser.error(str(error))
    title, *names = WORDS[options.lang]
    print(title.format(options.racks, options.tiles, options.jokers, options.seed), end="\n\n")
    for name, values in zip(names, zip(*figures, strict=True), strict=True):
        print(f"{name:<32} {fmean(values):8.4f} ± {sqrt(pvariance(values) / len(values)):.4f}")


if __name__ == "__main__":
    try:
        main()
        sys.stdout.flush()
    except BrokenPipeError:  # who reads on, perhaps `head`, has read enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
