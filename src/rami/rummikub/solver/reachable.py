"""The melds of the table as a problem has them, and tiles that fit somewhere without a joker."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeVar

from rami.rummikub.melds import Group, Meld
from rami.rummikub.solver.problem import OldRun, Problem
from rami.rummikub.solver.request import Request
from rami.rummikub.tiles import JOKER, NUMBER, ROW, Tile

T = TypeVar("T")

Masks = tuple[int, int, int, int]
"""The numbers of each colour, as the bits of a mask."""


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
    """Return whether each free tile can be in a meld without a joker: over three numbers, or in three colours."""
    here: list[int] = []
    free: list[int] = []
    for available, required in zip(problem.available, problem.required, strict=True):
        here.append(sum([1 << number for number, count in enumerate(available) if count]))
        free.append(sum([1 << number for number, count in enumerate(available) if count > required[number]]))
    first, second, third, fourth = here
    groups = first & second & (third | fourth) | third & fourth & (first | second)
    for mine, numbers in zip(free, here, strict=True):
        runs = numbers & numbers >> 1 & numbers >> 2  # where a run of three may begin
        if mine & ~(groups | runs | runs << 1 | runs << 2):
            return False
    return True


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
    """

    tiles: list[list[int]]
    runs: list[list[OldRun]]
    groups: list[tuple[int, ...]]

    @property
    def run_rows(self) -> tuple[tuple[OldRun, ...], ...]:
        """The runs of each colour, as tuples."""
        return tuple(map(tuple, self.runs))


def old_melds(melds: Iterable[Meld], top: int) -> OldMelds:
    """Return some melds as a problem has them, numbers up to the highest."""
    length = top + 1
    found = OldMelds([[0] * length for _ in range(4)], [[], [], [], []], [()] * length)
    for meld in melds:
        place = next(i for i, tile in enumerate(meld.tiles) if tile is not JOKER)
        tile = meld.tiles[place]
        if isinstance(meld, Group):
            _add_group(found, meld, NUMBER[tile])
        else:
            _add_run(found, meld, ROW[tile], NUMBER[tile] - place)
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
