"""Calls that are watched, and the values found in a game."""

import signal
import threading
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from enum import Enum
from functools import lru_cache
from itertools import islice
from types import NoneType
from typing import Any, TypeGuard

from attrs import evolve, fields, frozen, has

from rami.errors import RamiError
from rami.game import Game

Key = str | int
"""One step of a path into a value: the name of a field, or an index."""

NO_PIECES = ("rules", "players", "current_player", "turn", "player")
"""Fields that hold no pieces, even where pieces are plain numbers."""


@lru_cache(maxsize=256)
def _is_plain(kind: type) -> bool:
    """Return whether values of a class have no fields, as numbers, pieces and texts have none."""
    return issubclass(kind, int | str | NoneType)


def is_row(value: Any) -> TypeGuard[tuple[Any, ...]]:
    """Return whether a value is a tuple."""
    return isinstance(value, tuple)


def fields_in(value: object) -> tuple[Any, ...]:
    """Return the fields of a class of attrs, or of a value of one; () of any other."""
    return _fields(value if isinstance(value, type) else type(value))


@lru_cache(maxsize=256)
def _fields(kind: type) -> tuple[Any, ...]:
    return tuple(fields(kind)) if has(kind) else ()


def difference(one: Any, other: Any, path: str = "") -> str:
    """Return the first field in which two values differ, also one that `==` leaves out; "" if there is none."""
    if one is other:
        return ""
    if type(one) is type(other):
        if is_row(one) and len(one) == len(other):
            if one == other and all(map(_is_plain, set(map(type, one)))):
                return ""
            pairs = enumerate(zip(one, other, strict=True))
            return next((wrong for index, (a, b) in pairs if (wrong := difference(a, b, f"{path}[{index}]"))), "")
        if named := fields_in(one):
            names = (each.name for each in named if each.init)  # what is derived may not be known yet
            parts = ((name, getattr(one, name, None), getattr(other, name, None)) for name in names)
            return next((wrong for name, a, b in parts if (wrong := difference(a, b, f"{path}.{name}"))), "")
    alike = type(one) is type(other) or (isinstance(one, str) and isinstance(other, str))
    return "" if alike and one == other else f"{path.lstrip('.')}: {one!r:.200} and {other!r:.200}"


def with_field(value: Any, name: str, new: Any) -> Any:
    """Return a value with another value in a field, which may be private."""
    alias = next(each.alias for each in fields_in(value) if each.name == name)
    return evolve(value, **{alias: new})


def with_value(value: Any, keys: tuple[Key, ...], new: Any) -> Any:
    """Return a value with another one at the end of a path; raise the `ValueError` of a class that refuses it."""
    if not keys:
        return new
    key, rest = keys[0], keys[1:]
    if isinstance(key, str):
        return with_field(value, key, with_value(getattr(value, key), rest, new))
    return (*value[:key], with_value(value[key], rest, new), *value[key + 1 :])


@frozen
class Row:
    """The place of a row of pieces in a position, or of a single piece, and the seat that owns it, if any."""

    keys: tuple[Key, ...]
    seat: int | None = None
    single: bool = False

    @property
    def field(self) -> str:
        """The field of the position."""
        return str(self.keys[0])

    def pieces(self, position: Any) -> tuple[Any, ...]:
        """Return the pieces there."""
        for key in self.keys:
            position = getattr(position, key) if isinstance(key, str) else position[key]
        return (position,) if self.single else position

    def put(self, position: Any, pieces: tuple[Any, ...]) -> Any:
        """Return a position with other pieces there."""
        return with_value(position, self.keys, (pieces or (None,))[0] if self.single else pieces)

    def __str__(self) -> str:
        return self.field if self.seat is None else f"{self.field} of seat {self.seat}"


def rows(position: Any, pieces: frozenset[Any]) -> list[Row]:
    """Find the rows of pieces in a position; in a row with an item for each player, the items belong to the seats."""
    kinds: set[type] = {type(piece) for piece in pieces}

    def found(value: Any, keys: tuple[Key, ...], seat: int | None) -> Iterator[Row]:
        if is_row(value):
            by_seat = seat is None and len(value) == position.players
            if value and not by_seat and kinds.issuperset(map(type, value)) and pieces.issuperset(value):
                yield Row(keys, seat)
            else:
                for index, item in enumerate(value):
                    yield from found(item, (*keys, index), index if by_seat else seat)
        elif type(value) in kinds:
            if value in pieces:
                yield Row(keys, seat, single=True)
        else:
            for each in fields_in(value):
                if each.init and (keys or each.name not in NO_PIECES):
                    yield from found(getattr(value, each.name), (*keys, each.name), seat)

    return list(found(position, (), None))


def shape(position: Any) -> tuple[object, ...]:
    """Return what similar positions share: phases, flags, and which rows are short."""

    def rough(value: Any) -> object:
        if value is None or isinstance(value, bool | Enum):
            return value
        if is_row(value):
            inner = [len(item) for item in value if is_row(item)]
            return min(*inner, 3) if inner else min(len(value), 4)
        return None

    return tuple(rough(getattr(position, each.name)) for each in fields_in(position) if each.name != "rules")


def inside(value: Any) -> Iterator[Any]:
    """Yield a value and everything inside it, except rules."""
    if is_row(value):
        for item in value:
            yield from inside(item)
    else:
        yield value
        for each in fields_in(value):
            if each.name != "rules":
                yield from inside(getattr(value, each.name, None))


MOST_FIELDS = 10
"""Fields among which they are looked for."""


class WholeSets:
    """The choices of fields that have held the whole set in every position so far."""

    def __init__(self, every: Sequence[Any]) -> None:
        self._every = Counter(every)
        self._names: set[str] = set()
        self._choices: list[frozenset[str]] = [frozenset()]

    def fields(self, state: Any, found: Sequence[Row]) -> frozenset[str]:
        """Return the fields that all choices have in common."""
        counts: dict[str, Counter[Any]] = {}
        for row in found:
            counts.setdefault(row.field, Counter()).update(row.pieces(state))
        for name in sorted(counts.keys() - self._names)[: MOST_FIELDS - len(self._names)]:
            self._names.add(name)
            self._choices += [names | {name} for names in self._choices]  # it held nothing before
        none: Counter[Any] = Counter()
        self._choices = [
            names for names in self._choices if sum((counts.get(name, none) for name in names), none) == self._every
        ]
        common = set(self._choices[0]) if self._choices else set[str]()
        return frozenset(common.intersection(*self._choices))


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
