"""Play many deals, and compare players.

The deals run in one process or in many.
"""

from rami.simulate.comparing import Comparison, Estimate, compare
from rami.simulate.playing import DealRow, deals, play_deal

__all__ = ["Comparison", "DealRow", "Estimate", "compare", "deals", "play_deal"]


def __dir__() -> list[str]:
    return __all__
