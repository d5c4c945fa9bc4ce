"""The best table of a request: branch and bound over the outcomes of jokers, and over openings.

The problem of a branch leaves out rules, so the loss of its best arrangement is a bound; where the referee accepts that
arrangement, it is the best table of the branch. Else the branch has children, which leave out less: no legal table of
these loses less than that arrangement, their *floor*.
"""

from collections.abc import Hashable, Iterator
from heapq import heappop, heappush
from typing import Final, NamedTuple

from rami.pieces import without
from rami.rummikub.melds import Meld, Table
from rami.rummikub.solver.branches import Branch, problem_of
from rami.rummikub.solver.graph import INFINITE, TIE, Graph, Problem
from rami.rummikub.solver.request import Opening, Request, has_joker, has_opening
from rami.rummikub.solver.search import best_path, melds_of, table_of
from rami.rummikub.tiles import JOKER
from rami.shapes import altered

DENSE: Final = 80
"""With wild jokers and so many tiles in all, it is tried first to lay everything. With 160, slow questions take 2.1 s
in place of 0.7; with 60, of the old melds of the known positions 717 are disturbed in place of 697."""


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
    if request.opening_due and not has_opening(request.rules, request.rack, request.budget):
        return None
    # Forced tiles and openings lay something anyway; any other play has to gain something.
    must_lay = bool(request.forced) or request.opening_due
    limit = INFINITE if must_lay else request.loss(())
    best = _by_jokers(request, limit, enough=enough)
    if best is None and not must_lay and any(weight < 0 for weight in request.weights.values()):
        limit = INFINITE
        for tile in sorted(set(request.rack)):  # every play loses: of these, the one that loses least
            found = _by_jokers(request.restricted(request.rack, (tile,)), limit, enough=enough)
            if found is not None:
                best, limit = found, found.loss
    return best.table if best else None


def _by_jokers(request: Request, limit: int, *, enough: bool) -> Found | None:
    """Return the best table; where laying a joker costs something, try each number of jokers apart.

    That is because a search lays all wild jokers: those that it does not need are added at the end, for nothing.
    """
    if request.weights.get(JOKER, 0) >= 0:
        return _Search(limit, enough=enough).best_of(Branch(request, tidy=not enough))
    best: Found | None = None
    fewest, most = request.forced.count(JOKER), request.rack.count(JOKER)
    for count in range(fewest, most + 1):
        part = request.laying(JOKER, count)
        loss_beside = (most - count) * request.weights[JOKER]  # less than 0: what is saved by jokers that are not laid
        found = _Search(limit - loss_beside, enough=enough).best_of(Branch(part, tidy=not enough))
        if found is not None:
            best = Found(found.loss + loss_beside, found.table)
            limit = best.loss
    return best


def some_table(branch: Branch, limit: int) -> Table | None:
    """Return a legal table of a branch that loses less than a limit; None if there is none."""
    found = _Search(limit, enough=True).best_of(branch)
    return found.table if found else None


_Priority = tuple[int, bool, int, int, int]
"""The main loss, whether strict, the loss, how little is decided (where strict, how many jokers are taken), the age."""


class _Search:
    """The search through branches, the lowest bound first.

    The *main loss* leaves out the old melds that are disturbed. A strict branch costs much and does not count these: it
    comes after the others with the same main loss, and only where it may lose less than the incumbent.
    """

    def __init__(self, limit: int, *, enough: bool) -> None:
        self.limit = limit
        self.enough = enough
        self.best: Found | None = None
        self.frontier: list[tuple[_Priority, Branch]] = []
        self.known: set[Hashable] = set()
        self.age = 0

    def best_of(self, first: Branch) -> Found | None:
        """Return the best legal table of a branch that loses less than the limit."""
        self._push(first, -INFINITE)  # no bound is known yet
        while self.frontier:
            (main, *_), branch = heappop(self.frontier)
            if main >= self._limit_of(branch) or (self.enough and self.best is not None):
                break
            refused = self._try(branch, main)
            if refused is not None:
                for child in children(branch, refused):
                    self._push(child, refused.loss)
        return self.best

    def _limit_of(self, branch: Branch) -> int:
        """Return the loss that a branch has to stay below."""
        return self.limit >> TIE << TIE if self.best and branch.strict else self.limit

    def _push(self, branch: Branch, bound: int) -> None:
        if branch.essence in self.known:
            return
        self.known.add(branch.essence)
        self.age += 1
        bound = max(bound, _least_loss(branch))
        rank = branch.taken if branch.strict else -branch.depth
        heappush(self.frontier, ((bound >> TIE << TIE, branch.strict, bound, rank, self.age), branch))

    def _try(self, branch: Branch, floor: int) -> Found | None:
        """Solve a branch: note its best arrangement if it is legal, else return it."""
        found = solved(branch, self._limit_of(branch), floor)
        if found is None or found.table is None or not branch.request.allows(found.table):
            return found
        self.best, self.limit = found, found.loss
        return None


def _least_loss(branch: Branch) -> int:
    """Return the loss if a branch lays its forced tiles and every other tile of positive weight."""
    request, forced = branch.request, branch.demands[1]
    return sum([min(0, request.weights.get(tile, 0)) for tile in without(request.rack, tuple(forced.elements()))])


def children(branch: Branch, refused: Found) -> Iterator[Branch]:
    """Yield the branches that together have all legal tables of one, whose best arrangement was refused."""
    if refused.table is None:
        yield altered(branch, grounded=True)
    else:
        yield from branch.children(refused.table)


class Layout(NamedTuple):
    """The problem of a branch, and the melds that lie beside; the branch lacks the tiles of an opening among them."""

    branch: Branch
    problem: Problem | None
    beside: tuple[Meld, ...]


def layout_of(branch: Branch) -> Layout:
    """Return the problem of a branch; on a closed table, an opening with a joker stays as it is."""
    request = branch.request
    fixed: Opening = ()
    if request.table_closed and branch.opening and has_joker(branch.opening):
        fixed = branch.opening
        tiles = [tile for meld in fixed for tile in meld.tiles]
        rest = request.restricted(without(request.rack, tiles), without(request.forced, tiles))
        branch = altered(branch, request=rest)
    beside = (*fixed, *(request.table.melds if request.table_closed else ()), *branch.holding_melds())
    return Layout(branch, problem_of(branch), beside)


def solved(branch: Branch, limit: int, floor: int) -> Found | None:
    """Return the best arrangement of a branch that loses less than a limit; no legal one loses less than the floor."""
    layout = layout_of(branch)
    if layout.problem is None:
        return None
    for everything in _everything(layout.problem):
        found = arranged(everything, min(limit, 1 << TIE), floor, layout.beside)  # it may lose ties only
        if found is not None and found.table is not None:
            return found
    return arranged(layout.problem, limit, floor, layout.beside)


def _everything(problem: Problem) -> Iterator[Problem]:
    """Yield the problems of laying every tile, which have fewer states; what neither lays may yet be found.

    Lemma (everything): where no weight is negative, nothing loses less than a table with every tile of the problem.
    """
    dense = problem.wild and problem.idle and sum(map(sum, problem.available)) >= DENSE
    if dense and not problem.taken and min(map(min, problem.weights)) >= 0:
        everything = altered(problem, required=problem.available, due=0, spare=0)
        yield altered(everything, added=problem.wild)  # jokers last
        yield altered(everything, due=problem.wild)


def arranged(problem: Problem, limit: int, floor: int, beside: tuple[Meld, ...] = ()) -> Found | None:
    """Return the best arrangement of a problem that loses less than a limit, with the melds that lie beside."""
    graph = Graph(problem)
    end = best_path(graph, limit, floor)
    if end is None:
        return None
    _, lost, _, _, _ = end
    rows = melds_of(graph, end)
    return Found(lost, None if rows is None else table_of(rows, beside))
