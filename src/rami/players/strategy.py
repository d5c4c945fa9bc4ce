"""What players need to know of a game, and what a player is."""

from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import Generic, cast

from attrs import frozen

from rami.errors import RamiError, shown
from rami.game import M, S, V

Player = Callable[[V, Random], M]
"""A player: a function from a view, and a source of chance of its own, to a move. It depends on nothing else."""


class PlayerFailed(RamiError):
    """A player gave no move: it raised an error, or it is a program that was too slow, ended, or answered nonsense."""


@frozen
class Strategy(Generic[S, M, V]):
    """The rules of thumb for one game.

    Attributes:
        quick: Returns a sensible move in little time.
        greedy: Returns the move that gains the most at once.
        thoughtful: Returns a move by rules of thumb that look further ahead.
        absent: Returns the move that changes least.
        shortlist: Returns the moves worth a search, the most promising first.
        random: Returns a random move; None for one of the first legal moves.
        evaluate: Returns the value of an unfinished position to each seat, in points; None where playouts go to the
            end.
        playout_turns: How many turns a playout lasts; None to the end.
    """

    quick: Callable[[V], M]
    greedy: Callable[[V], M]
    thoughtful: Callable[[V], M]
    absent: Callable[[V], M]
    shortlist: Callable[[V], Sequence[M]]
    random: Callable[[V, Random], M] | None = None
    evaluate: Callable[[S], Sequence[float]] | None = None
    playout_turns: int | None = None


def ask(player: Player[V, M], view: V, random: Random) -> M:
    """Ask a player for a move.

    Args:
        player: The player.
        view: What it sees.
        random: Its source of chance.

    Returns:
        The move.

    Raises:
        PlayerFailed: If the player raises any error, StopIteration and SystemExit among them.
    """
    try:
        return player(view, random)
    except PlayerFailed:
        raise
    except (Exception, SystemExit) as error:
        raise PlayerFailed(f"{name_of(player)} raised {shown(error)}") from error


def name_of(player: object) -> str:
    """Return the name of a player; for a partial application, that of the function."""
    while isinstance(player, partial):
        player = cast("partial[object]", player).func
    return str(getattr(player, "__name__", type(player).__name__))
