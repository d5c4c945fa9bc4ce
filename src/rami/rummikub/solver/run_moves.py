"""The ways in which the runs of one colour go on at one number.

A *part* of a state is the kinds of the open runs of one colour, in ascending order. At each number a *way* closes some
of these runs, lengthens the others, and starts new ones. Which ways there are depends on a few small numbers alone, the
`Column`.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement
from typing import Final, NamedTuple

from rami.rummikub.solver.run_state import (
    CLAIMED,
    HELD,
    KEPT,
    KEPT_CLAIMED,
    KEPT_JOKER,
    LENGTH,
    NATURAL,
    NEW,
    PAID,
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


class _Going(NamedTuple):
    """What becomes of the open runs, while a way is being put together: how some go on, and the pieces that they take.

    `runs` are the kinds afterwards of those that go on, `idle` what is kept back, `closed` the runs that are closed.
    """

    steps: tuple[Extension, ...] = ()
    naturals: int = 0
    held: int = 0
    wild: int = 0
    claims: int = 0
    runs: tuple[int, ...] = ()
    idle: tuple[int, ...] = ()
    closed: tuple[int, ...] = ()


_KEPT: Final = (KEPT, KEPT_JOKER, KEPT_CLAIMED)


def ways(style: Style, column: Column, part: Part, *, estimated: bool) -> list[Way]:
    """The ways on from a part, the wild jokers of the style being those that are left.

    Args:
        style: What the problem asks of all its columns.
        column: What there is at the number.
        part: The part.
        estimated: Whether the old melds that are disturbed are estimated by how many runs go on.
    """
    found: dict[tuple[object, ...], Way] = {}
    kept = Counter(kind for kind in part if kind in _KEPT) if column.place == 2 else Counter[int]()
    passive = tuple(kind for kind in part if not kind & LENGTH and kind not in kept)
    if column.place == 2:
        ones = kept[KEPT] + kept[KEPT_CLAIMED]
        column = column._replace(tiles=ones, must=ones, table=kept[KEPT], held_in_runs=kept[KEPT_JOKER])
    demands = [Demand.of(code) for code in column.demands]
    open_longs = sum([kind & LENGTH == 3 for kind in part])
    for going in _lengthenings(style, column, part):
        for whole in _with_starts(style, column, going):
            after = _after(style, column, whole, passive)
            if after is None:
                continue
            for demand, way in _with_groups(style, column, demands, open_longs, whole, after):
                key: tuple[object, ...] = (demand, way.part, way.unlaid, way.naturals, way.lengthened)
                if estimated:
                    wild = -1 if style.idle else way.wild
                    key = (demand, way.part, way.unlaid, way.going, way.paid, wild)
                known = found.get(key)
                if known is None or way.wild < known.wild:
                    found[key] = way
    return sorted(found.values(), key=_order)


def _order(way: Way) -> tuple[int, int, int]:
    return way.code, way.unlaid, way.wild


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
    for kind in dict.fromkeys(kind for kind in part if kind & LENGTH):
        open_runs = part.count(kind)
        options = [Extension(kind, piece, new) for piece in pieces if (new := lengthened(style, column, kind, piece))]
        least = 0 if may_close(style, kind) else open_runs
        every = [
            more
            for going in every
            for number in range(least, open_runs + 1)
            for steps in combinations_with_replacement(options, number)
            if (more := _more(style, column, going, steps, (kind,) * (open_runs - number))) is not None
        ]
    return every


def _more(
    style: Style, column: Column, going: _Going, steps: tuple[Extension, ...], closed: tuple[int, ...] = ()
) -> _Going | None:
    """Some runs that go on, and more of them; None if there are not the pieces for that, or they cannot be finished."""
    _, naturals, held, wild, claims, runs, idle, before = going
    for _, piece, after in steps:
        if piece == HELD:
            held += 1
        elif piece == WILD:
            wild += 1
        else:
            naturals += 1
            claims += piece == CLAIMED
        if after & LENGTH:
            runs = (*runs, after)
        else:
            idle = (*idle, after)
    if naturals > column.tiles or held > column.held_in_runs + column.held or wild > style.wild:
        return None
    if not _can_be_finished(column, runs, style.wild - wild):
        return None
    return _Going(going.steps + steps, naturals, held, wild, claims, runs, idle, before + closed)


def _can_be_finished(column: Column, runs: tuple[int, ...], left: int) -> bool:
    """Whether runs can all be finished.

    Lemma (finish): a run with one tile needs two more, one with two needs one more. What the next two numbers do not
    have for them must come from the wild jokers that are left, and so must one for each new run that has none.
    """
    ones = short = unpaid = 0
    for kind in runs:
        length = kind & LENGTH
        unpaid += kind & (NEW | PAID) == NEW
        if length < 3:
            short += 1
            if length == 1:
                ones += 1
    if column.second < 0 and ones:
        return False
    missing = 0
    if short > column.next:
        missing = short - max(0, column.next)
    if ones > column.second:
        missing += ones - max(0, column.second)
    return max(missing, unpaid) <= left


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
        options += [Extension(0, CLAIMED, KEPT_CLAIMED)] * bool(style.claims and column.tiles > column.table)
    room = column.tiles + column.held_in_runs + column.held + style.wild - len(going.steps)
    every = [going]
    for number in range(1, room + 1):
        some = [
            more
            for steps in combinations_with_replacement(options, number)
            if (more := _more(style, column, going, steps)) is not None
        ]
        if not some:  # with more of them there are not the pieces either, or what finishes them
            break
        every += some
    return every


def _after(style: Style, column: Column, going: _Going, passive: Part) -> Part | None:
    """The part after a way; None if its runs are not allowed."""
    runs, closed = list(going.runs), going.closed
    if column.next < 0:
        if any(not may_close(style, kind, last=True) for kind in runs):
            return None
        closed, runs = (*closed, *runs), []
    else:
        long = [kind for kind in runs if kind & LENGTH == 3]
        short = len(runs) - len(long)
        useful = _useful(column, short, style.wild - going.wild)
        if len(long) > useful and (not useful or len(set(long)) == 1) and all(may_close(style, kind) for kind in long):
            runs = [kind for kind in runs if kind & LENGTH != 3] + long[:useful]
            closed = (*closed, *long[useful:])
    if style.taken and sum([kind & NEW > 0 for kind in runs]) > style.taken:
        return None
    minded = [kind for each in closed for kind in remembered(each)] if column.old.remembered else []
    after = tuple(sorted([*passive, *going.idle, *minded, *runs]))
    if column.next < 0:
        return () if not after or are_new(column.old, after) else None
    return after


def _useful(column: Column, short: int, left: int) -> int:
    """How many equal long runs can go on beside some short ones.

    Lemma (useful): of equal runs, no more stay open than there are tiles to lengthen them with; of any runs none, where
    there is no such tile.
    """
    return max(0, column.next + left - short)


def _with_groups(
    style: Style, column: Column, demands: list[Demand], open_longs: int, going: _Going, after: Part
) -> Iterator[tuple[Demand, Way]]:
    """The ways of runs with each thing that groups may take, where that uses what it must, and is of any use."""
    lengths = [step.before & LENGTH for step in going.steps]
    ones, twos, longs = lengths.count(1), lengths.count(2), lengths.count(3)
    if style.joined and len(going.steps) > ones + twos + longs and longs < open_longs:
        return  # lemma (joined), in `layers`
    paid = sum([step.piece == WILD and step.after & NEW > 0 for step in going.steps]) if style.taken else 0
    kept = going.idle.count(KEPT) + going.idle.count(KEPT_CLAIMED)
    keen = style.keen and (longs < open_longs or (style.idle and going.wild))
    held = column.held_in_runs + column.held - going.held
    naturals, lengthened_runs = going.naturals - kept, (ones, twos, longs)
    for demand in demands:
        used = going.naturals + demand.apart
        if not column.must <= used <= column.tiles or held != demand.held:
            continue
        if going.claims + demand.claims > used - column.table:
            continue
        unlaid = column.tiles - used
        if unlaid and keen:
            continue  # lemmas (keen) and (idle), in `layers`
        steps = going.steps
        yield (
            demand,
            Way(demand.code, after, unlaid, going.wild, paid, naturals, used - kept, lengthened_runs, steps),
        )
