"""Every way to arrange tiles, as paths through the numbers: the states and transitions that the solver searches.

A path goes from the lowest number to the highest. Its state after a number is, for each colour, how many runs are open
there that are one tile long, two, and three or more; the first two must go on. At each number, some tiles go into
groups (`grouping`), some stay on the rack, and the others go into runs: with their number given, it is best to extend
the short runs, which must go on, then the long ones, and to start new ones with the rest. Jokers are extra tiles of any
colour and number.

States are integers with a field for each colour, then the jokers used, the points of an opening, and the designs.
"""

from collections.abc import Iterator
from itertools import product

from rami.rummikub.solver.grouping import Grouping, groupings
from rami.rummikub.solver.paths import Bounds, Choice, Half, Halves, Pairs, Plan, Way
from rami.rummikub.solver.problem import Design, Problem
from rami.rummikub.solver.shapes import Shape, grown_runs

_USED_BITS = 4
_DESIGN_BITS = 30


class Lattice:
    """The states and transitions of a problem, worked out as they are asked for.

    From the lowest bits up, a state has for each colour its open runs and the ones kept back to follow the highest
    number; then the jokers used, the designs begun, and the points.
    """

    def __init__(self, problem: Problem) -> None:
        self.problem: Problem = problem
        self.jokers: int = problem.jokers_must + problem.jokers_free
        self.spare: bool = False
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
        self.back_shift: int = 20 if self.counted else 3 * self.bits
        self.color_bits: int = self.back_shift + (self.bits if problem.one_follows else 0)
        self.color_mask: int = (1 << self.color_bits) - 1
        self.used_shift: int = 4 * self.color_bits
        self.used_mask: int = (1 << _USED_BITS) - 1
        self.design_shift: int = self.used_shift + _USED_BITS
        self.design_mask: int = (1 << _DESIGN_BITS) - 1
        self.point_shift: int = self.design_shift + _DESIGN_BITS
        self.joints: list[list[int]] = [_joints(problem, color) for color in range(4)]
        self._ways: list[dict[tuple[int, int, int], list[Way]]] = [{} for _ in range(self.last + 1)]
        self._pairs: list[dict[tuple[int, int, int], Pairs]] = [{} for _ in range(self.last + 1)]
        self._choices: dict[tuple[int, int], tuple[Choice, ...]] = {}
        self._halves: dict[tuple[int, int], Halves] = {}
        self._rest: list[dict[tuple[int, int], Bounds]] = [{} for _ in range(self.last + 1)]
        self._bounds: list[dict[tuple[int, int], Bounds]] = [{} for _ in range(self.last + 1)]
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

    def choice(self, number: int, state: int, index: int) -> Choice:
        """A choice by its index, at a number after a state."""
        return self.choices(number, state >> self.design_shift & self.design_mask)[index]

    def halves(self, number: int, begun: int) -> Halves:
        """The same choices in halves."""
        key = number, begun
        if key not in self._halves:
            self._halves[key] = Halves.of(self.choices(number, begun))
        return self._halves[key]

    def forget(self, number: int) -> None:
        """Let go of what was worked out for a number, to be worked out again if it is asked for."""
        self._ways[number].clear()
        self._pairs[number].clear()
        for known in (self._choices, self._halves):
            for key in [key for key in known if key[0] == number]:
                del known[key]

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

    @property
    def most(self) -> int:
        """What it is worth to use everything."""
        problem = self.problem
        rows = zip(problem.free, problem.weights, strict=True)
        tiles = sum(max(0, count * weight) for row in rows for count, weight in zip(*row, strict=True))
        return tiles + max(0, problem.jokers_free * problem.joker_weight)

    def used(self, state: int) -> int:
        """How many jokers were used on the way to a state."""
        return state >> self.used_shift & self.used_mask

    def joker_worth(self, state: int) -> int:
        """What the jokers used are worth."""
        return (self.used(state) - self.problem.jokers_must) * self.problem.joker_weight

    def capped(self, state: int) -> int:
        """The state with no more points told apart than are needed."""
        most = self.problem.points
        if state >> self.point_shift <= most:
            return state
        return (state & (1 << self.point_shift) - 1) | most << self.point_shift

    def is_complete(self, state: int) -> bool:
        """Whether a state after the last number has used and reached all that it must."""
        begun = self._begun[state >> self.design_shift & self.design_mask]
        points = state >> self.point_shift
        problem = self.problem
        return self.used(state) >= problem.jokers_must and begun == ((), problem.taken) and points >= problem.points

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

    def pairs(self, number: int, begun: int, color: int, part: int) -> Pairs:
        """How the runs of a colour and of the next one may go on together, given the designs begun."""
        known = self._pairs[number]
        key = color, part, begun
        pairs = known.get(key)
        if pairs is None:
            halves = self.halves(number, begun)
            half = halves.high if color else halves.low
            first, second = part & self.color_mask, part >> self.color_bits
            ways = {apart: some for apart in half.first if (some := self.ways(number, color, first, apart))}
            pairs = known[key] = {}
            if ways:
                others = {apart: self.ways(number, color + 1, second, apart) for apart in half.second}
                self._join(half, ways, others, pairs)
        return pairs

    def _join(self, half: Half, ways: dict[int, list[Way]], others: dict[int, list[Way]], pairs: Pairs) -> None:
        most = self.jokers
        for pair in half.pairs:
            if pair[0] in ways and others[pair[1]]:
                both = [
                    (row + row1, claim + claim1, worth + worth1)
                    for row, claim, worth in ways[pair[0]]
                    for row1, claim1, worth1 in others[pair[1]]
                    if claim + claim1 <= most
                ]
                if both:
                    pairs[pair] = both

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
        shape, back = part & ((1 << self.back_shift) - 1), part >> self.back_shift
        joints = self.joints[color][number]
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
                        row = new | later << self.back_shift
                        high = jokers << self.used_shift
                        if problem.points:
                            tiles = naturals + (jokers + held if problem.joker_points else 0)
                            high += tiles * self._value(number) << self.point_shift
                        way = (row << color * self.color_bits) + high, jokers, worth - max(0, joints - sum(slots))
                        yield way, Plan(naturals, jokers + held, extended, shapes, slots)

    def plans_to(self, number: int, color: int, part: int, apart: int, target: int) -> list[tuple[Way, Plan]]:
        """Those of the plans that lead to a given part of the new state."""
        place, mask = color * self.color_bits, self.color_mask
        return [each for each in self.plans(number, color, part, apart) if each[0][0] >> place & mask == target]

    def between(self, number: int, before: int, after: int, choice: Choice) -> Iterator[tuple[tuple[Plan, ...], int]]:
        """How the runs of all colours may go on at a number from one state to another.

        Args:
            number: The number.
            before: The state before it.
            after: The state after it.
            choice: What does not go into runs.

        Yields:
            The plans of the colours, and what they are worth.
        """
        points = (after >> self.point_shift) - (before >> self.point_shift) - choice.points
        options: list[list[tuple[Way, Plan]]] = []
        for color in range(4):
            place, mask = color * self.color_bits, self.color_mask
            part, target = before >> place & mask, after >> place & mask
            options.append(self.plans_to(number, color, part, choice.apart[color], target))
        if all(len(plans) == 1 for plans in options):
            (way0, plan0), (way1, plan1), (way2, plan2), (way3, plan3) = (plans[0] for plans in options)
            yield (plan0, plan1, plan2, plan3), way0[2] + way1[2] + way2[2] + way3[2]
            return
        jokers = self.used(after) - self.used(before) - choice.jokers
        for chosen in product(*options):
            high = sum(way[0] >> self.used_shift for way, _ in chosen)
            if high & self.used_mask == jokers and high >> self.point_shift - self.used_shift >= points:
                yield tuple(plan for _, plan in chosen), sum(way[2] for way, _ in chosen)

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
        for runs, given in grown_runs(open_runs, naturals, jokers, self.problem.most_jokers, self.problem.adjacent):
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

    # -------------------------------------------------------------------------------------------------------- bounds

    def bounds(self, number: int, color: int, part: int) -> Bounds:
        """The most that a colour and the next one could add after a number, for each number of jokers."""
        known = self._bounds[number]
        key = color, part
        bounds = known.get(key)
        if bounds is None:
            first = self.rest(number, color, part & self.color_mask)
            second = self.rest(number, color + 1, part >> self.color_bits)
            bounds = known[key] = tuple(
                max(
                    (
                        one + other
                        for one, other in zip(first[: jokers + 1], reversed(second[: jokers + 1]), strict=True)
                        if one is not None and other is not None
                    ),
                    default=None,
                )
                for jokers in range(self.jokers + 1)
            )
        return bounds

    def rest(self, number: int, color: int, part: int) -> Bounds:
        """The most that a colour could add if the others left it every choice, for each number of jokers."""
        if number == self.last:
            return (0,) * (self.jokers + 1)
        known = self._rest[number]
        key = color, part
        bounds = known.get(key)
        if bounds is None:
            best: list[int | None] = [None] * (self.jokers + 1)
            place, mask = color * self.color_bits, self.color_mask
            used_shift, used_mask = self.used_shift, self.used_mask
            for apart in self._aparts(number + 1, color):
                for row, claim, worth in self.ways(number + 1, color, part, apart):
                    used = row >> used_shift & used_mask
                    later = self.rest(number + 1, color, row >> place & mask)
                    for jokers in range(claim, self.jokers + 1):
                        more, least = later[jokers - used], best[jokers]
                        if more is not None and (least is None or worth + more > least):
                            best[jokers] = worth + more
            bounds = known[key] = tuple(best)
        return bounds

    def _aparts(self, number: int, color: int) -> list[int]:
        if number > self.problem.top:
            return list(range(self.available[color][1] + 1)) if self.problem.designs else [0]
        if self.problem.designs:
            held = range(self.problem.held[color][number] + 1)
            return [count | stay << 8 for count in range(self.available[color][number] + 1) for stay in held]
        return sorted({choice.apart[color] for choice in self.choices(number, 0)})


def _joints(problem: Problem, color: int) -> list[int]:
    """How many runs of the old table go on to each number."""
    joints = [0] * (problem.top + 2)
    for run in problem.old_runs[color]:
        for number in range(run.first + 1, run.last + 1):
            joints[number] += 1
    return joints


def _chosen(designs: list[Design], taken: int) -> Iterator[tuple[Design, ...]]:
    """Every choice of designs that hold no more taken jokers than there are, with repetition."""
    yield ()
    for i, design in enumerate(designs):
        if design.taken <= taken:
            for rest in _chosen(designs[i:], taken - design.taken):
                yield (design, *rest)
