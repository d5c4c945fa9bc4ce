"""Requirements of contracts, the values that meet them, and what a hand lacks."""

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
"""The fewest cards in a run (003.11)."""

MOST_REQUIREMENTS = 5
"""The most requirements on one contract, which bounds the search for the ways to fill it."""

MOST_POINTS = 1000
"""The most points that a contract may be worth."""


@frozen(cache_hash=True)
class Same:
    """Cards of equal value: a pair, a brelan (3), a carré (4), a quintuple (5) (003.11).

    Attributes:
        size: How many cards.
        value: The value that the contract imposes; None where the player chooses it (B3).

    Raises:
        RulesError: If the size or the value is out of range.

    Examples:
        >>> str(Same(2)), str(Same(2, 6))
        ('2 equal', '2 of value 6')
    """

    size: int = field()
    value: int | None = None

    def __attrs_post_init__(self) -> None:
        """Check the fields."""
        whole("size of a requirement", self.size, 1, HIGHEST)
        if self.value is not None:
            whole("imposed value", self.value, 1, HIGHEST)

    @property
    def words(self) -> Phrase:
        """The requirement in words."""
        key = "requirements.equal" if self.value is None else "requirements.imposed"
        return TEXTS.phrase(key, n=self.size, value=self.value)

    def __str__(self) -> str:
        return self.words.say()


@frozen(cache_hash=True)
class Run:
    """Cards of consecutive values, of any colours (003.11, 003.12).

    Attributes:
        size: How many cards, at least 3.

    Raises:
        RulesError: If the size is out of range.

    Examples:
        >>> str(Run(4))
        'run of 4'
    """

    size: int

    def __attrs_post_init__(self) -> None:
        """Check the field."""
        whole("size of a run", self.size, SHORTEST_RUN, HIGHEST)

    @property
    def words(self) -> Phrase:
        """The requirement in words."""
        return TEXTS.phrase("requirements.run", size=self.size)

    def __str__(self) -> str:
        return self.words.say()


Requirement = Same | Run
"""A requirement of a contract: cards of equal value, or a run."""

CONTRACT_ID = re.compile(r"[A-Z][A-Z0-9]{0,11}")
"""The id of a contract: up to twelve capitals and digits, a capital first."""


def _identifier(value: str) -> str:
    if not CONTRACT_ID.fullmatch(instance("the id of a contract", value, str, "text")):
        raise RulesError(
            f"the id of a contract is a capital letter and then up to 11 capitals and digits, not {shown(value)}"
        )
    return value


def _requirements(values: Iterable[Requirement]) -> tuple[Requirement, ...]:
    row: list[Requirement] = []
    for value in row_of("requirements", values, object):
        if not isinstance(value, Same | Run):
            raise WrongType(f"a requirement is a Same or a Run, not {shown(value)}")
        row.append(value)
    whole("the number of requirements of a contract", len(row), 1, MOST_REQUIREMENTS)
    return tuple(row)


@frozen(cache_hash=True, kw_only=True)
class Contract(Pictured, Marked):
    """A contract card (003.10).

    Attributes:
        id: The name of the card in its deck and in the notation, such as `"C18"`: up to 12 capitals and digits.
        requirements: What it asks for; all of them must be met.
        points: What it is worth.
        bonus: The bonus colour (003.14).

    Raises:
        RulesError: If a field has a value that it cannot have.

    Examples:
        >>> contract = Contract(id="C18", requirements=(Same(2), Run(3)), points=3, bonus=Color.CLUBS)
        >>> str(contract), contract.size
        ('C18: 2 equal + run of 3, 3 points, bonus C', 5)
    """

    id: str = field(converter=_identifier)
    requirements: tuple[Requirement, ...] = field(converter=_requirements)
    points: int
    bonus: Color

    def __attrs_post_init__(self) -> None:
        """Check the fields that no converter has checked."""
        whole(f"points of {self.id}", self.points, 0, MOST_POINTS)
        instance(f"the bonus colour of {self.id}", self.bonus, Color)

    @property
    def size(self) -> int:
        """How many cards it asks for in all."""
        return sum(requirement.size for requirement in self.requirements)

    def __str__(self) -> str:
        asked = " + ".join(map(str, self.requirements))
        return f"{self.id}: {asked}, {self.points} point{'s' * (self.points != 1)}, bonus {self.bonus}"


Contracts = tuple[Contract, ...]
"""Contracts in a row."""

MOST_OF_A_VALUE = 127
"""The most cards of one value that counts can hold."""

Served = tuple[int, ...]
"""The values that serve one requirement, 0 where the joker stands."""

Solutions = dict[int, tuple[Served, ...]]
"""A row of values for each requirement, by the counts that are left."""

_Options = tuple[tuple[int, Served], ...]
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
) -> tuple[Solutions, Solutions]:
    """Return every multiset of values that meets requirements, each once: without the joker, and with it.

    The requirements are met one after the other, and solutions that leave the same counts are alike: the time depends
    on the number of different multisets, not on the ways to arrange them.
    """
    guards, options = _options(requirements, values)
    without_joker: Solutions = {counts: ()}
    with_joker: Solutions = {}
    for natural, joined in options:
        if joker:
            with_joker = _extended(without_joker, joined, guards) | _extended(with_joker, natural, guards)
        without_joker = _extended(without_joker, natural, guards)
    return without_joker, with_joker


@lru_cache(maxsize=4096)
def _options(requirements: tuple[Requirement, ...], values: range) -> tuple[int, list[tuple[_Options, _Options]]]:
    """Return the guards of counts, and the rows that meet each requirement, without the joker and with it."""
    return guards_of(values[-1]), [(_natural(each, values), _joined(each, values)) for each in requirements]


def _extended(before: Solutions, options: _Options, guards: int) -> Solutions:
    """Meet one more requirement, in the first way found for each counts that are left."""
    after: Solutions = {}
    for counts, rows in before.items():
        for spent, row in options:
            left = counts - spent
            if left & guards == guards and left not in after:
                after[left] = (*rows, row)
    return after


def can_be_met(requirements: tuple[Requirement, ...], counts: int, values: range) -> bool:
    """Return whether counts meet requirements without the joker."""
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
    """Return every row of values that meets a requirement, in ascending order.

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
    """Return the rows that meet a requirement without the joker."""
    return tuple((_bare(row), row) for row in rows_for(requirement, values))


@lru_cache(maxsize=4096)
def _joined(requirement: Requirement, values: range) -> _Options:
    """Return the rows that meet a requirement with the joker, those with the same cards once."""
    found: dict[int, Served] = {}
    for row in rows_for(requirement, values):
        for place in reversed(range(len(row))):
            joined = replaced(row, place, 0)
            found.setdefault(_bare(joined), joined)
    return tuple(found.items())


def _bare(values: Iterable[int]) -> int:
    return sum(_UNITS[value] for value in values)


_UNITS = (0, *[1 << 8 * value for value in range(1, HIGHEST + 1)])
"""The counts of a single card of each value; the joker is not counted."""


def numbers_of(rows: Iterable[Served]) -> dict[int, int]:
    """Return how many cards of each value rows take from the hand."""
    numbers: dict[int, int] = {}
    for value in filter(None, chain(*rows)):
        numbers[value] = numbers.get(value, 0) + 1
    return numbers


def lack_of(requirements: tuple[Requirement, ...], hand: Iterable[int], values: range) -> tuple[int, tuple[int, ...]]:
    """Return the fewest cards that a hand lacks for a contract without the joker; if one, the values that would do.

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
    lack = min(fewest.values())
    if lack != 1:
        return lack, ()
    return lack, tuple(value for value in values if can_be_met(requirements, counts + _UNITS[value], values))


def _spent(counts: int, row: Served) -> tuple[int, int]:
    """Return the counts left when a row takes its cards, and how many of them are missing."""
    missing = 0
    for value in row:
        if count_of(counts, value):
            counts -= _UNITS[value]
        else:
            missing += 1
    return counts, missing
