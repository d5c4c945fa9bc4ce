"""Limits of time, where the system has them: for a block of work, or for each call of a game."""

import signal
import threading
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any, ParamSpec, TypeVar

from attrs import evolve

from rami.game import Game, M, R, S, V

P = ParamSpec("P")
T = TypeVar("T")

_CALLS = (
    *("new_game", "deal", "from_deal", "check", "apply", "observe", "determinize", "result", "digest"),
    *("flaws", "next_starter"),
)

LOOKS = 5
"""How often it is looked whether work goes on, before it has taken too long."""


@contextmanager
def limited(seconds: float, what: str = "this") -> Generator[None]:
    """Interrupt what takes longer: in the main thread of a system with such timers; elsewhere there is no limit.

    It is the time that the process works: how busy the machine is makes no difference.

    Args:
        seconds: How long it may work.
        what: What it is, for the error.

    Raises:
        TimeoutError: If it takes longer.
    """

    def interrupt(_: int, __: FrameType | None) -> None:
        raise TimeoutError(f"{what} takes longer than {seconds} seconds")

    with _timed(interrupt, seconds):
        yield


@contextmanager
def going_on(seconds: float, steps: Callable[[], int]) -> Generator[None]:
    """Interrupt work that does not go on: in the main thread of a system with such timers; elsewhere there is no limit.

    Args:
        seconds: For how long it may work without a further step, about.
        steps: How many steps there were.

    Raises:
        TimeoutError: If there is no further step for so long; it names the function that was called.
    """
    last, times = -1, 0

    def look(_: int, frame: FrameType | None) -> None:
        nonlocal last, times
        now = steps()
        last, times = now, times + 1 if now == last else 0
        if times == LOOKS:
            raise TimeoutError(f"a call of {_called(frame)} takes longer than {seconds:g} seconds")

    with _timed(look, seconds / LOOKS):
        yield


@contextmanager
def _timed(look: Callable[[int, FrameType | None], None], seconds: float) -> Generator[None]:
    """Call a function each time that the process has worked for so long; not in other threads, nor on Windows."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGPROF, look)
    signal.setitimer(signal.ITIMER_PROF, seconds, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def _called(frame: FrameType | None) -> str:
    """The function that this package has called, of the frames of a call."""
    name = "a function"
    while frame is not None and not str(frame.f_globals.get("__name__")).startswith("rami.testing"):
        name, frame = frame.f_code.co_name, frame.f_back
    return name


def each_call(function: Callable[P, T], seconds: float, what: str) -> Callable[P, T]:
    """A function with a limit of time for each call.

    Args:
        function: The function.
        seconds: How long a call may work.
        what: Its name, for the error.

    Returns:
        The same, which raises a `TimeoutError` where it takes longer.
    """

    def call(*args: P.args, **kwargs: P.kwargs) -> T:
        with limited(seconds, what):
            return function(*args, **kwargs)

    return call


def watched(game: Game[R, S, M, V], seconds: float) -> Game[R, S, M, V]:
    """A game with a limit of time for each call of its functions, and for each next legal move.

    Args:
        game: The game.
        seconds: How long a call may work.

    Returns:
        The same game, whose functions raise a `TimeoutError` where they take longer.
    """

    def legal_moves(position: S | V) -> Iterator[M]:
        found = game.legal_moves(position)
        following = each_call(lambda: next(found, None), seconds, "the next of legal_moves")
        while (move := following()) is not None:
            yield move

    there: dict[str, Any] = {name: getattr(game, name) for name in _CALLS if getattr(game, name) is not None}
    calls: dict[str, Any] = {name: each_call(function, seconds, name) for name, function in there.items()}
    return evolve(game, legal_moves=legal_moves, **calls)
