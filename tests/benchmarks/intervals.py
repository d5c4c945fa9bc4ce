"""How often a 95 % interval of few deals holds the mean of many: `python -m tests.benchmarks.intervals`.

Samples are drawn from the differences of two players over 300 real deals, with replacement.
"""

import sys
from random import Random
from statistics import fmean

from rami import contracts, gin
from rami.players import greedy_player, quick_player, random_player
from rami.simulate import Comparison, compare
from rami.simulate.estimates import mean_of

SAMPLES = 4000


def shares(found: Comparison, deals: tuple[int, ...]) -> list[float]:
    """Return the share of samples of each size whose interval holds the mean of all deals."""
    gains = [(one.scores[0] - one.scores[1] + two.scores[1] - two.scores[0]) / 2 for one, two in found.summaries]
    mean, random = fmean(gains), Random(1)
    held: list[float] = []
    for number in deals:
        samples = [mean_of(random.choices(gains, k=number)) for _ in range(SAMPLES)]
        held.append(sum(each.low <= mean <= each.high for each in samples) / SAMPLES)
    return held


def main() -> None:
    """Print the shares for two games."""
    deals = (5, 10, 20, 80)
    for found in (
        compare(contracts.GAME, [quick_player, random_player], deals=300, seed=1),
        compare(gin.GAME, [greedy_player, quick_player], deals=300, seed=1),
    ):
        told = ", ".join(f"{n} deals {100 * share:.1f} %" for n, share in zip(deals, shares(found, deals), strict=True))
        sys.stdout.write(f"{found.game}: {told}\n")


if __name__ == "__main__":
    main()
