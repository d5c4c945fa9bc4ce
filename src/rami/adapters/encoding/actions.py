"""Moves as numbers."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import islice
from typing import Any, Final

from attrs import field, frozen

from rami.adapters.encoding.layouts import VERSION
from rami.errors import RamiError, shown
from rami.game import Game

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
        version: The version of the list.
        names: The meaning of each action, by its number.
        hides: What cannot be chosen with these actions; "" where every legal move can.
    """

    version: int
    names: tuple[str, ...]
    hides: str
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
    names = tuple(f"move {number}" for number in range(SLOTS))
    return Actions(VERSION, names, f"legal moves after the first {SLOTS}", _Slots(legal_moves))


@frozen
class _Slots:
    """Legal moves by their places."""

    legal_moves: LegalMoves

    def __call__(self, view: Any, _: tuple[Any, ...]) -> dict[int, Option]:
        return dict(enumerate(islice(self.legal_moves(view), SLOTS)))


def named(
    names: Iterable[str],
    name_of: Callable[[Any], str],
    legal_moves: LegalMoves,
    *,
    hides: str,
    discard: type[Any],
    cards: Iterable[Any],
) -> Actions:
    """Return an action for each name: the first legal move that bears it.

    Args:
        names: The names, in order.
        name_of: Returns the name of a move.
        legal_moves: Yields the legal moves of a view.
        hides: What cannot be chosen with these actions.
        discard: The type of a discard, which is most of the moves: its number is found by its card alone.
        cards: The cards that can be discarded.
    """
    numbers = {name: number for number, name in enumerate(names)}

    @lru_cache(maxsize=2**14)
    def number_of(move: object) -> int:
        return numbers[name_of(move)]

    discards = {card: numbers[f"discard {card}"] for card in cards}
    return Actions(VERSION, tuple(numbers), hides, _FirstByName(legal_moves, number_of, discard, discards))


@frozen
class _FirstByName:
    """The first legal move of each number."""

    legal_moves: LegalMoves
    number_of: Callable[[Any], int]
    discard: type[Any]
    discards: Mapping[Any, int]

    def __call__(self, view: Any, _: tuple[Any, ...]) -> dict[int, Option]:
        number_of, discard, discards = self.number_of, self.discard, self.discards
        found: dict[int, Option] = {}
        for move in self.legal_moves(view):
            number = discards[move.card] if type(move) is discard else number_of(move)
            if number not in found:
                found[number] = move
        return found
