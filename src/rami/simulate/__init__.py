"""Many deals: one after the other, on the processors of one machine, or on a cluster; and comparisons of players."""

from rami.simulate.comparing import Comparison, Difference, compare
from rami.simulate.deals import AHEAD, CHUNK, Summary, play, simulate
from rami.simulate.estimates import Estimate
from rami.simulate.tables import rows
from rami.simulate.win_chances import Chances, chances

__all__ = [
    "AHEAD",
    "CHUNK",
    "Chances",
    "Comparison",
    "Difference",
    "Estimate",
    "Summary",
    "chances",
    "compare",
    "play",
    "rows",
    "simulate",
]
