"""A problem and its graph.

A *problem* is tiles to be put into melds. Its *graph* goes from number to number. A *state* before a number is the open
runs of each colour, the wild jokers left, and the taken jokers in new melds so far.
Lemma (bound): with groups free to take any tiles, for the jokers that they are charged, each colour alone loses no more
than in any arrangement. The sum of the four, the wild jokers shared as is best, is the bound of a state.
"""

from collections.abc import Iterator
from operator import attrgetter
from typing import Final, NamedTuple

from attrs import field, frozen

from rami.errors import TooLarge
from rami.rummikub.solver.groups import Choice, Choices, GroupRules, choices
from rami.rummikub.solver.runs import (
    NOTHING,
    NOTHING_OPEN,
    Here,
    OldHere,
    Option,
    Row,
    RunMove,
    RunRules,
    Runs,
    Supply,
    layer,
    supply_of,
)
from rami.rummikub.tiles import Tile
from rami.sentences import SHARED

Tiles = tuple[Tile, ...]
LaidMeld = tuple[bool, Tiles]
"""Whether it is a group, and its tiles."""
Home = tuple[bool, Tile]
"""Whether a joker stood in a group, and for what tile."""
Counts = tuple[tuple[int, ...], ...]
"""A value for each colour and number; index 0 is not used, and three zeros follow the highest."""

INFINITE: Final = 1 << 4000
"""More than any weights can make."""
MOST_STEPS: Final = 1_000_000
"""The steps of a call, of five microseconds at the median; the hardest `best_play` of 314 positions took 130,000."""


class StepBudget:
    """The steps left, which measure processor time.

    A stored state is a step, as are a move of a colour, two joined moves and sixteen choices of groups that a state
    looks at; in passes, each joined move. A graph is 60 steps, a table for the referee 25.
    """

    __slots__ = ("fixed", "left")

    fixed: bool
    left: int

    def __init__(self, steps: int | None = None) -> None:
        self.fixed = steps is not None
        self.left = MOST_STEPS if steps is None else steps

    def spend(self, steps: int) -> None:
        """Take steps, or raise TooLarge if none are left."""
        self.left -= steps
        if self.left < 0:
            raise TooLarge(SHARED.phrase("limits.steps", most=MOST_STEPS))

    def reset(self) -> None:
        """Begin again, unless the caller set the budget."""
        if not self.fixed:
            self.left = MOST_STEPS


class OldRunsOfColor(NamedTuple):
    """Where the old runs of a colour lie.

    Attributes:
        crossing: Of each number, how many old runs reach it from the one before: for an estimate.
        here: Of each number, where the old runs are that are followed.
        overlap: Whether any overlap.
    """

    crossing: tuple[int, ...]
    here: tuple[OldHere, ...]
    overlap: bool


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
        old_runs: The old runs of each colour, where few old melds are to be disturbed.
        homes: Where idle jokers may stay, as a hint.
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
    old_runs: tuple[OldRunsOfColor, ...] = ()
    homes: tuple[Home, ...] = ()
    old: frozenset[LaidMeld] = frozenset()
    every_subset: bool = False
    infinite: int = 1 << 62
    budget: StepBudget = field(factory=StepBudget)

    @property
    def exact(self) -> bool:
        """Whether old runs are followed; else those disturbed are estimated, for with jokers there are many states."""
        few = sum([sum(row) for row in self.available]) <= MOST_EXACT
        return bool(self.old_runs) and (few or not (self.wild or self.added))

    @property
    def wild(self) -> int:
        """The number of wild jokers."""
        return self.due + self.spare


Losses = tuple[int, ...]
"""The least losses from here on, by the wild jokers that may be used."""

MOST_EXACT: Final = 30
"""With jokers, old runs are followed where there are so few tiles: beyond, that would double the time."""
TIE: Final = 8
"""The bits of a loss below the weights: how many old melds are disturbed."""


class Transition(NamedTuple):
    """A move of a colour: its loss, the fewest wild jokers from here on, those used and paid, the state after it."""

    lost: int
    needs: int
    used: int
    paid: int
    after: "ColorState"
    unlaid: int
    move: RunMove


_needs = attrgetter("needs")
Moves = tuple[tuple[RunMove, ...], ...]


class ColorState:
    """Open runs of a colour before a number.

    Attributes:
        least: The least losses.
        needs: The fewest wild jokers with which they can be finished.
        paid: The most jokers in new runs.
    """

    __slots__ = ("_column", "_moves", "_transitions", "least", "needs", "paid")

    def __init__(self, least: Losses, needs: int, paid: int, column: "Column | None" = None, moves: Moves = ()) -> None:
        self.least: Losses = least
        self.needs: int = needs
        self.paid: int = paid
        self._column: Column | None = column
        self._moves: Moves = moves
        self._transitions: dict[int, list[Transition]] | None = None

    def before(self) -> "ColorState":
        """Return the state before a number at which there is nothing."""
        state = ColorState(self.least, self.needs, self.paid)
        state._transitions = {0: [Transition(0, self.needs, 0, 0, self, 0, NOTHING)]}
        return state

    @property
    def transitions(self) -> dict[int, list[Transition]]:
        """The transitions by demand, those that need the fewest jokers first; most states are never asked for them."""
        if self._transitions is None:
            self._transitions = self._column.transitions(self._moves) if self._column else {}
        return self._transitions


class Column:
    """A colour at a number: what its moves cost, and the states after it.

    Attributes:
        wild: The wild jokers of the problem.
        infinite: More than any arrangement can lose.
        crossing: How many old runs come from the number before, where it is estimated which are disturbed.
        weight: The loss of leaving a tile out.
        options: What becomes of the other tiles, by the number of tiles in runs.
        after: The states after it by open runs.
    """

    __slots__ = ("after", "crossing", "infinite", "options", "weight", "wild")

    def __init__(
        self, problem: Problem, options: tuple[tuple[Option, ...], ...], cost: tuple[int, int], after: "ColorStates"
    ) -> None:
        self.wild: int = problem.wild
        self.infinite: int = problem.infinite
        weight, crossing = cost
        self.weight: int = weight
        self.crossing: int = crossing
        self.options: tuple[tuple[Option, ...], ...] = options
        self.after: ColorStates = after

    def states_before(self, row: Row) -> "ColorStates":
        """Return the states before the number, given their moves."""
        wild, after, crossing, weight = self.wild, self.after, self.crossing, self.weight
        states: ColorStates = {}
        for runs, moves in row:
            losses = [self.infinite] * (wild + 1)
            fewest, most_paid = wild + 1, 0
            for options, some in zip(self.options, moves, strict=True):
                for onto, _, used, paid, broken, going, whole in some:
                    there = after.get(onto)
                    if there is None:
                        continue
                    needs, least = there.needs, there.least
                    lost = broken + crossing - going if crossing > going else broken
                    for _, charge, unlaid in options:
                        takes, loss_here = used + charge, lost + unlaid * weight
                        for jokers in range(takes + needs, wild + 1):
                            loss = loss_here + least[jokers - takes]
                            if loss < losses[jokers]:  # noqa: PLR1730  # quicker
                                losses[jokers] = loss
                        if takes + needs < fewest:  # noqa: PLR1730  # likewise
                            fewest = takes + needs
                        if whole:
                            break
                    if paid + there.paid > most_paid:  # noqa: PLR1730  # likewise
                        most_paid = paid + there.paid
            if fewest <= wild:
                states[runs] = ColorState(tuple(losses), fewest, most_paid, self, moves)
        return states

    def transitions(self, moves: Moves) -> dict[int, list[Transition]]:
        """Return the transitions of a state by demand, those that need the fewest jokers first."""
        wild, after, crossing, weight = self.wild, self.after, self.crossing, self.weight
        found: dict[int, list[Transition]] = {}
        for options, some in zip(self.options, moves, strict=True):
            for move in some:
                onto, _, used, paid, broken, going, whole = move
                there = after.get(onto)
                if there is None:
                    continue
                needs = used + there.needs
                lost = broken + crossing - going if crossing > going else broken
                for demand, charge, unlaid in options:
                    if needs + charge <= wild:
                        transition = Transition(lost + unlaid * weight, needs, used, paid, there, unlaid, move)
                        if demand in found:
                            found[demand].append(transition)
                        else:
                            found[demand] = [transition]
                    if whole:
                        break
        if wild:
            for each in found.values():
                each.sort(key=_needs)
        return found


ColorStates = dict[Runs, ColorState]


class Graph:
    """The colors of a problem, colour by colour, and the group choices of its numbers.

    Attributes:
        problem: The problem.
        numbers: The numbers at which there is anything.
        choices: The group choices at each of them.
        paid: The most wild jokers that may come into new groups from each of them on.
        start: The state before the first number; None if some colour has no way to the end.
    """

    exact: bool
    keen: bool
    numbers: list[int]
    paid: list[int]

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.exact = problem.exact
        self.keen = not problem.every_subset and min(map(min, problem.weights)) >= 0
        columns = enumerate(zip(*problem.available, *problem.in_runs, *problem.in_groups, strict=True))
        there = [number for number, column in columns if any(column)]
        self.numbers = list(range(1, problem.top + 1)) if problem.wild else there
        self.choices: list[Choices] = self._choices()
        problem.budget.spend(60)
        self.start: State | None = None
        red, black, blue, orange = [self._first(color) for color in range(4)]
        if red and black and blue and orange:
            self.start = State(red, black, blue, orange, problem.wild, 0)
        self.paid = [0]
        for here in reversed(self.choices):
            self.paid.append(self.paid[-1] + max([choice.paid for choice in here.every], default=0))
        self.paid.reverse()

    def _choices(self) -> list[Choices]:
        problem = self.problem
        loose = problem.wild - problem.taken
        rules = GroupRules(problem.wild, loose, problem.size, problem.idle, problem.taken)
        tiles, held = list(zip(*problem.available, strict=True)), list(zip(*problem.in_groups, strict=True))
        old = problem.old_groups or ((),) * (problem.top + 1)
        return [choices(rules, tiles[number], held[number], old[number]) for number in self.numbers]

    def choices_of(self, place: int, state: "State") -> Iterator[tuple[Choice, int]]:
        """Yield the choices that a state has moves and wild jokers for, each with the jokers beside its groups."""
        reds, blacks, blues, oranges = [color.transitions for color in state[:4]]
        choices = self.choices[place].every
        self.problem.budget.spend(len(choices) // 16)
        for choice in choices:
            spare = state.jokers - choice.wild
            if spare < 0:
                return
            red, black, blue, orange = choice.demand
            if red in reds and black in blacks and blue in blues and orange in oranges:
                first, second = (
                    reds[red][0].needs + blacks[black][0].needs,
                    blues[blue][0].needs + oranges[orange][0].needs,
                )
                if first + second <= spare:
                    yield choice, spare

    def _rules(self, color: int) -> RunRules:
        problem = self.problem
        jokers = problem.wild + sum(problem.in_runs[color])
        grounded = jokers > 2 and not problem.idle
        overlapping = self.exact and problem.old_runs[color].overlap
        return RunRules(
            problem.wild, problem.wild - problem.taken, self.keen, problem.idle, grounded, overlapping, jokers > 0
        )

    def _first(self, color: int) -> ColorState | None:
        """Return the state of a colour before the first number; None if there is no way to the end."""
        problem, rules = self.problem, self._rules(color)
        tiles, required, held = problem.available[color], problem.required[color], problem.in_runs[color]
        cells: list[tuple[Row, Supply] | None] = []
        frontier, total = NOTHING_OPEN, 0
        low = problem.top - 4 if problem.idle else 0 if problem.wild else problem.top + 1
        for number, groups in zip(self.numbers, self.choices, strict=True):
            count = tiles[number]
            if frontier == NOTHING_OPEN and number < low and not (count or held[number] or problem.taken):
                cells.append(None)
                continue
            supply = supply_of(count, count - required[number], groups.charges[color])
            row, frontier, moves = layer(rules, frontier, supply.counts, self._here(color, number))
            total += moves
            cells.append((row, supply))
        problem.budget.spend(total)
        return self._backwards(color, cells)

    def _backwards(self, color: int, cells: list[tuple[Row, Supply] | None]) -> ColorState | None:
        problem = self.problem
        crossing = problem.old_runs[color].crossing if problem.old_runs and not self.exact else (0,) * (problem.top + 1)
        states: ColorStates = {(): ColorState((0,) * (problem.wild + 1), 0, 0)}
        for place in range(len(cells) - 1, -1, -1):
            cell, number = cells[place], self.numbers[place]
            if cell is None:
                states = {(): states[()].before()} if () in states else {}
                continue
            cost = problem.weights[color][number], crossing[number]
            row, supply = cell
            states = Column(problem, supply.options, cost, states).states_before(row)
        return states.get(())

    def _here(self, color: int, number: int) -> Here:
        problem = self.problem
        tiles, held = problem.available[color], problem.in_runs[color]
        return Here(
            held[number],
            tiles[number + 1] + held[number + 1] if number < problem.top else -1,
            tiles[number + 2] + held[number + 2] if number + 1 < problem.top else -1,
            not problem.idle or number >= problem.top - 4,
            problem.patterns[color][number] if problem.taken else (),
            problem.old_runs[color].here[number] if self.exact else OldHere(),
        )


class State(NamedTuple):
    """The open runs of each colour before a number, the wild jokers left, and those in new melds as far as needed."""

    red: ColorState
    black: ColorState
    blue: ColorState
    orange: ColorState
    jokers: int
    paid: int
