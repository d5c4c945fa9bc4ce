"""The best table of a request: the relaxation first, then the cases, as long as they can still win."""

from collections.abc import Iterable, Iterator
from operator import attrgetter
from typing import Final, NamedTuple

from attrs import frozen

from rami.pieces import without
from rami.rummikub.melds import Table
from rami.rummikub.solver.astar import FINE, MOST_TRIED, best_path, is_complete, lost_by
from rami.rummikub.solver.bounds import Graph
from rami.rummikub.solver.cases import Case, base_case, build_case, cost_of, relaxation
from rami.rummikub.solver.groups import in_three_colors
from rami.rummikub.solver.jokers import TableOutcome, jokers_are_free, outcomes_with, table_outcomes
from rami.rummikub.solver.openings import Opening, openings
from rami.rummikub.solver.reconstruct import rows_of, table_of, with_idle
from rami.rummikub.solver.request import Problem, Request
from rami.rummikub.solver.tie_break import best_of_all_arrangements
from rami.rummikub.tiles import JOKER, Tile
from rami.shapes import altered

INFINITE: Final = 1 << 4000
"""More than any tiles can be worth."""


@frozen(eq=False)
class Found:
    """The answer of a search.

    Attributes:
        loss: The loss, the disturbed old melds included; a bound of it, where `table` is None.
        table: The table; None if the arrangement is no legal table.
    """

    loss: int
    table: Table | None


def best_table(request: Request, *, enough: bool = False) -> Table | None:
    """Return the best legal table; None if no tile can be laid, or not those that must be.

    Args:
        request: The request, with the weights of its tiles.
        enough: Whether any legal table will do.
    """
    limit = INFINITE if request.forced else request.loss(())  # a play without forced tiles has to gain something
    best = _best_by_jokers(request, limit, enough=enough)
    if best is None and not request.forced and any(weight < 0 for weight in request.weights.values()):
        limit = INFINITE
        for tile in sorted(set(request.rack)):  # every play loses: of these, the one that loses least
            found = _best_by_jokers(request.restricted(request.rack, (tile,)), limit, enough=enough)
            if found is not None:
                best, limit = found, found.loss
    return best.table if best else None


def _best_by_jokers(request: Request, limit: int, *, enough: bool) -> Found | None:
    """Return the best legal table that loses less than a limit.

    Where laying a joker costs something, each number of jokers is tried apart, all of them forced: a search leaves over
    only jokers that are worth laying.
    """
    free = request.rack.count(JOKER) - request.forced.count(JOKER)
    if not free or request.weights.get(JOKER, 0) >= 0:
        return _best(request, limit, enough=enough)
    best: Found | None = None
    for laid in range(free + 1):
        rack = without(request.rack, [JOKER] * (free - laid))
        found = _best(request.restricted(rack, (*request.forced, *[JOKER] * laid)), limit, enough=enough)
        if found is not None:
            best, limit = found, found.loss
    return best


# ----------------------------------------------------------------------------------------------------------- one case

CROWDED: Final = 30
"""With wild jokers and so many required tiles, it is tried first to lay everything."""
DENSE: Final = 70
"""With so many tiles in all, it is tried before that to lay everything without the jokers."""


def solve(case: Case, limit: int) -> Found | None:
    """Return the best arrangement of a case; None if none loses less than a limit.

    Where many tiles are required and each tile of the rack fits without a joker, likely everything can be laid. That is
    tried first: it has far fewer states.
    """
    limit -= case.least
    if limit <= 0:
        return None
    problem = case.problem
    crowded = problem.wild and not problem.taken and problem.keen and problem.available != problem.required
    if crowded and sum(map(sum, problem.required)) >= CROWDED and _all_fit(problem):
        found = _with_everything(case, limit)
        if found is not None:
            return found
    return _solved(case, case.problem, limit)


def _all_fit(problem: Problem) -> bool:
    """Return whether each free tile can be in a meld without a joker: over three numbers, or in three colours."""
    here: list[int] = []
    free: list[int] = []
    for available, required in zip(problem.available, problem.required, strict=True):
        here.append(sum([1 << number for number, count in enumerate(available) if count]))
        free.append(sum([1 << number for number, count in enumerate(available) if count > required[number]]))
    groups = in_three_colors(here)
    for mine, numbers in zip(free, here, strict=True):
        runs = numbers & numbers >> 1 & numbers >> 2  # where a run of three may begin
        if mine & ~(groups | runs | runs << 1 | runs << 2):
            return False
    return True


def _solved(case: Case, problem: Problem, limit: int) -> Found | None:
    """Return the best arrangement of a problem of a case."""
    graph = Graph(problem)
    end = best_path(graph, limit, patience=FINE if problem.marks_old_runs else 0)
    if end is None:
        return None
    if not is_complete(graph, end):
        return _solved(case, altered(problem, estimated=True), limit)
    rows = rows_of(graph, end)
    return Found(lost_by(end) + case.least, None if rows is None else table_of(rows))


def _with_everything(case: Case, limit: int) -> Found | None:
    """Return the best arrangement of a case that lays everything; None if none was found.

    On a dense table the jokers are left out at first and added at the end: without them there are fewer states still.
    """
    problem, limit = case.problem.laying_everything(), min(limit, case.problem.unit)
    if problem.idle and sum(map(sum, problem.available)) >= DENSE:
        graph = Graph(problem.without_jokers())
        end = best_path(graph, limit, patience=MOST_TRIED)
        rows = end and is_complete(graph, end) and with_idle(problem, rows_of(graph, end) or [], problem.wild)
        if end and rows:
            return Found(lost_by(end) + case.least, table_of(rows))
    return _solved(case, problem, limit)


# ---------------------------------------------------------------------------------------------------------- all cases

MOST_RELAXED: Final = 2
"""Where more jokers are wild in the relaxation, it takes longer than the cases do, in which few of them are taken."""

MOST_OUTCOMES: Final = 4
"""With so many outcomes, to look for any table in each is quicker than in the relaxation first."""


def _best(request: Request, limit: int, *, enough: bool) -> Found | None:
    """Return the best legal table of those that lose less than a limit."""
    points_due = not request.opened and request.rules.opening_points
    if request.table_closed or (enough and points_due):  # an opening can lie beside the table
        return _best_opening(request, limit)
    case, certain = relaxation(request)
    if certain or case.problem.wild <= MOST_RELAXED:
        hope = solve(_counted(request, case), limit)
        if hope is None or (certain and hope.table is not None) or _is_answer(request, hope):
            return hope
        return best_of_outcomes(request, table_outcomes(request), limit, hope.loss, enough=enough)
    if request.rules.joker_sets != "free" or not request.opened:
        return best_of_outcomes(request, table_outcomes(request), limit, 0, enough=enough)
    return _best_of_many(request, case, limit, enough=enough)


def _best_of_many(request: Request, case: Case, limit: int, *, enough: bool) -> Found | None:
    """Return the best legal table where many jokers may be taken freely; tables that take one at most come first."""
    outcomes = list(table_outcomes(request))
    best = best_of_outcomes(request, [each for each in outcomes if each.taken <= 1], limit, 0, enough=enough)
    if best is not None:
        limit = _limit_to_gain_tiles(request, best, limit)
        if enough or not limit:
            return best
    hope = solve(_counted(request, case), limit)
    if hope is None or _is_answer(request, hope):
        return hope or best
    others = [each for each in outcomes if each.taken > 1]
    return best_of_outcomes(request, others, limit, hope.loss, enough=enough) or best


def _counted(request: Request, case: Case) -> Case:
    """Return a case without taken jokers, in which old melds count only if they do in the request."""
    return case if request.tidy else altered(case, problem=case.problem.without_old_melds())


def any_table(request: Request, limit: int) -> Table | None:
    """Return any legal table that loses less than a limit, old melds apart; no tile may have a negative weight.

    With few outcomes for the jokers, these are searched at once: most of their arrangements are legal, while those of
    the relaxation seldom are.
    """
    outcomes: list[TableOutcome] = []
    if request.opened and JOKER in request.table.tiles and not jokers_are_free(request):
        outcomes = list(table_outcomes(request))
    if 0 < len(outcomes) <= MOST_OUTCOMES:
        found = best_of_outcomes(request, outcomes, limit)
    else:
        found = _best(request, limit, enough=request.opened)
    return found.table if found else None


def _limit_to_gain_tiles(request: Request, best: Found | None, limit: int) -> int:
    """Return the limit below which the laid tiles are worth more, whatever old melds are disturbed."""
    return best.loss // request.unit * request.unit if best else limit


def best_of_outcomes(
    request: Request,
    outcomes: Iterable[TableOutcome],
    limit: int = INFINITE,
    hope: int = INFINITE,
    *,
    enough: bool = True,
) -> Found | None:
    """Return the best legal table of some outcomes.

    Args:
        request: The request.
        outcomes: The outcomes.
        limit: The loss to stay below.
        hope: A lower bound of the loss.
        enough: Whether any legal table will do.
    """
    best: Found | None = None
    waiting: list[_Waiting] = []
    for outcome in outcomes:
        found = best_of_outcome(request, outcome, limit)
        if found is None:
            continue
        if found.table is None:
            waiting.append(_Waiting(found.loss, outcome))
            continue
        best, limit = found, found.loss
        if enough or found.loss // request.unit <= hope // request.unit:
            return best
    return best if request.opened else _best_with_openings(request, waiting, best, limit)


def best_of_outcome(request: Request, outcome: TableOutcome, limit: int, opening: Opening = ()) -> Found | None:
    """Return the best table of an outcome that loses less than a limit; without its table if that is not legal."""
    case = build_case(request, outcome, opening)
    if case is None:
        return None
    found = solve(_counted(request, case.loosened()), limit)
    if found is None or _is_answer(request, found):
        return found
    if case.looser:
        return _best_if_too_strict(request, case.looser, solve(case, limit), limit)
    if case.problem.wild:
        found = solve(case, limit)
        if found is None or (found.table is not None and request.opened and request.allows(found.table)):
            return found
        if not request.opened and _is_answer(request, found):
            return found
    return altered(found, table=None)


def _is_answer(request: Request, found: Found) -> bool:
    """Return whether a bound is reached by a legal table."""
    if found.table is None:
        return False
    return request.loss(request.laid(found.table)) <= found.loss and request.allows(found.table)


def _best_if_too_strict(request: Request, looser: Case, strictly: Found | None, limit: int) -> Found | None:
    """Return the best table of a case that is stricter than the rules (`tie_break`); the looser case has all."""
    best = strictly if strictly is not None and _is_answer(request, strictly) else None
    limit = _limit_to_gain_tiles(request, best, limit)
    least = solve(looser, limit)
    if least is None or _is_answer(request, least):
        return least or best
    table = best_of_all_arrangements(request, limit)
    if table is not None:
        return Found(request.loss(request.laid(table)), table)
    return best or altered(least, table=None)


# ----------------------------------------------------------------------------------------------------------- openings


class _Waiting(NamedTuple):
    """An outcome whose best table has no opening, and the loss of that."""

    loss: int
    outcome: TableOutcome


class _Hope(NamedTuple):
    """An opening, the request in which it is forced, and a lower bound of the loss."""

    loss: int
    request: Request
    opening: Opening


def _best_with_openings(request: Request, waiting: list[_Waiting], best: Found | None, limit: int) -> Found | None:
    """Return the best table with an opening that may use the table, of those that lose less than a limit.

    Lemma (as if opened): whatever a turn with an opening lays, in some case, could be laid in that case without one,
    the jokers that it takes from the rack going anywhere. So an opening need not be tried with a case that, by itself,
    is no better than the incumbent; nor with any case, where the relaxation with that opening is not.

    Args:
        request: The request.
        waiting: The outcomes whose best table has no opening.
        best: The incumbent, if any.
        limit: The loss to stay below.
    """
    waiting = sorted((each for each in waiting if each.loss < limit), key=attrgetter("loss"))
    if not waiting:
        return best
    every = list(openings(request.rules, request.rack, request.budget))
    for found in _beside_openings(request, every, waiting[0], limit):
        best, limit = found, _limit_after(request, found)
    hopes: list[_Hope] = []
    relaxations: dict[tuple[Tile, ...], Found | None] = {}
    for opening in every:
        if waiting[0].loss >= limit:
            break
        forced = request.forcing(opening)
        if forced is not None and forced.forced not in relaxations:
            relaxations[forced.forced] = solve(relaxation(forced)[0], limit)
        hope = None if forced is None else relaxations[forced.forced]
        if forced is None or hope is None or hope.loss >= limit:
            continue
        if _is_answer(request, hope):
            best, limit = hope, _limit_after(request, hope)
        else:
            hopes.append(_Hope(hope.loss, forced, opening))
    for found in _in_their_cases(request, waiting, hopes, limit):
        best = found
    return best


def _limit_after(request: Request, best: Found) -> int:
    """Return the limit below which a table is better: by its tiles alone where jokers make an estimate of the rest."""
    jokers = JOKER in request.rack or JOKER in request.table.tiles
    return _limit_to_gain_tiles(request, best, best.loss) if jokers else best.loss


def _beside_openings(request: Request, every: list[Opening], hopeful: _Waiting, limit: int) -> Iterator[Found]:
    """Yield ever better tables of an outcome with an opening as it is laid, until none can be better.

    Openings of many tiles come first: they leave those tiles of the rack that go with the table.
    """
    for opening in reversed(every):
        tiles = [tile for meld in opening for tile in meld.tiles]
        rest = request.restricted(without(request.rack, tiles), without(request.forced, tiles))
        case = build_case(rest, hopeful.outcome)
        found = solve(case.loosened(), limit) if case else None
        if found is None or found.table is None:
            continue
        whole = Found(found.loss + cost_of(request, tiles), Table([*found.table, *opening]))
        if whole.loss < limit and _is_answer(request, whole):
            yield whole
            limit = _limit_after(request, whole)
            if hopeful.loss >= limit:
                return


def _in_their_cases(request: Request, waiting: list[_Waiting], hopes: list[_Hope], limit: int) -> Iterator[Found]:
    """Yield ever better tables with an opening whose tiles may lie anywhere, the most hopeful openings first."""
    for least, forced, opening in sorted(hopes, key=attrgetter("loss")):
        for outcome in [outcome for loss, outcome in waiting if max(least, loss) < limit]:
            for each in outcomes_with(forced, outcome, opening):
                found = best_of_outcome(forced, each, limit, opening)
                if found is not None and found.table is not None:
                    yield found
                    limit = _limit_after(request, found)


def _best_opening(request: Request, limit: int) -> Found | None:
    """Return the best opening from the rack alone, beside the table (000.8, A5, A6)."""
    rules, request = request.rules, request.beside_the_table()
    case = base_case(request)
    hope = solve(altered(case, problem=altered(case.problem, idle=case.problem.wild > 0)), limit)
    if hope is None:
        return None
    whole = _beside(request, hope)
    if _is_answer(request, whole):
        return whole
    problem = altered(case.problem, points=rules.opening_points)
    found = solve(altered(case, problem=problem), limit)
    return found and _beside(request, found)


def _beside(request: Request, found: Found) -> Found:
    """Return an answer with the melds of the table beside it."""
    return altered(found, table=Table([*request.table, *found.table])) if found.table else found
