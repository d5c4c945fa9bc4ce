"""The pieces of a hidden hand that everybody knows: they came into it for all to see, and must still be there."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

from rami.errors import RulesError
from rami.pieces import Piece, without
from rami.positions import replaced

Q = TypeVar("Q", bound=Piece)


def known_after(
    known: tuple[tuple[Q, ...], ...], seat: int, *, left: Iterable[Q] = (), came: Sequence[Q] = ()
) -> tuple[tuple[Q, ...], ...]:
    """Return which pieces of each hand everybody knows, after pieces have left one hand and others came into it.

    Nobody can tell equal pieces apart, so those that leave count as the known ones: what stays known must be there.

    Args:
        known: The known pieces of each hand, by seat, in canonical order.
        seat: The seat of the hand that changes.
        left: The pieces that leave it, for all to see.
        came: The pieces that come into it, for all to see.

    Examples:
        >>> known_after(((1, 5), ()), 0, left=[5, 9]), known_after(((5,), ()), 0, came=(3,))
        (((1,), ()), ((3, 5), ()))
    """
    row = known[seat]
    if row:
        for piece in left:
            if piece in row:
                index = row.index(piece)
                row = (*row[:index], *row[index + 1 :])
    if came:
        row = tuple(sorted((*row, *came))) if row or len(came) > 1 else tuple(came)
    return known if row is known[seat] else replaced(known, seat, row)


def known_hands(
    known: Sequence[tuple[Q, ...]], seen: Sequence[tuple[Q, ...] | None], sizes: Sequence[int]
) -> tuple[tuple[Q, ...], ...]:
    """Return what a view knows of each hand: all of one that it shows, the known pieces of any other.

    Args:
        known: The pieces of each hand that everybody knows, by seat.
        seen: The hands that are seen; None for a hidden one.
        sizes: How many pieces each hand has.

    Raises:
        RulesError: If a hand cannot have the pieces that everybody knows.

    Examples:
        >>> known_hands([(2,), (3,)], [(1, 2), None], [2, 7])
        ((1, 2), (3,))
    """
    for problem in known_flaws(known, seen, sizes):
        raise RulesError(problem)
    return tuple(row if hand is None else hand for hand, row in zip(seen, known, strict=True))


def known_flaws(
    known: Sequence[Sequence[Piece]], seen: Sequence[Sequence[Piece] | None], sizes: Sequence[int]
) -> Iterator[str]:
    """Yield a sentence for each hand that cannot have the pieces which everybody knows.

    Args:
        known: The known pieces of each hand, by seat.
        seen: The hands that are seen, by seat; None for a hidden one.
        sizes: How many pieces each hand has.

    Examples:
        >>> list(known_flaws([(), (1, 2), (3,)], [(), None, (4,)], [0, 1, 1]))  # doctest: +NORMALIZE_WHITESPACE
        ['2 pieces of seat 1 are known, and it has 1', 'seat 2 is known to have 3, and has it not, or not as often']
    """
    for seat, (row, hand, size) in enumerate(zip(known, seen, sizes, strict=True)):
        if len(row) > max(0, size):  # a size below 0 is a flaw of its own
            yield f"{len(row)} pieces of seat {seat} are known, and it has {size}"
        elif hand is not None and (missing := without(row, hand)):
            yield f"seat {seat} is known to have {missing[0]}, and has it not, or not as often"
