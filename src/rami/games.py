"""The games of the library, and what a `Game` value says about its own types."""

from collections.abc import Callable, Iterator
from functools import cache
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from attrs import frozen

from rami import contracts, rummikub, rummy
from rami.errors import RamiError
from rami.game import Game

GAMES: tuple[Game[Any, Any, Any, Any], ...] = (rummikub.GAME, contracts.GAME, rummy.GAME)
"""The games of the library. Whoever writes another game passes it where a function takes games."""


@frozen
class Types:
    """The types of the values of a game.

    Attributes:
        rules: Its rules.
        state: Its positions.
        moves: The kinds of its moves.
        view: What a player may know of a position.
        deal: What chance decides before the first move.
    """

    rules: type
    state: type
    moves: tuple[type, ...]
    view: type
    deal: type


@cache
def types_of(game: Game[Any, Any, Any, Any]) -> Types:
    """The types of the values of a game, read from the annotations of its functions.

    Args:
        game: The game.

    Returns:
        The types.

    Raises:
        RamiError: If an annotation is missing, or is not a class; it says which.

    Examples:
        >>> types_of(rummikub.GAME).view
        <class 'rami.rummikub.state.View'>
    """
    rules = list(_annotations(game, game.from_deal).values())[1]
    found = {"rules": rules}
    for name, function in (("state", game.from_deal), ("view", game.observe), ("deal", game.deal)):
        found[name] = _annotations(game, function)["return"]
    for name, kind in found.items():
        if not isinstance(kind, type):
            raise RamiError(f"the type of the {name} of {game.name} is to be a class, not {kind!r}")
    moves = tuple(members(_annotations(game, game.parse_move)["return"]))
    return Types(found["rules"], found["state"], moves, found["view"], found["deal"])


def _annotations(game: Game[Any, Any, Any, Any], function: Callable[..., object]) -> dict[str, Any]:
    try:
        found = get_type_hints(function)
    except (NameError, TypeError) as error:
        raise RamiError(f"the annotations of {game.name} cannot be read: {error}") from None
    if "return" not in found or (function == game.from_deal and len(found) < 4):
        raise RamiError(f"the functions of {game.name} have to say their types: {function!r} does not")
    return found


def members(kind: object) -> Iterator[type]:
    """The classes of a union, or the one class that is given.

    Args:
        kind: A class, or a union of classes.

    Yields:
        The classes in their order.

    Raises:
        RamiError: If it is anything else.

    Examples:
        >>> [each.__name__ for each in members(rummikub.Move)]
        ['Draw', 'Pass', 'Play', 'TimeOut']
    """
    for member in get_args(kind) if get_origin(kind) in (Union, UnionType) else (kind,):
        if not isinstance(member, type):
            raise RamiError(f"a class is expected, not {member!r:.80}")
        yield member


def game_of(position: object) -> Game[Any, Any, Any, Any]:
    """The game of the library that a state or view belongs to.

    Args:
        position: A state or a view.

    Returns:
        The game.

    Raises:
        RamiError: If it is none of theirs.

    Examples:
        >>> game_of(contracts.new_game(2, seed=1)).name
        'contracts'
    """
    for game in GAMES:
        types = types_of(game)
        if type(position) in (types.state, types.view):
            return game
    raise RamiError(f"a {type(position).__name__} is no position of {', '.join(game.name for game in GAMES)}")
