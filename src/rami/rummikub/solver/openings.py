"""The openings that a rack has, where the turn of the opening may use the table (A5, A6)."""

from collections import Counter
from collections.abc import Iterator, Mapping

from rami.rummikub.legal_melds import melds_from
from rami.rummikub.melds import Meld
from rami.rummikub.readings import worth
from rami.rummikub.rules import Rules
from rami.rummikub.solver.problem import Work
from rami.rummikub.tiles import JOKER, Tile

Opening = tuple[Meld, ...]
"""Melds from the rack that are worth the points that an opening needs."""


def openings(rules: Rules, rack: tuple[Tile, ...], work: Work) -> Iterator[Opening]:
    """The openings of which every one contains one: none of their melds can be left out; those of few tiles first.

    Lemma (openings): what a turn may lay with an opening, it may lay with each opening that this one contains, for the
    other melds can lie beside it. So the smallest suffice, and of those with the same natural tiles and no joker, one.
    """
    if not rules.opening_points:
        yield ()
        return
    jokers = 0 if rules.joker_in_opening == "forbidden" else rack.count(JOKER)
    naturals = Counter(tile for tile in rack if tile != JOKER)
    found: dict[object, Opening] = {}
    for opening in _openings(rules, naturals, jokers, 0, min(naturals, default=JOKER)):
        work.spend(1)
        tiles = tuple(sorted(tile for meld in opening for tile in meld.tiles))
        key: object = opening if JOKER in tiles else tiles
        found.setdefault(key, opening)
    smallest: list[Counter[Tile]] = []
    for opening in sorted(found.values(), key=lambda melds: sum(len(meld.tiles) for meld in melds)):
        counts = Counter(tile for meld in opening for tile in meld.tiles)
        if not any(not small - counts for small in smallest):
            if JOKER not in counts:
                smallest.append(counts)
            yield opening


def _openings(rules: Rules, naturals: Counter[Tile], jokers: int, points: int, lowest: Tile) -> Iterator[Opening]:
    """The melds that reach the points, from the lowest natural tile on, none after the points are reached."""
    for tile in sorted(tile for tile, count in naturals.items() if count and tile >= lowest):
        for meld in melds_from(rules, tile, {each for each, count in naturals.items() if count}, jokers):
            total = points + worth(rules, meld)
            if total >= rules.opening_points:
                yield (meld,)
                continue
            left = naturals - Counter(each for each in meld.tiles if each != JOKER)
            for others in _openings(rules, left, jokers - meld.tiles.count(JOKER), total, tile):
                yield (meld, *others)


def words_with_openings(rules: Rules, rack: tuple[Tile, ...], free: Mapping[Tile, tuple[int, int]]) -> list[int]:
    """The sets of tiles that have an opening among them, as the bits of a number (see `words`).

    No set that has one is missing. Where some tiles are laid in any case, too many may be there: these are taken to be
    there as often as is wanted.

    Args:
        rules: The rules of the deal.
        rack: The tiles that may be laid.
        free: The tiles that may be laid or not, with the place of each and how many there are.

    Returns:
        The sets, without their jokers, that have an opening with no joker, with one and less, and so on.
    """
    jokers = 0 if rules.joker_in_opening == "forbidden" else rack.count(JOKER)
    size = 1
    for place, count in free.values():
        size = place * (count + 1)
    room = {tile: _room(place, count, size) for tile, (place, count) in free.items()}
    every = (1 << size) - 1
    goal = rules.opening_points
    reached = [[0] * (jokers + 1) for _ in range(goal + 1)]
    reached[0][0] = 1
    counts = Counter(tile for tile in rack if tile != JOKER)
    for lowest in sorted(counts):
        for meld in melds_from(rules, lowest, counts.keys(), jokers):
            naturals = [tile for tile in meld.tiles if tile != JOKER]
            loose = [tile for tile in naturals if tile in free and free[tile][1] == counts[tile]]
            where, shift = every, 0
            for tile in loose:
                where &= room[tile]
                shift += free[tile][0]
            points, used = worth(rules, meld), len(meld.tiles) - len(naturals)
            for _ in range(min(counts[tile] for tile in naturals)):
                for before in range(goal - 1, -1, -1):
                    after = reached[min(goal, before + points)]
                    for had in range(jokers - used + 1):
                        if reached[before][had]:
                            after[had + used] |= (reached[before][had] & where) << shift
    found: list[int] = []
    sets = 0
    for fresh in reached[goal]:
        sets |= fresh
        for tile, (place, count) in free.items():
            for _ in range(count):
                sets |= (sets & room[tile]) << place
        found.append(sets)
    return found


def _room(place: int, count: int, size: int) -> int:
    """The sets, as the bits of a number, that lay fewer of a tile than there are."""
    row, width = (1 << place * count) - 1, place * (count + 1)
    while width < size:
        row |= row << width
        width *= 2
    return row & (1 << size) - 1
