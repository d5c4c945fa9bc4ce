"""Laying tiles by a path: from the states of a lattice to melds."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from attrs import frozen

from rami.rummikub.melds import Group, Meld, Run, Table
from rami.rummikub.solver.keeping import Step
from rami.rummikub.solver.lattice import Lattice
from rami.rummikub.solver.paths import Choice, Path, Plan
from rami.rummikub.solver.problem import Design, OldRun, Problem
from rami.rummikub.solver.shapes import Shape
from rami.rummikub.tiles import COLORS, JOKER, ROW, Tile

Row = tuple[bool, tuple[Tile, ...]]
"""A meld as its tiles, after whether it is a group."""


@lru_cache(maxsize=4096)
def meld_of(row: Row) -> Meld:
    """The meld of these tiles; the same object for the same tiles."""
    is_group, tiles = row
    return Group(tiles) if is_group else Run(tiles)


class OpenRun(NamedTuple):
    """A run that is being laid, and the run of the old table that lies in it."""

    tiles: tuple[Tile, ...]
    carried: OldRun | None = None

    @property
    def jokers(self) -> int:
        """How many of its tiles are jokers."""
        return self.tiles.count(JOKER)

    def shape(self, *, adjacent: bool) -> Shape:
        """What matters of it where jokers are counted."""
        last = not adjacent and self.tiles[-1] == JOKER
        return min(3, len(self.tiles)), self.jokers, last, self.jokers == len(self.tiles)


OpenRuns = tuple[OpenRun, ...]
"""The open runs of one colour."""

Layer = tuple[OpenRuns, ...]
"""The open runs of each colour."""

NOTHING: Layer = ((), (), (), ())
"""No open runs."""


class Laying:
    """Lays tiles by the paths of a lattice; what paths have in common is worked out once."""

    def __init__(self, lattice: Lattice) -> None:
        self.lattice: Lattice = lattice
        self._planned: dict[tuple[int, ...], tuple[Plan, ...]] = {}
        self._apart: dict[tuple[int, Choice], tuple[Row, ...]] = {}
        self._laid: dict[tuple[int, int, OpenRuns, Plan, int], tuple[OpenRuns, tuple[Row, ...]]] = {}

    def rows(self, path: Path) -> list[Row] | None:
        """The melds along a path.

        Args:
            path: The path.

        Returns:
            The melds, as rows of tiles; where jokers are not counted, a held one is shown as the tile it stands for.
            None if there is no room for the jokers that the path leaves out.
        """
        return self.rows_of(self._steps(path))

    def rows_of(self, steps: Iterable[Step]) -> list[Row] | None:
        """The melds of the steps of a path, as `rows` gives them."""
        rows: list[Row] = []
        layer = NOTHING
        left = self.lattice.jokers if self.lattice.spare else 0
        for number, step in enumerate(steps, 1):
            choice, plans, _ = step
            left -= choice.jokers + sum(plan.jokers for plan in plans)
            layer, ended = self.go_on(number, layer, step)
            rows += ended
        rows += open_rows(layer)
        return _with_jokers(rows, left, self.lattice.problem) if left > 0 else rows

    def go_on(self, number: int, layer: Layer, step: Step) -> tuple[Layer, list[Row]]:
        """Lay the tiles of a number: the open runs after it, and the melds that are complete before or with it."""
        choice, plans, disturbed = step
        apart = self._apart.get((number, choice))
        if apart is None:
            apart = self._apart[number, choice] = tuple(_apart(self.lattice, number, choice))
        rows = list(apart)
        after: list[OpenRuns] = []
        for color, (runs, plan) in enumerate(zip(layer, plans, strict=True)):
            if not runs and not plan.naturals and not plan.jokers:
                after.append(runs)
                continue
            key = color, number, runs, plan, disturbed[color]
            known = self._laid.get(key)
            if known is None:
                known = self._laid[key] = self._step(color, number, plan, disturbed[color]).go_on(runs)
            after.append(known[0])
            rows += known[1]
        return tuple(after), rows

    def _step(self, color: int, number: int, plan: Plan, disturbed: int) -> "_Step":
        return _Step(self.lattice, color, number, plan, disturbed, _tile(self.lattice, color, number))

    def step(self, number: int, before: int, after: int, choice: Choice, worth: int) -> Step:
        """A step of a path by the states before and after it and what the runs are worth."""
        key = number, before, after, id(choice), worth
        plans = self._planned.get(key)
        if plans is None:
            between = self.lattice.between(number, before, after, choice)
            plans = self._planned[key] = next(plans for plans, gained in between if gained == worth)
        return choice, plans, (0, 0, 0, 0)

    def _steps(self, path: Path) -> Iterator[Step]:
        for number, choice in enumerate(path.choices, 1):
            worth = path.worths[number - 1] + choice.cost
            yield self.step(number, path.states[number - 1], path.states[number], choice, worth)


def open_rows(layer: Layer) -> list[Row]:
    """The runs that are open at the end."""
    return [(False, run.tiles) for runs in layer for run in runs]


def _with_jokers(rows: list[Row], jokers: int, problem: Problem) -> list[Row] | None:
    """The melds with more jokers added to them; None if there is no room."""
    left, filled = jokers, list[Row]()
    for is_group, tiles in rows:
        more = min(left, (problem.size if is_group else problem.top) - len(tiles))
        left -= more
        after = more if is_group else min(more, problem.top - _last_number(tiles))
        filled.append((is_group, (*[JOKER] * (more - after), *tiles, *[JOKER] * after)))
    return None if left else filled


def _last_number(tiles: tuple[Tile, ...]) -> int:
    index = next(index for index, tile in enumerate(tiles) if tile != JOKER)
    return tiles[index].number + len(tiles) - 1 - index


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


@frozen(eq=False)
class _Step:
    """How the runs of a colour go on at a number."""

    lattice: Lattice
    color: int
    number: int
    plan: Plan
    disturbed: int
    tile: Tile

    def go_on(self, layer: OpenRuns) -> tuple[OpenRuns, tuple[Row, ...]]:
        """Lay the tiles of this number: the open runs after it, and those that end before it."""
        runs = [run if self._carries(run) else OpenRun(run.tiles) for run in layer]
        runs.sort(key=lambda run: run.carried is None)  # a run that carries no old one ends first
        if self.plan.shapes is None:
            going, ended = self._by_length(runs)
        else:
            going, ended = self._by_shape(runs, self.plan.shapes)
        return tuple(self._take_up(going)), tuple((False, run.tiles) for run in ended)

    def _carries(self, run: OpenRun) -> bool:
        return run.carried is not None and run.carried.last >= self.number and not run.carried.mark & self.disturbed

    def _needs_natural(self, run: OpenRun) -> bool:
        return run.carried is not None and self.number in run.carried.naturals

    def _by_length(self, runs: list[OpenRun]) -> tuple[list[OpenRun], list[OpenRun]]:
        """Natural tiles to new runs first, then to those that carry such a tile, then to those with most jokers."""
        plan = self.plan
        going, ended, left = list[OpenRun](), list[OpenRun](), plan.extended
        for run in runs:
            if len(run.tiles) < 3:
                going.append(run)
            elif left:
                left -= 1
                going.append(run)
            else:
                ended.append(run)
        started = [OpenRun(())] * (plan.naturals + plan.jokers - len(going))
        if not plan.jokers:
            return [OpenRun((*run.tiles, self.tile), run.carried) for run in (*started, *going)], ended
        carrying = [run for run in going if self._needs_natural(run)]
        others = sorted((run for run in going if run not in carrying), key=lambda run: -run.jokers)
        order = [*started, *carrying, *others]
        given = [self.tile] * plan.naturals + [JOKER] * plan.jokers
        return [OpenRun((*run.tiles, tile), run.carried) for run, tile in zip(order, given, strict=True)], ended

    def _by_shape(
        self, runs: list[OpenRun], shapes: tuple[tuple[Shape, str], ...]
    ) -> tuple[list[OpenRun], list[OpenRun]]:
        """What the plan gives to the runs of each shape."""
        going: list[OpenRun] = []
        left = list(runs)  # those that carry an old run come first
        for shape, tile in sorted(shapes, key=lambda each: not each[1]):
            if tile:
                alike = [run for run in left if run.shape(adjacent=self.lattice.problem.adjacent) == shape]
                run = next((run for run in alike if self._needs_natural(run) == (tile == "N")), alike[0])
                left.remove(run)
                going.append(OpenRun((*run.tiles, self.tile if tile == "N" else JOKER), run.carried))
        laid = [tile for _, tile in shapes]
        going += [OpenRun((self.tile,))] * (self.plan.naturals - laid.count("N"))
        going += [OpenRun((JOKER,))] * (self.plan.jokers - laid.count("J"))
        return going, left

    def _take_up(self, runs: list[OpenRun]) -> list[OpenRun]:
        """Let the runs of the old table that start here lie in the shortest of the runs that can carry them."""
        starting = [
            old
            for old in self.lattice.problem.old_runs[self.color]
            if old.first == self.number and not old.mark & self.disturbed
        ]
        ordered = sorted(runs, key=lambda run: len(run.tiles))
        for index, run in enumerate(ordered):
            if starting and run.carried is None and run.tiles[-1] == self.tile:
                ordered[index] = OpenRun(run.tiles, starting.pop())
        return ordered


def disturbed(before: Table, after: Table) -> int:
    """How many melds of a table do not lie, with all their natural tiles, within one meld of another table.

    Args:
        before: The table.
        after: The other one.

    Returns:
        The number; equal tiles are told apart in the way that makes it the least.
    """
    old, new = _by_kind(before), _by_kind(after)
    return len(before) - sum(_most_kept(melds, new.get(kind, [])) for kind, melds in old.items())


def _by_kind(table: Table) -> dict[int, list[frozenset[Tile]]]:
    """The natural tiles of the melds, in kinds so that no meld of one can lie in a meld of another."""
    kinds: dict[int, list[frozenset[Tile]]] = {}
    for meld in table:
        naturals = frozenset(meld.tiles) - {JOKER}
        some = min(naturals)
        kind = some.number if isinstance(meld, Group) else -ROW[some]  # a number, or a colour
        kinds.setdefault(kind, []).append(naturals)
    return kinds


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
