"""The openings of a rack, where the turn of the opening may use the table (A5, A6)."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from rami.rummikub.legal_melds import melds_from
from rami.rummikub.melds import Meld
from rami.rummikub.rules import Rules
from rami.rummikub.solver.graph import StepBudget
from rami.rummikub.tiles import JOKER, Tile

Opening = tuple[Meld, ...]
"""Melds from the rack that are worth the points that an opening needs."""


class _Candidate(NamedTuple):
    """A meld that the rack can lay.

    Attributes:
        needed: Its natural tiles, as packed counts.
        jokers: Its jokers.
        numbers: The sum of its numbers, a joker counting as the highest.
        points: Its points in an opening.
        meld: The meld.
    """

    needed: int
    jokers: int
    numbers: int
    points: int
    meld: Meld


class _Pool(NamedTuple):
    """The tiles left for an opening.

    Attributes:
        packed: A number with a field for the count of each kind; the top bit of a field is lost where it falls below 0.
        jokers: The jokers.
        numbers: The sum of all numbers, a joker counting as the highest.
    """

    packed: int
    jokers: int
    numbers: int


class _Found(NamedTuple):
    """An opening, and its natural tiles as packed counts."""

    needed: int
    opening: Opening


def has_joker(opening: Opening) -> bool:
    """Return whether a meld of an opening has a joker."""
    return any(JOKER in meld.tiles for meld in opening)


def openings(rules: Rules, rack: tuple[Tile, ...], budget: StepBudget) -> Iterator[Opening]:
    """Yield openings of which every opening contains one, those of few tiles first; none has a meld to spare.

    Lemma (openings): whatever a turn lays with an opening, it may lay with each opening that this one contains, for the
    other melds can lie beside it. So the smallest suffice, and of those with the same natural tiles and no joker, one.
    """
    if not rules.opening_points:
        yield ()
        return
    jokers = rack.count(JOKER)
    naturals = Counter(tile for tile in rack if tile != JOKER)
    width = max(naturals.values(), default=0).bit_length() + 1
    place = {tile: 1 << width * index for index, tile in enumerate(sorted(naturals))}
    full = sum(one << width - 1 for one in place.values())
    candidates = _candidates(rules, place, jokers)
    pool = _Pool(
        full + sum(place[tile] * count for tile, count in naturals.items()),
        jokers,
        sum(tile.number * count for tile, count in naturals.items()) + jokers * rules.max_number,
    )
    found: dict[object, _Found] = {}
    for each in _reaching(rules.opening_points, candidates, full, pool, budget):
        budget.spend(3)
        found.setdefault(each.opening if has_joker(each.opening) else each.needed, each)
    smallest: list[int] = []
    for needed, opening in sorted(found.values(), key=_size):
        budget.spend(len(smallest) // 8)
        room = full + needed
        if not any((room - small) & full == full for small in smallest):
            if not has_joker(opening):
                smallest.append(needed)
            yield opening


def _size(found: _Found) -> int:
    return sum([len(meld.tiles) for meld in found.opening])


def _candidates(rules: Rules, place: Mapping[Tile, int], jokers: int) -> list[_Candidate]:
    """Return the melds of these kinds of tiles, those of low tiles first."""
    candidates: list[_Candidate] = []
    for tile in place:
        for meld in melds_from(rules, tile, place.keys(), jokers):
            needed = sum(place[each] for each in meld.tiles if each != JOKER)
            used = meld.tiles.count(JOKER)
            numbers = sum(each.number for each in meld.tiles) + used * rules.max_number
            candidates.append(_Candidate(needed, used, numbers, meld.value, meld))
    return candidates


def _reaching(
    goal: int, candidates: Sequence[_Candidate], full: int, pool: _Pool, budget: StepBudget
) -> Iterator[_Found]:
    """Yield every choice of melds that reaches a goal and no further.

    Lemma (enough left): no meld is worth more than its numbers, a joker counting as the highest; so where those of all
    tiles that are left do not reach the goal, no melds do.
    """

    def from_here(start: int, pool: _Pool, points: int) -> Iterator[_Found]:
        if points + pool.numbers < goal:
            return
        budget.spend(1 + (len(candidates) - start) // 8)  # in proportion to the time
        for index in range(start, len(candidates)):
            needed, jokers, numbers, worth_points, meld = candidates[index]
            left = pool.packed - needed
            if jokers > pool.jokers or left & full != full:
                continue
            total = points + worth_points
            if total >= goal:
                yield _Found(needed, (meld,))
                continue
            rest = _Pool(left, pool.jokers - jokers, pool.numbers - numbers)
            for more_needed, others in from_here(index, rest, total):
                yield _Found(needed + more_needed, (meld, *others))

    return from_here(0, pool, 0)
