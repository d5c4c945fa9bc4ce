"""The rules of the rummy family: immutable positions, pure checks and scores.

Each game is a module of functions, gathered in one `Game` value: `rami.rummikub.GAME`.
"""

from rami import contracts, rummikub, rummy
from rami.errors import (
    IllegalMove,
    InvalidMeld,
    InvalidPiece,
    NotationError,
    RamiError,
    RecordError,
    RulesError,
    Violation,
    ViolationCode,
)
from rami.game import Deal, EndReason, Game, Result

__version__ = "0.1.0"

__all__ = [
    "Deal",
    "EndReason",
    "Game",
    "IllegalMove",
    "InvalidMeld",
    "InvalidPiece",
    "NotationError",
    "RamiError",
    "RecordError",
    "Result",
    "RulesError",
    "Violation",
    "ViolationCode",
    "__version__",
    "contracts",
    "rummikub",
    "rummy",
]
