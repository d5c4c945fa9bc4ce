"""From the rules of jokers to problems: what may become of the jokers of the table (A8-A14)."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, product
from typing import Final, NamedTuple, TypeVar

from attrs import frozen

from rami.pieces import without
from rami.rummikub.jokers import readings
from rami.rummikub.melds import Group, Meld, Run
from rami.rummikub.rules import Rules
from rami.rummikub.solver.frozen import rows_with
from rami.rummikub.solver.openings import Opening
from rami.rummikub.solver.problem import NOTHING, Counts, Problem
from rami.rummikub.solver.reachable import Four, in_touch, lying, masks
from rami.rummikub.solver.reconstruct import LaidRow
from rami.rummikub.solver.request import Turn
from rami.rummikub.tiles import COLORS, JOKER, NUMBER, ROW, Tile
from rami.shapes import altered

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
        looser: A case that has every legal table of this one, where this may refuse some; else None.
    """

    problem: Problem
    fixed: tuple[LaidRow, ...] = ()
    stay: tuple[Meld, ...] = ()
    least: int = 0
    forced: tuple[Tile, ...] = ()
    looser: "Case | None" = None


def counts(rules: Rules, tiles: Iterable[Tile]) -> Counts:
    """How many of each numbered tile there are."""
    rows = [[0] * (rules.max_number + 1) for _ in COLORS]
    for tile in tiles:
        if tile != JOKER:
            rows[ROW[tile]][NUMBER[tile]] += 1
    return tuple(map(tuple, rows))


_ALL: Final = (1 << 15) - 1
_EVERY: Final[Four] = (_ALL, _ALL, _ALL, _ALL)


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
    must, runs, groups, stay = lying(() if turn.closed else turn.table.melds, length, live)
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
    return case, turn.opened and (not jokers or are_free(turn))


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
    taken = sum(fate.stays is None for lot in lots for fate in lot.fates)
    from_two = rules.joker_reuse == "new_rack"
    if taken and from_two and not _may_be_new(turn.rack):
        return None
    used = sum(lot.wild for lot in lots)
    most = min(taken, sum(lot.wild for lot in lots if not from_two or (lot.row and _of(turn.rack, lot.row[1]) > 1)))
    from_rack = turn.forced.count(JOKER) - sum(meld.tiles.count(JOKER) for meld in opening)
    short = used - from_rack - (turn.rack.count(JOKER) - turn.forced.count(JOKER))
    if short > most:
        return None
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
    least = most if rules.joker_reuse == "any" else max(0, short)
    laid = lying([*melds, *retaken], rules.max_number + 1, _EVERY)
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
        wild_must=from_rack,
        taken=taken,
        rack_tiles=2 * from_two,
    )
    costs = [-turn.weights.get(tile, 0) for tile in forced.elements()]
    case = Case(problem, rows, least=sum(max(0, cost) for cost in costs), forced=forced_turn.forced)
    strict = _with_taken(turn, case, used, least)
    if taken and (rows or retaken) and rules.joker_reuse != "any":
        return altered(strict, looser=_looser(_with_taken(turn, case, used, most), melds))
    return strict


def _may_be_new(rack: Iterable[Tile]) -> bool:
    """Whether two tiles of the rack can be in one meld (A10).

    Lemma (pairs): two tiles of a meld share their colour or their number. So where no two of the rack do, there is no
    new meld for a taken joker.
    """
    naturals = [tile for tile in rack if tile is not JOKER]
    return any(ROW[a] == ROW[b] or NUMBER[a] == NUMBER[b] for a, b in combinations(naturals, 2))


def _of(rack: Iterable[Tile], row: Iterable[Tile]) -> int:
    """How many natural tiles of a row may be from the rack."""
    return sum(tile is not JOKER for tile in (Counter(row) & Counter(rack)).elements())


def _with_taken(turn: Turn, case: Case, used: int, taken: int) -> Case:
    """A case with the wild jokers of melds that are laid out, some of which are taken ones, and the others of the rack.

    Args:
        turn: The turn.
        case: The case, without these jokers; only those of the rack count as wild.
        used: How many there are.
        taken: How many of them are taken.
    """
    problem = case.problem
    settled = min(used - taken, problem.wild_must)
    more = used - taken - settled
    left = problem.taken - taken
    problem = altered(
        problem,
        wild_must=problem.wild_must - settled + left,
        wild_free=problem.wild_free - more,
        taken=0 if turn.rules.joker_reuse == "any" else left,
    )
    return altered(case, problem=problem)


def _looser(case: Case, melds: Iterable[Meld]) -> Case:
    """A case without what it judges too strictly.

    Lemma (looser): the melds that taken jokers go to are new for the melds of the table alone at the least, whatever
    opening they come from (A6). Whether they are is found out for each number and each colour apart; so nothing is
    asked of those with a meld that is laid out already, to which as many as possible of them go.
    """
    laid = lying(melds, case.problem.top + 1, _EVERY)
    for group, row in case.fixed:
        tile = next(tile for tile in row if tile is not JOKER)
        if group:
            laid.groups[NUMBER[tile]] = ()
        else:
            laid.runs[ROW[tile]] = []
    return altered(case, problem=altered(case.problem, old_runs=_four(laid.runs), old_groups=tuple(laid.groups)))


def _held(rules: Rules, fates: Iterable[Fate], sort: type[Run] | type[Group] | None) -> Counts:
    tiles = [fate.stays for fate in fates if fate.stays is not None and fate.sort is sort]
    return counts(rules, tiles) if tiles else NOTHING


def _less(there: Counts, gone: Counts) -> Counts:
    return tuple(tuple(a - b for a, b in zip(row, less, strict=True)) for row, less in zip(there, gone, strict=True))


def loosened(case: Case) -> Case:
    """A case with its taken jokers allowed to go anywhere, and its wild ones to be left to the end."""
    problem = case.problem
    return altered(case, problem=altered(problem, taken=0, rack_tiles=0, idle=problem.wild > 0))
