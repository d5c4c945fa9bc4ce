"""A game whose calls are noted, so that a report names the call that was wrong."""

import signal
import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager
from itertools import islice
from typing import Any

from rami.errors import RamiError
from rami.game import Game

SECONDS = 30.0
"""Seconds of processor time that a call may take."""


class Breach(AssertionError):
    """A promise that a game does not keep.

    Attributes:
        broken: A sentence that says what is broken.
        where: The deal: its rules, players and seed.
        call: The call that raised, or the last one before the breach was noticed, with its arguments.
        position: The position; None where there was none yet.
        moves: The moves that lead to the position, as few as were found.
        record: The record of these moves as JSON, for `from_json`; "" where the game has no such record.
    """

    def __init__(
        self,
        broken: str,
        where: str = "",
        call: str = "",
        position: object = None,
        moves: tuple[Any, ...] = (),
        record: str = "",
    ) -> None:
        super().__init__(broken, where, call, position, moves, record)
        self.broken = broken
        self.where = where
        self.call = call
        self.position = position
        self.moves = moves
        self.record = record

    def __str__(self) -> str:
        made = f"; after {len(self.moves)} move{'s' * (len(self.moves) != 1)}: " if self.moves else ""
        return (
            f"{self.where}: {self.broken}"
            + (f"; in {self.call}" if self.call else "")
            + (f"{made}{', '.join(map(str, self.moves)):.1000}" if self.moves else "")
            + (f"; at {_shortened(self.position)}" if self.position is not None else "")
            + (f"\nrecord: {self.record}" if self.record else "")
        )


class Watched:
    """The functions of a game by their names; each call is noted."""

    calls: int

    def __init__(self, game: Game) -> None:
        self.game = game
        self.calls = 0
        self.raised: BaseException | None = None
        self._last: tuple[str, tuple[Any, ...]] = "", ()

    def __getattr__(self, name: str) -> Any:
        function = getattr(self.game, name)

        def called(*arguments: Any, **named: Any) -> Any:
            return self.call(name, function, *arguments, **named)

        self.__dict__[name] = called
        return called

    def call(self, name: str, function: Callable[..., Any], *arguments: Any, **named: Any) -> Any:
        """Call a function of the game, or a service with a value of the game."""
        self._last, self.calls = (name, (*arguments, *named.values())), self.calls + 1
        try:
            return function(*arguments, **named)
        except Exception as error:
            self.raised = error
            raise

    def listed(self, position: Any, most: int) -> list[Any]:
        """List up to `most` legal moves."""
        return self.call("legal_moves", lambda _: list(islice(self.game.legal_moves(position), most)), position)  # type: ignore[no-any-return]

    def refuses(self, name: str, *arguments: Any, **named: Any) -> bool:
        """Return whether a call raises an error of the library."""
        try:
            getattr(self, name)(*arguments, **named)
        except RamiError:
            return True
        return False

    @property
    def last(self) -> str:
        """The last call with its arguments."""
        name, arguments = self._last
        return f"{name}({', '.join(map(self._written, arguments))})" if name else ""

    def _written(self, argument: Any) -> str:
        return f"{argument}" if type(argument) in self.game.moves else f"{_shortened(argument):.80}"

    @contextmanager
    def limited(self) -> Generator[str, None, None]:
        """Raise a `TimeoutError` in a call that takes too long; yield why that is not possible here, or ""."""
        if not hasattr(signal, "setitimer"):
            yield "this system has no timers of processor time"
            return
        if threading.current_thread() is not threading.main_thread():
            yield "only the main thread can be interrupted"
            return
        last = -1

        def late(*_: object) -> None:
            nonlocal last
            if last == self.calls:
                raise TimeoutError(f"takes longer than {SECONDS / 2:g} seconds")
            last = self.calls

        before = signal.signal(signal.SIGPROF, late)
        signal.setitimer(signal.ITIMER_PROF, SECONDS / 2, SECONDS / 2)
        try:
            yield ""
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
            signal.signal(signal.SIGPROF, before)


def _shortened(value: object) -> str:
    try:
        return f"{value!r:.400}"
    except Exception as error:  # whatever a foreign `__repr__` raises
        return f"a {type(value).__name__} whose repr raises {type(error).__name__}"
