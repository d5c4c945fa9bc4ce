"""The games of the library and the strategy of each, and the type of a player of them all."""

from collections.abc import Mapping
from random import Random
from typing import Any, Protocol, overload

from rami import contracts, gin, rummikub, rummy
from rami.game import PlayerView
from rami.players.strategies.contracts import STRATEGY as CONTRACTS
from rami.players.strategies.gin import STRATEGY as GIN
from rami.players.strategies.rummikub import STRATEGY as RUMMIKUB
from rami.players.strategies.rummy import STRATEGY as RUMMY
from rami.players.strategy import Strategy

STRATEGIES: Mapping[str, Strategy[Any, Any, Any]] = {
    rummikub.GAME.name: RUMMIKUB,
    contracts.GAME.name: CONTRACTS,
    rummy.GAME.name: RUMMY,
    gin.GAME.name: GIN,
}
"""The strategy of each game of the library, by its name."""


class BaselinePlayer(Protocol):
    """A player of every game of the library: from a view of one of them, a move of that game."""

    @property
    def __name__(self) -> str:
        """The name of the player."""
        ...

    @overload
    def __call__(self, view: rummikub.View, random: Random, /) -> rummikub.Move: ...
    @overload
    def __call__(self, view: contracts.View, random: Random, /) -> contracts.Move: ...
    @overload
    def __call__(self, view: rummy.View, random: Random, /) -> rummy.Move: ...
    @overload
    def __call__(self, view: gin.View, random: Random, /) -> gin.Move: ...
    @overload
    def __call__(self, view: PlayerView, random: Random, /) -> object: ...
