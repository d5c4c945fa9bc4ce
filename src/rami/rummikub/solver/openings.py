"""The openings that a rack has, where the turn of the opening may use the table (A5, A6)."""

from collections import Counter
from collections.abc import Iterator

from rami.rummikub.legal_melds import melds_from
from rami.rummikub.melds import Meld
from rami.rummikub.readings import worth
from rami.rummikub.rules import Rules
from rami.rummikub.tiles import JOKER, Tile

Opening = tuple[Meld, ...]
"""Melds from the rack that are worth the points that an opening needs."""


def openings(rules: Rules, rack: tuple[Tile, ...]) -> Iterator[Opening]:
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
