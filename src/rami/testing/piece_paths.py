"""Paths to the pieces in a position, and copies of a position with other pieces there."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

from attrs import Attribute, evolve, fields, frozen, has

Key = str | int
"""One step of a path into a value: the name of a field, or an index."""

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
            if row and not is_per_seat and all(type(item) in types and item in pieces for item in row):
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
    return (*value[:first], _with_value(value[first], rest, new), *value[first + 1 :])


def with_fields(value: Any, changes: Mapping[Any, Any]) -> Any:
    """Return a value with some fields changed, by their names: `evolve` knows private ones by their aliases."""
    aliases = {each.name: each.alias for each in init_fields(value)}
    return evolve(value, **{aliases[name] or name: new for name, new in changes.items()})


def init_fields(value: object) -> "list[Attribute[Any]]":
    """Return the fields that the constructor of a class, or of a value's class, takes; none without attrs."""
    kind: type = value if isinstance(value, type) else type(value)
    return [each for each in fields(cast("Any", kind)) if each.init] if has(kind) else []


def everything_in(value: Any) -> Any:
    """Return everything that a value holds, for a comparison that includes what its `==` leaves out."""
    if isinstance(value, tuple):
        return tuple(map(everything_in, cast("Sequence[Any]", value)))
    kind = cast("Any", type(value))
    if has(kind):
        names = [each.name for each in fields(kind) if each.name != "rules"]
        return kind, tuple(everything_in(getattr(value, name)) for name in names)
    return value
