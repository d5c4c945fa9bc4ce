"""The type of players, and the facts that they need of a game."""

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any, Generic, ParamSpec, Protocol, TypeVar, cast, runtime_checkable

from attrs import frozen

from rami.errors import RamiError, shown
from rami.events import MoveEvent
from rami.game import M, Result, S, V

P = ParamSpec("P")
T = TypeVar("T")

Player = Callable[[V, Random], M]
"""A player: a function from a view, and a source of chance of its own, to a move. It depends on nothing else."""


@runtime_checkable
class Watcher(Protocol):
    """A player in one deal that sees what happens between its turns, and how the deal ends.

    Examples:
        >>> from rami import gin
        >>> from rami.players import quick_player
        >>> from rami.simulate import play
        >>> class Attentive:
        ...     def for_deal(self):
        ...         return self
        ...
        ...     def __call__(self, view, random):
        ...         return quick_player(view, random)
        ...
        ...     def watch(self, event):
        ...         self.last = event
        ...
        ...     def end(self, view, result):
        ...         print(self.last, result.scores)
        >>> record = play(gin.GAME, [Attentive(), quick_player], seed=1)
        Player 2 finishes laying off. (39, 0)
    """

    def __call__(self, view: Any, random: Random, /) -> Any:
        """Choose a move."""
        ...

    def watch(self, event: MoveEvent[Any], /) -> None:
        """See a move of any seat, as the own seat may know it."""
        ...

    def end(self, view: Any, result: Result, /) -> None:
        """See how the deal ended."""
        ...


@runtime_checkable
class Witness(Protocol):
    """A player that is seated anew in every deal, so that what it sees of one does not mix with another.

    Examples:
        >>> from rami import gin
        >>> from rami.adapters.process import ProcessPlayer
        >>> isinstance(ProcessPlayer(gin.GAME, ["bot"]), Witness)
        True
    """

    def for_deal(self) -> Watcher:
        """Return the player for one deal."""
        ...


class PlayerFailed(RamiError):
    """A player gave no move: it raised an error, or it is a program that was too slow, ended, or answered nonsense."""


@frozen
class Strategy(Generic[S, M, V]):
    """The rules of thumb for one game.

    Attributes:
        quick: Returns a sensible move in little time.
                absent: Returns the move that changes least.
            random: Returns a random move; None for one of the first legal moves.
                end.
    """

    quick: Callable[[V], M]
    absent: Callable[[V], M]
    random: Callable[[V, Random], M] | None = None


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
    return call(player, player, view, random)


def call(player: object, function: Callable[P, T], *arguments: P.args, **options: P.kwargs) -> T:
    """Call a player, or a method of one; raise PlayerFailed, with its name, whatever it raises."""
    try:
        return function(*arguments, **options)
    except PlayerFailed:
        raise
    except (Exception, SystemExit) as error:
        raise PlayerFailed(f"{name_of(player)} raised {shown(error)}") from error


def name_of(player: object) -> str:
    """Return the name of a player; for a partial application, that of the function."""
    while isinstance(player, partial):
        player = cast("partial[object]", player).func
    return str(getattr(player, "__name__", type(player).__name__))
