"""Melds that are longer by one tile.

If a table is legal, one more tile at the end of one of its melds usually gives a legal table too. This is found sooner
than by a search. The referee still judges it: a longer meld may contain an old one, and then it is no longer new (A10).
"""

from collections.abc import Iterator
from functools import lru_cache

from rami.rummikub.melds import Group, Meld, Run, Table
from rami.rummikub.tiles import COLOR_INDEX, COLORS, JOKER, TILES, Tile


@lru_cache(maxsize=1 << 13)
def fitting_tiles(meld: Meld, top: int) -> frozenset[Tile]:
    """Return the tiles that lengthen a meld by one, given the highest number of the rules."""
    natural = next(tile for tile in meld.tiles if tile is not JOKER)
    if isinstance(meld, Run):
        ends = meld.start - 1, meld.start + len(meld.tiles)
        found = {TILES[COLOR_INDEX[natural]][number] for number in ends if 1 <= number <= top}
    elif len(meld.tiles) < len(COLORS):
        found = {TILES[color][natural.number] for color in range(len(COLORS))} - set(meld.tiles)
    else:
        return frozenset()
    return frozenset({*found, JOKER} if found else ())


def lengthened(table: Table, tile: Tile, top: int) -> Iterator[Table]:
    """Yield the tables with one meld lengthened by a tile."""
    for place, meld in enumerate(table.melds):
        if tile in fitting_tiles(meld, top):
            others = table.melds[:place] + table.melds[place + 1 :]
            yield Table((*others, _longer(meld, tile, top)))


@lru_cache(maxsize=1 << 13)
def _longer(meld: Meld, tile: Tile, top: int) -> Meld:
    """Return a meld with one more tile that fits; a joker goes to the upper end of a run if it can."""
    if not isinstance(meld, Run):
        return Group((*meld.tiles, tile))
    after = meld.start + len(meld.tiles)
    at_end = after <= top if tile is JOKER else tile.number == after
    return Run((*meld.tiles, tile) if at_end else (tile, *meld.tiles))
