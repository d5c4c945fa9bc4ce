"""Views and moves as numbers: fields, layouts and actions."""

from array import array
from collections.abc import Callable, Iterable, Iterator, MutableSequence, Sequence
from functools import cached_property, lru_cache
from itertools import accumulate, islice
from operator import attrgetter
from typing import Any, Final

from attrs import field, frozen

from rami.errors import RamiError, shown
from rami.game import Game

Numbers = MutableSequence[int]
Read = Callable[[Any], Any]
"""A function that returns what a field shows, from the view; of equal values the numbers are equal."""
Write = Callable[[Any, Numbers, int, int], None]
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

    def write(seat: int | None, row: Numbers, start: int, first: int) -> None:
        if seat is not None:
            row[start + (seat - first) % players] += 1

    return Field("to_move", players, 0, 1, read=lambda view: None if view.is_over else view.current_player, write=write)


def number(name: str, high: int, read: Read | None = None, low: int = 0) -> Field:
    """Return a field of a single number; a higher one is written as the highest.

    Where `read` is None, here and below, the field shows the attribute of the view that bears its name.
    """

    def write(value: int, row: Numbers, start: int, _: int) -> None:
        row[start] += min(high, value)

    return Field(name, 1, low, high, read=read or attrgetter(name), write=write)


def by_seat(name: str, players: int, high: int, read: Read | None = None) -> Field:
    """Return a field of a number for each seat, from the one that looks."""

    def write(values: Iterable[int], row: Numbers, start: int, first: int) -> None:
        for seat, value in enumerate(values):
            row[start + (seat - first) % players] += value

    return Field(name, players, 0, high, read=read or attrgetter(name), write=write)


def counts(name: str, kinds: Sequence[Any], most: int, read: Read | None = None, pieces: Pieces | None = None) -> Field:
    """Return a field with the number of pieces of each kind in a row."""
    places = {kind: place for place, kind in enumerate(kinds)}

    def write(value: Any, row: Numbers, start: int, _: int) -> None:
        for piece in value if pieces is None else pieces(value):
            row[start + places[piece]] += 1

    return Field(name, len(kinds), 0, most, tuple(map(str, kinds)), read=read or attrgetter(name), write=write)


def counts_by_seat(
    name: str,
    players: int,
    kinds: Sequence[Any],
    most: int,
    pieces: Pieces | None = None,
) -> Field:
    """Return a field with the number of pieces of each kind for each seat, from the one that looks."""
    places, size = {kind: place for place, kind in enumerate(kinds)}, len(kinds)
    labels = tuple(map(str, kinds)) * players

    def write(values: Iterable[Any], row: Numbers, start: int, first: int) -> None:
        for seat, value in enumerate(values):
            if value:
                own = start + ((seat - first) % players) * size
                for piece in value if pieces is None else pieces(value):
                    row[own + places[piece]] += 1

    return Field(name, players * size, 0, most, labels, read=attrgetter(name), write=write)


def phase(phases: Sequence[Any]) -> Field:
    """Return a field with a 1 in the place of the phase of the turn."""
    places = {each: place for place, each in enumerate(phases)}

    def write(value: Any, row: Numbers, start: int, _: int) -> None:
        row[start + places[value]] += 1

    return Field("phase", len(phases), 0, 1, tuple(map(str, phases)), read=attrgetter("phase"), write=write)


def in_order(name: str, kinds: Sequence[Any], size: int, read: Read) -> Field:
    """Return a field with the number of each piece of a row in its order, from 1; 0 after the last one."""
    numbers = {kind: number for number, kind in enumerate(kinds, 1)}

    def write(value: Iterable[Any], row: Numbers, start: int, _: int) -> None:
        for place, piece in enumerate(value, start):
            row[place] += numbers[piece]

    return Field(name, size, 0, len(kinds), read=read, write=write)


def melds(name: str, kinds: Sequence[Any], most: int, runs: type[Any], read: Read) -> Field:
    """Return a field with melds as they are written, of so many pieces at most.

    The number 1 begins a run and 2 a group; a piece in its place has its number among the kinds, from 3. This shows the
    ends of the melds, and the places of the jokers.
    """
    numbers = {kind: number for number, kind in enumerate(kinds, 3)}

    def write(value: Iterable[Any], row: Numbers, start: int, _: int) -> None:
        for meld in value:
            row[start] += 1 if isinstance(meld, runs) else 2
            for place, piece in enumerate(meld.pieces, start + 1):
                row[place] += numbers[piece]
            start += 1 + len(meld.pieces)

    return Field(name, most + most // 3, 0, len(kinds) + 2, read=read, write=write)


def cards_of(kind: type[Any], melds: Iterable[Any]) -> Iterable[int]:
    """Return the cards of the melds of one type."""
    return [card for meld in melds if isinstance(meld, kind) for card in meld.cards]


VERSION: Final = 5
"""The version of every layout and set of actions; it changes when one of them changes its meaning."""


@frozen
class Layout:
    """The features of an observation, in order.

    Attributes:
        fields: The stretches of numbers.

    Examples:
        >>> from rami import rummikub
        >>> from rami.adapters.encoding import layout
        >>> view = rummikub.set_up("R7 K1", "R4-R5-R6")
        >>> found = layout(rummikub.GAME, view.rules, view.players)
        >>> found.size, found.named(view)["pool"]
        (468, (87,))
    """

    fields: tuple[Field, ...]

    @cached_property
    def size(self) -> int:
        """The number of numbers in an observation."""
        return sum(each.size for each in self.fields)

    @cached_property
    def starts(self) -> tuple[int, ...]:
        """The place at which each field starts."""
        return tuple(accumulate((each.size for each in self.fields[:-1]), initial=0))

    @property
    def bounds(self) -> "tuple[array[int], array[int]]":
        """The least and the most that each number of an observation can be, as two rows like those of `flat`."""
        low = [each.low for each in self.fields for _ in range(each.size)]
        high = [each.high for each in self.fields for _ in range(each.size)]
        return array("i", low), array("i", high)

    def named(self, view: Any, chosen: Sequence[int] = ()) -> dict[str, tuple[int, ...]]:
        """Return the observation by names.

        Args:
            view: The view of the seat.
            chosen: The pieces that it has chosen so far in this turn, where a game is played piece by piece.

        Returns:
            The numbers of each field.
        """
        row = self.flat(view, chosen)
        return {
            each.name: tuple(row[start : start + each.size])
            for each, start in zip(self.fields, self.starts, strict=True)
        }

    def flat(self, view: Any, chosen: Sequence[int] = ()) -> "array[int]":
        """Return the observation as one row of numbers, the fields one after the other.

        Args:
            view: The view of the seat.
            chosen: The pieces that it has chosen so far in this turn, where a game is played piece by piece.

        Returns:
            `size` numbers of 32 bits: `numpy.frombuffer(row, "i")` reads them without a copy.
        """
        return Rewriter(self).flat(view, chosen)


class Rewriter:
    """Writes the observations of one seat one after the other, each from the last: only fields that changed.

    Args:
        layout: The layout.
    """

    def __init__(self, layout: Layout) -> None:
        self._row = array("i", bytes(4 * layout.size))
        self._values: list[Any] = [None] * len(layout.fields)  # what shows None is all zeros
        self._reads = [each.read for each in layout.fields]
        self._chosen = next((place for place, each in enumerate(layout.fields) if each.name == CHOSEN), None)
        self._writers = [
            (each.write, start, start + each.size, array("i", bytes(4 * each.size)))
            for each, start in zip(layout.fields, layout.starts, strict=True)
        ]

    def flat(self, view: Any, chosen: Sequence[int] = ()) -> "array[int]":
        """Return the observation, as `Layout.flat` does.

        Args:
            view: The view of the seat, always the same one.
            chosen: The pieces that it has chosen so far in this turn.
        """
        row, first, values = self._row, view.player or 0, [read(view) for read in self._reads]
        if self._chosen is not None:
            values[self._chosen] = chosen
        for value, last, (write, start, end, zeros) in zip(values, self._values, self._writers, strict=True):
            if value != last:
                row[start:end] = zeros
                write(value, row, start, first)
        self._values = values
        return row[:]


SLOTS: Final = 128
"""The number of legal moves that a game without a vocabulary of its own offers."""

Option = Any
"""The effect of an action: a move to make; or a tuple, the pieces chosen so far in a turn that goes on; or a function
that finds the move, which takes longer than to say that there is one."""

LegalMoves = Callable[[Any], Iterator[Any]]


@frozen
class Actions:
    """The actions of a game: a fixed list, of which some are legal at a time.

    Attributes:
        names: The meaning of each action, by its number.
    """

    names: tuple[str, ...]
    find: Callable[[Any, tuple[Any, ...]], dict[int, Option]] = field(repr=False, eq=False)

    def options(self, view: Any, chosen: tuple[Any, ...] = ()) -> dict[int, Option]:
        """Return what a seat can do.

        Args:
            view: The view of the seat.
            chosen: The pieces that it has chosen so far in this turn, where a game is played piece by piece.

        Returns:
            For each legal action what it does: a move to make, a function that finds it, or a tuple, the pieces chosen
            then. Nothing if it is not the seat's turn.
        """
        return self.find(view, chosen)

    def reasons(self, game: Game[Any, Any, Any, Any], position: Any, number: int | None) -> list[str]:
        """Return why an action cannot be done now.

        Args:
            game: The game.
            position: The position, or the view of the player whose turn it is.
            number: The action; None for none.

        Returns:
            Sentences, at least one.
        """
        if number is None or not 0 <= number < len(self.names):
            return [f"there is no action {shown(number)}: they are numbered 0 to {len(self.names) - 1}"]
        name = self.names[number]
        try:
            problems = game.check(position, game.parse_move(name))
        except RamiError:  # a name that is no move by itself, such as a tile of a play
            problems = ()
        return [problem.message() for problem in problems] or [f"{name!r} is not possible now"]


def slots(legal_moves: LegalMoves) -> Actions:
    """Return an action for each of the first legal moves, by their places."""

    def find(view: Any, _: tuple[Any, ...]) -> dict[int, Option]:
        return dict(enumerate(islice(legal_moves(view), SLOTS)))

    return Actions(tuple(f"move {number}" for number in range(SLOTS)), find)


def named(
    names: Iterable[str],
    name_of: Callable[[Any], str],
    legal_moves: LegalMoves,
    *,
    discard: type[Any],
    cards: Iterable[Any],
) -> Actions:
    """Return an action for each name: the first legal move that bears it.

    Args:
        names: The names, in order.
        name_of: Returns the name of a move.
        legal_moves: Yields the legal moves of a view.
        discard: The type of a discard, which is most of the moves: its number is found by its card alone.
        cards: The cards that can be discarded.
    """
    numbers = {name: number for number, name in enumerate(names)}
    discards = {card: numbers[f"discard {card}"] for card in cards}

    @lru_cache(maxsize=2**14)
    def number_of(move: object) -> int:
        return numbers[name_of(move)]

    def find(view: Any, _: tuple[Any, ...]) -> dict[int, Option]:
        found: dict[int, Option] = {}
        for move in legal_moves(view):
            number = discards[move.card] if type(move) is discard else number_of(move)
            if number not in found:
                found[number] = move
        return found

    return Actions(tuple(numbers), find)
