"""The best table of a request: branch and bound over the fates of the jokers of the table, and over openings.

The problem of a branch leaves out rules, so what its best arrangement loses is a bound; where the referee accepts that
arrangement, it is the best table of the branch. Else the branch has children, which leave out less.
"""

from collections.abc import Iterator
from heapq import heappop, heappush
from typing import NamedTuple

from rami.pieces import without
from rami.rummikub.melds import Meld, Table
from rami.rummikub.solver.fates import Branch, problem_of
from rami.rummikub.solver.layout import melds_of, table_of
from rami.rummikub.solver.openings import Opening, has_joker, openings
from rami.rummikub.solver.request import Request
from rami.rummikub.solver.problem import INFINITE, Problem
from rami.rummikub.solver.search import Graph, best_path
from rami.rummikub.tiles import JOKER
from rami.shapes import altered


TIE = 8


class Found(NamedTuple):
    """A loss, and a table that has it; None where the arrangement is no legal table."""

    loss: int
    table: Table | None


def best_table(request: Request, *, enough: bool = False) -> Table | None:
    """Return the best legal table; None if no tile can be laid, or not those that must be.

    Args:
        request: The request, with the weights of its tiles.
        enough: Whether any legal table will do.
    """
    limit = INFINITE if request.forced else request.loss(())  # a play without forced tiles has to gain something
    best = _by_jokers(request, limit, enough=enough)
    if best is None and not request.forced and any(weight < 0 for weight in request.weights.values()):
        limit = INFINITE
        for tile in sorted(set(request.rack)):  # every play loses: of these, the one that loses least
            found = _by_jokers(request.restricted(request.rack, (tile,)), limit, enough=enough)
            if found is not None:
                best, limit = found, found.loss
    return best.table if best else None


def _by_jokers(request: Request, limit: int, *, enough: bool) -> Found | None:
    """Return the best table; where laying a joker costs something, each number of jokers is tried apart."""
    if request.weights.get(JOKER, 0) >= 0:
        return best_of(altered(root(request), tidy=not enough), limit, enough=enough)
    best: Found | None = None
    fewest, most = request.forced.count(JOKER), request.rack.count(JOKER)
    others = [tile for tile in request.rack if tile is not JOKER]
    for count in range(fewest, most + 1):
        jokers = [JOKER] * count
        part = request.restricted((*others, *jokers), (*without(request.forced, (JOKER,) * fewest), *jokers))
        left = (most - count) * request.weights[JOKER]
        found = best_of(altered(root(part), tidy=not enough), limit - left, enough=enough)
        if found is not None:
            best = Found(found.loss + left, found.table)
            limit = best.loss
    return best


def root(request: Request) -> Branch:
    return Branch(request)


def best_of(first: Branch, limit: int, *, enough: bool) -> Found | None:
    """Return the best legal table of a branch that loses less than a limit."""
    best: Found | None = None
    waiting: list[tuple[tuple[int, ...], Branch]] = [((-INFINITE,), first)]
    count = 0
    while waiting:
        (bound, *_), branch = heappop(waiting)
        below = limit if best is None or not branch.strict else limit >> TIE << TIE
        if bound >= below >> TIE << TIE and bound >= below:
            break
        if branch.strict:
            quick = solved(altered(branch, short=True), below)
            if quick is not None and quick.table is not None and branch.request.allows(quick.table):
                best, limit = quick, quick.loss
                if enough or limit >> TIE == bound >> TIE:
                    break
                below = limit >> TIE << TIE
        found = solved(branch, below)
        if found is None:
            continue
        if found.table is not None and branch.request.allows(found.table):
            best, limit = found, found.loss
            if enough:
                break
            continue
        for child in children(branch, found):
            count += 1
            rank = child.taken if child.strict else -child.depth
            heappush(waiting, ((found.loss >> TIE << TIE, child.strict, found.loss, rank, count), child))
    return best


def children(branch: Branch, found: Found) -> Iterator[Branch]:
    """Yield the branches that together have all legal tables of one, whose best arrangement was refused."""
    request = branch.request
    if not branch.grounded and found.table is None:
        yield altered(branch, grounded=True)
        return
    if request.opened or branch.opening is not None or not request.rules.opening_points:
        if found.table is not None:
            yield from branch.children(found.table)
        return
    for opening in openings(request.rules, request.rack, request.budget):
        forced = request.forcing(opening)
        if forced is not None:
            yield altered(branch, request=forced, opening=opening)


class Layout(NamedTuple):
    """A branch with an opening that stays as it is apart, its problem, and the melds that lie beside."""

    branch: Branch
    problem: Problem | None
    fixed: Opening
    beside: tuple[Meld, ...]


def layout_of(branch: Branch) -> Layout:
    """Return the problem of a branch: beside the table, an opening stays as it is."""
    request = branch.request
    fixed: Opening = branch.opening if branch.opening and request.table_closed and has_joker(branch.opening) else ()
    if fixed:
        tiles = [tile for meld in fixed for tile in meld.tiles]
        rest = request.restricted(without(request.rack, tiles), without(request.forced, tiles))
        branch = altered(branch, request=rest)
    beside = (*fixed, *(request.table.melds if request.table_closed else ()), *branch.holding_melds())
    return Layout(branch, problem_of(branch), fixed, beside)


def solved(branch: Branch, limit: int) -> Found | None:
    """Return the best arrangement of a branch that loses less than a limit."""
    _, problem, _, beside = layout_of(branch)
    if problem is None:
        return None
    graph = Graph(problem)
    end = best_path(graph, limit)
    if end is None:
        return None
    rows = melds_of(graph, end)
    return Found(end.lost, None if rows is None else table_of(rows, beside))
