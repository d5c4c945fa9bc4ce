"""Which melds of a turn are new (A10): those without which as many old melds are held."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from rami.rummikub.melds import Group, Meld
from rami.rummikub.tiles import COLORS, JOKER

MOST_STEPS: Final = 50_000
"""How many choices a judgement may try; only tables with many copies of each tile, rearranged on purpose, need more."""

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
            search = _Search(sorted(left.elements()), list(olds), self._steps)
            try:
                self._known[key] = held + search.most(0, tuple(olds.values()))
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


class _Search:
    """The most old melds that final ones can hold, all of one sort, given as sets of bits.

    Final melds are filled one after the other, each with a choice of old melds to which none that is left can be added:
    an old meld that could be, but is held elsewhere, may as well be held here.
    """

    def __init__(self, finals: list[int], kinds: list[int], steps: int) -> None:
        self.finals = finals
        self.kinds = kinds
        self.steps = steps
        self.known: dict[tuple[int, tuple[int, ...]], int] = {}
        self.fits = [[any(kind & final == kind for final in finals[i:]) for kind in kinds] for i in range(len(finals))]

    def most(self, index: int, counts: tuple[int, ...]) -> int:
        """How many of the old melds, given the number of each kind, the final ones from an index on can hold."""
        if index == len(self.finals):
            return 0
        counts = tuple(n if fits else 0 for n, fits in zip(counts, self.fits[index], strict=True))
        total = sum(counts)
        key = index, counts
        if key not in self.known and total:
            best = 0
            for chosen in self.fillings(self.finals[index], [i for i, n in enumerate(counts) if n]):
                self.steps -= 1
                if self.steps < 0:
                    raise _TooLong
                left = tuple(n - (i in chosen) for i, n in enumerate(counts))
                best = max(best, len(chosen) + self.most(index + 1, left))
                if best == total:
                    break
            self.known[key] = best
        return self.known.get(key, 0)

    def fillings(self, room: int, kinds: list[int]) -> set[frozenset[int]]:
        """Every choice of old melds that share no tile, lie in a final one, and leave no room for another."""
        fitting = [i for i in kinds if self.kinds[i] & room == self.kinds[i]]
        if not fitting:
            return {frozenset()}
        found: set[frozenset[int]] = set()
        for i in fitting:  # the first one that fits is chosen, or else one that overlaps it: it would have room
            if self.kinds[i] & self.kinds[fitting[0]]:
                found |= {more | {i} for more in self.fillings(room & ~self.kinds[i], fitting)}
        return found
