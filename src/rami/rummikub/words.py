"""Every distinct set of free tiles that a problem lets one use, with one way to arrange each.

A set of tiles is a number, the sum of the weights of its tiles, so a set of sets is a bit mask, and using tiles of some
weight shifts the mask. One pass through the lattice finds, for every state, all sets of tiles that lead to it.
"""

from collections.abc import Iterator

from rami.rummikub.lattice import Choice, Lattice, Path

Layer = dict[int, int]
"""For each state after a number, the mask of the sets of tiles that lead to it."""

Origins = dict[int, list[tuple[int, int, int, int]]]
"""For each state, where its sets come from: their mask, the state before, the index of the choice, what was used."""


def words(lattice: Lattice) -> Iterator[Path]:
    """Every set of free tiles that can be used, each once, in ascending order.

    Args:
        lattice: The lattice of a problem with `every` set, whose weights tell all sets apart, without old melds.

    Yields:
        A path for each set, its worth being the sum of the weights; the empty set is among them where it is possible.
    """
    layer: Layer = {0: 1}
    trail: list[Origins] = []
    for number in range(1, lattice.last + 1):
        layer, origins = _step(lattice, number, layer)
        _keep_useful(lattice, number, layer)
        trail.append(origins)
    for word, jokers, state in _ended(lattice, layer):
        yield _path(lattice, trail, state, word, jokers)


def _step(lattice: Lattice, number: int, layer: Layer) -> tuple[Layer, Origins]:
    """The layer after a number, and where each of its sets comes from first."""
    new: Layer = {}
    origins: Origins = {}
    pair_mask, second = (1 << 2 * lattice.color_bits) - 1, 2 * lattice.color_bits
    used_shift, used_mask = lattice.used_shift, lattice.used_mask
    design_shift, design_mask = lattice.design_shift, lattice.design_mask
    for state, spelled in layer.items():
        rest = state >> used_shift << used_shift
        left = lattice.jokers - (state >> used_shift & used_mask)
        part01, part23 = state & pair_mask, state >> second & pair_mask
        for index, choice in enumerate(lattice.choices(number, state >> design_shift & design_mask)):
            most = left - choice.jokers
            if most < 0:
                continue
            a0, a1, a2, a3 = choice.apart
            ways01 = lattice.pairs(number, 0, part01, a0, a1)
            if not ways01:
                continue
            ways23 = lattice.pairs(number, 2, part23, a2, a3)
            base = rest + choice.high
            for row01, jokers01, code01 in ways01:
                for row23, jokers23, code23 in ways23:
                    if jokers01 + jokers23 <= most:
                        target = _capped(lattice, base + row01 + row23)
                        code = code01 + code23
                        known = new.get(target, 0)
                        fresh = spelled << code & ~known
                        if fresh:
                            new[target] = known | fresh
                            origins.setdefault(target, []).append((fresh, state, index, code))
    return new, origins


def _capped(lattice: Lattice, state: int) -> int:
    """The state with no more points told apart than are needed."""
    most = lattice.problem.points
    if state >> lattice.point_shift <= most:
        return state
    return (state & (1 << lattice.point_shift) - 1) | most << lattice.point_shift


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
    return all(lattice.rest(number, color, part) is not None for color, part in enumerate(parts))


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
            jokers = (state >> lattice.used_shift & lattice.used_mask) - lattice.problem.jokers_must
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


def _path(lattice: Lattice, trail: list[Origins], state: int, word: int, jokers: int) -> Path:
    """The path by which a set of tiles leads to a state."""
    states, choices, codes = [state], list[Choice](), list[int]()
    left = word
    for number in range(lattice.last, 0, -1):
        before, index, code = next(
            (before, index, code) for fresh, before, index, code in trail[number - 1][states[-1]] if fresh >> left & 1
        )
        choices.append(lattice.choices(number, before >> lattice.design_shift & lattice.design_mask)[index])
        states.append(before)
        codes.append(code)
        left -= code
    return Path(word, jokers, tuple(reversed(states)), tuple(reversed(choices)), tuple(reversed(codes)))
