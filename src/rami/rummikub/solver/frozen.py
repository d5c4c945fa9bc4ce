"""Melds whose jokers stay, where a meld with a joker is frozen: the ways to add to one (A12)."""

from collections.abc import Iterator
from itertools import combinations, pairwise, product
from typing import Final

from rami.rummikub.melds import Group, Meld
from rami.rummikub.rules import Rules
from rami.rummikub.solver.laying import LaidRow
from rami.rummikub.solver.turns import Turn
from rami.rummikub.tiles import COLORS, JOKER, ROW, Tile

MOST_ADDED: Final = 2
"""The most tiles that are added at either end of a run."""


def rows_with(turn: Turn, meld: Meld, stays: tuple[Tile, ...]) -> Iterator[LaidRow]:
    """Every meld, laid out, that has all natural tiles of one that lay there and the jokers of it that stay.

    Lemma (frozen): no more than two tiles are added at either end of a run, for three and more can lie on their own.

    Args:
        turn: The turn.
        meld: The meld that lay there.
        stays: What those of its jokers that stay stand for.
    """
    there = {*turn.table.tiles, *turn.rack} - {JOKER}
    wild = turn.rack.count(JOKER) + turn.table.tiles.count(JOKER) - len(stays)
    naturals = [tile for tile in meld.tiles if tile != JOKER]
    if isinstance(meld, Group):
        yield from _groups(turn.rules, naturals, stays, there, wild)
    else:
        last = turn.rules.max_number + turn.rules.one_follows_ten
        color = ROW[naturals[0]]
        inside = {meld.start + i for i, tile in enumerate(meld.tiles) if tile != JOKER}
        held = {_number(turn.rules, meld.start + len(meld.tiles) - 1, tile) for tile in stays}
        low, high = min(inside | held), max(inside | held)
        for first in range(max(1, low - MOST_ADDED), low + 1):
            for end in range(high, min(last, high + MOST_ADDED) + 1):
                if end - first >= 2 and (first > 1 or end <= turn.rules.max_number):
                    yield from _runs(turn.rules, color, range(first, end + 1), (inside, held), there, wild)


def _number(rules: Rules, last: int, tile: Tile) -> int:
    """The number of a tile in a run that ends with a number: a 1 there follows the highest."""
    return last if last > rules.max_number and tile.number == 1 else tile.number


def _groups(
    rules: Rules, naturals: list[Tile], stays: tuple[Tile, ...], there: set[Tile], wild: int
) -> Iterator[LaidRow]:
    others = sorted(t for t in there if t.number == naturals[0].number and t not in naturals and t not in stays)
    for more in range(len(others) + 1):
        for added in combinations(others, more):
            for jokers in range(len(stays), min(rules.max_jokers_per_set, len(stays) + wild) + 1):
                if 3 <= len(naturals) + more + jokers <= len(rules.colors):
                    yield True, (*sorted([*naturals, *added]), *[JOKER] * jokers)


def _runs(
    rules: Rules, color: int, numbers: range, inside: tuple[set[int], set[int]], there: set[Tile], wild: int
) -> Iterator[LaidRow]:
    naturals, held = inside
    slots: list[tuple[Tile, ...]] = []
    for number in numbers:
        tile = Tile(COLORS[color], number if number <= rules.max_number else 1)
        if number in naturals:
            slots.append((tile,))
        elif number in held:
            slots.append((JOKER,))
        else:
            slots.append((tile, JOKER) if tile in there else (JOKER,))
    for row in product(*slots):
        spaced = rules.adjacent_jokers or (JOKER, JOKER) not in pairwise(row)
        if spaced and row.count(JOKER) <= min(rules.max_jokers_per_set, len(held) + wild):
            yield False, row
