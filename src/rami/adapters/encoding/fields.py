"""The fields of observations."""

from collections.abc import Callable, Iterable, MutableSequence, Sequence
from operator import attrgetter
from typing import Any, Final

from attrs import field, frozen

Row = MutableSequence[int]
Read = Callable[[Any], Any]
"""A function that returns what a field shows, from the view; of equal values the numbers are equal."""
Write = Callable[[Any, Row, int, int], None]
"""A function that adds a field to a row of zeros: from what `read` returned, the row, the start of the field, and the
seat that looks."""
Pieces = Callable[[Any], Iterable[Any]]
"""A function that returns the pieces to count; None where they are what `read` returned."""


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
    read: Read = field(repr=False, eq=False, kw_only=True)
    write: Write = field(repr=False, eq=False, kw_only=True)


CHOSEN: Final = "chosen"
"""The field of the pieces chosen so far."""


def to_move(players: int) -> Field:
    """Return a field with a 1 for the seat to move, from the one that looks."""

    def write(seat: int | None, row: Row, start: int, first: int) -> None:
        if seat is not None:
            row[start + (seat - first) % players] += 1

    return Field("to_move", players, 0, 1, read=lambda view: None if view.is_over else view.current_player, write=write)


def number(name: str, high: int, read: Read | None = None, low: int = 0) -> Field:
    """Return a field of a single number; a higher one is written as the highest.

    Where `read` is None, here and below, the field shows the attribute of the view that bears its name.
    """

    def write(value: int, row: Row, start: int, _: int) -> None:
        row[start] += min(high, value)

    return Field(name, 1, low, high, read=read or attrgetter(name), write=write)


def by_seat(name: str, players: int, high: int, read: Read | None = None, low: int = 0) -> Field:
    """Return a field of a number for each seat, from the one that looks."""

    def write(values: Iterable[int], row: Row, start: int, first: int) -> None:
        for seat, value in enumerate(values):
            row[start + (seat - first) % players] += value

    return Field(name, players, low, high, read=read or attrgetter(name), write=write)


def counts(name: str, kinds: Sequence[Any], most: int, read: Read | None = None, pieces: Pieces | None = None) -> Field:
    """Return a field with the number of pieces of each kind in a row."""
    places = {kind: place for place, kind in enumerate(kinds)}

    def write(value: Any, row: Row, start: int, _: int) -> None:
        for piece in value if pieces is None else pieces(value):
            row[start + places[piece]] += 1

    return Field(name, len(kinds), 0, most, tuple(map(str, kinds)), read=read or attrgetter(name), write=write)


def counts_by_seat(
    name: str,
    players: int,
    kinds: Sequence[Any],
    most: int,
    read: Read | None = None,
    pieces: Pieces | None = None,
) -> Field:
    """Return a field with the number of pieces of each kind for each seat, one seat after the other."""
    places, size = {kind: place for place, kind in enumerate(kinds)}, len(kinds)
    labels = tuple(map(str, kinds)) * players

    def write(values: Iterable[Any], row: Row, start: int, first: int) -> None:
        for seat, value in enumerate(values):
            if value:
                own = start + (seat - first) % players * size
                for piece in value if pieces is None else pieces(value):
                    row[own + places[piece]] += 1

    return Field(name, players * size, 0, most, labels, read=read or attrgetter(name), write=write)


def phase(phases: Sequence[Any]) -> Field:
    """Return a field with a 1 in the place of the phase of the turn."""
    places = {each: place for place, each in enumerate(phases)}

    def write(value: Any, row: Row, start: int, _: int) -> None:
        row[start + places[value]] += 1

    return Field("phase", len(phases), 0, 1, tuple(map(str, phases)), read=attrgetter("phase"), write=write)


def in_order(name: str, kinds: Sequence[Any], size: int, read: Read) -> Field:
    """Return a field with the number of each piece of a row in its order, from 1; 0 after the last one."""
    numbers = {kind: number for number, kind in enumerate(kinds, 1)}

    def write(value: Iterable[Any], row: Row, start: int, _: int) -> None:
        for place, piece in enumerate(value, start):
            row[place] += numbers[piece]

    return Field(name, size, 0, len(kinds), read=read, write=write)


def melds(name: str, kinds: Sequence[Any], most: int, runs: type[Any], read: Read) -> Field:
    """Return a field with melds as they are written, of so many pieces at most.

    The number 1 begins a run and 2 a group; a piece in its place has its number among the kinds, from 3. This shows the
    ends of the melds, and the places of the jokers.
    """
    numbers = {kind: number for number, kind in enumerate(kinds, 3)}

    def write(value: Iterable[Any], row: Row, start: int, _: int) -> None:
        for meld in value:
            row[start] += 1 if isinstance(meld, runs) else 2
            for place, piece in enumerate(meld.pieces, start + 1):
                row[place] += numbers[piece]
            start += 1 + len(meld.pieces)

    return Field(name, most + most // 3, 0, len(kinds) + 2, read=read, write=write)


def cards_of(kind: type[Any], melds: Iterable[Any]) -> Iterable[int]:
    """Return the cards of the melds of one type."""
    return [card for meld in melds if isinstance(meld, kind) for card in meld.cards]
