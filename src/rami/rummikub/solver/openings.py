"""The openings that a rack has, where the turn of the opening may use the table (A5, A6)."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from rami.rummikub.jokers import worth
from rami.rummikub.legal_melds import melds_from
from rami.rummikub.melds import Meld
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
    # How many there are of each tile is a number with a field for each kind, and in it a bit that is lost where more is
    # taken than is there.
    width = max(naturals.values(), default=0).bit_length() + 1
    place = {tile: 1 << width * index for index, tile in enumerate(sorted(naturals))}
    full = sum(one << width - 1 for one in place.values())
    have = full + sum(place[tile] * count for tile, count in naturals.items())
    melds: list[_Laid] = []
    for tile in place:
        for meld in melds_from(rules, tile, place.keys(), jokers):
            needed = sum(place[each] for each in meld.tiles if each != JOKER)
            used = meld.tiles.count(JOKER)
            numbers = sum(each.number for each in meld.tiles) + used * rules.max_number
            melds.append(_Laid(needed, used, numbers, worth(rules, meld), meld))
    most = sum(tile.number * count for tile, count in naturals.items()) + jokers * rules.max_number
    found: dict[object, tuple[int, Opening]] = {}
    for needed, opening in _openings(rules.opening_points, melds, full, have, jokers, most, work):
        work.spend(10)
        with_joker = any(JOKER in meld.tiles for meld in opening)
        found.setdefault(opening if with_joker else needed, (needed, opening))
    smallest: list[int] = []
    for needed, opening in sorted(found.values(), key=lambda each: sum(len(meld.tiles) for meld in each[1])):
        work.spend(len(smallest) // 8)
        room = full + needed
        if not any((room - small) & full == full for small in smallest):
            if not any(JOKER in meld.tiles for meld in opening):
                smallest.append(needed)
            yield opening


class _Laid(NamedTuple):
    """A meld that may be laid.

    Attributes:
        needed: How many there are of each natural tile.
        jokers: How many jokers.
        numbers: The sum of its numbers, a joker counting as the highest.
        points: What it is worth in an opening.
        meld: The meld.
    """

    needed: int
    jokers: int
    numbers: int
    points: int
    meld: Meld


def _openings(
    goal: int, melds: Sequence[_Laid], full: int, have: int, jokers: int, most: int, work: Work
) -> Iterator[tuple[int, Opening]]:
    """Every choice of melds that reaches a goal, those of low tiles first; none after it is reached.

    Lemma (enough left): no meld is worth more than its numbers, a joker counting as the highest; so where those of all
    tiles that are left do not reach the goal, no melds do.
    """

    def from_here(start: int, have: int, wild: int, points: int, most: int) -> Iterator[tuple[int, Opening]]:
        if points + most < goal:
            return
        work.spend(1 + (len(melds) - start) // 8)  # about the time that it takes
        for index in range(start, len(melds)):
            laid = melds[index]
            left = have - laid.needed
            if laid.jokers > wild or left & full != full:
                continue
            total = points + laid.points
            if total >= goal:
                yield laid.needed, (laid.meld,)
                continue
            for needed, others in from_here(index, left, wild - laid.jokers, total, most - laid.numbers):
                yield needed + laid.needed, (laid.meld, *others)

    return from_here(0, have, jokers, 0, most)


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
    room = {tile: having_fewer(place, count, count, size) for tile, (place, count) in free.items()}
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


def having_fewer(place: int, count: int, fewer: int, size: int) -> int:
    """Return the sets, as the bits of a number, that have fewer of a tile than so many.

    Args:
        place: The place of the tile.
        count: How many of it there are.
        fewer: The number that they do not reach, at least 1.
        size: How many sets there are.
    """
    row, width = (1 << place * fewer) - 1, place * (count + 1)
    while width < size:
        row |= row << width
        width *= 2
    return row & (1 << size) - 1
