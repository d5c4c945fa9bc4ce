"""What may become of the jokers of the table: each stays in a meld or is taken (A8-A14)."""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations, pairwise, product
from typing import Final, NamedTuple

from rami.rummikub.jokers import TAKEN_FREELY, JokerOutcome, Reading, joker_outcomes, readings, replacements_due
from rami.rummikub.melds import Group, Meld, Run
from rami.rummikub.rules import Rules
from rami.rummikub.solver.openings import Opening
from rami.rummikub.solver.reconstruct import LaidRow
from rami.rummikub.solver.request import Request
from rami.rummikub.tiles import COLORS, JOKER, ROW, Tile


class MeldOutcome(NamedTuple):
    """What becomes of the jokers of one meld.

    Attributes:
        jokers: The outcome of each joker.
        row: The meld that they lie in at the end, where melds with a joker are frozen (A12); else None.
        wild: The jokers of that row that have no fixed identity.
    """

    jokers: tuple[JokerOutcome, ...]
    row: LaidRow | None = None
    wild: int = 0

    @property
    def taken(self) -> int:
        """The number of jokers that are taken."""
        return sum([joker.stays is None for joker in self.jokers])


class TableOutcome(NamedTuple):
    """What becomes of the jokers of every meld, and the tiles of the rack that must replace those taken (A11)."""

    melds: tuple[MeldOutcome, ...]
    demanded: Counter[Tile]

    @property
    def taken(self) -> int:
        """The number of jokers that are taken."""
        return sum([meld.taken for meld in self.melds])


def jokers_are_free(request: Request) -> bool:
    """Return whether the jokers of the table may go anywhere."""
    return request.rules.joker_sets == "free" and _may_take(request) and request.rules.joker_reuse == "any"


def _may_take(request: Request) -> bool:
    """Return whether jokers may be taken in this turn."""
    return request.opened or request.rules.joker_before_opening


def table_outcomes(request: Request) -> Iterator[TableOutcome]:
    """Yield what may become of the jokers of the table, those outcomes first in which most of them stay.

    Lemma (cases): each joker that lay there either stays or is taken (A12), and a meld has one reading for all its
    jokers. Whoever takes a joker lays its replacement (A11), or that lies there already, for a natural tile of the
    table never leaves it. So a legal table is an arrangement of one of these cases.
    """
    melds = [_meld_outcomes(request, meld) for meld in request.table if JOKER in meld.tiles]
    yield from _distinct(request, product(*melds))


def outcomes_with(request: Request, outcome: TableOutcome, opening: Opening) -> Iterator[TableOutcome]:
    """Yield an outcome with what may become of the jokers of an opening: they are treated like the table's (A6)."""
    melds = [_meld_outcomes(request, meld, of_opening=True) for meld in opening if JOKER in meld.tiles]
    if melds:
        yield from _distinct(request, ((*outcome.melds, *more) for more in product(*melds)))
    else:
        yield outcome


def _distinct(request: Request, every: Iterable[tuple[MeldOutcome, ...]]) -> list[TableOutcome]:
    """Return the outcomes that differ in what stays or in what they demand, if the rack has that."""
    found: dict[tuple[object, ...], TableOutcome] = {}
    for melds in every:
        needs = (tile for meld in melds for joker in meld.jokers for tile in joker.needs)
        demanded = replacements_due(request.rules, needs, request.table.tiles)
        if not demanded - Counter(request.rack):
            staying = [joker for meld in melds for joker in meld.jokers if joker.stays]
            effect = [(joker.stays, joker.sort is Run, joker.sort is Group) for joker in staying]
            rows = [meld.row for meld in melds if meld.row]
            key = (*sorted(effect), *sorted(rows), *sorted(demanded.elements()))
            found.setdefault(key, TableOutcome(melds, demanded))
    return sorted(found.values(), key=lambda outcome: (outcome.taken, outcome.demanded.total()))


def _meld_outcomes(request: Request, meld: Meld, *, of_opening: bool = False) -> list[MeldOutcome]:
    """Return what may become of the jokers of a meld, whatever becomes of the others (A11, A12, A13)."""
    rules = request.rules
    if jokers_are_free(request):
        return [MeldOutcome((TAKEN_FREELY,) * meld.tiles.count(JOKER))]
    outcomes: dict[MeldOutcome, None] = {}
    for reading in readings(rules, meld):
        options = [joker_outcomes(rules, meld, tile)[: 2 if _may_take(request) else 1] for tile in reading]
        for jokers in product(*options):
            stays = tuple(joker.stays for joker in jokers if joker.stays)
            if rules.joker_sets == "frozen" and stays:
                for row in grown_rows(frozen_meld(request, meld, stays, of_opening=of_opening), meld):
                    outcomes[MeldOutcome(jokers, row, row.tiles.count(JOKER) - len(stays))] = None
            else:
                outcomes[MeldOutcome(jokers)] = None
    return list(outcomes)


# ---------------------------------------------------------------------------------------------------- frozen melds

MOST_REACH: Final = 5
"""The most tiles of a run, counted from its far end to the last that lay there; more can be added on their own."""


class Frozen(NamedTuple):
    """A frozen meld, and the tiles that may be added to it.

    Attributes:
        rules: The rules of the deal.
        naturals: The natural tiles of the meld.
        stays: The tiles that its staying jokers stand for.
        at_hand: The kinds of natural tiles on the table and the rack.
        wild: The further jokers that it may get.
    """

    rules: Rules
    naturals: tuple[Tile, ...]
    stays: Reading
    at_hand: frozenset[Tile]
    wild: int


def frozen_meld(request: Request, meld: Meld, stays: tuple[Tile, ...], *, of_opening: bool) -> Frozen:
    """Return a meld as frozen, with the jokers of the rack, and those that may be taken, as the ones it may get."""
    wild = request.rack.count(JOKER)
    if _may_take(request):
        wild += request.table.tiles.count(JOKER) - len(stays)
    elif of_opening:
        wild -= len(stays)
    naturals = tuple(tile for tile in meld.tiles if tile != JOKER)
    at_hand = frozenset((*request.table.tiles, *request.rack)) - {JOKER}
    return Frozen(request.rules, naturals, stays, at_hand, wild)


def grown_rows(frozen: Frozen, meld: Meld) -> Iterator[LaidRow]:
    """Yield every meld that has all natural tiles of a frozen one and its staying jokers.

    Lemma (frozen): where three tiles of a run could be cut off at an end, and three are left with all that lay there,
    they can lie on their own. So on each side no more than two are added to three tiles and more, three to two, and
    four to one. It holds where three tiles cannot all be jokers, and where no old run is to be held (A10).
    """
    if isinstance(meld, Group):
        yield from _groups(frozen)
        return
    inside, held = _places(frozen.rules, frozen.naturals), _places(frozen.rules, frozen.stays)
    for numbers, others in product(inside, held):
        yield from _runs(frozen, numbers, others)


def _places(rules: Rules, tiles: Iterable[Tile]) -> list[frozenset[int]]:
    """Return the numbers of some tiles of a run, with the 1 before the others or after the highest number (000.7)."""
    numbers = frozenset(tile.number for tile in tiles)
    if rules.one_follows_ten and 1 in numbers:
        return [numbers, numbers - {1} | {rules.max_number + 1}]
    return [numbers]


def _groups(frozen: Frozen) -> Iterator[LaidRow]:
    rules, naturals, stays, at_hand, wild = frozen
    number = naturals[0].number
    others = sorted(t for t in at_hand if t.number == number and t not in naturals and t not in stays)
    for more in range(len(others) + 1):
        for added in combinations(others, more):
            for jokers in range(len(stays), min(rules.max_jokers_per_set, len(stays) + wild) + 1):
                if 3 <= len(naturals) + more + jokers <= len(rules.colors):
                    yield LaidRow(True, (*sorted([*naturals, *added]), *[JOKER] * jokers))


def _runs(frozen: Frozen, inside: frozenset[int], held: frozenset[int]) -> Iterator[LaidRow]:
    """Yield the runs with natural tiles at some numbers and staying jokers at others."""
    rules = frozen.rules
    low, high = min(inside | held), max(inside | held)
    last = rules.max_number + rules.one_follows_ten
    most = max(2, MOST_REACH - (high - low + 1))
    if rules.joker_reuse != "any" or rules.max_jokers_per_set > 3:
        most = last
    for first in range(max(1, low - most), low + 1):
        for end in range(high, min(last, high + most) + 1):
            if end - first >= 2 and (first > 1 or end <= rules.max_number):
                yield from _rows(frozen, range(first, end + 1), inside, held)


def _rows(frozen: Frozen, numbers: range, inside: frozenset[int], held: frozenset[int]) -> Iterator[LaidRow]:
    """Yield the runs over just these numbers."""
    rules = frozen.rules
    most_jokers = min(rules.max_jokers_per_set, len(held) + frozen.wild)
    slots: list[tuple[Tile, ...]] = []
    color = COLORS[ROW[frozen.naturals[0]]]
    for number in numbers:
        tile = Tile(color, number if number <= rules.max_number else 1)
        if number in inside:
            slots.append((tile,))
        elif number in held:
            slots.append((JOKER,))
        else:
            slots.append((tile, JOKER) if tile in frozen.at_hand else (JOKER,))
    if slots.count((JOKER,)) > most_jokers:
        return
    for row in product(*slots):
        if row.count(JOKER) > most_jokers:
            continue
        if rules.adjacent_jokers or (JOKER, JOKER) not in pairwise(row):
            yield LaidRow(False, row)
        elif not rules.joker_positional:
            other = _slid(row)
            last = rules.max_number + rules.one_follows_ten
            has_room = numbers[-1] < last if row[0] == JOKER else numbers[0] > 1
            if has_room and (JOKER, JOKER) not in pairwise(other):
                yield LaidRow(False, other)


def _slid(tiles: tuple[Tile, ...]) -> tuple[Tile, ...]:
    """Return a run with one of two jokers side by side at one end moved to the other end (A9)."""
    if tiles[-1] == tiles[-2] == JOKER:
        return (JOKER, *tiles[:-1])
    return (*tiles[1:], JOKER) if tiles[0] == tiles[1] == JOKER else tiles
