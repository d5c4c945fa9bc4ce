"""Laying tiles by a path: from the states of a lattice to melds."""

from collections.abc import Iterator
from functools import lru_cache

from attrs import frozen

from rami.rummikub.lattice import Choice, Design, Lattice, OldRun, Path, Plan, Shape, Way
from rami.rummikub.melds import Group, Meld, Run, Table
from rami.rummikub.tiles import COLORS, JOKER, Tile

Row = tuple[bool, tuple[Tile, ...]]
"""A meld as its tiles, after whether it is a group."""


@lru_cache(maxsize=4096)
def meld_of(row: Row) -> Meld:
    """The meld of these tiles; the same object for the same tiles."""
    is_group, tiles = row
    return Group(tiles) if is_group else Run(tiles)


class Laying:
    """Lays tiles by the paths of a lattice; what paths have in common is worked out once."""

    def __init__(self, lattice: Lattice) -> None:
        self.lattice: Lattice = lattice
        self._planned: dict[tuple[int, ...], tuple[Plan, ...]] = {}
        self._laid: dict[tuple[int, int, _Layer, Plan], tuple[_Layer, tuple[Row, ...]]] = {}

    def rows(self, path: Path) -> list[Row]:
        """The melds along a path.

        Args:
            path: The path.

        Returns:
            The melds, as rows of tiles; where jokers are not counted, a held one is shown as the tile it stands for.
        """
        rows: list[Row] = []
        layers: list[_Layer] = [(), (), (), ()]
        for number, choice in enumerate(path.choices, 1):
            rows += _apart(self.lattice, number, choice)
            plans = self._plans(number, path.states[number - 1], path.states[number], choice, path.worths[number - 1])
            for color, plan in enumerate(plans):
                key = color, number, layers[color], plan
                step = self._laid.get(key)
                if step is None:
                    step = self._laid[key] = _Step(self.lattice, color, number, plan).go_on(layers[color])
                layers[color] = step[0]
                rows += step[1]
        rows += [(False, run.tiles) for layer in layers for run in layer]
        return rows

    def _plans(self, number: int, before: int, after: int, choice: Choice, worth: int) -> tuple[Plan, ...]:
        """The plans of the four colours that lead from one state to the next, at the worth of the step."""
        key = number, before, after, id(choice), worth
        plans = self._planned.get(key)
        if plans is None:
            plans = self._planned[key] = next(_step_plans(self.lattice, number, (before, after), choice, worth))
        return plans


def _apart(lattice: Lattice, number: int, choice: Choice) -> Iterator[Row]:
    """The groups of a choice, and the designs that start with it."""
    yield from (_designed(lattice, design) for design in choice.started)
    for mask, stays, jokers in choice.grouping.groups:
        colors = [color for color in range(4) if (mask & ~stays) >> color & 1]
        yield True, (*(Tile(COLORS[c], number) for c in colors), *[JOKER] * (jokers + stays.bit_count()))


def _designed(lattice: Lattice, design: Design) -> Row:
    if design.color is None:
        naturals = [Tile(COLORS[c], design.first) for c in range(4) if design.mask >> c & 1]
        return True, (*naturals, *[JOKER] * len(design.text))
    tiles = [_tile(lattice, design.color, design.first + i) for i in range(len(design.text))]
    return False, tuple(tile if char == "N" else JOKER for tile, char in zip(tiles, design.text, strict=True))


def _tile(lattice: Lattice, color: int, number: int) -> Tile:
    return Tile(COLORS[color], number if number <= lattice.problem.top else 1)


def _step_plans(
    lattice: Lattice, number: int, states: tuple[int, int], choice: Choice, worth: int
) -> Iterator[tuple[Plan, ...]]:
    before, after = states
    jokers = (after >> lattice.used_shift & lattice.used_mask) - (before >> lattice.used_shift & lattice.used_mask)
    shift = lattice.point_shift
    points = (after >> shift) - (before >> shift) - choice.points
    options: list[list[tuple[Way, Plan]]] = []
    for color in range(4):
        place = color * lattice.color_bits
        target = after >> place & lattice.color_mask
        plans = lattice.plans(number, color, before >> place & lattice.color_mask, choice.apart[color])
        options.append([each for each in plans if each[0][0] >> place & lattice.color_mask == target])
    cost = 0 if lattice.problem.every else choice.cost
    return _combined(options, jokers - choice.jokers, worth + cost, points, shift)


def _combined(
    options: list[list[tuple[Way, Plan]]], jokers: int, worth: int, points: int, point_shift: int
) -> Iterator[tuple[Plan, ...]]:
    """One plan for each colour, that together use the jokers, have the worth, and reach the points."""
    if not options:
        if not jokers and not worth and points <= 0:
            yield ()
        return
    for (row, used, gain), plan in options[0]:
        reached = points - (row >> point_shift)
        for rest in _combined(options[1:], jokers - used, worth - gain, reached, point_shift):
            yield (plan, *rest)


@frozen
class _OpenRun:
    """A run that is being laid, and the run of the old table that lies in it."""

    tiles: tuple[Tile, ...]
    carried: OldRun | None = None

    @property
    def jokers(self) -> int:
        return self.tiles.count(JOKER)

    def shape(self, *, adjacent: bool) -> Shape:
        last = not adjacent and self.tiles[-1] == JOKER
        return min(3, len(self.tiles)), self.jokers, last, self.jokers == len(self.tiles)


_Layer = tuple[_OpenRun, ...]
"""The open runs of one colour."""


@frozen(eq=False)
class _Step:
    """How the runs of a colour go on at a number."""

    lattice: Lattice
    color: int
    number: int
    plan: Plan

    def go_on(self, layer: _Layer) -> tuple[_Layer, tuple[Row, ...]]:
        """Lay the tiles of this number: the open runs after it, and those that end before it."""
        runs = [run if self._carries(run) else _OpenRun(run.tiles) for run in layer]
        runs.sort(key=lambda run: run.carried is None)  # a run that carries no old one ends first
        if self.plan.shapes is None:
            going, ended = self._by_length(runs)
        else:
            going, ended = self._by_shape(runs, self.plan.shapes)
        return tuple(self._take_up(going)), tuple((False, run.tiles) for run in ended)

    def _carries(self, run: _OpenRun) -> bool:
        return (
            run.carried is not None and run.carried.last >= self.number and not run.carried.mark & self.plan.disturbed
        )

    @property
    def _tile(self) -> Tile:
        return _tile(self.lattice, self.color, self.number)

    def _needs_natural(self, run: _OpenRun) -> bool:
        return run.carried is not None and self.number in run.carried.naturals

    def _by_length(self, runs: list[_OpenRun]) -> tuple[list[_OpenRun], list[_OpenRun]]:
        """Natural tiles to new runs first, then to those that carry such a tile, then to those with most jokers."""
        plan = self.plan
        ended = [run for run in runs if len(run.tiles) >= 3][plan.extended :]
        going = list(runs)
        for run in ended:
            going.remove(run)
        started = [_OpenRun(())] * (plan.naturals + plan.jokers - len(going))
        carrying = [run for run in going if self._needs_natural(run)]
        others = sorted((run for run in going if run not in carrying), key=lambda run: -run.jokers)
        order = [*started, *carrying, *others]
        given = [self._tile] * plan.naturals + [JOKER] * plan.jokers
        return [_OpenRun((*run.tiles, tile), run.carried) for run, tile in zip(order, given, strict=True)], ended

    def _by_shape(
        self, runs: list[_OpenRun], shapes: tuple[tuple[Shape, str], ...]
    ) -> tuple[list[_OpenRun], list[_OpenRun]]:
        """What the plan gives to the runs of each shape."""
        going: list[_OpenRun] = []
        left = list(runs)  # those that carry an old run come first
        for shape, tile in sorted(shapes, key=lambda each: not each[1]):
            if tile:
                alike = [run for run in left if run.shape(adjacent=self.lattice.problem.adjacent) == shape]
                run = next((run for run in alike if self._needs_natural(run) == (tile == "N")), alike[0])
                left.remove(run)
                going.append(_OpenRun((*run.tiles, self._tile if tile == "N" else JOKER), run.carried))
        laid = [tile for _, tile in shapes]
        going += [_OpenRun((self._tile,))] * (self.plan.naturals - laid.count("N"))
        going += [_OpenRun((JOKER,))] * (self.plan.jokers - laid.count("J"))
        return going, left

    def _take_up(self, runs: list[_OpenRun]) -> list[_OpenRun]:
        """Let the runs of the old table that start here lie in the shortest of the runs that can carry them."""
        starting = [
            old
            for old in self.lattice.problem.old_runs[self.color]
            if old.first == self.number and not old.mark & self.plan.disturbed
        ]
        ordered = sorted(runs, key=lambda run: len(run.tiles))
        for index, run in enumerate(ordered):
            if starting and run.carried is None and run.tiles[-1] == self._tile:
                ordered[index] = _OpenRun(run.tiles, starting.pop())
        return ordered


def disturbed(before: Table, after: Table) -> int:
    """How many melds of a table do not lie, with all their natural tiles, within one meld of another table.

    Args:
        before: The table.
        after: The other one.

    Returns:
        The number; equal tiles are told apart in the way that makes it the least.
    """
    rooms = [_naturals(meld) for meld in after]
    whole = [tiles for tiles in map(_naturals, before) if any(tiles <= room for room in rooms)]
    return len(before) - _most_kept(whole, rooms)


def _most_kept(melds: list[frozenset[Tile]], rooms: list[frozenset[Tile]]) -> int:
    """How many melds can lie in these rooms at once, no tile in two of them."""
    if not melds:
        return 0
    first, *rest = melds
    best = 0
    for index, room in enumerate(rooms):
        if first <= room and room not in rooms[:index]:
            best = max(best, 1 + _most_kept(rest, [*rooms[:index], room - first, *rooms[index + 1 :]]))
            if best == len(melds):
                return best
    return max(best, _most_kept(rest, rooms))


def _naturals(meld: Meld) -> frozenset[Tile]:
    return frozenset(meld.tiles) - {JOKER}
