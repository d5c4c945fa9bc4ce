"""Arrangements looked at one by one, where a case is stricter than the rules (A6, A10, A12).

A case judges all jokers taken by the same old melds, and knows nothing of what a frozen meld holds besides the one that
it was. So its problem may refuse what the referee allows, and where its `looser` problem still hopes for more, every
arrangement is looked at here, as long as the patience of the call lasts.
"""

from collections import Counter
from collections.abc import Iterator

from rami.rummikub.legal_melds import melds_from
from rami.rummikub.melds import Meld, Table
from rami.rummikub.solver.request import Turn
from rami.rummikub.tiles import JOKER


def best_singly(turn: Turn, limit: int) -> Table | None:
    """The best legal table of those whose tiles lose less than a limit; None if there is none, or none was found."""
    best: Table | None = None
    search = _Singly(turn, limit)
    for melds in search.covers(search.there, search.free, search.jokers, 0):
        table = Table(melds)
        laid = turn.laid(table)
        loss = turn.loss(laid)
        if laid and loss < search.limit and turn.allows(table):
            best, search.limit = table, loss
    return best


class _Singly:
    """Every way to put the tiles of a turn into melds.

    How many there are of each kind of tile is a number with a field for each, and in it a bit that is lost where more
    is taken than is there.
    """

    def __init__(self, turn: Turn, limit: int) -> None:
        self.turn, self.limit = turn, limit
        free = Counter(turn.rack) - Counter(turn.forced)
        every = Counter(turn.table.tiles) + Counter(turn.rack)
        self.kinds = sorted(tile for tile in every if tile != JOKER)
        self.width = max(every.values(), default=0).bit_length() + 1
        self.place = {tile: 1 << self.width * index for index, tile in enumerate(self.kinds)}
        self.lost = sum(one << self.width - 1 for one in self.place.values())
        self.there, self.free = (sum(one * some[tile] for tile, one in self.place.items()) for some in (every, free))
        self.jokers, self.idle = every[JOKER], free[JOKER]
        self.melds: dict[int, list[tuple[int, int, Meld]]] = {}
        self.dead: set[tuple[int, int, int]] = set()
        self.cut = 0

    def covers(self, left: int, free: int, jokers: int, loss: int) -> Iterator[tuple[Meld, ...]]:
        """The melds that tiles can be put into, some being left out at will.

        The lowest tile that is left goes into a meld of which it is the lowest, or it is left out. Tiles that no melds
        can be made of are not tried again.

        Args:
            left: The tiles.
            free: How many of each may be left out.
            jokers: The jokers.
            loss: What is lost by the tiles left out so far.
        """
        if not left:
            if jokers <= self.idle:
                yield ()
            return
        if loss >= self.limit or self.turn.patience.left < 0:
            self.cut += 1
            return
        state = left, free, jokers
        if state in self.dead:
            return
        cut, some = self.cut, False
        index = ((left & -left).bit_length() - 1) // self.width
        for needed, used, meld in self._melds(index):
            rest = left - needed
            if used <= jokers and not rest & self.lost:
                self.turn.patience.left -= 1
                for others in self.covers(rest, free, jokers - used, loss):
                    some = True
                    yield (meld, *others)
        tile = self.kinds[index]
        one = self.place[tile]
        if free // one & (1 << self.width) - 1:
            for melds in self.covers(left - one, free - one, jokers, loss + max(0, self.turn.weights.get(tile, 0))):
                some = True
                yield melds
        if not some and cut == self.cut:
            self.dead.add(state)

    def _melds(self, index: int) -> list[tuple[int, int, Meld]]:
        """The melds of which a kind of tile is the lowest, with what they need of each and how many jokers."""
        if index not in self.melds:
            kinds = set(self.kinds[index:])
            self.melds[index] = [
                (sum(self.place[tile] for tile in meld.tiles if tile != JOKER), meld.tiles.count(JOKER), meld)
                for meld in melds_from(self.turn.rules, self.kinds[index], kinds, self.jokers)
            ]
        return self.melds[index]
