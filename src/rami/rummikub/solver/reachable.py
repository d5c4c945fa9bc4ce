"""What the rack can touch at all: tiles that may be laid, and melds of the table that may have to move for that.

Where there is no joker, a tile can only be in a run over three numbers that are there, or in a group of three colours
that are there. Two kinds of tiles *touch* if they can be in one meld.

Lemma (touch): the kinds that can be reached from a tile of the rack, from touch to touch, are in melds by themselves in
every arrangement. So the melds of the table that have none of them can stay as they lie, whatever else is done: that
disturbs none of them, and takes nothing from the others.
"""

from collections.abc import Iterable
from typing import NamedTuple

from rami.rummikub.melds import Group, Meld
from rami.rummikub.solver.problem import OldRun, Problem
from rami.rummikub.solver.request import Turn
from rami.rummikub.tiles import JOKER, NUMBER, ROW, Tile

Four = tuple[int, int, int, int]
"""For each colour, numbers as the bits of a mask."""


def in_touch(rack: Four, table: Four) -> tuple[Four, Four]:
    """What of a position without jokers matters to what can be laid.

    Args:
        rack: The numbers of which there are tiles that may be laid.
        table: The numbers of which there are tiles on the table.

    Returns:
        Those of the rack that can be in a meld, and all that they can touch.
    """
    mine0, mine1, mine2, mine3 = rack
    all0, all1, all2, all3 = mine0 | table[0], mine1 | table[1], mine2 | table[2], mine3 | table[3]
    groups = all0 & all1 & (all2 | all3) | all2 & all3 & (all0 | all1)
    runs0, runs1 = all0 & all0 >> 1 & all0 >> 2, all1 & all1 >> 1 & all1 >> 2  # where a run of three may begin
    runs2, runs3 = all2 & all2 >> 1 & all2 >> 2, all3 & all3 >> 1 & all3 >> 2
    live0 = mine0 & (groups | runs0 | runs0 << 1 | runs0 << 2)
    live1 = mine1 & (groups | runs1 | runs1 << 1 | runs1 << 2)
    live2 = mine2 & (groups | runs2 | runs2 << 1 | runs2 << 2)
    live3 = mine3 & (groups | runs3 | runs3 << 1 | runs3 << 2)
    usable = (live0, live1, live2, live3)
    live = usable
    while True:
        shared = groups & (live0 | live1 | live2 | live3)
        live0 = _along(live0 | shared & all0, runs0)
        live1 = _along(live1 | shared & all1, runs1)
        live2 = _along(live2 | shared & all2, runs2)
        live3 = _along(live3 | shared & all3, runs3)
        before, live = live, (live0, live1, live2, live3)
        if live == before:
            return usable, live


def _along(live: int, runs: int) -> int:
    """The numbers of a colour, with those that can be in a run with one of them."""
    begun = runs & (live | live >> 1 | live >> 2)
    return live | begun | begun << 1 | begun << 2


def fits_as_it_lies(turn: Turn) -> bool:
    """Whether an opened rack has three tiles that are a meld, or one that fits a meld without a joker as it lies.

    Then it can be laid, for nothing else moves; the jokers of the table stay where they are.
    """
    mine = masks(turn.rack)
    if _has_group(mine) or any(row & row >> 1 & row >> 2 for row in mine):
        return True
    most, last = len(turn.rules.colors), turn.rules.max_number
    for meld in turn.table:
        tiles = meld.tiles
        if JOKER in tiles:
            continue
        number = NUMBER[tiles[0]]
        if isinstance(meld, Group):
            there = {ROW[tile] for tile in tiles}
            if len(tiles) < most and any(row >> number & 1 for color, row in enumerate(mine) if color not in there):
                return True
        else:
            end = number + len(tiles)
            fitting = 1 << number - 1 | (1 << end if end <= last else 0)
            if mine[ROW[tiles[0]]] & fitting & ~1:
                return True
    return False


def all_fit(problem: Problem) -> bool:
    """Whether every tile that may be left out can be in a meld without a joker."""
    rows = [[0, 0], [0, 0], [0, 0], [0, 0]]
    for row, tiles, must in zip(rows, problem.tiles, problem.must, strict=True):
        for number, count in enumerate(tiles):
            if count:
                row[count == must[number]] |= 1 << number
    (free0, laid0), (free1, laid1), (free2, laid2), (free3, laid3) = rows
    free = (free0, free1, free2, free3)
    return in_touch(free, (laid0, laid1, laid2, laid3))[0] == free


def masks(tiles: Iterable[Tile]) -> Four:
    """The numbers of some tiles, by colour; jokers have none."""
    rows = [0, 0, 0, 0]
    for tile in tiles:
        if tile is not JOKER:
            rows[ROW[tile]] |= 1 << NUMBER[tile]
    return rows[0], rows[1], rows[2], rows[3]


def _has_group(mine: Four) -> bool:
    first, second, third, fourth = mine
    return bool(first & second & (third | fourth) | third & fourth & (first | second))


class Lying(NamedTuple):
    """What lies on the table, of the melds that matter.

    Attributes:
        tiles: How many of each natural tile there are, by colour and number.
        runs: The runs of each colour.
        groups: The groups of each number.
        stay: The other melds.
    """

    tiles: list[list[int]]
    runs: list[list[OldRun]]
    groups: list[tuple[int, ...]]
    stay: list[Meld]


def lying(melds: Iterable[Meld], length: int, live: Four) -> Lying:
    """The melds that have a number that is in touch, as tiles, runs and groups."""
    there = [[0] * length, [0] * length, [0] * length, [0] * length]
    runs: list[list[OldRun]] = [[], [], [], []]
    groups: list[tuple[int, ...]] = [()] * length
    stay: list[Meld] = []
    for meld in melds:
        tiles = meld.tiles
        place = 0
        while tiles[place] is JOKER:
            place += 1
        color, number = ROW[tiles[place]], NUMBER[tiles[place]]
        if not live[color] >> number & 1:
            stay.append(meld)
        elif isinstance(meld, Group):
            mask = 0
            for tile in tiles:
                if tile is not JOKER:
                    mask |= 1 << ROW[tile]
                    there[ROW[tile]][number] += 1
            groups[number] = (*groups[number], mask)
        else:
            start = number - place
            numbers = tuple([start + i for i, tile in enumerate(tiles) if tile is not JOKER])
            row = there[color]
            for each in numbers:
                row[each if each < length else 1] += 1
            runs[color].append(OldRun(numbers, 1 << len(runs[color])))
    for number, colors in enumerate(groups):
        if len(colors) > 1:
            groups[number] = tuple(sorted(colors))
    return Lying(there, runs, groups, stay)
