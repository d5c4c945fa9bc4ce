"""The best path through the numbers, found by going on from the most hopeful state (A*).

A *state* before a number is a cell of each colour, how many wild jokers are left, how many taken ones lie in new melds,
and, where an opening is due, the points so far.

Theorem: what can follow depends on what came before only through the state. For the runs of a colour go on as its part
says, the groups of later numbers take only later tiles, and the rest is what is counted. So of all paths to a state,
the one that loses least is all that has to be kept.

Since the bound of `cells` never falls along a path, the first path that reaches the end is the best.
"""

from heapq import heappop, heappush
from typing import Final

from rami.errors import TooLarge
from rami.rummikub.solver.cells import INFINITE, Cell, Colour, Move, build, style_of
from rami.rummikub.solver.groups import Choice, Numbers, choices
from rami.rummikub.solver.kinds import Demand
from rami.rummikub.solver.problem import Problem

MOST_NODES: Final = 400_000
"""The most partial paths of one search."""
FINE: Final = 3_000
"""After so many states, those that are better only in the old melds that they disturb are not looked for any more."""
FINE_WITH_JOKERS: Final = 60
"""The same where there are wild jokers, with which that number is an estimate anyway."""

Four = tuple[Cell, Cell, Cell, Cell]


class Node:
    """A path to a state.

    Attributes:
        total: The bound of what the best path through it loses.
        base: The same where no wild joker is left.
        cells: The cell of each colour.
        left: The wild jokers left.
        paid: The taken jokers that lie in new melds, at most as many as have to.
        points: The points so far, at most as many as are needed.
        before: The path up to the number before; None at the start.
        choice: The groups of the number before.
        moves: The move of each colour.
        key: The number of the state among those before the same number.
    """

    __slots__ = ("base", "before", "cells", "choice", "key", "left", "moves", "paid", "points", "total")

    def __init__(
        self,
        total: int,
        base: int,
        cells: Four,
        left: int,
        paid: int,
        points: int,
        key: int,
        before: "Node | None",
        choice: Choice | None,
        moves: tuple[Move, ...],
    ) -> None:
        self.total: int = total
        self.base: int = base
        self.cells: Four = cells
        self.left: int = left
        self.paid: int = paid
        self.points: int = points
        self.key: int = key
        self.before: Node | None = before
        self.choice: Choice | None = choice
        self.moves: tuple[Move, ...] = moves


class Graph:
    """The cells of a problem and the groups of each number.

    Attributes:
        problem: The problem.
        choices: The groups of each number; index 0 is not used.
        start: The cells before the first number; None if a colour alone has no way.
        least: The least that any path may lose.
        base: The same without wild jokers.
    """

    def __init__(self, problem: Problem) -> None:
        self.problem: Problem = problem
        self.choices: list[tuple[Choice, ...]] = [()]
        demands: list[tuple[tuple[Demand, ...], ...]] = [()]
        for number in range(1, problem.top + 1):
            every, taken = choices(_numbers(problem, number))
            self.choices.append(every)
            demands.append(taken)
        if problem.one_follows:
            self.choices.append((NO_GROUPS,))
        self.start: Four | None = None
        self.base: int = INFINITE
        self.least: int = INFINITE
        style = style_of(problem)
        first: list[Cell] = []
        for color in range(4):
            layers = build(Colour(problem, style, color, [row[color] if row else () for row in demands]))
            cell = layers[1].get(((), 0))
            if cell is None:
                return
            first.append(cell)
        self.start = (first[0], first[1], first[2], first[3])
        self.base = sum(cell.least[0] for cell in first)
        self.least = self.base - (saved(self.start, problem.wild) if problem.wild else 0)


NO_GROUPS: Final = Choice((Demand(), Demand(), Demand(), Demand()), 0, 0, 0, ())


def _numbers(problem: Problem, number: int) -> Numbers:
    def row(counts: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
        return tuple(counts[color][number] for color in range(4))

    tiles = tuple(a + b for a, b in zip(row(problem.must), row(problem.free), strict=True))
    return Numbers(
        tiles,
        row(problem.held_in_groups),
        row(problem.held),
        problem.wild,
        problem.size,
        problem.most_jokers,
        problem.old_groups[number],
        problem.wild - problem.taken,
        problem.taken,
        problem.rack_tiles if problem.taken else 0,
        problem.idle,
    )


def saved(cells: Four, left: int) -> int:
    """By how much the wild jokers that are left can at most lower what the four colours lose."""
    if left == 1:
        return max([cell.least[0] - cell.least[1] for cell in cells])
    best = [0] * (left + 1)
    for cell in cells:
        least = cell.least
        none = least[0]
        if least[left] < none:
            best = [max([best[had - more] + none - least[more] for more in range(had + 1)]) for had in range(left + 1)]
    return best[left]


def best_path(graph: Graph, limit: int) -> Node | None:
    """The path that loses least.

    Args:
        graph: The graph of a problem.
        limit: What it has to lose less than.

    Returns:
        Its last node; None if there is no such path.

    Raises:
        TooLarge: If more partial paths than `MOST_NODES` would have to be kept.
    """
    problem = graph.problem
    if graph.start is None:
        return None
    limit = min(limit, INFINITE)
    if graph.least >= limit:
        return None
    start = Node(graph.least, graph.base, graph.start, problem.wild, 0, 0, 0, None, None, ())
    return _Search(graph, limit).run(start)


def solvable(problem: Problem) -> bool:
    """Whether a problem has any arrangement."""
    return best_path(Graph(problem), INFINITE) is not None


def _pairs(some: list[Move], others: list[Move], base: int, shift: int) -> list[tuple[Move, Move, int, int, int]]:
    """Every move of one colour with every move of another: both, what they cost, their wild jokers, their cells."""
    return [
        (one, two, base + one.cost + two.cost, one.wild + two.wild, (one.cell.ident | two.cell.ident << 16) << shift)
        for one in some
        for two in others
    ]


class _Search:
    """One search, with the nodes that wait for their turn.

    The most hopeful comes first; of those that are equal, the one that has come furthest, and then, where only what is
    lost counts, the one that disturbs least: it is the likeliest to reach an end.
    """

    def __init__(self, graph: Graph, limit: int) -> None:
        self.problem: Problem = graph.problem
        self.choices: list[tuple[Choice, ...]] = graph.choices
        self.limit: int = limit
        self.last: int = graph.problem.last
        self.best: list[dict[int, Node]] = [{} for _ in range(self.last + 2)]
        self.heap: list[tuple[int, int, int, int, Node]] = []
        self.nodes: int = 0
        self.coarse: int = 1

    def run(self, node: Node) -> Node | None:
        """The end of the best path from a node."""
        number = 1
        expanded = 0
        fine = FINE_WITH_JOKERS if self.problem.wild else FINE
        while True:
            if number > self.last:
                return node
            expanded += 1
            if expanded == fine:
                self._coarsen()
            self._expand(number, node)
            while True:
                if not self.heap:
                    return None
                _, below, _, _, node = heappop(self.heap)
                number = -below
                if self.best[number].get(node.key) is node:
                    break

    def _coarsen(self) -> None:
        """Go by what is lost alone, without the old melds that are disturbed."""
        self.coarse = self.problem.unit
        self.heap = sorted((each[4].total // self.coarse, *each[1:]) for each in self.heap)

    def _expand(self, number: int, node: Node) -> None:
        """Go on from a node before a number in every way."""
        first, second, third, fourth = (cell.moves for cell in node.cells)
        for choice in self.choices[number]:
            code0, code1, code2, code3 = choice.codes
            moves0, moves1 = first.get(code0), second.get(code1)
            if moves0 is None or moves1 is None or choice.wild > node.left:
                continue
            moves2, moves3 = third.get(code2), fourth.get(code3)
            if moves2 is None or moves3 is None:
                continue
            high = _pairs(moves2, moves3, 0, 32)
            for move0, move1, base1, wild1, ident1 in _pairs(moves0, moves1, node.base + choice.lost, 0):
                left = node.left - choice.wild - wild1
                for move2, move3, base2, wild2, ident2 in high:
                    after, base = left - wild2, base1 + base2
                    if after > 0 or (base < self.limit and not after):
                        moves = (move0, move1, move2, move3)
                        self._reach(number + 1, node, choice, moves, ident1 | ident2, base, after)

    def _reach(
        self, number: int, node: Node, choice: Choice, moves: tuple[Move, ...], key: int, base: int, left: int
    ) -> None:
        """Note a node before a number, if it is better than what is known and may lead to an end below the limit."""
        problem = self.problem
        cells = (moves[0].cell, moves[1].cell, moves[2].cell, moves[3].cell)
        total = base
        paid = points = 0
        if left:
            total -= saved(cells, left)
            key |= left << 64
        if problem.taken:
            paid = min(problem.taken, node.paid + choice.paid + sum([move.paid for move in moves]))
            if paid + left < problem.taken:
                return
            key |= paid << 68
        if problem.points:
            points = self._points(number - 1, node, choice, moves)
            if points + sum([cell.most for cell in cells]) + left * problem.top < problem.points:
                return
            key |= points << 72
        if number > self.last:
            if paid < problem.taken or points < problem.points:
                return
            total += self._at_the_end(left)
        if total >= self.limit:
            return
        after = self.best[number]
        known = after.get(key)
        if known is not None and known.total <= total:
            return
        new = Node(total, base, cells, left, paid, points, key, node, choice, moves)
        after[key] = new
        self.nodes += 1
        if self.nodes > MOST_NODES:
            raise TooLarge(f"the position takes more than {MOST_NODES} partial arrangements")
        heappush(self.heap, (total // self.coarse, -number, total, self.nodes, new))

    def _points(self, number: int, node: Node, choice: Choice, moves: tuple[Move, ...]) -> int:
        """The points with what is laid at a number, at most as many as are needed."""
        problem = self.problem
        points = node.points + sum([move.points for move in moves])
        if problem.joker_points:
            wild = choice.wild + sum([move.wild for move in moves])
            points += wild * (number if number <= problem.top else 1)
        return min(problem.points, points)

    def _at_the_end(self, left: int) -> int:
        """What is lost by the wild jokers that are left over, or by those that are not."""
        problem = self.problem
        if problem.idle:
            return 0
        if left > problem.wild_free:
            return INFINITE
        weight = problem.joker_weight
        return left * weight if weight > 0 else (problem.wild_free - left) * -weight
