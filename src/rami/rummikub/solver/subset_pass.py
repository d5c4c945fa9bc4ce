"""A pass through the numbers that finds every subset of rack tiles that can be laid.

A subset of the free tiles is a number, the sum of the places of its tiles, so a set of subsets is a bit mask, and
laying a tile shifts the mask by its place. For every state the pass finds all subsets that lead to it.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from operator import attrgetter, contains, itemgetter
from typing import Final, NamedTuple, TypeAlias

from rami.rummikub.melds import Meld, Table
from rami.rummikub.solver.bounds import Cells, Graph, Transition
from rami.rummikub.solver.cases import Case
from rami.rummikub.solver.forward import NO_MOVE
from rami.rummikub.solver.groups import GroupChoice
from rami.rummikub.solver.openings import FreeTile
from rami.rummikub.solver.reconstruct import LaidRow, groups_of, runs_of, table_of, with_idle
from rami.rummikub.solver.request import Problem, Request, StepBudget
from rami.rummikub.solver.run_rules import decode_demand
from rami.rummikub.tiles import JOKER, TILES, Tile
from rami.shapes import altered

Free = dict[Tile, FreeTile]
"""The tiles that may be laid or not, low places first."""


def free_tiles(problem: Problem) -> Free:
    """Return the free tiles of a problem."""
    free: Free = {}
    place = 1
    for color, (available, required) in enumerate(zip(problem.available, problem.required, strict=True)):
        for number, count in enumerate(available):
            if count > required[number]:
                free[TILES[color][number]] = FreeTile(place, count - required[number])
                place *= count - required[number] + 1
    return free


_BLANK: Final[Transition] = (0, 0, NO_MOVE, 0, 0, 0, ())
"""A transition with which no run goes on."""

Transitions = tuple[Transition | None, Transition | None, Transition | None, Transition | None]
"""The transition of each colour; None where no run goes on."""


class FoundPath(NamedTuple):
    """A path, found from its end: the wild jokers left, the chain of each colour, and the groups."""

    left: int
    links: tuple[int, int, int, int]
    groups: tuple[LaidRow, ...]


_Origin: TypeAlias = tuple[int, "_SubsetNode", tuple[LaidRow, ...], Transitions, int]
"""Where subsets of a state come from: the subsets; the state before; the groups; the transitions; the place of the
tiles that were laid."""


class _SubsetNode:
    """A state, the subsets that lead to it, and where they come from."""

    __slots__ = ("left", "names", "origins", "paid", "subsets")

    def __init__(self, names: int, left: int, paid: int) -> None:
        self.names = names
        self.left = left
        self.paid = paid
        self.subsets = 0
        self.origins: list[_Origin] = []


OF_STATE: Final = 30
OF_KEPT: Final = 20
"""The steps to expand a state, and to keep the origin of subsets; to look at a pair of transitions is one."""

FEW_STATES: Final = 30
"""Where there are more states before a number, they are compared."""

_LEFT: Final = attrgetter("left")


class _Chains:
    """The transitions of one colour on some paths, as a tree that ends at the last number, and the runs they make.

    Many paths share the transitions of a colour, so its runs are laid once for all of them.
    """

    def __init__(self, graph: Graph, color: int) -> None:
        self.graph = graph
        self.color = color
        self.numbers: dict[tuple[int, int], int] = {}
        self.links: list[tuple[int, Transition, int]] = [(0, _BLANK, 0)]
        self.runs: dict[int, tuple[LaidRow, ...]] = {}

    def before(self, link: int, transition: Transition, at: int) -> int:
        """Return the number of the chain in which a transition, at some place, comes before those of another."""
        key = link, id(transition)
        number = self.numbers.get(key)
        if number is None:
            number = self.numbers[key] = len(self.links)
            self.links.append((at, transition, link))
        return number

    def laid(self, link: int) -> tuple[LaidRow, ...]:
        """Return the runs of a whole chain."""
        rows = self.runs.get(link)
        if rows is None:
            transitions: list[Transition] = [_BLANK] * len(self.graph.numbers)
            left = link
            while left:
                at, transition, left = self.links[left]
                transitions[at] = transition
            rows = self.runs[link] = tuple(runs_of(self.graph, self.color, transitions))
        return rows


class _Option(NamedTuple):
    """A transition of one colour.

    Attributes:
        needs: The wild jokers that it takes and its cell needs.
        used: Those that it takes.
        paid: Those of them in new runs.
        name: The name of its cell.
        laid: The places of the tiles that it lays.
        transition: The transition; None where no run goes on.
    """

    needs: int
    used: int
    paid: int
    name: int
    laid: int
    transition: Transition | None


_OptionPair: TypeAlias = tuple[int, int, int, int, int, Transition | None, Transition | None]
"""The options of two colours, as one: their sums, their names and both transitions."""


class _Options:
    """The options of a colour at a number, by cell and group code."""

    def __init__(self, subset_pass: "SubsetPass", color: int, at: int) -> None:
        problem, graph = subset_pass.problem, subset_pass.graph
        number = graph.numbers[at]
        tile = subset_pass.free.get(TILES[color][number])
        self.place = tile.place if tile else 0
        self.required = problem.required[color][number] if self.place else 0
        self.moves = graph.cache.moves
        self.cells: Cells = graph.cells[at][color]
        self.mask = (1 << graph.bits) - 1 << graph.bits * color
        self.known: dict[int, dict[int, list[_Option]]] = {}

    def of_cell(self, names: int) -> dict[int, list[_Option]]:
        """Return the options from the cell of a state, by code."""
        name = names & self.mask
        found = self.known.get(name)
        if found is None:
            _, transitions, _, _, _ = self.cells[name]
            found = self.known[name] = {
                code: [self._option(each, decode_demand(code).naturals) for each in some]
                for code, some in transitions.items()
            }
        return found

    def _option(self, transition: Transition, in_groups: int) -> _Option:
        _, name, number, _, needs, used, _ = transition
        move = self.moves[number]
        laid = self.place * (move.used + in_groups - self.required)
        return _Option(needs, used, move.paid, name, laid, transition if move.steps else None)


def _pairs(first: list[_Option], second: list[_Option]) -> list[_OptionPair]:
    """Return the pairs of options of two colours."""
    return [
        (needs0 + needs1, used0 + used1, paid0 + paid1, name0 | name1, laid0 + laid1, move0, move1)
        for needs0, used0, paid0, name0, laid0, move0 in first
        for needs1, used1, paid1, name1, laid1, move1 in second
    ]


class SubsetPass:
    """One pass through the numbers, and all subsets that come of it.

    Where taken jokers have to go into new melds, how many of them do is part of the state.

    Args:
        request: The request.
        case: The case.
        free: The tiles that subsets are told apart by.
        wanted: The subsets that are looked for, by their number of jokers.
        budget: The steps that the pass may take.

    Raises:
        TooLarge: If it takes more.
    """

    def __init__(self, request: Request, case: Case, free: Free, wanted: Sequence[int], budget: StepBudget) -> None:
        self.request = request
        self.untouched: tuple[Meld, ...] = request.table.melds if request.table_closed else ()
        problem: Problem = altered(case.problem, all_subsets=True, budget=budget)
        self.taken: int = problem.taken
        self.problem: Problem = problem if self.taken else problem.without_old_melds()
        self.free = free
        forced = Counter(case.forced) - Counter(request.forced)
        self.extra: int = sum(each.place * forced[tile] for tile, each in free.items())
        self.wanted = wanted
        self.jokers: int = request.rack.count(JOKER) - self.problem.wild_free
        self.graph: Graph = Graph(self.problem)
        self.chains: list[_Chains] = [_Chains(self.graph, color) for color in range(4)]
        self.ends: list[_SubsetNode] = self._run()

    def _run(self) -> list[_SubsetNode]:
        """Return the last states, those with the fewest jokers laid first."""
        if self.graph.start is None:
            return []
        start = _SubsetNode(self.graph.start, self.problem.wild, 0)
        start.subsets = 1 << self.extra
        layer = {0: start}
        for place in range(len(self.graph.numbers)):
            layer = self._layer_after(place, layer)
        return sorted(layer.values(), key=_LEFT, reverse=True)

    def _layer_after(self, at: int, layer: dict[int, _SubsetNode]) -> dict[int, _SubsetNode]:
        """Return the states after a number that may lead to an end."""
        after: dict[int, _SubsetNode] = {}
        options = [_Options(self, color, at) for color in range(4)]
        number = self.graph.numbers[at]
        choices = [(each, each.codes, tuple(groups_of(number, each))) for each in self.graph.choices[at]]
        for node in layer.values():
            self.problem.budget.spend(OF_STATE + len(choices))
            of_cells = [each.of_cell(node.names) for each in options]
            for choice, codes, rows in choices:
                if node.left >= choice.wild and all(map(contains, of_cells, codes)):
                    some = [each[code] for each, code in zip(of_cells, codes, strict=True)]
                    kept = self._expand(at, node, choice, rows, some, after)
                    self.problem.budget.spend(OF_KEPT * kept)
        if len(after) <= FEW_STATES or self.problem.idle:  # of what is found with idle jokers, less would be legal
            return after
        return self._without_outdone(at + 1, after)

    def _without_outdone(self, at: int, layer: dict[int, _SubsetNode]) -> dict[int, _SubsetNode]:
        """Return the states before a number without the subsets of those that outdo them."""
        left: dict[int, _SubsetNode] = {}
        strongest: list[tuple[_SubsetNode, list[int]]] = []
        graph, outdoes = self.graph, self.graph.cache.outdoes
        for key, node in sorted(layer.items(), key=lambda item: -graph.strength(at, item[1].names)):
            keys = [cell_key for _, _, _, _, cell_key in graph.cells_at(at, node.names)]
            self.problem.budget.spend(len(strongest))
            for other, other_keys in strongest:
                if (
                    node.subsets & other.subsets
                    and (node.paid, node.left) == (other.paid, other.left)
                    and all(map(outdoes, other_keys, keys))
                ):
                    node.subsets &= ~other.subsets
            if node.subsets:
                left[key] = node
                strongest.append((node, keys))
        return left

    def _expand(
        self,
        at: int,
        node: _SubsetNode,
        choice: GroupChoice,
        rows: tuple[LaidRow, ...],
        options: list[list[_Option]],
        after: dict[int, _SubsetNode],
    ) -> int:
        """Add the states that follow from one choice of groups; return how many origins are kept."""
        taken, shift = self.taken, 4 * self.graph.bits
        spare, paid_before = node.left - choice.wild, node.paid + choice.paid
        left_pairs, right_pairs = _pairs(*options[:2]), _pairs(*options[2:])
        self.problem.budget.spend(len(left_pairs) * len(right_pairs))
        kept = 0
        for needs0, used0, paid0, names0, laid0, move0, move1 in left_pairs:
            for needs2, used2, paid2, names2, laid2, move2, move3 in right_pairs:
                if needs0 + needs2 > spare:
                    continue
                going = spare - used0 - used2
                names = names0 | names2
                key = names | going << shift
                new = 0
                if taken:
                    new = min(taken, paid_before + paid0 + paid2)
                    if new < taken and (new + going < taken or not self.graph.can_pay(at + 1, names, taken - new)):
                        continue
                    key |= new << shift + 8
                known = after.get(key)
                if known is None:
                    known = after[key] = _SubsetNode(names, going, new)
                place = laid0 + laid2
                fresh = node.subsets << place & ~known.subsets
                if fresh:
                    kept += 1
                    known.subsets |= fresh
                    known.origins.append((fresh, node, rows, (move0, move1, move2, move3), place))
        return kept

    def subsets(self) -> list[int]:
        """Return the wanted subsets that are found, by their number of jokers."""
        found = [0] * (self.request.rack.count(JOKER) + 1)
        for node in self.ends:
            for jokers in self._free_jokers(node):
                found[jokers + self.jokers] |= node.subsets
        return [subsets & wanted for subsets, wanted in zip(found, self.wanted, strict=True)]

    def _free_jokers(self, node: _SubsetNode) -> range:
        """Return how many free jokers are laid with the subsets of a last state."""
        fewest = self.problem.wild_free - node.left
        if self.problem.idle:
            return range(max(0, fewest), self.problem.wild_free + 1)
        return range(fewest, fewest + (fewest >= 0))

    def paths(self, done: Sequence[int]) -> Iterator[tuple[int, int, FoundPath]]:
        """Yield every subset with each number of jokers that can be laid with it, and a path; few jokers first.

        Args:
            done: The subsets that are left out, by their number of jokers.
        """
        found: list[tuple[int, int, FoundPath]] = []
        for jokers, subsets in enumerate(self.subsets()):
            left = subsets & ~done[jokers]
            for node in self.ends:
                some = left & node.subsets
                if some and jokers - self.jokers in self._free_jokers(node):
                    left &= ~some
                    found += [(subset, jokers, path) for subset, path in self._paths_to(node, some)]
        found.sort(key=itemgetter(0, 1))
        yield from found

    def _paths_to(self, end: _SubsetNode, subsets: int) -> Iterator[tuple[int, FoundPath]]:
        """Yield a path for each of some subsets of a last state, found from its end on so that parts are shared."""
        first, second, third, fourth = self.chains
        waiting: list[tuple[_SubsetNode, int, int, int, int, int, int, int, tuple[LaidRow, ...]]] = [
            (end, len(self.graph.numbers), subsets, self.extra, 0, 0, 0, 0, ())
        ]
        while waiting:
            node, at, subsets, subset, link0, link1, link2, link3, groups = waiting.pop()
            if not at:
                yield subset, FoundPath(end.left, (link0, link1, link2, link3), groups)
                continue
            at -= 1
            for fresh, before, rows, (move0, move1, move2, move3), place in node.origins:
                some = subsets & fresh
                if some:
                    waiting.append(
                        (
                            before,
                            at,
                            some >> place,
                            subset + place,
                            first.before(link0, move0, at) if move0 else link0,
                            second.before(link1, move1, at) if move1 else link1,
                            third.before(link2, move2, at) if move2 else link2,
                            fourth.before(link3, move3, at) if move3 else link3,
                            (*groups, *rows) if rows else groups,
                        )
                    )

    def table(self, path: FoundPath, jokers: int) -> Table | None:
        """Return the table of a path, with some jokers from the rack; None if there is no room for these."""
        rows = [*path.groups]
        for chain, link in zip(self.chains, path.links, strict=True):
            rows += chain.laid(link)
        left = path.left - (self.problem.wild_free + self.jokers - jokers)
        if left:
            laid = with_idle(self.problem, rows, left)
            if laid is None:
                return None
            rows = laid
        return table_of(rows, self.untouched)
