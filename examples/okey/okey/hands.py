"""Check whether fourteen tiles are all in sets and runs, or form seven pairs."""

from collections import Counter
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import combinations

from rami.own import without

from .tiles import HIGHEST, JOKER, Tile, Tiles, tile


def okey_of(indicator: Tile) -> Tile:
    """Return the wild tile: the next number in the color of the indicator, or 1 after 13."""
    return tile(indicator.color, indicator.number + 1)


def is_finished(hand: Tiles, indicator: Tile, *, pairs: bool) -> bool:
    return is_in_melds(hand, indicator) or (pairs and is_seven_pairs(hand, indicator))


def is_seven_pairs(hand: Tiles, indicator: Tile) -> bool:
    plain, wild = _plain(hand, indicator)
    return sum(count % 2 for count in Counter(plain).values()) <= wild


def is_in_melds(hand: Tiles, indicator: Tile) -> bool:
    return _fits(*_plain(hand, indicator))


def _plain(hand: Tiles, indicator: Tile) -> tuple[Tiles, int]:
    """Return the tiles that are not wild, with false jokers replaced, and the number of wild tiles."""
    okey = okey_of(indicator)
    plain = [okey if each == JOKER else each for each in hand if each != okey]
    return tuple(sorted(plain)), hand.count(okey)


@lru_cache(maxsize=20_000)
def _fits(tiles: Tiles, wild: int) -> bool:
    """Return whether sorted tiles and `wild` wild tiles can all be in melds. Try each meld of the first tile."""
    if not tiles:
        return wild == 0
    first, rest = tiles[0], tiles[1:]
    for others in _melds_of(first):
        there = [other for other in others if other in rest]
        for size in range(len(there), max(0, len(others) - wild) - 1, -1):
            for used in combinations(there, size):
                if _fits(without(rest, used), wild - (len(others) - size)):
                    return True
    return False


@cache
def _melds_of(first: Tile) -> tuple[Tiles, ...]:
    """Return the other tiles of each meld of the first tile. Longer runs consist of runs of 3 to 5."""
    colors = [tile(color, first.number) for color in range(4) if color != first.color]
    sets = [some for size in (2, 3) for some in combinations(colors, size)]
    numbers = (1, HIGHEST + 1) if first.number == 1 else (first.number,)
    return (*sets, *(run for number in numbers for run in _runs(first.color, number)))


def _runs(color: int, number: int) -> Iterator[Tiles]:
    for length in (3, 4, 5):
        for start in range(max(1, number - length + 1), min(number, HIGHEST + 2 - length) + 1):
            yield tuple(tile(color, each) for each in range(start, start + length) if each != number)
