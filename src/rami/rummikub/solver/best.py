"""The best table of a turn: the relaxation first, then the cases, as far as they can still win."""

from collections.abc import Iterable
from operator import itemgetter
from typing import Final

from attrs import frozen

from rami.pieces import without
from rami.rummikub.melds import Table
from rami.rummikub.rules import Rules
from rami.rummikub.solver.astar import MOST_TRIED, Node, best_path, lost_by
from rami.rummikub.solver.bounds import Graph
from rami.rummikub.solver.joker_cases import (
    Case,
    Way,
    are_free,
    base_case,
    case_of,
    counts,
    loosened,
    parted,
    relaxed,
    ways,
    ways_with,
)
from rami.rummikub.solver.openings import Opening, openings
from rami.rummikub.solver.problem import Problem
from rami.rummikub.solver.reachable import all_fit
from rami.rummikub.solver.reconstruct import LaidRow, rows_of, with_idle
from rami.rummikub.solver.request import Turn, table_of
from rami.rummikub.solver.singly import best_singly
from rami.rummikub.tiles import JOKER, Tile
from rami.shapes import altered

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
    limit = INFINITE if turn.forced else turn.loss(())  # a play without forced tiles has to gain something
    best = _best_by_jokers(turn, limit, enough=enough)
    if best is None and not turn.forced and any(weight < 0 for weight in turn.weights.values()):
        limit = INFINITE
        for tile in sorted(set(turn.rack)):  # every play loses: of these, the one that loses least
            found = _best_by_jokers(turn.just(turn.rack, (tile,)), limit, enough=enough)
            if found is not None:
                best, limit = found, found.loss
    return best.table if best else None


def _best_by_jokers(turn: Turn, limit: int, *, enough: bool) -> Found | None:
    """Return the best legal table that loses less than a limit.

    Where laying a joker costs something, each number of jokers is tried apart, all of them forced: a search leaves over
    only jokers that are worth laying.
    """
    free = turn.rack.count(JOKER) - turn.forced.count(JOKER)
    if not free or turn.weights.get(JOKER, 0) >= 0:
        return _best(turn, limit, enough=enough)
    best: Found | None = None
    for laid in range(free + 1):
        rack = without(turn.rack, [JOKER] * (free - laid))
        found = _best(turn.just(rack, (*turn.forced, *[JOKER] * laid)), limit, enough=enough)
        if found is not None:
            best, limit = found, found.loss
    return best


def everything(rules: Rules, tiles: tuple[Tile, ...]) -> Table | None:
    """All of some tiles as melds; None if that cannot be."""
    there = counts(rules, tiles)
    problem = Problem(
        top=rules.max_number,
        size=len(rules.colors),
        must=there,
        tiles=there,
        wild_must=tiles.count(JOKER),
        most_jokers=rules.max_jokers_per_set,
        adjacent=rules.adjacent_jokers,
        one_follows=rules.one_follows_ten,
    )
    found = solve(Case(problem), INFINITE)
    return found.table if found else None


CROWDED: Final = 30
"""With wild jokers and so many tiles that must lie, it is tried at once to lay everything."""
DENSE: Final = 70
"""With so many tiles in all, it is tried before that to lay everything without the jokers."""


def solve(case: Case, limit: int) -> Found | None:
    """The best arrangement of a case, of those that lose less than a limit.

    Where many tiles lie there and each of the rack fits without a joker, it is likely that everything can be laid. That
    is tried first: most states are not there then. Where there are so many that no joker is needed for it, and jokers
    may be added at the end, they are left out at first: without them there are fewer states still.
    """
    problem, limit = case.problem, limit - case.least
    if limit <= 0:
        return None
    graph: Graph | None = None
    end: Node | None = None
    if (
        problem.wild
        and not problem.taken
        and problem.keen
        and sum(map(sum, problem.must)) >= CROWDED
        and all_fit(problem)
    ):
        problem = problem.with_all_laid()
        least = min(limit, problem.unit)
        if problem.idle and sum(map(sum, problem.tiles)) >= DENSE:
            graph = Graph(problem.without_jokers())
            end = best_path(graph, least, patience=MOST_TRIED)
            rows = end and with_idle(problem, rows_of(graph, end) or [], problem.wild)
            if end and rows:
                return _found(case, end, rows)
        graph = Graph(problem)
        end = best_path(graph, least)
    if end is None:
        graph = Graph(case.problem)
        end = best_path(graph, limit)
    return None if end is None or graph is None else _found(case, end, rows_of(graph, end))


def _found(case: Case, end: Node, rows: list[LaidRow] | None) -> Found:
    """What a path of a case has found."""
    return Found(lost_by(end) + case.least, None if rows is None else table_of([*case.fixed, *rows], case.stay))


def _best(turn: Turn, limit: int, *, enough: bool) -> Found | None:
    """The best legal table of those that lose less than a limit."""
    if turn.closed or (enough and not turn.opened and turn.rules.opening_points):  # it can lie beside the table
        return _opening(turn, limit)
    if not _are_few(turn):
        return _relaxed_first(turn, ways(turn), limit, enough=enough)
    staying, others = parted(ways(turn))
    best = best_of_ways(turn, staying, limit, 0, enough=enough)
    if not others or (best and enough):
        return best
    return _relaxed_first(turn, others, _to_lay_more(turn, best, limit), enough=enough) or best


def _to_lay_more(turn: Turn, best: Found | None, limit: int) -> int:
    """What is to be lost less than by tiles that are worth more, whatever old melds are disturbed."""
    return best.loss // turn.unit * turn.unit if best else limit


FEW: Final = 2
"""With so many jokers on the table, and none on the rack, the cases in which all of them stay are solved first."""


def _are_few(turn: Turn) -> bool:
    """Whether there are few jokers, all of them on the table, that may not go anywhere.

    Where they stay, there is no wild joker: such a case is solved sooner than the relaxation. Mostly there is no other;
    but where melds with a joker are frozen, there is one for each way to add to them.
    """
    if not turn.opened or JOKER in turn.rack or turn.rules.joker_sets == "frozen":
        return False
    return 0 < turn.table.tiles.count(JOKER) <= FEW and not are_free(turn)


MOST_RELAXED: Final = 2
"""Where more jokers are wild in the relaxation, it takes longer than the cases do, in which few of them are taken."""


def _relaxed_first(turn: Turn, every: Iterable[Way], limit: int, *, enough: bool) -> Found | None:
    """The best legal table of the relaxation, if that is soon found and legal, or else of some cases."""
    case, certain = relaxed(turn)
    if not certain and case.problem.wild > MOST_RELAXED:
        return best_of_ways(turn, every, limit, 0, enough=enough)
    hope = solve(case, limit)
    if hope is None or (certain and hope.table is not None) or _is_answer(turn, hope):
        return hope
    return best_of_ways(turn, every, limit, hope.loss, enough=enough)


def best_of_ways(
    turn: Turn, every: Iterable[Way], limit: int = INFINITE, hope: int = INFINITE, *, enough: bool = True
) -> Found | None:
    """The best legal table of some cases.

    Args:
        turn: The turn.
        every: The cases.
        limit: What is to be lost less than.
        hope: What is lost at the least.
        enough: Whether any legal table will do.
    """
    best: Found | None = None
    waiting: list[tuple[int, Way]] = []
    for way in every:
        found = best_of(turn, way, limit)
        if found is None:
            continue
        if found.table is None:
            waiting.append((found.loss, way))
            continue
        best, limit = found, found.loss
        if enough or found.loss // turn.unit <= hope // turn.unit:
            return best
    return best if turn.opened else _with_openings(turn, waiting, best, limit)


def _with_openings(turn: Turn, waiting: list[tuple[int, Way]], best: Found | None, limit: int) -> Found | None:
    """The best table with an opening that may use the table, of those that lose less than a limit.

    Lemma (as if opened): what a turn with an opening may lay, in some case, could be laid in that case without one, its
    jokers that come from the rack going anywhere. So no opening has to be looked at with a case that, by itself, is no
    better than what is known; nor with any case, where its relaxation is not.

    Args:
        turn: The turn.
        waiting: The cases whose best table has no opening, each with what that loses.
        best: The best legal table that is known, if any.
        limit: What is to be lost less than.
    """
    waiting = sorted((each for each in waiting if each[0] < limit), key=itemgetter(0))
    hopes: list[tuple[int, Turn, Opening]] = []
    relaxations: dict[tuple[Tile, ...], Found | None] = {}
    for opening in openings(turn.rules, turn.rack, turn.work) if waiting else ():
        if waiting[0][0] >= limit:
            break
        forced = turn.together(opening)
        if forced is None:
            continue
        if forced.forced not in relaxations:
            relaxations[forced.forced] = solve(relaxed(forced)[0], limit)
        hope = relaxations[forced.forced]
        if hope is None or hope.loss >= limit:
            continue
        if _is_answer(turn, hope):
            best, limit = hope, hope.loss
        else:
            hopes.append((hope.loss, forced, opening))
    hopes.sort(key=itemgetter(0))
    for least, forced, opening in hopes:
        for loss, way in waiting:
            if max(least, loss) >= limit:
                break
            for each in ways_with(forced, way, opening):
                found = best_of(forced, each, limit, opening)
                if found is not None and found.table is not None:
                    best, limit = found, found.loss
    return best


def _is_answer(turn: Turn, found: Found) -> bool:
    """Whether a bound is reached by a legal table."""
    if found.table is None:
        return False
    return turn.loss(turn.laid(found.table)) <= found.loss and turn.allows(found.table)


def best_of(turn: Turn, way: Way, limit: int, opening: Opening = ()) -> Found | None:
    """What is best in one case, of what loses less than a limit; without its table if that is not legal."""
    case = case_of(turn, *way, opening)
    if case is None:
        return None
    found = solve(loosened(case), limit)
    if found is None or _is_answer(turn, found):
        return found
    if case.looser:
        return _not_too_strict(turn, case.looser, solve(case, limit), limit)
    if case.problem.wild:
        found = solve(case, limit)
        if found is None or (found.table is not None and turn.opened and turn.allows(found.table)):
            return found
        if _is_answer(turn, found):
            return found
    return altered(found, table=None)


def _not_too_strict(turn: Turn, looser: Case, strictly: Found | None, limit: int) -> Found | None:
    """What is best in a case that is stricter than the rules, of what loses less than a limit (see `singly`).

    Args:
        turn: The turn.
        looser: The case that has every legal table of it.
        strictly: What was found by the case.
        limit: What is to be lost less than.
    """
    best = strictly if strictly is not None and _is_answer(turn, strictly) else None
    limit = _to_lay_more(turn, best, limit)
    least = solve(looser, limit)
    if least is None or _is_answer(turn, least):
        return least or best
    table = best_singly(turn, limit)
    if table is not None:
        return Found(turn.loss(turn.laid(table)), table)
    return best or altered(least, table=None)


def _opening(turn: Turn, limit: int) -> Found | None:
    """The best opening from the rack alone (000.8, A5, A6)."""
    rules, turn = turn.rules, turn.alone()
    if rules.joker_in_opening == "forbidden":
        if JOKER in turn.forced:
            return None
        turn = turn.just([tile for tile in turn.rack if not tile.is_joker], turn.forced)
        limit = limit if turn.forced else min(limit, turn.loss(()))  # at least one of these tiles is laid
    case = base_case(turn)
    hope = solve(altered(case, problem=altered(case.problem, idle=case.problem.wild > 0)), limit)
    if hope is None:
        return None
    whole = _beside(turn, hope)
    if _is_answer(turn, whole):
        return whole
    problem = altered(case.problem, points=rules.opening_points, joker_points=rules.joker_in_opening == "value")
    found = solve(altered(case, problem=problem), limit)
    return found and _beside(turn, found)


def _beside(turn: Turn, found: Found) -> Found:
    """What was found, beside the melds of the table."""
    return altered(found, table=Table([*turn.table, *found.table])) if found.table else found
