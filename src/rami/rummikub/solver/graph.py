"""A problem and its graph.

A *problem* is a set of tiles and jokers to arrange in melds. Its *graph* has a layer for each number. A *frontier* is a
search state between two numbers: the open runs of each color, the wild jokers left, and the taken jokers in new melds.
A *loss* is the weight of the tiles not laid. It has two parts: the *main loss*, and below it `TIE` bits that count the
old melds disturbed.
"""

from collections.abc import Iterator
from operator import add
from typing import Final

from attrs import field, frozen

from rami.budget import Budget
from rami.rummikub.solver.bounds import Cell, ColorRuns, ColorRunsByCodes, Column, FourWays, Frontier, least_of
from rami.rummikub.solver.groups import Grouping, Groupings, GroupRules, Masks, groupings
from rami.rummikub.solver.runs import NOTHING_OPEN, Reachable, RunRules, Supply, Surroundings, layer
from rami.rummikub.tiles import Tile

Tiles = tuple[Tile, ...]
LaidMeld = tuple[bool, Tiles]
"""A pair of a flag, True for a group, and the tiles of a meld."""
Counts = tuple[tuple[int, ...], ...]
"""A value for each color and number. Index 0 is unused, and two zeros follow the highest number."""
Plans = tuple[tuple[tuple[int, ...], ...], ...]
"""The planned runs that may start, by color and number."""

INFINITE: Final = 1 << 4000
"""A loss above the loss of any table."""
MOST_STEPS: Final = 1_000_000
"""The steps of a call. A step takes three microseconds at the median."""

TIE: Final = 8
"""The bits of a loss below the weights. They count the old melds disturbed."""
TIE_STEPS: Final = 12_000
"""After this number of steps, a search ignores the number of disturbed melds. On a table of 100 tiles, minimizing it
took 270,000 steps. The slow questions take 0.7 s. With 6,000 they take 1.5 s, and with 24,000 they take 0.9 s."""


def main_of(loss: int) -> int:
    """Return a loss without the disturbed melds."""
    return loss >> TIE << TIE


def end_of_main(loss: int) -> int:
    """Return the highest loss with the same main loss."""
    return loss | (1 << TIE) - 1


class StepBudget(Budget):
    """A limit on the work of a call, counted in steps.

    A stored node costs a step. So do two joined transitions, 16 groupings that a frontier tries, and each join in a
    pass. A move of a color costs two steps; with taken jokers, four the first time and none later. A graph costs 60
    steps and a table for the referee 25.

    Attributes:
        fixed: Whether the caller set the budget.
        tie_steps: The steps after which a search ignores the disturbed melds.
        counted: The layers whose steps are already spent.
    """

    __slots__ = ("counted", "fixed", "tie_steps")

    def __init__(self, steps: int | None = None) -> None:
        super().__init__(MOST_STEPS)
        self.fixed: bool = steps is not None
        self.left: int = MOST_STEPS if steps is None else steps
        self.tie_steps: int = TIE_STEPS
        self.counted: set[object] = set()

    def reset(self, steps: int | None = None) -> None:
        """Restore a number of steps, or all, unless the caller set the budget."""
        if not self.fixed:
            self.left = MOST_STEPS if steps is None else steps
            self.tie_steps = TIE_STEPS


@frozen(eq=False)
class Problem:
    """Tiles to arrange in melds.

    Attributes:
        top: The highest number.
        size: The most tiles in a group.
        required: The natural tiles that must be used.
        available: All natural tiles.
        weights: The loss of leaving a tile out; negative if laying it costs something.
        staying_in_runs: The jokers that stay for a tile in a run.
        staying_in_groups: The jokers that stay for a tile in a group.
        must: The number of wild jokers that must be used.
        may: The number of further wild jokers that may be used.
        joker_weight: The loss of leaving out one of the optional wild jokers.
        unplaced: Whether the search may leave wild jokers unplaced; they are added to melds at the end.
        taken: The number of wild jokers that must go into new melds.
        plans: By color and number, the planned runs that may start (see `new_melds`).
        old_groups: The old groups of each number, as masks of colors.
        crossing: By color and number, the old runs that also contain the number before, to disturb few of them.
        old: The natural tiles of the old melds, to prefer new melds for unplaced jokers.
        every_subset: Whether all subsets of the optional tiles are searched.
        infinite: A loss above that of any arrangement.
        budget: The steps left.
    """

    top: int
    size: int
    required: Counts
    available: Counts
    weights: Counts
    staying_in_runs: Counts
    staying_in_groups: Counts
    must: int = 0
    may: int = 0
    joker_weight: int = 0
    unplaced: bool = False
    taken: int = 0
    plans: Plans = ()
    old_groups: tuple[Masks, ...] = ()
    crossing: Counts = ()
    old: frozenset[LaidMeld] = frozenset()
    every_subset: bool = False
    infinite: int = 1 << 62
    budget: StepBudget = field(factory=StepBudget)

    @property
    def wild(self) -> int:
        """The number of wild jokers."""
        return self.must + self.may

    @property
    def free(self) -> int:
        """The number of wild jokers that need not go into new melds."""
        return self.wild - self.taken


class Graph:
    """The transitions of a problem by color, and the groupings of its numbers.

    Attributes:
        problem: The problem.
        fill_first: Whether tiles are left out only if no long run can take them (Lemma fill first).
        numbers: The numbers with tiles or jokers.
        groupings: The groupings of each of these numbers.
        most_new: The most wild jokers in new groups, from each of these numbers on.
        start: The frontier before the first number; None if the tiles of some color cannot be arranged.
    """

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.fill_first: bool = not problem.every_subset and min(map(min, problem.weights)) >= 0
        counts = zip(*problem.available, *problem.staying_in_runs, *problem.staying_in_groups, strict=True)
        with_tiles = [number for number, here in enumerate(counts) if any(here)]
        self.numbers: list[int] = list(range(1, problem.top + 1)) if problem.wild else with_tiles
        self.groupings: list[Groupings] = self._groupings()
        self.most_new: list[int] = [0]
        for here in reversed(self.groupings):
            most = max([grouping.in_new for grouping in here.every], default=0) if problem.taken else 0
            self.most_new.append(self.most_new[-1] + most)
        self.most_new.reverse()
        problem.budget.spend(60)
        self.start: Frontier | None = self._start()

    def _groupings(self) -> list[Groupings]:
        problem = self.problem
        rules = GroupRules(problem.wild, problem.free, problem.size, problem.unplaced, problem.taken)
        tiles, staying = list(zip(*problem.available, strict=True)), list(zip(*problem.staying_in_groups, strict=True))
        old = problem.old_groups or ((),) * (problem.top + 1)
        return [groupings(rules, tiles[number], staying[number], old[number]) for number in self.numbers]

    def groupings_of(self, place: int, frontier: Frontier) -> Iterator[tuple[Grouping, int, FourWays]]:
        """Yield the groupings that a frontier allows, each with the wild jokers left for runs, and the ways."""
        red, black, blue, orange, jokers, _ = frontier
        reds, blacks = red.ways or red.find_ways(), black.ways or black.find_ways()
        blues, oranges = blue.ways or blue.find_ways(), orange.ways or orange.find_ways()
        every = self.groupings[place].every
        if len(every) >= 16:
            self.problem.budget.spend(len(every) // 16)
        for grouping in every:
            left = jokers - grouping.wild
            # The groupings are sorted by their wild jokers.
            if left < 0:
                return
            demand0, demand1, demand2, demand3 = grouping.demand
            if demand0 in reds and demand1 in blacks and demand2 in blues and demand3 in oranges:
                ways = reds[demand0], blacks[demand1], blues[demand2], oranges[demand3]
                (_, needs0, _), (_, needs1, _), (_, needs2, _), (_, needs3, _) = ways
                if needs0 + needs1 + needs2 + needs3 <= left:
                    yield grouping, left, ways

    def _cells(self, color: int) -> list[Cell | None]:
        """Return the cells of a color by number; None if nothing can happen at a number."""
        problem = self.problem
        tiles, required, staying = problem.available[color], problem.required[color], problem.staying_in_runs[color]
        grounded = problem.wild + sum(staying) > 2 and not problem.unplaced
        rules = RunRules(problem.wild, problem.free, self.fill_first, problem.unplaced, grounded)
        # The tiles and staying jokers of each number; -1 beyond the highest.
        pieces = [*map(add, tiles[: problem.top + 1], staying), -1, -1]
        cells: list[Cell | None] = []
        reachable: Reachable = NOTHING_OPEN
        for number, groups in zip(self.numbers, self.groupings, strict=True):
            # An unplaced joker starts a run only at one of the five highest numbers (Lemma unplaced).
            wild_starts = not problem.unplaced or number >= problem.top - 4
            # A taken joker starts a planned run at any number.
            run_may_start = pieces[number] or problem.taken or (problem.wild and wild_starts)
            if reachable == NOTHING_OPEN and not run_may_start:
                cells.append(None)
                continue
            supply = Supply(tiles[number], tiles[number] - required[number], groups.demands[color])
            plans = problem.plans[color][number] if problem.taken else ()
            crossing = problem.crossing[color][number] if problem.crossing else 0
            here = Surroundings(staying[number], pieces[number + 1], pieces[number + 2], wild_starts, plans, crossing)
            key = rules, reachable, supply, here
            uses, reachable, moves = layer(*key)
            weight = problem.weights[color][number]
            cells.append(Cell(uses, groups.charges[color], weight, problem.wild, problem.infinite))
            self._spend(moves, key)
        return cells

    def _spend(self, moves: int, key: object) -> None:
        """Take the steps of the moves of a layer."""
        budget = self.problem.budget
        if not self.problem.taken:
            budget.spend(2 * moves)
        elif key not in budget.counted:
            budget.counted.add(key)
            budget.spend(4 * moves)

    def _start(self) -> Frontier | None:
        """Return the frontier before the first number."""
        red, black, blue, orange = [self._first(color) for color in range(4)]
        if red and black and blue and orange:
            return red, black, blue, orange, self.problem.wild, 0
        return None

    def _first(self, color: int) -> ColorRuns | None:
        """Return a color before the first number; None if its tiles cannot be arranged."""
        found: ColorRunsByCodes = {(): ColorRuns((0,) * (self.problem.wild + 1), 0, 0)}
        for cell in reversed(self._cells(color)):
            if cell is None:
                found = {(): found[()].before()} if () in found else {}
            else:
                found = Column(cell, found).runs_before()
        return found.get(())

    def bound(self) -> int:
        """Return the least loss from the start."""
        assert self.start
        *colors, jokers, _ = self.start
        return least_of(colors, jokers)
