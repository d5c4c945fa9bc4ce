"""For the tests of those who build on the library: strategies for Hypothesis, the promises of a game, and counts.

It needs Hypothesis: `python -m pip install "rami[testing]"`.
"""

from rami.testing.conformance import Breach, Conformance, check_game
from rami.testing.counting import perft, seats
from rami.testing.strategies import moves, racks, states, tiles

__all__ = [
    "Breach",
    "Conformance",
    "check_game",
    "moves",
    "perft",
    "racks",
    "seats",
    "states",
    "tiles",
]
