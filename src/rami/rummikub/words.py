"""Every distinct set of free tiles that a problem lets one use, with one way to arrange each."""

from collections.abc import Iterable, Iterator

from attrs import frozen

from rami.rummikub.lattice import Choice, Lattice, Path

_REMEMBERED = 20_000
"""How many sets of states are remembered at most."""

States = frozenset[int]


def words(lattice: Lattice, among: Iterable[tuple[int, ...]] | None = None) -> Iterator[Path]:
    """Every set of free tiles that can be used, each once, in ascending order of what is used at each number.

    Args:
        lattice: The lattice of a problem with `every` set, whose weights tell all sets apart, without old melds.
        among: Only sets with what is used at each number among these.

    Yields:
        A path for each set, its worth being the sum of the weights; the empty set is among them where it is possible.
    """
    wanted: _Wanted | None = None
    if among is not None:
        wanted = {}
        for codes in among:
            branch = wanted
            for code in codes:
                branch = branch.setdefault(code, {})
    return _Words(lattice).all(wanted)


_Wanted = dict[int, "_Wanted"]
"""The codes that are wanted, number by number, as a tree."""

_Trail = list[tuple[int, dict[int, tuple[int, int]]]]
"""The codes so far, each with the states that it leads to and where they come from."""


@frozen(eq=False)
class _Node:
    """What a set of states leads to: for each code, the states with where they come from."""

    follow: dict[int, tuple[States, dict[int, tuple[int, int]]]]


class _Words:
    """The paths that use the same tiles are followed together, as a set of states."""

    def __init__(self, lattice: Lattice) -> None:
        self.lattice = lattice
        self.nodes: dict[tuple[int, States], _Node] = {}
        self.dead: set[tuple[int, States]] = set()

    def all(self, wanted: _Wanted | None) -> Iterator[Path]:
        """All words, or those that are wanted."""
        yield from self._from(1, frozenset({0}), [], wanted)

    def _from(self, number: int, states: States, trail: _Trail, wanted: _Wanted | None) -> Iterator[Path]:
        """The words that go on from a set of states."""
        if number > self.lattice.last:
            yield from self._ended(states, trail)
            return
        if (number, states) in self.dead:
            return
        alive = wanted is not None
        node = self._node(number, states)
        for code, (after, origins) in node.follow.items():
            if wanted is not None and code not in wanted:
                continue
            trail.append((code, origins))
            for path in self._from(number + 1, after, trail, wanted and wanted[code]):
                alive = True
                yield path
            trail.pop()
        if not alive:
            self.dead.add((number, states))

    def _ended(self, states: States, trail: _Trail) -> Iterator[Path]:
        lattice = self.lattice
        seen: set[int] = set()
        for state in sorted(states):
            used = (state >> lattice.used_shift & lattice.used_mask) - lattice.problem.jokers_must
            if used not in seen and lattice.is_complete(state):
                seen.add(used)
                yield self._path(state, used, trail)

    def _path(self, state: int, jokers: int, trail: _Trail) -> Path:
        lattice = self.lattice
        states, choices = [state], list[Choice]()
        for number, (_, origins) in zip(range(lattice.last, 0, -1), reversed(trail), strict=True):
            before, index = origins[states[-1]]
            choices.append(lattice.choices(number, before >> lattice.design_shift & lattice.design_mask)[index])
            states.append(before)
        codes = tuple(code for code, _ in trail)
        return Path(sum(codes), jokers, tuple(reversed(states)), tuple(reversed(choices)), codes)

    def _node(self, number: int, states: States) -> _Node:
        key = number, states
        node = self.nodes.get(key)
        if node is None:
            if len(self.nodes) >= _REMEMBERED:
                self.nodes.clear()
            node = self.nodes[key] = self._expanded(number, states)
        return node

    def _expanded(self, number: int, states: States) -> _Node:
        lattice = self.lattice
        found: dict[int, dict[int, tuple[int, int]]] = {}
        for state in sorted(states):
            for target, code, index in _steps(lattice, number, state):
                found.setdefault(code, {}).setdefault(target, (state, index))
        follow: dict[int, tuple[States, dict[int, tuple[int, int]]]] = {}
        for code in sorted(found):
            kept = self._useful(number, found[code])
            if kept:
                follow[code] = kept, found[code]
        return _Node(follow)

    def _useful(self, number: int, origins: dict[int, tuple[int, int]]) -> States:
        """The states that can come to an end and are not dominated by others."""
        lattice = self.lattice
        able = {state for state in origins if self._able(number, state)}
        if not lattice.counted:
            able = {state for state in able if not any(better in able for better in _better(lattice, state))}
        return frozenset(able)

    def _able(self, number: int, state: int) -> bool:
        lattice = self.lattice
        parts = (state >> color * lattice.color_bits & lattice.color_mask for color in range(4))
        return all(lattice.rest(number, color, part) is not None for color, part in enumerate(parts))


def _steps(lattice: Lattice, number: int, state: int) -> Iterator[tuple[int, int, int]]:
    """Every step from a state: the next one, the code of the tiles used, and the index of the choice."""
    pair_mask = (1 << 2 * lattice.color_bits) - 1
    rest = state >> lattice.used_shift << lattice.used_shift
    left = lattice.jokers - (state >> lattice.used_shift & lattice.used_mask)
    part01, part23 = state & pair_mask, state >> 2 * lattice.color_bits & pair_mask
    most_points = lattice.problem.points
    for index, choice in enumerate(lattice.choices(number, state >> lattice.design_shift & lattice.design_mask)):
        a0, a1, a2, a3 = choice.apart
        ways01 = lattice.pairs(number, 0, part01, a0, a1)
        ways23 = lattice.pairs(number, 2, part23, a2, a3) if ways01 else ()
        for row01, jokers01, code01 in ways01:
            for row23, jokers23, code23 in ways23:
                if choice.jokers + jokers01 + jokers23 <= left:
                    target = rest + choice.high + row01 + row23
                    if target >> lattice.point_shift > most_points:
                        low = target & (1 << lattice.point_shift) - 1
                        target = low | most_points << lattice.point_shift
                    yield target, code01 + code23, index


def _better(lattice: Lattice, state: int) -> Iterator[int]:
    """The states that are better than one in a single open run (see `search`)."""
    two = 1 << lattice.bits
    long = two << lattice.bits
    for shift in range(0, lattice.used_shift, lattice.color_bits):
        part = state >> shift
        if part >> 2 * lattice.bits & lattice.mask != lattice.mask:
            yield state + (long << shift)
            if part >> lattice.bits & lattice.mask:
                yield state + (long - two << shift)
            if part & lattice.mask:
                yield state + (two - 1 << shift)
