"""The cases of a request: what may become of the jokers of the table (A8-A14), each as a problem."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import NamedTuple

from attrs import frozen

from rami.pieces import without
from rami.rummikub.jokers import JokerOutcome
from rami.rummikub.melds import Group, Meld, Run
from rami.rummikub.rules import Rules
from rami.rummikub.solver.jokers import TableOutcome, jokers_are_free
from rami.rummikub.solver.openings import Opening
from rami.rummikub.solver.reconstruct import LaidRow
from rami.rummikub.solver.request import NOTHING, Counts, OldRun, Problem, Request
from rami.rummikub.tiles import COLORS, JOKER, NUMBER, ROW, Tile
from rami.shapes import altered


@frozen(eq=False)
class Case:
    """One outcome for the jokers of the table, as a problem.

    Attributes:
        problem: The problem.
        fixed: Melds that are laid out already.
        least: The loss of what the case demands.
        forced: The tiles of the rack that must be laid.
        looser: A case that has every legal table of this one, where this may refuse some; else None.
    """

    problem: Problem
    fixed: tuple[LaidRow, ...] = ()
    least: int = 0
    forced: tuple[Tile, ...] = ()
    looser: "Case | None" = None

    def loosened(self) -> "Case":
        """Return the case in which taken jokers may go anywhere and wild ones may be idle."""
        problem = self.problem
        return altered(self, problem=altered(problem, taken=0, rack_tiles=0, idle=problem.wild > 0))


# ------------------------------------------------------------------------------------------------ without table jokers


class OldMelds(NamedTuple):
    """Melds of the table, as a problem has them.

    Attributes:
        tiles: How many of each natural tile there are, by colour and number.
        runs: The runs of each colour.
        groups: The natural colours of the groups of each number, as masks.
    """

    tiles: list[list[int]]
    runs: list[list[OldRun]]
    groups: list[tuple[int, ...]]

    @property
    def run_rows(self) -> tuple[tuple[OldRun, ...], ...]:
        """The runs of each colour, as tuples."""
        return tuple(map(tuple, self.runs))


def old_melds(melds: Iterable[Meld], top: int) -> OldMelds:
    """Return some melds as a problem has them, numbers up to the highest."""
    length = top + 1
    found = OldMelds([[0] * length for _ in range(4)], [[], [], [], []], [()] * length)
    for meld in melds:
        place = next(i for i, tile in enumerate(meld.tiles) if tile is not JOKER)
        tile = meld.tiles[place]
        if isinstance(meld, Group):
            _add_group(found, meld, NUMBER[tile])
        else:
            _add_run(found, meld, ROW[tile], NUMBER[tile] - place)
    for number, colors in enumerate(found.groups):
        if len(colors) > 1:
            found.groups[number] = tuple(sorted(colors))
    return found


def _add_group(found: OldMelds, meld: Meld, number: int) -> None:
    mask = 0
    for tile in meld.tiles:
        if tile is not JOKER:
            mask |= 1 << ROW[tile]
            found.tiles[ROW[tile]][number] += 1
    found.groups[number] = (*found.groups[number], mask)


def _add_run(found: OldMelds, meld: Meld, color: int, start: int) -> None:
    numbers = tuple([start + i for i, tile in enumerate(meld.tiles) if tile is not JOKER])
    row = found.tiles[color]
    for number in numbers:
        row[number if number < len(row) else 1] += 1
    found.runs[color].append(OldRun(numbers, 1 << len(found.runs[color])))


def tile_counts(rules: Rules, tiles: Iterable[Tile]) -> Counts:
    """Return how many of each numbered tile there are."""
    rows = [[0] * (rules.max_number + 1) for _ in COLORS]
    for tile in tiles:
        if tile != JOKER:
            rows[ROW[tile]][NUMBER[tile]] += 1
    return tuple(map(tuple, rows))


def base_case(request: Request, *, table_jokers: int | None = None) -> Case:
    """Return the case without the jokers of the table: every natural tile there must be used.

    Args:
        request: The request.
        table_jokers: The jokers of the table that may go anywhere, all wild jokers being idle then; None for none.
    """
    rules, weigh, forced = request.rules, request.weights.get, request.forced
    old = old_melds(() if request.table_closed else request.table.melds, rules.max_number)
    required = old.tiles
    for tile in forced:
        if tile is not JOKER:
            required[ROW[tile]][NUMBER[tile]] += 1
    free = _free_tiles(request, required)
    wild_required = forced.count(JOKER) + (table_jokers or 0)
    problem = Problem(
        top=rules.max_number,
        group_size=len(rules.colors),
        required=_counts(required),
        available=_counts(free.available),
        required_from_rack=tile_counts(rules, forced) if forced else NOTHING,
        weights=_counts(free.weights),
        cost_of_laying=free.cost,
        infinite=1 << max(58, (free.total + request.unit * request.unit).bit_length() + 3),
        keen=not free.cost,
        wild_required=wild_required,
        wild_free=free.jokers,
        joker_weight=weigh(JOKER, 0) if free.jokers else 0,
        most_jokers=rules.max_jokers_per_set,
        adjacent=rules.adjacent_jokers,
        one_follows=rules.one_follows_ten,
        old_runs=old.run_rows,
        old_groups=tuple(old.groups),
        unit=request.unit,
        idle=table_jokers is not None and wild_required + free.jokers > 0,
        budget=request.budget,
    )
    return Case(problem, least=cost_of(request, forced), forced=forced)


class _FreeTiles(NamedTuple):
    """The tiles of a rack that may be laid or not.

    Attributes:
        available: How many of each tile there are, those that must be laid among them.
        weights: What each is worth.
        jokers: The jokers.
        cost: The cost of laying all tiles of negative weight.
        total: The sum of all weights, without their signs.
    """

    available: list[list[int]]
    weights: list[list[int]]
    jokers: int
    cost: int
    total: int


def _free_tiles(request: Request, required: list[list[int]]) -> _FreeTiles:
    rack = without(request.rack, request.forced) if request.forced else request.rack
    available = [list(row) for row in required]
    weights = [[0] * len(row) for row in required]
    jokers = cost = total = 0
    for tile in rack:
        weight = request.weights.get(tile, 0)
        total += abs(weight)
        if tile is JOKER:
            jokers += 1
        else:
            available[ROW[tile]][NUMBER[tile]] += 1
            weights[ROW[tile]][NUMBER[tile]] = weight
            cost += max(0, -weight)
    return _FreeTiles(available, weights, jokers, cost, total)


def _counts(rows: Sequence[Sequence[int]]) -> Counts:
    return tuple(map(tuple, rows))


def cost_of(request: Request, tiles: Iterable[Tile]) -> int:
    """Return the cost of laying some tiles."""
    weigh = request.weights.get
    return sum([max(0, -weigh(tile, 0)) for tile in tiles])


def relaxation(request: Request) -> tuple[Case, bool]:
    """Return the case in which every joker of the table may go anywhere, and whether all its arrangements are legal.

    Lemma (relaxation): a legal table is an arrangement of this problem. So no legal play loses less than its best
    arrangement; and if that is legal, no play is better.
    """
    jokers = 0 if request.table_closed else request.table.tiles.count(JOKER)
    return base_case(request, table_jokers=jokers), request.opened and (not jokers or jokers_are_free(request))


# ---------------------------------------------------------------------------------------------------- an outcome's case


class _JokerCounts(NamedTuple):
    """How many jokers there are for an outcome.

    Attributes:
        from_rack: The jokers of the rack that must be laid, those of the opening apart.
        in_rows: The jokers without a fixed identity in melds that are laid out.
        fewest_taken: The fewest of these that must be taken ones.
        most_taken: The most of these that may be taken ones.
    """

    from_rack: int
    in_rows: int
    fewest_taken: int
    most_taken: int


def _joker_counts(request: Request, outcome: TableOutcome, opening: Opening) -> _JokerCounts | None:
    """Count the jokers for an outcome; None if there are not enough, or no place for those taken."""
    taken, from_two = outcome.taken, request.rules.joker_reuse == "new_rack"
    forced = request.forced.count(JOKER)
    from_rack = forced - sum([meld.tiles.count(JOKER) for meld in opening])
    in_rows = sum([meld.wild for meld in outcome.melds])
    short = in_rows - from_rack - (request.rack.count(JOKER) - forced)
    if short > taken or (taken and from_two and not _may_be_new(request.rack)):
        return None
    room = [meld.wild for meld in outcome.melds if not from_two or _may_be_from_rack(request.rack, meld.row)]
    most = min(taken, sum(room))
    if short > most:
        return None
    return _JokerCounts(from_rack, in_rows, most if request.rules.joker_reuse == "any" else max(0, short), most)


def _may_be_new(rack: Iterable[Tile]) -> bool:
    """Return whether two tiles of the rack can be in one meld (A10).

    Lemma (pairs): two tiles of a meld share their colour or their number. So where no two of the rack do, there is no
    new meld for a taken joker.
    """
    naturals = [tile for tile in rack if tile is not JOKER]
    return any(ROW[a] == ROW[b] or NUMBER[a] == NUMBER[b] for a, b in combinations(naturals, 2))


def _may_be_from_rack(rack: Iterable[Tile], row: LaidRow | None) -> bool:
    """Return whether two natural tiles of a row may be from the rack (A10)."""
    shared = Counter(row.tiles if row else ()) & Counter(rack)
    return sum(tile is not JOKER for tile in shared.elements()) > 1


def build_case(request: Request, outcome: TableOutcome, opening: Opening = ()) -> Case | None:
    """Return the case of an outcome; None if the tiles for it are not there."""
    jokers = _joker_counts(request, outcome, opening)
    if jokers is None:
        return None
    rows = tuple(meld.row for meld in outcome.melds if meld.row)
    in_rows = Counter(tile for row in rows for tile in row.tiles if tile != JOKER)
    brought = in_rows - Counter(request.table.tiles)
    forced = Counter(request.forced) | outcome.demanded | brought
    if forced - Counter(request.rack):
        return None
    request = request.restricted(request.rack, sorted(forced.elements()))
    melds, retaken = _loose_melds(request, outcome, opening)
    problem = _problem(request, outcome, in_rows, brought)
    if rows or retaken:
        old = old_melds([*melds, *retaken], request.rules.max_number)
        problem = altered(problem, old_runs=old.run_rows, old_groups=tuple(old.groups))
    problem = altered(problem, wild_required=jokers.from_rack, taken=outcome.taken)
    case = Case(problem, rows, least=cost_of(request, request.forced), forced=request.forced)
    strict = _with_rows(request.rules, case, jokers.in_rows, jokers.fewest_taken)
    if outcome.taken and (rows or retaken) and request.rules.joker_reuse != "any":
        loose = _with_rows(request.rules, case, jokers.in_rows, jokers.most_taken)
        return altered(strict, looser=_looser(loose, melds))
    return altered(strict, looser=strict) if _may_slide(request.rules, outcome) else strict


def _may_slide(rules: Rules, outcome: TableOutcome) -> bool:
    """Return whether staying jokers side by side may slide apart (A9): then the case lets all lie side by side."""
    if rules.joker_positional or rules.adjacent_jokers:
        return False
    return sum([joker.stays is not None for meld in outcome.melds if not meld.row for joker in meld.jokers]) > 1


def _loose_melds(request: Request, outcome: TableOutcome, opening: Opening) -> tuple[list[Meld], list[Meld]]:
    """Return the melds of the table that are not laid out, and those of the opening of which a joker is taken.

    For a joker that was laid in it, a meld of the opening is an old one (A6). Here it is one for every joker.
    """
    jokered = [meld for meld in request.table if JOKER in meld.tiles]
    melds = list(request.table)
    for meld, each in zip(jokered, outcome.melds, strict=False):
        if each.row:
            melds.remove(meld)
    of_opening = zip([meld for meld in opening if JOKER in meld.tiles], outcome.melds[len(jokered) :], strict=True)
    return melds, [meld for meld, each in of_opening if each.taken]


def _problem(request: Request, outcome: TableOutcome, in_rows: Counter[Tile], brought: Counter[Tile]) -> Problem:
    """Return the problem of an outcome without the tiles of melds that are laid out, jokers and old melds apart."""
    rules = request.rules
    problem = base_case(request).problem
    if in_rows:
        gone, brought_counts = tile_counts(rules, in_rows.elements()), tile_counts(rules, brought.elements())
        problem = altered(
            problem,
            required=_less(problem.required, gone),
            available=_less(problem.available, gone),
            required_from_rack=_less(problem.required_from_rack, brought_counts)
            if brought
            else problem.required_from_rack,
        )
    jokers = [joker for meld in outcome.melds if not meld.row for joker in meld.jokers]
    return altered(
        problem,
        held_in_runs=_held(rules, jokers, Run),
        held_in_groups=_held(rules, jokers, Group),
        held=_held(rules, jokers, None),
        adjacent=rules.adjacent_jokers or _may_slide(rules, outcome),
        rack_tiles=2 if rules.joker_reuse == "new_rack" else 0,
    )


def _with_rows(rules: Rules, case: Case, in_rows: int, taken: int) -> Case:
    """Return a case with the jokers in melds that are laid out settled: some are taken ones, the others of the rack."""
    problem = case.problem
    settled = min(in_rows - taken, problem.wild_required)
    left = problem.taken - taken
    problem = altered(
        problem,
        wild_required=problem.wild_required - settled + left,
        wild_free=problem.wild_free - (in_rows - taken - settled),
        taken=0 if rules.joker_reuse == "any" else left,
    )
    return altered(case, problem=problem)


def _looser(case: Case, melds: Iterable[Meld]) -> Case:
    """Relax the constraints that may reject a legal table.

    Lemma (looser): the melds that taken jokers go to are new at least for the melds of the table alone, whatever
    opening they come from (A6). Whether they are new is judged for each number and each colour apart; so nothing is
    asked of those with a meld that is laid out already, to which as many taken jokers as possible go.
    """
    old = old_melds(melds, case.problem.top)
    for row in case.fixed:
        tile = next(tile for tile in row.tiles if tile is not JOKER)
        if row.is_group:
            old.groups[NUMBER[tile]] = ()
        else:
            old.runs[ROW[tile]] = []
    return altered(case, problem=altered(case.problem, old_runs=old.run_rows, old_groups=tuple(old.groups)))


def _held(rules: Rules, jokers: Iterable[JokerOutcome], sort: type[Run] | type[Group] | None) -> Counts:
    tiles = [joker.stays for joker in jokers if joker.stays is not None and joker.sort is sort]
    return tile_counts(rules, tiles) if tiles else NOTHING


def _less(there: Counts, gone: Counts) -> Counts:
    return tuple(tuple(a - b for a, b in zip(row, less, strict=True)) for row, less in zip(there, gone, strict=True))
