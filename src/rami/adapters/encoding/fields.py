"""The fields of observations."""

from collections.abc import Callable, Iterable, MutableSequence, Sequence
from operator import attrgetter
from typing import Any, Final

from attrs import field, frozen

Row = MutableSequence[Any]
Write = Callable[[Any, Row, int], None]
"""A function that adds a field to a row of zeros, from the view, the row, and the start of the field."""
Read = Callable[[Any], Any]
"""A function that reads a field from the view; None for the attribute that bears the name of the field."""


@frozen
class Field:
    """A stretch of numbers in an observation.

    Attributes:
        name: The name of the field.
        size: The number of its numbers.
        low: The least that each can be.
        high: The most.
        labels: What each number stands for, such as a card; () where the name says it, or there is one for each seat.
    """

    name: str
    size: int
    low: int
    high: int
    labels: tuple[str, ...] = ()
    write: Write = field(repr=False, eq=False, kw_only=True)


CHOSEN: Final = "chosen"
"""The field of the pieces chosen so far."""


def to_move(players: int) -> Field:
    """Return a field with a 1 for the seat to move, from the one that looks."""

    def write(view: Any, row: Row, start: int) -> None:
        if not view.is_over:
            row[start + (view.current_player - (view.player or 0)) % players] += 1

    return Field("to_move", players, 0, 1, write=write)


def number(name: str, high: int, read: Read | None = None, low: int = 0) -> Field:
    """Return a field of a single number; a higher one is written as the highest."""
    get = read or attrgetter(name)

    def write(view: Any, row: Row, start: int) -> None:
        row[start] += min(high, get(view))

    return Field(name, 1, low, high, write=write)


def by_seat(name: str, players: int, high: int, read: Read | None = None, low: int = 0) -> Field:
    """Return a field of a number for each seat, from the one that looks."""
    get = read or attrgetter(name)

    def write(view: Any, row: Row, start: int) -> None:
        first = view.player or 0
        for seat, number in enumerate(get(view)):
            row[start + (seat - first) % players] += number

    return Field(name, players, low, high, write=write)


def counts(name: str, kinds: Sequence[Any], most: int, read: Read | None = None) -> Field:
    """Return a field with the number of pieces of each kind in a row."""
    places = {kind: place for place, kind in enumerate(kinds)}
    get = read or attrgetter(name)

    def write(view: Any, row: Row, start: int) -> None:
        for piece in get(view):
            row[start + places[piece]] += 1

    return Field(name, len(kinds), 0, most, tuple(map(str, kinds)), write=write)


def counts_by_seat(name: str, players: int, kinds: Sequence[Any], most: int, read: Read | None = None) -> Field:
    """Return a field with the number of pieces of each kind for each seat, one seat after the other."""
    places, size = {kind: place for place, kind in enumerate(kinds)}, len(kinds)
    get = read or attrgetter(name)

    def write(view: Any, row: Row, start: int) -> None:
        first = view.player or 0
        for seat, pieces in enumerate(get(view)):
            if pieces:
                own = start + (seat - first) % players * size
                for piece in pieces:
                    row[own + places[piece]] += 1

    return Field(name, players * size, 0, most, tuple(map(str, kinds)) * players, write=write)


def phase(phases: Sequence[Any]) -> Field:
    """Return a field with a 1 in the place of the phase of the turn."""

    def write(view: Any, row: Row, start: int) -> None:
        row[start + phases.index(view.phase)] += 1

    return Field("phase", len(phases), 0, 1, tuple(map(str, phases)), write=write)


def cards_of(melds: Iterable[Any], kind: type[Any]) -> Iterable[int]:
    """Return the cards of the melds of one type."""
    return [card for meld in melds if isinstance(meld, kind) for card in meld.cards]
