"""What the jokers of the table may do in a turn, as arrangement problems without joker rules.

A joker of the table either stays, and then is as good as a natural tile that it stands for, or it is taken: then it
needs its replacement, and where `joker_reuse` says so it must go into a meld that is laid out in advance.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise, permutations, product
from operator import add

from attrs import evolve, frozen

from rami.pieces import without
from rami.rummikub.melds import Group, Meld, Run, Table
from rami.rummikub.rules import Rules
from rami.rummikub.solver.designs import design_naturals, designs
from rami.rummikub.solver.earlier import Place, needs, places
from rami.rummikub.solver.laying import Row, meld_of
from rami.rummikub.solver.problem import Design, OldRun, Problem
from rami.rummikub.tiles import COLORS, JOKER, NUMBER, ROW, Tile


@frozen
class Scenario:
    """One way to treat the jokers of the table.

    Attributes:
        problem: What is to be arranged; its weights are yet to be set.
        held: The tiles that the jokers which stay stand for.
        fixed: Melds that lie on the new table besides.
        forced: The tiles of the rack that must be laid; they are among `must` of the problem.
        taken: How many jokers must go into the designs of the problem.
    """

    problem: Problem
    held: tuple[Tile, ...] = ()
    fixed: tuple[Row, ...] = ()
    forced: tuple[Tile, ...] = ()
    taken: int = 0

    def relaxed(self) -> "Scenario":
        """The same, but that the jokers which were taken may go anywhere."""
        if not self.taken:
            return self
        problem = self.problem
        jokers_must = problem.jokers_must + self.taken
        loose = evolve(problem, taken=0, designs=(), jokers_must=jokers_must)
        held = [
            Tile(COLORS[color], number)
            for color, row in enumerate(problem.held)
            for number, count in enumerate(row)
            for _ in range(count)
        ]
        if not held or problem.counts_jokers(jokers_must + problem.jokers_free + len(held)):
            return evolve(self, problem=loose, taken=0)
        must = tuple(tuple(map(add, *rows)) for rows in zip(problem.must, problem.held, strict=True))
        nothing = tuple((0,) * len(row) for row in problem.held)
        return evolve(self, problem=evolve(loose, must=must, held=nothing), held=tuple(held), taken=0)


@frozen(eq=False)
class Setting:
    """The tiles of a turn.

    Attributes:
        rules: The rules.
        table: The melds on the table.
        rack: The tiles that may be laid.
    """

    rules: Rules
    table: Table
    rack: tuple[Tile, ...]

    @property
    def naturals(self) -> tuple[Tile, ...]:
        """The natural tiles of the table."""
        return tuple(tile for tile in self.table.tiles if tile != JOKER)


def scenarios(rules: Rules, table: Table, rack: tuple[Tile, ...]) -> Iterator[Scenario]:
    """Every way to treat the jokers of the table for a player who may use it; together they allow all legal plays.

    Args:
        rules: The rules of the deal.
        table: The table before the turn.
        rack: The rack of the player.

    Yields:
        The ways; the first leaves all jokers where they are, where that is one.
    """
    setting = Setting(rules, table, rack)
    jokers = places(rules, table)
    if rules.joker_sets == "frozen" and jokers:
        found = _frozen(setting, jokers)
    elif rules.joker_sets == "free" and rules.joker_reuse == "any":
        found = iter([_scenario(setting, taken=len(jokers))])
    else:
        found = _kept_or_taken(setting, jokers)
    seen: set[Scenario] = set()
    for scenario in found:
        if scenario not in seen:
            seen.add(scenario)
            yield scenario


def rack_only(rules: Rules, table: Table, rack: tuple[Tile, ...]) -> Iterator[Scenario]:
    """Every way to lay an opening where it may not change the table (A5), but for jokers exchanged in place (A14)."""
    usable = tuple(tile for tile in rack if tile != JOKER or rules.joker_in_opening != "forbidden")
    base = _opening_problem(rules, usable)
    yield Scenario(base, fixed=tuple(map(_row, table)))
    if rules.joker_before_opening and rules.joker_in_opening != "forbidden":
        yield from _exchanges(Setting(rules, table, usable), base)


# ------------------------------------------------------------------------------------------- jokers that may go


def _kept_or_taken(setting: Setting, jokers: Sequence[Place]) -> Iterator[Scenario]:
    for count in range(len(jokers) + 1):
        for taken in combinations(jokers, count):
            staying = [joker for joker in jokers if joker not in taken]
            for forced in _replacements(setting, taken):
                for held in product(*(sorted(joker.stands_for) for joker in staying)):
                    yield from _scenarios(setting, held, forced, len(taken))
    yield from _sharing_a_group(setting, jokers)


def _replacements(setting: Setting, taken: Sequence[Place]) -> Iterator[tuple[Tile, ...]]:
    """What must be laid from the rack to replace jokers that are taken, in every way (A11, A13)."""
    rules = setting.rules
    if rules.joker_sets == "free":
        yield ()
        return
    there = Counter[Tile]() if rules.joker_replacement_from == "rack" else Counter(setting.naturals)
    rack = Counter(setting.rack)
    found: list[Counter[Tile]] = []
    choices = product(*map(sorted, needs(taken, both=rules.joker_group3 == "both")))
    for forced in sorted((Counter(choice) - there for choice in choices), key=lambda tiles: tiles.total()):
        if not forced - rack and not any(less <= forced for less in found):
            found.append(forced)
            yield tuple(sorted(forced.elements()))


def _scenarios(setting: Setting, held: Sequence[Tile], forced: tuple[Tile, ...], taken: int) -> Iterator[Scenario]:
    reuse = setting.rules.joker_reuse
    if not taken or reuse == "any":
        yield _scenario(setting, held, forced, taken=taken)
    elif reuse == "new":
        base = _scenario(setting, held, forced, designed=True)
        melds = tuple(designs(setting.rules, setting.table, base.problem, taken, longest=5))
        yield evolve(base, problem=evolve(base.problem, taken=taken, designs=melds), taken=taken)
    else:
        yield from _with_claims(setting, held, forced, taken)


def _with_claims(setting: Setting, held: Sequence[Tile], forced: tuple[Tile, ...], taken: int) -> Iterator[Scenario]:
    """The melds of taken jokers each claim two tiles of the rack (A10)."""
    rack = sorted(setting.rack)
    pairs = sorted(set(combinations(rack, 2)))
    for parts in _parts(taken):
        for claims in product(pairs, repeat=len(parts)):
            claimed = Counter(tile for pair in claims for tile in pair)
            if claimed - Counter(rack):
                continue
            laid = tuple(sorted((Counter(forced) | claimed).elements()))
            base = _scenario(setting, held, laid, designed=True)
            melds: list[Design] = []
            for slot, (count, pair) in enumerate(zip(parts, claims, strict=True)):
                every = designs(setting.rules, setting.table, base.problem, count, longest=setting.rules.max_number)
                melds += [
                    evolve(design, taken=16**slot)
                    for design in every
                    if design.text.count("T") == count and _contains(setting.rules, design, pair)
                ]
            credit = sum(16**slot for slot in range(len(parts)))
            problem = evolve(base.problem, taken=credit, designs=tuple(melds))
            yield evolve(base, problem=problem, taken=taken)


def _parts(count: int, most: int = 6) -> Iterator[tuple[int, ...]]:
    """Every way to write a number as a sum of positive numbers, in descending order."""
    if not count:
        yield ()
    for first in range(min(count, most), 0, -1):
        for rest in _parts(count - first, first):
            yield (first, *rest)


def _contains(rules: Rules, design: Design, tiles: tuple[Tile, ...]) -> bool:
    inside = Counter(design_naturals(rules, design))
    inside[JOKER] = design.text.count("J")
    return not Counter(tiles) - inside


def _sharing_a_group(setting: Setting, jokers: Sequence[Place]) -> Iterator[Scenario]:
    """Two jokers that may stand for the same tile may both stay in one group that lacks it."""
    rules = setting.rules
    for pair in combinations(jokers, 2):
        if len(jokers) > 2 or rules.max_jokers_per_set < 2:
            continue
        for tile in sorted(pair[0].stands_for & pair[1].stands_for):
            lacking = 1 << ROW[tile]
            base = _scenario(setting)
            shared = tuple(
                Design(tile.number, None, "TT", mask, taken=2)
                for mask in range(1, 16)
                if not mask & lacking and mask.bit_count() + 2 <= len(rules.colors)
            )
            yield evolve(base, problem=evolve(base.problem, taken=2, designs=shared), taken=2)


# --------------------------------------------------------------------------------------------------------- problems


def _scenario(
    setting: Setting,
    held: Sequence[Tile] = (),
    forced: tuple[Tile, ...] = (),
    *,
    taken: int = 0,
    designed: bool = False,
) -> Scenario:
    """The problem with jokers that stay as given tiles, rack tiles that must be laid, and jokers to be placed.

    A joker that stays is as good as a natural tile, but where the jokers of a meld count, or where it may lie beside
    one that was taken: a new meld is told by its natural tiles.
    """
    rules = setting.rules
    free = without(setting.rack, forced)
    rack_jokers = free.count(JOKER) if rules.max_jokers_per_set else 0
    jokers_must = taken + forced.count(JOKER)
    natural_forced = [tile for tile in forced if tile != JOKER]
    total = rack_jokers + forced.count(JOKER) + setting.table.tiles.count(JOKER)
    runs, groups = _old_melds(rules, setting.table)
    problem = Problem(
        top=rules.max_number,
        size=len(rules.colors),
        must=counts(rules, [*setting.naturals, *natural_forced]),
        free=counts(rules, free),
        weights=counts(rules, ()),
        held=counts(rules, ()),
        jokers_must=jokers_must,
        jokers_free=rack_jokers,
        old_runs=runs,
        old_groups=groups,
        most_jokers=rules.max_jokers_per_set,
        adjacent=rules.adjacent_jokers,
        one_follows=rules.one_follows_ten,
    )
    if problem.counts_jokers(total) or (designed and held):
        return Scenario(evolve(problem, held=counts(rules, held)), (), (), tuple(forced))
    must = counts(rules, [*setting.naturals, *natural_forced, *held])
    return Scenario(evolve(problem, must=must), tuple(sorted(held)), (), tuple(forced))


def counts(rules: Rules, tiles: Sequence[Tile]) -> tuple[tuple[int, ...], ...]:
    """How many natural tiles of each colour and number there are."""
    rows = [[0] * (rules.max_number + 1) for _ in COLORS]
    for tile in tiles:
        if tile != JOKER:
            rows[ROW[tile]][NUMBER[tile]] += 1
    return tuple(map(tuple, rows))


def _old_melds(
    rules: Rules, melds: Sequence[Meld] | Table
) -> tuple[tuple[tuple[OldRun, ...], ...], tuple[tuple[int, ...], ...]]:
    """The melds of the old table as the lattice wants them."""
    runs: list[list[OldRun]] = [[] for _ in COLORS]
    groups: list[list[int]] = [[] for _ in range(rules.max_number + 2)]
    for meld in melds:
        naturals = [tile for tile in meld.tiles if tile != JOKER]
        if isinstance(meld, Group):
            groups[meld.number].append(sum(1 << ROW[tile] for tile in naturals))
            continue
        numbers = frozenset(meld.start + i for i, tile in enumerate(meld.tiles) if tile != JOKER)
        row = runs[ROW[naturals[0]]]
        first, last, mark = min(numbers), max(numbers), 1
        while any(other.mark == mark and other.first <= last and first <= other.last for other in row):
            mark <<= 1
        row.append(OldRun(first, last, numbers, mark))
    return tuple(map(tuple, runs)), tuple(map(tuple, groups))


def _row(meld: Meld) -> Row:
    return isinstance(meld, Group), meld.tiles


# ---------------------------------------------------------------------------------------------------------- openings


def _opening_problem(rules: Rules, usable: tuple[Tile, ...]) -> Problem:
    empty = counts(rules, ())
    return Problem(
        top=rules.max_number,
        size=len(rules.colors),
        must=empty,
        free=counts(rules, usable),
        weights=empty,
        held=empty,
        jokers_free=usable.count(JOKER) if rules.max_jokers_per_set else 0,
        most_jokers=rules.max_jokers_per_set,
        adjacent=rules.adjacent_jokers,
        one_follows=rules.one_follows_ten,
        points=rules.opening_points,
        joker_points=rules.joker_in_opening == "value",
    )


def _exchanges(setting: Setting, base: Problem) -> Iterator[Scenario]:
    """Jokers of the table exchanged in place for tiles of the rack, and laid in the opening (A14)."""
    rules, table = setting.rules, setting.table
    jokers = places(rules, table)
    for count in range(1, len(jokers) + 1):
        for taken in combinations(jokers, count):
            for tiles in product(*(sorted(joker.stands_for & set(setting.rack)) for joker in taken)):
                if Counter(tiles) - Counter(setting.rack):
                    continue
                fixed = _exchanged(table, taken, tiles)
                if fixed is None:
                    continue
                left = evolve(setting, rack=without(setting.rack, tiles))
                for forced in _replacements(evolve(setting, rack=setting.rack), taken):
                    more = without(forced, tiles)
                    yield from _exchange_scenarios(left, base, fixed, tiles, more, count)


def _exchange_scenarios(
    left: Setting, base: Problem, fixed: tuple[Row, ...], given: tuple[Tile, ...], more: tuple[Tile, ...], taken: int
) -> Iterator[Scenario]:
    rules = left.rules
    problem = evolve(base, must=counts(rules, more), free=counts(rules, without(left.rack, more)))
    scenario = Scenario(problem, fixed=fixed, forced=(*given, *more))
    if rules.joker_reuse == "any":
        yield evolve(scenario, problem=evolve(problem, jokers_must=taken))
    else:
        melds = tuple(designs(rules, left.table, problem, taken, longest=5))
        yield evolve(scenario, problem=evolve(problem, taken=taken, designs=melds), taken=taken)


def _exchanged(table: Table, taken: Sequence[Place], tiles: Sequence[Tile]) -> tuple[Row, ...] | None:
    """The table with jokers replaced in place; None if the tiles do not fit there."""
    given: dict[int, list[Tile]] = {}
    for place, tile in zip(taken, tiles, strict=True):
        given.setdefault(place.number, []).append(tile)
    jokered = iter(range(len(table.joker_melds)))
    rows: list[Row] = []
    for meld in table:
        new = given.get(next(jokered), []) if JOKER in meld.tiles else []
        row = list(meld.tiles)
        for tile in new:
            spots = [i for i, there in meld.stands_for.items() if tile in there and row[i] == JOKER]
            if not spots or tile in row:
                return None
            row[spots[0]] = tile
        rows.append((isinstance(meld, Group), tuple(row)))
    return tuple(rows)


# ------------------------------------------------------------------------------------------------------------- frozen


@frozen(eq=False)
class _Fate:
    """What becomes of a meld with jokers.

    Attributes:
        row: The meld with what is added to it; None if it is broken up.
        taken: The jokers that are taken from it.
        back: How many of these are laid into it again.
    """

    row: Row | None
    taken: tuple[Place, ...]
    back: int = 0


def _frozen(setting: Setting, jokers: Sequence[Place]) -> Iterator[Scenario]:
    """Melds with a joker are only added to, until the joker is replaced (A12)."""
    melds = setting.table.joker_melds
    fates = [list(_fates(setting, [joker for joker in jokers if joker.number == i])) for i in range(len(melds))]
    at_hand = Counter((*setting.naturals, *(tile for tile in setting.rack if tile != JOKER)))
    for choice in product(*fates):
        rows = [fate.row for fate in choice if fate.row is not None]
        taken = [joker for fate in choice for joker in fate.taken]
        loose = len(taken) - sum(fate.back for fate in choice)
        used = [tile for _, row in rows for tile in row]
        rack_jokers = used.count(JOKER) - (len(jokers) - loose)
        if rack_jokers > setting.rack.count(JOKER) or Counter(tile for tile in used if tile != JOKER) - at_hand:
            continue
        kept = [meld for meld, fate in zip(melds, choice, strict=True) if fate.row is not None]
        for forced in _replacements(setting, taken):
            yield from _around(setting, kept, rows, rack_jokers, forced, loose)


def _fates(setting: Setting, jokers: Sequence[Place]) -> Iterator[_Fate]:
    """What may become of a meld with these jokers."""
    meld = jokers[0].meld
    yield _Fate(None, tuple(jokers))
    for count in range(len(jokers)):
        for taken in combinations(jokers, count):
            staying = [joker for joker in jokers if joker not in taken]
            for back in range(count + 1 if setting.rules.joker_reuse == "any" else 1):
                for row in _additions(setting, meld, len(staying) + back):
                    if _keeps(setting.rules, row, staying):
                        yield _Fate(row, taken, back)


def _keeps(rules: Rules, row: Row, staying: Sequence[Place]) -> bool:
    """Whether jokers that stay are still in their places."""
    there = places(rules, Table([meld_of(row)]))
    return any(
        all(old.stands_for & new.stands_for for old, new in zip(staying, chosen, strict=True))
        for chosen in permutations(there, len(staying))
    )


def _additions(setting: Setting, meld: Meld, staying: int) -> Iterator[Row]:
    """The meld with at least so many jokers of its own left, and with what may be added."""
    rules = setting.rules
    at_hand = {*setting.naturals, *setting.rack}
    if isinstance(meld, Group):
        naturals = [tile for tile in meld.tiles if tile != JOKER]
        missing = sorted(
            tile for tile in at_hand if tile.number == meld.number and tile not in naturals and tile != JOKER
        )
        for more in range(len(missing) + 1):
            for added in combinations(missing, more):
                for extra in range(setting.rack.count(JOKER) + 1):
                    size = len(naturals) + more + staying + extra
                    if len(meld.tiles) <= size <= len(rules.colors) and staying + extra <= rules.max_jokers_per_set:
                        yield True, (*sorted((*naturals, *added)), *[JOKER] * (staying + extra))
        return
    start, end = meld.start, meld.start + len(meld.tiles) - 1
    top = end if meld.has_one_after_ten else rules.max_number
    for first in range(max(1, start - 2), start + 1):
        for last in range(end, min(top, end + 2) + 1):
            yield from _filled(setting, meld, range(first, last + 1), staying, at_hand)


def _filled(setting: Setting, meld: Run, numbers: range, staying: int, at_hand: set[Tile]) -> Iterator[Row]:
    rules = setting.rules
    most = min(rules.max_jokers_per_set, staying + setting.rack.count(JOKER))
    slots: list[tuple[Tile, ...]] = []
    for number in numbers:
        tile = Tile(meld.color, 1 if meld.has_one_after_ten and number == numbers[-1] else number)
        if tile in meld.tiles:
            slots.append((tile,))
        else:
            slots.append((tile, JOKER) if tile in at_hand else (JOKER,))
    for row in product(*slots):
        spaced = rules.adjacent_jokers or not any(a == b == JOKER for a, b in pairwise(row))
        if staying <= row.count(JOKER) <= most and spaced:
            yield False, row


def _around(
    setting: Setting, kept: Sequence[Meld], rows: Sequence[Row], rack_jokers: int, forced: tuple[Tile, ...], taken: int
) -> Iterator[Scenario]:
    """The problem of what lies besides melds that are fixed."""
    fixed = Counter(tile for _, row in rows for tile in row if tile != JOKER)
    there = Counter(setting.naturals)
    from_rack = fixed - there
    claimed = tuple(sorted([*(Counter(forced) | from_rack).elements(), *[JOKER] * rack_jokers]))
    for scenario in _scenarios(setting, (), claimed, taken):
        problem = scenario.problem
        remaining = counts(setting.rules, tuple(fixed.elements()))
        must = tuple(
            tuple(count - gone for count, gone in zip(row, less, strict=True))
            for row, less in zip(problem.must, remaining, strict=True)
        )
        melds = list(setting.table)
        for meld in kept:
            melds.remove(meld)
        runs, groups = _old_melds(setting.rules, melds)
        jokers_must = problem.jokers_must - rack_jokers
        smaller = evolve(problem, must=must, jokers_must=jokers_must, old_runs=runs, old_groups=groups)
        yield evolve(scenario, problem=smaller, fixed=tuple(rows))
