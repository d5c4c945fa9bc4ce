"""The best path through a lattice: layer by layer, with bounds once the layers grow."""

from heapq import nlargest
from sys import maxsize

from rami.rummikub.lattice import Choice, Lattice, Path, Way

_FEW = 60
"""Layers of fewer states are not worth a bound."""

_BEAM = 24
"""How many states the quick search for a good path keeps."""

_PATIENCE = 1000
"""After so many states, paths that only disturb fewer old melds are no longer looked for."""

Layer = dict[int, int]
"""For each state after a number, the worth of the best path to it."""

Origins = dict[int, tuple[int, int]]
"""For each state after a number, the state before it on that path, and the index of the choice between them."""


def best_path(lattice: Lattice, above: int | None = None) -> Path | None:
    """The path of the greatest worth.

    Args:
        lattice: The lattice of the problem, whose weights are multiples of one more than it has old melds.
        above: Only paths worth more than this count.

    Returns:
        The path; None if there is none.
    """
    return _Search(lattice, above).run()


class _Search:
    """Layer by layer, with a bound from a quick search once the layers grow."""

    def __init__(self, lattice: Lattice, above: int | None) -> None:
        self.lattice = lattice
        self.floor = above
        self.best: Path | None = None
        problem = lattice.problem
        self.joker_hope = max(0, problem.joker_weight) * problem.jokers_free
        self.unit = 1 + sum(map(len, problem.old_runs)) + sum(map(len, problem.old_groups))
        self.seen = 0
        self.few = _FEW

    def run(self) -> Path | None:
        lattice = self.lattice
        layer: Layer = {0: 0}
        trail: _Trail = [(layer, {})]
        for number in range(1, lattice.last + 1):
            if len(layer) > self.few:
                self._look_ahead(layer, trail, number)
            if self.floor is not None and (self.best or len(layer) > _FEW):
                layer = self._promising(layer, number - 1)
            self.seen += len(layer)
            layer, origins = _step(lattice, number, layer)
            trail.append((layer, origins))
            if not layer:
                return self.best
            if len(layer) > _FEW and not lattice.counted:
                _drop_dominated(lattice, layer)
        return self._finish(trail) or self.best

    def _look_ahead(self, layer: Layer, trail: "_Trail", number: int) -> None:
        """Follow the most promising states only, for a path to measure others by."""
        narrow = layer
        narrow_trail = list(trail)
        for ahead in range(number, self.lattice.last + 1):
            if len(narrow) > _BEAM:
                hopes = self._hopes(narrow, ahead - 1)
                narrow = {state: narrow[state] for state in nlargest(_BEAM, hopes, key=hopes.__getitem__)}
            narrow, origins = _step(self.lattice, ahead, narrow)
            narrow_trail.append((narrow, origins))
        path = self._finish(narrow_trail)
        if path:
            self.best, self.floor = path, path.worth
            self.few = maxsize  # once is enough
        else:
            self.few *= 8

    def _hope(self, state: int, worth: int, number: int) -> int | None:
        """A bound on the worth of the paths through a state; None if there are none."""
        lattice = self.lattice
        total = worth + self.joker_hope
        for color in range(4):
            rest = lattice.rest(number, color, state >> color * lattice.color_bits & lattice.color_mask)
            if rest is None:
                return None
            total += rest
        return total

    def _promising(self, layer: Layer, number: int) -> Layer:
        """The states through which a path above the floor may lead."""
        assert self.floor is not None
        least = self.floor + 1
        if self.seen > _PATIENCE:
            least += -self.floor % self.unit
        hopes = self._hopes(layer, number)
        return {state: layer[state] for state, hope in hopes.items() if hope >= least}

    def _hopes(self, layer: Layer, number: int) -> dict[int, int]:
        """A bound on the worth of the paths through each state from which there is one."""
        hopes = ((state, self._hope(state, worth, number)) for state, worth in layer.items())
        return {state: hope for state, hope in hopes if hope is not None}

    def _finish(self, trail: "_Trail") -> Path | None:
        """The best of the paths to the last layer; None if none is complete and above the floor."""
        lattice, problem = self.lattice, self.lattice.problem
        best: tuple[int, int, int] | None = None
        for state, worth in trail[-1][0].items():
            if lattice.is_complete(state):
                jokers = (state >> lattice.used_shift & lattice.used_mask) - problem.jokers_must
                total = worth + jokers * problem.joker_weight
                if best is None or total > best[0]:
                    best = total, jokers, state
        if best is None or (self.floor is not None and best[0] <= self.floor):
            return None
        total, jokers, state = best
        states, choices, worths = [state], list[Choice](), list[int]()
        for number in range(lattice.last, 0, -1):
            layer, origins = trail[number]
            before, index = origins[state]
            choices.append(lattice.choices(number, before >> lattice.design_shift & lattice.design_mask)[index])
            worths.append(layer[state] - trail[number - 1][0][before])
            states.append(before)
            state = before
        return Path(total, jokers, tuple(reversed(states)), tuple(reversed(choices)), tuple(reversed(worths)))


_Trail = list[tuple[Layer, Origins]]
"""The layers up to a number."""


def _step(lattice: Lattice, number: int, layer: Layer) -> tuple[Layer, Origins]:
    """The layer after a number, with the best way to each of its states."""
    new: Layer = {}
    origins: Origins = {}
    known = new.get
    jokers, points = lattice.jokers, lattice.problem.points
    pair_mask = (1 << 2 * lattice.color_bits) - 1
    second, used_shift, used_mask = 2 * lattice.color_bits, lattice.used_shift, lattice.used_mask
    design_shift, design_mask = lattice.design_shift, lattice.design_mask
    pairs = lattice.pairs
    low: dict[tuple[int, int, int], list[Way]] = {}
    high: dict[tuple[int, int, int], list[Way]] = {}
    for state, worth in layer.items():
        rest = state >> used_shift << used_shift
        left = jokers - (state >> used_shift & used_mask)
        part01, part23 = state & pair_mask, state >> second & pair_mask
        for index, choice in enumerate(lattice.choices(number, state >> design_shift & design_mask)):
            if choice.jokers > left:
                continue
            a0, a1, a2, a3 = choice.apart
            key = part01, a0, a1
            ways01 = low.get(key)
            if ways01 is None:
                ways01 = low[key] = pairs(number, 0, part01, a0, a1)
            if not ways01:
                continue
            key = part23, a2, a3
            ways23 = high.get(key)
            if ways23 is None:
                ways23 = high[key] = pairs(number, 2, part23, a2, a3)
            most = left - choice.jokers
            base, value = rest + choice.high, worth - choice.cost
            for row01, jokers01, worth01 in ways01:
                if jokers01 <= most:
                    base01, value01, most01 = base + row01, value + worth01, most - jokers01
                    for row23, jokers23, worth23 in ways23:
                        if jokers23 <= most01:
                            target, total = base01 + row23, value01 + worth23
                            before = known(target)
                            if before is None or before < total:
                                new[target] = total
                                origins[target] = state, index
    return _capped(lattice, new, origins) if points else (new, origins)


def _capped(lattice: Lattice, layer: Layer, origins: Origins) -> tuple[Layer, Origins]:
    """The same with no more points told apart than are needed."""
    shift, most = lattice.point_shift, lattice.problem.points
    new: Layer = {}
    new_origins: Origins = {}
    for state, worth in layer.items():
        target = (state & (1 << shift) - 1) | min(state >> shift, most) << shift
        if target not in new or new[target] < worth:
            new[target] = worth
            new_origins[target] = origins[state]
    return new, new_origins


def _drop_dominated(lattice: Lattice, layer: Layer) -> None:
    """Leave out states for which one with a better open run, all else being equal, is worth no less.

    A run of three or more may go on or end, and is better than none and than one of two; a run of two is better than
    one of one, as it needs less.
    """
    two = 1 << lattice.bits
    long = two << lattice.bits
    known = layer.get
    dropped: list[int] = []
    for state, worth in layer.items():
        for shift in range(0, lattice.used_shift, lattice.color_bits):
            part = state >> shift
            better = [state + (long << shift)]
            if part >> lattice.bits & lattice.mask:
                better.append(state + (long - two << shift))
            if part & lattice.mask:
                better.append(state + (two - 1 << shift))
            if any((other := known(each)) is not None and other >= worth for each in better):
                dropped.append(state)
                break
    for state in dropped:
        del layer[state]
