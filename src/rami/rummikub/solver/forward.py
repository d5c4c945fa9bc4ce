"""The moves of one colour through the numbers, from the lowest on, as far as they can be reached.

Lemma (keen): where every free tile is worth laying, one that is left out while a run of three and more ends before it
could extend that run: something is gained, and the run is a meld as before. This does not hold where taken jokers have
to go into new melds, for a longer run might hold one old run more.

Lemma (joined): where a run of three and more ends just before another of its colour begins, the two can be one run with
the same tiles, which contains whatever was in one of them. So no run begins where such a run ends, unless the jokers of
a run are counted, new melds are told from others, or a 1 may end a run.

Lemma (idle): where wild jokers may be idle, one that lies in a run instead of a free tile that is left out can be
exchanged for it. And a run that starts with a wild joker can end with it instead, unless it ends with the highest
number; no run needs to be longer than five tiles, so such a run starts at most four numbers below that.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from typing import Final, NamedTuple

from rami.rummikub.solver.move_cache import MARKS, Frontier, Layer, MoveCache, Onward, Step, SupplyMoves
from rami.rummikub.solver.problem import NOTHING, OldRun, Problem
from rami.rummikub.solver.run_state import FIRST_ONE, INSIDE, ONE_AFTER_TOP, OldRunsHere, RunRules, Supply

_NUMBER: Final = (1 << MARKS) - 1
NO_OLD_RUNS: Final = OldRunsHere()


def run_rules(problem: Problem) -> RunRules:
    """Return the rules of a problem for all its runs."""
    counts_jokers = problem.counts_jokers
    keen = not problem.taken and not problem.all_subsets and problem.keen
    return RunRules(
        wild=problem.wild,
        loose=problem.wild - problem.taken,
        counts_jokers=counts_jokers,
        most_jokers=problem.most_jokers if counts_jokers else 2,
        adjacent=problem.adjacent or not counts_jokers,
        taken=problem.taken,
        claims=problem.rack_tiles if problem.taken else 0,
        keen=keen,
        idle=problem.idle,
        joined=not (counts_jokers or problem.taken or problem.one_follows),
    )


class Forward:
    """The layers of one colour.

    Attributes:
        color: The index of the colour.
        layers: The layer of each number at which there is something.
        widest: The most keys of a layer.
        moves: The number of moves in all layers.
    """

    __slots__ = ("color", "layers", "moves", "problem", "top", "weights", "widest", "wild")

    def __init__(
        self, problem: Problem, cache: MoveCache, color: int, codes: list[tuple[int, ...]], *, apart: bool
    ) -> None:
        self.problem: Problem = problem
        self.color: int = color
        self.top: int = problem.top
        self.wild: int = problem.wild
        self.weights: tuple[int, ...] = (*problem.weights[color], 0, 0)
        self.widest: int = 1
        self.moves: int = 0
        self.layers: dict[int, Layer] = {}
        frontier = cache.start
        supplies = _Supplies(problem, cache, color, codes, apart=apart)
        here, empty = supplies.here, supplies.empty
        olds = _old_runs_at(problem, color)
        for number in range(1, problem.last + 1):
            if frontier.nothing_open and number < empty and not here[number]:
                continue
            layer, frontier, count = _step(supplies.moves(number), frontier, olds[number])
            self.layers[number] = layer
            if len(layer) > self.widest:
                self.widest = len(layer)
            self.moves += count


class _OldRunAt(NamedTuple):
    """An old run that crosses a number.

    Attributes:
        mark: Its mark.
        age: The numbers that it has crossed before, 3 for more.
        there: Whether it has a natural tile here.
        ends: Whether it ends here.
    """

    mark: int
    age: int
    there: bool
    ends: bool


def _old_runs_at(problem: Problem, color: int) -> list[tuple[_OldRunAt, ...]]:
    """Return the old runs of a colour that cross each number."""
    olds: list[tuple[_OldRunAt, ...]] = [()] * (problem.last + 2)
    for run in problem.old_runs[color]:
        first, end = run.numbers[0], run.numbers[-1]
        for number in range(first, end + 1):
            crossing = _OldRunAt(run.mark, min(3, number - first), number in run.numbers, number == end)
            olds[number] = (*olds[number], crossing)
    return olds


def _step(moves: SupplyMoves, frontier: Frontier, old: tuple[_OldRunAt, ...]) -> Step:
    """Return the step of a frontier; it is the same wherever this frontier meets such old runs."""
    place = frontier.number, old
    step = moves.steps.get(place)
    if step is not None:
        return step
    layer: Layer = []
    after: dict[int, int] = {}
    wild = moves.cache.rules.wild
    age = 1 << old[0].age if len(old) == 1 else 0
    for key, used in frontier.used.items():
        left, open_runs = wild - used, key & _NUMBER
        onward, ages, reached = moves.known.get(open_runs | left << MARKS) or moves.find(open_runs, left)
        if old and wild:
            onward = _with_joints(moves, onward, old)
        elif old and (key != open_runs or not ages & age):  # else the only old run goes on whole, whatever is done
            onward = _with_marks(moves, onward, old, key >> MARKS)
            reached = dict.fromkeys([new for _, new, _, _, _, _, _ in onward], 0)
        layer.append((key, onward))
        for new, more in reached.items():
            if after.get(new, wild) >= used + more:
                after[new] = used + more
    step = moves.steps[place] = moves.cache.step(layer, after)
    return step


def _with_joints(moves: SupplyMoves, onward: list[Onward], old: tuple[_OldRunAt, ...]) -> list[Onward]:
    """Return moves with the old runs that they disturb, where wild jokers make that an estimate.

    It is by how many fewer runs go on than old runs reach this number from the one before.
    """
    joints = sum([run.age > 0 for run in old])
    run_moves = moves.cache.moves
    return [
        (code, new, unlaid, number, used, 0, max(0, joints - run_moves[number].going))
        for code, new, unlaid, number, used, _, _ in onward
    ]


def _with_marks(moves: SupplyMoves, onward: list[Onward], old: tuple[_OldRunAt, ...], marks: int) -> list[Onward]:
    """Return moves with the old runs that they disturb, once for each choice of these."""
    run_moves = moves.cache.moves
    return [
        (code, new | going << MARKS, unlaid, number, 0, gone, lost)
        for code, new, unlaid, number, _, _, _ in onward
        for gone, going, lost in kept_whole(old, marks, run_moves[number].extended, run_moves[number].naturals)
    ]


class _Supplies:
    """The moves of each number of a colour.

    Attributes:
        here: The tiles at each number, wild jokers apart, and two entries beyond the last.
        empty: Below this number nothing is done where there is nothing and no run is open.
    """

    __slots__ = ("cache", "codes", "empty", "here", "olds", "rows")

    def __init__(
        self, problem: Problem, cache: MoveCache, color: int, codes: list[tuple[int, ...]], *, apart: bool
    ) -> None:
        self.cache: MoveCache = cache
        self.codes: list[tuple[int, ...]] = codes
        rules, top, last, follows = cache.rules, problem.top, problem.last, problem.one_follows
        required, available = problem.required[color], problem.available[color]
        runs, held = problem.held_in_runs[color], problem.held[color]
        here = self.here = list(available)
        if problem.held_in_runs is not NOTHING or problem.held is not NOTHING:
            here = self.here = [available[n] + runs[n] + held[n] for n in range(top + 1)]
        if follows:
            here.append(here[1])
        here += (0, 0) if apart else (-1, -1)
        self.olds: list[OldRunsHere] = _old_runs_here(problem, color)
        high = last - 4 if rules.idle and rules.adjacent else 0
        self.empty: int = 0
        if not follows:
            self.empty = last + 1 if apart else high
        table: Sequence[int] = NOTHING[0]
        if rules.claims:
            table = [count - more for count, more in zip(required, problem.required_from_rack[color], strict=False)]
        places = [INSIDE, FIRST_ONE if follows else INSIDE, *[INSIDE] * (top - 1)]
        highs = [number >= high for number in range(top + 1)]
        self.rows: list[tuple[int, ...]] = list(
            zip(required, available, table, runs, held, here[1:], here[2:], places, highs, strict=False)
        )
        if follows:
            self.rows.append((0, 0, 0, 0, 0, here[last + 1], here[last + 2], ONE_AFTER_TOP, True))
            self.codes = [*codes[: top + 1], (0,)]

    def moves(self, number: int) -> SupplyMoves:
        """Return the moves of a number."""
        old = self.olds[number] if self.olds else NO_OLD_RUNS
        row, codes = self.rows[number], self.codes[number]
        key = row, codes, old
        moves = self.cache.supplies.get(key)
        if moves is None:
            required, available, table, runs, held, ahead, second, place, high = row
            supply = Supply(required, available, table, runs, held, ahead, second, place, bool(high), old, codes)
            moves = self.cache.supplies[key] = SupplyMoves(self.cache, supply)
        return moves


def _old_runs_here(problem: Problem, color: int) -> list[OldRunsHere]:
    """Return the old runs at each number of a colour; empty where they do not matter.

    Lemma (twice): a new meld contains an old run only where each natural tile of that is there twice, for another meld
    has to hold the same old run with tiles of its own (A10). Only those that are there twice, and those that share a
    number with such a one, are remembered of the other runs: any other old run is held by the same runs, whatever
    becomes of these.
    """
    old_runs, last = problem.old_runs[color], problem.last
    if not problem.taken or not old_runs:
        return []
    remembered = _remembered(old_runs, problem.available[color], problem.top)
    rows: list[OldRunsHere] = []
    for number in range(last + 1):
        first = here = ends = 0
        for index, run in enumerate(old_runs):
            first |= (run.numbers[0] == number) << index
            here |= (number in run.numbers) << index
            ends |= (run.numbers[-1] == number) << index
        rows.append(OldRunsHere(first, here, ends, remembered))
    if remembered:
        masks = tuple(sum(1 << number for number in run.numbers) for run in old_runs)
        rows[last] = rows[last]._replace(numbers=masks)
    return rows


def _remembered(old_runs: tuple[OldRun, ...], available: tuple[int, ...], top: int) -> int:
    """Return the old runs that are there twice, or share a number with one of these, as a mask."""
    numbers = [set(run.numbers) for run in old_runs]
    reached = [index for index, run in enumerate(old_runs) if _is_twice(run, available, top)]
    for index in reached:  # which grows
        reached += [more for more, some in enumerate(numbers) if more not in reached and some & numbers[index]]
    return sum(1 << index for index in reached)


def _is_twice(run: OldRun, available: tuple[int, ...], top: int) -> bool:
    """Return whether each tile of an old run is there twice."""
    return all(available[number if number <= top else 1] > 1 for number in run.numbers)


@lru_cache(maxsize=1 << 14)
def kept_whole(
    old: tuple[_OldRunAt, ...], marks: int, extended: tuple[int, int, int], naturals: int
) -> tuple[tuple[int, int, int], ...]:
    """Return which old runs stay whole at a number.

    Lemma (marks): whether old runs can lie whole in the runs that go on depends on their ages and on how many runs of
    each length go on, as long as there are no jokers. So it is enough to note the marks of those disturbed.

    Args:
        old: The old runs that cross the number.
        marks: Those that are disturbed already.
        extended: The runs of each length that go on.
        naturals: The natural tiles in runs.

    Returns:
        The choices with the fewest disturbed here: the marks of all that are disturbed, of those that go on, and how
        many of them are new.
    """
    whole_yet = [run for run in old if not marks & run.mark]
    found: list[tuple[int, int, int]] = []
    count = 0
    while not found:
        for lost in combinations(whole_yet, count):
            kept = [run for run in whole_yet if run not in lost]
            if not kept or _carried(kept, extended, naturals):
                gone = sum([run.mark for run in old if run.mark & marks or run in lost])
                ahead = sum([run.mark for run in old if run.mark & gone and not run.ends])
                found.append((gone, ahead, count))
        count += 1
    return tuple(found)


def _carried(runs: list[_OldRunAt], extended: tuple[int, int, int], naturals: int) -> bool:
    """Return whether old runs can go on whole in the runs that go on."""
    ages = [run.age for run in runs]
    ones, twos, longs = extended
    spare = longs - ages.count(3)
    if spare < 0:
        return False
    spare += twos - ages.count(2)
    if spare < 0 or spare + ones < ages.count(1):
        return False
    return sum([run.there for run in runs]) <= naturals
