"""The games of the library."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final, cast

from rami import contracts, gin, rummikub, rummy
from rami.errors import RamiError, shown
from rami.game import Game
from rami.referee import GameRules, PlayerView, Position

AnyGame = Game[GameRules, Position, object, PlayerView]
"""Any game of the library.

Its states are a `Position`, and its views a `PlayerView`.
"""

GAMES: Final[Mapping[str, AnyGame]] = MappingProxyType(
    {game.name: game for game in cast("tuple[AnyGame, ...]", (rummikub.GAME, rummy.GAME, gin.GAME, contracts.GAME))}
)
"""The games of the library by name.

Functions that take a game as an argument also accept your own game.
"""

ENTRY_POINTS = "rami.games"
"""The name of the entry point group for games of other packages."""


def game_named(name: str) -> Game[Any, Any, Any, Any]:
    """Return a game by its name.

    It is a game of the library or of an installed package.

    A package offers a game as an entry point in the group `rami.games`. Only this function loads entry points, and it
    loads only the entry point with this name. Reading a document, a record or the answer of a program never loads one.

    Args:
        name: The name.

    Returns:
        The game.

    Raises:
        RamiError: If no game has this name, or the entry point is not a `Game`.

    Examples:
        >>> game_named("gin") is gin.GAME
        True
        >>> game_named("whist")
        Traceback (most recent call last):
        ...
        rami.errors.RamiError: no game is called 'whist', in the library or in an installed package
    """
    from importlib.metadata import entry_points  # noqa: PLC0415  # slow to import, and only needed for other games

    if name in GAMES:
        return GAMES[name]
    for offered in entry_points(group=ENTRY_POINTS, name=name):
        found: Any = offered.load()
        if not isinstance(cast("object", found), Game):
            raise RamiError(f"the entry point of the game {shown(name)} must be a Game: {offered.value} is not")
        game: Game[Any, Any, Any, Any] = found
        return game
    raise RamiError(f"no game is called {shown(name)}, in the library or in an installed package")
