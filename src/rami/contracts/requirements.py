"""Requirements, and the contracts that are made of them; every value is valid."""

import re
from collections.abc import Iterable

from attrs import field, frozen

from rami.contracts.cards import HIGHEST, LOOKS, TEXTS, Color, color_name
from rami.errors import RulesError, WrongType, shown
from rami.pictures.model import Mark, Picture, Row, listed
from rami.pictures.svg import Pictured
from rami.sentences import Phrase
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
        if self.value is None:
            return TEXTS.phrase("requirements.equal", n=self.size)
        return TEXTS.phrase("requirements.imposed", n=self.size, value=self.value)

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
class Contract(Pictured):
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

    @property
    def mark(self) -> Mark:
        """The sheet as it looks."""
        head = TEXTS.phrase("contracts.head", id=self.id, points=self.points, color=color_name(self.bonus))
        lines = (head, *(requirement.words for requirement in self.requirements))
        look = LOOKS[self.bonus]
        return Mark(name=listed(*lines), word=self.id, sign=look.sign, ink=look.ink, shape="sheet", lines=lines)

    @property
    def picture(self) -> Picture:
        """The sheet, for `svg` and `text`."""
        return Picture(TEXTS.phrase("contracts.title", id=self.id), (Row(marks=(self.mark,)),))

    def __str__(self) -> str:
        asked = " + ".join(map(str, self.requirements))
        return f"{self.id}: {asked}, {self.points} point{'s' * (self.points != 1)}, bonus {self.bonus}"
