"""Many deals: one after the other, on the processors of one machine, or on a cluster; and comparisons of players."""

from rami.simulate.comparing import Comparison, Difference, compare
from rami.simulate.deals import AHEAD, CHUNK, Summary, play, simulate
from rami.simulate.estimates import Estimate
from rami.simulate.tables import rows

__all__ = [
    "AHEAD",
    "CHUNK",
    "Comparison",
    "Difference",
    "Estimate",
    "Summary",
    "compare",
    "play",
    "rows",
    "simulate",
]
