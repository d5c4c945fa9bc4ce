"""Where a position keeps its pieces, and what a view holds."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

from attrs import Attribute, evolve, fields, frozen, has

Step = str | int
"""One step of a path into a value: the name of a field, or an index."""

_NO_PIECES = ("rules", "players", "current_player", "turn", "player")
"""Fields of positions that hold no pieces, even where pieces are plain numbers."""


@frozen
class Place:
    """Where a position keeps a row of pieces, or a single one.

    Attributes:
        path: The way there: the name of a field; for a row that is part of a value, further steps.
        seat: Whose pieces these are, where the position has such a place for each player; None for nobody's.
        is_single: Whether there is one piece, and no row of them.
    """

    path: tuple[Step, ...]
    seat: int | None = None
    is_single: bool = False

    @property
    def name(self) -> str:
        """What it is called in messages: the field of the position."""
        return str(self.path[0])

    def of(self, state: object) -> tuple[Any, ...]:
        """The pieces."""
        value = _at(state, self.path)
        return (value,) if self.is_single else value

    def __str__(self) -> str:
        return self.name if self.seat is None else f"{self.name} of seat {self.seat}"


def _at(value: Any, path: Sequence[Step]) -> Any:
    for step in path:
        value = getattr(value, step) if isinstance(step, str) else value[step]
    return value


def put(state: Any, rows: Mapping[Place, Sequence[Any]]) -> Any:
    """A position with other pieces in some places.

    Args:
        state: The position.
        rows: What lies in each place then.

    Raises:
        ValueError: If a class refuses its new value.
    """
    changes: dict[Step, Any] = {}
    for place, pieces in rows.items():
        first, *rest = place.path
        new = (pieces[0] if pieces else None) if place.is_single else tuple(pieces)
        changes[first] = _changed(changes.get(first, getattr(state, str(first))), rest, new)
    return with_fields(state, changes)


def with_fields(value: Any, changes: Mapping[Any, Any]) -> Any:
    """A value with some fields changed, by their names; the constructor knows a private one by another.

    Args:
        value: The value.
        changes: The new values by the names of the fields.
    """
    aliases = {each.name: each.alias for each in parts(value)}
    return evolve(value, **{aliases[name] or name: new for name, new in changes.items()})


def _changed(value: Any, path: Sequence[Step], new: Any) -> Any:
    if not path:
        return new
    first, *rest = path
    if isinstance(first, str):
        return with_fields(value, {first: _changed(getattr(value, first), rest, new)})
    return (*value[:first], _changed(value[first], rest, new), *value[first + 1 :])


def places(position: Any, pieces: frozenset[Any]) -> Iterator[Place]:
    """Where a position keeps pieces: rows of them and single ones, in its fields and in the values of these.

    A row of as many values as there are players has one for each seat, so the pieces in them are those of a seat.

    Args:
        position: A state or a view.
        pieces: All kinds of pieces.

    Yields:
        The places that are not empty.
    """
    types: set[type] = {type(piece) for piece in pieces}

    def found(value: Any, path: tuple[Step, ...], seat: int | None) -> Iterator[Place]:
        if isinstance(value, tuple):
            row = cast("Sequence[Any]", value)
            each = seat is None and len(row) == position.players
            if row and not each and all(type(item) in types and item in pieces for item in row):
                yield Place(path, seat)
                return
            for index, item in enumerate(row):
                yield from found(item, (*path, index), index if each else seat)
        elif type(value) in types:
            if value in pieces:
                yield Place(path, seat, is_single=True)
        else:
            for part in parts(value):
                if path or part.name not in _NO_PIECES:
                    yield from found(getattr(value, part.name), (*path, part.name), seat)

    if parts(position):
        yield from found(position, (), None)


def parts(value: object) -> "list[Attribute[Any]]":
    """The fields of a value that its constructor takes.

    Args:
        value: The value; one that is not made by attrs has none.
    """
    return parts_of(type(value))


def parts_of(kind: type) -> "list[Attribute[Any]]":
    """The fields of a class that its constructor takes.

    Args:
        kind: The class; one that is not made by attrs has none.
    """
    return [each for each in fields(cast("Any", kind)) if each.init] if has(kind) else []


def whole(value: Any) -> Any:
    """Everything that a value holds, for a comparison: also what its `==` leaves out.

    Args:
        value: Any value.
    """
    if isinstance(value, tuple):
        return tuple(map(whole, cast("Sequence[Any]", value)))
    kind = cast("Any", type(value))
    if has(kind):
        names = [each.name for each in fields(kind) if each.name != "rules"]
        return kind, tuple(whole(getattr(value, name)) for name in names)
    return value
