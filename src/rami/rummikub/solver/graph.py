"""A problem and its graph.

A *problem* is tiles to be put into melds. Its *graph* goes from number to number. A *state* before a number is the open
runs of each colour, the wild jokers left, and the taken jokers in new melds so far.
"""

from collections.abc import Iterator
from operator import add
from typing import Final

from attrs import field, frozen

from rami.errors import TooLarge
from rami.rummikub.solver.bounds import (
    Cell,
    ColorState,
    ColorStates,
    Column,
    FourWays,
    State,
    least_of,
)
from rami.rummikub.solver.groups import Choice, Choices, GroupRules, choices
from rami.rummikub.solver.runs import (
    NOTHING_OPEN,
    Frontier,
    Here,
    RunRules,
    Supply,
    layer,
)
from rami.rummikub.tiles import Tile
from rami.sentences import SHARED

Tiles = tuple[Tile, ...]
LaidMeld = tuple[bool, Tiles]
"""Whether it is a group, and its tiles."""
Counts = tuple[tuple[int, ...], ...]
"""A value for each colour and number; index 0 is not used, and two zeros follow the highest."""

INFINITE: Final = 1 << 4000
"""More than any weights can make."""
MOST_STEPS: Final = 1_000_000
"""The steps of a call, of three microseconds at the median; the hardest `best_play` of 70 positions took 370,000."""


FINE: Final = 12_000
"""After so many steps, a search no longer minimises the old melds disturbed: on a table of 100 that took 270,000. With
6,000, slow questions take 1.5 s in place of 0.7; with 24,000, 0.9. The melds are the same."""


class StepBudget:
    """The steps left, which measure processor time.

    A stored state is a step, as are two joined moves and sixteen choices of groups that a state looks at; in passes,
    each joined move. A move of a colour is two steps; with new melds four, but none where the call has looked at it
    before. A graph is 60 steps, a table for the referee 25.

    After `fine` steps a search no longer minimises the old melds disturbed. What is in `looked_at` costs no more steps.
    """

    __slots__ = ("fine", "fixed", "left", "looked_at")

    def __init__(self, steps: int | None = None) -> None:
        self.fixed: bool = steps is not None
        self.left: int = MOST_STEPS if steps is None else steps
        self.fine: int = FINE
        self.looked_at: set[object] = set()

    def spend(self, steps: int) -> None:
        """Take steps, or raise TooLarge if none are left."""
        self.left -= steps
        if self.left < 0:
            raise TooLarge(SHARED.phrase("limits.steps", most=MOST_STEPS))

    def reset(self) -> None:
        """Begin again, unless the caller set the budget."""
        if not self.fixed:
            self.left = MOST_STEPS
            self.fine = FINE


@frozen(eq=False)
class Problem:
    """Tiles to arrange in melds.

    Attributes:
        top: The highest number.
        size: The most tiles in a group.
        required: The natural tiles that must be used.
        available: All natural tiles.
        weights: The loss of leaving a tile out (less than 0 where laying it costs something).
        in_runs: The jokers that stay for a tile in a run.
        in_groups: The jokers that stay for a tile in a group.
        due: The wild jokers that must be used.
        spare: The further wild jokers that may be used.
        joker_weight: The loss of leaving one of these out.
        idle: Whether wild jokers may be left over, to be added at the end.
        added: The jokers that are left out, to be added at the end.
        taken: The wild jokers that must go into new melds.
        patterns: Of each colour and number, the committed runs that may start (see `new_melds`).
        old_groups: Of each number, the old groups as masks of colours.
        crossing: Of each colour and number, how many old runs reach it from the one before, to disturb few of them.
        old: The natural tiles of the old melds, as a hint where idle jokers are new.
        every_subset: Whether all subsets of the free tiles are looked for.
        infinite: More than any arrangement can lose.
        budget: The steps left.
    """

    top: int
    size: int
    required: Counts
    available: Counts
    weights: Counts
    in_runs: Counts
    in_groups: Counts
    due: int = 0
    spare: int = 0
    joker_weight: int = 0
    idle: bool = False
    added: int = 0
    taken: int = 0
    patterns: tuple[tuple[tuple[int, ...], ...], ...] = ()
    old_groups: tuple[tuple[int, ...], ...] = ()
    crossing: Counts = ()
    old: frozenset[LaidMeld] = frozenset()
    every_subset: bool = False
    infinite: int = 1 << 62
    budget: StepBudget = field(factory=StepBudget)

    @property
    def wild(self) -> int:
        """The number of wild jokers."""
        return self.due + self.spare


TIE: Final = 8
"""The bits of a loss below the weights: how many old melds are disturbed."""


class Graph:
    """The moves of a problem, colour by colour, and the group choices of its numbers.

    Attributes:
        problem: The problem.
        keen: Whether tiles are left out only where they have to be (Lemma keen).
        numbers: The numbers at which there is anything.
        choices: The group choices at each of them.
        paid: The most wild jokers that may come into new groups from each of them on.
        start: The state before the first number; None if some colour has no way to the end.
    """

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.keen: bool = not problem.every_subset and min(map(min, problem.weights)) >= 0  # Lemma keen
        counts = zip(*problem.available, *problem.in_runs, *problem.in_groups, strict=True)
        there = [number for number, here in enumerate(counts) if any(here)]
        # Wild jokers may be at any number.
        self.numbers: list[int] = list(range(1, problem.top + 1)) if problem.wild else there
        self.choices: list[Choices] = self._choices()
        self.paid: list[int] = [0]
        for here in reversed(self.choices):  # added up from the last number on
            most = max([choice.paid for choice in here.every], default=0) if problem.taken else 0
            self.paid.append(self.paid[-1] + most)
        self.paid.reverse()
        problem.budget.spend(60)
        self.start: State | None = self._start()

    def _choices(self) -> list[Choices]:
        problem = self.problem
        rules = GroupRules(problem.wild, problem.wild - problem.taken, problem.size, problem.idle, problem.taken)
        tiles, held = list(zip(*problem.available, strict=True)), list(zip(*problem.in_groups, strict=True))
        old = problem.old_groups or ((),) * (problem.top + 1)
        return [choices(rules, tiles[number], held[number], old[number]) for number in self.numbers]

    def choices_of(self, place: int, state: State) -> Iterator[tuple[Choice, int, FourWays]]:
        """Yield the choices that a state can go on with, each with the wild jokers left for runs, and their ways."""
        red, black, blue, orange, jokers, _ = state
        reds, blacks = red.ways or red.find_ways(), black.ways or black.find_ways()
        blues, oranges = blue.ways or blue.find_ways(), orange.ways or orange.find_ways()
        choices = self.choices[place].every
        if len(choices) >= 16:
            self.problem.budget.spend(len(choices) // 16)
        for choice in choices:
            spare = jokers - choice.wild
            if spare < 0:
                return  # the choices are sorted by their wild jokers: no later one needs fewer
            demand0, demand1, demand2, demand3 = choice.demand
            if demand0 in reds and demand1 in blacks and demand2 in blues and demand3 in oranges:
                ways = reds[demand0], blacks[demand1], blues[demand2], oranges[demand3]
                (_, needs0, _), (_, needs1, _), (_, needs2, _), (_, needs3, _) = ways
                if needs0 + needs1 + needs2 + needs3 <= spare:
                    yield choice, spare, ways

    def _rules(self, color: int) -> RunRules:
        problem = self.problem
        wild, loose, jokers = problem.wild, problem.wild - problem.taken, problem.wild + sum(problem.in_runs[color])
        grounded = jokers > 2 and not problem.idle
        return RunRules(wild, loose, self.keen, problem.idle, grounded)

    def _cells(self, color: int) -> list[Cell | None]:
        """Return the moves of a colour at each number; None where there is nothing."""
        problem, rules = self.problem, self._rules(color)
        tiles, required, held = problem.available[color], problem.required[color], problem.in_runs[color]
        # the tiles and held jokers of each number, -1 beyond the highest
        there = [*map(add, tiles[: problem.top + 1], held), -1, -1]
        cells: list[Cell | None] = []
        frontier: Frontier = NOTHING_OPEN
        for number, groups in zip(self.numbers, self.choices, strict=True):
            # Where wild jokers may be idle, one starts a run only at one of the five highest numbers (Lemma idle).
            wild_starts = not problem.idle or number >= problem.top - 4
            # A taken joker starts a committed run anywhere (see `new_melds`).
            run_may_start = there[number] or problem.taken or (problem.wild and wild_starts)
            if frontier == NOTHING_OPEN and not run_may_start:
                cells.append(None)
                continue
            supply = Supply(tiles[number], tiles[number] - required[number], groups.demands[color])
            patterns = problem.patterns[color][number] if problem.taken else ()
            crossing = problem.crossing[color][number] if problem.crossing else 0
            here = Here(held[number], there[number + 1], there[number + 2], wild_starts, patterns, crossing)
            asked = rules, frontier, supply, here
            row, frontier, moves = layer(*asked)
            weight = problem.weights[color][number]
            cells.append(Cell(row, groups.charges[color], weight, problem.wild, problem.infinite))
            self._count(moves, asked)
        return cells

    def _count(self, moves: int, asked: object) -> None:
        """Take the steps of moves: two each; with new melds four, but none for a layer asked before in the call."""
        budget = self.problem.budget
        if not self.problem.taken:
            budget.spend(2 * moves)
        elif asked not in budget.looked_at:
            budget.looked_at.add(asked)
            budget.spend(4 * moves)

    def _start(self) -> State | None:
        """Return the state before the first number; None if some colour has no way to the end."""
        red, black, blue, orange = [self._first(color) for color in range(4)]
        if red and black and blue and orange:
            return red, black, blue, orange, self.problem.wild, 0
        return None

    def _first(self, color: int) -> ColorState | None:
        """Return the state of a colour before the first number; None if there is no way to the end."""
        states: ColorStates = {(): ColorState((0,) * (self.problem.wild + 1), 0, 0)}
        for cell in reversed(self._cells(color)):
            if cell is None:
                states = {(): states[()].before()} if () in states else {}
            else:
                states = Column(cell, states).states_before()
        return states.get(())

    def bound(self) -> int:
        """Return the least loss from the start."""
        assert self.start
        *colors, jokers, _ = self.start
        return least_of(colors, jokers)
