"""Contracts, their requirements, and a search for cards that meet them."""

import re
from collections.abc import Iterable
from functools import cache, lru_cache
from itertools import chain

from attrs import field, frozen

from rami.contracts.cards import HIGHEST, TEXTS, Color
from rami.errors import RulesError, WrongType, shown
from rami.messages import Marked, Phrase, Pictured
from rami.positions import replaced
from rami.shapes import instance, row_of, whole

SHORTEST_RUN = 3
"""Minimum number of cards in a run (003.11)."""

MOST_REQUIREMENTS = 5
"""Maximum number of requirements of a contract.

The limit keeps the search for fills fast.
"""

MOST_POINTS = 1000
"""Maximum number of points of a contract."""


@frozen(cache_hash=True)
class Same:
    """Cards of equal value (003.11).

    A pair has 2 cards, a brelan 3, a carré 4 and a quintuple 5.

    Attributes:
        size: Number of cards.
        value: The value required by the contract. If None, the player chooses it (B3).

    Raises:
        RulesError: If the size or the value is out of range.

    Examples:
        >>> str(Same(2)), str(Same(2, 6))
        ('2 equal cards', '2 cards of value 6')
    """

    size: int = field()
    value: int | None = None

    def __attrs_post_init__(self) -> None:
        whole("size of a requirement", self.size, 1, HIGHEST)
        if self.value is not None:
            whole("imposed value", self.value, 1, HIGHEST)

    @property
    def words(self) -> Phrase:
        """Description of the requirement."""
        key = "requirements.equal" if self.value is None else "requirements.imposed"
        return TEXTS.phrase(key, n=self.size, value=self.value)

    def __str__(self) -> str:
        return self.words.say()


@frozen(cache_hash=True)
class Run:
    """Cards of consecutive values (003.11, 003.12).

    They may have any colors.

    Attributes:
        size: Number of cards, at least 3.

    Raises:
        RulesError: If the size is out of range.

    Examples:
        >>> str(Run(4))
        'run of 4'
    """

    size: int

    def __attrs_post_init__(self) -> None:
        whole("size of a run", self.size, SHORTEST_RUN, HIGHEST)

    @property
    def words(self) -> Phrase:
        """Description of the requirement."""
        return TEXTS.phrase("requirements.run", size=self.size)

    def __str__(self) -> str:
        return self.words.say()


Requirement = Same | Run
"""A requirement of a contract."""

CONTRACT_ID = re.compile(r"[A-Z][A-Z0-9]{0,11}")
"""Pattern of contract ids.

An id is a capital letter, followed by up to 11 capital letters or digits.
"""


def _identifier(value: str) -> str:
    if not CONTRACT_ID.fullmatch(instance("the id of a contract", value, str, "text")):
        raise RulesError(
            f"the id of a contract must be a capital letter and up to 11 capital letters or digits, not {shown(value)}"
        )
    return value


def _requirements(values: Iterable[Requirement]) -> tuple[Requirement, ...]:
    row: list[Requirement] = []
    for value in row_of("requirements", values, object):
        if not isinstance(value, Same | Run):
            raise WrongType(f"a requirement must be a Same or a Run, not {shown(value)}")
        row.append(value)
    whole("the number of requirements of a contract", len(row), 1, MOST_REQUIREMENTS)
    return tuple(row)


@frozen(cache_hash=True, kw_only=True)
class Contract(Pictured, Marked):
    """A contract card (003.10).

    Attributes:
        id: The identifier in the deck and in notation, such as `"C18"`: a capital letter, then up to 11 capital letters
            or digits.
        requirements: The requirements, which must all be met.
        points: Number of points.
        bonus: The bonus color (003.14).

    Raises:
        RulesError: If a value is out of range.

    Examples:
        >>> contract = Contract(id="C18", requirements=(Same(2), Run(3)), points=3, bonus=Color.CLUBS)
        >>> str(contract), contract.size
        ('C18: 2 equal cards + run of 3, 3 points, bonus C', 5)
    """

    id: str = field(converter=_identifier)
    requirements: tuple[Requirement, ...] = field(converter=_requirements)
    points: int
    bonus: Color

    def __attrs_post_init__(self) -> None:
        whole(f"points of {self.id}", self.points, 0, MOST_POINTS)
        instance(f"the bonus color of {self.id}", self.bonus, Color)

    @property
    def size(self) -> int:
        """Total number of cards in all requirements."""
        return sum(requirement.size for requirement in self.requirements)

    def __str__(self) -> str:
        asked = " + ".join(map(str, self.requirements))
        return f"{self.id}: {asked}, {self.points} point{'s' * (self.points != 1)}, bonus {self.bonus}"


Contracts = tuple[Contract, ...]
"""A tuple of contracts."""

MOST_OF_A_VALUE = 127
"""Maximum number of cards of one value in packed counts.

Packed counts are one integer, with seven bits for the number of cards of each value, and a guard bit for each value.
"""

Served = tuple[int, ...]
"""Values of the cards that meet one requirement.

The joker is 0.
"""

Solutions = dict[int, tuple[Served, ...]]
"""The ways to meet requirements, by the cards that are left in the hand.

The cards that are left are packed counts. A way has a row of card values for each requirement.
"""

_Options = tuple[tuple[int, Served], ...]
"""The rows that meet a requirement, each with its packed counts.

These packed counts have no guard bits.
"""


def pack(values: Iterable[int], highest: int) -> int:
    """Return the number of cards of each value, packed into one integer.

    The integer has guard bits. No value may occur more than 127 times.
    """
    return guards_of(highest) + _bare(values)


def count_of(counts: int, value: int) -> int:
    """Return how many cards of one value the packed counts contain."""
    return counts >> 8 * value & MOST_OF_A_VALUE


@lru_cache(maxsize=32)
def guards_of(highest: int) -> int:
    """Return an integer with the guard bits of all values up to the highest.

    If a subtraction makes a count negative, it clears the guard bit of the value.
    """
    return sum(128 << 8 * value for value in range(1, highest + 1))


def solutions(
    requirements: tuple[Requirement, ...], counts: int, values: range, *, joker: bool
) -> tuple[Solutions, Solutions]:
    """Return the ways to meet requirements without a joker, and the ways with one joker.

    There is one way for each multiset of values.

    Requirements are processed one by one, and solutions with equal remaining counts are merged. Time grows with the
    number of multisets, not with the number of arrangements.
    """
    guards, options = _rows_by_requirement(requirements, values)
    without_joker: Solutions = {counts: ()}
    with_joker: Solutions = {}
    for natural, joined in options:
        if joker:
            with_joker = _extended(without_joker, joined, guards) | _extended(with_joker, natural, guards)
        without_joker = _extended(without_joker, natural, guards)
    return without_joker, with_joker


@lru_cache(maxsize=4096)
def _rows_by_requirement(
    requirements: tuple[Requirement, ...], values: range
) -> tuple[int, list[tuple[_Options, _Options]]]:
    return guards_of(values[-1]), [(_natural(each, values), _rows_with_joker(each, values)) for each in requirements]


def _extended(before: Solutions, options: _Options, guards: int) -> Solutions:
    after: Solutions = {}
    for counts, rows in before.items():
        for spent, row in options:
            left = counts - spent
            if left & guards == guards and left not in after:
                after[left] = (*rows, row)
    return after


def can_be_met(requirements: tuple[Requirement, ...], counts: int, values: range) -> bool:
    """Return whether the counted cards can meet the requirements without a joker."""
    guards = guards_of(values[-1])
    hardest_first = sorted(requirements, key=lambda each: (len(rows_for(each, values)), -each.size))

    @cache
    def met(counts: int, number: int) -> bool:
        if number == len(hardest_first):
            return True
        rests = [counts - spent for spent, _ in _natural(hardest_first[number], values)]
        return any(rest & guards == guards and met(rest, number + 1) for rest in rests)

    return met(counts, 0)


@lru_cache(maxsize=4096)
def rows_for(requirement: Requirement, values: range) -> tuple[Served, ...]:
    """Return the rows that meet a requirement, in ascending order.

    Examples:
        >>> from rami.contracts import Run
        >>> rows_for(Run(3), range(1, 6))
        ((1, 2, 3), (2, 3, 4), (3, 4, 5))
    """
    size = requirement.size
    if isinstance(requirement, Same):
        return tuple((value,) * size for value in values if requirement.value in (None, value))
    return tuple(tuple(values[start : start + size]) for start in range(len(values) - size + 1))


@lru_cache(maxsize=4096)
def _natural(requirement: Requirement, values: range) -> _Options:
    return tuple((_bare(row), row) for row in rows_for(requirement, values))


@lru_cache(maxsize=4096)
def _rows_with_joker(requirement: Requirement, values: range) -> _Options:
    found: dict[int, Served] = {}
    for row in rows_for(requirement, values):
        for place in reversed(range(len(row))):
            joined = replaced(row, place, 0)
            found.setdefault(_bare(joined), joined)
    return tuple(found.items())


def _bare(values: Iterable[int]) -> int:
    return sum(_UNITS[value] for value in values)


_UNITS = (0, *[1 << 8 * value for value in range(1, HIGHEST + 1)])
"""The packed counts of a single card, indexed by the value of the card.

The joker has 0.
"""


def numbers_of(rows: Iterable[Served]) -> dict[int, int]:
    """Return how many cards of each value the rows need.

    The joker is not counted.
    """
    numbers: dict[int, int] = {}
    for value in filter(None, chain(*rows)):
        numbers[value] = numbers.get(value, 0) + 1
    return numbers


def lack_of(requirements: tuple[Requirement, ...], hand: Iterable[int], values: range) -> tuple[int, tuple[int, ...]]:
    """Return how many cards a hand lacks for a contract.

    The joker is not used.

    If only one card is missing, the second item has the values that would complete the contract.

    Examples:
        >>> from rami.contracts import Run, Same
        >>> lack_of((Same(2), Run(3)), (4, 4, 5, 6), range(1, 9))
        (1, (4, 7))
        >>> lack_of((Same(4),), (4, 4), range(1, 9))
        (2, ())
    """
    counts = pack(hand, values[-1])
    fewest = {counts: 0}
    for requirement in requirements:
        rows, after = rows_for(requirement, values), dict[int, int]()
        for before, lacking in fewest.items():
            for row in rows:
                left, missing = _spent(before, row)
                after[left] = min(lacking + missing, after.get(left, lacking + missing))
        fewest = after
    lack = min(fewest.values())
    if lack != 1:
        return lack, ()
    return lack, tuple(value for value in values if can_be_met(requirements, counts + _UNITS[value], values))


def _spent(counts: int, row: Served) -> tuple[int, int]:
    missing = 0
    for value in row:
        if count_of(counts, value):
            counts -= _UNITS[value]
        else:
            missing += 1
    return counts, missing
