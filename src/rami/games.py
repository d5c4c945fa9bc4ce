"""The games of the library."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final, cast

from rami import contracts, gin, rummikub, rummy
from rami.errors import RamiError, shown
from rami.game import Game
from rami.referee import GameRules, PlayerView, Position

AnyGame = Game[GameRules, Position, object, PlayerView]
"""A game of the library, whichever it is: its states are a `Position`, its views a `PlayerView`."""

GAMES: Final[Mapping[str, AnyGame]] = MappingProxyType(
    {game.name: game for game in cast("tuple[AnyGame, ...]", (rummikub.GAME, rummy.GAME, gin.GAME, contracts.GAME))}
)
"""The games of the library by name. A game of your own is passed where a function takes a game."""

ENTRY_POINTS = "rami.games"
"""The group of entry points under which other packages offer games."""


def game_named(name: str) -> Game[Any, Any, Any, Any]:
    """Return a game by its name: of the library, or of an installed package that offers it.

    A package offers a game as an entry point of the group `rami.games`. Only this function loads it, and only the one
    whose name is asked for: no document, record or answer of a program does.

    Args:
        name: The name.

    Returns:
        The game.

    Raises:
        RamiError: If there is none of that name, or what the package offers is no `Game`.

    Examples:
        >>> game_named("gin") is gin.GAME
        True
        >>> game_named("whist")
        Traceback (most recent call last):
        ...
        rami.errors.RamiError: no game is called 'whist', in the library or in an installed package
    """
    from importlib.metadata import entry_points  # noqa: PLC0415  # slow to import, and needed for other games only

    if name in GAMES:
        return GAMES[name]
    for offered in entry_points(group=ENTRY_POINTS, name=name):
        found: Any = offered.load()
        if not isinstance(cast("object", found), Game):
            raise RamiError(f"what {offered.value} offers as the game {shown(name)} is no Game")
        game: Game[Any, Any, Any, Any] = found
        return game
    raise RamiError(f"no game is called {shown(name)}, in the library or in an installed package")
