"""The states of runs: everything that decides how an open run may go on.

A *run state* is a number: in its low bits the length of the open run (one tile, two, or three and more), and above
these, only where the problem asks for it, whether it has jokers alone and the old runs that it contains.

Lemma (run states): two arrangements with open runs of the same states can be completed by the same tiles. For the state
of a run decides whether it may be closed or extended, and its state afterwards.
"""

from typing import Final, NamedTuple

from rami.rummikub.held_melds import most_held
from rami.rummikub.solver.request import Problem

OpenRuns = tuple[int, ...]
"""The states of the open runs of one colour, in ascending order."""

LENGTH: Final = 3
"""The bits for the length; 3 is three and more, and 0 is no open run but something to remember."""
_ONLY_JOKERS: Final = 1 << 6
NEW: Final = 1 << 8
"""A new meld, which taken jokers may go into."""
PAID: Final = 1 << 9
"""A new meld that has a taken joker."""
_ALIVE: Final = 10  # the first bit for the old runs that it may come to contain
_MOST_OLD_RUNS: Final = 600  # a hundred copies make no more of a colour
_CONTAINED: Final = _ALIVE + _MOST_OLD_RUNS  # the first bit for those that it contains
_OLD_RUNS: Final = (1 << _MOST_OLD_RUNS) - 1
_NONE_ALIVE: Final = ~(_OLD_RUNS << _ALIVE)

NATURAL: Final = 0
HELD: Final = 1
WILD: Final = 2
"""The pieces of a run."""


class RunRules(NamedTuple):
    """The rules of a problem for all its runs.

    Attributes:
        wild: The number of wild jokers.
        loose: The wild jokers that need not go into new melds.
        many_jokers: Whether there are enough jokers for a run of jokers alone.
        taken: The taken jokers, which have to go into new melds.
        keen: Whether no free tile is left out beside a run that it could extend (lemma keen).
        idle: Whether wild jokers may be idle.
        joined: Whether no run begins where one of three and more tiles ends (lemma joined).
    """

    wild: int = 0
    loose: int = 0
    many_jokers: bool = False
    taken: int = 0
    keen: bool = False
    idle: bool = False
    joined: bool = False


class OldRunsHere(NamedTuple):
    """The old runs at a number, as masks, where taken jokers have to go into new melds.

    Attributes:
        first: Those that begin here.
        here: Those with a natural tile here.
        last: Those that end here.
        remembered: Those that are remembered of the runs that contain them; no new meld may contain another.
        numbers: The numbers of the natural tiles of each, as masks, where any is remembered.
        melds: How many there are; those after them are the same ones with their 1 at the other end.
    """

    first: int = 0
    here: int = 0
    last: int = 0
    remembered: int = 0
    numbers: tuple[int, ...] = ()
    melds: int = 0


def old_runs_here(problem: Problem, color: int) -> list[OldRunsHere]:
    """Return the old runs at each number of a colour; empty where they do not matter.

    Lemma (twice): a new meld contains an old run only where each natural tile of that is there twice, for another meld
    has to hold the same old run with tiles of its own (A10). Only those that are there twice, and those that share a
    number with such a one, are remembered of the other runs: any other old run is held by the same runs, whatever
    becomes of these.
    """
    if not problem.taken or not problem.old_runs[color]:
        return []
    old_runs, last = [run.numbers for run in problem.old_runs[color]], problem.top
    melds = len(old_runs)
    tiles = list(map(set, old_runs))
    remembered = _remembered(tiles, [problem.is_twice(color, run) for run in old_runs])
    rows: list[OldRunsHere] = []
    for number in range(last + 1):
        first = here = ends = 0
        for index, run in enumerate(old_runs):
            first |= (run[0] == number) << index
            here |= (number in run) << index
            ends |= (run[-1] == number) << index
        rows.append(OldRunsHere(first, here, ends, remembered))
    if remembered:
        masks = tuple(sum(1 << number for number in numbers) for numbers in tiles)
        rows[last] = rows[last]._replace(numbers=masks, melds=melds)
    return rows


def _remembered(numbers: list[set[int]], twice: list[bool]) -> int:
    """Return the old runs that are there twice, or share a number with one of these, as a mask."""
    reached = [index for index, there_twice in enumerate(twice) if there_twice]
    for index in reached:  # which grows
        reached += [more for more, some in enumerate(numbers) if more not in reached and some & numbers[index]]
    return sum(1 << index for index in reached)


class GroupDemand(NamedTuple):
    """The tiles that the groups of a number take from a colour.

    Attributes:
        naturals: The natural tiles.
        held: The held jokers that might as well lie in a run.
    """

    naturals: int
    held: int


def demand_code(naturals: int, held: int) -> int:
    """Return a demand as one number."""
    return naturals | held << 8


def decode_demand(code: int) -> GroupDemand:
    """Return the demand of a code."""
    return GroupDemand(code & 255, code >> 8)


class Supply(NamedTuple):
    """Everything that decides how the runs of a colour go on at a number, besides the rules.

    Attributes:
        required: The natural tiles that must be used.
        available: All natural tiles.
        held_in_runs: The jokers held for runs.
        held: The jokers held for runs or groups.
        next: The tiles at the next number, wild jokers apart; -1 beyond the last.
        second: The same for the number after that.
        high: Whether a run may start with a wild joker here (lemma idle).
        old: The old runs here.
        demands: The possible demands of groups, as codes.
    """

    required: int
    available: int
    held_in_runs: int
    held: int
    next: int
    second: int
    high: bool
    old: OldRunsHere
    demands: tuple[int, ...]


def started(rules: RunRules, supply: Supply, piece: int, *, new: bool) -> int:
    """Return the state of a run that starts with a piece; 0 if none may."""
    state = NEW if new else 0
    if rules.many_jokers and piece in (HELD, WILD):
        state |= _ONLY_JOKERS
    return extended(rules, supply, state, piece)


def extended(rules: RunRules, supply: Supply, state: int, piece: int) -> int:
    """Return the state of a run after one more piece; 0 if it may not have it."""
    joker = piece in (HELD, WILD)
    if not state & NEW and piece == WILD and not rules.loose:
        return 0
    after = state & ~LENGTH | min(3, (state & LENGTH) + 1)
    if not joker:
        after &= ~_ONLY_JOKERS
    if state & NEW and piece == WILD:
        after |= PAID
    if state & NEW or supply.old.remembered:
        after = _tracking_old_runs(supply.old, after, joker=joker)
    return after


def _tracking_old_runs(old: OldRunsHere, state: int, *, joker: bool) -> int:
    """Return the state with the old runs that it may come to contain, or contains; 0 if it may not contain one."""
    alive = state >> _ALIVE & _OLD_RUNS | (old.first if state & NEW else old.first & old.remembered)
    if joker:
        alive &= ~old.here
    contained = alive & old.last
    if contained & ~old.remembered:
        return 0
    return state & _NONE_ALIVE | (alive & ~old.last) << _ALIVE | contained << _CONTAINED


def may_close(state: int) -> bool:
    """Return whether a run is a meld: three tiles, one of them natural, and everything that a new meld needs."""
    if state & LENGTH != 3 or state & _ONLY_JOKERS:
        return False
    return not state & NEW or bool(state & PAID)


def remembered(state: int) -> OpenRuns:
    """Return the state to remember of a closed run: the old runs that it contains, and whether it is new."""
    contained = state >> _CONTAINED
    return (contained << _CONTAINED | state & NEW,) if contained else ()


def outdo(open_runs: OpenRuns, others: OpenRuns) -> bool:
    """Return whether some open runs can be completed by whatever completes some others.

    Lemma (longer): let each of the others have a run of its own that differs from it at most in being longer and having
    a natural tile, and let the rest be melds. Then whatever extends the others extends those, the rest are closed, and
    each is a meld where the other is.
    """
    if not others:
        return all(may_close(state) and not remembered(state) for state in open_runs)
    for index, state in enumerate(open_runs):
        if _outdoes(state, others[-1]) and outdo(open_runs[:index] + open_runs[index + 1 :], others[:-1]):
            return True
    return False


def strength(open_runs: OpenRuns) -> int:
    """Return how strong open runs are: those that outdo others are no weaker."""
    return sum([state & LENGTH for state in open_runs])


def _outdoes(state: int, other: int) -> bool:
    """Return whether an open run differs from another at most in being longer and having a natural tile."""
    if not state & LENGTH or not other & LENGTH:
        return state == other
    return state & LENGTH >= other & LENGTH and not state & ~other & _ONLY_JOKERS and (state ^ other) < NEW


def are_new(old: OldRunsHere, closed: OpenRuns) -> bool:
    """Return whether as many old runs are held without the runs that taken jokers went into (A10)."""
    rooms = [(state & NEW, _room(old, state >> _CONTAINED)) for state in closed]
    others = [room for new, room in rooms if not new]
    melds = old.numbers[: old.melds]
    return most_held(melds, tuple([room for _, room in rooms])) == most_held(melds, tuple(others))


def _room(old: OldRunsHere, contained: int) -> int:
    """Return the numbers of the old runs that a run contains, as bits."""
    room = 0
    for index, numbers in enumerate(old.numbers):
        if contained >> index & 1:
            room |= numbers
    return room
