"""The best table of a request: branch and bound over the outcomes of jokers and over openings.

The problem of a branch ignores some rules, so the loss of its best arrangement is a lower bound. If the referee accepts
that arrangement, it is the best table of the branch. Otherwise the branch is replaced by its children, which ignore
fewer rules. No legal table of a child loses less than that arrangement. So the main loss of the arrangement is a lower
bound of the child, its *floor*. If the bound of Lemma forced is higher, it is the floor.

Lemma (forced): laying a tile with a negative weight costs something. A branch loses at least the sum of the negative
weights of the tiles that it does not force. So a branch that forces many such tiles has a high bound, and it is solved
only if no better play is found before.
"""

from collections.abc import Hashable
from heapq import heappop, heappush
from typing import NamedTuple

from rami.pieces import without
from rami.rummikub.melds import Meld, Table
from rami.rummikub.solver.branches import Branch, children, problem_of
from rami.rummikub.solver.graph import INFINITE, Graph, Problem, main_of
from rami.rummikub.solver.request import Opening, Request, has_joker, has_opening
from rami.rummikub.solver.search import best_path, melds_of, table_of
from rami.rummikub.tiles import JOKER
from rami.shapes import altered


class Found(NamedTuple):
    """A loss, and a table with this loss; None if the arrangement has no place for every joker."""

    loss: int
    table: Table | None


def best_table(request: Request, *, enough: bool = False) -> Table | None:
    """Return the best legal table; None if no tile can be laid, or not the tiles that must be.

    Args:
        request: The request, with the weights of its tiles.
        enough: Whether any legal table is enough.
    """
    if request.opening_due and not has_opening(request.rules, request.rack, request.budget):
        return None
    # Forced tiles and openings lay something. Any other play must gain something.
    must_lay = bool(request.forced) or request.opening_due
    limit = INFINITE if must_lay else request.loss(())
    best = _by_jokers(request, limit, enough=enough)
    if best is None and not must_lay and any(weight < 0 for weight in request.weights.values()):
        limit = INFINITE
        # Every play loses something, so each tile is forced in turn, and the play with the least loss is the best.
        for tile in sorted(set(request.rack)):
            found = _by_jokers(request.restricted(request.rack, (tile,)), limit, enough=enough)
            if found is not None:
                best, limit = found, found.loss
    return best.table if best else None


def _by_jokers(request: Request, limit: int, *, enough: bool) -> Found | None:
    """Return the best table. If laying a joker costs something, search each number of jokers separately.

    A search lays all wild jokers, because it adds unplaced ones at the end without a loss.
    """
    if request.weights.get(JOKER, 0) >= 0:
        return _Search(limit, enough=enough).best_of(Branch(request, tidy=not enough))
    best: Found | None = None
    fewest, most = request.forced.count(JOKER), request.rack.count(JOKER)
    for count in range(fewest, most + 1):
        part = request.laying(JOKER, count)
        # The weights of the jokers that are not laid, a negative loss.
        loss_beside = (most - count) * request.weights[JOKER]
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
"""The main loss, whether the branch is strict, the loss, a rank, and the age.

The rank prefers strict branches with few taken jokers, and other branches with many outcomes decided.
"""


class _Search:
    """A search through branches, the lowest bound first.

    A strict branch is slow to solve and does not count disturbed melds. It comes after the other branches with the same
    main loss, and must have a lower main loss than the best table so far.
    """

    def __init__(self, limit: int, *, enough: bool) -> None:
        self.limit = limit
        self.enough = enough
        self.best: Found | None = None
        self.queue: list[tuple[_Priority, Branch]] = []
        self.known: set[Hashable] = set()
        self.age = 0

    def best_of(self, first: Branch) -> Found | None:
        """Return the best legal table of a branch that loses less than the limit."""
        self._push(first, -INFINITE)
        while self.queue:
            (main, *_), branch = heappop(self.queue)
            if main >= self._limit_of(branch) or (self.enough and self.best is not None):
                break
            refused = self._try(branch, main)
            if refused is not None:
                for child in children(branch, refused.table):
                    self._push(child, refused.loss)
        return self.best

    def _limit_of(self, branch: Branch) -> int:
        """Return the loss that a branch must stay below."""
        return main_of(self.limit) if self.best and branch.strict else self.limit

    def _push(self, branch: Branch, bound: int) -> None:
        if branch.memo_key in self.known:
            return
        self.known.add(branch.memo_key)
        self.age += 1
        bound = max(bound, _least_loss(branch))
        rank = branch.taken if branch.strict else -len(branch.outcomes)
        heappush(self.queue, ((main_of(bound), branch.strict, bound, rank, self.age), branch))

    def _try(self, branch: Branch, floor: int) -> Found | None:
        """Solve a branch. Keep its best arrangement if it is legal, else return it."""
        found = solved(branch, self._limit_of(branch), floor)
        if found is None or found.table is None or not branch.request.allows(found.table):
            return found
        self.best, self.limit = found, found.loss
        return None


def _least_loss(branch: Branch) -> int:
    """Return a lower bound of the losses of a branch (Lemma forced)."""
    request, forced = branch.request, branch.demands[1]
    return sum([min(0, request.weights.get(tile, 0)) for tile in without(request.rack, tuple(forced.elements()))])


class Layout(NamedTuple):
    """A branch, its problem, and the melds on the table that are not part of the problem."""

    branch: Branch
    problem: Problem | None
    beside: tuple[Meld, ...]


def layout_of(branch: Branch) -> Layout:
    """Return the layout of a branch. On a closed table, an opening with a joker stays as it is."""
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
    """Return the best arrangement of a branch that loses less than a limit, given its floor."""
    _, problem, beside = layout_of(branch)
    return arranged(problem, limit, floor, beside) if problem else None


def arranged(problem: Problem, limit: int, floor: int, beside: tuple[Meld, ...] = ()) -> Found | None:
    """Return the best arrangement of a problem that loses less than a limit, with some melds beside it."""
    graph = Graph(problem)
    end = best_path(graph, limit, floor)
    if end is None:
        return None
    _, lost, _, _, _ = end
    melds = melds_of(graph, end)
    return Found(lost, None if melds is None else table_of(melds, beside))
