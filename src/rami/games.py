"""The games of the library."""

from sys import modules
from typing import Any, cast

from attrs import AttrsInstance

from rami import contracts, gin, rummikub, rummy
from rami.errors import RamiError, WrongType, shown
from rami.game import Game, PlayerView, Position

AnyGame = Game[AttrsInstance, Position, object, PlayerView]
"""A game of the library, whichever it is: its states are a `Position`, its views a `PlayerView`."""

GAMES: tuple[AnyGame, ...] = cast("tuple[AnyGame, ...]", (rummikub.GAME, contracts.GAME, rummy.GAME, gin.GAME))
"""The games of the library. A game of your own is passed where a function takes games."""


def game_of(value: object) -> Game:
    """Return the game that a position or another value belongs to: the `GAME` of the package of its class.

    Args:
        value: A state, a view, or another value of a game of the library or of your own.

    Returns:
        The game.

    Raises:
        WrongType: If no package of its class has a game.

    Examples:
        >>> game_of(contracts.new_game(2, seed=1)).name
        'contracts'
    """
    home = type(value).__module__
    while home:
        found: Any = getattr(modules.get(home), "GAME", None)
        if isinstance(cast("object", found), Game):
            game: Game[Any, Any, Any, Any] = found
            return game
        home = home.rpartition(".")[0]
    raise WrongType(f"a {type(value).__name__} belongs to no game")


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

    for known in GAMES:
        if known.name == name:
            return known
    for offered in entry_points(group=ENTRY_POINTS, name=name):
        found: Any = offered.load()
        if not isinstance(cast("object", found), Game):
            raise RamiError(f"what {offered.value} offers as the game {shown(name)} is no Game")
        game: Game[Any, Any, Any, Any] = found
        return game
    raise RamiError(f"no game is called {shown(name)}, in the library or in an installed package")
