"""How the runs of one colour go on at one number: the tables that all searches share.

The *kind* of an open run is all that decides how it may go on: whether it has one tile, two, or three and more, and, only
where the problem asks for it, the jokers in it and the old runs that it contains. A *part* of a state is the kinds of the
open runs of one colour, in ascending order. At each number a *way* closes some of these runs, lengthens the others, and
starts new ones. Which ways there are depends on a few small numbers alone, the `Column`; so they are worked out once and
kept.

Lemma (kinds): two arrangements with equal parts can be completed by the same tiles. For whether a run may be closed or
lengthened is decided by its kind, and so is the kind that it has afterwards.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations_with_replacement
from typing import Final, NamedTuple

Part = tuple[int, ...]
"""The kinds of the open runs of one colour, in ascending order."""

LENGTH: Final = 3
"""The bits of a kind for its length; 3 is three and more, 0 is no open run but something to be kept in mind."""
_JOKERS: Final = 2  # where the three bits for the jokers in the run begin
_JOKER_LAST: Final = 1 << 5
_ONLY_JOKERS: Final = 1 << 6
_LOW: Final = 1 << 7  # starts with the 1
_NEW: Final = 1 << 8  # a new meld, which taken jokers may go into
_PAID: Final = 1 << 9  # holds one
_CLAIMS: Final = 10  # where the two bits for its tiles from the rack begin
_ALIVE: Final = 12  # where the old runs that it may come to contain begin
_CONTAINED: Final = 32  # where those that it contains begin
_MASK: Final = (1 << 20) - 1
MOST_OLD_RUNS: Final = 20
"""The most old runs of a colour that can be told apart."""

KEPT: Final = 4
"""A 1 kept back for the end of a run (a length of 0, and a mark)."""
KEPT_JOKER: Final = 8
"""A held joker that stands for a 1, kept back for the end of a run."""

NATURAL: Final = 0
HELD: Final = 1
WILD: Final = 2
CLAIMED: Final = 3
"""A natural tile from the rack that a new meld claims for itself (A10)."""


class Style(NamedTuple):
    """What a problem asks of all its columns.

    Attributes:
        wild: How many wild jokers there are.
        counted: Whether the jokers of each run are counted.
        most: The most jokers in a meld.
        adjacent: Whether jokers may lie side by side.
        loose: How many wild jokers need not go into new melds.
        taken: How many taken jokers have to go into new melds.
        claims: How many tiles from the rack a new meld needs.
        keen: Whether every free tile is worth laying, and nothing forbids to lengthen a run with it.
        idle: Whether wild jokers may be left over.
    """

    wild: int = 0
    loose: int = 0
    counted: bool = False
    most: int = 2
    adjacent: bool = True
    taken: int = 0
    claims: int = 0
    keen: bool = False
    idle: bool = False


class Old(NamedTuple):
    """What a column has to know of the old runs, where jokers have to go into new melds, as masks.

    Attributes:
        first: Those whose lowest natural tile has this number.
        here: Those with a natural tile of this number.
        last: Those whose highest natural tile has this number.
        remembered: Whether a run that contains an old run is to be remembered; else no new meld may contain one.
        numbers: The numbers of the natural tiles of each, as masks, where they are remembered.
    """

    first: int = 0
    here: int = 0
    last: int = 0
    remembered: bool = False
    numbers: tuple[int, ...] = ()


class Demand(NamedTuple):
    """What the groups of a number take of a colour.

    Attributes:
        apart: How many natural tiles.
        held: How many held jokers that might as well lie in a run.
        claims: How many of the natural tiles new groups claim as tiles from the rack.
    """

    apart: int = 0
    held: int = 0
    claims: int = 0

    @property
    def code(self) -> int:
        """All of it as one number."""
        return self.apart | self.held << 8 | self.claims << 12


class Column(NamedTuple):
    """What decides how the runs of a colour go on at a number, besides the style.

    Attributes:
        must: How many natural tiles must be used.
        tiles: How many there are.
        table: How many of them are not from the rack.
        held_in_runs: The held jokers for runs.
        held: The held jokers for runs or groups.
        next: How many tiles, wild jokers apart, there are at the next number; -1 beyond the last.
        second: The same for the number after that.
        place: 1 at the number 1 and 2 beyond the highest where a 1 may follow that; else 0.
        high: Whether a run that starts with a wild joker is looked at.
        old: What is to be known of the old runs.
        demands: What the groups may take.
    """

    must: int
    tiles: int
    table: int
    held_in_runs: int
    held: int
    next: int
    second: int
    place: int
    high: bool
    old: Old
    demands: tuple[Demand, ...]


class Step(NamedTuple):
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
        steps: How each run goes on.
    """

    __slots__ = ("code", "lengthened", "naturals", "paid", "part", "steps", "tiles", "unlaid", "wild")

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
        steps: tuple[Step, ...],
    ) -> None:
        self.code: int = code
        self.part: Part = part
        self.unlaid: int = unlaid
        self.wild: int = wild
        self.paid: int = paid
        self.naturals: int = naturals
        self.tiles: int = tiles
        self.lengthened: tuple[int, int, int] = lengthened
        self.steps: tuple[Step, ...] = steps


class Ways:
    """The ways of a column, by the part before it; worked out when they are first asked for."""

    __slots__ = ("column", "known", "style")

    def __init__(self, style: Style, column: Column) -> None:
        self.style: Style = style
        self.column: Column = column
        self.known: dict[Part, list[Way]] = {}

    def of(self, part: Part) -> list[Way]:
        """The ways on from a part."""
        ways = self.known.get(part)
        if ways is None:
            ways = self.known[part] = _ways(self.style, self.column, part)
        return ways


_TABLES: dict[Style, dict[tuple[object, ...], Ways]] = {}
_MOST_TABLES: Final = 64
_MOST_COLUMNS: Final = 1 << 12


def table_of_ways(style: Style) -> dict[tuple[object, ...], Ways]:
    """The ways by column, kept from one search to the next; empty where there would be too many."""
    table = _TABLES.get(style)
    if table is None:
        if len(_TABLES) >= _MOST_TABLES:
            _TABLES.clear()
        table = _TABLES[style] = {}
    elif len(table) >= _MOST_COLUMNS:
        table.clear()
    return table


# ---------------------------------------------------------------------------------------------------------------- a run


def lengthened(style: Style, column: Column, kind: int, piece: int) -> int:
    """The kind of a run after one more piece; 0 if it may not have it, or would be no use with it."""
    old = column.old
    length = kind & LENGTH
    joker = piece in (HELD, WILD)
    new = kind & ~(LENGTH | _JOKER_LAST) | min(3, length + 1)
    if column.place == 2 and (kind & (_LOW | _ONLY_JOKERS) or length < 2):
        return 0  # 000.7: a 1 that follows the highest number ends a run of other tiles, which has no 1 already
    if piece == WILD and not kind & _NEW and not style.loose:
        return 0
    if style.counted and joker:
        if kind >> _JOKERS & 7 >= style.most or (kind & _JOKER_LAST and not style.adjacent):
            return 0
        new += 1 << _JOKERS
        if not style.adjacent:
            new |= _JOKER_LAST
    elif not joker:
        new &= ~_ONLY_JOKERS
    if kind & _NEW:
        if piece == WILD:
            new |= _PAID
        elif piece == CLAIMED:
            if kind >> _CLAIMS & 3 >= style.claims:
                return 0
            new += 1 << _CLAIMS
    elif piece == CLAIMED:
        return 0
    if kind & _NEW or old.remembered:
        return _containing(old, new, joker)
    return new


def _containing(old: Old, kind: int, joker: bool) -> int:
    """The kind with the old runs brought up to date that it may come to contain, or contains; 0 if it may not."""
    alive = kind >> _ALIVE & _MASK | old.first
    if joker:
        alive &= ~old.here
    contained = alive & old.last
    if contained and kind & _NEW and not old.remembered:
        return 0
    kind &= ~(_MASK << _ALIVE)
    return kind | (alive & ~old.last) << _ALIVE | contained << _CONTAINED


def _started(style: Style, column: Column, piece: int, *, new: bool) -> int:
    """The kind of a run that starts with a piece; 0 if none may."""
    kind = _NEW if new else 0
    if column.place == 1:
        kind |= _LOW
    if style.counted and piece in (HELD, WILD):
        kind |= _ONLY_JOKERS
    return lengthened(style, column, kind, piece)


def _may_close(style: Style, kind: int) -> bool:
    """Whether a run of a kind is a meld: three tiles, one of them natural, and what a new meld needs."""
    if kind & LENGTH != 3 or kind & _ONLY_JOKERS:
        return False
    return not kind & _NEW or bool(kind & _PAID and kind >> _CLAIMS & 3 == style.claims)


def _closed(kind: int) -> tuple[int, ...]:
    """What is to be kept in mind of a run that is closed: the old runs that it contains, and whether it is new."""
    contained = kind >> _CONTAINED
    return (contained << _CONTAINED | kind & _NEW,) if contained else ()


# --------------------------------------------------------------------------------------------------------------- a part


class _Going(NamedTuple):
    """Runs that go on, while a way is being put together."""

    steps: tuple[Step, ...] = ()
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
    for going in _lengthenings(style, column, part):
        for whole in _with_starts(style, column, going):
            after = _after(style, column, part, whole, passive)
            if after is None:
                continue
            for demand in column.demands:
                way = _way(style, column, demand, part, whole, after)
                if way is None:
                    continue
                wild = -1 if style.idle else way.wild
                key = (demand, way.part, way.unlaid, way.naturals, way.lengthened, way.paid, wild)
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
    for kind, count in Counter(kind for kind in part if kind & LENGTH).items():
        options = [Step(kind, piece, new) for piece in pieces if (new := lengthened(style, column, kind, piece))]
        least = 0 if _may_close(style, kind) else count
        every = [
            more
            for going in every
            for number in range(least, count + 1)
            for steps in combinations_with_replacement(options, number)
            if (more := _more(style, column, going, steps)) is not None
        ]
    return every


def _more(style: Style, column: Column, going: _Going, steps: tuple[Step, ...]) -> _Going | None:
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
    options: list[Step] = []
    for piece in _pieces(style, column):
        for new in (False, True):
            if new and not style.taken:
                continue
            if piece == WILD and style.idle and not column.high:
                continue  # lemma (trailing), in `cells`
            kind = _started(style, column, piece, new=new)
            if kind:
                options.append(Step(0, piece, kind))
    if column.place == 1:
        options += [Step(0, NATURAL, KEPT)] * bool(column.tiles)
        options += [Step(0, HELD, KEPT_JOKER)] * bool(column.held_in_runs or column.held)
    room = column.tiles + column.held_in_runs + column.held + style.wild - len(going.steps)
    return [
        more
        for number in range(room + 1)
        for steps in combinations_with_replacement(options, number)
        if (more := _more(style, column, going, steps)) is not None
    ]


def _after(style: Style, column: Column, part: Part, going: _Going, passive: Part) -> Part | None:
    """The part after a way; None if its runs cannot all be finished.

    Lemma (finish): a run with one tile needs two more, one with two needs one more. What the next two numbers do not have
    for them must come from the wild jokers that are left.
    """
    runs = [step.after for step in going.steps if step.after & LENGTH]
    closed = [kind for kind in (Counter(k for k in part if k & LENGTH) - Counter(s.before for s in going.steps)).elements()]
    idle = [step.after for step in going.steps if not step.after & LENGTH]
    left = style.wild - going.wild
    ones = sum(kind & LENGTH == 1 for kind in runs)
    short = ones + sum(kind & LENGTH == 2 for kind in runs)
    if column.next < 0:
        if any(not _may_close(style, kind) for kind in runs):
            return None
        closed, runs = closed + runs, []
    else:
        if column.second < 0 and ones:
            return None
        if max(0, short - column.next) + max(0, ones - max(0, column.second)) > left:
            return None
        useful = column.next + left - short
        long = [kind for kind in runs if kind & LENGTH == 3]
        if len(long) > useful and all(kind == long[0] for kind in long) and _may_close(style, long[0]):
            # Lemma (useful): of equal runs, no more stay open than there are tiles to lengthen them with.
            runs = [kind for kind in runs if kind & LENGTH != 3] + long[: max(0, useful)]
            closed += long[max(0, useful) :]
    if sum(kind & _NEW > 0 for kind in runs) > style.taken:
        return None
    remembered = [kind for each in closed for kind in _closed(each)] if column.old.remembered else []
    after = tuple(sorted([*passive, *idle, *remembered, *runs]))
    if column.next < 0:
        return () if not after or _are_new(column.old, after) else None
    return after


def _are_new(old: Old, closed: Part) -> bool:
    """A10: whether as many old runs are held without the melds that taken jokers went into."""
    if KEPT in closed or KEPT_JOKER in closed:
        return False
    others = [kind for kind in closed if not kind & _NEW]
    return _most_held(old.numbers, closed, 0) == _most_held(old.numbers, others, 0)


def _most_held(numbers: tuple[int, ...], closed: Sequence[int], index: int) -> int:
    """How many of the old runs from an index on the closed runs can hold, each by tiles of its own.

    A run has each number once: it can hold two old runs that it contains unless they share a number.
    """
    if index == len(numbers):
        return 0
    most = _most_held(numbers, closed, index + 1)
    for place, kind in enumerate(closed):
        if kind >> _CONTAINED >> index & 1:
            apart = sum(1 << other for other, shared in enumerate(numbers) if not shared & numbers[index])
            left = kind & (apart << _CONTAINED)
            most = max(most, 1 + _most_held(numbers, [*closed[:place], left, *closed[place + 1 :]], index + 1))
    return most


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
    if unlaid and style.keen and (longs < sum(kind & LENGTH == 3 for kind in part) or (style.idle and going.wild)):
        return None  # lemmas (keen) and (idle), in `cells`
    paid = sum(step.piece == WILD and step.after & _NEW > 0 for step in going.steps)
    kept = sum(step.after == KEPT for step in going.steps)
    return Way(
        demand.code, after, unlaid, going.wild, paid, going.naturals - kept, used - kept, (ones, twos, longs), going.steps
    )
