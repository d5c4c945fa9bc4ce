"""One pass through the numbers that finds every set of rack tiles that can be laid.

A set of tiles is a number, the sum of the places of its tiles, so a set of sets is a bit mask, and laying tiles of some
place shifts the mask. For every state the pass finds all sets of tiles that lead to it.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from operator import attrgetter, itemgetter
from typing import Final

from rami.rummikub.melds import Meld, Table
from rami.rummikub.solver.bounds import Cells, Graph, Transition
from rami.rummikub.solver.joker_cases import Case
from rami.rummikub.solver.move_cache import NO_WAY
from rami.rummikub.solver.problem import OldRun, Problem, Work
from rami.rummikub.solver.reconstruct import LaidRow, groups_of, runs_of, with_idle
from rami.rummikub.solver.request import Turn, table_of
from rami.rummikub.tiles import JOKER, TILES, Tile
from rami.shapes import altered

Free = dict[Tile, tuple[int, int]]
"""The tiles that may be laid or not: the place of each, and how many there are; low places first."""


def free_tiles(problem: Problem) -> Free:
    """The tiles of a problem that may be laid or not."""
    free: Free = {}
    place = 1
    for color, (every, must) in enumerate(zip(problem.tiles, problem.must, strict=True)):
        for number, count in enumerate(every):
            if count > must[number]:
                free[TILES[color][number]] = place, count - must[number]
                place *= count - must[number] + 1
    return free


_Origin = tuple[int, "_Spot", tuple[LaidRow, ...], tuple[Transition, Transition, Transition, Transition], int]
"""The sets that come from a state, that state, the groups, the moves, and the place of what was laid."""

_NO_MOVE: Final[Transition] = ()
"""In an origin, a move with which no run goes on."""
_BLANK: Final[Transition] = (0, 0, NO_WAY, 0)
"""The same in a chain that is laid."""

Path = tuple[int, tuple[int, ...], tuple[LaidRow, ...]]
"""A path, from its end to its start: the wild jokers that it leaves over, the number of the chain of moves of each
colour, and the groups."""


class _Spot:
    """A state, the sets of tiles that lead to it, and where they come from."""

    __slots__ = ("left", "names", "origins", "paid", "sets")

    def __init__(self, names: int, left: int, paid: int) -> None:
        self.names = names
        self.left = left
        self.paid = paid
        self.sets = 0
        self.origins: list[_Origin] = []


OF_STATE: Final = 30
OF_KEPT: Final = 20
"""How much longer it takes to go on from a state, and to keep a way to lay some sets, than to look at a way."""

_LEFT: Final = attrgetter("left")


def _uncovered(layer: dict[int, _Spot]) -> Iterator[tuple[_Spot, int]]:
    """The states of a number with the sets that have to go on from them, by lemma (spare)."""
    covered: dict[int, int] = {}
    for spot in sorted(layer.values(), key=_LEFT, reverse=True):
        before = covered.get(spot.names, 0)
        sets = spot.sets & ~before
        if sets:
            covered[spot.names] = before | sets
            yield spot, sets


class _Chain:
    """The moves of one colour on some paths, each with those that follow it, and the runs that they make.

    Many paths have the same moves in a colour; so its runs are laid once for all of them. Moves with which no run goes
    on are left out.
    """

    def __init__(self, graph: Graph, color: int) -> None:
        self.graph = graph
        self.color = color
        self.numbers: dict[tuple[int, int], int] = {}
        self.links: list[tuple[int, Transition, int]] = [(0, _NO_MOVE, 0)]
        self.runs: dict[int, tuple[LaidRow, ...]] = {}

    def before(self, link: int, move: Transition, at: int) -> int:
        """The number of the chain in which a move, at some place, comes before those of another."""
        key = link, id(move)
        number = self.numbers.get(key)
        if number is None:
            number = self.numbers[key] = len(self.links)
            self.links.append((at, move, link))
        return number

    def laid(self, link: int) -> tuple[LaidRow, ...]:
        """The runs of a whole chain."""
        rows = self.runs.get(link)
        if rows is None:
            moves: list[Transition] = [_BLANK] * len(self.graph.numbers)
            left = link
            while left:
                at, move, left = self.links[left]
                moves[at] = move
            rows = self.runs[link] = tuple(runs_of(self.graph, self.color, moves))
        return rows


_Option = tuple[int, int, int, int, int, Transition]
"""A move: the wild jokers that it takes and its cell needs, those that it takes, those of them that go into new runs,
the name of its cell, the places of what it lays, the move."""


class _Options:
    """The moves of a colour at a number.

    Attributes:
        known: The moves of each cell that was asked for, by its name and the code of what groups take.
    """

    def __init__(self, words: "Words", color: int, at: int) -> None:
        problem, number = words.problem, words.graph.numbers[at]
        self.size = words.free.get(TILES[color][number], (0, 0))[0] if number <= problem.top else 0
        self.free = problem.tiles[color][number] - problem.must[color][number] if self.size else 0
        self.ways, self.wild = words.graph.tables.ways, problem.wild
        self.cells: Cells = words.graph.cells[at][color]
        bits = words.graph.bits
        self.mask = (1 << bits) - 1 << bits * color
        self.known: dict[int, dict[int, list[_Option]]] = {}

    def of(self, names: int) -> dict[int, list[_Option]]:
        """The moves from the cell of a state, by code."""
        name = names & self.mask
        found = self.known.get(name)
        if found is None:
            found = self.known[name] = {}
            for code, moves in self.cells[name][1].items():
                every = found[code] = []
                for move in moves:
                    way = self.ways[move[2]]
                    laid = self.size * (self.free - way.unlaid)
                    needs, used = (move[4], move[5]) if self.wild else (0, 0)
                    every.append((needs, used, way.paid, move[1], laid, move if way.steps else _NO_MOVE))
        return found


class Words:
    """One pass through the numbers, and all that comes of it.

    Where taken jokers have to go into new melds, how many of them do is part of the state.

    Args:
        turn: The turn.
        case: The case.
        free: The tiles that sets are told apart by.
        wanted: The sets that are looked for, by how many jokers they have.
        work: The steps that the pass may take.

    Raises:
        TooLarge: If it takes more.
    """

    def __init__(self, turn: Turn, case: Case, free: Free, wanted: Sequence[int], work: Work) -> None:
        self.turn = turn
        self.stay: tuple[Meld, ...] = (*turn.table, *case.stay) if turn.closed else case.stay
        self.fixed: tuple[LaidRow, ...] = case.fixed
        self.problem: Problem = altered(case.problem, every=True, work=work)
        self.taken: int = self.problem.taken
        if not self.taken:  # whether old melds are disturbed does not matter
            nothing: tuple[tuple[OldRun, ...], ...] = ((), (), (), ())
            self.problem = altered(self.problem, old_runs=nothing, old_groups=((),) * len(self.problem.old_groups))
        self.free = free
        forced = Counter(case.forced) - Counter(turn.forced)
        self.extra: int = sum(place * forced[tile] for tile, (place, _) in free.items())
        self.wanted = wanted
        self.jokers: int = turn.rack.count(JOKER) - self.problem.wild_free
        self.graph: Graph = Graph(self.problem)
        self._end: list[_Spot] | None = None
        self.chains: list[_Chain] = [_Chain(self.graph, color) for color in range(4)]

    def end(self) -> list[_Spot]:
        """The last states, those with the fewest jokers first."""
        if self._end is None:
            layer: dict[int, _Spot] = {}
            if self.graph.start is not None:
                start = _Spot(self.graph.start, self.problem.wild, 0)
                start.sets = 1 << self.extra
                layer = {0: start}
                for place in range(len(self.graph.numbers)):
                    layer = self._step(place, layer)
            self._end = sorted(layer.values(), key=lambda spot: -spot.left)
        return self._end

    def sets(self) -> list[int]:
        """The sets that are found, by how many jokers they have."""
        found = [0] * (self.turn.rack.count(JOKER) + 1)
        for spot in self.end():
            for jokers in self._laid(spot):
                found[jokers + self.jokers] |= spot.sets
        return [sets & wanted for sets, wanted in zip(found, self.wanted, strict=True)]

    def _laid(self, spot: _Spot) -> range:
        """How many jokers that may be laid or not are, with what comes to a state."""
        fewest = self.problem.wild_free - spot.left
        if self.problem.idle:
            return range(max(0, fewest), self.problem.wild_free + 1)
        return range(fewest, fewest + (fewest >= 0))

    def every(self, done: Sequence[int]) -> Iterator[tuple[int, int, Path]]:
        """Every set, with each number of jokers that can be laid with it, those without many jokers first.

        Args:
            done: The sets that are left out, by how many jokers they have.
        """
        found: list[tuple[int, int, Path]] = []
        for jokers, sets in enumerate(self.sets()):
            left = sets & ~done[jokers]
            for spot in self.end():
                some = left & spot.sets
                if some and jokers - self.jokers in self._laid(spot):
                    left &= ~some
                    found += [(word, jokers, path) for word, path in self._paths(spot, some)]
        found.sort(key=itemgetter(0, 1))
        yield from found

    def _paths(self, end: _Spot, sets: int) -> Iterator[tuple[int, Path]]:
        """A path for each of some sets that lead to a state, found from its end on: what they share is shared."""
        first, second, third, fourth = self.chains
        numbers = self.graph.numbers
        waiting: list[tuple[_Spot, int, int, int, int, int, int, int, tuple[LaidRow, ...]]] = [
            (end, len(numbers), sets, self.extra, 0, 0, 0, 0, ())
        ]
        while waiting:
            spot, at, sets, word, link0, link1, link2, link3, groups = waiting.pop()
            if not at:
                yield word, (end.left, (link0, link1, link2, link3), groups)
                continue
            at -= 1
            for fresh, before, rows, (move0, move1, move2, move3), place in spot.origins:
                some = sets & fresh
                if some:
                    waiting.append(
                        (
                            before,
                            at,
                            some >> place,
                            word + place,
                            first.before(link0, move0, at) if move0 else link0,
                            second.before(link1, move1, at) if move1 else link1,
                            third.before(link2, move2, at) if move2 else link2,
                            fourth.before(link3, move3, at) if move3 else link3,
                            (*groups, *rows) if rows else groups,
                        )
                    )

    def _step(self, at: int, layer: dict[int, _Spot]) -> dict[int, _Spot]:
        """The states after a number that may lead to an end."""
        after: dict[int, _Spot] = {}
        work, taken, shift = self.problem.work, self.taken, 4 * self.graph.bits
        options = [_Options(self, color, at) for color in range(4)]
        choices = [(choice, tuple(groups_of(self.graph.numbers[at], choice))) for choice in self.graph.choices[at]]
        for spot, sets in _uncovered(layer) if self.problem.idle else [(spot, spot.sets) for spot in layer.values()]:
            kept = 0
            work.spend(OF_STATE + len(choices))
            of0, of1, of2, of3 = (each.of(spot.names) for each in options)
            left = spot.left
            for choice, rows in choices:
                code0, code1, code2, code3, wild, _, paid, _ = choice
                rest = left - wild
                if rest < 0 or code0 not in of0 or code1 not in of1 or code2 not in of2 or code3 not in of3:
                    continue
                first, second, third, fourth = of0[code0], of1[code1], of2[code2], of3[code3]
                work.spend(len(first) * len(second) * len(third) * len(fourth))
                for needs0, wild0, paid0, name0, laid0, move0 in first:
                    for needs1, wild1, paid1, name1, laid1, move1 in second:
                        rest1 = rest - needs0 - needs1
                        if rest1 < 0:
                            continue
                        for needs2, wild2, paid2, name2, laid2, move2 in third:
                            for needs3, wild3, paid3, name3, laid3, move3 in fourth:
                                if rest1 < needs2 + needs3:
                                    continue
                                going = rest - wild0 - wild1 - wild2 - wild3
                                names = name0 | name1 | name2 | name3
                                key = names | going << shift
                                new = 0
                                if taken:
                                    new = min(taken, spot.paid + paid + paid0 + paid1 + paid2 + paid3)
                                    if new + going < taken:
                                        continue
                                    key |= new << shift + 8
                                known = after.get(key)
                                if known is None:
                                    known = after[key] = _Spot(names, going, new)
                                place = laid0 + laid1 + laid2 + laid3
                                fresh = sets << place & ~known.sets
                                if fresh:
                                    kept += 1
                                    known.sets |= fresh
                                    known.origins.append((fresh, spot, rows, (move0, move1, move2, move3), place))
            work.spend(OF_KEPT * kept)
        return after

    def table(self, path: Path, jokers: int) -> Table | None:
        """The table of a path, with some jokers from the rack; None if there is no room for these."""
        left, links, groups = path
        rows = [*self.fixed, *groups]
        for chain, link in zip(self.chains, links, strict=True):
            rows += chain.laid(link)
        left -= self.problem.wild_free + self.jokers - jokers
        if left:
            laid = with_idle(self.problem, rows, left)
            if laid is None:
                return None
            rows = laid
        return table_of(rows, self.stay)
