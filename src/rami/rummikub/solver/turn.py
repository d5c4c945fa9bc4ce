"""The plays of one turn, tile by tile: one table of subsets answers most questions about a view.

In most plays every joker of the table stays. One pass finds all subsets of the rack for such plays. They are legal
for a player who has opened, since the rules restrict only taken jokers (A10-A14). Other plays take a joker, lay a joker
or open. They need a search, but one search answers for many tiles.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import product
from math import prod
from typing import Final

from rami.errors import TooLarge
from rami.pieces import without
from rami.rummikub.melds import Table
from rami.rummikub.moves import Play
from rami.rummikub.position import View
from rami.rummikub.solver.all_plays import MOST_SUBSETS, OptionalTile, SubsetPass, having, having_fewer, optional_tiles
from rami.rummikub.solver.best import best_table, some_table
from rami.rummikub.solver.branches import Branch, meld_outcomes
from rami.rummikub.solver.graph import INFINITE, TIE, StepBudget
from rami.rummikub.solver.request import Request, request_for
from rami.rummikub.tiles import COLOR_INDEX, JOKER, NUMBER, Tile
from rami.shapes import altered

MOST_DECIDED: Final = 16
"""The most combinations of joker outcomes that are decided in advance. With more, every play needs a search.

With 8, a random step of an environment takes 4 % longer under `hasbro-2007`, and 29 % less under `goliath`. With 32, it
takes 47 % longer under `rummikub-xp6`.
"""


class Turn:
    """The plays of the owner of a view.

    Attributes:
        request: The request, for any play.
        staying: The subsets that can be laid while every joker stays.
        searched: The branches that may have other plays.
        known: Plays found in these branches, by their tiles.
        answers: The answers of `play`.
        impossible: Tiles that no play lays together.
        too_large: Whether a search was too large; no other search follows.
    """

    def __init__(self, view: View) -> None:
        self.request: Request = request_for(view)
        self.staying: StayingSubsets = StayingSubsets(())
        self.searched: list[Branch] = [Branch(self.request)]
        self.known: dict[tuple[Tile, ...], Play] = {}
        self.answers: dict[tuple[Tile, ...], Play | None] = {}
        self.impossible: list[Counter[Tile]] = []
        self.too_large: bool = False
        try:
            if self.request.opened:
                self._decide()
            elif best_table(self.request, enough=True) is None:
                # Without an opening, no play is legal.
                self.searched = []
        except TooLarge:
            self.too_large = True

    def _decide(self) -> None:
        """Find the subsets that can be laid while every joker stays, and the branches with other plays."""
        decided = _decided(self.request)
        self.staying = StayingSubsets([branch for branch in decided if not branch.taken])
        if decided and not self.request.jokers_are_free:
            others = JOKER in self.request.rack or not self.staying.complete
            self.searched = [branch for branch in decided if others or branch.taken]

    def further(self, chosen: Iterable[Tile]) -> set[Tile]:
        """Return the tiles of the rack that some legal play lays together with the chosen ones.

        Each search looks for a play with any unknown tile. If it finds none, no play lays any of them.
        """
        laid = Counter(chosen)
        found = self.staying.further(laid)
        if not self.searched:
            return found
        for play in map(Counter, self.known):
            if laid <= play:
                found |= set(play - laid)
        rest = set(Counter(self.request.rack) - laid) - found
        unknown = [tile for tile in rest if not any(never <= laid + Counter((tile,)) for never in self.impossible)]
        while asked := [tile for tile in unknown if tile not in found]:
            play = self._laid_with(laid, asked)
            if not play:
                if not self.too_large:
                    self.impossible += [laid + Counter((tile,)) for tile in asked]
                break
            found |= set(play - laid)
        return found

    def _laid_with(self, laid: Counter[Tile], kinds: Iterable[Tile]) -> Counter[Tile]:
        """Search for a play of these tiles and at least one tile of some kinds; return all tiles that it lays."""
        weights = dict.fromkeys(kinds, 1 << TIE)
        request = altered(self.request, forced=tuple(sorted(laid.elements())), weights=weights)
        table = self._search(request, request.loss(request.forced))
        if table is None:
            return Counter()
        tiles = request.laid(table)
        self.known[tiles] = Play(table)
        return Counter(tiles)

    def _search(self, request: Request, limit: int) -> Table | None:
        """Return a table of the searched branches; None if there is none, or if the search is too large."""
        request = altered(request, budget=StepBudget())
        try:
            if not self.too_large:
                tables = (some_table(altered(branch, request=request), limit) for branch in self.searched)
                return next(filter(None, tables), None)
        except TooLarge:
            self.too_large = True
        return None

    def lays(self, chosen: Iterable[Tile]) -> bool:
        """Return whether a legal play lays exactly these tiles."""
        tiles = tuple(sorted(chosen))
        return self.staying.has(Counter(tiles)) or tiles in self.known or self.play(tiles) is not None

    def play(self, chosen: Iterable[Tile]) -> Play | None:
        """Return a play of exactly these tiles; None if none is found."""
        tiles = tuple(sorted(chosen))
        if tiles not in self.answers:
            table = self.staying.table(Counter(tiles))
            if table is None and not without(tiles, self.request.rack):
                table = self._search(self.request.restricted(tiles, tiles), INFINITE)
            self.answers[tiles] = Play(table) if table else self.known.get(tiles)
        return self.answers[tiles]


def _decided(request: Request) -> list[Branch]:
    """Return the branches that decide all jokers of the table, if the rack has the replacements; [] if too many.

    Together they have every legal table (see `branches`).
    """
    first, rack = Branch(request), Counter(request.rack)
    outcomes = [meld_outcomes(request, meld) for meld in first.sources]
    if prod(map(len, outcomes)) > MOST_DECIDED:
        return []
    every = [altered(first, outcomes=each) for each in product(*outcomes)]
    return [branch for branch in every if branch.demands[1] <= rack]


class StayingSubsets:
    """The subsets of natural rack tiles that can be laid while every joker stays.

    A pass for each branch finds them.

    Attributes:
        complete: Whether the optional tiles are all natural tiles that fit a meld; their number is limited.
        optional: The optional tiles.
        size: The number of subsets.
        found: The subsets that can be laid.
    """

    def __init__(self, branches: Sequence[Branch]) -> None:
        meldable = _meldable(branches) if branches else []
        rack = meldable[:MOST_SUBSETS]
        self.complete: bool = rack == meldable
        parts = [altered(branch, request=branch.request.restricted(rack, ())) for branch in branches if rack]
        self.optional: dict[Tile, OptionalTile] = optional_tiles(parts[0].request) if parts else {}
        self.size: int = prod(copies + 1 for _, copies in self.optional.values())
        # The empty subset is not a play.
        every = (1 << self.size) - 2
        self._passes = [SubsetPass(branch, self.optional, every, branch.request.budget) for branch in parts]
        self.found: int = 0
        for each in self._passes:
            self.found |= each.found

    def _with(self, tiles: Counter[Tile]) -> int:
        """Return the subsets with at least these tiles."""
        if any(tile not in self.optional or count > self.optional[tile].copies for tile, count in tiles.items()):
            return 0
        return self.found & having(self.optional, tiles, self.size)

    def further(self, tiles: Counter[Tile]) -> set[Tile]:
        """Return the tiles that a subset has in addition to some tiles."""
        within = self._with(tiles)
        return {
            tile
            for tile, (place, copies) in (self.optional.items() if within else ())
            if tiles[tile] < copies and within & ~having_fewer(place, copies, tiles[tile] + 1, self.size)
        }

    def has(self, tiles: Counter[Tile]) -> bool:
        """Return whether exactly these tiles can be laid."""
        within = self._with(tiles)
        return within > 0 and within >> self._number(tiles) & 1 == 1

    def _number(self, tiles: Counter[Tile]) -> int:
        """Return the integer of a subset."""
        return sum(self.optional[tile].place * count for tile, count in tiles.items())

    def table(self, tiles: Counter[Tile]) -> Table | None:
        """Return a table that lays exactly these tiles; None if there is none."""
        if not self.has(tiles):
            return None
        wanted = 1 << self._number(tiles)
        tables = (table for each in self._passes if each.found & wanted for _, table in each.tables(wanted))
        return next(filter(None, tables), None)


def _meldable(branches: Sequence[Branch]) -> list[Tile]:
    """Return the natural rack tiles that make a meld with other tiles of the rack, the table and staying jokers."""
    request = branches[0].request
    staying = [joker.stays_for for branch in branches for joker in branch.demands[0] if joker.stays_for]
    numbers = [0, 0, 0, 0]
    for tile in (*request.rack, *request.table.tiles, *staying):
        if tile is not JOKER:
            numbers[COLOR_INDEX[tile]] |= 1 << NUMBER[tile]
    return [tile for tile in request.rack if tile is not JOKER and _fits(numbers, COLOR_INDEX[tile], NUMBER[tile])]


def _fits(numbers: Sequence[int], color: int, number: int) -> bool:
    """Return whether a tile makes a run or a group, given the numbers of each color as bits."""
    # The tile is the middle bit.
    near = numbers[color] << 2 >> number & 0b11111
    in_run = near & near >> 1 & near >> 2 & 0b111
    return in_run > 0 or sum(bits >> number & 1 for bits in numbers) > 2
