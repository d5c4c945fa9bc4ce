"""A test kit for those who build on the library: strategies for Hypothesis, the promises of a game, fuzzing, counts.

It needs Hypothesis: `python -m pip install "rami[testing]"`.
"""

try:
    import hypothesis as _  # noqa: F401  # to name what is missing first
except ImportError:
    raise ImportError('rami.testing needs Hypothesis: python -m pip install "rami[testing]"') from None

from rami.testing.conformance import Conformance, check_game
from rami.testing.invariants import Breach
from rami.testing.perft import perft, seats
from rami.testing.strategies import cards, hands, moves, racks, states, tiles

__all__ = [
    "Breach",
    "Conformance",
    "cards",
    "check_game",
    "hands",
    "moves",
    "perft",
    "racks",
    "seats",
    "states",
    "tiles",
]
