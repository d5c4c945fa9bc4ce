"""Whether the pieces of a position are those of a whole set, and which of them a view does not show."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Final, TypeVar

from rami.errors import RulesError
from rami.pieces import Piece, without

P = TypeVar("P", bound=Piece)

MOST_NAMED: Final = 14
"""How many pieces a message names: a hostile document may have thousands."""


def unseen_pieces(every: Sequence[P], seen: Sequence[P], hidden: int, of: str) -> tuple[P, ...]:
    """Return the pieces of a set that a view does not show.

    Args:
        every: The pieces of the set.
        seen: The pieces that the view shows.
        hidden: How many pieces it hides.
        of: What the set is called, for the error: "of the pack".

    Raises:
        RulesError: If the pieces of the view are not those of the set.

    Examples:
        >>> unseen_pieces("AABC", "BA", 2, "of the pack")
        ('A', 'C')
    """
    unseen = without(every, seen)
    if len(unseen) != hidden or len(unseen) + len(seen) != len(every):
        noun = every[0].noun
        raise RulesError(f"the view shows {len(seen)} {noun}s and hides {hidden}: not the {len(every)} {of}")
    return unseen


def deal_unseen(known: Iterable[Sequence[P]], sizes: Iterable[int], order: Iterator[P]) -> tuple[tuple[P, ...], ...]:
    """Fill hands with unseen pieces, for `determinize`.

    Args:
        known: The pieces that are known to be in each hand, by seat.
        sizes: How many pieces each hand has.
        order: The unseen pieces, in random order; what is not dealt stays in it.

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
    """Yield a sentence if one of the sizes that a view counts is negative.

    Examples:
        >>> list(size_flaws(3, -1))
        ['a size is negative']
    """
    if min(sizes) < 0:
        yield "a size is negative"


def miscount(
    seen: Iterable[Piece], every: Sequence[Piece], of: str, *, hidden: int | None = 0, what: str = "there are"
) -> str | None:
    """Return what is wrong with pieces that should be those of a whole set.

    Args:
        seen: The pieces that are known.
        every: The pieces of the set.
        of: What the set is called: "the set", "the pack".
        hidden: How many more pieces there are, unseen; None if any number of them may be missing.
        what: How the sentence about extra pieces begins.

    Returns:
        A sentence; None if nothing is wrong.

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
    if extra := without(known, every):
        return f"{what} more {extra[0].noun}s of a kind than {of} has: {_listed(extra)}"
    if hidden is None or len(known) + hidden == len(every):
        return None
    noun = every[0].noun
    if hidden:
        return f"{hidden} {noun}{'s are' if hidden != 1 else ' is'} hidden, not {len(every) - len(known)}"
    return f"{noun}s of {of} are missing: {_listed(without(every, known))}"


def check_count(
    seen: Iterable[Piece], every: Sequence[Piece], of: str, *, hidden: int | None = 0, what: str = "there are"
) -> None:
    """Refuse pieces that are not those of a whole set; the arguments are those of `miscount`.

    Raises:
        RulesError: If they are not; it names the pieces at fault.
    """
    if problem := miscount(seen, every, of, hidden=hidden, what=what):
        raise RulesError(problem)


def _listed(pieces: Sequence[Piece]) -> str:
    named = " ".join(map(str, pieces[:MOST_NAMED]))
    return f"{named} …" if len(pieces) > MOST_NAMED else named
