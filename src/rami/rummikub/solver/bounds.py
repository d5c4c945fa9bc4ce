"""The lower bound of the search: for each colour alone, the least that is lost from each number on.

A *cell* is the open runs of one colour before a number, with its transitions and the least that is lost from there on.

Lemma (bound): let groups have any tiles, for the wild jokers that they are charged (see `groups`). Then the best
completion of a state loses at least the sum of what the best completions of its four cells lose, for any completion of
the state completes each of them. So a search that goes by that sum never misses the best path (see `astar`).

In the same way no more points, and no more taken jokers in new melds, are to come than the four cells can have.
"""

from functools import cache
from itertools import accumulate
from operator import contains
from typing import Final, TypeAlias

from rami.rummikub.solver.forward import NO_MOVE, OPEN_RUNS, Forward, MoveCache, cache_of, run_rules
from rami.rummikub.solver.groups import (
    NO_GROUPS,
    GroupChoice,
    GroupRules,
    GroupSupply,
    NumberChoices,
    find_choices,
    known_choices,
)
from rami.rummikub.solver.request import NOTHING, Problem
from rami.rummikub.solver.run_rules import RunRules, decode_demand

Savings: TypeAlias = tuple[int, ...]
"""How much less is lost with 0, 1, 2… wild jokers than with none; never falling."""

Transition: TypeAlias = tuple[int, int, int, int, int, int, Savings]
"""A move from a cell: the least that is lost with it from here on, without wild jokers; the name of the cell after it;
the number of the move; the marks of all disturbed old runs; the fewest wild jokers from here to the end; those that it
takes here; the savings of the cell after it."""

Transitions: TypeAlias = tuple[Transition, Transition, Transition, Transition]
"""A transition of each colour."""

Most: TypeAlias = tuple[int, int]
"""The most from here on of what is counted: points, jokers apart, and taken jokers in new runs."""

Cell: TypeAlias = tuple[int, dict[int, list[Transition]], Savings, Most, int]
"""The least that is lost from here on without wild jokers; the transitions by group code; the savings; the most of what
is counted; and the key of the open runs."""

Cells: TypeAlias = dict[int, Cell]
"""The cells of a colour before a number, by *name*: a number of its own, in the bits of the colour."""

_NOTHING_COUNTED: Final[Most] = (0, 0)

_Ahead: TypeAlias = tuple[int, int, Savings, int]
"""A cell, as the transitions that lead to it need it: its name, the least that is lost, the savings, and the fewest
wild jokers that finish its runs."""

_Found: TypeAlias = tuple[Cells, dict[int, _Ahead]]
"""The cells of a colour before a number, and the same by key, as the number before needs them."""


class Graph:
    """The cells of a problem and the group choices of each number.

    Attributes:
        problem: The problem.
        cache: The run moves, by number.
        numbers: The numbers at which there is something.
        choices: The group choices of each of them.
        paid_in_groups: The most taken jokers in new groups, from each of them on.
        cells: The cells of each colour before each of them, and after the last.
        start: The name of the first state; None if a colour has no way to the end.
        base: The least that a path loses without wild jokers.
        least: The least that a path loses with them.
        bits: The bits for the name of a cell.
    """

    def __init__(self, problem: Problem) -> None:
        self.problem: Problem = problem
        rules = run_rules(problem)
        self.cache: MoveCache = cache_of(rules)
        known = _group_choices(problem, rules)
        apart = not (problem.wild or problem.points)
        colors = [
            Forward(problem, self.cache, color, [each.codes[color] for each in known], apart=apart)
            for color in range(4)
        ]
        self.bits: int = max([colour.widest for colour in colors]).bit_length()
        self.start: int | None = None
        self.base: int = problem.infinite
        self.least: int = problem.infinite
        self.numbers: list[int] = sorted({number for colour in colors for number in colour.layers})
        self.choices: list[tuple[GroupChoice, ...]] = [known[number].choices for number in self.numbers]
        self.paid_in_groups: list[int] = []
        self.cells: list[tuple[Cells, ...]] = []
        found: list[list[Cells]] = []
        base = problem.cost_of_laying
        for colour in colors:
            backward = _backward(colour, self.cache, self.numbers, self.bits, known)
            if backward is None:
                return
            layers, least = backward
            found.append(layers)
            base += least
        self.cells = list(zip(*found, strict=True))
        if problem.taken:
            self.paid_in_groups = _paid_from_each_on(self.choices, self.cells)
        self.start = 0
        self.base = self.least = base
        if problem.wild:
            self.least -= self.saved_by(0, 0, problem.wild)

    def cells_at(self, place: int, names: int) -> tuple[Cell, Cell, Cell, Cell]:
        """Return the four cells of a state."""
        first, second, third, fourth = self.cells[place]
        bits = self.bits
        mask = (1 << bits) - 1
        return (
            first[names & mask],
            second[names & mask << bits],
            third[names & mask << 2 * bits],
            fourth[names & mask << 3 * bits],
        )

    def strength(self, place: int, names: int) -> int:
        """Return the strength of all open runs of a state."""
        strengths = self.cache.strengths
        return sum([strengths[key & OPEN_RUNS] for _, _, _, _, key in self.cells_at(place, names)])

    def can_pay(self, place: int, names: int, taken: int) -> bool:
        """Return whether so many taken jokers may come into new melds from a state on."""
        in_runs = sum([paid for _, _, _, (_, paid), _ in self.cells_at(place, names)])
        return in_runs + self.paid_in_groups[place] >= taken

    def saved_by(self, place: int, names: int, left: int) -> int:
        """Return the most that some wild jokers can save from a state on."""
        first, second, third, fourth = [saves for _, _, saves, _, _ in self.cells_at(place, names)]
        return shared(combined(first, second), combined(third, fourth), left)


def combined(first: Savings, second: Savings) -> Savings:
    """Return the savings of two colours that share the wild jokers."""
    if not second[-1]:
        return first
    if not first[-1]:
        return second
    return tuple([shared(first, second, jokers) for jokers in range(len(first))])


def shared(first: Savings, second: Savings, jokers: int) -> int:
    """Return the most that some wild jokers save, shared between two."""
    if not first[jokers]:
        return second[jokers]
    if not second[jokers]:
        return first[jokers]
    return max([first[here] + second[jokers - here] for here in range(jokers + 1)])


def _group_choices(problem: Problem, rules: RunRules) -> list[NumberChoices]:
    """Return the choices of each number; index 0 is not used."""
    terms = GroupRules(rules.wild, problem.group_size, rules.loose, rules.taken, problem.idle)
    known = known_choices(terms)
    found: list[NumberChoices] = [NO_GROUPS] * (problem.top + 1)
    held = problem.held_in_groups is not NOTHING or problem.held is not NOTHING
    old = problem.old_groups
    none: tuple[int, ...] = (0, 0, 0, 0)
    columns = list(zip(*problem.available, strict=True))
    for number in range(1, problem.top + 1):
        naturals = columns[number]
        in_groups = either = none
        if held:
            in_groups = tuple([row[number] for row in problem.held_in_groups])
            either = tuple([row[number] for row in problem.held])
        elif not rules.wild and naturals.count(0) > 1:
            continue
        supply = GroupSupply(naturals, in_groups, either, old[number])
        found[number] = known.get(supply) or find_choices(terms, known, supply)
    return found


def _paid_from_each_on(choices: list[tuple[GroupChoice, ...]], cells: list[tuple[Cells, ...]]) -> list[int]:
    """Return the most taken jokers in new groups from each number on, and after the last."""
    most: list[int] = [0]
    for some, here in zip(reversed(choices), reversed(cells[:-1]), strict=True):
        codes = [{code for _, transitions, _, _, _ in of_color.values() for code in transitions} for of_color in here]
        possible = [each.paid for each in some if all(map(contains, codes, each.codes))]
        most.append(most[-1] + max(possible, default=0))
    return most[::-1]


def _backward(
    colour: Forward, cache: MoveCache, numbers: list[int], bits: int, known: list[NumberChoices]
) -> tuple[list[Cells], int] | None:
    """Return the cells of a colour from the first number on, and the least that is lost; None if no way ends."""
    problem = colour.problem
    step = 1 << bits * colour.color
    none = _no_savings(colour.wild)
    cells: Cells = {0: (0, {}, none, _NOTHING_COUNTED, 0)}
    after: dict[int, _Ahead] = {0: (0, 0, none, 0)}
    found: list[Cells] = [cells]
    blank = False
    for number in reversed(numbers):
        if number in colour.layers:
            blank = False
            following = cells
            cells, after = _cells_before(colour, number, known[number].charges[colour.color], after, step)
            if problem.points or problem.taken:
                cells = _with_most(cells, following, cache, number)
        elif not blank:  # else it is as at the number after
            if 0 not in after:
                return None
            name, least, saves, needs = after[0]
            _, _, _, most, _ = cells[name]
            cells = {0: (least, {0: [(least, name, NO_MOVE, 0, needs, 0, saves)]}, saves, most, 0)}
            after = {0: (0, least, saves, needs)}
            blank = not name
        found.append(cells)
    if 0 not in after:
        return None
    found.reverse()
    _, least, _, _ = after[0]
    return found, least


@cache
def _no_savings(wild: int) -> Savings:
    return (0,) * (wild + 1)


def _cells_before(colour: Forward, number: int, charges: dict[int, int], after: dict[int, _Ahead], step: int) -> _Found:
    """Return the cells of a colour before a number."""
    infinite, weight, wild = colour.problem.infinite, colour.weights[number], colour.wild
    none = _no_savings(wild)
    before: dict[int, _Ahead] = {}
    cells: Cells = {}
    own = 0
    for key, moves in colour.layers[number]:
        losses = [infinite] * (wild + 1)
        fewest = wild + 1
        transitions: dict[int, list[Transition]] = {}
        some: list[Transition] = []
        last = -1
        charge = 0
        for code, new, unlaid, move, used, gone, lost in moves:
            ahead = after.get(new)
            if ahead is None:
                continue
            if code != last:
                last = code
                charge = charges.get(code, 0)
                some = []
            name, total, saves, needs = ahead
            needs += used
            if needs + charge > wild:
                continue
            if needs + charge < fewest:
                fewest = needs + charge
            total += unlaid * weight + lost
            left = used + charge
            if total < losses[left]:
                losses[left] = total
            if left < wild and saves is not none:
                _lower(losses, left, total, saves)
            if not some:
                transitions[code] = some
            some.append((total, name, move, gone, needs, used, saves))
        if transitions:
            least, saves = losses[0], none
            if wild:
                saves = tuple([least - loss for loss in accumulate(losses, min)])
                if not saves[-1]:
                    saves = none
            before[key] = (own, least, saves, fewest)
            cells[own] = (least, transitions, saves, _NOTHING_COUNTED, key)
            own += step
    return cells, before


def _lower(losses: list[int], left: int, total: int, saves: Savings) -> None:
    """Lower the losses with more jokers than some to what a cell saves with the others."""
    for saved in saves[1 : len(losses) - left]:
        left += 1
        if total - saved < losses[left]:
            losses[left] = total - saved


def _with_most(cells: Cells, following: Cells, cache: MoveCache, value: int) -> Cells:
    """Return the cells before a number with the most that is to come from there on."""
    found: Cells = {}
    for name, (least, transitions, saves, _, key) in cells.items():
        most_points = most_paid = 0
        for code, some in transitions.items():
            in_groups = decode_demand(code).naturals
            for _, after, number, _, _, _, _ in some:
                _, _, _, (points, paid), _ = following[after]
                move = cache.moves[number]
                most_points = max(most_points, (move.naturals + in_groups) * value + points)
                most_paid = max(most_paid, move.paid + paid)
        found[name] = (least, transitions, saves, (most_points, most_paid), key)
    return found
