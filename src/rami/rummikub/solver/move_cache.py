"""The run moves that all searches share, worked out when first needed and kept from call to call."""

from itertools import count
from typing import Final, TypeAlias

from rami.rummikub.solver.run_moves import NOTHING_DONE, RunMove, run_moves
from rami.rummikub.solver.run_state import OpenRuns, RunRules, Supply

MARKS: Final = 24
"""The first bit, in a *key*, of the marks of disturbed old runs that go on; below is the number of the open runs."""

Onward: TypeAlias = tuple[int, ...]
"""A move from a key: its group code, by which moves are sorted; the key after it; the free tiles left out; the number
of the move; the wild jokers that it takes; the marks of all disturbed old runs; and how many it disturbs itself."""

MovesOn: TypeAlias = tuple[list[Onward], int, dict[int, int]]
"""The moves of some open runs; the ages that all of them carry on; the open runs that they lead to, each with the
fewest wild jokers that it takes."""

NO_MOVE: Final = 0
"""The number of the move where there is no tile."""


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


Layer: TypeAlias = list[tuple[int, list[Onward]]]
"""The keys before a number, each with its moves."""

Step: TypeAlias = tuple[Layer, Frontier, int]
"""The layer of a frontier, the frontier after the number, and the number of moves."""


class MoveCache:
    """The run moves under some rules, by supply and by number of the open runs.

    Attributes:
        rules: The rules.
        supplies: The moves of each supply.
        numbers: The number of each tuple of open runs.
        open_runs: The open runs by number.
        moves: All moves by number.
        frontiers: All frontiers that were reached.
        start: The frontier before the first number.
        steps: The number of steps that are kept.
    """

    __slots__ = ("_next", "frontiers", "moves", "numbers", "open_runs", "rules", "start", "steps", "supplies")

    def __init__(self, rules: RunRules) -> None:
        self.rules: RunRules = rules
        self.supplies: dict[tuple[object, ...], SupplyMoves] = {}
        self.frontiers: dict[tuple[tuple[int, int], ...], Frontier] = {}
        self.start: Frontier = Frontier(0, {0: 0})
        self.steps: int = 0
        self.numbers: dict[OpenRuns, int] = {(): 0}
        self.open_runs: dict[int, OpenRuns] = {0: ()}
        self.moves: dict[int, RunMove] = {NO_MOVE: NOTHING_DONE}
        self._next = count(1)

    def number(self, open_runs: OpenRuns) -> int:
        """Return the number of open runs, the same to threads that ask at once."""
        number = self.numbers.get(open_runs)
        if number is None:
            fresh = next(self._next)
            self.open_runs[fresh] = open_runs
            number = self.numbers.setdefault(open_runs, fresh)
        return number

    def frontier(self, used: dict[int, int]) -> Frontier:
        """Return the one frontier of these keys."""
        items = tuple(used.items())
        frontier = self.frontiers.get(items)
        if frontier is None:
            frontier = self.frontiers.setdefault(items, Frontier(next(self._next), used))
        return frontier

    def onward(self, code: int, unlaid: int, move: RunMove) -> Onward:
        """Number a move with a demand of groups."""
        number = next(self._next)
        self.moves[number] = move
        return code, self.number(move.after), unlaid, number, move.wild, 0, 0

    def step(self, layer: Layer, after: dict[int, int]) -> Step:
        """Count a step that will be kept."""
        self.steps += 1
        return layer, self.frontier(after), sum([len(moves) for _, moves in layer])


class SupplyMoves:
    """The moves of a supply, by the number of the open runs before it.

    Attributes:
        cache: The cache that they belong to.
        supply: The supply.
        known: The moves found so far, by the number of the open runs and, from the bit `MARKS`, the wild jokers left.
        steps: The steps found so far, by the number of the frontier and the old runs (see `forward`).
    """

    __slots__ = ("cache", "known", "steps", "supply")

    def __init__(self, cache: MoveCache, supply: Supply) -> None:
        self.cache: MoveCache = cache
        self.supply: Supply = supply
        self.known: dict[int, MovesOn] = {}
        self.steps: dict[tuple[int, tuple[object, ...]], Step] = {}

    def find(self, number: int, wild: int) -> MovesOn:
        """Find the moves of some open runs with at most so many wild jokers, and keep them in `known`."""
        cache = self.cache
        rules = cache.rules
        moves = run_moves(rules._replace(wild=wild), self.supply, cache.open_runs[number], estimated=rules.wild > 0)
        onward = [cache.onward(*served) for served in moves]
        ages = 15
        reached: dict[int, int] = {}
        for (_, _, move), (_, after, _, _, _, _, _) in zip(moves, onward, strict=True):
            ages &= move.ages
            reached[after] = min(move.wild, reached.get(after, wild))
        found = self.known[number | wild << MARKS] = onward, ages, reached
        return found


_CACHES: dict[RunRules, MoveCache] = {}
_MOST_CACHES: Final = 64
_MOST_SUPPLIES: Final = 1 << 12
_MOST_STEPS: Final = 1 << 15


def cache_of(rules: RunRules) -> MoveCache:
    """Return the move cache of some rules, emptied where it has grown too large."""
    cache = _CACHES.get(rules)
    if cache is None or len(cache.supplies) >= _MOST_SUPPLIES or cache.steps >= _MOST_STEPS:
        if len(_CACHES) >= _MOST_CACHES:
            _CACHES.clear()
        cache = _CACHES[rules] = MoveCache(rules)
    return cache
