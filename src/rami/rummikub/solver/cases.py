"""The cases of a request: what may become of the jokers of the table (A9-A14), each as a problem."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from attrs import frozen

from rami.pieces import without
from rami.rummikub.jokers import JokerOutcome
from rami.rummikub.melds import Group, Meld, Run
from rami.rummikub.rules import Rules
from rami.rummikub.solver.jokers import TableOutcome, jokers_are_free
from rami.rummikub.solver.openings import Opening
from rami.rummikub.solver.request import NOTHING, Counts, OldRun, Problem, Request
from rami.rummikub.tiles import COLORS, JOKER, NUMBER, ROW, Tile
from rami.shapes import altered


@frozen(eq=False)
class Case:
    """One outcome for the jokers of the table, as a problem.

    Attributes:
        problem: The problem.
        least: The loss of what the case demands.
        forced: The tiles of the rack that must be laid.
        looser: A case that has every legal table of this one, where this may refuse some; else None.
    """

    problem: Problem
    least: int = 0
    forced: tuple[Tile, ...] = ()
    looser: "Case | None" = None

    def loosened(self) -> "Case":
        """Return the case in which taken jokers may go anywhere and wild ones may be idle."""
        problem = self.problem
        return altered(self, problem=altered(problem, taken=0, idle=problem.wild > 0))


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
        row[number] += 1
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
        group_size=len(COLORS),
        required=_counts(required),
        available=_counts(free.available),
        weights=_counts(free.weights),
        cost_of_laying=free.cost,
        infinite=1 << max(58, (free.total + request.unit * request.unit).bit_length() + 3),
        keen=not free.cost,
        wild_required=wild_required,
        wild_free=free.jokers,
        joker_weight=weigh(JOKER, 0) if free.jokers else 0,
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


def build_case(request: Request, outcome: TableOutcome, opening: Opening = ()) -> Case | None:
    """Return the case of an outcome; None if the tiles for it are not there."""
    rules = request.rules
    forced = Counter(request.forced) | outcome.demanded
    if forced - Counter(request.rack):
        return None
    from_rack = request.forced.count(JOKER) - sum([meld.tiles.count(JOKER) for meld in opening])
    request = request.restricted(request.rack, sorted(forced.elements()))
    jokers = [joker for meld in outcome.melds for joker in meld]
    problem = altered(
        base_case(request).problem,
        held_in_runs=_held(rules, jokers, Run),
        held_in_groups=_held(rules, jokers, Group),
        held=_held(rules, jokers, None),
        wild_required=from_rack + outcome.taken,
        taken=0 if rules.joker_reuse == "any" else outcome.taken,
    )
    case = Case(problem, least=cost_of(request, request.forced), forced=request.forced)
    retaken = _retaken(request, outcome, opening)
    if not retaken:
        return case
    old = old_melds([*request.table, *retaken], rules.max_number)
    strict = altered(case, problem=altered(problem, old_runs=old.run_rows, old_groups=tuple(old.groups)))
    return altered(strict, looser=case) if problem.taken else strict


def _retaken(request: Request, outcome: TableOutcome, opening: Opening) -> list[Meld]:
    """Return the melds of the opening of which a joker is taken: for that joker they are old ones (A6).

    Here they are old for every joker, so that the case may reject a legal table; the looser one does not.
    """
    jokered = [meld for meld in opening if JOKER in meld.tiles]
    of_opening = outcome.melds[len(request.table.joker_melds) :]
    return [
        meld for meld, jokers in zip(jokered, of_opening, strict=True) if any(joker.stays is None for joker in jokers)
    ]


def _held(rules: Rules, jokers: Iterable[JokerOutcome], sort: type[Run] | type[Group] | None) -> Counts:
    tiles = [joker.stays for joker in jokers if joker.stays is not None and joker.sort is sort]
    return tile_counts(rules, tiles) if tiles else NOTHING
