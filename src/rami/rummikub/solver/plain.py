"""The lattice of a plain problem: no jokers that are held or counted, no designs, no points, no 1 after the top.

Most positions of most editions are plain. What the runs of a colour may do at a number depends on a few small numbers
only, so it is tabled once for all problems.
"""

from functools import lru_cache

from rami.rummikub.solver.grouping import Grouping, Masks, groupings
from rami.rummikub.solver.lattice import Lattice
from rami.rummikub.solver.paths import Choice, Halves, Plan, Way
from rami.rummikub.solver.problem import Problem

Move = tuple[int, int, int, int, int]
"""How the runs of a colour go on: the new field, how many natural tiles and jokers they take, how many jokers those
that are short will need, and how many of the long ones go on."""


def is_plain(problem: Problem) -> bool:
    """Whether a problem is plain."""
    return not (
        problem.designs
        or problem.taken
        or problem.points
        or problem.one_follows
        or problem.counts_jokers(problem.jokers_must + problem.jokers_free)
        or any(map(any, problem.held))
    )


class PlainLattice(Lattice):
    """The states and transitions of a plain problem.

    Attributes:
        spare: Whether jokers that are of no use are left out, to be added to any meld at the end. Then only those count
            as used that a meld could not do without.
    """

    def __init__(self, problem: Problem, *, spare: bool = False) -> None:
        super().__init__(problem)
        top = problem.top
        self.spare = spare
        self._ahead = [[*row[1:], -1, -1] for row in self.available]  # the tiles of the next number; -1 beyond the last
        self._layers: list[tuple[tuple[Choice, ...], Halves] | None] = [None] * (top + 1)

    def is_complete(self, state: int) -> bool:
        """Whether a state after the last number has used all that it must."""
        return self.spare or self.used(state) >= self.problem.jokers_must

    def joker_worth(self, state: int) -> int:
        """What the jokers are worth: all of them if those left out are to be added."""
        return self.problem.jokers_free * self.problem.joker_weight if self.spare else super().joker_worth(state)

    # ------------------------------------------------------------------------------------------ what is not in runs

    def choices(self, number: int, begun: int) -> tuple[Choice, ...]:
        """What may go into groups at a number."""
        assert not begun  # there are no designs
        return self._choices_of(number)[0]

    def halves(self, number: int, begun: int) -> Halves:
        """The same choices in halves."""
        assert not begun
        return self._choices_of(number)[1]

    def _choices_of(self, number: int) -> tuple[tuple[Choice, ...], Halves]:
        known = self._layers[number]
        if known is None:
            problem = self.problem
            a0, a1, a2, a3 = (row[number] for row in self.available)
            old, size, most_jokers = problem.old_groups[number], problem.size, problem.most_jokers
            known = _choices((a0, a1, a2, a3), self.jokers, size, most_jokers, old, self.used_shift, self.spare)
            self._layers[number] = known
        return known

    # ---------------------------------------------------------------------------------------------------------- runs

    def ways(self, number: int, color: int, part: int, apart: int) -> list[Way]:
        """How the runs of a colour may go on at a number."""
        known = self._ways[number]
        key = color, part, apart
        ways = known.get(key)
        if ways is None:
            place, used_shift = color * self.color_bits, self.used_shift
            weight = self.problem.weights[color][number]
            short = (part & self.mask) + (part >> self.bits & self.mask)
            joints = self.joints[color][number] - short  # those that the runs of one tile and two carry stay
            base = (apart - self.problem.must[color][number]) * weight
            ways = known[key] = [
                (
                    (new << place) + (jokers << used_shift),
                    jokers + needed,
                    base + naturals * weight - (joints - extended if extended < joints else 0),
                )
                for new, naturals, jokers, needed, extended in self._moves(number, color, part, apart)
            ]
        return ways

    def plans_to(self, number: int, color: int, part: int, apart: int, target: int) -> list[tuple[Way, Plan]]:
        """How the runs of a colour may go on to a given part of the new state, in full."""
        place, mask = color * self.color_bits, self.color_mask
        ones, twos = part & self.mask, part >> self.bits & self.mask
        ways, moves = self.ways(number, color, part, apart), self._moves(number, color, part, apart)
        return [
            (way, _plan(moves[index], ones, twos)) for index, way in enumerate(ways) if way[0] >> place & mask == target
        ]

    def _moves(self, number: int, color: int, part: int, apart: int) -> tuple[Move, ...]:
        available, ahead = self.available[color][number] - apart, self._ahead[color]
        least = max(0, self.problem.must[color][number] - apart)
        supply = least, available, self.jokers, ahead[number], ahead[number + 1]
        starting = not self.trailing_first or number >= self.problem.top - 4
        return _moves(part, self.bits, supply, self.naturals_first, starting, self.spare)


@lru_cache(maxsize=8192)
def _plan(move: Move, ones: int, twos: int) -> Plan:
    _, naturals, jokers, _, extended = move
    return Plan(naturals, jokers, extended, None, (ones, twos, extended))


@lru_cache(maxsize=8192)
def _choices(
    naturals: tuple[int, int, int, int],
    jokers: int,
    size: int,
    most_jokers: int,
    old: Masks,
    used_shift: int,
    spare: bool,
) -> tuple[tuple[Choice, ...], Halves]:
    found = groupings(naturals, (0, 0, 0, 0), jokers, size, most_jokers, old)
    if spare:  # no more jokers than the groups need
        found = tuple({grouping.counts: grouping for grouping in reversed(found)}.values())[::-1]
    choices = tuple(_choice(grouping, used_shift) for grouping in found)
    return choices, Halves.of(choices)


def _choice(grouping: Grouping, used_shift: int) -> Choice:
    a0, a1, a2, a3 = grouping.counts
    used = grouping.jokers
    return Choice((a0, a1, a2, a3), used, used << used_shift, 0, grouping.disturbed, grouping, ())


@lru_cache(maxsize=1 << 16)
def _moves(
    part: int,
    bits: int,
    supply: tuple[int, int, int, int, int],
    greedy: bool,
    starting: bool,
    spare: bool,
) -> tuple[Move, ...]:
    """How open runs may go on.

    Args:
        part: The open runs of one tile, two, and more, each in so many bits.
        bits: The number of these bits.
        supply: How many natural tiles must be taken, how many there are, how many jokers, and how many natural tiles at
            the next number and the one after it; -1 if there is no such number.
        greedy: Whether natural tiles are always better laid than kept, and than a joker.
        starting: Whether a joker may start a run.
        spare: Whether jokers that make no difference are left out.

    Returns:
        The ways, one for each outcome.
    """
    mask = (1 << bits) - 1
    ones, twos, longs = part & mask, part >> bits & mask, part >> 2 * bits
    short = ones + twos
    least, most, jokers, next1, next2 = supply
    found: dict[tuple[int, int, int], Move] = {}
    for naturals in range(max(least, min(most, short + longs)) if greedy else least, most + 1):
        for used in range(max(0, short - naturals), (0 if greedy and naturals < most else jokers) + 1):
            extended = min(longs, naturals + used - short)
            started = naturals + used - short - extended
            if started > naturals and not starting:
                continue
            open1, long1 = started + ones, twos + extended
            if (next1 < 0 and open1) or (next2 < 0 and started):
                continue
            needed = max(0, open1 - next1) * (next1 >= 0) + max(0, started - next2) * (next2 >= 0)
            if used + needed > jokers:
                continue
            useful = next1 + jokers - used if next1 >= 0 else 0
            new = started | ones << bits | min(long1, useful) << 2 * bits
            found.setdefault((new, naturals, 0 if spare else used), (new, naturals, used, needed, extended))
    return tuple(found.values())
