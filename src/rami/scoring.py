"""The shared parts of scoring: reading the end of a real deal, and splitting points among winners."""

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar, cast

from rami.counting import check_count
from rami.errors import RulesError, WrongType, shown
from rami.pieces import Piece
from rami.shapes import check_seat, row_of

P = TypeVar("P", bound=Piece)
T = TypeVar("T")


def rows_of(name: str, rows: Iterable[str | Iterable[T]]) -> tuple[str | Iterable[T], ...]:
    """Check an argument that has a text or a row for every seat."""
    given = row_of(name, rows, object)
    for each in given:
        if not isinstance(each, Iterable):
            raise WrongType(f"{name} must be made of texts or rows, not {shown(each)}")
    return cast("tuple[str | Iterable[T], ...]", given)


def left_by_seat(
    rows: Iterable[str | Iterable[P]],
    read: Callable[[str | Iterable[P], str], tuple[P, ...]],
    *,
    winner: int | None,
    seats: Sequence[int],
    every: Sequence[P],
    of: str,
) -> tuple[tuple[P, ...], ...]:
    """Read the pieces left at the end of a deal, and check that the winner alone has none.

    Args:
        rows: The pieces of each player, by seat, in notation or as pieces.
        read: Reads one row; its second argument is the name of the row, for errors.
        winner: The seat that went out; None if nobody did.
        seats: The numbers of players that the rules allow.
        every: The pieces of the whole set.
        of: What the set is called: "the set", "the pack".
    """
    given = rows_of("what the players have left", rows)
    if len(given) not in seats:
        raise RulesError(f"{seats[0]} to {seats[-1]} players can play, not {len(given)}")
    check_seat("winner", winner, len(given))
    left = tuple(read(row, f"what seat {seat} has left") for seat, row in enumerate(given))
    for seat, pieces in enumerate(left):
        if pieces and seat == winner:
            raise RulesError(f"winner is {seat}, and has {' '.join(map(str, pieces[:14]))} left")
        if not pieces and seat != winner:
            raise RulesError(f"seat {seat} has nothing left: winner must be {seat}, not {shown(winner)}")
    check_count([piece for row in left for piece in row], every, of, hidden=None)
    return left


def row_by_seat(name: str, values: Iterable[T] | None, kind: type[T], players: int) -> tuple[T, ...] | None:
    """Check an argument that has a value for every seat, or is left out."""
    if values is None:
        return None
    row = row_of(name, values, kind)
    if len(row) != players:
        raise RulesError(f"{name} must have {players} values, one for each seat, not {len(row)}")
    return row


def split(points: int, winners: Sequence[int], players: int, last: int | None) -> dict[int, int]:
    """Split points among winners; odd points go to them in turn, from the first after the last mover (A24).

    Examples:
        >>> split(7, [0, 2], 3, last=1)
        {0: 3, 2: 4}
    """
    share, odd = divmod(points, len(winners))
    if odd and last is None:
        raise RulesError(f"{points} points are split among {len(winners)} winners: last must say who moved last")
    first = 0 if last is None else last + 1
    in_turn = sorted(winners, key=lambda seat: (seat - first) % players)
    return {seat: share + (in_turn.index(seat) < odd) for seat in winners}
