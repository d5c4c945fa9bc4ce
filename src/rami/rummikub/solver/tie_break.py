"""Which melds of the table are disturbed, and arrangements one by one.

Without jokers the search disturbs as few old runs as can be (`kept_whole`); with jokers its answer is tidied here
(`least_disturbing`). The same enumeration answers where a case is stricter than the rules (A6, A10): a case judges all
taken jokers by the same old melds.
"""

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations
from typing import Final, NamedTuple

from rami.rummikub.legal_melds import melds_from
from rami.rummikub.melds import Meld, Table
from rami.rummikub.solver.request import Problem, Request
from rami.rummikub.tiles import JOKER


class OldRunAt(NamedTuple):
    """An old run that crosses a number.

    Attributes:
        mark: Its mark.
        age: The numbers that it has crossed before, 3 for more.
        there: Whether it has a natural tile here.
        ends: Whether it ends here.
    """

    mark: int
    age: int
    there: bool
    ends: bool


def old_runs_at(problem: Problem, color: int) -> list[tuple[OldRunAt, ...]]:
    """Return the old runs of a colour that cross each number."""
    olds: list[tuple[OldRunAt, ...]] = [()] * (problem.top + 2)
    for run in problem.old_runs[color]:
        first, end = run.numbers[0], run.numbers[-1]
        for number in range(first, end + 1):
            crossing = OldRunAt(run.mark, min(3, number - first), number in run.numbers, number == end)
            olds[number] = (*olds[number], crossing)
    return olds


@lru_cache(maxsize=1 << 14)
def kept_whole(
    old: tuple[OldRunAt, ...], marks: int, extended: tuple[int, int, int], naturals: int
) -> tuple[tuple[int, int, int], ...]:
    """Return which old runs stay whole at a number.

    Lemma (marks): whether old runs can lie whole in the runs that go on depends on their ages and on how many runs of
    each length go on, as long as there are no jokers. So it is enough to note the marks of those disturbed.

    Args:
        old: The old runs that cross the number.
        marks: Those that are disturbed already.
        extended: The runs of each length that go on.
        naturals: The natural tiles in runs.

    Returns:
        The choices with the fewest disturbed here: the marks of all that are disturbed, of those that go on, and how
        many of them are new.
    """
    whole_yet = [run for run in old if not marks & run.mark]
    found: list[tuple[int, int, int]] = []
    count = 0
    while not found:
        for lost in combinations(whole_yet, count):
            kept = [run for run in whole_yet if run not in lost]
            if not kept or _carried(kept, extended, naturals):
                gone = sum([run.mark for run in old if run.mark & marks or run in lost])
                ahead = sum([run.mark for run in old if run.mark & gone and not run.ends])
                found.append((gone, ahead, count))
        count += 1
    return tuple(found)


def _carried(runs: list[OldRunAt], extended: tuple[int, int, int], naturals: int) -> bool:
    """Return whether old runs can go on whole in the runs that go on."""
    ages = [run.age for run in runs]
    ones, twos, longs = extended
    spare = longs - ages.count(3)
    if spare < 0:
        return False
    spare += twos - ages.count(2)
    if spare < 0 or spare + ones < ages.count(1):
        return False
    return sum([run.there for run in runs]) <= naturals


# -------------------------------------------------------------------------------------------------------- one by one


def best_of_all_arrangements(request: Request, limit: int) -> Table | None:
    """Return the best legal table that loses less than a limit; None if there is none, or none was found."""
    best: Table | None = None
    search = _Arrangements(request, limit)
    for melds in search.covers(search.all, 0):
        table = Table(melds)
        laid = request.laid(table)
        loss = request.loss(laid)
        if laid and loss < search.limit and request.allows(table):
            best, search.limit = table, loss
    return best


MOST_TO_TIDY: Final = 24
"""The most tiles of a table with jokers whose disturbed melds are made as few as can be: more would take too long."""
MOST_MELDS_TO_TIDY: Final = 400
"""Melds that may be tried for that."""


def least_disturbing(request: Request, table: Table) -> Table:
    """Return a legal table of the same tiles that disturbs fewer old melds; the table itself if none is found.

    It is the tie-break where jokers lie on the table: the search estimates there what is disturbed.
    """
    tiles = table.tiles
    if request.table_closed or JOKER not in tiles or len(tiles) > MOST_TO_TIDY:
        return table
    laid = request.laid(table)
    search = _Arrangements(request.restricted(laid, laid), 0)
    old = [search.packed(meld) for meld in request.table]
    search.most_lost = search.lost(table, old)
    search.tries = MOST_MELDS_TO_TIDY
    for melds in search.tidier(search.all, old, 0) if search.most_lost else ():
        tidier = Table(melds)
        if request.allows(tidier):
            table, search.most_lost = tidier, min(search.most_lost - 1, search.lost(tidier, old))
    return table


class _Left(NamedTuple):
    """The tiles that are left: natural ones and those of them that may be left out, as packed counts; the jokers."""

    naturals: int
    free: int
    jokers: int


class _MeldFrom(NamedTuple):
    """A meld, with its natural tiles as packed counts, and its jokers."""

    needed: int
    jokers: int
    meld: Meld


class _Arrangements:
    """Every way to put the tiles of a request into melds.

    Packed counts have a field for each kind of tile, whose top bit is set where it falls below 0.
    """

    def __init__(self, request: Request, limit: int) -> None:
        self.request, self.limit = request, limit
        free = Counter(request.rack) - Counter(request.forced)
        every = Counter(request.table.tiles) + Counter(request.rack)
        self.kinds = sorted(tile for tile in every if tile != JOKER)
        self.width = max(every.values(), default=0).bit_length() + 1
        self.place = {tile: 1 << self.width * index for index, tile in enumerate(self.kinds)}
        self.below_zero = sum(one << self.width - 1 for one in self.place.values())
        naturals, may_be_left = (sum(one * some[tile] for tile, one in self.place.items()) for some in (every, free))
        self.all = _Left(naturals, may_be_left, every[JOKER])
        self.idle = free[JOKER]
        self.melds: dict[int, list[_MeldFrom]] = {}
        self.dead: set[_Left] = set()
        self.cut = 0
        self.tries = 0
        self.most_lost = 0

    def covers(self, left: _Left, loss: int) -> Iterator[tuple[Meld, ...]]:
        """Yield the melds that tiles can be put into, some tiles being left out at will.

        The lowest tile goes into a meld of which it is the lowest, or it is left out. Tiles that make no melds are not
        tried again.

        Args:
            left: The tiles.
            loss: The loss of the tiles left out so far.
        """
        if not left.naturals:
            if left.jokers <= self.idle:
                yield ()
            return
        if loss >= self.limit or self.request.melds_to_try.left < 0:
            self.cut += 1
            return
        if left in self.dead:
            return
        cut, some = self.cut, False
        index = ((left.naturals & -left.naturals).bit_length() - 1) // self.width
        for needed, jokers, meld in self._melds_from(index):
            rest = left.naturals - needed
            if jokers <= left.jokers and not rest & self.below_zero:
                self.request.melds_to_try.left -= 1
                for others in self.covers(left._replace(naturals=rest, jokers=left.jokers - jokers), loss):
                    some = True
                    yield (meld, *others)
        tile = self.kinds[index]
        one = self.place[tile]
        if left.free // one & (1 << self.width) - 1:
            without = left._replace(naturals=left.naturals - one, free=left.free - one)
            for melds in self.covers(without, loss + max(0, self.request.weights.get(tile, 0))):
                some = True
                yield melds
        if not some and cut == self.cut:
            self.dead.add(left)

    def packed(self, meld: Meld) -> int:
        """Return the natural tiles of a meld as packed counts."""
        return sum(self.place[tile] for tile in meld.tiles if tile != JOKER)

    def lost(self, table: Table, old: list[int]) -> int:
        """Return how many old melds do not lie together in a meld of a table."""
        rooms = [self.packed(meld) for meld in table]
        lost = len(old)
        for some in sorted(old, key=int.bit_count, reverse=True):
            fitting = [room for room in rooms if not room - some & self.below_zero]
            if fitting:
                room = min(fitting, key=int.bit_count)
                rooms.remove(room)
                rooms.append(room - some)
                lost -= 1
        return lost

    def tidier(self, left: _Left, old: list[int], lost: int) -> Iterator[tuple[Meld, ...]]:
        """Yield the melds that tiles can be put into, so that fewer old melds are disturbed than in the best table.

        Args:
            left: The tiles.
            old: The old melds that may still lie together, as packed counts.
            lost: The old melds that do not.
        """
        if not left.naturals:
            yield from [()] if not left.jokers else []
            return
        index = ((left.naturals & -left.naturals).bit_length() - 1) // self.width
        for needed, jokers, meld in self._melds_from(index):
            rest = left.naturals - needed
            if jokers > left.jokers or rest & self.below_zero:
                continue
            self.tries -= 1
            apart, room = lost, needed
            waiting: list[int] = []
            for some in old:
                if not room - some & self.below_zero:
                    room -= some
                elif not rest - some & self.below_zero:
                    waiting.append(some)
                else:
                    apart += 1
            if apart < self.most_lost and self.tries >= 0:
                for others in self.tidier(_Left(rest, 0, left.jokers - jokers), waiting, apart):
                    yield (meld, *others)

    def _melds_from(self, index: int) -> list[_MeldFrom]:
        """Return the melds of which a kind of tile is the lowest."""
        if index not in self.melds:
            kinds = set(self.kinds[index:])
            self.melds[index] = [
                _MeldFrom(sum(self.place[tile] for tile in meld.tiles if tile != JOKER), meld.tiles.count(JOKER), meld)
                for meld in melds_from(self.request.rules, self.kinds[index], kinds, self.all.jokers)
            ]
        return self.melds[index]
