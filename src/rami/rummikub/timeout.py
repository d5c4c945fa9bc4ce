"""The outcome of an overrun: the melds that stay on the table, and the places of the other tiles (A20, A22)."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from heapq import heapify, heappop, heappush
from typing import Final

from attrs import define, field, frozen

from rami.errors import InvalidMeld
from rami.pieces import without
from rami.rummikub.checks import arrangement_violations
from rami.rummikub.held_melds import line_of
from rami.rummikub.jokers import readings
from rami.rummikub.legal_melds import meld_violations
from rami.rummikub.melds import Meld, Run, Table
from rami.rummikub.moves import Change, TimeOut
from rami.rummikub.rules import Rules
from rami.rummikub.state import State, View
from rami.rummikub.tiles import JOKER, Tile


@frozen
class Settlement:
    """The places of the tiles when the time has run out (A20).

    Attributes:
        table: The table that stays.
        played: The tiles that leave the rack for good.
        to_rack: Loose tiles of the table that the player has to take.
        to_pool: Loose tiles of the table that go back to the pool.
        penalty: How many tiles the player draws, as far as there are any; 0 for an arrangement that is a legal play.
        is_play: Whether the arrangement is a legal play, finished in time after all.
    """

    table: Table
    played: tuple[Tile, ...] = ()
    to_rack: tuple[Tile, ...] = ()
    to_pool: tuple[Tile, ...] = ()
    penalty: int = 0
    is_play: bool = False


def settle(position: State | View, move: TimeOut) -> Settlement:
    """Return what becomes of an arrangement when the time runs out (000.12, 001.11, 002.12, A20).

    An arrangement without a loose tile that is a legal play is that play. Otherwise the loose tiles of the table go
    where the rules say, and what then lies stays if it is legal; if it is not, everything goes back where it was.
    """
    rules, change = position.rules, Change.between(position.table, move.table, move.loose)
    if not move.loose and _may_stay(position, change):
        return Settlement(move.table, change.brought, is_play=True)  # finished in time after all
    penalty = rules.penalty_tiles
    restored = Settlement(position.table, penalty=penalty)
    if rules.timeout == "rollback" or not move.loose:
        return restored
    if rules.loose_table_tiles == "restore" and without(move.loose, change.brought):
        return restored
    table, loose = _cleared(rules, change)
    settled = Change.between(position.table, table)
    if not _may_stay(position, settled):
        return restored
    if rules.loose_table_tiles == "rack":
        return Settlement(table, settled.brought, to_rack=loose, penalty=penalty)
    return Settlement(table, settled.brought, to_pool=loose, penalty=penalty)


def _may_stay(position: State | View, change: Change) -> bool:
    """A17, A5, A10-A14: whether complete melds are what a play may leave."""
    return bool(change.brought) and not any(arrangement_violations(position, change))


# -------------------------------------------------------------------------------------------------- clearing the table


def _cleared(rules: Rules, change: Change) -> tuple[Table, tuple[Tile, ...]]:
    """Return the table without loose tiles, and the loose tiles of the table that no old meld takes back."""
    table = _Unfinished(rules, change)
    if rules.loose_table_tiles == "return":
        for old in table.old:
            table.put_back(old)
        return table.drawn_back([old for old in table.old if old.tiles_at[_LOOSE]])
    return table.drawn_back([old for old in table.old if JOKER in old.tiles_at[_LOOSE]])


_LOOSE: Final = -1
"""The place of a loose tile. Other places are the indices of new melds."""


@define(eq=False)
class _OldMeld:
    """A meld that lay on the table when the turn began.

    Attributes:
        meld: The meld.
        tiles_at: Its tiles by the place where they lie now.
        host: The new meld of its sort in which all its tiles lie that are not loose; None if there is none.
        represented: The tiles that its jokers still stand for in its host.
    """

    meld: Meld
    tiles_at: dict[int, list[Tile]] = field(factory=lambda: {_LOOSE: []})
    host: int | None = None
    represented: set[Tile] = field(factory=set[Tile])


class _Unfinished:
    """A table when the time runs out: which tile is of which old meld, and what is undone (A20).

    Attributes:
        old: The melds that lay there when the turn began.
        new: The melds that lie there now, changed by what is put back.
    """

    def __init__(self, rules: Rules, change: Change) -> None:
        self.rules = rules
        self.old = [_OldMeld(meld) for meld in change.old]
        self.new = list(change.new)
        self._represented = [set[Tile]() for _ in self.new]
        self._left_in = [Counter(meld.tiles) for meld in self.new]
        self._left_loose = Counter(change.loose)
        self._claim_unchanged()
        self._claim_from_hosts()
        self._claim_the_rest(loose_first=rules.loose_table_tiles == "return")

    # ------------------------------------------------------------------------------------------ whose is a tile (1)

    def _claim(self, old: _OldMeld, place: int, tiles: Iterable[Tile]) -> None:
        row = list(tiles)
        old.tiles_at.setdefault(place, []).extend(row)
        (self._left_loose if place == _LOOSE else self._left_in[place]).subtract(row)

    def _claim_unchanged(self) -> None:
        """Give each old meld that lies unchanged its own tiles."""
        places: dict[Meld, list[int]] = {}
        for place, meld in enumerate(self.new):
            places.setdefault(meld, []).append(place)
        for old in self.old:
            if places.get(old.meld):
                old.host = places[old.meld].pop(0)
                self._claim(old, old.host, old.meld.tiles)

    def _claim_from_hosts(self) -> None:
        """Give each old meld that has a host its tiles there, the one with the most tiles there first."""
        places: dict[object, list[int]] = {}
        for place, meld in enumerate(self.new):
            places.setdefault(line_of(meld), []).append(place)
        loose = +self._left_loose
        waiting = [
            (-len(self._tiles_in(old, place)), number, place)
            for number, old in enumerate(self.old)
            if old.host is None
            for place in places.get(line_of(old.meld), ())
        ]
        heapify(waiting)
        while waiting:
            most, number, place = heappop(waiting)
            old = self.old[number]
            tiles = [] if old.host is not None else self._tiles_in(old, place)
            if not tiles or Counter(old.meld.tiles) - Counter(tiles) - loose:
                continue
            if len(tiles) < -most:  # others have claimed some since
                heappush(waiting, (-len(tiles), number, place))
                continue
            old.host, old.represented = place, self._represented_in(old, place)
            self._represented[place] |= old.represented
            self._claim(old, place, tiles)

    def _tiles_in(self, old: _OldMeld, place: int) -> list[Tile]:
        """Return the tiles of an old meld in a new one that nobody has claimed, jokers if they stand for the same."""
        left = self._left_in[place]
        naturals = [tile for tile in old.meld.tiles if tile != JOKER and left[tile]]
        return [*naturals, *[JOKER] * len(self._represented_in(old, place))]

    def _represented_in(self, old: _OldMeld, place: int) -> set[Tile]:
        jokers = self._left_in[place][JOKER]
        return set(sorted(self._still_represented(old, place, self.new[place]))[:jokers]) if jokers else set()

    def _still_represented(self, old: _OldMeld, place: int, meld: Meld) -> set[Tile]:
        """Return the tiles that further jokers of an old meld stand for in what a new meld is or becomes."""
        taken = self._represented[place]
        choices: list[set[Tile]] = [
            set(before) & (set(after) - taken)
            for before in readings(old.meld)
            if old.represented.issubset(before)
            for after in readings(meld)
            if taken.issubset(after)
        ]
        return max(choices, key=len, default=set[Tile]())

    def _claim_the_rest(self, *, loose_first: bool) -> None:
        """Give old melds the other tiles of the table: of equal ones, loose ones before those in new melds or after."""
        places: dict[Tile, list[int]] = {}
        for place, left in enumerate(self._left_in):
            for tile in left.elements():
                places.setdefault(tile, []).append(place)
        for old in self.old:
            claimed = [tile for tiles in old.tiles_at.values() for tile in tiles]
            for tile in sorted(without(old.meld.tiles, claimed)):
                in_melds = places.get(tile)
                take_loose = self._left_loose[tile] > 0 and (loose_first or not in_melds)
                self._claim(old, in_melds.pop(0) if in_melds and not take_loose else _LOOSE, [tile])

    # --------------------------------------------------------------------------------- what is undone (2 and 3)

    def put_back(self, old: _OldMeld) -> None:
        """Lay the loose tiles of an old meld into its host, where all of them together make one meld with it."""
        place, loose = old.host, old.tiles_at[_LOOSE]
        if place is None or not loose:
            return
        for meld in _extensions(self.rules, self.new[place], loose):
            represented = self._still_represented(old, place, meld) if JOKER in loose else set[Tile]()
            if len(represented) >= loose.count(JOKER):
                self.new[place] = meld
                self._represented[place] |= represented
                old.tiles_at = {_LOOSE: [], place: [*old.tiles_at[place], *loose]}
                return

    def drawn_back(self, drawing: Iterable[_OldMeld]) -> tuple[Table, tuple[Tile, ...]]:
        """Lay old melds as they lay, and those of which another tile lies in a new meld that is so taken apart."""
        owners: dict[int, list[_OldMeld]] = {}
        for old in self.old:
            for place in old.tiles_at:
                owners.setdefault(place, []).append(old)
        waiting, again, apart = list(drawing), dict[_OldMeld, None](), {_LOOSE}
        while waiting:
            old = waiting.pop()
            again[old] = None
            for place in old.tiles_at:
                if place not in apart:
                    apart.add(place)
                    waiting += owners[place]
        stay = [meld for place, meld in enumerate(self.new) if place not in apart]
        loose = (tile for old in self.old if old not in again for tile in old.tiles_at[_LOOSE])
        return Table([*stay, *(old.meld for old in again)]), tuple(sorted(loose))


def _extensions(rules: Rules, meld: Meld, tiles: Sequence[Tile]) -> Iterator[Meld]:
    """Yield every meld that a meld makes with more tiles while it lies as it lies."""
    rows = [[*meld.tiles, *tiles]]
    if isinstance(meld, Run):
        by_number = {tile.number: tile for tile in tiles if tile != JOKER}
        start, end = meld.start, meld.start + len(meld.tiles)
        rows = [
            [
                *(by_number.get(number, JOKER) for number in range(start - front, start)),
                *meld.tiles,
                *(by_number.get(number, JOKER) for number in range(end, end + len(tiles) - front)),
            ]
            for front in range(len(tiles) + 1)
        ]
    for row in rows:
        if sorted(row) != sorted((*meld.tiles, *tiles)):
            continue
        with suppress(InvalidMeld):
            longer = type(meld)(row)
            if not any(meld_violations(rules, longer)):
                yield longer
