"""The tiles that the rack can reach without jokers: those that may be laid, and those that may have to move for that.

Where there is no joker, a tile can only be in a run over three numbers that are there, or in a group of three colours
that are there. Two kinds of tiles *touch* if they can be in one meld.

Lemma (touch): the kinds that can be reached from a tile of the rack, from touch to touch, are in melds by themselves in
every arrangement. So a tile of the rack that can be in no meld is left out, and the melds of the table that have no
kind that is reached stay as they lie: that disturbs none of them, and takes nothing from the others.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeVar

from rami.rummikub.melds import Group, Meld
from rami.rummikub.solver.problem import OldRun, Problem
from rami.rummikub.solver.request import Request
from rami.rummikub.tiles import JOKER, NUMBER, ROW, Tile

T = TypeVar("T")

Masks = tuple[int, int, int, int]
"""The numbers of each colour, as the bits of a mask."""


def reachable(rack: Masks, table: Masks) -> tuple[Masks, Masks]:
    """Return the numbers of the rack that can be in a meld, and all numbers that they reach.

    Args:
        rack: The numbers of which there are tiles that may be laid.
        table: The numbers of which there are tiles on the table.
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
        in_groups = groups & (live0 | live1 | live2 | live3)
        live0 = _along_runs(live0 | in_groups & all0, runs0)
        live1 = _along_runs(live1 | in_groups & all1, runs1)
        live2 = _along_runs(live2 | in_groups & all2, runs2)
        live3 = _along_runs(live3 | in_groups & all3, runs3)
        before, live = live, (live0, live1, live2, live3)
        if live == before:
            return usable, live


def _along_runs(live: int, runs: int) -> int:
    """Return the numbers of a colour with those that can be in a run with one of them."""
    begun = runs & (live | live >> 1 | live >> 2)
    return live | begun | begun << 1 | begun << 2


def fits_as_it_lies(request: Request) -> bool:
    """Return whether an opened rack has three tiles that are a meld, or one that fits a meld without a joker.

    Then it can be laid, for nothing else moves; the jokers of the table stay where they are.
    """
    mine = masks(request.rack)
    if _has_group(mine) or any(row & row >> 1 & row >> 2 for row in mine):
        return True
    return any(_fits(mine, meld, request) for meld in request.table if JOKER not in meld.tiles)


def _fits(mine: Masks, meld: Meld, request: Request) -> bool:
    """Return whether a number of a rack fits a meld as it lies."""
    tiles, last = meld.tiles, request.rules.max_number
    number = NUMBER[tiles[0]]
    if isinstance(meld, Group):
        there = {ROW[tile] for tile in tiles}
        missing = (row for color, row in enumerate(mine) if color not in there)
        return len(tiles) < len(request.rules.colors) and any(row >> number & 1 for row in missing)
    end = number + len(tiles)
    fitting = 1 << number - 1 | (1 << end if end <= last else 0)
    return bool(mine[ROW[tiles[0]]] & fitting & ~1)


def all_fit(problem: Problem) -> bool:
    """Return whether every free tile can be in a meld without a joker."""
    free, laid = [0, 0, 0, 0], [0, 0, 0, 0]
    for color, (available, required) in enumerate(zip(problem.available, problem.required, strict=True)):
        for number, count in enumerate(available):
            if count > required[number]:
                free[color] |= 1 << number
            elif count:
                laid[color] |= 1 << number
    usable, _ = reachable(four(free), four(laid))
    return usable == four(free)


def masks(tiles: Iterable[Tile]) -> Masks:
    """Return the numbers of some tiles, jokers apart."""
    rows = [0, 0, 0, 0]
    for tile in tiles:
        if tile is not JOKER:
            rows[ROW[tile]] |= 1 << NUMBER[tile]
    return four(rows)


def four(rows: Sequence[T]) -> tuple[T, T, T, T]:
    """Return a value for each colour as a tuple."""
    first, second, third, fourth = rows
    return first, second, third, fourth


def _has_group(mine: Masks) -> bool:
    first, second, third, fourth = mine
    return bool(first & second & (third | fourth) | third & fourth & (first | second))


class OldMelds(NamedTuple):
    """Melds of the table, as a problem has them.

    Attributes:
        tiles: How many of each natural tile there are, by colour and number.
        runs: The runs of each colour.
        groups: The natural colours of the groups of each number, as masks.
        stay: The other melds, which are out of reach.
    """

    tiles: list[list[int]]
    runs: list[list[OldRun]]
    groups: list[tuple[int, ...]]
    stay: list[Meld]

    @property
    def run_rows(self) -> tuple[tuple[OldRun, ...], ...]:
        """The runs of each colour, as tuples."""
        return tuple(map(tuple, self.runs))


def old_melds(melds: Iterable[Meld], length: int, live: Masks) -> OldMelds:
    """Return some melds as a problem has them; those whose first number is not live stay.

    Args:
        melds: The melds.
        length: One more than the highest number.
        live: The numbers that are reached.
    """
    found = OldMelds([[0] * length for _ in range(4)], [[], [], [], []], [()] * length, [])
    for meld in melds:
        place = next(i for i, tile in enumerate(meld.tiles) if tile is not JOKER)
        tile = meld.tiles[place]
        color, number = ROW[tile], NUMBER[tile]
        if not live[color] >> number & 1:
            found.stay.append(meld)
        elif isinstance(meld, Group):
            _add_group(found, meld, number)
        else:
            _add_run(found, meld, color, number - place)
    for number, colors in enumerate(found.groups):
        if len(colors) > 1:
            found.groups[number] = tuple(sorted(colors))
    return found


def _add_group(found: OldMelds, meld: Meld, number: int) -> None:
    mask = 0
    for tile in meld.tiles:
        if tile is not JOKER:
            mask |= 1 << ROW[tile]
            found.tiles[ROW[tile]][number] += 1
    found.groups[number] = (*found.groups[number], mask)


def _add_run(found: OldMelds, meld: Meld, color: int, start: int) -> None:
    numbers = tuple([start + i for i, tile in enumerate(meld.tiles) if tile is not JOKER])
    row = found.tiles[color]
    for number in numbers:
        row[number if number < len(row) else 1] += 1
    found.runs[color].append(OldRun(numbers, 1 << len(found.runs[color])))
