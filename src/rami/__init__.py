"""The rules of the rummy family: immutable positions, pure checks and scores.

Each game is a module of functions, gathered in one `Game` value: `rami.rummikub.GAME`.
"""

from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

from rami.errors import (
    IllegalMove,
    InvalidMeld,
    InvalidPiece,
    NotationError,
    RamiError,
    RecordError,
    RulesError,
    TooLarge,
    UnknownPreset,
    Violation,
    ViolationCode,
    WrongType,
)
from rami.game import Deal, EndReason, Game, Result

if TYPE_CHECKING:
    from rami import contracts, gin, rummikub, rummy

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
    "TooLarge",
    "UnknownPreset",
    "Violation",
    "ViolationCode",
    "WrongType",
    "__version__",
    "contracts",
    "gin",
    "rummikub",
    "rummy",
]

_GAMES = ("contracts", "gin", "rummikub", "rummy")


def __getattr__(name: str) -> ModuleType:
    """Load a game when it is first asked for: who plays one does not wait for the others."""
    if name in _GAMES:
        return import_module(f"rami.{name}")
    raise AttributeError(f"module 'rami' has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
