"""From the rules of jokers to problems: what may become of the jokers of the table (A8-A14)."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from typing import NamedTuple

from attrs import evolve, frozen

from rami.pieces import without
from rami.rummikub.melds import Group, Meld, Run
from rami.rummikub.readings import readings
from rami.rummikub.rules import Rules
from rami.rummikub.solver.frozen import rows_with
from rami.rummikub.solver.laying import LaidRow
from rami.rummikub.solver.openings import Opening
from rami.rummikub.solver.problem import NOTHING, Counts, OldRun, Problem
from rami.rummikub.solver.touch import Four, in_touch
from rami.rummikub.solver.turns import Turn
from rami.rummikub.tiles import COLORS, JOKER, NUMBER, ROW, Tile


class Fate(NamedTuple):
    """What becomes of a joker that lies in a meld of the table, or of the opening.

    Attributes:
        stays: The tile that it goes on standing for; None if it is taken.
        sort: The sort of meld that it stays in; None for either, or if it is taken.
        needs: The natural tiles that must be on the table for it to be taken (A11, A13).
    """

    stays: Tile | None
    sort: type[Run] | type[Group] | None = None
    needs: tuple[Tile, ...] = ()


class Lot(NamedTuple):
    """What becomes of the jokers of one meld.

    Attributes:
        fates: The fate of each.
        row: The meld that it lies in at the end, laid out, where melds with a joker are frozen (A12); else None.
        wild: How many jokers of that row may be any.
    """

    fates: tuple[Fate, ...]
    row: LaidRow | None = None
    wild: int = 0


@frozen(eq=False)
class Case:
    """One way to treat the jokers of the table, as a problem.

    Attributes:
        problem: What is to be arranged.
        fixed: Melds that are laid out already.
        stay: Melds of the table that stay as they are.
        least: What is lost by the tiles that the case demands.
        certain: Whether every arrangement is a legal table.
    """

    problem: Problem
    fixed: tuple[LaidRow, ...] = ()
    stay: tuple[Meld, ...] = ()
    least: int = 0
    certain: bool = False


def counts(rules: Rules, tiles: Iterable[Tile]) -> Counts:
    """How many of each numbered tile there are."""
    return _rows(rules, ((tile, 1) for tile in tiles))


def _rows(rules: Rules, values: Iterable[tuple[Tile, int]]) -> Counts:
    rows = [[0] * (rules.max_number + 1) for _ in COLORS]
    for tile, value in values:
        if tile != JOKER:
            rows[ROW[tile]][NUMBER[tile]] += value
    return tuple(map(tuple, rows))


def base_problem(turn: Turn) -> Problem:
    """The problem of a turn without the jokers of the table: every natural tile there must be used."""
    melds = () if turn.closed else turn.table.melds
    naturals = [tile for meld in melds for tile in meld.tiles if tile != JOKER]
    free = tuple((Counter(turn.rack) - Counter(turn.forced)).elements())
    must = (*naturals, *turn.forced)
    return _problem(turn.rules, must, free, turn.forced, turn.weights, melds, turn.unit)


def _problem(
    rules: Rules,
    must: tuple[Tile, ...],
    free: tuple[Tile, ...],
    demanded: tuple[Tile, ...],
    weights: Mapping[Tile, int],
    melds: Iterable[Meld],
    unit: int,
) -> Problem:
    """The problem of tiles that must be used, their jokers wild, and others that may be."""
    runs, groups = old_melds(rules, melds)
    cost = sum([max(0, -weights.get(tile, 0)) for tile in free if tile != JOKER])
    total = cost + sum([max(0, weights.get(tile, 0)) for tile in free])
    return Problem(
        top=rules.max_number,
        size=len(rules.colors),
        must=counts(rules, must),
        tiles=counts(rules, (*must, *free)),
        demanded=counts(rules, demanded),
        weights=_rows(rules, weights.items()),
        cost_of_laying=cost,
        infinite=_infinite(total, unit),
        keen=all(weight >= 0 for tile, weight in weights.items() if tile != JOKER),
        wild_must=must.count(JOKER),
        wild_free=free.count(JOKER) if rules.max_jokers_per_set else 0,
        joker_weight=weights.get(JOKER, 0),
        most_jokers=rules.max_jokers_per_set,
        adjacent=rules.adjacent_jokers,
        one_follows=rules.one_follows_ten,
        old_runs=runs,
        old_groups=groups,
        unit=unit,
    )


def old_melds(
    rules: Rules, melds: Iterable[Meld]
) -> tuple[tuple[tuple[OldRun, ...], ...], tuple[tuple[int, ...], ...]]:
    """The runs of each colour and the groups of each number, by their natural tiles."""
    runs: list[list[OldRun]] = [[], [], [], []]
    groups: list[list[int]] = [[] for _ in range(rules.max_number + 1)]
    for meld in melds:
        if isinstance(meld, Group):
            groups[meld.number].append(sum(1 << ROW[tile] for tile in meld.tiles if tile != JOKER))
        else:
            numbers = tuple(meld.start + i for i, tile in enumerate(meld.tiles) if tile != JOKER)
            row = runs[ROW[next(tile for tile in meld.tiles if tile != JOKER)]]
            row.append(OldRun(numbers, 1 << len(row)))
    return tuple(map(tuple, runs)), tuple(tuple(sorted(row)) for row in groups)


def relaxed(turn: Turn) -> Case:
    """The case in which every joker of the table may go anywhere: at least as good as each that there is.

    Lemma (relaxation): a legal table is an arrangement of this problem. So no legal play loses less than its best
    arrangement; and if that is legal, no play is better.
    """
    jokers = 0 if turn.closed else turn.table.tiles.count(JOKER)
    wild = jokers + turn.rack.count(JOKER)
    if not wild and not turn.rules.one_follows_ten:
        return _without_jokers(turn)
    problem = base_problem(turn)
    problem = evolve(problem, wild_must=problem.wild_must + jokers, idle=wild > 0)
    certain = turn.opened and problem.joker_weight >= 0 and (not jokers or _are_free(turn))
    return Case(problem, least=_least(turn, turn.forced), certain=certain)


def _are_free(turn: Turn) -> bool:
    """Whether the jokers of the table may go anywhere."""
    rules = turn.rules
    may_take = turn.opened or rules.joker_before_opening
    return rules.joker_sets == "free" and may_take and rules.joker_reuse == "any"


def _without_jokers(turn: Turn) -> Case:
    """The case of a turn in which there are no jokers, with what cannot matter left out."""
    rules, weigh = turn.rules, turn.weights.get
    melds = () if turn.closed else turn.table.melds
    rack = turn.rack if not turn.forced else without(turn.rack, turn.forced)
    mine, there = [0, 0, 0, 0], [0, 0, 0, 0]
    for tile in turn.rack:
        mine[ROW[tile]] |= 1 << NUMBER[tile]
    for meld in melds:
        for tile in meld.tiles:
            there[ROW[tile]] |= 1 << NUMBER[tile]
    usable, live = in_touch((mine[0], mine[1], mine[2], mine[3]), (there[0], there[1], there[2], there[3]))
    length = rules.max_number + 1
    must, runs, groups, stay = _laid(melds, live, length)
    weights = [[0] * length, [0] * length, [0] * length, [0] * length]
    demanded = [[0] * length for _ in COLORS]
    for tile in turn.forced:
        must[ROW[tile]][NUMBER[tile]] += 1
        demanded[ROW[tile]][NUMBER[tile]] += 1
    every = [list(row) for row in must]
    out = cost = total = 0
    for tile in rack:
        color, number, weight = ROW[tile], NUMBER[tile], weigh(tile, 0)
        total += abs(weight)
        if usable[color] >> number & 1:
            every[color][number] += 1
            weights[color][number] = weight
            if weight < 0:
                cost -= weight
        elif weight > 0:
            out += weight
    problem = Problem(
        top=rules.max_number,
        size=len(rules.colors),
        must=(tuple(must[0]), tuple(must[1]), tuple(must[2]), tuple(must[3])),
        tiles=(tuple(every[0]), tuple(every[1]), tuple(every[2]), tuple(every[3])),
        demanded=tuple(map(tuple, demanded)),
        weights=(tuple(weights[0]), tuple(weights[1]), tuple(weights[2]), tuple(weights[3])),
        cost_of_laying=cost,
        infinite=_infinite(total, turn.unit),
        keen=not cost,
        old_runs=(tuple(runs[0]), tuple(runs[1]), tuple(runs[2]), tuple(runs[3])),
        old_groups=tuple([tuple(sorted(row)) if len(row) > 1 else row for row in groups]),
        unit=turn.unit,
    )
    return Case(
        problem, stay=tuple(stay), least=out + (_least(turn, turn.forced) if turn.forced else 0), certain=turn.opened
    )


def _laid(
    melds: Iterable[Meld], live: Four, length: int
) -> tuple[list[list[int]], list[list[OldRun]], list[tuple[int, ...]], list[Meld]]:
    """The tiles of the melds that are in touch, these melds as runs and groups, and the other melds."""
    must = [[0] * length, [0] * length, [0] * length, [0] * length]
    runs: list[list[OldRun]] = [[], [], [], []]
    groups: list[tuple[int, ...]] = [()] * length
    stay: list[Meld] = []
    for meld in melds:
        tiles = meld.tiles
        color, number = ROW[tiles[0]], NUMBER[tiles[0]]
        if not live[color] >> number & 1:
            stay.append(meld)
        elif ROW[tiles[1]] == color:
            row, last = must[color], number + len(tiles)
            for each in range(number, last):
                row[each] += 1
            runs[color].append(OldRun(tuple(range(number, last)), 1 << len(runs[color])))
        else:
            mask = 0
            for tile in tiles:
                mask |= 1 << ROW[tile]
                must[ROW[tile]][number] += 1
            groups[number] = (*groups[number], mask)
    return must, runs, groups, stay


def _infinite(total: int, unit: int) -> int:
    """Far more than can be lost, of a total worth of tiles, and a few melds to disturb."""
    return 1 << max(58, (total + unit * unit).bit_length() + 3)


def _least(turn: Turn, demanded: Iterable[Tile]) -> int:
    return sum(max(0, -turn.weights.get(tile, 0)) for tile in demanded)


def all_of(rules: Rules, tiles: tuple[Tile, ...]) -> Case:
    """The case of tiles that must all be used, with nothing else about."""
    return Case(_problem(rules, tiles, (), (), {}, (), 1))


def cases(turn: Turn, opening: Opening = ()) -> Iterator[Case]:
    """Every way to treat the jokers of the table, those that leave most of them in their place first.

    Lemma (cases): each joker that lay there either stays or is taken (A12), and a meld says in one reading what all its
    jokers stand for. Whoever takes a joker lays what replaces it (A11), or it lies there already, for a natural tile of
    the table never leaves it. So a legal table is an arrangement of one of these cases.

    Args:
        turn: The turn.
        opening: The opening that is laid in it, if it is one; its tiles are forced. Its jokers are treated like those
            that lay on the table (A6).
    """
    if turn.closed:
        yield Case(base_problem(turn), least=_least(turn, turn.forced))
        return
    melds = [meld for meld in (*turn.table, *opening) if JOKER in meld.tiles]
    found: dict[tuple[object, ...], list[tuple[Counter[Tile], tuple[Lot, ...]]]] = {}
    for lots in product(*(_lots(turn, meld) for meld in melds)):
        needs = _demanded(turn, lots)
        if needs is not None:
            every_fate = [fate for lot in lots for fate in lot.fates if fate.stays]
            fates = [(fate.stays, fate.sort is Run, fate.sort is Group) for fate in every_fate]
            rows = [lot.row for lot in lots if lot.row]
            found.setdefault((*sorted(fates), *sorted(rows)), []).append((needs, lots))
    for same in sorted(found.values(), key=lambda each: sum(f.stays is None for lot in each[0][1] for f in lot.fates)):
        for needs, lots in _least_demanding(same):
            case = _case(turn, lots, needs, opening)
            if case is not None:
                yield case


def _least_demanding(
    ways: list[tuple[Counter[Tile], tuple[Lot, ...]]],
) -> list[tuple[Counter[Tile], tuple[Lot, ...]]]:
    """Those whose demands contain no other's: who demands more has no arrangement more."""
    kept: list[tuple[Counter[Tile], tuple[Lot, ...]]] = []
    for needs, lots in sorted(ways, key=lambda way: (way[0].total(), sorted(way[0].elements()))):
        if not any(not fewer - needs for fewer, _ in kept):
            kept.append((needs, lots))
    return kept


def _lots(turn: Turn, meld: Meld) -> list[Lot]:
    """What may become of the jokers of a meld, whatever becomes of the others (A11, A12, A13)."""
    rules = turn.rules
    free = rules.joker_sets == "free"
    every = tuple(readings(rules, meld))
    may_take = turn.opened or rules.joker_before_opening
    if _are_free(turn):
        return [Lot(tuple(Fate(None) for _ in every[0]))]
    sort = None if free else type(meld)
    pair = isinstance(meld, Group) and len(meld.tiles) == 3 and len(every[0]) == 1
    both = tuple(tile for (tile,) in every) if pair and rules.joker_group3 == "both" else ()
    lots: dict[Lot, None] = {}
    for reading in every:
        options: list[list[Fate]] = []
        for tile in reading:
            options.append([Fate(tile, sort)])
            if may_take:
                options[-1].append(Fate(None, needs=() if free else both or (tile,)))
        for fates in product(*options):
            stays = tuple(fate.stays for fate in fates if fate.stays)
            if rules.joker_sets == "frozen" and stays:
                for row in rows_with(turn, meld, stays):
                    lots[Lot(fates, row, row[1].count(JOKER) - len(stays))] = None
            else:
                lots[Lot(fates)] = None
    return list(lots)


def _demanded(turn: Turn, lots: tuple[Lot, ...]) -> Counter[Tile] | None:
    """The tiles of the rack that must be laid to replace the jokers taken (A11); None if they are not there."""
    wanted = Counter(tile for lot in lots for fate in lot.fates for tile in fate.needs)
    if turn.rules.joker_replacement_from == "any":
        wanted = Counter(set(wanted) - set(turn.table.tiles))  # one tile may serve several jokers
    return None if wanted - Counter(turn.rack) else wanted


def _case(turn: Turn, lots: tuple[Lot, ...], demanded: Counter[Tile], opening: Opening) -> Case | None:
    """The problem of one way to treat the jokers; None if the tiles for it are not there."""
    rules = turn.rules
    rows = tuple(lot.row for lot in lots if lot.row)
    there = Counter(turn.table.tiles)
    fixed = Counter(tile for _, row in rows for tile in row if tile != JOKER)
    forced = Counter(turn.forced) | demanded | (fixed - there)
    if forced - Counter(turn.rack):
        return None
    forced_turn = turn.just(turn.rack, sorted(forced.elements()))
    melds = list(turn.table)
    jokered = [meld for meld in (*turn.table, *opening) if JOKER in meld.tiles]
    for place, (meld, lot) in enumerate(zip(jokered, lots, strict=True)):
        if place >= len(jokered) - sum(JOKER in each.tiles for each in opening):
            # A6: for a joker that was laid in it, a meld of the opening is an old one. Here it is one for every joker.
            melds += [meld] * any(fate.stays is None for fate in lot.fates)
        elif lot.row:
            melds.remove(meld)
    problem = base_problem(forced_turn)
    fates = [fate for lot in lots if not lot.row for fate in lot.fates]
    taken = sum(fate.stays is None for lot in lots for fate in lot.fates)
    from_rack = problem.wild_must - sum(meld.tiles.count(JOKER) for meld in opening)
    wild_must = from_rack + taken
    used = sum(lot.wild for lot in lots)
    settled = min(used, wild_must if rules.joker_reuse == "any" else from_rack)
    if used - settled > problem.wild_free:
        return None
    runs, groups = old_melds(rules, melds)
    problem = evolve(
        problem,
        old_runs=runs,
        old_groups=groups,
        must=_less(problem.must, counts(rules, fixed.elements())),
        tiles=_less(problem.tiles, counts(rules, fixed.elements())),
        demanded=_less(problem.demanded, counts(rules, (fixed - there).elements())),
        held_in_runs=_held(rules, fates, Run),
        held_in_groups=_held(rules, fates, Group),
        held=_held(rules, fates, None),
        wild_must=wild_must - settled,
        wild_free=problem.wild_free - used + settled,
        taken=0 if rules.joker_reuse == "any" else taken,
        rack_tiles=2 if rules.joker_reuse == "new_rack" else 0,
    )
    least = _least(turn, [*forced.elements(), *[JOKER] * (used - settled)])
    return Case(problem, rows, least=least)


def _held(rules: Rules, fates: Iterable[Fate], sort: type[Run] | type[Group] | None) -> Counts:
    tiles = [fate.stays for fate in fates if fate.stays is not None and fate.sort is sort]
    return counts(rules, tiles) if tiles else NOTHING


def _less(there: Counts, gone: Counts) -> Counts:
    return tuple(tuple(a - b for a, b in zip(row, less, strict=True)) for row, less in zip(there, gone, strict=True))


def loosened(case: Case) -> Case:
    """A case with its taken jokers allowed to go anywhere, and its wild ones to be left to the end."""
    problem = case.problem
    return evolve(case, problem=evolve(problem, taken=0, rack_tiles=0, idle=problem.wild > 0))
