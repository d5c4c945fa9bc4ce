"""Fields, layouts and actions of numeric encodings."""

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
"""Function that reads the value of a field from a view."""
Write = Callable[[Any, Numbers, int, int], None]
"""Function that writes the value of a field into a row of numbers.

The arguments are the value from `Read`, the row, the index of the field's first number, and the observer's seat. The
numbers of the field are 0 before the call.
"""
Pieces = Callable[[Any], Iterable[Any]]
"""Function that returns the pieces in the value of a field."""


@frozen
class Field:
    """A named part of an observation, such as the cards in the hand.

    Attributes:
        name: The name of the field.
        size: The number of numbers in the field.
        low: The lowest possible value.
        high: The highest possible value.
        labels: The meaning of each number, such as a card. Empty if the name is enough, or if there is one number for
            each seat.
    """

    name: str
    size: int
    low: int
    high: int
    labels: tuple[str, ...] = ()
    read: Read = field(repr=False, eq=False, kw_only=True)
    write: Write = field(repr=False, eq=False, kw_only=True)


CHOSEN: Final = "chosen"
"""Name of the field for the pieces that the player has chosen in this turn."""


def to_move(players: int) -> Field:
    """Return a one-hot field for the seat to move.

    The first number stands for the observer's own seat.
    """

    def write(seat: int | None, row: Numbers, start: int, first: int) -> None:
        if seat is not None:
            row[start + (seat - first) % players] += 1

    return Field("to_move", players, 0, 1, read=lambda view: None if view.is_over else view.current_player, write=write)


def number(name: str, high: int, read: Read | None = None, low: int = 0) -> Field:
    """Return a field with a single number, capped at `high`.

    Here and in the functions below, `read` defaults to the attribute of the view with the name of the field.
    """

    def write(value: int, row: Numbers, start: int, _: int) -> None:
        row[start] += min(high, value)

    return Field(name, 1, low, high, read=read or attrgetter(name), write=write)


def by_seat(name: str, players: int, high: int, read: Read | None = None) -> Field:
    """Return a field with one number for each seat.

    The observer's seat comes first.
    """

    def write(values: Iterable[int], row: Numbers, start: int, first: int) -> None:
        for seat, value in enumerate(values):
            row[start + (seat - first) % players] += value

    return Field(name, players, 0, high, read=read or attrgetter(name), write=write)


def counts(name: str, kinds: Sequence[Any], most: int, read: Read | None = None, pieces: Pieces | None = None) -> Field:
    """Return a field with the number of pieces of each kind.

    Without `pieces`, the value of the field must contain the pieces themselves.
    """
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
    """Return a field with the number of pieces of each kind, for each seat.

    The observer's seat comes first.
    """
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
    """Return a one-hot field for the phase of the turn."""
    places = {each: place for place, each in enumerate(phases)}

    def write(value: Any, row: Numbers, start: int, _: int) -> None:
        row[start + places[value]] += 1

    return Field("phase", len(phases), 0, 1, tuple(map(str, phases)), read=attrgetter("phase"), write=write)


def in_order(name: str, kinds: Sequence[Any], size: int, read: Read) -> Field:
    """Return a field for an ordered pile.

    A number is 1 for the first kind of piece, 2 for the second kind, and so on. It is 0 if there is no piece.
    """
    numbers = {kind: number for number, kind in enumerate(kinds, 1)}

    def write(value: Iterable[Any], row: Numbers, start: int, _: int) -> None:
        for place, piece in enumerate(value, start):
            row[place] += numbers[piece]

    return Field(name, size, 0, len(kinds), read=read, write=write)


def melds(name: str, kinds: Sequence[Any], most: int, runs: type[Any], read: Read) -> Field:
    """Return a field for melds that have at most `most` pieces in total.

    A run starts with the number 1, and a group starts with 2. Then each piece of the meld has a number, which is 3 for
    the first of `kinds`, 4 for the second, and so on. The field thus shows where each meld ends, and which piece each
    joker stands for.
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
    """Return the cards of all melds of one class, such as `Run`."""
    return [card for meld in melds if isinstance(meld, kind) for card in meld.cards]


VERSION: Final = 5
"""Version of the encoding.

It changes whenever a number or an action gets another meaning.
"""


@frozen
class Layout:
    """The layout of an observation.

    Attributes:
        fields: The fields, in order.

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
        """Length of an observation."""
        return sum(each.size for each in self.fields)

    @cached_property
    def starts(self) -> tuple[int, ...]:
        """The indexes at which the fields start in an observation."""
        return tuple(accumulate((each.size for each in self.fields[:-1]), initial=0))

    @property
    def bounds(self) -> "tuple[array[int], array[int]]":
        """The lowest and the highest possible value of each number in an observation."""
        low = [each.low for each in self.fields for _ in range(each.size)]
        high = [each.high for each in self.fields for _ in range(each.size)]
        return array("i", low), array("i", high)

    def named(self, view: Any, chosen: Sequence[int] = ()) -> dict[str, tuple[int, ...]]:
        """Return an observation as a dictionary of fields.

        Args:
            view: The view of the seat.
            chosen: The pieces chosen so far in this turn, in games that are played piece by piece.

        Returns:
            The numbers of each field, by name.
        """
        row = self.flat(view, chosen)
        return {
            each.name: tuple(row[start : start + each.size])
            for each, start in zip(self.fields, self.starts, strict=True)
        }

    def flat(self, view: Any, chosen: Sequence[int] = ()) -> "array[int]":
        """Return an observation as an array.

        Args:
            view: The view of the seat.
            chosen: The pieces chosen so far in this turn, in games that are played piece by piece.

        Returns:
            An array of `size` 32-bit integers. `numpy.frombuffer(row, "i")` reads it without a copy.
        """
        return Rewriter(self).flat(view, chosen)


class Rewriter:
    """An encoder for the views of one seat. It writes only the fields that have changed.

    Args:
        layout: The layout.
    """

    def __init__(self, layout: Layout) -> None:
        self._row = array("i", bytes(4 * layout.size))
        # A new row contains zeros, and zeros encode None.
        self._values: list[Any] = [None] * len(layout.fields)
        self._reads = [each.read for each in layout.fields]
        self._chosen = next((place for place, each in enumerate(layout.fields) if each.name == CHOSEN), None)
        self._writers = [
            (each.write, start, start + each.size, array("i", bytes(4 * each.size)))
            for each, start in zip(layout.fields, layout.starts, strict=True)
        ]

    def flat(self, view: Any, chosen: Sequence[int] = ()) -> "array[int]":
        """Return the observation of a view as an array.

        Args:
            view: A view. All views must be of the same seat.
            chosen: The pieces chosen so far in this turn.
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
"""Number of actions if action n makes the legal move with index n."""

Option = Any
"""The effect of an action on the game.

It is a move, a function that computes a move, or the tuple of all pieces chosen so far.
"""

LegalMoves = Callable[[Any], Iterator[Any]]


@frozen
class Actions:
    """The fixed list of actions of a game.

    In each position, only some of the actions are legal.

    Attributes:
        names: The name of each action.
    """

    names: tuple[str, ...]
    find: Callable[[Any, tuple[Any, ...]], dict[int, Option]] = field(repr=False, eq=False)

    def options(self, view: Any, chosen: tuple[Any, ...] = ()) -> dict[int, Option]:
        """Return the legal actions of a seat.

        Args:
            view: The view of the seat.
            chosen: The pieces chosen so far in this turn, in games that are played piece by piece.

        Returns:
            The effect of each legal action, by number: a move, a function that returns a move, or a tuple with the
            pieces chosen after the action. Empty if it is not the seat's turn.
        """
        return self.find(view, chosen)

    def reasons(self, game: Game[Any, Any, Any, Any], position: Any, number: int | None) -> list[str]:
        """Return the reasons why an action is illegal.

        Args:
            game: The game.
            position: The position, or the view of the player to move.
            number: The number of the action, or None.

        Returns:
            One or more sentences.
        """
        if number is None or not 0 <= number < len(self.names):
            return [f"action must be a number from 0 to {len(self.names) - 1}, not {shown(number)}"]
        name = self.names[number]
        try:
            problems = game.check(position, game.parse_move(name))
        except RamiError:
            # In Rummikub, most actions only choose a tile, so their names are not moves.
            problems = ()
        return [problem.message() for problem in problems] or [f"{name!r} is not possible now"]


def slots(legal_moves: LegalMoves) -> Actions:
    """Return actions that make legal moves by index.

    Action 0 makes the first legal move, action 1 makes the second, and so on. There are `SLOTS` actions.
    """

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
    """Return actions with the given names.

    An action makes the first legal move that has its name.

    Args:
        names: The names, in order.
        name_of: Function that returns the name of a move.
        legal_moves: Function that yields the legal moves of a view.
        discard: The type of a discard. Discards are the most common moves, so they are looked up by card.
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
