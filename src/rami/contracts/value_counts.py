"""Hands as counts of values, and the counts that meet requirements: colours do not matter for these (003.12).

Counts are packed into one integer, eight bits for each value: the number of cards, and above it a guard bit that is
always set. Subtracting more cards of a value than there are clears its guard.
"""

from collections.abc import Iterable
from functools import lru_cache

from rami.contracts.requirements import Requirement, Same

MOST_OF_A_VALUE = 127
"""The most cards of one value that counts can hold."""

Row = tuple[int, ...]
"""The values that serve one requirement, 0 where the joker stands."""

_Solutions = dict[int, tuple[Row, ...]]
"""A row of values for each requirement, by the counts that are left."""

_Options = tuple[tuple[int, Row], ...]
"""The rows that meet a requirement, each with its bare counts, without guards."""


def pack(values: Iterable[int], highest: int) -> int:
    """Return the counts of values, at most 127 equal ones."""
    return guards_of(highest) + _bare(values)


def count_of(counts: int, value: int) -> int:
    """Return the number of cards of a value."""
    return counts >> 8 * value & MOST_OF_A_VALUE


@lru_cache(maxsize=32)
def guards_of(highest: int) -> int:
    """Return the guard bits of counts; a difference in which they are set has enough of every value."""
    return sum(128 << 8 * value for value in range(1, highest + 1))


def solutions(
    requirements: tuple[Requirement, ...], counts: int, values: range, *, joker: bool
) -> tuple[_Solutions, _Solutions]:
    """Return every multiset of values that meets requirements, each once: without the joker, and with it.

    The requirements are met one after the other, and solutions that leave the same counts are alike: the time depends
    on the number of different multisets, not on the ways to arrange them.
    """
    guards, options = guards_of(values[-1]), _all_options(requirements, values)
    if not joker and not any((counts - spent) & guards == guards for spent, _ in options[-1][0]):
        return {}, {}  # most hands do not meet the last requirement, often the largest
    without_joker: _Solutions = {counts: ()}
    with_joker: _Solutions = {}
    for natural, joined in options:
        if joker:
            with_joker = _extended(without_joker, joined, guards) | _extended(with_joker, natural, guards)
        without_joker = _extended(without_joker, natural, guards)
    return without_joker, with_joker


def _extended(before: _Solutions, options: _Options, guards: int) -> _Solutions:
    """Meet one more requirement, in the first way found for each counts that are left."""
    after: _Solutions = {}
    for counts, rows in before.items():
        for spent, row in options:
            left = counts - spent
            if left & guards == guards and left not in after:
                after[left] = (*rows, row)
    return after


def can_be_met(requirements: tuple[Requirement, ...], counts: int, values: range) -> bool:
    """Return whether counts meet requirements without the joker."""
    guards, failed = guards_of(values[-1]), set[tuple[int, int]]()
    options = [(_options(requirement, values)[0], -requirement.size) for requirement in requirements]
    options.sort(key=lambda each: (len(each[0]), each[1]))  # those with the fewest rows first, then the longest
    spent_by_row = [[spent for spent, _ in natural] for natural, _ in options]

    def met(counts: int, number: int) -> bool:
        if number == len(spent_by_row):
            return True
        if (number, counts) in failed:
            return False
        failed.add((number, counts))
        rests = (counts - spent for spent in spent_by_row[number])
        return any(rest & guards == guards and met(rest, number + 1) for rest in rests)

    return met(counts, 0)


def rows_for(requirement: Requirement, values: range) -> tuple[Row, ...]:
    """Return every row of values that meets a requirement, in ascending order.

    Examples:
        >>> from rami.contracts import Run
        >>> rows_for(Run(3), range(1, 6))
        ((1, 2, 3), (2, 3, 4), (3, 4, 5))
    """
    size = requirement.size
    if isinstance(requirement, Same):
        chosen = values if requirement.value is None else [v for v in values if v == requirement.value]
        return tuple((value,) * size for value in chosen)
    return tuple(tuple(values[start : start + size]) for start in range(len(values) - size + 1))


@lru_cache(maxsize=4096)
def _all_options(requirements: tuple[Requirement, ...], values: range) -> tuple[tuple[_Options, _Options], ...]:
    return tuple(_options(requirement, values) for requirement in requirements)


@lru_cache(maxsize=4096)
def _options(requirement: Requirement, values: range) -> tuple[_Options, _Options]:
    """Return the rows that meet a requirement without the joker, and those with it."""
    rows = rows_for(requirement, values)
    natural = tuple((_bare(row), row) for row in rows)
    with_joker: dict[int, Row] = {}
    for row in rows:
        for place in reversed(range(len(row))):
            joined = (*row[:place], 0, *row[place + 1 :])
            with_joker.setdefault(_bare(joined), joined)
    return natural, tuple(with_joker.items())


def _bare(values: Iterable[int]) -> int:
    return sum([1 << 8 * value for value in values if value])
