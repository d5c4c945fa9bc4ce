"""The best table of a turn: the relaxation first, then the cases, as far as they can still win."""

from collections.abc import Iterator
from typing import Final

from attrs import evolve, frozen

from rami.rummikub.melds import Table
from rami.rummikub.rules import Rules
from rami.rummikub.solver.cases import Case, all_of, cases, loosened, relaxed
from rami.rummikub.solver.cells import Graph
from rami.rummikub.solver.laying import rows_of
from rami.rummikub.solver.openings import openings
from rami.rummikub.solver.search import Node, best_path
from rami.rummikub.solver.turns import Turn, table_of
from rami.rummikub.tiles import JOKER, Tile

INFINITE: Final = 1 << 4000
"""More than any tiles can be worth."""


@frozen(eq=False)
class Found:
    """What a search has found.

    Attributes:
        loss: What is lost by it, the old melds disturbed included: a bound, where `table` is not legal.
        table: The table; None if what was found is none.
    """

    loss: int
    table: Table | None


def best_table(turn: Turn, *, enough: bool = False) -> Table | None:
    """The best legal table of a turn.

    Args:
        turn: The turn, with the weights of its tiles.
        enough: Whether any legal table will do.

    Returns:
        The table; None if no tile can be laid, or not those that must be.
    """
    if not turn.rules.max_jokers_per_set:
        if JOKER in turn.forced:
            return None
        turn = turn.just([tile for tile in turn.rack if tile != JOKER], turn.forced)
    if turn.forced or all(weight > 0 for weight in turn.weights.values()):
        limit = INFINITE if turn.forced else turn.loss(())  # at least one tile is laid
        found = _best(turn, limit, enough=enough)
        return found.table if found else None
    best: Found | None = None
    for tile in sorted(set(turn.rack)):
        best = _best(turn.just(turn.rack, (tile,)), best.loss if best else INFINITE, enough=enough) or best
    return best.table if best else None


def everything(rules: Rules, tiles: tuple[Tile, ...]) -> Table | None:
    """All of some tiles as melds; None if that cannot be."""
    case = all_of(rules, tiles)
    found = solve(case, INFINITE)
    return found.table if found else None


CROWDED: Final = 30
"""With wild jokers and so many tiles that must lie, it is tried at once to lay everything."""


def solve(case: Case, limit: int) -> Found | None:
    """The best arrangement of a case, of those that lose less than a limit.

    Where it is not out of the question to lay everything, that is tried first: most states are not there then.
    """
    problem, limit = case.problem, limit - case.least
    graph: Graph | None = None
    end: Node | None = None
    if problem.wild and problem.all_worth_laying and sum(map(sum, problem.must)) >= CROWDED:
        graph = Graph(problem.with_all_laid())
        end = best_path(graph, min(limit, problem.unit))
    if end is None:
        graph = Graph(problem)
        end = best_path(graph, limit)
    if end is None or graph is None:
        return None
    rows = rows_of(graph, end)
    return Found(end[0] + case.least, None if rows is None else table_of([*case.fixed, *rows], case.stay))


def _best(turn: Turn, limit: int, *, enough: bool) -> Found | None:
    """The best legal table of those that lose less than a limit."""
    if turn.closed:
        return _opening(turn, limit)
    case, certain = relaxed(turn)
    hope = solve(case, limit)
    if hope is None or (certain and hope.table is not None) or _is_answer(turn, hope):
        return hope
    best: Found | None = None
    for case in _every_case(turn):
        found = best_of(turn, case, limit)
        if found is not None:
            best, limit = found, found.loss
            if enough or found.loss // turn.unit <= hope.loss // turn.unit:
                break
    return best


def _every_case(turn: Turn) -> Iterator[Case]:
    """The cases of a turn, with every opening where one is due."""
    if turn.opened:
        yield from cases(turn)
        return
    for opening in openings(turn.rules, turn.rack):
        forced = turn.together(opening)
        if forced is not None:
            yield from cases(forced, opening)


def _is_answer(turn: Turn, found: Found) -> bool:
    """Whether a bound is reached by a legal table."""
    if found.table is None:
        return False
    return turn.loss(turn.laid(found.table)) <= found.loss and turn.allows(found.table)


def best_of(turn: Turn, case: Case, limit: int) -> Found | None:
    """The best legal table of a case, of those that lose less than a limit."""
    hope = solve(loosened(case), limit)
    if hope is None or _is_answer(turn, hope):
        return hope
    found = solve(case, limit)
    sure = turn.opened and not (case.fixed and case.problem.taken)  # a fixed meld may hold other old ones, too
    if found is None or sure or _is_answer(turn, found):
        return found
    return None


def _opening(turn: Turn, limit: int) -> Found | None:
    """The best opening from the rack alone (000.8, A5, A6)."""
    rules = turn.rules
    if rules.joker_in_opening == "forbidden":
        if JOKER in turn.forced:
            return None
        turn = turn.just([tile for tile in turn.rack if not tile.is_joker], turn.forced)
    case = next(cases(turn))
    for problem in (
        evolve(case.problem, idle=case.problem.wild > 0),
        evolve(case.problem, points=rules.opening_points, joker_points=rules.joker_in_opening == "value"),
    ):
        found = solve(evolve(case, problem=problem), limit)
        if found is None:
            return None
        if found.table is None:
            continue
        whole = evolve(found, table=Table([*turn.table, *found.table]))
        if problem.points or _is_answer(turn, whole):
            return whole
    return None
