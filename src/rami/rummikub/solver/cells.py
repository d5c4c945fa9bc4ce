"""The states of one colour, from the lowest number to the highest, and the least that can be lost from each on.

Lemma (bound): let groups have whatever they want. Then what the best completion of a state loses is at least the sum
of what the best completions of its four parts lose, each on its own, for any completion of the state gives one of each
part. So a search that goes by that sum never leaves out the best path (see `search`).

Lemma (keen): where every free tile is worth laying, one that is left out while a run of three and more ends before it
could as well lengthen that run: something is gained, and the run is a meld as before. Where taken jokers have to go
into new melds, a longer run might hold one old run more: there, this is not used.

Lemma (idle): where wild jokers may be left over, one that lies in a run in the place of a free tile that is left out
can be exchanged for it. And a run that starts with a wild joker can end with it instead, unless it ends with the
highest number; no run needs to be longer than five tiles, so that such a run starts at most four numbers below that.
"""

from collections.abc import Sequence
from itertools import combinations
from typing import Final

from rami.rummikub.solver.columns import Way, Ways, table_of_ways
from rami.rummikub.solver.kinds import Column, Demand, Old, Part, Style
from rami.rummikub.solver.problem import OldRun, Problem

INFINITE: Final = 1 << 200
"""What it costs if there is no way."""

Key = tuple[Part, int]
"""A part, and the marks of the old runs that were disturbed and go on."""


class Cell:
    """A part before a number, with all that can come of it.

    Attributes:
        ident: A number of its own among the cells of its colour before its number.
        least: The least that is lost from here on, by how many wild jokers there are, from none.
        most: The most points from here on, likewise, the wild jokers apart.
        moves: The ways on, by the code of what the groups take.
    """

    __slots__ = ("ident", "least", "most", "moves")

    def __init__(self, ident: int, least: list[int], most: int, moves: "dict[int, list[Move]]") -> None:
        self.ident: int = ident
        self.least: list[int] = least
        self.most: int = most
        self.moves: dict[int, list[Move]] = moves


class Move:
    """A way on from a cell.

    Attributes:
        cost: By how much it raises the sum of `least[0]` and what is lost already.
        cell: The cell that it leads to.
        way: What becomes of the runs.
        gone: The marks of the old runs that are disturbed here or were before.
        points: The points of the natural tiles.
    """

    __slots__ = ("cell", "cost", "gone", "paid", "points", "way", "wild")

    def __init__(self, cost: int, cell: Cell, way: Way, gone: int, points: int) -> None:
        self.cost: int = cost
        self.cell: Cell = cell
        self.way: Way = way
        self.gone: int = gone
        self.points: int = points
        self.wild: int = way.wild
        self.paid: int = way.paid


# ---------------------------------------------------------------------------------------------------------- a problem


def style_of(problem: Problem) -> Style:
    """What a problem asks of all its columns."""
    counted = problem.counted
    keen = not problem.taken and not problem.every and all(weight >= 0 for row in problem.weights for weight in row)
    return Style(
        wild=problem.wild,
        loose=problem.wild - problem.taken,
        counted=counted,
        most=problem.most_jokers if counted else 2,
        adjacent=problem.adjacent or not counted,
        taken=problem.taken,
        claims=problem.rack_tiles if problem.taken else 0,
        keen=keen,
        idle=problem.idle,
    )


NO_DEMAND: Final = (Demand(),)
NO_OLD: Final = Old()


class Colour:
    """One colour of a problem, number by number; index 0 is not used.

    Attributes:
        ways: The ways on; None where there is nothing that could go anywhere.
        old: The old runs that cross it and are to be kept whole if that is possible; none where there are wild jokers.
        joints: With wild jokers, how many old runs reach it from the number before: an estimate of what is disturbed is
            by how many there are fewer runs that go on.
        leave: What it costs to leave out a free tile.
        lay: What it costs to lay one.
        free: How many free tiles there are.
        wild: How many wild jokers there are.
        top: The highest number.
    """

    __slots__ = ("free", "joints", "lay", "leave", "old", "top", "ways", "wild")

    def __init__(self, problem: Problem, style: Style, color: int, demands: Sequence[tuple[Demand, ...]]) -> None:
        self.top: int = problem.top
        self.wild: int = problem.wild
        self.free: list[int] = [*problem.free[color], 0]
        weights = [*problem.weights[color], 0]
        self.leave: list[int] = [max(0, weight) for weight in weights]
        self.lay: list[int] = [max(0, -weight) for weight in weights]
        self.old: list[tuple[OldRun, ...]] = [()] * (problem.last + 1)
        self.joints: list[int] = [0] * (problem.last + 1)
        for run in problem.old_runs[color]:
            for number in range(run.numbers[0], run.numbers[-1] + 1):
                if problem.wild:
                    self.joints[number] += number > run.numbers[0]
                else:
                    self.old[number] = (*self.old[number], run)
        self.ways: list[Ways | None] = [None] * (problem.last + 1)
        self._set_ways(problem, style, color, demands)

    def _set_ways(self, problem: Problem, style: Style, color: int, demands: Sequence[tuple[Demand, ...]]) -> None:
        top, last = problem.top, problem.last
        table = table_of_ways(style)
        must, free = problem.must[color], problem.free[color]
        runs, held, demanded = problem.held_in_runs[color], problem.held[color], problem.demanded[color]
        here = [must[n] + free[n] + runs[n] + held[n] for n in range(top + 1)]
        if problem.one_follows:
            here.append(here[1])
        here += [-1, -1]
        olds = _old_of(problem, color)
        for number in range(1, last + 1):
            if not (here[number] or style.wild or problem.one_follows):
                continue
            old = olds[number] if olds else NO_OLD
            ahead = here[number + 1], here[number + 2]
            key: tuple[int, int, int, int, int, int, int, int, bool, Old, tuple[Demand, ...]]
            if number > top:
                key = (0, 0, 0, 0, 0, *ahead, 2, True, old, NO_DEMAND)
            else:
                tiles = must[number] + free[number]
                bound = must[number] - demanded[number] if style.claims else 0
                place = int(problem.one_follows and number == 1)
                high = not style.idle or not style.adjacent or number >= last - 4
                key = (
                    must[number],
                    tiles,
                    bound,
                    runs[number],
                    held[number],
                    *ahead,
                    place,
                    high,
                    old,
                    demands[number],
                )
            ways = table.get(key)
            if ways is None:
                ways = table[key] = Ways(style, Column(*key))
            self.ways[number] = ways


def _old_of(problem: Problem, color: int) -> list[Old]:
    """What the columns of a colour have to know of the old runs, by number; empty for nothing.

    Lemma (twice): a new meld contains an old run only where each of its natural tiles is there twice. For another meld
    has to hold the same old run, with tiles of its own (A10): else the new one would be needed to hold it. Where no old
    run is there twice, no new meld may contain one, and that is enough.
    """
    old_runs, last = problem.old_runs[color], problem.last
    if not problem.taken or not old_runs:
        return []
    must, free = problem.must[color], problem.free[color]

    def twice(run: OldRun) -> bool:
        return all(must[n] + free[n] > 1 for n in (number if number <= problem.top else 1 for number in run.numbers))

    remembered = any(map(twice, old_runs))
    rows: list[Old] = []
    for number in range(last + 1):
        first = here = ends = 0
        for index, run in enumerate(old_runs):
            first |= (run.numbers[0] == number) << index
            here |= (number in run.numbers) << index
            ends |= (run.numbers[-1] == number) << index
        rows.append(Old(first, here, ends, remembered))
    if remembered:
        masks = tuple(sum(1 << number for number in run.numbers) for run in old_runs)
        rows[last] = rows[last]._replace(numbers=masks)
    return rows


# ---------------------------------------------------------------------------------------------------------------- cells


NO_WAY: Final = Way(0, (), 0, 0, 0, 0, 0, (0, 0, 0), ())

_Onward = tuple[Way, Key, int, int]
"""A way, the key that it leads to, the marks of the old runs disturbed, and how many are disturbed by it."""


NOTHING_HERE: Final[list[tuple[Key, list[_Onward]]]] = [(((), 0), [(NO_WAY, ((), 0), 0, 0)])]


def build(colour: Colour) -> list[dict[Key, Cell]]:
    """The cells of a colour before each number (index 0 is not used), and after the last; only those with an end."""
    layers: list[list[tuple[Key, list[_Onward]]]] = []
    keys: dict[Key, None] = {((), 0): None}
    for number in range(1, len(colour.ways)):
        ways, old, joints = colour.ways[number], colour.old[number], colour.joints[number]
        if ways is None:  # nothing is open here: no run could go on
            layers.append(NOTHING_HERE)
            continue
        after: dict[Key, None] = {}
        layer: list[tuple[Key, list[_Onward]]] = []
        for key in keys:
            onward: list[_Onward] = []
            for way in ways.of(key[0]):
                if old:
                    for gone, ahead, lost in whole(old, key[1], number, way):
                        new = (way.part, ahead)
                        onward.append((way, new, gone, lost))
                        after[new] = None
                else:
                    new = (way.part, 0)
                    onward.append((way, new, 0, max(0, joints - sum(way.lengthened)) if joints else 0))
                    after[new] = None
            layer.append((key, onward))
        layers.append(layer)
        keys = after
    cells: list[dict[Key, Cell]] = [{} for _ in range(len(layers) + 2)]
    cells[-1][(), 0] = Cell(0, [0] * (colour.wild + 1), 0, {})
    for number in range(len(layers), 0, -1):
        for key, onward in layers[number - 1]:
            cell = _cell(colour, number, onward, cells[number + 1], len(cells[number]))
            if cell is not None:
                cells[number][key] = cell
    return cells


def _cell(colour: Colour, number: int, onward: list[_Onward], after: dict[Key, Cell], ident: int) -> Cell | None:
    index = min(number, colour.top + 1)
    leave, lay, free = colour.leave[index], colour.lay[index], colour.free[index]
    value = number if number <= colour.top else 1
    wild = colour.wild
    least = [INFINITE] * (wild + 1)
    most = 0
    found: list[tuple[int, Way, Cell, int, int]] = []
    for way, key, gone, lost in onward:
        cell = after.get(key)
        if cell is None:
            continue
        loss = lost + way.unlaid * leave + (free - way.unlaid) * lay
        points = way.tiles * value
        useful = False
        for jokers in range(way.wild, wild + 1):
            total = loss + cell.least[jokers - way.wild]
            if total < INFINITE:
                useful = True
                least[jokers] = min(least[jokers], total)
        if useful:
            found.append((loss + cell.least[0], way, cell, gone, points))
            most = max(most, points + cell.most)
    if not found:
        return None
    moves: dict[int, list[Move]] = {}
    for total, way, cell, gone, points in found:
        moves.setdefault(way.code, []).append(Move(total - least[0], cell, way, gone, points))
    return Cell(ident, least, most, moves)


def whole(old: tuple[OldRun, ...], marks: int, number: int, way: Way) -> tuple[tuple[int, int, int], ...]:
    """Which old runs stay whole at a number.

    Lemma (marks): whether old runs can lie whole in the runs that go on depends on how old they are and on how many
    runs of each length go on, as long as no jokers are about. So it is enough to note the marks of those disturbed.

    Args:
        old: The old runs that cross the number.
        marks: Those that are disturbed already.
        number: The number.
        way: What becomes of the runs.

    Returns:
        The choices with the fewest disturbed here: the marks of all that are disturbed, of those that go on, and how
        many of them are new.
    """
    if len(old) == 1:
        return _one_whole(old[0], marks, number, way)
    whole_yet = [run for run in old if not marks & run.mark]
    for count in range(len(whole_yet) + 1):
        found: list[tuple[int, int, int]] = []
        for lost in combinations(whole_yet, count):
            if count == len(whole_yet) or _carried([run for run in whole_yet if run not in lost], number, way):
                gone = sum(run.mark for run in old if run.mark & marks or run in lost)
                ahead = sum(run.mark for run in old if run.mark & gone and run.numbers[-1] > number)
                found.append((gone, ahead, count))
        if found:
            return tuple(found)
    raise AssertionError  # pragma: no cover


_WHOLE: Final = ((0, 0, 0),)


def _one_whole(run: OldRun, marks: int, number: int, way: Way) -> tuple[tuple[int, int, int], ...]:
    """`whole` for a single old run."""
    ahead = run.mark if run.numbers[-1] > number else 0
    if marks:
        return ((run.mark, ahead, 0),)
    age = min(3, number - run.numbers[0])
    old_enough = sum(way.lengthened[age - 1 :]) if age else 1
    return _WHOLE if old_enough and (way.naturals or number not in run.numbers) else ((run.mark, ahead, 1),)


def _carried(runs: list[OldRun], number: int, way: Way) -> bool:
    """Whether old runs can go on whole in the runs that are there."""
    ages = [min(3, number - run.numbers[0]) for run in runs]
    ones, twos, longs = way.lengthened
    spare = longs - ages.count(3)
    if spare < 0:
        return False
    spare += twos - ages.count(2)
    if spare < 0 or spare + ones < ages.count(1):
        return False
    return sum(number in run.numbers for run in runs) <= way.naturals
