"""Every distinct set of free tiles that a problem lets one use, with one way to arrange each.

A set of tiles is a number, the sum of the weights of its tiles, so a set of sets is a bit mask, and using tiles of some
weight shifts the mask. One pass through the lattice finds, for every state, all sets of tiles that lead to it.
"""

from collections.abc import Iterator, Sequence

from rami.rummikub.solver.lattice import Lattice
from rami.rummikub.solver.laying import NOTHING, Laying, Row, open_rows
from rami.rummikub.solver.laying import Layer as OpenLayer
from rami.rummikub.solver.paths import Choice

Layer = dict[int, int]
"""For each state after a number, the mask of the sets of tiles that lead to it."""

Origins = dict[int, list[tuple[int, int, Choice, int]]]
"""For each state, where its sets come from: their mask, the state before, the choice, what was used."""


def words(lattice: Lattice, only: Sequence[int] = ()) -> Iterator[tuple[int, int, list[Row]]]:
    """Every set of free tiles that can be used, each once, in ascending order.

    Args:
        lattice: The lattice of a problem with `every` set, whose weights tell all sets apart, without old melds.
        only: For each number (index 0 is not used), the mask of the sets of tiles up to it that are asked for; empty if
            all are.

    Yields:
        The sum of the weights of each set, the number of free jokers, and the melds; the empty set is among them where
        it is possible.
    """
    layer: Layer = {0: 1}
    trail: list[Origins] = []
    for number in range(1, lattice.last + 1):
        wanted = only[min(number, lattice.problem.top)] if only else -1
        layer, origins = _step(lattice, number, layer, wanted)
        _keep_useful(lattice, number, layer)
        trail.append(origins)
        lattice.forget(number)
    melds = _Melds(lattice, trail)
    for word, jokers, state in _ended(lattice, layer):
        runs, rows = melds.of(lattice.last, state, word)
        yield word, jokers, [*rows, *open_rows(runs)]


class _Melds:
    """The melds of sets of tiles; what the ways to them have in common is laid once."""

    def __init__(self, lattice: Lattice, trail: list[Origins]) -> None:
        self.lattice = lattice
        self.trail = trail
        self.laying = Laying(lattice)
        self.known: dict[tuple[int, int, int], tuple[OpenLayer, tuple[Row, ...]]] = {(0, 0, 0): (NOTHING, ())}

    def of(self, number: int, state: int, word: int) -> tuple[OpenLayer, tuple[Row, ...]]:
        """The open runs after a number and the complete melds, for a set of tiles that leads to a state."""
        key = number, state, word
        known = self.known.get(key)
        if known is None:
            before, choice, code = next(
                (before, choice, code)
                for fresh, before, choice, code in self.trail[number - 1][state]
                if fresh >> word & 1
            )
            runs, rows = self.of(number - 1, before, word - code)
            step = self.laying.step(number, before, state, choice, code)
            runs, more = self.laying.go_on(number, runs, step)
            known = self.known[key] = runs, (*rows, *more)
        return known


def _step(lattice: Lattice, number: int, layer: Layer, wanted: int) -> tuple[Layer, Origins]:
    """The layer after a number, of the wanted sets, and where each of its sets comes from first."""
    new: Layer = {}
    origins: Origins = {}
    pair_mask, second = (1 << 2 * lattice.color_bits) - 1, 2 * lattice.color_bits
    used_shift = lattice.used_shift
    design_shift, design_mask = lattice.design_shift, lattice.design_mask
    for state, spelled in layer.items():
        begun = state >> design_shift & design_mask
        low = lattice.pairs(number, begun, 0, state & pair_mask)
        high = lattice.pairs(number, begun, 2, state >> second & pair_mask)
        rest, left = state >> used_shift << used_shift, lattice.jokers - lattice.used(state)
        choices = lattice.halves(number, begun).choices
        for half, ways01 in low.items():
            for other, used, more, _, index in choices[half]:
                for row01, claim01, code01 in ways01:
                    most, base = left - used - claim01, rest + more + row01
                    for row23, claim23, code23 in high.get(other, ()):
                        if claim23 <= most:
                            target = lattice.capped(base + row23)
                            code = code01 + code23
                            known = new.get(target, 0)
                            fresh = spelled << code & wanted & ~known
                            if fresh:
                                new[target] = known | fresh
                                choice = lattice.choice(number, state, index)
                                origins.setdefault(target, []).append((fresh, state, choice, code))
    return new, origins


def _keep_useful(lattice: Lattice, number: int, layer: Layer) -> None:
    """Leave out states that cannot come to an end, and sets that lead to a better state too (see `search`)."""
    for state in [state for state in layer if not _can_end(lattice, number, state)]:
        del layer[state]
    if lattice.counted:
        return
    left = {state: spelled & ~_spelled_by_better(lattice, layer, state) for state, spelled in layer.items()}
    for state, spelled in left.items():
        if spelled:
            layer[state] = spelled
        else:
            del layer[state]


def _can_end(lattice: Lattice, number: int, state: int) -> bool:
    parts = (state >> color * lattice.color_bits & lattice.color_mask for color in range(4))
    return all(lattice.rest(number, color, part)[lattice.jokers] is not None for color, part in enumerate(parts))


def _spelled_by_better(lattice: Lattice, layer: Layer, state: int) -> int:
    """The sets that lead to states that are better in a single open run."""
    two = 1 << lattice.bits
    long = two << lattice.bits
    spelled = 0
    for shift in range(0, lattice.used_shift, lattice.color_bits):
        part = state >> shift
        spelled |= layer.get(state + (long << shift), 0)
        if part >> lattice.bits & lattice.mask:
            spelled |= layer.get(state + (long - two << shift), 0)
        if part & lattice.mask:
            spelled |= layer.get(state + (two - 1 << shift), 0)
    return spelled


def _ended(lattice: Lattice, layer: Layer) -> Iterator[tuple[int, int, int]]:
    """Every set of tiles and number of free jokers at the end, in ascending order, with a state that it leads to."""
    found: dict[tuple[int, int], int] = {}
    for state, spelled in layer.items():
        if lattice.is_complete(state):
            jokers = lattice.used(state) - lattice.problem.jokers_must
            for word in _bits(spelled):
                found.setdefault((word, jokers), state)
    for (word, jokers), state in sorted(found.items()):
        yield word, jokers, state


def _bits(mask: int) -> Iterator[int]:
    """The places of the ones in a mask, in ascending order."""
    digits = bin(mask)[:1:-1]
    place = digits.find("1")
    while place >= 0:
        yield place
        place = digits.find("1", place + 1)
