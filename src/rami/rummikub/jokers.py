"""Jokers: what each stands for, and which melds hold one."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Final, NamedTuple

from rami.rummikub.melds import Group, Meld, Run
from rami.rummikub.rules import Rules
from rami.rummikub.tiles import COLORS, JOKER, NUMBER, ROW, TILES, Color, Tile

MOST_STEPS: Final = 5_000_000
"""Step limit of a judgement: one step is one final meld tried. No table of three copies or fewer reaches it."""

Line = tuple[type[Meld], int | Color]
"""Groups of one number, or runs of one colour: only melds of the same line can hold each other."""


def line_of(meld: Meld) -> Line:
    """Return the line of a meld."""
    if isinstance(meld, Group):
        return Group, meld.number
    assert isinstance(meld, Run)
    return Run, meld.color


class HeldMelds:
    """The old melds that the final ones hold.

    A final meld holds an old one of its sort if it has all natural tiles of it, each old meld with tiles of its own.
    So every colour and every number is counted apart.
    """

    def __init__(self, old: Iterable[Meld], final: Sequence[Meld]) -> None:
        self._final = [(line_of(meld), _naturals(meld)) for meld in final]
        self._old: dict[Line, list[int]] = {}
        for meld in old:
            self._old.setdefault(line_of(meld), []).append(_naturals(meld))
        self._known: dict[tuple[Line, frozenset[int]], int] = {}
        self._steps = MOST_STEPS

    def are_new(self, melds: Iterable[int]) -> bool:
        """Return whether as many old melds are held without all of these final melds, given by their index.

        The answer is False where it would take more than `MOST_STEPS` steps.
        """
        by_line: dict[Line, set[int]] = {}
        for index in melds:
            line, naturals = self._final[index]
            if any(old & naturals == old for old in self._old.get(line, ())):
                by_line.setdefault(line, set()).add(index)
        try:
            return all(self._most(line, frozenset(some)) == self._most(line) for line, some in by_line.items())
        except _OutOfSteps:
            return False

    def _most(self, line: Line, without: frozenset[int] = frozenset()) -> int:
        """Return how many old melds of a line the final ones can hold, leaving some out."""
        key = line, without
        if key not in self._known:
            finals = [tiles for i, (own, tiles) in enumerate(self._final) if own == line and i not in without]
            held, olds, left = _paired(Counter(self._old[line]), Counter(finals))
            search = _Matching(olds.elements(), self._steps)
            try:
                self._known[key] = held + search.most(0, left.elements())
            finally:
                self._steps = search.steps
        return self._known[key]


def _naturals(meld: Meld) -> int:
    """Return the natural tiles of a meld as a set of bits: colours in a group, numbers in a run."""
    at = ROW if isinstance(meld, Group) else NUMBER
    return sum(1 << at[tile] for tile in meld.tiles if tile is not JOKER)


def _paired(olds: Counter[int], finals: Counter[int]) -> tuple[int, Counter[int], Counter[int]]:
    """Pair off equal melds where the final one can hold one old meld at most; return the pairs and what is left.

    No other choice is better: were the old one held by a larger meld, what its equal holds could go there instead.
    """
    held = 0
    for tiles in list(finals):
        inside = [one for one in olds if one & tiles == one]
        if tiles in olds and all(one & other for one in inside for other in inside):
            pairs = min(olds[tiles], finals[tiles])
            held += pairs
            olds, finals = olds - Counter({tiles: pairs}), finals - Counter({tiles: pairs})
    return held, olds, finals


class _OutOfSteps(Exception):
    """The search would take more steps than are allowed."""


class _Matching:
    """The search for the most old melds that final ones can hold, all of one line, given as sets of bits.

    The old melds are taken by their lowest tile, each held by a final meld with room for it, or by none. What the melds
    before leave is only the room of each final meld from that tile on; that is the state, and the best from each state
    is found once.

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
        """Return how many old melds from an index on can be held, given the room left in each final one."""
        left = len(self.olds) - index
        if not left:
            return 0
        old = self.olds[index]
        free = tuple(sorted(rest for tiles in room if (rest := tiles & -(old & -old))))
        self.steps -= len(free)
        if self.steps < 0:
            raise _OutOfSteps
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


@lru_cache(maxsize=1 << 13)
def most_held(olds: tuple[int, ...], final: tuple[int, ...]) -> int:
    """Return how many old melds of one line the final ones can hold, all of them given as sets of bits."""
    return _Matching(olds, MOST_STEPS).most(0, final)


Reading = tuple[Tile, ...]
"""A tile for each joker of a meld, all of them different."""


def readings(meld: Meld) -> Iterator[Reading]:
    """Yield every choice of tiles that the jokers of a meld can stand for, each in ascending order.

    In a run the place of a joker decides (000.20). In a group the jokers stand for any of the missing colours (000.16).

    Examples:
        >>> from rami.rummikub import Meld
        >>> list(readings(Meld("R7=K7=*")))
        [(Tile('B7'),), (Tile('O7'),)]
        >>> list(readings(Meld("*-R4-R5")))
        [(Tile('R3'),)]
    """
    jokers = meld.tiles.count(JOKER)
    if isinstance(meld, Group):
        missing = [tile for color in COLORS if (tile := Tile(color, meld.number)) not in meld.tiles]
        yield from combinations(missing, jokers)
        return
    assert isinstance(meld, Run)
    naturals = {number for number, tile in enumerate(meld.tiles, meld.start) if tile is not JOKER}
    row, length = TILES[COLORS.index(meld.color)], len(meld.tiles)
    yield tuple(row[number] for number in range(meld.start, meld.start + length) if number not in naturals)


class JokerOutcome(NamedTuple):
    """The outcome of a joker of the table, or of the opening: it stays, or it is taken (A12).

    Attributes:
        stays: The tile that it keeps standing for; None if it is taken.
        sort: The sort of meld that it stays in; None for either, or if it is taken.
        needs: The natural tiles that replace a taken joker (000.15, A13).
    """

    stays: Tile | None
    sort: type[Run] | type[Group] | None = None
    needs: Reading = ()


TAKEN_FREELY = JokerOutcome(None)
"""A joker that is taken without a replacement."""


def joker_outcomes(rules: Rules, meld: Meld, tile: Tile) -> tuple[JokerOutcome, JokerOutcome]:
    """Return the two outcomes of a joker that stood for a tile in a meld: that it stays, and that it is taken."""
    if rules.joker_sets == "free":
        return JokerOutcome(tile), TAKEN_FREELY
    return JokerOutcome(tile, Group if isinstance(meld, Group) else Run), JokerOutcome(None, needs=(tile,))


def replacements_due(needs: Iterable[Tile], lying: Collection[Tile]) -> Counter[Tile]:
    """Return the replacements of taken jokers that have to come from the rack (A11).

    Where they may come from anywhere, one tile may serve several jokers, one after the other.

    Examples:
        >>> from rami.rummikub import Tile
        >>> needs, table = Tile.row("R5 R5 K8"), Tile.row("K8 B8 O8")
        >>> replacements_due(needs, table) == {Tile("R5"): 1}
        True
    """
    return Counter(set(needs).difference(lying))
