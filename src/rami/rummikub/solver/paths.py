"""What paths through a lattice are made of."""

from collections.abc import Iterable

from attrs import frozen

from rami.rummikub.solver.grouping import Grouping
from rami.rummikub.solver.problem import Design
from rami.rummikub.solver.shapes import Shape

Way = tuple[int, int, int]
"""A transition of one colour: its part of the new state, how many jokers it uses and will need, and its worth."""

Bounds = tuple[int | None, ...]
"""For each number of jokers, the most that can be added with no more of them; None where there is no way on."""


@frozen(cache_hash=True)
class Plan:
    """How the runs of a colour go on at a number, in full.

    Attributes:
        naturals: How many natural tiles they take.
        jokers: How many jokers they take, held ones included.
        extended: How many runs of three or more go on.
        shapes: Where jokers are counted, what each open run takes: `"N"`, `"J"`, or `""` if it ends.
        going: How many open runs of one tile, two, and three or more go on.
    """

    naturals: int
    jokers: int
    extended: int
    shapes: tuple[tuple[Shape, str], ...] | None
    going: tuple[int, int, int]


@frozen(eq=False)
class Choice:
    """What does not go into runs at one number: groups, and tiles of designs.

    Attributes:
        apart: For each colour, how many natural tiles do not go into runs, and (<< 8) how many held jokers.
        jokers: How many jokers go into groups and designs.
        high: What is added to the high fields of a state.
        points: How many points there are among that.
        cost: How many old groups are disturbed.
        grouping: The groups.
        started: The designs that start at this number.
    """

    apart: tuple[int, int, int, int]
    jokers: int
    high: int
    points: int
    cost: int
    grouping: Grouping
    started: tuple[Design, ...]


Pair = tuple[int, int]
"""What does not go into runs of two colours, as in `Choice.apart`."""

Pairs = dict[Pair, list[Way]]
"""How the runs of two colours may go on together, for each pair that leaves a way."""


Entry = tuple[Pair, int, int, int, int]
"""Of a choice: what it takes of the last two colours, how many jokers, what it adds to the high fields of a state, its
cost, and its index."""


@frozen(eq=False)
class Half:
    """What the choices at a number take of two colours.

    Attributes:
        pairs: Of both.
        first: Of the first.
        second: Of the second.
    """

    pairs: tuple[Pair, ...]
    first: tuple[int, ...]
    second: tuple[int, ...]

    @classmethod
    def of(cls, pairs: Iterable[Pair]) -> "Half":
        """These, in order, each once."""
        each = tuple(dict.fromkeys(pairs))
        return cls(each, tuple(dict.fromkeys(a for a, _ in each)), tuple(dict.fromkeys(b for _, b in each)))


@frozen(eq=False)
class Halves:
    """The choices at a number by what they take of the first two colours and of the last two.

    Attributes:
        low: What they take of the first two.
        high: What they take of the last two.
        choices: The choices by what they take of the first two.
    """

    low: Half
    high: Half
    choices: dict[Pair, list[Entry]]

    @classmethod
    def of(cls, choices: Iterable[Choice]) -> "Halves":
        """The choices, in order."""
        entries: dict[Pair, list[Entry]] = {}
        for index, choice in enumerate(choices):
            a0, a1, a2, a3 = choice.apart
            entries.setdefault((a0, a1), []).append(((a2, a3), choice.jokers, choice.high, choice.cost, index))
        high = (entry[0] for some in entries.values() for entry in some)
        return cls(Half.of(entries), Half.of(high), entries)


Edge = tuple[int, int, int, int]
"""A step that was looked at: the states after and before it, the index of the choice, and the worth after it."""


@frozen(eq=False)
class Edges:
    """All that a search looked at, where it was not much.

    Attributes:
        layers: The states before the lowest number and after each, with the best worth of each.
        edges: The steps at each number.
    """

    layers: tuple[dict[int, int], ...]
    edges: tuple[tuple[Edge, ...], ...]


@frozen(eq=False)
class Path:
    """A path from the lowest number to the highest.

    Attributes:
        worth: What it is worth.
        states: The state before the lowest number and after each.
        choices: The choice made at each number.
        worths: What each step is worth.
        known: All that the search looked at; None if it was too much to remember.
    """

    worth: int
    states: tuple[int, ...]
    choices: tuple[Choice, ...]
    worths: tuple[int, ...]
    known: Edges | None
