"""Which groups there may be at one number: the other table that all searches share."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, product
from math import prod
from typing import Final, NamedTuple

from rami.errors import TooLarge
from rami.rummikub.solver.run_state import Demand

MOST_SPLIT: Final = 12
"""The most tiles of a number that are put into groups in every way; more are spread evenly."""
MOST_CHOICES: Final = 1 << 11
"""The most ways to choose how many tiles of each colour go into groups: enough for five copies of each."""


class Grouping(NamedTuple):
    """A group: its natural colours and those that held jokers stand for, as masks, and how many wild jokers it has."""

    naturals: int
    held: int
    wild: int


class Terms(NamedTuple):
    """What a problem asks of the groups of all its numbers.

    Attributes:
        wild: How many wild jokers there are.
        size: The most tiles in a group.
        most: The most jokers in a group.
        loose: How many wild jokers need not go into new melds.
        taken: How many taken jokers have to go into new melds.
        claims: How many tiles from the rack a new meld needs.
        idle: Whether wild jokers may be left over.
    """

    wild: int
    size: int
    most: int
    loose: int
    taken: int
    claims: int
    idle: bool


class Numbers(NamedTuple):
    """What there is of a number; a row has a value for each colour.

    Attributes:
        tiles: The natural tiles.
        held_in_groups: The held jokers for groups.
        held: The held jokers for runs or groups.
        old: The natural colours of the groups that lay there, as masks.
    """

    tiles: tuple[int, ...]
    held_in_groups: tuple[int, ...]
    held: tuple[int, ...]
    old: tuple[int, ...]


Choice = tuple[int, int, int, int, int, int, int, tuple[Grouping, ...]]
"""The groups of a number: what they take of each colour, as codes; how many wild jokers they have; how many groups that
lay there are disturbed; how many of the jokers are in new groups; the groups."""

Charges = dict[int, int]
"""The wild jokers that a colour is charged with in the bound, by its code; empty where there are none."""

Choices = tuple[tuple[Choice, ...], tuple[tuple[int, ...], ...], tuple[Charges, ...]]
"""The choices of a number, the codes of each colour that occur in them, and what each is charged with."""

NO_GROUPS: Final[Choices] = (((0, 0, 0, 0, 0, 0, 0, ()),), ((0,), (0,), (0,), (0,)), ({}, {}, {}, {}))
"""The only choice where there can be no group."""

_MOST_NUMBERS: Final = 1 << 13
_KNOWN: dict[Terms, dict[tuple[tuple[int, ...], ...], Choices]] = {}


def choices_of(terms: Terms) -> dict[tuple[tuple[int, ...], ...], Choices]:
    """The choices that are known under some terms, kept from one search to the next."""
    known = _KNOWN.get(terms)
    if known is None or len(known) >= _MOST_NUMBERS:
        if len(_KNOWN) >= _MOST_TERMS:
            _KNOWN.clear()
        known = _KNOWN[terms] = {}
    return known


_MOST_TERMS: Final = 64


def choices(terms: Terms, numbers: Numbers) -> Choices:
    """Every choice of groups at a number.

    Of choices with the same effect there is one, that which disturbs the fewest groups.

    Where wild jokers may be left over, groups have no more of them than they need.
    """
    found: dict[tuple[object, ...], Choice] = {}
    ranges = [range(count + 1) for count in (*numbers.tiles, *numbers.held)]
    if prod(map(len, ranges[:4])) > MOST_CHOICES:
        raise TooLarge(f"there are more than {MOST_CHOICES} ways to choose tiles of one number for groups")
    for counts in product(*ranges):
        tiles, either = counts[:4], counts[4:]
        held = tuple(a + b for a, b in zip(numbers.held_in_groups, either, strict=True))
        for choice in _choices_of(terms, numbers.old, tiles, either, held):
            key: tuple[object, ...] = choice[:4]
            if not terms.idle:
                key = (key, choice[4], choice[6])
            known = found.get(key)
            if known is None or (choice[4], choice[5]) < (known[4], known[5]):
                found[key] = choice
    every = tuple(found.values())
    codes = (
        tuple(sorted({choice[0] for choice in every})),
        tuple(sorted({choice[1] for choice in every})),
        tuple(sorted({choice[2] for choice in every})),
        tuple(sorted({choice[3] for choice in every})),
    )
    return every, codes, charges(every)


def charges(every: tuple[Choice, ...]) -> tuple[Charges, ...]:
    """What the colours are charged with for the wild jokers of groups.

    Lemma (charges): each colour in turn is charged with the fewest wild jokers that any choice with its code has, those
    apart that the colours before it are charged with. So a choice has as many as are charged for it, or more, and
    those that the four colours are charged with on their own are no more than a path takes.
    """
    left = [choice[4] for choice in every]
    found: list[Charges] = []
    for color in range(4):
        codes = [choice[:4][color] for choice in every]
        fewest: Charges = {}
        for code, jokers in zip(codes, left, strict=True):
            fewest[code] = min(fewest.get(code, jokers), jokers)
        left = [jokers - fewest[code] for code, jokers in zip(codes, left, strict=True)]
        found.append(fewest if any(fewest.values()) else {})
    return tuple(found)


def _choices_of(
    terms: Terms, old: tuple[int, ...], tiles: tuple[int, ...], either: tuple[int, ...], held: tuple[int, ...]
) -> Iterator[Choice]:
    for wild in range(terms.wild + 1):
        for groups in splits(tiles, held, wild, terms.size, terms.most):
            lost = len(old) - _most_held(old, groups) if old else 0
            if wild <= terms.loose:
                yield _choice(tiles, either, (0, 0, 0, 0), wild, lost, 0, groups)
            if terms.taken:
                for paid, claims in _payments(terms, old, groups):
                    if wild - paid <= terms.loose:
                        yield _choice(tiles, either, claims, wild, lost, paid, groups)


def _choice(
    tiles: tuple[int, ...],
    either: tuple[int, ...],
    claims: tuple[int, ...],
    wild: int,
    lost: int,
    paid: int,
    groups: tuple[Grouping, ...],
) -> Choice:
    first, second, third, fourth = (Demand(*each).code for each in zip(tiles, either, claims, strict=True))
    return first, second, third, fourth, wild, lost, paid, groups


def _payments(
    terms: Terms, old: tuple[int, ...], groups: tuple[Grouping, ...]
) -> Iterator[tuple[int, tuple[int, ...]]]:
    """How many jokers may go into new groups among these, with the tiles from the rack that the groups claim (A10)."""
    jokered = [group for group in groups if group.wild]
    held = _most_held(old, groups)
    for count in range(1, min(len(jokered), terms.taken) + 1):
        for places in combinations([i for i, group in enumerate(groups) if group.wild], count):
            others = tuple(group for i, group in enumerate(groups) if i not in places)
            if _most_held(old, others) < held:
                continue
            paid = sum(groups[i].wild for i in places)
            options = [list(combinations(_colors(groups[i].naturals), terms.claims)) for i in places]
            for claimed in product(*options):
                row = [0, 0, 0, 0]
                for color in (color for some in claimed for color in some):
                    row[color] += 1
                yield paid, tuple(row)


def _colors(mask: int) -> list[int]:
    return [color for color in range(4) if mask >> color & 1]


def _most_held(old: tuple[int, ...], groups: tuple[Grouping, ...]) -> int:
    """How many of the old groups these can hold, each by tiles of its own."""
    return most_held(old, tuple(group.naturals for group in groups))


@lru_cache(maxsize=1 << 13)
def most_held(old: tuple[int, ...], new: tuple[int, ...]) -> int:
    """How many sets of tiles, given as masks, others can hold, none of their tiles twice."""
    if not old:
        return 0
    first, rest = old[0], old[1:]
    most = most_held(rest, new)
    for place, mask in enumerate(new):
        if first & mask == first:
            most = max(most, 1 + most_held(rest, (*new[:place], mask & ~first, *new[place + 1 :])))
    return most


# --------------------------------------------------------------------------------------------------------------- splits


@lru_cache(maxsize=1 << 13)
def splits(
    tiles: tuple[int, ...], held: tuple[int, ...], wild: int, size: int, most: int
) -> tuple[tuple[Grouping, ...], ...]:
    """Every way to put tiles, held jokers and wild jokers of one number into groups.

    Args:
        tiles: The natural tiles of each colour.
        held: The jokers that stand for a tile of each colour.
        wild: The jokers that may stand for any.
        size: The most tiles in a group.
        most: The most jokers in a group.
    """
    total = sum(tiles) + sum(held) + wild
    if not total:
        return ((),)
    fewest = max(-(-total // size), *map(sum, zip(tiles, held, strict=True)))
    if fewest > sum(tiles) or 3 * fewest > total or (sum(held) + wild and not most):
        return ()
    if total > MOST_SPLIT:
        return _even(tiles, held, wild, fewest, most)
    return tuple(_splits(tiles, held, wild, size, most, ()))


def _even(
    tiles: tuple[int, ...], held: tuple[int, ...], wild: int, number: int, most: int
) -> tuple[tuple[Grouping, ...], ...]:
    """One way, for many tiles: each colour goes on where the one before it ended, so that the groups are even."""
    masks, jokers, extra = [0] * number, [0] * number, [0] * number
    turn = 0
    for color in range(4):
        for masked, count in ((jokers, held[color]), (masks, tiles[color])):
            for _ in range(count):
                masked[turn % number] |= 1 << color
                turn += 1
    for _ in range(wild):
        place = min(range(number), key=lambda i: masks[i].bit_count() + jokers[i].bit_count() + extra[i])
        extra[place] += 1
    groups = tuple(sorted(map(Grouping, masks, jokers, extra), reverse=True))
    if all(group.naturals and group.held.bit_count() + group.wild <= most for group in groups):
        return (groups,)
    raise TooLarge(f"more than {MOST_SPLIT} tiles of one number, jokers among them, are too many for groups")


def _splits(
    tiles: tuple[int, ...], held: tuple[int, ...], wild: int, size: int, most: int, last: tuple[int, ...]
) -> Iterator[tuple[Grouping, ...]]:
    """The splits whose groups are in descending order; `last` is the group before, () for none."""
    if not any(tiles) and not any(held):
        if not wild:
            yield ()
        return
    there = sum([(count > 0) << color for color, count in enumerate(tiles)])
    stood = sum([(count > 0) << color for color, count in enumerate(held)])
    for group in _groups(there, stood, wild, size, most):
        if last and group > last:
            continue
        left = tuple(count - (group.naturals >> color & 1) for color, count in enumerate(tiles))
        fewer = tuple(count - (group.held >> color & 1) for color, count in enumerate(held))
        for others in _splits(left, fewer, wild - group.wild, size, most, group):
            yield (group, *others)


@lru_cache(maxsize=1 << 13)
def _groups(there: int, stood: int, wild: int, size: int, most: int) -> tuple[Grouping, ...]:
    """Every group that can be made of colours, given as masks, that are there, and for which held jokers stand."""
    found: list[Grouping] = []
    for naturals, jokers in product(range(1, 16), range(16)):
        if naturals & ~there or jokers & ~stood or naturals & jokers:
            continue
        fixed, held = naturals.bit_count(), jokers.bit_count()
        extra = range(max(0, 3 - fixed - held), min(wild, size - fixed - held, most - held) + 1)
        found += [Grouping(naturals, jokers, more) for more in extra]
    return tuple(found)
