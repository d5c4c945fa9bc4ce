"""Which values a contract can take from a stock of cards, by counts of values alone (003.12).

A stock is one integer with a field of eight bits per value: the number of cards of that value, and a guard bit above it
that is always set. Subtracting what a requirement needs clears the guard of every value that has too few.
"""

from collections.abc import Iterable
from functools import lru_cache

from rami.contracts.requirements import Requirement, Same

MOST_OF_A_VALUE = 127
"""The most cards of one value that a stock can count."""

Row = tuple[int, ...]
"""The values that serve one requirement, 0 where the joker stands."""

_Options = tuple[tuple[int, Row], ...]


def stock_of(values: Iterable[int], highest: int) -> int:
    """The stock of these values.

    Args:
        values: The value of each card, at most 127 equal ones.
        highest: The highest value in play.

    Returns:
        The stock.
    """
    return _guards(highest) + _need(values)


def spendings(
    requirements: tuple[Requirement, ...], stock: int, values: range, *, wrap: bool, joker: bool
) -> tuple[dict[int, tuple[Row, ...]], dict[int, tuple[Row, ...]]]:
    """Every multiset of values that meets requirements, each once.

    The requirements are served one after the other, and what is left of the stock says which ways are alike, so the
    time is bounded by the number of different multisets, not of ways to arrange them.

    Args:
        requirements: What a contract asks for.
        stock: The values at hand.
        values: The values in play.
        wrap: Whether the lowest value may follow the highest in a run (B6).
        joker: Whether the joker may be used.

    Returns:
        By what is left of the stock, a row of values for each requirement: first without the joker, then with it.
    """
    guards = _guards(values[-1])
    plain: dict[int, tuple[Row, ...]] = {stock: ()}
    joked: dict[int, tuple[Row, ...]] = {}
    for requirement in requirements:
        natural, with_joker = _options(requirement, values, wrap)
        next_joked = _served(joked, natural, guards)
        if joker:
            next_joked = _served(plain, with_joker, guards) | next_joked
        plain, joked = _served(plain, natural, guards), next_joked
    return plain, joked


def can_be_met(requirements: tuple[Requirement, ...], stock: int, values: range) -> bool:
    """Whether a stock meets requirements in any way, without the joker; the first way found will do.

    Args:
        requirements: What a contract asks for.
        stock: The values at hand.
        values: The values in play.
    """
    guards, seen = _guards(values[-1]), set[tuple[int, int]]()
    options = [(_options(requirement, values, False)[0], -requirement.size) for requirement in requirements]
    # What can be met in the fewest ways comes first, and of these what takes the most.
    options.sort(key=lambda each: (len(each[0]), each[1]))
    needs = [[need for need, _ in natural] for natural, _ in options]

    def met(stock: int, served: int) -> bool:
        if served == len(needs):
            return True
        if (served, stock) in seen:
            return False
        seen.add((served, stock))
        rests = (stock - need for need in needs[served])
        return any(rest & guards == guards and met(rest, served + 1) for rest in rests)

    return met(stock, 0)


def _served(before: dict[int, tuple[Row, ...]], options: _Options, guards: int) -> dict[int, tuple[Row, ...]]:
    after: dict[int, tuple[Row, ...]] = {}
    for stock, rows in before.items():
        for need, row in options:
            left = stock - need
            if left & guards == guards and left not in after:
                after[left] = (*rows, row)
    return after


def fits(stock: int, spent: int, highest: int) -> bool:
    """Whether a stock has what a way to fill a contract spends.

    Args:
        stock: The stock.
        spent: The difference of two stocks.
        highest: The highest value in play.
    """
    guards = _guards(highest)
    return (stock - spent) & guards == guards


def number_of(stock: int, value: int) -> int:
    """How many cards of a value a stock has.

    Args:
        stock: The stock.
        value: The value.
    """
    return stock >> 8 * value & MOST_OF_A_VALUE


def rows_of(requirement: Requirement, values: range, *, wrap: bool) -> tuple[Row, ...]:
    """Every row of values that meets a requirement.

    Args:
        requirement: The requirement.
        values: The values in play.
        wrap: Whether the lowest value may follow the highest in a run (B6).

    Returns:
        The rows in ascending order.

    Examples:
        >>> from rami.contracts import Run
        >>> rows_of(Run(3), range(1, 6), wrap=False)
        ((1, 2, 3), (2, 3, 4), (3, 4, 5))
    """
    size = requirement.size
    if isinstance(requirement, Same):
        chosen = values if requirement.value is None else [v for v in values if v == requirement.value]
        return tuple((value,) * size for value in chosen)
    if size > len(values):
        return ()
    starts = range(len(values) if wrap else len(values) - size + 1)
    return tuple(tuple(values[(start + step) % len(values)] for step in range(size)) for start in starts)


@lru_cache(maxsize=4096)
def _options(requirement: Requirement, values: range, wrap: bool) -> tuple[_Options, _Options]:
    """The rows that meet a requirement and what they need of a stock: without the joker, and with it."""
    rows = rows_of(requirement, values, wrap=wrap)
    natural = tuple((_need(row), row) for row in rows)
    with_joker: dict[int, Row] = {}
    for row in rows:
        for place in reversed(range(len(row))):
            filled = (*row[:place], 0, *row[place + 1 :])
            with_joker.setdefault(_need(filled), filled)
    return natural, tuple(with_joker.items())


def _need(values: Iterable[int]) -> int:
    return sum(1 << 8 * value for value in values if value)


@lru_cache(maxsize=32)
def _guards(highest: int) -> int:
    return sum(128 << 8 * value for value in range(1, highest + 1))
