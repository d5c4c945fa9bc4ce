"""Every way to arrange tiles, as paths through the numbers: the states and transitions that the solver searches.

A path goes from the lowest number to the highest. Its state after a number is, for each colour, how many runs are open
there that are one tile long, two, and three or more; the first two must go on. At each number, some tiles go into
groups (`grouping`), some stay on the rack, and the others go into runs: with their number given, it is best to extend
the short runs, which must go on, then the long ones, and to start new ones with the rest. Jokers are extra tiles of any
colour and number.

States are integers with a field for each colour, then the jokers used, the points of an opening, and the designs.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations

from attrs import frozen

from rami.rummikub.grouping import Grouping, groupings

Counts = tuple[tuple[int, ...], ...]
"""For each colour, a value for each number (index 0 is not used)."""

_USED_BITS = 4
_DESIGN_BITS = 30


@frozen
class OldRun:
    """A run of the old table.

    Attributes:
        first: The number of its first natural tile.
        last: The number of its last natural tile.
        naturals: The numbers of its natural tiles.
        mark: A bit of its own among the runs of its colour that it overlaps.
    """

    first: int
    last: int
    naturals: frozenset[int]
    mark: int


@frozen
class Design:
    """A meld laid out in advance, for a joker that must go into a new one.

    Attributes:
        first: The lowest number.
        color: The colour of a run; None for a group.
        text: For each place of a run, and for each joker of a group, `T` for a joker that was taken, `J` for another
            one, `H` for a held one; `N` for a natural tile.
        mask: The natural colours of a group.
        stays: The colours that held jokers of a group keep.
        taken: How much of `Problem.taken` it settles.
    """

    first: int
    color: int | None
    text: str
    mask: int = 0
    stays: int = 0
    taken: int = 0

    @property
    def last(self) -> int:
        """The highest number."""
        return self.first if self.color is None else self.first + len(self.text) - 1

    def takes(self, number: int) -> tuple[list[int], list[int], int]:
        """What it takes at a number: natural tiles and held jokers of each colour, and other jokers."""
        if self.color is None:
            colors = range(4)
            naturals, stays = [self.mask >> c & 1 for c in colors], [self.stays >> c & 1 for c in colors]
            return naturals, stays, self.text.count("J")
        place = self.text[number - self.first]
        return (
            [int(place == "N" and c == self.color) for c in range(4)],
            [int(place == "H" and c == self.color) for c in range(4)],
            int(place == "J"),
        )

    def points(self, number: int, *, jokers: bool) -> int:
        """How many of its tiles at a number count."""
        text = self.text + "N" * self.mask.bit_count() if self.color is None else self.text[number - self.first]
        return len(text) if jokers else text.count("N")


@frozen
class Problem:
    """What is to be arranged, and what it is worth.

    Attributes:
        top: The highest number.
        size: How many colours are in play.
        must: The natural tiles that must be used.
        free: The natural tiles that may be used.
        weights: What it is worth to use a tile of `free`.
        joker_weight: What it is worth to use a joker of `jokers_free`.
        held: Jokers that keep their place as a natural tile would.
        jokers_must: How many jokers must be used, besides those held or taken.
        jokers_free: How many jokers may be used.
        taken: What the designs chosen must settle in all: how many jokers must go into them.
        designs: The melds that those may go into.
        old_runs: The runs of the old table of each colour; disturbing one costs 1.
        old_groups: The natural colours of the groups of the old table at each number; disturbing one costs 1.
        most_jokers: The most jokers in a meld.
        adjacent: Whether jokers may lie side by side in a run.
        one_follows: Whether a 1 may end a run after the highest number.
        points: The points that all melds together must reach.
        joker_points: Whether jokers count for these points.
        every: Whether ways of different worth are all kept, for `words`; else only the best is.
    """

    top: int
    size: int
    must: Counts
    free: Counts
    weights: Counts
    held: Counts
    joker_weight: int = 0
    jokers_must: int = 0
    jokers_free: int = 0
    taken: int = 0
    designs: tuple[Design, ...] = ()
    old_runs: tuple[tuple[OldRun, ...], ...] = ((), (), (), ())
    old_groups: tuple[tuple[int, ...], ...] = ((),) * 15
    most_jokers: int = 2
    adjacent: bool = True
    one_follows: bool = False
    points: int = 0
    joker_points: bool = True
    every: bool = False

    def counts_jokers(self, jokers: int) -> bool:
        """Whether so many jokers could make a meld that is not allowed, so that those of each meld are counted."""
        return jokers > min(2, self.most_jokers) or (jokers > 1 and (self.one_follows or not self.adjacent))


Way = tuple[int, int, int]
"""A transition of one colour: its part of the new state, the jokers it uses, and what it is worth."""

Shape = tuple[int, int, bool, bool]
"""An open run, where jokers are counted: its length (3 for more), its jokers, whether the last tile is one, and whether
it has no natural tile yet."""


@frozen(cache_hash=True)
class Plan:
    """How the runs of a colour go on at a number, in full.

    Attributes:
        naturals: How many natural tiles they take.
        jokers: How many jokers they take, held ones included.
        extended: How many runs of three or more go on.
        shapes: Where jokers are counted, what each open run takes: `"N"`, `"J"`, or `""` if it ends.
        disturbed: The marks of the old runs that are disturbed, here or before.
    """

    naturals: int
    jokers: int
    extended: int
    shapes: tuple[tuple[Shape, str], ...] | None
    disturbed: int


@frozen(eq=False)
class Choice:
    """What does not go into runs at one number: groups, and tiles of designs.

    Attributes:
        apart: For each colour, how many natural tiles do not go into runs, and (<< 8) how many held jokers.
        jokers: How many jokers go into groups and designs.
        high: What is added to the high fields of a state.
        points: How many points there are among that.
        cost: How many old groups are disturbed.
        grouping: The groups.
        started: The designs that start at this number.
    """

    apart: tuple[int, int, int, int]
    jokers: int
    high: int
    points: int
    cost: int
    grouping: Grouping
    started: tuple[Design, ...]


@frozen(eq=False)
class Path:
    """A path from the lowest number to the highest.

    Attributes:
        worth: What it is worth.
        jokers: How many of the free jokers are used.
        states: The state before the lowest number and after each.
        choices: The choice made at each number.
        worths: What each step is worth.
    """

    worth: int
    jokers: int
    states: tuple[int, ...]
    choices: tuple[Choice, ...]
    worths: tuple[int, ...]


class Lattice:
    """The states and transitions of a problem, worked out as they are asked for.

    From the lowest bits up, a state has for each colour its open runs, the marks of disturbed old runs and the ones
    kept back to follow the highest number; then the jokers used, the designs begun, and the points.
    """

    def __init__(self, problem: Problem) -> None:
        self.problem: Problem = problem
        self.jokers: int = problem.jokers_must + problem.jokers_free
        self.last: int = problem.top + problem.one_follows
        held = sum(map(sum, problem.held))
        self.counted: bool = held > 0 or problem.counts_jokers(self.jokers + problem.taken)
        costly = min(map(min, problem.weights)) < 0
        self.naturals_first: bool = not problem.every and not self.counted and problem.top >= 6 and not costly
        self.trailing_first: bool = not self.counted and problem.top >= 6
        self.available: list[list[int]] = [
            [must + free for must, free in zip(*rows, strict=True)]
            for rows in zip(problem.must, problem.free, strict=True)
        ]
        deepest = max(map(max, self.available)) + self.jokers + max(map(max, problem.held))
        self.bits: int = (deepest + 1).bit_length()  # so that a count may be raised by one
        self.mask: int = (1 << self.bits) - 1
        self.mark_shift: int = 20 if self.counted else 3 * self.bits
        self.back_shift: int = (
            self.mark_shift + max((run.mark for row in problem.old_runs for run in row), default=0).bit_length()
        )
        self.mark_mask: int = (1 << self.back_shift - self.mark_shift) - 1
        self.color_bits: int = self.back_shift + (self.bits if problem.one_follows else 0)
        self.color_mask: int = (1 << self.color_bits) - 1
        self.used_shift: int = 4 * self.color_bits
        self.used_mask: int = (1 << _USED_BITS) - 1
        self.design_shift: int = self.used_shift + _USED_BITS
        self.design_mask: int = (1 << _DESIGN_BITS) - 1
        self.point_shift: int = self.design_shift + _DESIGN_BITS
        self._crossing = [[_crossing(problem.old_runs[c], n) for n in range(self.last + 1)] for c in range(4)]
        self._ways: list[dict[tuple[int, int, int], list[Way]]] = [{} for _ in range(self.last + 1)]
        self._pairs: list[dict[tuple[int, int, int, int], list[Way]]] = [{} for _ in range(self.last + 1)]
        self._choices: dict[tuple[int, int], tuple[Choice, ...]] = {}
        self._rest: list[list[dict[int, int | None]]] = [[{} for _ in range(4)] for _ in range(self.last + 1)]
        self._shapes: list[tuple[Shape, ...]] = [()]
        self._shape_ids: dict[tuple[Shape, ...], int] = {(): 0}
        self._begun: list[tuple[tuple[Design, ...], int]] = [((), 0)]
        self._begun_ids: dict[tuple[tuple[Design, ...], int], int] = {((), 0): 0}

    # ------------------------------------------------------------------------------------------ what is not in runs

    def choices(self, number: int, begun: int) -> tuple[Choice, ...]:
        """What may go into groups and designs at a number, given the designs begun."""
        key = number, begun
        if key not in self._choices:
            self._choices[key] = tuple(self._choices_at(number, begun))
        return self._choices[key]

    def _choices_at(self, number: int, begun: int) -> Iterator[Choice]:
        problem = self.problem
        running, taken = self._begun[begun]
        starting = [design for design in problem.designs if design.first == number]
        for started in _chosen(starting, problem.taken - taken):
            apart, stays, jokers, points = [0, 0, 0, 0], [0, 0, 0, 0], 0, 0
            for design in (*running, *started):
                naturals, held, others = design.takes(number)
                apart = [a + b for a, b in zip(apart, naturals, strict=True)]
                stays = [a + b for a, b in zip(stays, held, strict=True)]
                jokers += others
                points += design.points(number, jokers=problem.joker_points)
            ahead = tuple(design for design in (*running, *started) if design.last > number)
            change = (
                self._begun_id(ahead, taken + sum(design.taken for design in started)) - begun
            ) << self.design_shift
            for grouping in self._groupings(number, apart, stays, self.jokers - jokers):
                counted = sum(grouping.counts)
                if problem.joker_points:
                    counted += sum(grouping.held) + grouping.jokers
                gained = (points + counted) * self._value(number) if problem.points else 0
                used = jokers + grouping.jokers
                high = change + (used << self.used_shift) + (gained << self.point_shift)
                naturals = [a + b for a, b in zip(apart, grouping.counts, strict=True)]
                held = [a + b for a, b in zip(stays, grouping.held, strict=True)]
                a0, a1, a2, a3 = (count | stay << 8 for count, stay in zip(naturals, held, strict=True))
                yield Choice((a0, a1, a2, a3), used, high, gained, grouping.disturbed, grouping, started)

    def _groupings(self, number: int, apart: list[int], stays: list[int], jokers: int) -> tuple[Grouping, ...]:
        problem = self.problem
        if jokers < 0:
            return ()
        if number > problem.top:
            none = (0, 0, 0, 0)
            return groupings(none, none, 0, problem.size, 0, ())
        left = tuple(self.available[c][number] - apart[c] for c in range(4))
        held = tuple(problem.held[c][number] - stays[c] for c in range(4))
        if min(*left, *held) < 0:
            return ()
        return groupings(left, held, jokers, problem.size, problem.most_jokers, problem.old_groups[number])

    def _begun_id(self, designs: tuple[Design, ...], taken: int) -> int:
        key = tuple(sorted(designs, key=id)), taken  # their order does not matter
        if key not in self._begun_ids:
            self._begun_ids[key] = len(self._begun)
            self._begun.append(key)
        return self._begun_ids[key]

    def _value(self, number: int) -> int:
        return number if number <= self.problem.top else 1

    def is_complete(self, state: int) -> bool:
        """Whether a state after the last number has used and reached all that it must."""
        used = state >> self.used_shift & self.used_mask
        begun = self._begun[state >> self.design_shift & self.design_mask]
        points = state >> self.point_shift
        problem = self.problem
        return used >= problem.jokers_must and begun == ((), problem.taken) and points >= problem.points

    # ---------------------------------------------------------------------------------------------------------- runs

    def ways(self, number: int, color: int, part: int, apart: int) -> list[Way]:
        """How the runs of a colour may go on at a number, the best way to each state."""
        known = self._ways[number]
        key = color, part, apart
        ways = known.get(key)
        if ways is None:
            best: dict[tuple[int, ...], Way] = {}
            for way, _ in self.plans(number, color, part, apart):
                same = way if self.problem.every else way[:2]
                if same not in best or best[same][2] < way[2]:
                    best[same] = way
            ways = known[key] = list(best.values())
        return ways

    def pairs(self, number: int, color: int, part: int, apart0: int, apart1: int) -> list[Way]:
        """How the runs of a colour and of the next one may go on together."""
        known = self._pairs[number]
        key = color, part, apart0, apart1
        pairs = known.get(key)
        if pairs is None:
            ways = self.ways(number, color, part & self.color_mask, apart0)
            others = self.ways(number, color + 1, part >> self.color_bits, apart1) if ways else ways
            most = self.jokers
            pairs = known[key] = [
                (row0 + row1, jokers0 + jokers1, worth0 + worth1)
                for row0, jokers0, worth0 in ways
                for row1, jokers1, worth1 in others
                if jokers0 + jokers1 <= most
            ]
        return pairs

    def plans(self, number: int, color: int, part: int, apart: int) -> Iterator[tuple[Way, Plan]]:
        """How the runs of a colour may go on at a number, in full.

        Args:
            number: The number.
            color: The colour, as an index.
            part: The colour's part of the state, shifted to the lowest bits.
            apart: What does not go into runs, as in `Choice.apart`.

        Yields:
            The ways, each with its plan.
        """
        problem = self.problem
        marks, back = part >> self.mark_shift & self.mark_mask, part >> self.back_shift
        shape = part & ((1 << self.mark_shift) - 1)
        beyond = number > problem.top
        outside = apart & 255
        must = back if beyond else problem.must[color][number]
        most = (back if beyond else self.available[color][number]) - outside
        held = 0 if beyond else problem.held[color][number] - (apart >> 8)
        weight = 0 if beyond else problem.weights[color][number]
        keeps = range(most + 1) if number == 1 and problem.one_follows else (0,)
        for kept in keeps:
            later = 0 if beyond else back + kept
            for naturals in range(max(0, must - outside - kept), most - kept + 1):
                worth = (naturals + kept + outside - must) * weight
                spare = naturals + kept < most
                for jokers in range(1 if beyond or (self.naturals_first and spare) else self.jokers + 1):
                    for new, extended, slots, shapes in self._grown(
                        number, color, shape, naturals, jokers + held, later
                    ):
                        for disturbed, ahead in self._disturbed(color, number, marks, slots, naturals):
                            row = new | ahead << self.mark_shift | later << self.back_shift
                            high = jokers << self.used_shift
                            if problem.points:
                                tiles = naturals + (jokers + held if problem.joker_points else 0)
                                high += tiles * self._value(number) << self.point_shift
                            cost = disturbed.bit_count() - marks.bit_count()
                            way = (row << color * self.color_bits) + high, jokers, worth - cost
                            yield way, Plan(naturals, jokers + held, extended, shapes, disturbed)

    def _grown(
        self, number: int, color: int, shape: int, naturals: int, jokers: int, back: int
    ) -> Iterator[tuple[int, int, tuple[int, int, int], tuple[tuple[Shape, str], ...] | None]]:
        """The open runs after a number: the field, the long runs that went on, and how many of each length did."""
        next1, next2 = self._reach(number, color, back)
        if self.counted:
            yield from self._grown_shapes(number, shape, naturals, jokers, (next1, next2))
            return
        bits, mask = self.bits, self.mask
        ones, twos, longs = shape & mask, shape >> bits & mask, shape >> 2 * bits
        extra = naturals + jokers - ones - twos
        if extra < 0:
            return
        extended = min(longs, extra)
        started = extra - extended
        if started > next2 or started + ones > next1:
            return
        if started > naturals and self.trailing_first and number < self.problem.top - 4:
            return
        longer = min(twos + extended, next1)
        yield started | ones << bits | longer << 2 * bits, extended, (ones, twos, extended), None

    def _reach(self, number: int, color: int, back: int) -> tuple[int, int]:
        """How many runs the tiles of the next number could extend at most, and of the one after it as well."""
        top, jokers = self.problem.top, self.jokers
        counts: list[int] = []
        for ahead in (number + 1, number + 2):
            if ahead <= top:
                counts.append(self.available[color][ahead] + self.problem.held[color][ahead] + jokers)
            else:
                counts.append(back if ahead == self.last else 0)
        return counts[0], min(counts)

    def _grown_shapes(
        self, number: int, shape: int, naturals: int, jokers: int, reach: tuple[int, int]
    ) -> Iterator[tuple[int, int, tuple[int, int, int], tuple[tuple[Shape, str], ...]]]:
        open_runs, (next1, next2) = self._shapes[shape], reach
        ones = sum(run[0] == 1 for run in open_runs)
        twos = sum(run[0] == 2 for run in open_runs)
        for runs, given in _grown_runs(open_runs, naturals, jokers, self.problem.most_jokers, self.problem.adjacent):
            short = sum(run[0] == 1 for run in runs)
            if short > next2 or short + sum(run[0] == 2 or run[3] for run in runs if run[0] > 1) > next1:
                continue
            if number > self.problem.top and any(run[3] for run, _ in given):
                continue  # a 1 after the highest number does not say which run it ends
            kept = runs if next1 else ()
            if kept not in self._shape_ids:
                self._shape_ids[kept] = len(self._shapes)
                self._shapes.append(kept)
            extended = sum(bool(tile) for run, tile in given if run[0] == 3)
            yield self._shape_ids[kept], extended, (ones, twos, extended), given

    def _disturbed(
        self, color: int, number: int, marks: int, slots: tuple[int, int, int], naturals: int
    ) -> Iterator[tuple[int, int]]:
        """The old runs that are disturbed here or before, the fewest, in every way; and those of them that go on."""
        crossing, ahead = self._crossing[color][number]
        live = [run for run in crossing if not marks & run.mark]
        losses = (list(combinations(live, count)) for count in range(len(live) + 1))
        whole = ([lost for lost in some if _carried(live, lost, number, slots, naturals)] for some in losses)
        for lost in next(filter(None, whole)):  # when all are lost, nothing needs to be carried
            disturbed = marks | sum(run.mark for run in lost)
            yield disturbed, disturbed & ahead

    # -------------------------------------------------------------------------------------------------------- bounds

    def rest(self, number: int, color: int, part: int) -> int | None:
        """The most that a colour could add after a number if the others left it every choice; None if it cannot end."""
        if number == self.last:
            return 0
        known = self._rest[number][color]
        if part not in known:
            best: int | None = None
            for apart in self._aparts(number + 1, color):
                for row, _, worth in self.ways(number + 1, color, part, apart):
                    later = self.rest(number + 1, color, row >> color * self.color_bits & self.color_mask)
                    if later is not None and (best is None or worth + later > best):
                        best = worth + later
            known[part] = best
        return known[part]

    def _aparts(self, number: int, color: int) -> list[int]:
        if number > self.problem.top:
            return list(range(self.available[color][1] + 1)) if self.problem.designs else [0]
        if self.problem.designs:
            held = range(self.problem.held[color][number] + 1)
            return [count | stay << 8 for count in range(self.available[color][number] + 1) for stay in held]
        return sorted({choice.apart[color] for choice in self.choices(number, 0)})


def _crossing(runs: tuple[OldRun, ...], number: int) -> tuple[tuple[OldRun, ...], int]:
    """The old runs over a number, and the marks of those that go on after it."""
    over = tuple(run for run in runs if run.first <= number <= run.last)
    return over, sum(run.mark for run in over if run.last > number)


def _carried(
    live: list[OldRun], lost: tuple[OldRun, ...], number: int, slots: tuple[int, int, int], naturals: int
) -> bool:
    """Whether old runs but the lost ones can go on whole, given how many open runs of one, two, more tiles go on."""
    runs = [run for run in live if run not in lost]
    if sum(number in run.naturals for run in runs) > naturals:
        return False
    ages = [number - run.first for run in runs]
    ones, twos, longs = slots
    spare = longs - sum(age >= 3 for age in ages)
    if spare < 0:
        return False
    spare = twos + spare - ages.count(2)
    return spare >= 0 and ones + spare >= ages.count(1)


def _chosen(designs: list[Design], taken: int) -> Iterator[tuple[Design, ...]]:
    """Every choice of designs that hold no more taken jokers than there are, with repetition."""
    yield ()
    for i, design in enumerate(designs):
        if design.taken <= taken:
            for rest in _chosen(designs[i:], taken - design.taken):
                yield (design, *rest)


@lru_cache(maxsize=20_000)
def _grown_runs(
    open_runs: tuple[Shape, ...], naturals: int, jokers: int, most_jokers: int, adjacent: bool
) -> tuple[tuple[tuple[Shape, ...], tuple[tuple[Shape, str], ...]], ...]:
    """Every way in which open runs take natural tiles and jokers, or end, or new ones start; one for each outcome."""
    found: dict[tuple[Shape, ...], tuple[tuple[Shape, str], ...]] = {}

    def give(
        index: int, naturals: int, jokers: int, grown: tuple[Shape, ...], given: tuple[tuple[Shape, str], ...]
    ) -> None:
        if index == len(open_runs):
            started = [(1, 0, False, False)] * naturals + [(1, 1, not adjacent, True)] * jokers
            if not jokers or most_jokers:
                found.setdefault(tuple(sorted((*grown, *started))), given)
            return
        run = open_runs[index]
        length, inside, last, bare = run
        if length == 3 and not bare:
            give(index + 1, naturals, jokers, grown, (*given, (run, "")))
        if naturals:
            longer = min(3, length + 1), inside, False, False
            give(index + 1, naturals - 1, jokers, (*grown, longer), (*given, (run, "N")))
        if jokers and inside < most_jokers and not last:
            longer = min(3, length + 1), inside + 1, not adjacent, bare
            give(index + 1, naturals, jokers - 1, (*grown, longer), (*given, (run, "J")))

    give(0, naturals, jokers, (), ())
    return tuple(found.items())
