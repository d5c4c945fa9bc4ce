"""Melds whose jokers stay, where a meld with a joker is frozen: the ways to add to one (A12)."""

from collections.abc import Iterator
from itertools import combinations, pairwise, product
from typing import Final

from rami.rummikub.melds import Group, Meld
from rami.rummikub.rules import Rules
from rami.rummikub.solver.reconstruct import LaidRow, slid
from rami.rummikub.solver.request import Turn
from rami.rummikub.tiles import COLORS, JOKER, ROW, Tile

MOST_REACH: Final = 5
"""The most tiles of a run, counted from its far end to the last that lay there; more can be added on their own."""


def rows_with(turn: Turn, meld: Meld, stays: tuple[Tile, ...]) -> Iterator[LaidRow]:
    """Every meld, laid out, that has all natural tiles of one that lay there and the jokers of it that stay.

    Lemma (frozen): where three tiles of a run could be cut off at an end, and three are left with all that lay there,
    they can lie on their own. So on each side no more than two are added to three tiles and more, three to two, and
    four to one. It holds where three tiles cannot all be jokers, and where no old run is to be held (A10).

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
        color = ROW[naturals[0]]
        inside = {meld.start + i for i, tile in enumerate(meld.tiles) if tile != JOKER}
        ones = (1, turn.rules.max_number + 1) if turn.rules.one_follows_ten else (1,)
        held = [frozenset(one if tile.number == 1 else tile.number for tile in stays) for one in ones]
        for each in dict.fromkeys(held):
            yield from _runs(turn.rules, color, (inside, each), there, wild)


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
    rules: Rules, color: int, kept: tuple[set[int], frozenset[int]], there: set[Tile], wild: int
) -> Iterator[LaidRow]:
    low, high = min(kept[0] | kept[1]), max(kept[0] | kept[1])
    last = rules.max_number + rules.one_follows_ten
    most = max(2, MOST_REACH - (high - low + 1))
    if rules.joker_reuse != "any" or rules.max_jokers_per_set > 3:
        most = last
    for first in range(max(1, low - most), low + 1):
        for end in range(high, min(last, high + most) + 1):
            if end - first >= 2 and (first > 1 or end <= rules.max_number):
                yield from _rows(rules, color, range(first, end + 1), kept, there, wild)


def _rows(
    rules: Rules, color: int, numbers: range, kept: tuple[set[int], frozenset[int]], there: set[Tile], wild: int
) -> Iterator[LaidRow]:
    naturals, held = kept
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
        if row.count(JOKER) > min(rules.max_jokers_per_set, len(held) + wild):
            continue
        if rules.adjacent_jokers or (JOKER, JOKER) not in pairwise(row):
            yield False, row
        elif not rules.joker_positional:
            other = slid(row)
            last = rules.max_number + rules.one_follows_ten
            has_room = numbers[-1] < last if row[0] == JOKER else numbers[0] > 1
            if has_room and (JOKER, JOKER) not in pairwise(other):
                yield False, other
