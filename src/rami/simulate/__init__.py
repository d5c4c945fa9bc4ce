"""Play many deals, in one process or many, and compare players."""

from rami.simulate.comparing import Comparison, Estimate, compare
from rami.simulate.playing import DealRow, deals, play_deal

__all__ = ["Comparison", "DealRow", "Estimate", "compare", "deals", "play_deal"]


def __dir__() -> list[str]:
    return __all__
