"""What the rack can touch at all: tiles that may be laid, and melds of the table that may have to move for that.

Where there is no joker, a tile can only be in a run over three numbers that are there, or in a group of three colours
that are there. Two kinds of tiles *touch* if they can be in one meld.

Lemma (touch): the kinds that can be reached from a tile of the rack, from touch to touch, are in melds by themselves in
every arrangement. So the melds of the table that have none of them can stay as they lie, whatever else is done: that
disturbs none of them, and takes nothing from the others.
"""

from collections.abc import Sequence

from rami.rummikub.melds import Meld
from rami.rummikub.tiles import NUMBER, ROW, Tile

Touched = tuple[tuple[Tile, ...], tuple[Meld, ...], tuple[Meld, ...]]
"""Tiles that can be in a meld, melds that can be touched, and those that cannot."""


def in_touch(table: Sequence[Meld], rack: Sequence[Tile]) -> Touched:
    """What of a position without jokers matters to what can be laid.

    Args:
        table: The melds of the table.
        rack: The tiles that may be laid.

    Returns:
        The tiles that can be in a meld, the melds that can be touched, and those that cannot.
    """
    there = [0, 0, 0, 0]  # by colour, the numbers that are there, as bits
    for tile in (*rack, *(tile for meld in table for tile in meld.tiles)):
        there[ROW[tile]] |= 1 << NUMBER[tile]
    runs = [bits & bits >> 1 & bits >> 2 for bits in there]  # where a run of three may begin
    first, second, third, fourth = there
    groups = first & second & (third | fourth) | third & fourth & (first | second)
    fitting = [bits & (groups | run | run << 1 | run << 2) for bits, run in zip(there, runs, strict=True)]
    usable = tuple(tile for tile in rack if fitting[ROW[tile]] >> NUMBER[tile] & 1)
    live = [0, 0, 0, 0]
    for tile in usable:
        live[ROW[tile]] |= 1 << NUMBER[tile]
    before: list[int] = []
    while live != before:
        before = list(live)
        shared = groups & (live[0] | live[1] | live[2] | live[3])
        for color in range(4):
            bits = live[color] | shared & there[color]
            begun = runs[color] & (bits | bits >> 1 | bits >> 2)
            live[color] = bits | begun | begun << 1 | begun << 2
    touched: list[Meld] = []
    others: list[Meld] = []
    for meld in table:
        tile = meld.tiles[0]
        (touched if live[ROW[tile]] >> NUMBER[tile] & 1 else others).append(meld)
    return usable, tuple(touched), tuple(others)
