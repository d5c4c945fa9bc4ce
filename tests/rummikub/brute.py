"""Every legal play of a small position, found the slow way.

It shares with the solver only the values (tiles, melds, tables) and the referee, which says what is legal. The tiles of
the rack and the table are put together in every way, the jokers in every place.
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from itertools import chain, combinations

from rami.errors import InvalidMeld
from rami.rummikub import JOKER, Group, Meld, Play, Rules, Run, Table, Tile, View, check, played_tiles

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
    """Every table made of all tiles of the old one and any of the rack, legal or not."""
    there = Counter(position.rack) + Counter(position.table.tiles)
    by_lowest: dict[Tile, list[Meld]] = {}
    for meld in fitting_melds(position.rules, there):
        by_lowest.setdefault(min(_naturals(meld)), []).append(meld)
    return {Table(melds) for melds in _covers(there, Counter(position.rack), by_lowest)}


def fitting_melds(rules: Rules, there: Counter[Tile]) -> list[Meld]:
    """Every meld that can be made of these tiles: each shape of the edition, with jokers for any of its tiles."""
    found: set[Meld] = set()
    for shape, kind in _shapes(rules):
        if sum(tile not in there for tile in shape) > there[JOKER]:
            continue
        for count in range(min(there[JOKER], len(shape) - 1) + 1):
            for places in combinations(range(len(shape)), count):
                row = [JOKER if place in places else tile for place, tile in enumerate(shape)]
                if not Counter(row) - there:
                    with suppress(InvalidMeld):  # a 1 after a 10 needs another natural tile beside it
                        found.add(kind(row))
    return sorted(found, key=str)


def _shapes(rules: Rules) -> Iterator[tuple[tuple[Tile, ...], type[Run] | type[Group]]]:
    """The tiles of every run and every group of an edition, without jokers."""
    last = rules.max_number
    for color in rules.colors:
        spans = [range(first, past) for first in range(1, last + 1) for past in range(first + 3, last + 2)]
        for span in spans:
            yield tuple(Tile(color, number) for number in span), Run
        if rules.one_follows_ten:
            for first in range(2, 10):
                yield tuple(Tile(color, number) for number in (*range(first, 11), 1)), Run
    for number in range(1, last + 1):
        for colors in chain(combinations(rules.colors, 3), combinations(rules.colors, 4)):
            yield tuple(Tile(color, number) for color in colors), Group


def _covers(left: Counter[Tile], rack: Counter[Tile], by_lowest: dict[Tile, list[Meld]]) -> Iterator[tuple[Meld, ...]]:
    """Every way to put the tiles into melds, those of the rack being left out at will.

    The lowest tile that is left goes into a meld of which it is the lowest, or it is one of the rack and stays there.
    """
    lowest = min((tile for tile, count in left.items() if count), default=JOKER)
    if lowest == JOKER:
        if left[JOKER] <= rack[JOKER]:
            yield ()
        return
    for meld in by_lowest.get(lowest, []):
        rest = left.copy()
        rest.subtract(meld.tiles)
        if min(rest.values()) >= 0:
            yield from ((meld, *others) for others in _covers(rest, rack, by_lowest))
    if rack[lowest]:
        single = Counter([lowest])
        yield from _covers(left - single, rack - single, by_lowest)


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
