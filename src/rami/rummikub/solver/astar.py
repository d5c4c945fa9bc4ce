"""The best path through the numbers, found by going on from the most hopeful state (A*).

A *state* before a number is a cell of each colour, how many wild jokers are left, how many taken ones lie in new melds,
and, where an opening is due, the points so far.

Theorem: what can follow depends on what came before only through the state. For the runs of a colour go on as its part
says, the groups of later numbers take only later tiles, and the rest is what is counted. So of all paths to a state,
the one that loses least is all that has to be kept.

Since the bound of `cells` never falls along a path, the first path that reaches the end is the best.
"""

from heapq import heapify, heappop, heappush
from typing import Final, TypeAlias

from rami.rummikub.solver.bounds import ROOM, Graph, Transition, saved_by
from rami.rummikub.solver.groups import Choice

FINE: Final = 3_000
"""After so many states, those that are better only in the old melds that they disturb are not looked for any more."""
FINE_WITH_JOKERS: Final = 60
"""The same where there are wild jokers, with which that number is an estimate anyway."""
MOST_TRIED: Final = 100
"""After so many more states, it is given up to lay everything without jokers."""

Node: TypeAlias = tuple[
    int, int, int, int, int, int, object, int, Transition, Transition, Transition, Transition
]  # one tuple, so that it is its own place in the heap
"""A path to a state: what the search goes by; the place of the number, negated; what came first; the key of the state;
the bound of what the best path through it loses; the same where no wild joker is left; the path up to the number
before, None at the start; the choice of groups of that number; the move of each colour.

The *key* has the names of the cells, above these the wild jokers left, and eight bits higher the taken jokers that lie
in new melds and, eight bits higher, the points so far, both at most as many as are needed."""

_NO_MOVE: Final[Transition] = ()
_PAID: Final = 255


def best_path(graph: Graph, limit: int, *, patience: int = 0) -> Node | None:
    """The path that loses least.

    Args:
        graph: The graph of a problem.
        limit: What it has to lose less than.
        patience: After how many states, beyond those where it is as with wild jokers, to give up; 0 for never.

    Returns:
        Its last node; None if there is no such path, or none was found.

    Raises:
        TooLarge: If the call has no steps left for the partial paths that would have to be kept.
    """
    limit = min(limit, graph.problem.infinite >> 1)
    if graph.start is None or graph.least >= limit:
        return None
    key = graph.start | graph.problem.wild << 4 * graph.bits
    no = _NO_MOVE
    start: Node = (graph.least, 0, 0, key, graph.least, graph.base, None, 0, no, no, no, no)
    return _Search(graph, limit).run(start, patience)


def lost_by(node: Node) -> int:
    """What a path loses, the old melds disturbed included."""
    return node[4]


def left_over(graph: Graph, node: Node) -> int:
    """The wild jokers that a path leaves over."""
    return node[3] >> 4 * graph.bits & 255


class _Search:
    """One search, with the nodes that wait for their turn.

    The most hopeful comes first; of those that are equal, the one that has come furthest: it is the likeliest to reach
    an end.
    """

    __slots__ = ("best", "coarse", "graph", "heap", "limit", "nodes", "shift")

    def __init__(self, graph: Graph, limit: int) -> None:
        self.graph: Graph = graph
        self.limit: int = limit
        self.best: list[dict[int, int]] = [{} for _ in range(len(graph.numbers) + 1)]
        self.heap: list[Node] = []
        self.nodes: int = 0
        self.coarse: int = 0
        self.shift: int = 4 * graph.bits

    def run(self, node: Node, patience: int) -> Node | None:
        """The end of the best path from a node."""
        heap, best = self.heap, self.best
        plain = self.graph.plain
        count = len(best) - 1
        work = self.graph.problem.work
        fine = FINE_WITH_JOKERS if self.graph.problem.wild or patience else FINE
        place = 0
        while place < count:
            fine -= 1
            if not fine:
                self._coarsen()
            elif patience and fine < -patience:
                return None
            place += 1
            before = self.nodes
            most_hopeful = self._plainly(place, node) if plain else self._with_jokers(place, node)
            work.spend(1 + self.nodes - before)
            if most_hopeful is not None:
                if not heap or most_hopeful[0] <= heap[0][0]:
                    node = most_hopeful
                    continue
                heappush(heap, most_hopeful)
            while True:
                if not heap:
                    return None
                node = heappop(heap)
                place = -node[1]
                if best[place][node[3]] == node[4]:
                    break
        return node

    def _coarsen(self) -> None:
        """Go by what is lost alone, without the old melds that are disturbed."""
        self.coarse = coarse = self.graph.problem.unit.bit_length() - 1
        self.heap[:] = [(node[4] >> coarse, *node[1:]) for node in self.heap]
        heapify(self.heap)

    def _plainly(self, place: int, node: Node) -> Node | None:
        """Go on from a node before a number in every way, where there are no wild jokers: the best of what comes."""
        total, names = node[4], node[3]
        (least0, first, _, _), (least1, second, _, _), (least2, third, _, _), (least3, fourth, _, _) = self.graph.of(
            place - 1, names
        )
        total -= least0 + least1 + least2 + least3
        after, heap, coarse, limit = self.best[place], self.heap, self.coarse, self.limit
        nodes = self.nodes
        best: Node | None = None
        best_total = limit
        for number, choice in enumerate(self.graph.choices[place - 1]):
            code0, code1, code2, code3, _, lost, _, _ = choice
            if code0 not in first or code1 not in second or code2 not in third or code3 not in fourth:
                continue
            moves1, moves2, moves3 = second[code1], third[code2], fourth[code3]
            for move0 in first[code0]:
                total0 = total + lost + move0[0]
                for move1 in moves1:
                    total1 = total0 + move1[0]
                    key1 = move0[1] | move1[1]
                    for move2 in moves2:
                        total2 = total1 + move2[0]
                        key2 = key1 | move2[1]
                        for move3 in moves3:
                            bound = total2 + move3[0]
                            if bound >= limit:
                                continue
                            key = key2 | move3[1]
                            if after.get(key, limit) <= bound:
                                continue
                            after[key] = bound
                            nodes += 1
                            new: Node = (
                                bound >> coarse,
                                -place,
                                nodes,
                                key,
                                bound,
                                bound,
                                node,
                                number,
                                move0,
                                move1,
                                move2,
                                move3,
                            )
                            if bound >= best_total:
                                heappush(heap, new)
                                continue
                            if best is not None:
                                heappush(heap, best)
                            best, best_total = new, bound
        self.nodes = nodes
        return best

    def _with_jokers(self, place: int, node: Node) -> Node | None:
        """Go on from a node before a number in every way: the best of what comes."""
        _, _, _, names, _, base, _, _, _, _, _, _ = node
        graph, shift = self.graph, self.shift
        (least0, first, _, _), (least1, second, _, _), (least2, third, _, _), (least3, fourth, _, _) = graph.of(
            place - 1, names
        )
        left, kept = names >> shift & 255, names >> shift + 8
        base -= least0 + least1 + least2 + least3
        problem = graph.problem
        special = problem.taken > 0 or problem.points > 0
        end = place == len(self.best) - 1
        after, heap, coarse, limit = self.best[place], self.heap, self.coarse, self.limit
        nodes = self.nodes
        high = low = both = more = 0
        best: Node | None = None
        best_total = limit
        for number, choice in enumerate(graph.choices[place - 1]):
            code0, code1, code2, code3, wild, lost, _, _ = choice
            if wild > left or code0 not in first or code1 not in second or code2 not in third or code3 not in fourth:
                continue
            spare = left - wild
            moves1, moves2, moves3 = second[code1], third[code2], fourth[code3]
            for move0 in first[code0]:
                spare0 = spare - move0[4]
                if spare0 < 0:
                    continue
                base0 = base + lost + move0[0]
                left0 = spare - move0[5]
                for move1 in moves1:
                    spare1 = spare0 - move1[4]
                    if spare1 < 0:
                        continue
                    left1 = left0 - move1[5]
                    base1 = base0 + move1[0]
                    key1 = move0[1] | move1[1]
                    if left1:
                        high, both = move0[6], move0[7]
                        low, more = move1[6], move1[7]
                        if low > high:
                            high, low = low, high
                        if more > both:
                            both = more
                    for move2 in moves2:
                        spare2 = spare1 - move2[4]
                        if spare2 < 0:
                            continue
                        left2 = left1 - move2[5]
                        base2 = base1 + move2[0]
                        key2 = key1 | move2[1]
                        for move3 in moves3:
                            if move3[4] > spare2:
                                continue
                            left3 = left2 - move3[5]
                            bound = raised = base2 + move3[0]
                            key = key2 | move3[1]
                            if left3:
                                one, other = move2[6], move3[6]
                                if other > one:
                                    one, other = other, one
                                if left3 == 1:
                                    saved = one if one > high else high
                                elif left3 == 2:  # the two that save most with one each, or one with both
                                    if high >= one:
                                        saved = high + (low if low >= one else one)
                                    else:
                                        saved = one + (high if high >= other else other)
                                    if both > saved:
                                        saved = both
                                    if move2[7] > saved:
                                        saved = move2[7]
                                    if move3[7] > saved:
                                        saved = move3[7]
                                else:
                                    saved = saved_by(graph.of(place, key), left3)
                                bound -= saved
                                key |= left3 << shift
                            if bound >= limit:
                                continue
                            if special:
                                keeps = self._kept(place, kept, choice, (move0, move1, move2, move3), left3)
                                if keeps < 0:
                                    continue
                                key |= keeps << shift + 8
                            if end:
                                bound += self._at_the_end(left3)
                                if bound >= limit:
                                    continue
                            if after.get(key, limit) <= bound:
                                continue
                            after[key] = bound
                            nodes += 1
                            new: Node = (
                                bound >> coarse,
                                -place,
                                nodes,
                                key,
                                bound,
                                raised,
                                node,
                                number,
                                move0,
                                move1,
                                move2,
                                move3,
                            )
                            if bound >= best_total:
                                heappush(heap, new)
                                continue
                            if best is not None:
                                heappush(heap, best)
                            best, best_total = new, bound
        self.nodes = nodes
        return best

    def _kept(self, place: int, before: int, choice: Choice, moves: tuple[Transition, ...], left: int) -> int:
        """The taken jokers in new melds, and the points, after a number; -1 if it can never be enough.

        Lemma (room): no more taken jokers come to lie in new melds than the most that each colour has room for in its
        new runs, and each number in its new groups.
        """
        graph, problem = self.graph, self.graph.problem
        first, second, third, fourth = moves
        taken = problem.taken
        paid = min(taken, (before & _PAID) + choice[6] + first[8] + second[8] + third[8] + fourth[8])
        if paid + left < taken:
            return -1
        cells = graph.of(place, first[1] | second[1] | third[1] | fourth[1])
        most = cells[0][3] + cells[1][3] + cells[2][3] + cells[3][3]
        if paid < taken and paid + graph.room[place] + (most & (1 << ROOM) - 1) < taken:
            return -1
        if not problem.points:
            return paid
        number = graph.numbers[place - 1]
        value = number if number <= problem.top else 1
        points = (before >> 8) + value * (first[9] + second[9] + third[9] + fourth[9])
        if problem.joker_points:
            points += value * (choice[4] + first[10] + second[10] + third[10] + fourth[10])
        ahead = most >> ROOM
        if place < len(self.best) - 1:
            ahead += left * problem.top
        return -1 if points + ahead < problem.points else paid | min(points, problem.points) << 8

    def _at_the_end(self, left: int) -> int:
        """What is lost by the wild jokers that are left over."""
        problem = self.graph.problem
        if problem.idle:
            return 0
        if left > problem.wild_free:
            return problem.infinite
        return left * problem.joker_weight
