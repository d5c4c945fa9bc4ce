"""The cards that a hand still lacks for a contract."""

from collections.abc import Iterable

from rami.contracts.requirements import Requirement
from rami.contracts.value_counts import Row, count_of, pack, rows_for, solutions


def lack_of(requirements: tuple[Requirement, ...], hand: Iterable[int], values: range) -> tuple[int, tuple[int, ...]]:
    """Return the fewest cards that a hand lacks for a contract without the joker; if one, the values that would do.

    Args:
        requirements: What the contract asks for.
        hand: The values of the cards in the hand.
        values: The values in play.

    Examples:
        >>> from rami.contracts import Run, Same
        >>> lack_of((Same(2), Run(3)), (4, 4, 5, 6), range(1, 9))
        (1, (4, 7))
        >>> lack_of((Same(4),), (4, 4), range(1, 9))
        (2, ())
    """
    counts = pack(hand, values[-1])
    fewest = {counts: 0}  # the fewest cards lacking so far, by the counts left
    for requirement in requirements:
        rows, after = rows_for(requirement, values), dict[int, int]()
        for before, lacking in fewest.items():
            for row in rows:
                left, missing = _spent(before, row)
                after[left] = min(lacking + missing, after.get(left, lacking + missing))
        fewest = after
    number = min(fewest.values())
    if number != 1:
        return number, ()
    fitting = (v for v in values if solutions(requirements, counts + (1 << 8 * v), values, joker=False)[0])
    return number, tuple(fitting)


def _spent(counts: int, row: Row) -> tuple[int, int]:
    """Return the counts left when a row takes its cards, and how many of them are missing."""
    missing = 0
    for value in row:
        if count_of(counts, value):
            counts -= 1 << 8 * value
        else:
            missing += 1
    return counts, missing
