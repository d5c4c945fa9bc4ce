"""Every legal play of a small position, found the slow way.

It shares with the solver only the values (tiles, melds, tables) and the referee, which says what is legal. The tiles of
the rack and the table are put together in every way, the jokers in every place.
"""

from collections import Counter
from functools import lru_cache
from itertools import chain, combinations
from math import inf

from rami.rummikub import JOKER, Color, Group, Meld, Play, Rules, Run, Table, Tile, View, check
from rami.rummikub.checks import played_tiles
from rami.rummikub.melds import meld_violations

Laid = tuple[Tile, ...]
"""Tiles that a play lays from the rack, in canonical order."""


def legal_tables(position: View) -> dict[Laid, set[Table]]:
    """For every choice of rack tiles that can legally be laid, all the tables that may be left."""
    found: dict[Laid, set[Table]] = {}
    for table in tables(position):
        play = Play(table)
        if not check(position, play):
            found.setdefault(played_tiles(position, play), set()).add(table)
    return found


def tables(position: View) -> set[Table]:
    """Every table made of all tiles of the old one and any of the rack, of melds that may lie there, legal or not."""
    there = Counter(position.rack) + Counter(position.table.tiles)
    melds = [
        meld
        for meld in fitting_melds(position.rules, there)
        if meld in position.table.melds or not any(meld_violations(position.rules, meld))
    ]
    return tables_of(position, melds)


def tables_of(position: View, melds: list[Meld], limit: float = inf) -> set[Table]:
    """Every table made of these melds; `TimeoutError` if there are more than `limit`."""
    rack = Counter(position.rack)
    there = rack + Counter(position.table.tiles)
    # How many there are of each tile is a number with a field for each kind, and in it a bit that is lost where more is
    # taken than is there; the lowest kind comes first, jokers last.
    kinds = sorted(there)
    place = {tile: 1 << FIELD * index for index, tile in enumerate(kinds)}
    by_lowest: list[list[tuple[int, int]]] = [[] for _ in kinds]
    for index, meld in enumerate(melds):
        by_lowest[kinds.index(min(_naturals(meld)))].append((index, sum(place[tile] for tile in meld.tiles)))
    left, most = (sum(place[tile] * some[tile] for tile in kinds) for some in (there, rack))
    covers = _covers(left, most, len(kinds) - (JOKER in there), by_lowest, limit)
    return {Table(melds[index] for index in cover) for cover in covers}


FIELD = 5
"""The bits for how many there are of a tile; the highest of them is always free."""


def _covers(
    left: int, rack: int, count: int, by_lowest: list[list[tuple[int, int]]], limit: float
) -> set[tuple[int, ...]]:
    """Every way to put tiles into melds, those of the rack being left out at will: the numbers of the melds.

    The lowest tile that is left goes into a meld of which it is the lowest, or it is one of the rack and stays there.

    Args:
        left: The tiles, as a number of fields.
        rack: How many of each may be left out.
        count: How many kinds of natural tiles there are; the field after these is that of the jokers.
        by_lowest: For each kind, the melds of which it is the lowest: a number of their own, and their tiles.
        limit: With more than these, it gives up.
    """
    lost = sum(1 << FIELD * index + FIELD - 1 for index in range(count + 1))
    known: dict[tuple[int, int], set[tuple[int, ...]]] = {}

    def covers(left: int, rack: int) -> set[tuple[int, ...]]:
        lowest = min(((left & -left).bit_length() - 1) // FIELD if left else count, count)
        if lowest == count:
            return {()} if left >> FIELD * count <= rack >> FIELD * count else set()
        found = known.get((left, rack))
        if found is None:
            found = known[left, rack] = set()
            for index, tiles in by_lowest[lowest]:
                if not left - tiles & lost:
                    found |= {tuple(sorted((index, *others))) for others in covers(left - tiles, rack)}
            one = 1 << FIELD * lowest
            if rack >> FIELD * lowest & (1 << FIELD) - 1:
                found |= covers(left - one, rack - one)
            if len(found) > limit:
                raise TimeoutError
        return found

    return covers(left, rack)


def fitting_melds(rules: Rules, there: Counter[Tile]) -> list[Meld]:
    """Every meld that can be made of these tiles: each shape of the edition, with jokers for any of its tiles."""
    found: list[Meld] = []
    for shape, kind in _shapes(rules.max_number):
        missing = {place for place, tile in enumerate(shape) if tile not in there}
        for count in range(len(missing), min(there[JOKER], len(shape) - 1) + 1):
            for places in combinations(range(len(shape)), count):
                if missing <= set(places):
                    row = tuple(JOKER if place in places else tile for place, tile in enumerate(shape))
                    found.append(_meld(row, group=kind is Group))
    return sorted(set(found), key=str)


@lru_cache(maxsize=1 << 14)
def _meld(row: tuple[Tile, ...], *, group: bool) -> Meld:
    return Group(row) if group else Run(row)


_Shape = tuple[tuple[Tile, ...], type[Run] | type[Group]]


@lru_cache
def _shapes(last: int) -> list[_Shape]:
    """The tiles of every run and every group of an edition, without jokers."""
    found: list[_Shape] = []
    for color in Color:
        spans = [range(first, past) for first in range(1, last + 1) for past in range(first + 3, last + 2)]
        found += [(tuple(Tile(color, number) for number in span), Run) for span in spans]
    for number in range(1, last + 1):
        for some in chain(combinations(Color, 3), combinations(Color, 4)):
            found.append((tuple(Tile(color, number) for color in some), Group))
    return found


def disturbed(old: Table, new: Table) -> int:
    """How many melds of the old table have natural tiles that do not all lie in one meld of the new table."""
    return len(old) - _kept([_naturals(meld) for meld in old], [_naturals(meld) for meld in new])


def _kept(old: list[frozenset[Tile]], new: list[frozenset[Tile]]) -> int:
    """How many of the old melds can lie in the new ones, no tile in two of them."""
    if not old:
        return 0
    first, *rest = old
    most = _kept(rest, new)
    for index, meld in enumerate(new):
        if first <= meld:
            most = max(most, 1 + _kept(rest, [*new[:index], meld - first, *new[index + 1 :]]))
    return most


def _naturals(meld: Meld) -> frozenset[Tile]:
    return frozenset(meld.tiles) - {JOKER}
