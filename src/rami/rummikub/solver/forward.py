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

from itertools import count
from typing import Final, NamedTuple, TypeAlias

from rami.rummikub.solver.request import NOTHING, Problem
from rami.rummikub.solver.run_moves import NOTHING_DONE, RunMove, run_moves
from rami.rummikub.solver.run_rules import (
    OldRunsHere,
    OpenRuns,
    RunRules,
    Supply,
    old_runs_here,
    outdo,
    strength,
)
from rami.rummikub.solver.tie_break import OldRunAt, kept_whole, old_runs_at

MARKS: Final = 24
"""The first bit, in a *key*, of the marks of disturbed old runs that go on; below is the number of the open runs."""

OPEN_RUNS: Final = (1 << MARKS) - 1
"""The bits, in a key, of the number of the open runs."""

Onward: TypeAlias = tuple[int, int, int, int, int, int, int]
"""A move from a key: its group code, by which moves are sorted; the key after it; the free tiles left out; the number
of the move; the wild jokers that it takes; the marks of all disturbed old runs; and how many it disturbs itself."""

NO_MOVE: Final = 0
"""The number of the move where there is no tile."""


class MovesOn(NamedTuple):
    """The moves from a key.

    Attributes:
        onward: The moves.
        reached: The keys that they lead to, each with the fewest wild jokers that it takes.
        ages: The ages of an old run that all of them carry on, if it is the only one (see `RunMove`).
    """

    onward: list[Onward]
    reached: dict[int, int]
    ages: int = 0


Crossing: TypeAlias = tuple[OldRunAt, ...] | int
"""The old runs that cross a number, or how many of them come from the number before."""

Layer: TypeAlias = list[tuple[int, list[Onward]]]
"""The keys before a number, each with its moves."""


class Frontier:
    """The keys that can be reached before a number, each with the fewest wild jokers; equal ones are one object.

    Attributes:
        number: A number of its own.
        used: The wild jokers by key.
        nothing_open: Whether no run is open, whatever was done.
    """

    __slots__ = ("nothing_open", "number", "used")

    def __init__(self, number: int, used: dict[int, int]) -> None:
        self.number: int = number
        self.used: dict[int, int] = used
        self.nothing_open: bool = len(used) == 1 and 0 in used


Step: TypeAlias = tuple[Layer, Frontier, int]
"""The layer of a frontier, the frontier after the number, and the number of moves."""


class MoveCache:
    """The run moves under some rules, by supply and by key.

    Attributes:
        rules: The rules.
        supplies: The moves of each supply.
        numbers: The number of each tuple of open runs.
        open_runs: The open runs by number.
        strengths: Their strength, by number.
        moves: All moves by number.
        frontiers: All frontiers that were reached.
        start: The frontier before the first number.
        kept: The size of what is kept: moves from keys, keys of layers, and pairs of keys.
    """

    __slots__ = (
        "_next", "_outdone", "frontiers", "kept", "moves", "numbers", "open_runs", "rules", "start", "strengths",
        "supplies",
    )  # fmt: skip

    def __init__(self, rules: RunRules) -> None:
        self.rules: RunRules = rules
        self.supplies: dict[tuple[object, ...], SupplyMoves] = {}
        self.frontiers: dict[tuple[tuple[int, int], ...], Frontier] = {}
        self.start: Frontier = Frontier(0, {0: 0})
        self.kept: int = 0
        self.numbers: dict[OpenRuns, int] = {(): 0}
        self.open_runs: dict[int, OpenRuns] = {0: ()}
        self.strengths: dict[int, int] = {0: 0}
        self.moves: dict[int, RunMove] = {NO_MOVE: NOTHING_DONE}
        self._outdone: dict[tuple[int, int], bool] = {}
        self._next = count(1)

    def number(self, open_runs: OpenRuns) -> int:
        """Return the number of open runs, the same to threads that ask at once."""
        number = self.numbers.get(open_runs)
        if number is None:
            fresh = next(self._next)
            self.open_runs[fresh] = open_runs
            self.strengths[fresh] = strength(open_runs)
            number = self.numbers.setdefault(open_runs, fresh)
        return number

    def frontier(self, used: dict[int, int]) -> Frontier:
        """Return the one frontier of these keys."""
        items = tuple(used.items())
        frontier = self.frontiers.get(items)
        if frontier is None:
            frontier = self.frontiers.setdefault(items, Frontier(next(self._next), used))
        return frontier

    def outdoes(self, key: int, other: int) -> bool:
        """Return whether a key has the same marks as another, and open runs that outdo those of the other."""
        found = self._outdone.get((key, other))
        if found is None:
            self.kept += 1
            found = key >> MARKS == other >> MARKS and outdo(
                self.open_runs[key & OPEN_RUNS], self.open_runs[other & OPEN_RUNS]
            )
            self._outdone[key, other] = found
        return found

    def onward(self, code: int, unlaid: int, move: RunMove) -> Onward:
        """Number a move with a demand of groups."""
        number = next(self._next)
        self.moves[number] = move
        return code, self.number(move.after), unlaid, number, move.wild, 0, 0


class SupplyMoves:
    """The moves of a supply where some old runs cross the number.

    Attributes:
        cache: The cache that they belong to.
        supply: The supply.
        plain: The same where no old run crosses the number.
        old: The old runs; with wild jokers, only how many of them come from the number before.
        known: The moves found so far, by the key before it and, from the bit `MARKS`, the wild jokers left.
        steps: The steps found so far, by the number of the frontier.
    """

    __slots__ = ("cache", "known", "old", "plain", "steps", "supply")

    def __init__(self, cache: MoveCache, supply: Supply, plain: "SupplyMoves | None", old: Crossing) -> None:
        self.cache: MoveCache = cache
        self.supply: Supply = supply
        self.plain: SupplyMoves | None = plain
        self.old: Crossing = old
        self.known: dict[int, MovesOn] = {}
        self.steps: dict[int, Step] = {}

    def find(self, key: int, wild: int) -> MovesOn:
        """Find the moves from a key with at most so many wild jokers, and keep them in `known`."""
        found = self._disturbing(key, wild) if self.plain else self._plainly(key, wild)
        self.known[key | wild << MARKS] = found
        self.cache.kept += 1 + len(found.onward)
        return found

    def _plainly(self, number: int, wild: int) -> MovesOn:
        """Return the moves of some open runs where no old run crosses the number."""
        cache = self.cache
        rules = cache.rules
        moves = run_moves(rules._replace(wild=wild), self.supply, cache.open_runs[number], estimated=rules.wild > 0)
        onward = [cache.onward(*served) for served in moves]
        ages = 15
        reached: dict[int, int] = {}
        for (_, _, move), (_, after, _, _, used, _, _) in zip(moves, onward, strict=True):
            ages &= move.ages
            reached[after] = min(used, reached.get(after, used))
        return MovesOn(onward, reached, ages)

    def _disturbing(self, key: int, wild: int) -> MovesOn:
        """Return moves with the old runs that they disturb.

        Where wild jokers make that an estimate, it is by how many fewer runs go on than old runs reach this number from
        the one before. Else a move is there once for each choice of the old runs that stay whole.
        """
        plain, old, moves = self.plain, self.old, self.cache.moves
        assert plain is not None
        number, marks = key & OPEN_RUNS, key >> MARKS
        found = plain.known.get(number | wild << MARKS) or plain.find(number, wild)
        if isinstance(old, int):
            joined = [
                (code, new, unlaid, move, used, 0, max(0, old - moves[move].going))
                for code, new, unlaid, move, used, _, _ in found.onward
            ]
            return found._replace(onward=joined)
        if not marks and len(old) == 1 and found.ages & 1 << old[0].age:
            return found  # the only old run goes on whole, whatever is done
        marked = [
            (code, new | going << MARKS, unlaid, move, 0, gone, lost)
            for code, new, unlaid, move, _, _, _ in found.onward
            for gone, going, lost in kept_whole(old, marks, moves[move].extended, moves[move].naturals)
        ]
        return MovesOn(marked, dict.fromkeys([new for _, new, _, _, _, _, _ in marked], 0))


_CACHES: dict[RunRules, MoveCache] = {}
_MOST_KEPT: Final = 400_000
"""How much is kept from call to call, under all rules together: about 100 MB."""


def cache_of(rules: RunRules) -> MoveCache:
    """Return the move cache of some rules; all caches are emptied where together they have grown too large."""
    if sum(cache.kept for cache in _CACHES.copy().values()) >= _MOST_KEPT:  # threads add to it
        _CACHES.clear()
    return _CACHES.get(rules) or _CACHES.setdefault(rules, MoveCache(rules))


# --------------------------------------------------------------------------------------------------------------- layers

NO_OLD_RUNS: Final = OldRunsHere()


def run_rules(problem: Problem) -> RunRules:
    """Return the rules of a problem for all its runs."""
    keen = not problem.taken and not problem.all_subsets and problem.keen
    return RunRules(
        wild=problem.wild,
        loose=problem.wild - problem.taken,
        many_jokers=problem.many_jokers,
        taken=problem.taken,
        keen=keen,
        idle=problem.idle,
        joined=not (problem.many_jokers or problem.taken),
    )


class Forward:
    """The layers of one colour.

    Attributes:
        color: The index of the colour.
        layers: The layer of each number at which there is something.
        widest: The most keys of a layer.
    """

    __slots__ = ("color", "layers", "problem", "weights", "widest", "wild")

    def __init__(
        self, problem: Problem, cache: MoveCache, color: int, codes: list[tuple[int, ...]], *, apart: bool
    ) -> None:
        self.problem: Problem = problem
        self.color: int = color
        self.wild: int = problem.wild
        self.weights: tuple[int, ...] = (*problem.weights[color], 0, 0)
        self.widest: int = 1
        self.layers: dict[int, Layer] = {}
        frontier = cache.start
        supplies = _Supplies(problem, cache, color, codes, apart=apart)
        here, empty = supplies.here, supplies.empty
        for number in range(1, problem.top + 1):
            if frontier.nothing_open and number < empty and not here[number]:
                continue
            moves = supplies.moves(number)
            layer, frontier, total = moves.steps.get(frontier.number) or _step(moves, frontier)
            self.layers[number] = layer
            if len(layer) > self.widest:
                self.widest = len(layer)
            problem.budget.spend(4 * len(layer) + (total >> 2))  # the layers themselves can take long


def _step(moves: SupplyMoves, frontier: Frontier) -> Step:
    """Find the step of a frontier, and keep it in `steps`."""
    layer: Layer = []
    after: dict[int, int] = {}
    wild = moves.cache.rules.wild
    total = 0
    for key, used in frontier.used.items():
        left = wild - used
        onward, reached, _ = moves.known.get(key | left << MARKS) or moves.find(key, left)
        layer.append((key, onward))
        total += len(onward)
        for new, more in reached.items():
            if after.get(new, wild) >= used + more:
                after[new] = used + more
    moves.cache.kept += 1 + len(layer)
    step = moves.steps[frontier.number] = layer, moves.cache.frontier(after), total
    return step


class _Supplies:
    """The moves of each number of a colour.

    Attributes:
        here: The tiles at each number, wild jokers apart, and two entries beyond the last.
        empty: Below this number nothing is done where there is nothing and no run is open.
    """

    __slots__ = ("cache", "codes", "crossing", "empty", "here", "olds", "rows")

    def __init__(
        self, problem: Problem, cache: MoveCache, color: int, codes: list[tuple[int, ...]], *, apart: bool
    ) -> None:
        self.cache: MoveCache = cache
        self.codes: list[tuple[int, ...]] = codes
        rules, top = cache.rules, problem.top
        required, available = problem.required[color], problem.available[color]
        runs, held = problem.held_in_runs[color], problem.held[color]
        here = self.here = list(available)
        if problem.held_in_runs is not NOTHING or problem.held is not NOTHING:
            here = self.here = [available[n] + runs[n] + held[n] for n in range(top + 1)]
        here += (0, 0) if apart else (-1, -1)
        self.olds: list[OldRunsHere] = old_runs_here(problem, color)
        crossing, marked = old_runs_at(problem, color), problem.marks_old_runs
        self.crossing: list[Crossing] = [
            old if marked and old else sum([run.age > 0 for run in old]) for old in crossing
        ]
        high = top - 4 if rules.idle else 0
        self.empty: int = top + 1 if apart else high
        highs = [number >= high for number in range(top + 1)]
        self.rows: list[tuple[int, ...]] = list(
            zip(required, available, runs, held, here[1:], here[2:], highs, strict=False)
        )

    def moves(self, number: int) -> SupplyMoves:
        """Return the moves of a number."""
        key = self.rows[number], self.codes[number], self.olds[number] if self.olds else None, self.crossing[number]
        return self.cache.supplies.get(key) or self._found(*key)

    def _found(
        self, row: tuple[int, ...], codes: tuple[int, ...], old: OldRunsHere | None, crossing: Crossing
    ) -> SupplyMoves:
        """Find the moves of a number, and keep them in the cache."""
        plain = None
        if crossing:
            plain = self.cache.supplies.get((row, codes, old, 0)) or self._found(row, codes, old, 0)
        required, available, runs, held, ahead, second, high = row
        here = old or NO_OLD_RUNS
        supply = Supply(required, available, runs, held, ahead, second, bool(high), here, codes)
        moves = self.cache.supplies[row, codes, old, crossing] = SupplyMoves(self.cache, supply, plain, crossing)
        return moves
