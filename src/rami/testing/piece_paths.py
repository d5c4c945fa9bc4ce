"""Paths to the pieces in a position, and copies of a position with other pieces there."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, cast

from attrs import Attribute, evolve, fields, frozen, has

Key = str | int
"""One step of a path into a value: the name of a field, or an index."""

_MOST_FIELDS = 10
"""Among how many fields are those that hold the whole set looked for."""

_NO_PIECES = ("rules", "players", "current_player", "turn", "player")
"""Fields of positions that hold no pieces, even where pieces are plain numbers."""


@frozen
class PiecePath:
    """The keys that lead to a row of pieces, or to a single one, and the seat that owns it where each seat has one."""

    keys: tuple[Key, ...]
    seat: int | None = None
    is_single: bool = False

    @property
    def name(self) -> str:
        """The field of the position."""
        return str(self.keys[0])

    def pieces(self, state: object) -> tuple[Any, ...]:
        """Return the pieces there."""
        value: Any = state
        for key in self.keys:
            value = getattr(value, key) if isinstance(key, str) else value[key]
        return (value,) if self.is_single else value

    def __str__(self) -> str:
        return self.name if self.seat is None else f"{self.name} of seat {self.seat}"


def piece_paths(position: Any, pieces: frozenset[Any]) -> Iterator[PiecePath]:
    """Yield the paths to rows of pieces, and to single ones, in the fields of a position and in the values of these.

    A row with as many items as there are players has one for each seat: the pieces in an item belong to that seat.
    """
    types: set[type] = {type(piece) for piece in pieces}

    def found(value: Any, keys: tuple[Key, ...], seat: int | None) -> Iterator[PiecePath]:
        if isinstance(value, tuple):
            row = cast("Sequence[Any]", value)
            is_per_seat = seat is None and len(row) == position.players
            if row and not is_per_seat and types.issuperset(map(type, row)) and pieces.issuperset(row):
                yield PiecePath(keys, seat)
                return
            for index, item in enumerate(row):
                yield from found(item, (*keys, index), index if is_per_seat else seat)
        elif type(value) in types:
            if value in pieces:
                yield PiecePath(keys, seat, is_single=True)
        else:
            for part in init_fields(value):
                if keys or part.name not in _NO_PIECES:
                    yield from found(getattr(value, part.name), (*keys, part.name), seat)

    if init_fields(position):
        yield from found(position, (), None)


class Holding:
    """Finds the fields that hold the whole set: in every position so far, not in one by chance."""

    def __init__(self) -> None:
        self._names: set[str] = set()
        self._possible: list[frozenset[str]] = [frozenset()]

    def fields(self, found: Sequence[PiecePath], state: object, every: Sequence[Any]) -> frozenset[str]:
        """Return the fields that all the possible choices have in common; none if there is no choice."""
        counts: dict[str, Counter[Any]] = {}
        for path in found:
            counts.setdefault(path.name, Counter()).update(path.pieces(state))
        for name in sorted(counts.keys() - self._names)[: _MOST_FIELDS - len(self._names)]:
            self._names.add(name)
            self._possible += [names | {name} for names in self._possible]  # it held nothing before
        whole, none = Counter(every), Counter[Any]()
        self._possible = [
            names for names in self._possible if sum((counts.get(name, none) for name in names), none) == whole
        ]
        shared = set(self._names if self._possible else ())
        for names in self._possible:
            shared &= names
        return frozenset(shared)


def with_pieces(state: Any, rows: Mapping[PiecePath, Sequence[Any]]) -> Any:
    """Return a position with other pieces at some paths; raise the `ValueError` of a class that refuses them."""
    changes: dict[Key, Any] = {}
    for path, pieces in rows.items():
        first, *rest = path.keys
        new = (pieces[0] if pieces else None) if path.is_single else tuple(pieces)
        changes[first] = _with_value(changes.get(first, getattr(state, str(first))), rest, new)
    return with_fields(state, changes)


def _with_value(value: Any, keys: Sequence[Key], new: Any) -> Any:
    if not keys:
        return new
    first, *rest = keys
    if isinstance(first, str):
        return with_fields(value, {first: _with_value(getattr(value, first), rest, new)})
    if first >= len(value):
        raise ValueError("the class has other rows with another piece in one of them")
    return (*value[:first], _with_value(value[first], rest, new), *value[first + 1 :])


def with_fields(value: Any, changes: Mapping[Any, Any]) -> Any:
    """Return a value with some fields changed, by their names: `evolve` knows private ones by their aliases."""
    aliases = {each.name: each.alias for each in init_fields(value)}
    return evolve(value, **{aliases[name] or name: new for name, new in changes.items()})


def init_fields(value: object) -> "list[Attribute[Any]]":
    """Return the fields that the constructor of a class, or of a value's class, takes; none without attrs."""
    return _init_fields(value if isinstance(value, type) else type(value))


@lru_cache(maxsize=256)
def _init_fields(kind: type) -> "list[Attribute[Any]]":
    return [each for each in fields(cast("Any", kind)) if each.init] if has(kind) else []


@lru_cache(maxsize=256)
def _compared_fields(kind: type) -> tuple[str, ...] | None:
    """Return the fields of a class in which values may differ; None without attrs."""
    return tuple(each.name for each in fields(cast("Any", kind)) if each.name != "rules") if has(kind) else None


def same_value(first: Any, second: Any) -> bool:
    """Tell whether two values are the same, in the fields too that `==` leaves out."""
    if first is second:
        return True
    kind = cast("Any", type(first))
    if kind is not type(second):
        return bool(first == second)
    if isinstance(first, tuple):
        row = cast("Sequence[Any]", first)
        return len(row) == len(second) and all(map(same_value, row, second))
    names = _compared_fields(cast("type", kind))
    if names is not None:
        return all(same_value(getattr(first, name), getattr(second, name)) for name in names)
    return bool(first == second)


def differing(first: object, second: object) -> str:
    """Return the fields in which two values differ, with both values of each."""
    names = [each.name for each in fields(cast("Any", type(first)))] if has(cast("Any", type(first))) else []
    if type(first) is not type(second) or not names:
        return f"{_cut(first)} and {_cut(second)}"
    pairs = [(name, getattr(first, name), getattr(second, name)) for name in names]
    different = [f"{name}: {_cut(one)} and {_cut(other)}" for name, one, other in pairs if not same_value(one, other)]
    return "; ".join(different) or "no field"


def _cut(value: object) -> str:
    return f"{value!r:.300}"
