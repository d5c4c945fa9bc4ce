"""All arrangements, one by one, where a case is stricter than the rules (A6, A10, A12).

A case judges all taken jokers by the same old melds, and ignores what a frozen meld holds besides the one that it was.
So its problem may refuse what the referee allows. Where its `looser` problem still hopes for more, every arrangement is
tried here, up to a number of melds in a call.
"""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from rami.rummikub.legal_melds import melds_from
from rami.rummikub.melds import Meld, Table
from rami.rummikub.solver.request import Request
from rami.rummikub.tiles import JOKER


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

    def _melds_from(self, index: int) -> list[_MeldFrom]:
        """Return the melds of which a kind of tile is the lowest."""
        if index not in self.melds:
            kinds = set(self.kinds[index:])
            self.melds[index] = [
                _MeldFrom(sum(self.place[tile] for tile in meld.tiles if tile != JOKER), meld.tiles.count(JOKER), meld)
                for meld in melds_from(self.request.rules, self.kinds[index], kinds, self.all.jokers)
            ]
        return self.melds[index]
