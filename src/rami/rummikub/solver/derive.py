"""Tables that are derived from known ones, with one tile more or less, or one meld less.

If a table is legal, one more tile at the end of one of its melds usually gives a legal table too, and so does one tile
less. Such a table is found sooner than by a search. The referee still judges it. A longer meld may contain an old one,
and then it is no longer new (A10). With a tile less, an opening may have too few points.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache

from rami.pieces import without
from rami.rummikub.melds import SHORTEST, Group, Meld, Run, Table
from rami.rummikub.solver.request import Request
from rami.rummikub.tiles import COLOR_INDEX, COLORS, JOKER, TILES, Tile

Laid = tuple[Tile, ...]
"""The rack tiles on a table, sorted."""
Known = dict[Laid, Table | None]
"""A legal table for the tiles that it lays; None if a derived table with these tiles was refused."""


def derived(request: Request, known: Known, start: Iterable[Table], most: int) -> Iterator[Table]:
    """Yield legal tables near some tables, then tables near these.

    Args:
        request: The request.
        known: The known tables. The others are added.
        start: The tables to start from.
        most: The number of known tables at which to stop.
    """
    queue = [*start]
    # The queue grows inside the loop.
    for table in queue if len(known) < most else ():
        laid = request.laid(table)
        known[laid] = table
        for tiles, meld, instead in _changes(request, laid, table):
            if tiles not in known and len(known) < most:
                near = Table((*without(table.melds, (meld,)), *instead))
                known[tiles] = near if request.allows(near) else None
                if known[tiles]:
                    queue.append(near)
                    yield near


def _changes(request: Request, laid: Laid, table: Table) -> Iterator[tuple[Laid, Meld, tuple[Meld, ...]]]:
    """Yield changes of one meld: the tiles laid afterwards, the old meld, and the meld that replaces it, if any."""
    top = request.rules.max_number
    left, optional = set(without(request.rack, laid)), without(laid, request.forced)
    for meld in without(table.melds, request.table.melds if request.table_closed else ()):
        for tile in sorted(left & fitting_tiles(meld, top)):
            yield tuple(sorted((*laid, tile))), meld, (_longer(meld, tile, top),)
        lost = without(meld.tiles, optional)
        for tile in without(meld.tiles, lost):
            for shorter in _shorter(meld, tile):
                yield without(laid, (tile,)), meld, (shorter,)
        if not lost:
            yield without(laid, meld.tiles), meld, ()


def extended(request: Request, table: Table, tiles: Iterable[Tile]) -> Table | None:
    """Add tiles to the melds of a table one by one. Return the table; None if a tile does not fit or it is illegal."""
    melds, top = [*table], request.rules.max_number
    for tile in tiles:
        place = next((place for place, meld in enumerate(melds) if tile in fitting_tiles(meld, top)), None)
        if place is None:
            return None
        melds[place] = _longer(melds[place], tile, top)
    found = Table(melds)
    return found if request.allows(found) else None


@lru_cache(maxsize=1 << 13)
def fitting_tiles(meld: Meld, top: int) -> frozenset[Tile]:
    """Return the tiles that lengthen a meld by one, given the highest number of the rules."""
    natural = next(tile for tile in meld.tiles if tile is not JOKER)
    if isinstance(meld, Run):
        ends = meld.start - 1, meld.start + len(meld.tiles)
        found = {TILES[COLOR_INDEX[natural]][number] for number in ends if 1 <= number <= top}
    else:
        colors = range(len(COLORS) if len(meld.tiles) < len(COLORS) else 0)
        found = {TILES[color][natural.number] for color in colors} - set(meld.tiles)
    return frozenset({*found, JOKER} if found else ())


@lru_cache(maxsize=1 << 13)
def _longer(meld: Meld, tile: Tile, top: int) -> Meld:
    """Return a meld with one more tile that fits; a joker goes to the upper end of a run if it can."""
    if not isinstance(meld, Run):
        return Group((*meld.tiles, tile))
    after = meld.start + len(meld.tiles)
    at_end = after <= top if tile is JOKER else tile.number == after
    return Run((*meld.tiles, tile) if at_end else (tile, *meld.tiles))


@lru_cache(maxsize=1 << 13)
def _shorter(meld: Meld, tile: Tile) -> tuple[Meld, ...]:
    """Return a meld of four tiles or more without a tile of a group, or without an end tile of a run."""
    tiles, last = meld.tiles, len(meld.tiles) - 1
    places = range(last + 1) if isinstance(meld, Group) else (0, last)
    rests = [tiles[:place] + tiles[place + 1 :] for place in places if tiles[place] is tile and last >= SHORTEST]
    return tuple(type(meld)(rest) for rest in rests if {*rest} != {JOKER})
