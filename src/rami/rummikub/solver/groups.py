"""The group choices of a number: the ways to put some of its tiles into groups, kept from call to call."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import combinations, product
from math import prod
from operator import add, attrgetter
from typing import Final, NamedTuple

from rami.errors import TooLarge
from rami.rummikub.held_melds import most_held
from rami.rummikub.solver.run_rules import demand_code
from rami.text import SHARED

MOST_SPLIT: Final = 12
"""The most tiles of a number that are put into groups in every way; more are spread evenly."""
MOST_CHOICES: Final = 1 << 11
"""The most ways to choose how many tiles of each colour go into groups: enough for five copies of each."""

Row = tuple[int, ...]
"""A value for each colour, or for each old group."""


class FoundGroup(NamedTuple):
    """A group: its natural colours and those of its held jokers, as masks, and its wild jokers."""

    naturals: int
    held: int
    wild: int


FoundGroups = tuple[FoundGroup, ...]


class GroupRules(NamedTuple):
    """The rules of a problem for the groups of all numbers.

    Attributes:
        wild: The number of wild jokers.
        size: The most tiles in a group.
        loose: The wild jokers that need not go into new melds.
        taken: The taken jokers, which have to go into new melds.
        idle: Whether wild jokers may be idle.
    """

    wild: int
    size: int
    loose: int
    taken: int
    idle: bool


class GroupSupply(NamedTuple):
    """The tiles of a number; a row has a value for each colour.

    Attributes:
        naturals: The natural tiles.
        held_in_groups: The jokers held for groups.
        held: The jokers held for runs or groups.
        old: The natural colours of the groups that lay there, as masks.
    """

    naturals: Row
    held_in_groups: Row
    held: Row
    old: Row


class GroupChoice(NamedTuple):
    """The groups of a number.

    Attributes:
        code0: The demand from the first colour, as a code; and so on.
        code1: The same from the second.
        code2: The same from the third.
        code3: The same from the fourth.
        wild: The wild jokers in the groups.
        lost: The old groups that are disturbed.
        paid: The wild jokers in new groups.
        groups: The groups.
        colors: The colours that the bits of these groups stand for.
    """

    code0: int
    code1: int
    code2: int
    code3: int
    wild: int
    lost: int
    paid: int
    groups: FoundGroups
    colors: Row

    @property
    def codes(self) -> Row:
        """The demands from the four colours."""
        return self.code0, self.code1, self.code2, self.code3


Charges = dict[int, int]
"""The wild jokers that a colour is charged with in the bound, by its code; empty for none."""


class NumberChoices(NamedTuple):
    """The choices of a number, the codes of each colour that occur in them, and the charges of each colour."""

    choices: tuple[GroupChoice, ...]
    codes: tuple[Row, ...]
    charges: tuple[Charges, ...]


_COLORS: Final = (0, 1, 2, 3)

NO_GROUPS: Final = NumberChoices(
    (GroupChoice(0, 0, 0, 0, 0, 0, 0, (), _COLORS),), ((0,), (0,), (0,), (0,)), ({}, {}, {}, {})
)
"""The only choice where there can be no group."""

_KNOWN: dict[GroupRules, dict[GroupSupply, NumberChoices]] = {}
_MOST_KEPT: Final = 1 << 13
"""How many numbers are kept from call to call, under all rules together."""


def known_choices(rules: GroupRules) -> dict[GroupSupply, NumberChoices]:
    """Return the choices found under some rules, kept from one search to the next."""
    if sum(1 + len(known) for known in _KNOWN.copy().values()) >= _MOST_KEPT:  # threads add to it
        _KNOWN.clear()
    return _KNOWN.setdefault(rules, {})


def find_choices(rules: GroupRules, known: dict[GroupSupply, NumberChoices], supply: GroupSupply) -> NumberChoices:
    """Find the choices at a number, and keep them in `known`; those in other colours are permuted."""
    naturals, in_groups, held, old = supply
    lying = [tuple([mask >> color & 1 for mask in old]) for color in range(4)]
    columns = list(zip(naturals, in_groups, held, lying, strict=True))
    colors = tuple(sorted(range(4), key=columns.__getitem__, reverse=True))
    masks = [sum([(mask >> color & 1) << place for place, color in enumerate(colors)]) for mask in old]
    alike = GroupSupply(
        tuple([naturals[color] for color in colors]),
        tuple([in_groups[color] for color in colors]),
        tuple([held[color] for color in colors]),
        tuple(sorted(masks)),
    )
    found = known.get(alike)
    if found is None:
        found = known[alike] = number_choices(rules, alike)
    if alike != supply:
        found = known[supply] = _permuted(found, colors)
    return found


def _permuted(found: NumberChoices, colors: Row) -> NumberChoices:
    """Return choices in other colours."""
    places = [colors.index(color) for color in range(4)]
    place0, place1, place2, place3 = places
    choices: list[GroupChoice] = []
    for choice in found.choices:
        *codes, wild, lost, paid, groups, _ = choice
        moved = codes[place0], codes[place1], codes[place2], codes[place3]
        choices.append(GroupChoice(*moved, wild, lost, paid, groups, colors))
    return NumberChoices(
        tuple(choices),
        tuple([found.codes[place] for place in places]),
        tuple([found.charges[place] for place in places]),
    )


_wild: Final = attrgetter("wild")


def number_choices(rules: GroupRules, supply: GroupSupply) -> NumberChoices:
    """Return the choices at a number; of those with the same effect the one that disturbs the fewest groups."""
    found: dict[tuple[object, ...], GroupChoice] = {}
    ranges = [range(count + 1) for count in (*supply.naturals, *supply.held)]
    if prod(map(len, ranges[:4])) > MOST_CHOICES:
        raise TooLarge(SHARED.phrase("limits.ways", most=MOST_CHOICES))
    for counts in product(*ranges):
        for choice in _choices_with(rules, supply, counts[:4], counts[4:]):
            key: tuple[object, ...] = choice.codes if rules.idle else (choice.codes, choice.wild, choice.paid)
            known = found.get(key)
            if known is None or (choice.wild, choice.lost) < (known.wild, known.lost):
                found[key] = choice
    choices = tuple(sorted(found.values(), key=_wild))  # as the search expects them
    codes = tuple([tuple(sorted({choice.codes[color] for choice in choices})) for color in range(4)])
    return NumberChoices(choices, codes, charges(choices))


def charges(choices: tuple[GroupChoice, ...]) -> tuple[Charges, ...]:
    """Return the wild jokers of groups that each colour is charged with in the bound.

    Lemma (charges): each colour in turn is charged with the fewest wild jokers of any choice with its code, apart from
    those that the colours before it are charged with. So a choice has at least as many as are charged for it, and the
    four colours together are charged with no more than a path takes.
    """
    left = [choice.wild for choice in choices]
    found: list[Charges] = []
    for color in range(4):
        codes = [choice.codes[color] for choice in choices]
        fewest: Charges = {}
        for code, jokers in zip(codes, left, strict=True):
            fewest[code] = min(fewest.get(code, jokers), jokers)
        left = [jokers - fewest[code] for code, jokers in zip(codes, left, strict=True)]
        found.append(fewest if any(fewest.values()) else {})
    return tuple(found)


def _choices_with(rules: GroupRules, supply: GroupSupply, naturals: Row, either: Row) -> Iterator[GroupChoice]:
    """Yield the choices that use these natural tiles, and these of the jokers held for runs or groups."""
    held = tuple(map(add, supply.held_in_groups, either))
    old = supply.old
    for wild in range(rules.wild + 1):
        for groups in splits(naturals, held, wild, rules.size):
            lost = len(old) - _most_held(old, groups)
            for paid in _payments(rules, old, groups):
                if wild - paid <= rules.loose:
                    yield GroupChoice(*_codes(naturals, either), wild, lost, paid, groups, _COLORS)


def _codes(naturals: Row, either: Row) -> tuple[int, int, int, int]:
    first, second, third, fourth = map(demand_code, naturals, either)
    return first, second, third, fourth


def _payments(rules: GroupRules, old: Row, groups: FoundGroups) -> Iterator[int]:
    """Yield how many taken jokers groups may have: in groups without which as many old ones are held (A10)."""
    yield 0
    if not rules.taken:
        return
    jokered = [place for place, group in enumerate(groups) if group.wild]
    held = _most_held(old, groups)
    for count in range(1, min(len(jokered), rules.taken) + 1):
        for places in combinations(jokered, count):
            others = tuple(group for place, group in enumerate(groups) if place not in places)
            if _most_held(old, others) >= held:
                yield sum(groups[place].wild for place in places)


def _most_held(old: Row, groups: FoundGroups) -> int:
    """Return how many of the old groups these can hold, each by tiles of its own."""
    return most_held(old, tuple(group.naturals for group in groups)) if old else 0


def in_three_colors(rows: Iterable[int]) -> int:
    """Return the numbers that three colours or more have, given those of each colour as bits."""
    first, second, third, fourth = rows
    return first & second & (third | fourth) | third & fourth & (first | second)


# --------------------------------------------------------------------------------------------------------------- splits


@lru_cache(maxsize=1 << 13)
def splits(naturals: Row, held: Row, wild: int, size: int) -> tuple[FoundGroups, ...]:
    """Return every way to put all these tiles of one number into groups.

    Args:
        naturals: The natural tiles of each colour.
        held: The held jokers of each colour.
        wild: The wild jokers.
        size: The most tiles in a group.
    """
    total = sum(naturals) + sum(held) + wild
    if not total:
        return ((),)
    fewest = max(-(-total // size), *map(sum, zip(naturals, held, strict=True)))
    if fewest > sum(naturals) or 3 * fewest > total:
        return ()
    if total > MOST_SPLIT:
        return _even_split(naturals, held, wild, fewest)
    return tuple(_splits(naturals, held, wild, size, ()))


def _even_split(naturals: Row, held: Row, wild: int, number: int) -> tuple[FoundGroups, ...]:
    """Return one split of many tiles: each colour goes on where the one before it ended.

    Lemma (even): a colour goes into different groups, for it has no more tiles than there are groups, and the sizes of
    the groups differ by one at most. So the split is legal wherever one without jokers is. The old groups that it holds
    are an estimate, and where jokers make it illegal, TooLarge is raised.
    """
    masks, jokers, extra = [0] * number, [0] * number, [0] * number
    turn = 0
    for color in range(4):
        for masked, count in ((jokers, held[color]), (masks, naturals[color])):
            for _ in range(count):
                masked[turn % number] |= 1 << color
                turn += 1
    for _ in range(wild):
        place = min(range(number), key=lambda i: masks[i].bit_count() + jokers[i].bit_count() + extra[i])
        extra[place] += 1
    groups = tuple(sorted(map(FoundGroup, masks, jokers, extra), reverse=True))
    if all(group.naturals for group in groups):
        return (groups,)
    raise TooLarge(SHARED.phrase("limits.ways", most=MOST_SPLIT))


def _splits(naturals: Row, held: Row, wild: int, size: int, last: FoundGroup | tuple[()]) -> Iterator[FoundGroups]:
    """Yield the splits whose groups are in descending order; `last` is the group before, () for none."""
    if not any(naturals) and not any(held):
        if not wild:
            yield ()
        return
    there = sum([(count > 0) << color for color, count in enumerate(naturals)])
    stood = sum([(count > 0) << color for color, count in enumerate(held)])
    for group in _groups(there, stood, wild, size):
        if last and group > last:
            continue
        left = tuple(count - (group.naturals >> color & 1) for color, count in enumerate(naturals))
        fewer = tuple(count - (group.held >> color & 1) for color, count in enumerate(held))
        for others in _splits(left, fewer, wild - group.wild, size, group):
            yield (group, *others)


@lru_cache(maxsize=1 << 13)
def _groups(there: int, stood: int, wild: int, size: int) -> FoundGroups:
    """Return every group of colours that are there, and of held jokers that stand for others, as masks."""
    found: list[FoundGroup] = []
    for naturals, jokers in product(range(1, 16), range(16)):
        if naturals & ~there or jokers & ~stood or naturals & jokers:
            continue
        fixed, held = naturals.bit_count(), jokers.bit_count()
        extra = range(max(0, 3 - fixed - held), min(wild, size - fixed - held) + 1)
        found += [FoundGroup(naturals, jokers, more) for more in extra]
    return tuple(found)
