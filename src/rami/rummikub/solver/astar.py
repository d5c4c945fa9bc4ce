"""The search for the best path through the numbers (A*).

A *state* before a number is a cell of each colour, the wild jokers left, the taken jokers in new melds, and, where an
opening is due, the points so far.

Theorem: what can follow depends on what came before only through the state. For the runs of a colour go on as its cell
says, the groups of later numbers take only later tiles, and the rest is counted. So of all paths to a state only the
one that loses least is kept.

The bound (see `bounds`) never falls along a path, so the first path that reaches the end is the best.
"""

from collections.abc import Callable, Iterator
from heapq import heapify, heappop, heappush
from itertools import product
from math import prod
from typing import Final, TypeAlias

from rami.rummikub.solver.bounds import Graph, Transition, Transitions, combined, shared
from rami.rummikub.solver.groups import GroupChoice
from rami.rummikub.solver.run_rules import decode_demand

FINE: Final = 20_000
"""After so many steps, a search that knows which old runs are disturbed gives way to one that estimates it."""
FINE_ESTIMATED: Final = 1_000
"""After so many steps of that, states are compared, and the old melds that are disturbed no longer count."""
MOST_TRIED: Final = 2_000
"""After so many steps, the attempt to lay everything without jokers is given up."""
TRIED: Final = 64
"""So many ways to join transitions of four colours are counted as a step, and so many words of compared paths: few of
them make a state where there are many jokers."""
WORD: Final = 64
"""So many paths are compared as one word of bits."""

Node: TypeAlias = tuple[int, int, int, int, int, int, object, int, Transitions]  # it is its own entry in the heap
"""A path to a state: its priority; the place of the number, negated; its age; the key of the state; the bound of the
best path through it; the same if no wild joker is left; the node before it, None at the start; the index of the group
choice at the number before; the transition of each colour there.

The *key* has the names of the cells; above these, in eight bits each, the wild jokers left, the taken jokers in new
melds and the points so far, the last two up to as many as are needed."""

Path: TypeAlias = tuple[int, int, int, int, int, int]
"""A path that was expanded: what it has lost; the jokers and points; the keys of the open runs."""

_BYTE: Final = 255
_PLACE: Final = 16
_LOSS: Final = 24
"""The first bits of the place and of the loss in a priority, where states are compared; below is the strength."""
_NO_TRANSITION: Final[Transition] = (0, 0, 0, 0, 0, 0, ())
_START: Final[Transitions] = (_NO_TRANSITION, _NO_TRANSITION, _NO_TRANSITION, _NO_TRANSITION)


def best_path(graph: Graph, limit: int, *, patience: int = 0) -> Node | None:
    """Return the last node of the path that loses least; None if there is none.

    Args:
        graph: The graph of a problem.
        limit: The loss that the path has to stay below.
        patience: After how many steps to give up, and return the most hopeful node so far; 0 for never.
    """
    limit = min(limit, graph.problem.infinite >> 1)
    if graph.start is None or graph.least >= limit:
        return None
    key = graph.start | graph.problem.wild << 4 * graph.bits
    start: Node = (graph.least, 0, 0, key, graph.least, graph.base, None, 0, _START)
    return _Search(graph, limit).run(start, patience)


def lost_by(node: Node) -> int:
    """Return the loss of a path, the disturbed old melds included."""
    _, _, _, _, bound, _, _, _, _ = node
    return bound


def is_complete(graph: Graph, node: Node) -> bool:
    """Return whether a path has reached the end."""
    _, negated, _, _, _, _, _, _, _ = node
    return -negated == len(graph.numbers)


def left_over(graph: Graph, node: Node) -> int:
    """Return the wild jokers that a path leaves over."""
    _, _, _, key, _, _, _, _, _ = node
    return key >> 4 * graph.bits & _BYTE


class _Expanded:
    """The paths that were expanded at a number: for each key, and each count, the paths that have it, as bits."""

    __slots__ = ("counts", "keys", "losses", "stronger", "words")

    def __init__(self) -> None:
        self.words: int = 0  # the words of 64 paths that were compared since they were last paid for
        self.losses: list[int] = []
        self.counts: dict[int, int] = {}
        self.keys: tuple[dict[int, int], ...] = ({}, {}, {}, {})
        self.stronger: tuple[dict[int, list[int]], ...] = ({}, {}, {}, {})

    def outdoes(self, path: Path, outdoes: Callable[[int, int], bool], *, idle: bool) -> bool:
        """Return whether one of the paths outdoes another, which is added if not."""
        lost, counts, *keys = path
        width = len(self.losses) // WORD
        if idle:
            found = 0
            for same, some in self.counts.items():
                if same == counts or (same > counts and same ^ counts <= _BYTE):
                    found |= some
        else:
            found = self.counts.get(counts, 0)
        for key, there, stronger in zip(keys, self.keys, self.stronger, strict=True):
            if not found:
                break
            keyed = stronger.get(key)
            if keyed is None:
                keyed = stronger[key] = [mine for mine in there if mine == key or outdoes(mine, key)]
            self.words += width * len(keyed)
            having = 0
            for mine in keyed:
                having |= there[mine]
            found &= having
        while found:
            index = found.bit_length() - 1
            if self.losses[index] <= lost:
                return True
            found ^= 1 << index
            self.words += 1 + width
        bit = 1 << len(self.losses)
        self.losses.append(lost)
        self.counts[counts] = self.counts.get(counts, 0) | bit
        for key, there, stronger in zip(keys, self.keys, self.stronger, strict=True):
            if key not in there:
                there[key] = 0
                for weaker, keyed in stronger.items():
                    if weaker == key or outdoes(key, weaker):
                        keyed.append(key)
            there[key] |= bit
        return False


class _Search:
    """One search, with the frontier as a heap.

    The node with the lowest bound comes first; of equal ones the one furthest on, which is the likeliest to reach an
    end.
    """

    __slots__ = ("best", "coarse", "comparing", "expanded", "graph", "heap", "limit", "nodes", "shift", "tried")

    def __init__(self, graph: Graph, limit: int) -> None:
        self.graph: Graph = graph
        self.limit: int = limit
        self.best: list[dict[int, int]] = [{} for _ in range(len(graph.numbers) + 1)]
        self.expanded: list[_Expanded] = [_Expanded() for _ in graph.numbers]
        self.heap: list[Node] = []
        self.nodes: int = 0
        self.tried: int = 0
        self.comparing: bool = False
        self.coarse: int = graph.problem.unit.bit_length() - 1
        self.shift: int = 4 * graph.bits

    def run(self, node: Node, patience: int) -> Node | None:
        """Return the last node of the best path from a node; where the patience ends, the most hopeful node."""
        heap, best = self.heap, self.best
        count = len(best) - 1
        budget = self.graph.problem.budget
        fine = FINE if self.graph.problem.marks_old_runs else FINE_ESTIMATED
        allowance = budget.left
        place = 0
        while place < count:
            spent = allowance - budget.left
            if patience and spent > patience:
                return node
            if spent > fine and not self.comparing:
                self._compare()
            place += 1
            before = self.nodes + self.tried // TRIED
            most_hopeful = self._expanded(place, node)
            budget.spend(1 + self.nodes + self.tried // TRIED - before)
            if most_hopeful is not None:
                if not heap or most_hopeful[0] <= heap[0][0]:
                    node = most_hopeful
                    continue
                heappush(heap, most_hopeful)
            while True:
                if not heap:
                    return None
                node = heappop(heap)
                _, negated, _, key, bound, _, _, _, _ = node
                place = -negated
                if best[place][key] == bound:
                    break
        return node

    def _compare(self) -> None:
        """Compare states from now on, without the old melds that they disturb."""
        self.comparing = True
        self.heap[:] = [
            (self._priority(bound, -negated, key), negated, age, key, bound, raised, before, index, moves)
            for _, negated, age, key, bound, raised, before, index, moves in self.heap
        ]
        heapify(self.heap)

    def _priority(self, bound: int, place: int, key: int) -> int:
        """Return the priority of a state where they are compared: the strongest come first, for they outdo most."""
        return (bound >> self.coarse << _LOSS) - (place << _PLACE) - self.graph.strength(place, key)

    def _expanded(self, place: int, node: Node) -> Node | None:
        """Expand a node before a number: push all successors but the best, and return that."""
        _, _, _, before, _, base, _, _, _ = node
        graph, shift = self.graph, self.shift
        (
            (least0, first, _, _, key0),
            (least1, second, _, _, key1),
            (least2, third, _, _, key2),
            (least3, fourth, _, _, key3),
        ) = graph.cells_at(place - 1, before)
        jokers, counted = before >> shift & _BYTE, before >> shift + 8
        base -= least0 + least1 + least2 + least3
        if self.comparing and self._is_outdone(place, (base >> self.coarse, before >> shift, key0, key1, key2, key3)):
            return None
        special = graph.problem.taken > 0 or graph.problem.points > 0
        end = place == len(self.best) - 1
        after, heap, limit = self.best[place], self.heap, self.limit
        nodes = self.nodes
        best: Node | None = None
        best_total = limit
        for index, choice in enumerate(graph.choices[place - 1]):
            code0, code1, code2, code3, wild, lost, _, _, _ = choice
            spare = jokers - wild
            if spare < 0:  # and so with all that follow
                break
            if code0 not in first or code1 not in second or code2 not in third or code3 not in fourth:
                continue
            so_far = base + lost
            options = first[code0], second[code1], third[code2], fourth[code3]
            self.tried += prod(map(len, options))
            for total, names, left, saved, moves in _together(*options, spare):
                key = names
                raised = so_far + total
                bound = raised - saved
                if bound >= limit:
                    continue
                if left:
                    key |= left << shift
                    if end:
                        bound += self._lost_at_the_end(left)
                if special:
                    counts = self._counted(place, counted, choice, moves, names, left)
                    if counts < 0:
                        continue
                    key |= counts << shift + 8
                if after.get(key, limit) <= bound:
                    continue
                after[key] = bound
                nodes += 1
                priority = self._priority(bound, place, names) if self.comparing else bound
                new: Node = (priority, -place, nodes, key, bound, raised, node, index, moves)
                if bound >= best_total:
                    heappush(heap, new)
                    continue
                if best is not None:
                    heappush(heap, best)
                best, best_total = new, bound
        self.nodes = nodes
        return best

    def _is_outdone(self, place: int, path: Path) -> bool:
        """Return whether one that was expanded before outdoes a path: it lost no more, and can be completed likewise.

        Where jokers may be idle, it may have more of them left.
        """
        expanded = self.expanded[place - 1]
        outdone = expanded.outdoes(path, self.graph.cache.outdoes, idle=self.graph.problem.idle)
        self.tried += expanded.words
        expanded.words = 0
        return outdone

    def _counted(
        self, place: int, before: int, choice: GroupChoice, transitions: tuple[Transition, ...], names: int, left: int
    ) -> int:
        """Return the taken jokers in new melds, and the points, after a number; -1 if it can never be enough."""
        graph, problem = self.graph, self.graph.problem
        moves = [graph.cache.moves[number] for _, _, number, _, _, _, _ in transitions]
        taken = problem.taken
        paid = min(taken, (before & _BYTE) + choice.paid + sum([move.paid for move in moves]))
        if paid < taken and (paid + left < taken or not graph.can_pay(place, names, taken - paid)):
            return -1
        if not problem.points:
            return paid
        number = graph.numbers[place - 1]
        tiles = sum([move.naturals for move in moves]) + sum([decode_demand(code).naturals for code in choice.codes])
        tiles += choice.wild + sum([move.wild for move in moves])
        points = (before >> 8) + tiles * number
        ahead = sum([most for _, _, _, (most, _), _ in graph.cells_at(place, names)])
        if place < len(self.best) - 1:
            ahead += left * problem.top
        return -1 if points + ahead < problem.points else paid | min(points, problem.points) << 8

    def _lost_at_the_end(self, left: int) -> int:
        """Return what is lost by the wild jokers that are left over."""
        problem = self.graph.problem
        if problem.idle:
            return 0
        return problem.infinite if left > problem.wild_free else left * problem.joker_weight


def _together(
    first: list[Transition], second: list[Transition], third: list[Transition], fourth: list[Transition], spare: int
) -> Iterator[tuple[int, int, int, int, Transitions]]:
    """Yield transitions of four colours that need no more than the wild jokers to spare.

    Each comes after the least that is lost with them, the names of their cells, the jokers that they leave, and what
    these save at most.
    """
    for moves in product(first, second, third, fourth):
        (
            (total0, name0, _, _, needs0, used0, saves0),
            (total1, name1, _, _, needs1, used1, saves1),
            (total2, name2, _, _, needs2, used2, saves2),
            (total3, name3, _, _, needs3, used3, saves3),
        ) = moves
        if needs0 + needs1 + needs2 + needs3 > spare:
            continue
        left = spare - used0 - used1 - used2 - used3
        saved = 0
        if left == 1:
            saved = max(saves0[1], saves1[1], saves2[1], saves3[1])
        elif left:
            saved = shared(combined(saves0, saves1), combined(saves2, saves3), left)
        yield total0 + total1 + total2 + total3, name0 | name1 | name2 | name3, left, saved, moves
