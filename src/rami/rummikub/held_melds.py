"""Which melds of a turn are new (A10): those without which as many old melds are held."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from rami.rummikub.melds import Group, Meld
from rami.rummikub.tiles import COLORS, JOKER

MOST_STEPS: Final = 5_000_000
"""How many final melds a judgement may look at, again each time; no table of three copies or fewer needs as many."""

_Sort = tuple[str, int]


class Holding:
    """The old melds, the final ones, and how many of the old ones the final ones hold.

    An old meld is held by a final one of its sort that has all its natural tiles, each old meld with tiles of its own.
    Only melds of one colour, or of one number, can hold each other, so that each colour and number is counted apart.
    """

    def __init__(self, old: Iterable[Meld], final: Sequence[Meld]) -> None:
        self._final = [(_sort(meld), _naturals(meld)) for meld in final]
        self._old: dict[_Sort, list[int]] = {}
        for meld in old:
            self._old.setdefault(_sort(meld), []).append(_naturals(meld))
        self._known: dict[tuple[_Sort, frozenset[int]], int] = {}
        self._steps = MOST_STEPS

    def are_new(self, melds: Iterable[int]) -> bool:
        """Whether as many old melds are held without all of these final melds.

        Args:
            melds: Their places among the final melds.

        Returns:
            Whether they are new; False where to know it would take more than `MOST_STEPS`.
        """
        of_sort: dict[_Sort, set[int]] = {}
        for index in melds:
            sort, naturals = self._final[index]
            if any(old & naturals == old for old in self._old.get(sort, ())):
                of_sort.setdefault(sort, set()).add(index)
        try:
            return all(self._most(sort, frozenset(some)) == self._most(sort) for sort, some in of_sort.items())
        except _TooLong:
            return False

    def _most(self, sort: _Sort, without: frozenset[int] = frozenset()) -> int:
        """How many old melds of a sort the final ones can hold, but these."""
        key = sort, without
        if key not in self._known:
            finals = [tiles for i, (kind, tiles) in enumerate(self._final) if kind == sort and i not in without]
            held, olds, left = _paired(Counter(self._old[sort]), Counter(finals))
            search = _Matching(olds.elements(), self._steps)
            try:
                self._known[key] = held + search.most(0, left.elements())
            finally:
                self._steps = search.steps
        return self._known[key]


def _sort(meld: Meld) -> _Sort:
    """What two melds have in common if one can hold the other."""
    return ("group", meld.number) if isinstance(meld, Group) else ("run", COLORS.index(meld.color))


def _naturals(meld: Meld) -> int:
    """The natural tiles of a meld as a set of bits: colours in a group, numbers in a run."""
    naturals = [tile for tile in meld.tiles if tile != JOKER]
    if isinstance(meld, Group):
        return sum(1 << place for place, color in enumerate(COLORS) if any(tile.color == color for tile in naturals))
    return sum(1 << tile.number for tile in naturals)


def _paired(olds: Counter[int], finals: Counter[int]) -> tuple[int, Counter[int], Counter[int]]:
    """Pair equal melds off where a final one can hold one old meld at most: no other choice is better.

    For if the old one were held by a larger meld, what its equal holds could go there instead.

    Returns:
        How many pairs there are, and what is left.
    """
    held = 0
    for tiles in list(finals):
        inside = [one for one in olds if one & tiles == one]
        if tiles in olds and all(one & other for one in inside for other in inside):
            pairs = min(olds[tiles], finals[tiles])
            held += pairs
            olds, finals = olds - Counter({tiles: pairs}), finals - Counter({tiles: pairs})
    return held, olds, finals


class _TooLong(Exception):
    """To know the number would take more steps than are allowed."""


class _Matching:
    """The most old melds that final ones can hold, all of one sort, given as sets of bits.

    The old melds are taken by their lowest tile, each held by a final meld with room for it, or by none. What matters
    of the melds before is only what room the final ones have left from that tile on: the free tiles of each, which are
    the state. So what is best from a state on is found once.

    How many states there can be: between two numbers of a colour, the room depends on the old melds that lie on both
    sides. Those with a natural tile at the next number are no more than the copies, and go to as many final melds, each
    to another; any other has a joker there. With three copies and four jokers at most five melds reach across, three of
    them naturally: 34 ways times 16, which is 544 states for each of at most 14 old melds, entered from at most four
    others each, with at most 14 final melds to look at; and four jokers make 16 questions of one colour. Since the
    jokers lie in few places, that is fewer than `MOST_STEPS` altogether. With two copies, or as groups, it is far less.
    """

    def __init__(self, olds: Iterable[int], steps: int) -> None:
        self.olds = sorted(olds, key=lambda tiles: (tiles & -tiles, tiles))
        self.steps = steps
        self.known: dict[tuple[int, tuple[int, ...]], int] = {}

    def most(self, index: int, room: Iterable[int]) -> int:
        """How many of the old melds from an index on the final ones can hold, given the room that is left in each."""
        left = len(self.olds) - index
        if not left:
            return 0
        old = self.olds[index]
        free = tuple(sorted(rest for tiles in room if (rest := tiles & -(old & -old))))
        self.steps -= len(free)
        if self.steps < 0:
            raise _TooLong
        key = index, free
        if key not in self.known:
            best = 0
            for tiles in sorted({tiles for tiles in free if old & tiles == old}, key=int.bit_count):
                place = free.index(tiles)
                less = (*free[:place], tiles & ~old, *free[place + 1 :])
                best = max(best, 1 + self.most(index + 1, less))
                if best == left:
                    break
            if best < left - 1:
                best = max(best, self.most(index + 1, free))
            self.known[key] = best
        return self.known[key]
