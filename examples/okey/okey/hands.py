"""Whether fourteen tiles are finished: in sets and runs, or in seven pairs."""

from collections import Counter
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import combinations

from rami.pieces import without
from rami.rummikub import JOKER, Color, Tile

from .rules import HIGHEST, okey_of

SMALLEST, LONGEST = 3, 5
"""The sizes of runs that are tried: a longer run is several."""

Tiles = tuple[Tile, ...]


def is_finished(hand: Tiles, indicator: Tile, *, pairs: bool) -> bool:
    """Tell whether fourteen tiles are all in sets and runs, or in seven pairs."""
    return is_in_melds(hand, indicator) or (pairs and is_seven_pairs(hand, indicator))


def is_seven_pairs(hand: Tiles, indicator: Tile) -> bool:
    plain, wild = _plain(hand, indicator)
    return sum(count % 2 for count in Counter(plain).values()) <= wild


def is_in_melds(hand: Tiles, indicator: Tile) -> bool:
    return _fits(*_plain(hand, indicator))


def _plain(hand: Tiles, indicator: Tile) -> tuple[Tiles, int]:
    """Return the tiles that stand for themselves, false jokers for the okey, and how many okeys there are."""
    okey = okey_of(indicator)
    plain = [okey if tile == JOKER else tile for tile in hand if tile != okey]
    return tuple(sorted(plain)), hand.count(okey)


@lru_cache(maxsize=20_000)
def _fits(tiles: Tiles, wild: int) -> bool:
    """Tell whether sorted tiles and so many wild ones are all in melds: the first tile is in one of them."""
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
def _melds_of(tile: Tile) -> tuple[Tiles, ...]:
    """Return the other tiles of each set and short run that a tile can be in."""
    assert tile.color is not None
    colors = [color for color in Color if color != tile.color]
    groups = [
        tuple(Tile(color, tile.number) for color in some) for size in (2, 3) for some in combinations(colors, size)
    ]
    return (*groups, *(run for number in _numbers(tile) for run in _runs(tile.color, number)))


def _numbers(tile: Tile) -> tuple[int, ...]:
    return (1, HIGHEST + 1) if tile.number == 1 else (tile.number,)


def _runs(color: Color, number: int) -> Iterator[Tiles]:
    """Yield the rest of each run with a number; a 1 may come after the 13, as number 14."""
    for length in range(SMALLEST, LONGEST + 1):
        for start in range(max(1, number - length + 1), min(number, HIGHEST + 2 - length) + 1):
            run = range(start, start + length)
            yield tuple(Tile(color, each if each <= HIGHEST else 1) for each in run if each != number)
