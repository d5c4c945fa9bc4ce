"""Tools for checks: comparison of values, recorded calls, and replays in another process."""

import os
import pickle
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import lru_cache
from itertools import islice
from types import NoneType
from typing import Any, TypeGuard

from attrs import define, evolve, fields, frozen, has

from rami.digests import digest
from rami.errors import RamiError
from rami.game import Game
from rami.positions import replaced
from rami.record import Record

SECONDS = 30.0
"""Maximum processor time of a call, in seconds."""

REPLAYED_MOVES = 60
"""Number of last moves of a deal to compare with a replay.

The replay runs in another process.
"""

NO_PIECES = ("rules", "players", "current_player", "turn", "player")
"""Fields that contain no pieces.

They are listed because their numbers could be mistaken for pieces.
"""

# ----------------------------------------------------------------------------------------------------------- values


def is_row(value: Any) -> TypeGuard[tuple[Any, ...]]:
    """Return whether a value is a tuple."""
    return isinstance(value, tuple)


def fields_in(value: object) -> tuple[Any, ...]:
    """Return the fields of an attrs class or instance.

    For other values, return ().
    """
    return _fields(value if isinstance(value, type) else type(value))


@lru_cache(maxsize=256)
def _fields(kind: type) -> tuple[Any, ...]:
    return tuple(fields(kind)) if has(kind) else ()


_PLAIN = (int, str, NoneType)
"""Types that `==` compares completely.

Their values have no fields.
"""


def difference(one: Any, other: Any, path: str = "") -> str:
    """Return a description of the first field that differs between two values.

    If the values are equal, return "". Fields that `==` ignores are compared too.
    """
    if one is other or _are_plain_and_equal(one, other):
        return ""
    same_type = type(one) is type(other)
    if same_type and (parts := _parts(one, other)):
        differences = (difference(a, b, path + step) for step, a, b in parts)
        return next(filter(None, differences), "")
    are_texts = isinstance(one, str) and isinstance(other, str)
    if (same_type or are_texts) and one == other:
        return ""
    return f"{path.lstrip('.')}: {one!r:.200} and {other!r:.200}"


def _are_plain_and_equal(one: Any, other: Any) -> bool:
    if not is_row(one) or one != other:
        return False
    kinds = [*map(type, one)]
    return kinds == [*map(type, other)] and all(issubclass(kind, _PLAIN) for kind in set(kinds))


def _parts(one: Any, other: Any) -> list[tuple[str, Any, Any]]:
    if is_row(one):
        pairs = zip(one, other, strict=True) if len(one) == len(other) else ()
        return [(f"[{index}]", a, b) for index, (a, b) in enumerate(pairs)]
    # Derived fields may not be computed yet.
    names = [each.name for each in fields_in(one) if each.init]
    return [(f".{name}", getattr(one, name, None), getattr(other, name, None)) for name in names]


def seat_name(seat: int | None) -> str:
    """Return the name for a seat or a spectator in error reports."""
    return "a spectator" if seat is None else f"seat {seat}"


def with_field(value: Any, name: str, new: Any) -> Any:
    """Return a value with one field changed.

    The field may be private.
    """
    alias = next(each.alias for each in fields_in(value) if each.name == name)
    return evolve(value, **{alias: new})


def inside(value: Any) -> Iterator[Any]:
    """Yield a value and all nested values, except those in fields named `rules`."""
    if is_row(value):
        for item in value:
            yield from inside(item)
    else:
        yield value
        for each in fields_in(value):
            if each.name != "rules":
                yield from inside(getattr(value, each.name, None))


def by_kind(moves: Iterable[Any]) -> dict[str, Any]:
    """Return the last move of each class, by class name."""
    return {type(move).__name__: move for move in moves}


# --------------------------------------------------------------------------------------------------- rows of pieces


@frozen
class RowPath:
    """Path to pieces in a position, and their owner.

    The pieces are a row or a single piece. The owner is a seat or None.
    """

    keys: tuple[str | int, ...]
    seat: int | None = None
    single: bool = False

    @property
    def field(self) -> str:
        """The name of the field that contains the row."""
        return str(self.keys[0])

    def pieces(self, position: Any) -> tuple[Any, ...]:
        """Return the pieces of the row."""
        for key in self.keys:
            position = getattr(position, key) if isinstance(key, str) else position[key]
        return (position,) if self.single else position

    def put(self, position: Any, pieces: Sequence[Any]) -> Any:
        """Return a copy of the position with new pieces in the row.

        The class of the position may raise an error.
        """
        if self.single:
            return _with_value(position, self.keys, next(iter(pieces), None))
        return _with_value(position, self.keys, tuple(pieces))

    def __str__(self) -> str:
        return self.field if self.seat is None else f"{self.field} of {seat_name(self.seat)}"


def _with_value(value: Any, keys: tuple[str | int, ...], new: Any) -> Any:
    if not keys:
        return new
    key, rest = keys[0], keys[1:]
    if isinstance(key, str):
        return with_field(value, key, _with_value(getattr(value, key), rest, new))
    return replaced(value, key, _with_value(value[key], rest, new))


def rows(position: Any, pieces: frozenset[Any]) -> list[RowPath]:
    """Return the paths to all rows of pieces in a position.

    A field with one row for each player has a row for each seat.
    """
    kinds: set[type] = {type(piece) for piece in pieces}

    def is_piece(value: Any) -> bool:
        return type(value) in kinds and value in pieces

    def rows_in(value: Any, keys: tuple[str | int, ...], seat: int | None) -> Iterator[RowPath]:
        if is_piece(value):
            yield RowPath(keys, seat, single=True)
        elif is_row(value):
            has_seats = seat is None and len(value) == position.players
            if value and not has_seats and all(map(is_piece, value)):
                yield RowPath(keys, seat)
                return
            for index, item in enumerate(value):
                yield from rows_in(item, (*keys, index), index if has_seats else seat)
        else:
            for each in fields_in(value):
                if each.init and (keys or each.name not in NO_PIECES):
                    yield from rows_in(getattr(value, each.name), (*keys, each.name), seat)

    return list(rows_in(position, (), None))


# ------------------------------------------------------------------------------------------------------------ calls


@define(eq=False, repr=False, slots=False)
class Breach(AssertionError):
    """An error that a test of a game has found.

    Attributes:
        broken: A description of the broken promise.
        where: The deal: its rules, players and seed.
        call: The call that failed, or the last call before the failure, with its arguments.
        position: The position, or None if there was none yet.
        moves: The moves that lead to the position, shortened if possible.
        record: The record of these moves as JSON, for `from_json`. Empty if there is no valid record.

    Examples:
        >>> from attrs import evolve
        >>> from rami import gin
        >>> from rami.testing import check_game
        >>> wrong = evolve(gin.GAME, legal_moves=lambda state: iter(()))
        >>> try:
        ...     check_game(wrong, seeds=[1], moves=5)
        ... except Breach as breach:
        ...     print(breach.broken)
        pass is legal, but neither this move nor an equal one is listed
    """

    broken: str
    where: str = ""
    call: str = ""
    position: object = None
    moves: tuple[Any, ...] = ()
    record: str = ""

    def __str__(self) -> str:
        call = f"; in {self.call}" if self.call else ""
        moves = f"; after {len(self.moves)} moves: {', '.join(map(str, self.moves)):.1000}" if self.moves else ""
        position = "" if self.position is None else f"; at {_shortened(self.position)}"
        record = f"\nrecord: {self.record}" if self.record else ""
        return f"{self.where}: {self.broken}{call}{moves}{position}{record}"


def is_quick_to_list(game: Game, state: Any) -> bool:
    """Return whether it is fast to list the legal moves."""
    return game.quick_to_list is None or game.quick_to_list(state)


class Watched:
    """Wrapper of a game that records each call."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._calls = 0
        self._calls_at_last_tick = -1
        self._last: tuple[str, tuple[Any, ...]] = "", ()

    def __getattr__(self, name: str) -> Any:
        function = getattr(self.game, name)

        def called(*arguments: Any, **named: Any) -> Any:
            return self.call(name, function, *arguments, **named)

        self.__dict__[name] = called
        return called

    def call(self, name: str, function: Callable[..., Any], *arguments: Any, **named: Any) -> Any:
        """Call a function and record the call."""
        self._last = name, (*arguments, *named.values())
        self._calls += 1
        return function(*arguments, **named)

    def listed(self, position: Any, most: int) -> list[Any]:
        """Return the first legal moves of a position, up to `most` of them."""
        return self.call("legal_moves", lambda _: list(islice(self.game.legal_moves(position), most)), position)  # type: ignore[no-any-return]

    def refuses(self, name: str, *arguments: Any, **named: Any) -> bool:
        """Return whether a function raises `RamiError`."""
        with suppress(RamiError):
            getattr(self, name)(*arguments, **named)
            return False
        return True

    @property
    def last(self) -> str:
        """The last call with its arguments.

        It is for error reports.
        """
        name, arguments = self._last
        return f"{name}({', '.join(map(self._written, arguments))})" if name else ""

    def _written(self, argument: Any) -> str:
        return f"{argument}" if type(argument) in self.game.moves else f"{_shortened(argument):.80}"

    @contextmanager
    def limited(self) -> Generator[str, None, None]:
        """Raise `TimeoutError` in a call that takes too long.

        Yield "", or the reason why no call can be interrupted on this system.
        """
        in_main = threading.current_thread() is threading.main_thread()
        if not in_main or not hasattr(signal, "setitimer"):
            yield "the time limit of calls: it needs the main thread and a system with timers for processor time"
            return
        before = signal.signal(signal.SIGPROF, self._tick)
        signal.setitimer(signal.ITIMER_PROF, SECONDS / 2, SECONDS / 2)
        try:
            yield ""
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
            signal.signal(signal.SIGPROF, before)

    def _tick(self, *_: object) -> None:
        """Raise `TimeoutError` if the timer fires a second time during the same call."""
        if self._calls == self._calls_at_last_tick:
            raise TimeoutError(f"the call takes longer than {SECONDS / 2:g} seconds")
        self._calls_at_last_tick = self._calls


def _shortened(value: object) -> str:
    try:
        return f"{value!r:.400}"
    except Exception as error:
        # A class from outside the library may raise any exception.
        return f"a {type(value).__name__} whose repr raises {type(error).__name__}"


# -------------------------------------------------------------------------------------------------- another process

_CHILD = """
import pickle, sys
answer, sys.stdout = sys.stdout.buffer, sys.stderr  # a game may print
sys.path[:], played = pickle.load(sys.stdin.buffer)
from rami.testing.watched import answers
answer.write(pickle.dumps(list(map(answers, pickle.loads(played)))))
"""


def compare(records: Sequence[Record]) -> tuple[str, str]:
    """Replay deals in this process and in another process, and compare the results.

    The hashes of strings are different there, so results that depend on the order of a set differ.

    Returns:
        A description of the first difference, and the reason why nothing was compared. "" if there is none.
    """
    try:
        # The other process must set `sys.path` before it can read the records, so pickle the records first.
        pickled = pickle.dumps((sys.path, pickle.dumps(list(records))))
    except Exception as error:
        # A class from outside the library may raise any exception.
        return "", f"another process: the game cannot be pickled: {error}"
    seed = "1" if os.environ.get("PYTHONHASHSEED") != "1" else "2"
    environment = {**os.environ, "PYTHONHASHSEED": seed}
    child = subprocess.run(
        [sys.executable, "-c", _CHILD], input=pickled, capture_output=True, env=environment, check=False
    )
    if child.returncode:
        last = child.stderr.decode(errors="replace").strip().splitlines()[-1:]
        return "", f"another process: {' '.join(last)}"
    for record, others in zip(records, pickle.loads(child.stdout), strict=True):
        for (name, here), (_, there) in zip(answers(record), others, strict=True):
            if here != there:
                both = f"{here:.200} and {there:.200}"
                return f"{name}: the result differs in another process, where strings have other hashes: {both}", ""
    return "", ""


def answers(record: Record) -> list[tuple[str, str]]:
    """Replay a deal, and return the results of calls in its last positions.

    Each result is a name and a text.
    """
    game: Game = record.game
    state = next(record.states())
    skipped = max(0, len(record.moves) - REPLAYED_MOVES)
    for move in record.moves[:skipped]:
        state = game.apply(state, move)
    found = [("deal", digest(game.new_game(record.players, record.rules, seed=record.seed or 0)))]
    for number, move in enumerate((*record.moves[skipped:], None)):
        listed = islice(game.legal_moves(state), 40) if is_quick_to_list(game, state) else ()
        found += [("digest", digest(state)), ("legal_moves", " ".join(map(str, listed)))]
        if number % 8 == 0:
            view = game.observe(state, state.current_player)
            found.append(("determinize", digest(game.determinize(view, seed=number))))
        if move is not None:
            found.append(("event", game.event(state, move, None).message()))
            state = game.apply(state, move)
    return found
