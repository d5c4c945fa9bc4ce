"""How many old melds the final ones can hold (A10): against every way to place them, and how much work it is."""

from collections import Counter
from collections.abc import Iterator
from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rami.rummikub import JOKER, PRESETS, Color, Rules, Run, Tile, held_melds
from rami.rummikub.held_melds import HeldMelds

tiles = st.integers(1, 2**6 - 1)


def held(olds: list[int], finals: list[int]) -> int:
    """The most, found by placing each old meld in each final one, or in none."""
    best = 0
    for places in product([None, *range(len(finals))], repeat=len(olds)):
        room = list(finals)
        for old, place in zip(olds, places, strict=True):
            if place is not None:
                if room[place] & old != old:
                    break
                room[place] &= ~old
        else:
            best = max(best, sum(place is not None for place in places))
    return best


@given(st.lists(tiles, max_size=5), st.lists(tiles, max_size=3))
def test_the_most_that_can_be_held(olds: list[int], finals: list[int]) -> None:
    search = held_melds._Matching(olds, held_melds.MOST_STEPS)
    assert search.most(0, finals) == held_melds.most_held(tuple(olds), tuple(finals)) == held(olds, finals)


@given(st.lists(tiles, max_size=5), st.lists(tiles, max_size=3))
def test_equal_melds_may_be_paired_off(olds: list[int], finals: list[int]) -> None:
    pairs, fewer, left = held_melds._paired(Counter(olds), Counter(finals))
    assert pairs + held(list(fewer.elements()), list(left.elements())) == held(olds, finals)


def runs(rules: Rules, random: Random) -> Iterator[Run]:
    """Runs of one colour, as many as the set has tiles for, with jokers here and there."""
    left, jokers = Counter(dict.fromkeys(range(1, rules.max_number + 1), rules.copies)), rules.jokers
    for _ in range(60):
        first = random.randint(1, rules.max_number - 2)
        row: list[Tile] = []
        for number in range(first, min(rules.max_number + 1, first + random.choice([3, 3, 4, 5, 9]))):
            if left[number] and (random.random() < 0.8 or not jokers):
                row.append(Tile(Color.RED, number))
                left[number] -= 1
            elif jokers and row.count(JOKER) < rules.max_jokers_per_set:
                row.append(JOKER)
                jokers -= 1
            else:
                break
        if len(row) >= 3 and row.count(JOKER) < len(row):
            yield Run(row)
        else:
            left.update(tile.number for tile in row if tile != JOKER)
            jokers += row.count(JOKER)


@pytest.mark.parametrize("name", sorted(PRESETS))
def test_no_table_of_an_edition_needs_a_hundredth_of_the_steps(name: str) -> None:
    random, most = Random(name), 0
    for _ in range(60):
        old, final = list(runs(PRESETS[name], random)), list(runs(PRESETS[name], random))
        judged = HeldMelds(old, final)
        for size in range(1, 5):
            judged.are_new(random.sample(range(len(final)), min(size, len(final))))
        most = max(most, held_melds.MOST_STEPS - judged._steps)
    assert most < held_melds.MOST_STEPS / 100
