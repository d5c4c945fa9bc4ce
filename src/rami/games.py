"""The games of the library."""

from typing import cast

from attrs import AttrsInstance

from rami import contracts, gin, rummikub, rummy
from rami.errors import WrongType
from rami.game import Game, PlayerView, Position

AnyGame = Game[AttrsInstance, Position, object, PlayerView]
"""A game of the library, whichever it is: its states are a `Position`, its views a `PlayerView`."""

GAMES: tuple[AnyGame, ...] = cast("tuple[AnyGame, ...]", (rummikub.GAME, contracts.GAME, rummy.GAME, gin.GAME))
"""The games of the library. A game of your own is passed where a function takes games."""


def game_of(position: object) -> Game:
    """Return the game of the library that a state or view belongs to.

    Args:
        position: A state or a view.

    Returns:
        The game.

    Raises:
        WrongType: If it belongs to none of them.

    Examples:
        >>> game_of(contracts.new_game(2, seed=1)).name
        'contracts'
    """
    for game in GAMES:
        if type(position) in (game.state, game.view):
            return game
    raise WrongType(f"a {type(position).__name__} is no position of {', '.join(game.name for game in GAMES)}")
