"""What positions are made of: fields, and the rows of pieces in them, to be compared, read and replaced."""

from collections.abc import Iterator
from enum import Enum
from functools import lru_cache
from types import NoneType
from typing import Any, TypeGuard

from attrs import evolve, fields, frozen, has

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
