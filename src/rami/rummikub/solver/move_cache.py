"""The ways of every column: the tables that all searches share.

The ways in which runs go on at a number (`ways`) are worked out once for each `Column` and kept.
"""

from itertools import count
from typing import Final, TypeAlias

from rami.rummikub.solver.run_moves import Way, ways
from rami.rummikub.solver.run_state import Column, Part, Style

MARKS: Final = 24
"""Where in a *key*, the number of a part, the marks begin of the old runs that were disturbed and go on."""

Onward: TypeAlias = tuple[int, ...]
"""A way on: its code, by which they are sorted; the key that it leads to, the free tiles left out, the number of the
way; then, where there are wild jokers, how many of them it takes and how many runs go on, and else the marks of the old
runs that are disturbed and how many are disturbed by it (see `layers`)."""

AllOn: TypeAlias = tuple[list[Onward], int, dict[int, int]]
"""The ways on from a part, the ages that all of them carry, and the parts that they lead to, each with the fewest wild
jokers that it takes."""

NO_WAY: Final = 0
"""The number of the way where there is nothing."""


class Keys:
    """Keys that there are before a number, each with the fewest wild jokers that it takes; equal ones are one object.

    Attributes:
        number: A number of their own.
        used: The wild jokers by key.
        nothing: Whether nothing is open, whatever was done.
    """

    __slots__ = ("nothing", "number", "used")

    def __init__(self, number: int, used: dict[int, int]) -> None:
        self.number: int = number
        self.used: dict[int, int] = used
        self.nothing: bool = len(used) == 1 and 0 in used


Layer: TypeAlias = list[tuple[int, list[Onward]]]
"""The keys before a number, each with the ways on."""

Step: TypeAlias = tuple[Layer, Keys, int]
"""The ways on from some keys, the keys after the number, and how many ways there are."""


class Tables:
    """The ways of a style: by column, and by the number of the part.

    Attributes:
        style: The style.
        columns: The ways of each column.
        numbers: The numbers of the parts.
        parts: The parts by number.
        ways: All ways by number.
        keys: All keys that there have been before a number.
        start: The keys before the first number.
        steps: How many steps are kept.
    """

    __slots__ = ("_next", "columns", "keys", "numbers", "parts", "start", "steps", "style", "ways")

    def __init__(self, style: Style) -> None:
        self.style: Style = style
        self.columns: dict[tuple[object, ...], Ways] = {}
        self.keys: dict[tuple[tuple[int, int], ...], Keys] = {}
        self.start: Keys = Keys(0, {0: 0})
        self.steps: int = 0
        self.numbers: dict[Part, int] = {(): 0}
        self.parts: dict[int, Part] = {0: ()}
        self.ways: dict[int, Way] = {NO_WAY: Way(0, (), 0, 0, 0, 0, 0, (0, 0, 0), ())}
        self._next = count(1)

    def number(self, part: Part) -> int:
        """The number of a part; threads that ask at once are told the same."""
        number = self.numbers.get(part)
        if number is None:
            fresh = next(self._next)
            self.parts[fresh] = part
            number = self.numbers.setdefault(part, fresh)
        return number

    def together(self, used: dict[int, int]) -> Keys:
        """Some keys, as the object that all like them share."""
        items = tuple(used.items())
        keys = self.keys.get(items)
        if keys is None:
            keys = self.keys.setdefault(items, Keys(next(self._next), used))
        return keys

    def onward(self, way: Way) -> Onward:
        """A new way, numbered."""
        number = next(self._next)
        self.ways[number] = way
        wild, going = (way.wild, way.going) if self.style.wild else (0, 0)
        return way.code, self.number(way.part), way.unlaid, number, wild, going


class Ways:
    """The ways of a column, by the number of the part before it; worked out when they are first asked for.

    Attributes:
        tables: The tables that they belong to.
        column: The column.
        known: The ways that were asked for.
        steps: The steps that were, by the number of the keys (see `layers`).
    """

    __slots__ = ("column", "known", "steps", "tables")

    def __init__(self, tables: Tables, column: Column) -> None:
        self.tables: Tables = tables
        self.column: Column = column
        self.known: dict[int, AllOn] = {}
        self.steps: dict[int, Step] = {}

    def of(self, part: int, wild: int) -> AllOn:
        """The ways on from a part, with no more than some wild jokers; kept in `known` at `part | wild << MARKS`."""
        tables = self.tables
        style = tables.style
        every = ways(style._replace(wild=wild), self.column, tables.parts[part], estimated=style.wild > 0)
        onward = [tables.onward(way) for way in every]
        ages = 15
        parts: dict[int, int] = {}
        for way, each in zip(every, onward, strict=True):
            ages &= way.ages
            parts[each[1]] = min(way.wild, parts.get(each[1], wild))
        found = self.known[part | wild << MARKS] = onward, ages, parts
        return found


_TABLES: dict[Style, Tables] = {}
_MOST_TABLES: Final = 64
_MOST_COLUMNS: Final = 1 << 12
_MOST_STEPS: Final = 1 << 15


def tables_of(style: Style) -> Tables:
    """The ways of a style, kept from one search to the next; empty where there would be too many."""
    tables = _TABLES.get(style)
    if tables is None or len(tables.columns) >= _MOST_COLUMNS or tables.steps >= _MOST_STEPS:
        if len(_TABLES) >= _MOST_TABLES:
            _TABLES.clear()
        tables = _TABLES[style] = Tables(style)
    return tables
