"""From the rules of jokers to problems: what may become of the jokers of the table (A8-A14)."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import Final, NamedTuple, TypeVar

from attrs import frozen

from rami.pieces import without
from rami.rummikub.melds import Group, Meld, Run
from rami.rummikub.readings import readings
from rami.rummikub.rules import Rules
from rami.rummikub.solver.frozen import rows_with
from rami.rummikub.solver.laying import LaidRow
from rami.rummikub.solver.openings import Opening
from rami.rummikub.solver.problem import NOTHING, Counts, OldRun, Problem
from rami.rummikub.solver.touch import Four, in_touch, masks
from rami.rummikub.solver.turns import Turn
from rami.rummikub.tiles import COLORS, JOKER, NUMBER, ROW, Tile
from rami.typed import altered

T = TypeVar("T")


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


Way = tuple[tuple[Lot, ...], Counter[Tile]]
"""What becomes of the jokers of every meld, and the tiles of the rack that must be laid to replace those taken."""


@frozen(eq=False)
class Case:
    """One way to treat the jokers of the table, as a problem.

    Attributes:
        problem: What is to be arranged.
        fixed: Melds that are laid out already.
        stay: Melds of the table that stay as they are.
        least: What is lost by the tiles that the case demands.
        forced: The tiles of the rack that must be laid.
        looser: A problem that has every legal table of the case, where `problem` may refuse some; else None.
    """

    problem: Problem
    fixed: tuple[LaidRow, ...] = ()
    stay: tuple[Meld, ...] = ()
    least: int = 0
    forced: tuple[Tile, ...] = ()
    looser: Problem | None = None


def counts(rules: Rules, tiles: Iterable[Tile]) -> Counts:
    """How many of each numbered tile there are."""
    rows = [[0] * (rules.max_number + 1) for _ in COLORS]
    for tile in tiles:
        if tile != JOKER:
            rows[ROW[tile]][NUMBER[tile]] += 1
    return tuple(map(tuple, rows))


_ALL: Final = (1 << 15) - 1
_EVERY: Final[Four] = (_ALL, _ALL, _ALL, _ALL)


class _Laid(NamedTuple):
    """What lies on the table, of the melds that matter.

    Attributes:
        tiles: How many of each natural tile there are, by colour and number.
        runs: The runs of each colour.
        groups: The groups of each number.
        stay: The other melds.
    """

    tiles: list[list[int]]
    runs: list[list[OldRun]]
    groups: list[tuple[int, ...]]
    stay: list[Meld]


def _laid(melds: Iterable[Meld], length: int, live: Four) -> _Laid:
    """The melds that have a number that is in touch, as tiles, runs and groups."""
    there = [[0] * length, [0] * length, [0] * length, [0] * length]
    runs: list[list[OldRun]] = [[], [], [], []]
    groups: list[tuple[int, ...]] = [()] * length
    stay: list[Meld] = []
    for meld in melds:
        tiles = meld.tiles
        place = 0
        while tiles[place] is JOKER:
            place += 1
        color, number = ROW[tiles[place]], NUMBER[tiles[place]]
        if not live[color] >> number & 1:
            stay.append(meld)
        elif isinstance(meld, Group):
            mask = 0
            for tile in tiles:
                if tile is not JOKER:
                    mask |= 1 << ROW[tile]
                    there[ROW[tile]][number] += 1
            groups[number] = (*groups[number], mask)
        else:
            start = number - place
            numbers = tuple([start + i for i, tile in enumerate(tiles) if tile is not JOKER])
            row = there[color]
            for each in numbers:
                row[each if each < length else 1] += 1
            runs[color].append(OldRun(numbers, 1 << len(runs[color])))
    for number, colors in enumerate(groups):
        if len(colors) > 1:
            groups[number] = tuple(sorted(colors))
    return _Laid(there, runs, groups, stay)


def _four(rows: Sequence[Sequence[T]]) -> tuple[tuple[T, ...], ...]:
    first, second, third, fourth = rows
    return tuple(first), tuple(second), tuple(third), tuple(fourth)


def base_case(turn: Turn, usable: Four = _EVERY, live: Four = _EVERY, *, jokers: int | None = None) -> Case:
    """The case of a turn without the jokers of the table: every natural tile there must be used.

    Args:
        turn: The turn.
        usable: The numbers of each colour of which tiles of the rack can be in a meld.
        live: The numbers of which the melds of the table matter.
        jokers: How many jokers of the table may go anywhere, all wild ones being idle then; None for a case of its own.
    """
    rules, weigh, forced = turn.rules, turn.weights.get, turn.forced
    length = rules.max_number + 1
    must, runs, groups, stay = _laid(() if turn.closed else turn.table.melds, length, live)
    weights = [[0] * length, [0] * length, [0] * length, [0] * length]
    for tile in forced:
        if tile is not JOKER:
            must[ROW[tile]][NUMBER[tile]] += 1
    every = [list(row) for row in must]
    wild = out = cost = total = 0
    for tile in without(turn.rack, forced) if forced else turn.rack:
        weight = weigh(tile, 0)
        total += abs(weight)
        if tile is JOKER:
            wild += 1
            continue
        color, number = ROW[tile], NUMBER[tile]
        if usable[color] >> number & 1:
            every[color][number] += 1
            weights[color][number] = weight
            if weight < 0:
                cost -= weight
        elif weight > 0:
            out += weight
    free = wild if rules.max_jokers_per_set else 0
    due = forced.count(JOKER) + (jokers or 0)
    problem = Problem(
        top=rules.max_number,
        size=len(rules.colors),
        must=_four(must),
        tiles=_four(every),
        demanded=counts(rules, forced) if forced else NOTHING,
        weights=_four(weights),
        cost_of_laying=cost,
        infinite=1 << max(58, (total + turn.unit * turn.unit).bit_length() + 3),
        keen=not cost,
        wild_must=due,
        wild_free=free,
        joker_weight=weigh(JOKER, 0) if wild else 0,
        most_jokers=rules.max_jokers_per_set,
        adjacent=rules.adjacent_jokers,
        one_follows=rules.one_follows_ten,
        old_runs=_four(runs),
        old_groups=tuple(groups),
        unit=turn.unit,
        idle=jokers is not None and due + free > 0,
        work=turn.work,
    )
    least = out
    for tile in forced:
        least += max(0, -weigh(tile, 0))
    return Case(problem, stay=tuple(stay), least=least, forced=forced)


def relaxed(turn: Turn) -> tuple[Case, bool]:
    """The case in which every joker of the table may go anywhere: at least as good as each that there is.

    Lemma (relaxation): a legal table is an arrangement of this problem. So no legal play loses less than its best
    arrangement; and if that is legal, no play is better.

    Returns:
        The case, and whether every arrangement of it is a legal table.
    """
    jokers = 0 if turn.closed else turn.table.tiles.count(JOKER)
    if not jokers and JOKER not in turn.rack and not turn.rules.one_follows_ten:
        there = () if turn.closed else turn.table.tiles
        return base_case(turn, *in_touch(masks(turn.rack), masks(there))), turn.opened
    case = base_case(turn, jokers=jokers)
    return case, turn.opened and case.problem.joker_weight >= 0 and (not jokers or are_free(turn))


def are_free(turn: Turn) -> bool:
    """Whether the jokers of the table may go anywhere."""
    rules = turn.rules
    may_take = turn.opened or rules.joker_before_opening
    return rules.joker_sets == "free" and may_take and rules.joker_reuse == "any"


def ways(turn: Turn) -> Iterator[Way]:
    """What may become of the jokers of the table, those first that leave most of them in their place.

    Lemma (cases): each joker that lay there either stays or is taken (A12), and a meld says in one reading what all its
    jokers stand for. Whoever takes a joker lays what replaces it (A11), or it lies there already, for a natural tile of
    the table never leaves it. So a legal table is an arrangement of one of these cases.
    """
    yield from _ways(turn, product(*(_lots(turn, meld) for meld in turn.table if JOKER in meld.tiles)))


def parted(every: Iterable[Way]) -> tuple[list[Way], list[Way]]:
    """The ways in which all jokers stay, and the others."""
    staying: list[Way] = []
    others: list[Way] = []
    for way in every:
        stays = all(fate.stays is not None for lot in way[0] for fate in lot.fates)
        (staying if stays and not any(lot.wild for lot in way[0]) else others).append(way)
    return staying, others


def ways_with(turn: Turn, way: Way, opening: Opening) -> Iterator[Way]:
    """A way, with what may become of the jokers of an opening: they are treated like those of the table (A6)."""
    lots = [_lots(turn, meld) for meld in opening if JOKER in meld.tiles]
    yield from _ways(turn, ((*way[0], *more) for more in product(*lots))) if lots else [way]


def _ways(turn: Turn, every: Iterable[tuple[Lot, ...]]) -> Iterator[Way]:
    """The ways, without those that demand more tiles than others with the same effect."""
    found: dict[tuple[object, ...], list[Way]] = {}
    for lots in every:
        needs = _demanded(turn, lots)
        if needs is not None:
            every_fate = [fate for lot in lots for fate in lot.fates if fate.stays]
            fates = [(fate.stays, fate.sort is Run, fate.sort is Group) for fate in every_fate]
            rows = [lot.row for lot in lots if lot.row]
            found.setdefault((*sorted(fates), *sorted(rows)), []).append((lots, needs))
    for same in sorted(found.values(), key=lambda each: sum(f.stays is None for lot in each[0][0] for f in lot.fates)):
        yield from _least_demanding(same)


def _least_demanding(some: list[Way]) -> list[Way]:
    """Those whose demands contain no other's: who demands more has no arrangement more."""
    kept: list[Way] = []
    for lots, needs in sorted(some, key=lambda way: (way[1].total(), sorted(way[1].elements()))):
        if not any(not fewer - needs for _, fewer in kept):
            kept.append((lots, needs))
    return kept


def _lots(turn: Turn, meld: Meld) -> list[Lot]:
    """What may become of the jokers of a meld, whatever becomes of the others (A11, A12, A13)."""
    rules = turn.rules
    free = rules.joker_sets == "free"
    every = tuple(readings(rules, meld))
    may_take = turn.opened or rules.joker_before_opening
    if are_free(turn):
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


def case_of(turn: Turn, lots: tuple[Lot, ...], demanded: Counter[Tile], opening: Opening = ()) -> Case | None:
    """The problem of one way to treat the jokers; None if the tiles for it are not there."""
    rules = turn.rules
    rows = tuple(lot.row for lot in lots if lot.row)
    there = Counter(turn.table.tiles)
    fixed = Counter(tile for _, row in rows for tile in row if tile != JOKER)
    brought = tuple((fixed - there).elements())
    forced = Counter(turn.forced) | demanded | (fixed - there)
    if forced - Counter(turn.rack):
        return None
    forced_turn = turn.just(turn.rack, sorted(forced.elements()))
    melds = list(turn.table)
    jokered = [meld for meld in turn.table if JOKER in meld.tiles]
    for meld, lot in zip(jokered, lots, strict=False):
        if lot.row:
            melds.remove(meld)
    # A6: for a joker that was laid in it, a meld of the opening is an old one. Here it is one for every joker.
    of_opening = zip([meld for meld in opening if JOKER in meld.tiles], lots[len(jokered) :], strict=True)
    retaken = [meld for meld, lot in of_opening if any(fate.stays is None for fate in lot.fates)]
    problem = base_case(forced_turn).problem
    fates = [fate for lot in lots if not lot.row for fate in lot.fates]
    taken = sum(fate.stays is None for lot in lots for fate in lot.fates)
    from_rack = problem.wild_must - sum(meld.tiles.count(JOKER) for meld in opening)
    wild_must = from_rack + taken
    used = sum(lot.wild for lot in lots)
    settled = min(used, wild_must if rules.joker_reuse == "any" else from_rack)
    if used - settled > problem.wild_free:
        return None
    laid = _laid([*melds, *retaken], rules.max_number + 1, _EVERY)
    problem = altered(
        problem,
        old_runs=_four(laid.runs),
        old_groups=tuple(laid.groups),
        must=_less(problem.must, counts(rules, fixed.elements())),
        tiles=_less(problem.tiles, counts(rules, fixed.elements())),
        demanded=_less(problem.demanded, counts(rules, brought)) if brought else problem.demanded,
        held_in_runs=_held(rules, fates, Run),
        held_in_groups=_held(rules, fates, Group),
        held=_held(rules, fates, None),
        slides=not (rules.adjacent_jokers or rules.joker_positional),
        wild_must=wild_must - settled,
        wild_free=problem.wild_free - used + settled,
        taken=0 if rules.joker_reuse == "any" else taken,
        rack_tiles=2 if rules.joker_reuse == "new_rack" else 0,
    )
    costs = [-turn.weights.get(tile, 0) for tile in (*forced.elements(), *[JOKER] * (used - settled))]
    looser = _looser(problem, melds, rows, used) if problem.taken and (rows or retaken) else None
    return Case(problem, rows, least=sum(max(0, cost) for cost in costs), forced=forced_turn.forced, looser=looser)


def _looser(problem: Problem, melds: Iterable[Meld], rows: tuple[LaidRow, ...], used: int) -> Problem:
    """The problem without what a case judges too strictly.

    Lemma (looser): the melds that taken jokers go to are new for the melds of the table alone at the least, whatever
    opening they come from (A6). Whether they are is found out for each number and each colour apart; so nothing is
    asked of those with a meld that is laid out already, nor of as many jokers as such melds may have taken.
    """
    laid = _laid(melds, problem.top + 1, _EVERY)
    for group, row in rows:
        tile = next(tile for tile in row if tile is not JOKER)
        if group:
            laid.groups[NUMBER[tile]] = ()
        else:
            laid.runs[ROW[tile]] = []
    taken = max(0, problem.taken - used)
    return altered(problem, old_runs=_four(laid.runs), old_groups=tuple(laid.groups), taken=taken)


def _held(rules: Rules, fates: Iterable[Fate], sort: type[Run] | type[Group] | None) -> Counts:
    tiles = [fate.stays for fate in fates if fate.stays is not None and fate.sort is sort]
    return counts(rules, tiles) if tiles else NOTHING


def _less(there: Counts, gone: Counts) -> Counts:
    return tuple(tuple(a - b for a, b in zip(row, less, strict=True)) for row, less in zip(there, gone, strict=True))


def loosened(case: Case) -> Case:
    """A case with its taken jokers allowed to go anywhere, and its wild ones to be left to the end."""
    problem = case.problem
    return altered(case, problem=altered(problem, taken=0, rack_tiles=0, idle=problem.wild > 0))
