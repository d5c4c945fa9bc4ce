"""Count pieces and points."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Final, TypeVar, cast

from rami.errors import MOST_NAMED, RulesError, WrongType, shown
from rami.pieces import Piece, is_unordered, without
from rami.positions import hand_flaws, known_after, known_flaws, known_hands
from rami.shapes import check_seat, row_of, whole

__all__ = [
    "MOST_NAMED",
    "by_seat",
    "check_count",
    "deal_unseen",
    "given_sizes",
    "hand_flaws",
    "known_after",
    "known_flaws",
    "known_hands",
    "left_by_seat",
    "miscount",
    "row_by_seat",
    "rows_of",
    "size_flaws",
    "split",
]

P = TypeVar("P", bound=Piece)
T = TypeVar("T")


def deal_unseen(known: Iterable[Sequence[P]], sizes: Iterable[int], order: Iterator[P]) -> tuple[tuple[P, ...], ...]:
    """Fill hands with unseen pieces.

    `determinize` uses this function.

    Args:
        known: The known pieces of each hand, by seat.
        sizes: The number of pieces in each hand.
        order: The unseen pieces, in random order. Pieces that are not dealt stay in the iterator.

    Returns:
        The hands, in canonical order.

    Examples:
        >>> order = iter([5, 3, 4])
        >>> deal_unseen([(), (1,)], [1, 2], order), list(order)
        (((5,), (1, 3)), [4])
    """
    return tuple(
        tuple(sorted((*hand, *islice(order, max(0, size - len(hand))))))
        for hand, size in zip(known, sizes, strict=True)
    )


def size_flaws(*sizes: int) -> Iterator[str]:
    """Yield a flaw if one of the sizes is negative.

    Examples:
        >>> list(size_flaws(3, -1))
        ['a size is negative']
    """
    if min(sizes) < 0:
        yield "a size is negative"


def miscount(
    seen: Iterable[Piece], every: Sequence[Piece], of: str, *, hidden: int | None = 0, what: str = "there are"
) -> str | None:
    """Return a sentence about missing or surplus pieces, or None.

    Args:
        seen: The pieces that are known.
        every: The pieces of the set.
        of: The name of the set: "the set", "the pack".
        hidden: The number of further, unseen pieces. None if any number may be missing.
        what: The beginning of the sentence about surplus pieces.

    Returns:
        The sentence, or None if the pieces add up.

    Examples:
        >>> from rami.rummikub import Rules, Tile
        >>> miscount(Tile.row("R7 R7 R7"), Rules().pieces, "the set", hidden=None)
        'there are more tiles of a kind than the set has: R7'
        >>> miscount(Rules().pieces[1:], Rules().pieces, "the set")
        'tiles of the set are missing: R1'
        >>> miscount(Rules().pieces[1:], Rules().pieces, "the set", hidden=3)
        '3 tiles are hidden, not 1'
    """
    known = tuple(seen)
    there, counts = _counts_of(every), dict(Counter(known))
    if counts == there and not hidden:
        return None
    if any(count > there.get(piece, 0) for piece, count in counts.items()):
        extra = without(known, every)
        return f"{what} more {extra[0].noun}s of a kind than {of} has: {_listed(extra)}"
    if hidden is None or len(known) + hidden == len(every):
        return None
    noun = every[0].noun
    if hidden:
        return f"{hidden} {noun}{'s are' if hidden != 1 else ' is'} hidden, not {len(every) - len(known)}"
    return f"{noun}s of {of} are missing: {_listed(without(every, known))}"


MOST_SETS: Final = 64
"""Maximum number of sets in the cache."""

_COUNTS: Final[dict[int, tuple[Sequence[Piece], Mapping[Piece, int]]]] = {}
"""Cache of the counts of pieces, by the identity of the set of pieces.

Hashing 5,000 pieces takes longer than checking a position.
"""


def _counts_of(every: Sequence[Piece]) -> Mapping[Piece, int]:
    if not isinstance(every, tuple):  # A list can change later, so its counts are not cached.
        return dict(Counter(every))
    known_set, counts = _COUNTS.get(id(every), ((), {}))
    if known_set is not every:
        if len(_COUNTS) >= MOST_SETS:
            _COUNTS.clear()
        counts = dict(Counter(every))
        _COUNTS[id(every)] = every, counts
    return counts


def check_count(
    seen: Iterable[Piece], every: Sequence[Piece], of: str, *, hidden: int | None = 0, what: str = "there are"
) -> None:
    """Check that the pieces form a complete set.

    See `miscount` for the arguments.

    Raises:
        RulesError: If they do not. The message lists the surplus or missing pieces.
    """
    if problem := miscount(seen, every, of, hidden=hidden, what=what):
        raise RulesError(problem)


def _listed(pieces: Sequence[Piece]) -> str:
    named = " ".join(map(str, pieces[:MOST_NAMED]))
    return f"{named} …" if len(pieces) > MOST_NAMED else named


def rows_of(name: str, rows: Iterable[str | Iterable[T]]) -> tuple[str | Iterable[T], ...]:
    """Check an argument that must have a text or a row of pieces for each seat.

    The number of rows is not checked.
    """
    if is_unordered(rows):
        raise WrongType(f"{name} must be a row, not {shown(rows)}")
    given = row_of(name, rows, object)
    for each in given:
        if not isinstance(each, Iterable):
            raise WrongType(f"{name} must contain strings or rows, not {shown(each)}")
    return cast("tuple[str | Iterable[T], ...]", given)


def left_by_seat(
    name: str,
    rows: Iterable[str | Iterable[P | str]],
    read: Callable[[str | Iterable[P | str], str], tuple[P, ...]],
    *,
    winner: int | None,
    seats: Sequence[int],
    every: Sequence[P],
    of: str,
) -> tuple[tuple[P, ...], ...]:
    """Parse the pieces that each seat has left after a deal.

    Only the winner may have none.

    Args:
        name: The argument, for errors.
        rows: The pieces of each player, by seat.
        read: Function that reads one row. Its second argument is the name of the row, for errors.
        winner: The seat that went out, or None if nobody did.
        seats: The numbers of players that the rules allow.
        every: The pieces of the set.
        of: The name of the set: "the set", "the pack".
    """
    given = rows_of(name, rows)
    if len(given) not in seats:
        raise RulesError(f"{seats[0]} to {seats[-1]} players can play, not {len(given)}")
    check_seat("winner", winner, len(given))
    left = tuple(read(row, f"{name}[{seat}]") for seat, row in enumerate(given))
    for seat, pieces in enumerate(left):
        if pieces and seat == winner:
            raise RulesError(f"winner is {seat}, but this seat has {' '.join(map(str, pieces[:MOST_NAMED]))} left")
        if not pieces and seat != winner:
            raise RulesError(f"seat {seat} has nothing left: winner must be {seat}, not {shown(winner)}")
    check_count([piece for row in left for piece in row], every, of, hidden=None)
    return left


def row_by_seat(name: str, values: Iterable[T] | None, kind: type[T], players: int) -> tuple[T, ...] | None:
    """Check an optional argument that must have a value for each seat."""
    if values is None:
        return None
    row = row_of(name, values, kind)
    if len(row) != players:
        raise RulesError(f"{name} must have {players} values, one for each seat, not {len(row)}")
    return row


def given_sizes(
    name: str, size: int | None, others: Iterable[int], hidden: int, most_players: int
) -> tuple[tuple[int, ...], int]:
    """Check and return the sizes of the opponents' hands and of the pile.

    The sizes are for a position made by hand.

    Args:
        name: The name of the size of the pile, for errors.
        size: The size of the pile, or None for all pieces that are in no hand.
        others: The sizes of the hands, from the next seat on.
        hidden: The number of hidden pieces.
        most_players: The maximum number of players.

    Raises:
        RulesError: If the number of opponents is not allowed, or the sizes do not add up.

    Examples:
        >>> given_sizes("pool_size", None, (3, 9), 20, 4)
        ((3, 9), 8)
    """
    sizes = row_of("others", others, int)
    if not 1 <= len(sizes) < most_players:
        raise RulesError(f"others must have the hand sizes of 1 to {most_players - 1} opponents, not of {len(sizes)}")
    for index, held in enumerate(sizes):
        whole(f"others[{index}]", held, 0)
    left = hidden - sum(sizes)
    if left < 0:
        raise RulesError(f"others have {sum(sizes)} pieces, but only {hidden} are hidden")
    if size not in (None, left):
        raise RulesError(f"{name} must be {left}, not {size}: {hidden} pieces are hidden, and others have {sum(sizes)}")
    return sizes, left


def by_seat(name: str, values: bool | Iterable[bool], players: int) -> tuple[bool, ...]:
    """Return a row of flags, one for each seat.

    The argument is one flag for all seats, or a flag for each seat.
    """
    if isinstance(values, bool):
        return (values,) * players
    if not isinstance(values, Iterable) or is_unordered(values):
        raise WrongType(f"{name} must be True or False, or one of them for each seat, not {shown(values)}")
    return row_by_seat(name, values, bool, players) or ()


def split(points: int, winners: Sequence[int], players: int, last: int | None) -> dict[int, int]:
    """Split points among winners.

    Odd points go to the winners in turn order, starting after the last mover (A24).

    Examples:
        >>> split(7, [0, 2], 3, last=1)
        {0: 3, 2: 4}
    """
    share, odd = divmod(points, len(winners))
    if odd and last is None:
        raise RulesError(
            f"{points} points cannot be split evenly among {len(winners)} winners, so the argument last is "
            "needed: the seat that made the last move"
        )
    first = 0 if last is None else last + 1
    in_turn = sorted(winners, key=lambda seat: (seat - first) % players)
    return {seat: share + (in_turn.index(seat) < odd) for seat in winners}
