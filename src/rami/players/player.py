"""The type of a player, and how a service asks one for a move."""

from collections.abc import Callable
from functools import partial
from random import Random
from typing import cast

from rami.errors import RamiError, shown
from rami.protocols import M, V

Player = Callable[[V, Random], M]
"""A player: a function from a view, and a source of chance of its own, to a move. It depends on nothing else."""


class PlayerFailed(RamiError):
    """A player raised an error instead of returning a move."""


def ask(player: Player[V, M], view: V, random: Random) -> M:
    """Return the move of a player; raise PlayerFailed, with its name, whatever it raises."""
    try:
        return player(view, random)
    except (Exception, SystemExit) as error:
        raise PlayerFailed(f"{name_of(player)} raised {shown(error)}") from error


def name_of(player: object) -> str:
    """Return the name of a player; for a partial application, that of the function."""
    while isinstance(player, partial):
        player = cast("partial[object]", player).func
    return str(getattr(player, "__name__", type(player).__name__))
