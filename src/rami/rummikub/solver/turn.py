"""The plays of one turn, asked for tile by tile: one table of subsets answers most questions of a view.

Most plays leave every joker of the table what it is. One pass finds all subsets of the rack that these lay. Only plays
that take a joker, lay one or open are searched for, with one question for many tiles. A player who has opened may lay
any arrangement in which every joker stays: only taken jokers are restricted (A10-A14).
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
from rami.rummikub.solver.all_plays import MOST_SUBSETS, FreeTile, SubsetPass, free_tiles, having, having_fewer
from rami.rummikub.solver.best import best_table, some_table
from rami.rummikub.solver.branches import Branch, meld_outcomes
from rami.rummikub.solver.graph import INFINITE, TIE, StepBudget
from rami.rummikub.solver.request import Request, request_for
from rami.rummikub.tiles import COLOR_INDEX, JOKER, NUMBER, Tile
from rami.shapes import altered

MOST_DECIDED: Final = 16
"""With more outcomes of the jokers of the table, all plays are searched for at once. With 8, a random step of an
environment takes 4 % longer under `hasbro-2007`, and 29 % less under `goliath`; with 32, 47 % longer under
`rummikub-xp6`."""


class Turn:
    """The plays of the owner of a view.

    Attributes:
        request: The request, for any play.
        lying: The subsets that are laid while every joker stays.
        searched: The branches that may have other plays.
        known: Plays that were found in these, by the tiles they lay.
        exact: The answers of `play`.
        impossible: Tiles that no play lays together.
        too_large: Whether a question was too large: then nothing more is asked.
    """

    def __init__(self, view: View) -> None:
        self.request: Request = request_for(view)
        self.lying: LyingSubsets = LyingSubsets(())
        self.searched: list[Branch] = [Branch(self.request)]
        self.known: dict[tuple[Tile, ...], Play] = {}
        self.exact: dict[tuple[Tile, ...], Play | None] = {}
        self.impossible: list[Counter[Tile]] = []
        self.too_large: bool = False
        try:
            if self.request.opened:
                self._decide()
            elif best_table(self.request, enough=True) is None:
                self.searched = []  # without an opening there is no play
        except TooLarge:
            self.too_large = True

    def _decide(self) -> None:
        """Find the subsets that are laid while every joker stays, and the branches with other plays."""
        decided = _decided(self.request)
        self.lying = LyingSubsets([branch for branch in decided if not branch.taken])
        if decided and not self.request.jokers_are_free:
            others = JOKER in self.request.rack or not self.lying.complete
            self.searched = [branch for branch in decided if others or branch.taken]

    def further(self, chosen: Iterable[Tile]) -> set[Tile]:
        """Return the tiles of the rack that some legal play, perhaps a larger one, lays together with those chosen.

        Each question is for any of the tiles of which nothing is known yet: where no play has one, one answer holds for
        all of them.
        """
        laid = Counter(chosen)
        found = self.lying.further(laid)
        if not self.searched:
            return found
        for play in map(Counter, self.known):
            if laid <= play:
                found |= set(play - laid)
        rest = set(Counter(self.request.rack) - laid) - found
        unknown = [tile for tile in rest if not self._is_impossible(laid + Counter((tile,)))]
        while asked := [tile for tile in unknown if tile not in found]:
            play = self._laid_with(laid, asked)
            if not play:
                if not self.too_large:  # else the search gave up
                    self.impossible += [laid + Counter((tile,)) for tile in asked]
                break
            found |= set(play - laid)
        return found

    def _is_impossible(self, tiles: Counter[Tile]) -> bool:
        """Return whether these include tiles that no play lays together."""
        return any(never <= tiles for never in self.impossible)

    def _laid_with(self, laid: Counter[Tile], kinds: Iterable[Tile]) -> Counter[Tile]:
        """Search for a play of these tiles and at least one of some kinds besides; return all tiles that it lays."""
        weights = dict.fromkeys(kinds, 1 << TIE)
        request = altered(self.request, forced=tuple(sorted(laid.elements())), weights=weights)
        table = self._search(request, request.loss(request.forced))
        if table is None:
            return Counter()
        tiles = request.laid(table)
        self.known[tiles] = Play(table)
        return Counter(tiles)

    def _search(self, request: Request, limit: int) -> Table | None:
        """Return a table of the branches that are searched; None if there is none, or that is too large a question."""
        request = altered(request, budget=StepBudget())
        try:
            if not self.too_large:
                tables = (some_table(altered(branch, request=request), limit) for branch in self.searched)
                return next(filter(None, tables), None)
        except TooLarge:
            self.too_large = True
        return None

    def lays(self, chosen: Iterable[Tile]) -> bool:
        """Return whether a legal play lays just these tiles."""
        tiles = tuple(sorted(chosen))
        return self.lying.has(Counter(tiles)) or tiles in self.known or self.play(tiles) is not None

    def play(self, chosen: Iterable[Tile]) -> Play | None:
        """Return the play of just these tiles, whatever was asked before; None if none is found."""
        tiles = tuple(sorted(chosen))
        if tiles not in self.exact:
            table = self.lying.table(Counter(tiles))
            if table is None and not without(tiles, self.request.rack):
                table = self._search(self.request.restricted(tiles, tiles), INFINITE)
            self.exact[tiles] = Play(table) if table else self.known.get(tiles)
        return self.exact[tiles]


def _decided(request: Request) -> list[Branch]:
    """Return the branches in which each joker of the table has an outcome that the rack can pay for; [] if too many.

    Every legal table is one of theirs (see `branches`).
    """
    first, rack = Branch(request), Counter(request.rack)
    outcomes = [meld_outcomes(request, meld) for meld in first.sources]
    if prod(map(len, outcomes)) > MOST_DECIDED:
        return []
    every = [altered(first, outcomes=each) for each in product(*outcomes)]
    return [branch for branch in every if branch.demands[1] <= rack]


class LyingSubsets:
    """The subsets of a rack, without its jokers, that can be laid in some branches in which every joker stays.

    A pass for each branch finds them.

    Attributes:
        complete: Whether they are all such subsets of the rack.
        free: The tiles that subsets are told apart by.
        size: How many subsets there are.
        found: Those that can be laid.
    """

    def __init__(self, branches: Sequence[Branch]) -> None:
        meldable = _meldable(branches) if branches else []
        rack = meldable[:MOST_SUBSETS]
        self.complete: bool = rack == meldable
        parts = [altered(branch, request=branch.request.restricted(rack, ())) for branch in branches if rack]
        self.free: dict[Tile, FreeTile] = free_tiles(parts[0].request) if parts else {}
        self.size: int = prod(copies + 1 for _, copies in self.free.values())
        every = (1 << self.size) - 2  # to lay nothing is no play
        self._passes = [SubsetPass(branch, self.free, every, branch.request.budget) for branch in parts]
        self.found: int = 0
        for each in self._passes:
            self.found |= each.found

    def _with(self, tiles: Counter[Tile]) -> int:
        """Return the subsets that have at least these tiles."""
        if any(tile not in self.free or count > self.free[tile].copies for tile, count in tiles.items()):
            return 0
        return self.found & having(self.free, tiles, self.size)

    def further(self, tiles: Counter[Tile]) -> set[Tile]:
        """Return the tiles of which a subset with some tiles has one more."""
        within = self._with(tiles)
        return {
            tile
            for tile, (place, copies) in (self.free.items() if within else ())
            if tiles[tile] < copies and within & ~having_fewer(place, copies, tiles[tile] + 1, self.size)
        }

    def has(self, tiles: Counter[Tile]) -> bool:
        """Return whether just these tiles can be laid."""
        within = self._with(tiles)
        return within > 0 and within >> self._number(tiles) & 1 == 1

    def _number(self, tiles: Counter[Tile]) -> int:
        """Return the number of a subset."""
        return sum(self.free[tile].place * count for tile, count in tiles.items())

    def table(self, tiles: Counter[Tile]) -> Table | None:
        """Return a table that lays just these tiles; None if there is none."""
        if not self.has(tiles):
            return None
        wanted = 1 << self._number(tiles)
        tables = (table for each in self._passes if each.found & wanted for _, table in each.tables(wanted))
        return next(filter(None, tables), None)


def _meldable(branches: Sequence[Branch]) -> list[Tile]:
    """Return the natural tiles of the rack that make a meld with others of the rack, the table and staying jokers."""
    request = branches[0].request
    staying = [joker.stays for branch in branches for joker in branch.demands[0] if joker.stays]
    rows = [0, 0, 0, 0]  # the numbers of each colour, as bits
    for tile in (*request.rack, *request.table.tiles, *staying):
        if tile is not JOKER:
            rows[COLOR_INDEX[tile]] |= 1 << NUMBER[tile]
    return [tile for tile in request.rack if tile is not JOKER and _fits(rows, COLOR_INDEX[tile], NUMBER[tile])]


def _fits(rows: Sequence[int], color: int, number: int) -> bool:
    """Return whether a tile makes a run or a group, given the numbers of each colour as bits."""
    near = rows[color] << 2 >> number & 0b11111  # the tile is the middle bit
    in_run = near & near >> 1 & near >> 2 & 0b111
    return in_run > 0 or sum(row >> number & 1 for row in rows) > 2
