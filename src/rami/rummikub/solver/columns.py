"""How the runs of one colour go on at one number: the tables that all searches share.

A *part* of a state is the kinds of the open runs of one colour, in ascending order. At each number a *way* closes some
of these runs, lengthens the others, and starts new ones. Which ways there are depends on a few small numbers alone, the
`Column`; so they are worked out once and kept.
"""

from collections import Counter
from itertools import combinations_with_replacement, count
from typing import Final, NamedTuple

from rami.rummikub.solver.kinds import (
    CLAIMED,
    HELD,
    KEPT,
    KEPT_JOKER,
    LENGTH,
    NATURAL,
    NEW,
    WILD,
    Column,
    Demand,
    Part,
    Style,
    are_new,
    lengthened,
    may_close,
    remembered,
    started,
)


class Extension(NamedTuple):
    """How one run goes on: its kind before (0 for a new run), the piece that it is given, its kind afterwards."""

    before: int
    piece: int
    after: int


class Way:
    """One way in which the runs of a colour go on at a number.

    Attributes:
        code: What the groups take, as a number.
        part: The part afterwards.
        unlaid: How many of the free tiles are left out.
        wild: How many wild jokers go into the runs.
        paid: How many of these go into new melds.
        naturals: How many natural tiles go into the runs.
        tiles: How many natural tiles go into runs or groups.
        lengthened: How many runs of one tile, of two, and of three and more go on.
        going: How many runs go on.
        ages: A bit for each age, from 0 to 3 and more, of an old run that can go on whole, if it is the only one.
        steps: How each run goes on.
    """

    __slots__ = ("ages", "code", "going", "lengthened", "naturals", "paid", "part", "steps", "tiles", "unlaid", "wild")

    def __init__(
        self,
        code: int,
        part: Part,
        unlaid: int,
        wild: int,
        paid: int,
        naturals: int,
        tiles: int,
        lengthened: tuple[int, int, int],
        steps: tuple[Extension, ...],
    ) -> None:
        self.code: int = code
        self.part: Part = part
        self.unlaid: int = unlaid
        self.wild: int = wild
        self.paid: int = paid
        self.naturals: int = naturals
        self.tiles: int = tiles
        self.lengthened: tuple[int, int, int] = lengthened
        self.steps: tuple[Extension, ...] = steps
        ones, twos, longs = lengthened
        self.going: int = ones + twos + longs
        self.ages: int = (1 | 2 * (self.going > 0) | 4 * (twos + longs > 0) | 8 * (longs > 0)) if naturals else 0


MARKS: Final = 24
"""Where in a *key*, the number of a part, the marks begin of the old runs that were disturbed and go on."""

Onward = tuple[int, int, int, Way, int, int]
"""A way on: its code, the key that it leads to, the free tiles left out, the way; the marks of the old runs that are
disturbed, and how many are disturbed by it (see `layers`)."""

AllOn = tuple[tuple[Onward, ...], int, dict[int, int]]
"""The ways on from a part, the ages that all of them carry, and the parts that they lead to, each with the fewest wild
jokers that it takes."""


class Tables:
    """The ways of a style: by column, and by the number of the part."""

    __slots__ = ("_next", "columns", "numbers", "parts", "style")

    def __init__(self, style: Style) -> None:
        self.style: Style = style
        self.columns: dict[tuple[object, ...], Ways] = {}
        self.numbers: dict[Part, int] = {(): 0}
        self.parts: dict[int, Part] = {0: ()}
        self._next = count(1)

    def number(self, part: Part) -> int:
        """The number of a part; threads that ask at once are told the same."""
        number = self.numbers.get(part)
        if number is None:
            fresh = next(self._next)
            self.parts[fresh] = part
            number = self.numbers.setdefault(part, fresh)
        return number


class Ways:
    """The ways of a column, by the number of the part before it; worked out when they are first asked for."""

    __slots__ = ("column", "known", "tables")

    def __init__(self, tables: Tables, column: Column) -> None:
        self.tables: Tables = tables
        self.column: Column = column
        self.known: dict[int, AllOn] = {}

    def of(self, part: int, wild: int) -> AllOn:
        """The ways on from a part, with no more than some wild jokers; kept in `known` at `part | wild << MARKS`."""
        tables = self.tables
        ways = _ways(tables.style, self.column, tables.parts[part])
        onward = tuple([(way.code, tables.number(way.part), way.unlaid, way, 0, 0) for way in ways if way.wild <= wild])
        ages = 15
        parts: dict[int, int] = {}
        for _, after, _, way, _, _ in onward:
            ages &= way.ages
            parts[after] = min(way.wild, parts.get(after, wild))
        every = self.known[part | wild << MARKS] = onward, ages, parts
        return every


_TABLES: dict[Style, Tables] = {}
_MOST_TABLES: Final = 64
_MOST_COLUMNS: Final = 1 << 12


def tables_of(style: Style) -> Tables:
    """The ways of a style, kept from one search to the next; empty where there would be too many."""
    tables = _TABLES.get(style)
    if tables is None or len(tables.columns) >= _MOST_COLUMNS:
        if len(_TABLES) >= _MOST_TABLES:
            _TABLES.clear()
        tables = _TABLES[style] = Tables(style)
    return tables


class _Going(NamedTuple):
    """Runs that go on, while a way is being put together."""

    steps: tuple[Extension, ...] = ()
    naturals: int = 0
    held: int = 0
    wild: int = 0
    claims: int = 0


def _ways(style: Style, column: Column, part: Part) -> list[Way]:
    found: dict[tuple[object, ...], Way] = {}
    kept = Counter(kind for kind in part if kind in (KEPT, KEPT_JOKER)) if column.place == 2 else Counter[int]()
    passive = tuple(kind for kind in part if not kind & LENGTH and kind not in kept)
    if column.place == 2:
        column = column._replace(tiles=kept[KEPT], must=kept[KEPT], held_in_runs=kept[KEPT_JOKER])
    demands = [Demand.of(code) for code in column.demands]
    for going in _lengthenings(style, column, part):
        for whole in _with_starts(style, column, going):
            after = _after(style, column, part, whole, passive)
            if after is None:
                continue
            for demand in demands:
                way = _way(style, column, demand, part, whole, after)
                if way is None:
                    continue
                key: tuple[object, ...] = (demand, way.part, way.unlaid, way.naturals, way.lengthened)
                if style.wild:  # then what is disturbed is estimated by how many runs go on
                    wild = -1 if style.idle else way.wild
                    key = (demand, way.part, way.unlaid, way.going, way.paid, wild)
                known = found.get(key)
                if known is None or way.wild < known.wild:
                    found[key] = way
    return sorted(found.values(), key=_order)


def _order(way: Way) -> tuple[int, int]:
    return way.unlaid, way.wild


def _pieces(style: Style, column: Column) -> tuple[int, ...]:
    """The pieces that there are."""
    pieces = [NATURAL] if column.tiles else []
    if column.held_in_runs or column.held:
        pieces.append(HELD)
    if style.wild:
        pieces.append(WILD)
    if style.claims and column.tiles > column.table:
        pieces.append(CLAIMED)
    return tuple(pieces)


def _lengthenings(style: Style, column: Column, part: Part) -> list[_Going]:
    """Every way to lengthen some of the runs, where the others may be closed."""
    pieces = _pieces(style, column)
    every = [_Going()]
    for kind, open_runs in Counter(kind for kind in part if kind & LENGTH).items():
        options = [Extension(kind, piece, new) for piece in pieces if (new := lengthened(style, column, kind, piece))]
        least = 0 if may_close(style, kind) else open_runs
        every = [
            more
            for going in every
            for number in range(least, open_runs + 1)
            for steps in combinations_with_replacement(options, number)
            if (more := _more(style, column, going, steps)) is not None
        ]
    return every


def _more(style: Style, column: Column, going: _Going, steps: tuple[Extension, ...]) -> _Going | None:
    """Some runs that go on, and more of them; None if there are not the pieces for that."""
    naturals, held, wild, claims = going.naturals, going.held, going.wild, going.claims
    for step in steps:
        if step.piece == HELD:
            held += 1
        elif step.piece == WILD:
            wild += 1
        else:
            naturals += 1
            claims += step.piece == CLAIMED
    if naturals > column.tiles or held > column.held_in_runs + column.held or wild > style.wild:
        return None
    return _Going(going.steps + steps, naturals, held, wild, claims)


def _with_starts(style: Style, column: Column, going: _Going) -> list[_Going]:
    """The runs that go on, with every choice of new runs, and of tiles that are kept back."""
    if column.place == 2:
        return [going]
    options: list[Extension] = []
    for piece in _pieces(style, column):
        for new in (False, True):
            if new and not style.taken:
                continue
            if piece == WILD and style.idle and not column.high:
                continue  # lemma (trailing), in `layers`
            kind = started(style, column, piece, new=new)
            if kind:
                options.append(Extension(0, piece, kind))
    if column.place == 1:
        options += [Extension(0, NATURAL, KEPT)] * bool(column.tiles)
        options += [Extension(0, HELD, KEPT_JOKER)] * bool(column.held_in_runs or column.held)
    room = column.tiles + column.held_in_runs + column.held + style.wild - len(going.steps)
    return [
        more
        for number in range(room + 1)
        for steps in combinations_with_replacement(options, number)
        if (more := _more(style, column, going, steps)) is not None
    ]


def _after(style: Style, column: Column, part: Part, going: _Going, passive: Part) -> Part | None:
    """The part after a way; None if its runs cannot all be finished.

    Lemma (finish): a run with one tile needs two more, one with two needs one more. What the next two numbers do not
    have for them must come from the wild jokers that are left.
    """
    runs = [step.after for step in going.steps if step.after & LENGTH]
    open_before = Counter(kind for kind in part if kind & LENGTH)
    closed = list((open_before - Counter(step.before for step in going.steps)).elements())
    idle = [step.after for step in going.steps if not step.after & LENGTH]
    left = style.wild - going.wild
    ones = sum(kind & LENGTH == 1 for kind in runs)
    short = ones + sum(kind & LENGTH == 2 for kind in runs)
    if column.next < 0:
        if any(not may_close(style, kind) for kind in runs):
            return None
        closed, runs = closed + runs, []
    else:
        if column.second < 0 and ones:
            return None
        if max(0, short - column.next) + max(0, ones - max(0, column.second)) > left:
            return None
        useful = column.next + left - short
        long = [kind for kind in runs if kind & LENGTH == 3]
        if len(long) > useful and all(kind == long[0] for kind in long) and may_close(style, long[0]):
            # Lemma (useful): of equal runs, no more stay open than there are tiles to lengthen them with.
            runs = [kind for kind in runs if kind & LENGTH != 3] + long[: max(0, useful)]
            closed += long[max(0, useful) :]
    if sum(kind & NEW > 0 for kind in runs) > style.taken:
        return None
    minded = [kind for each in closed for kind in remembered(each)] if column.old.remembered else []
    after = tuple(sorted([*passive, *idle, *minded, *runs]))
    if column.next < 0:
        return () if not after or are_new(column.old, after) else None
    return after


def _way(style: Style, column: Column, demand: Demand, part: Part, going: _Going, after: Part) -> Way | None:
    """The way with what the groups take; None if it does not use what it must, or is no use."""
    used = going.naturals + demand.apart
    if not column.must <= used <= column.tiles or going.held + demand.held != column.held_in_runs + column.held:
        return None
    if going.claims + demand.claims > used - column.table:
        return None
    lengths = [step.before & LENGTH for step in going.steps]
    ones, twos, longs = lengths.count(1), lengths.count(2), lengths.count(3)
    unlaid = column.tiles - used
    if style.joined and len(going.steps) > ones + twos + longs and longs < sum(kind & LENGTH == 3 for kind in part):
        return None  # lemma (joined), in `layers`
    if unlaid and style.keen and (longs < sum(kind & LENGTH == 3 for kind in part) or (style.idle and going.wild)):
        return None  # lemmas (keen) and (idle), in `layers`
    paid = sum(step.piece == WILD and step.after & NEW > 0 for step in going.steps)
    kept = sum(step.after == KEPT for step in going.steps)
    return Way(
        demand.code,
        after,
        unlaid,
        going.wild,
        paid,
        going.naturals - kept,
        used - kept,
        (ones, twos, longs),
        going.steps,
    )
