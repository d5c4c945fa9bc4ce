"""The best path through a lattice: layer by layer, in passes that are ever wider until nothing had to be left out."""

from heapq import nlargest

from rami.rummikub.solver.lattice import Lattice
from rami.rummikub.solver.paths import Choice, Edge, Edges, Path

_FEW = 30
"""How many states a layer may have before any are left out, with jokers."""

_MORE = 60
"""The same without jokers."""

_BEAM = 12
"""How many the first pass keeps of a layer that has more."""

_WIDER = 8
"""How many times as many the next pass keeps."""

Layer = dict[int, int]
"""For each state after a number, the worth of the best path to it."""

Origins = dict[int, tuple[int, int]]
"""For each state after a number, the state before it on that path, and the index of the choice between them."""


def best_path(lattice: Lattice, above: int | None = None) -> Path | None:
    """The path of the greatest worth.

    A layer of more than sixty states (thirty with jokers) is pruned: in the first pass to the few that are worth most,
    later by a bound, against the best path so far, and to the most promising. From there on, paths that are better only
    in what they disturb are not looked for.

    Args:
        lattice: The lattice of the problem.
        above: Only paths worth more than this count.

    Returns:
        The path; None if there is none.
    """
    best: Path | None = None
    floor, width, most = above, _BEAM, lattice.most
    while True:
        attempt = _Pass(lattice, floor, width)
        path = attempt.run()
        if path:
            best, floor = path, lattice.problem.gain(path.worth)
        if not attempt.cut or (floor is not None and floor >= most):
            return best
        width *= _WIDER


class _Pass:
    """A pass through the lattice that keeps no more than so many states of a layer.

    Attributes:
        cut: Whether states were left out that may lead to a better path.
    """

    def __init__(self, lattice: Lattice, floor: int | None, width: int) -> None:
        self.lattice = lattice
        self.floor = floor
        self.width = width
        self.cut = False
        problem = lattice.problem
        self.joker_hope = max(0, problem.joker_weight) * problem.jokers_free
        self.edges: list[list[Edge]] | None = None if problem.points else []

    def run(self) -> Path | None:
        """The best path that the pass comes upon."""
        lattice = self.lattice
        layer: Layer = {0: 0}
        trail: list[tuple[Layer, Origins]] = [(layer, {})]
        for number in range(1, lattice.last + 1):
            if len(layer) > (_FEW if lattice.jokers else _MORE):
                layer = self._worthiest(layer) if self.width == _BEAM else self._promising(layer, number - 1)
                self.edges = None
            edges: list[Edge] = []
            layer, origins = _step(lattice, number, layer, None if self.edges is None else edges)
            trail.append((layer, origins))
            if self.edges is not None:
                self.edges.append(edges)
            if not layer:
                return None
        return self._finish(trail)

    def _worthiest(self, layer: Layer) -> Layer:
        """The few states that are worth most."""
        kept: Layer = {}
        for state, worth in sorted(layer.items(), key=lambda each: -each[1]):
            if not _is_dominated(self.lattice, layer, state, worth):
                if len(kept) == self.width:
                    self.cut = True
                    break
                kept[state] = worth
        return kept

    def _promising(self, layer: Layer, number: int) -> Layer:
        """The states through which a path above the floor may lead; the best of them if they are too many."""
        hopes: dict[int, int] = {}
        for state, worth in layer.items():
            if not _is_dominated(self.lattice, layer, state, worth):
                hope = self._hope(state, worth, number)
                if hope is not None and (self.floor is None or hope > self.floor):
                    hopes[state] = hope
        if len(hopes) > self.width:
            self.cut = True
            hopes = dict(nlargest(self.width, hopes.items(), key=lambda each: each[1]))
        return {state: layer[state] for state in hopes}

    def _hope(self, state: int, worth: int, number: int) -> int | None:
        """A bound on the worth of the paths through a state; None if there are none."""
        lattice = self.lattice
        second = 2 * lattice.color_bits
        left = lattice.jokers - lattice.used(state)
        low = lattice.bounds(number, 0, state & (1 << second) - 1)
        high = lattice.bounds(number, 2, state >> second & (1 << second) - 1)
        best: int | None = None
        for jokers in range(left + 1):
            one, other = low[jokers], high[left - jokers]
            if one is not None and other is not None and (best is None or one + other > best):
                best = one + other
        return None if best is None else best + worth + self.joker_hope

    def _finish(self, trail: list[tuple[Layer, Origins]]) -> Path | None:
        """The best of the paths to the last layer; None if none is complete and above the floor."""
        lattice = self.lattice
        best: tuple[int, int] | None = None
        for state, worth in trail[-1][0].items():
            if lattice.is_complete(state):
                total = worth + lattice.joker_worth(state)
                if best is None or total > best[0]:
                    best = total, state
        if best is None or (self.floor is not None and best[0] <= self.floor):
            return None
        total, state = best
        states, choices, worths = [state], list[Choice](), list[int]()
        for number in range(lattice.last, 0, -1):
            layer, origins = trail[number]
            before, index = origins[state]
            choices.append(lattice.choice(number, before, index))
            worths.append(layer[state] - trail[number - 1][0][before])
            states.append(before)
            state = before
        known = None if self.edges is None else Edges(tuple(layer for layer, _ in trail), tuple(map(tuple, self.edges)))
        return Path(total, tuple(reversed(states)), tuple(reversed(choices)), tuple(reversed(worths)), known)


def _step(lattice: Lattice, number: int, layer: Layer, edges: list[Edge] | None) -> tuple[Layer, Origins]:
    """The layer after a number, with the best way to each of its states; all ways to them are added to the edges."""
    new: Layer = {}
    origins: Origins = {}
    known = new.get
    jokers, used_mask = lattice.jokers, lattice.used_mask
    second, used_shift = 2 * lattice.color_bits, lattice.used_shift
    design_shift, design_mask = lattice.design_shift, lattice.design_mask
    pair_mask = (1 << second) - 1
    pairs = lattice.pairs
    for state, worth in layer.items():
        begun = state >> design_shift & design_mask
        low = pairs(number, begun, 0, state & pair_mask)
        high = pairs(number, begun, 2, state >> second & pair_mask)
        if not low or not high:
            continue
        rest = state >> used_shift << used_shift
        left = jokers - (state >> used_shift & used_mask)
        choices = lattice.halves(number, begun).choices
        for half, ways01 in low.items():
            for other, used, more, cost, index in choices[half]:
                ways23 = high.get(other)
                if ways23 is None or used > left:
                    continue
                most, base, value = left - used, rest + more, worth - cost
                for row01, claim01, worth01 in ways01:
                    if claim01 <= most:
                        base01, value01, most01 = base + row01, value + worth01, most - claim01
                        for row23, claim23, worth23 in ways23:
                            if claim23 <= most01:
                                target, total = base01 + row23, value01 + worth23
                                before = known(target)
                                if before is None or before < total:
                                    new[target] = total
                                    origins[target] = state, index
                                if edges is not None:
                                    edges.append((target, state, index, total))
    return _capped(lattice, new, origins) if lattice.problem.points else (new, origins)


def _capped(lattice: Lattice, layer: Layer, origins: Origins) -> tuple[Layer, Origins]:
    """The same with no more points told apart than are needed."""
    new: Layer = {}
    new_origins: Origins = {}
    for state, worth in layer.items():
        target = lattice.capped(state)
        if target not in new or new[target] < worth:
            new[target] = worth
            new_origins[target] = origins[state]
    return new, new_origins


def _is_dominated(lattice: Lattice, layer: Layer, state: int, worth: int) -> bool:
    """Whether a state with a better open run, all else being equal, is worth no less.

    A run of three or more may go on or end, and is better than none and than one of two; a run of two is better than
    one of one, as it needs less. Where jokers need not be used, it is better to have used fewer.
    """
    if lattice.counted:
        return False
    bits, mask = lattice.bits, lattice.mask
    long = 1 << 2 * bits
    lacking = worth - 1
    if lattice.spare and lattice.used(state) and layer.get(state - (1 << lattice.used_shift), lacking) >= worth:
        return True
    for shift in range(0, lattice.used_shift, lattice.color_bits):
        part = state >> shift
        if (
            layer.get(state + (long << shift), lacking) >= worth
            or (part & mask and layer.get(state + ((1 << bits) - 1 << shift), lacking) >= worth)
            or (part >> bits & mask and layer.get(state + (long - (1 << bits) << shift), lacking) >= worth)
        ):
            return True
    return False
