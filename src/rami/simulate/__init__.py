"""Many deals, streamed as rows: on one processor, on all of a machine, or on a cluster; and statistics of the rows."""

from rami.simulate.comparing import Comparison, Estimate, compare
from rami.simulate.playing import DealRow, deals, play_deal

__all__ = ["Comparison", "DealRow", "Estimate", "compare", "deals", "play_deal"]


def __dir__() -> list[str]:
    return __all__
