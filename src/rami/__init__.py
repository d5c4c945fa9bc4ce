"""The rules of the rummy family of games.

Positions are immutable. Checks and scores are pure functions.

Each game is a module of functions, collected in one `Game` value such as `rami.rummikub.GAME`. Services that work with
any game are in separate modules, such as `rami.match` and `rami.codec`. Every module is loaded on first access.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rami import codec, contracts, gin, match, places, players, record, rummikub, rummy, simulate
    from rami import testing as testing
    from rami.digests import digest
    from rami.errors import (
        IllegalMove,
        InvalidMeld,
        NotationError,
        RamiError,
        RecordError,
        RulesError,
        TooLarge,
        UnknownPreset,
        Violation,
        WrongType,
    )
    from rami.game import Deal, Game
    from rami.games import GAMES
    from rami.pictures.svg import svg
    from rami.pictures.terminal import text
    from rami.referee import GameRules, PlayerView, Position
    from rami.results import EndReason, Part, Result
    from rami.rule_text import prose

__version__ = "0.1.0"

__all__ = [
    "GAMES",
    "Deal",
    "EndReason",
    "Game",
    "GameRules",
    "IllegalMove",
    "InvalidMeld",
    "NotationError",
    "Part",
    "PlayerView",
    "Position",
    "RamiError",
    "RecordError",
    "Result",
    "RulesError",
    "TooLarge",
    "UnknownPreset",
    "Violation",
    "WrongType",
    "__version__",
    "codec",
    "contracts",
    "digest",
    "gin",
    "match",
    "places",
    "players",
    "prose",
    "record",
    "rummikub",
    "rummy",
    "simulate",
    "svg",
    "text",
]

_OPTIONAL = ("testing",)
"""Modules that need an optional dependency.

`from rami import *` does not import these modules.
"""
_MODULES = (
    *("codec", "contracts", "gin", "match", "places", "players", "record", "rummikub", "rummy", "simulate"),
    *_OPTIONAL,
)
_HOMES = {
    "GAMES": "games",
    **dict.fromkeys(("Deal", "Game"), "game"),
    **dict.fromkeys(("EndReason", "Part", "Result"), "results"),
    **dict.fromkeys(("GameRules", "PlayerView", "Position"), "referee"),
    "digest": "digests",
    "prose": "rule_text",
    "svg": "pictures.svg",
    "text": "pictures.terminal",
}
"""Module of each exported name.

Modules and errors are not included.
"""


def __getattr__(name: str) -> object:
    """Import a name on first access."""
    if name in _MODULES:
        return import_module(f"rami.{name}")
    if name in __all__:
        return getattr(import_module(f"rami.{_HOMES.get(name, 'errors')}"), name)
    raise AttributeError(f"module 'rami' has no attribute {name!r}")


def __dir__() -> list[str]:
    """List `rami.testing` only if Hypothesis is installed."""
    from importlib.util import find_spec  # noqa: PLC0415  # rarely needed

    return [*__all__, *(_OPTIONAL if find_spec("hypothesis") else ())]
