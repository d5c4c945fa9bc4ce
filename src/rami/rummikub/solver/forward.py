"""The ways of one colour through the numbers, from the lowest on, as far as they can be reached from nothing.

Lemma (keen): where every free tile is worth laying, one that is left out while a run of three and more ends before it
could as well lengthen that run: something is gained, and the run is a meld as before. Where taken jokers have to go
into new melds, a longer run might hold one old run more; where runs slide, it might no longer slide: there, this is not
used.

Lemma (joined): where a run of three and more ends just before another of its colour begins, the two can be one run. It
has the same tiles, and whatever lay in one of them lies in it. So no run begins where such a run ends, unless the
jokers of a run are counted, new melds are told from others, or a 1 may end a run.

Lemma (idle): where wild jokers may be left over, one that lies in a run in the place of a free tile that is left out
can be exchanged for it. And a run that starts with a wild joker can end with it instead, unless it ends with the
highest number; no run needs to be longer than five tiles, so that such a run starts at most four numbers below that.
"""

from collections.abc import Sequence
from itertools import combinations
from typing import Final

from rami.rummikub.solver.move_cache import MARKS, Keys, Layer, Onward, Step, Tables, Ways
from rami.rummikub.solver.problem import NOTHING, OldRun, Problem
from rami.rummikub.solver.run_moves import Way
from rami.rummikub.solver.run_state import Column, Old, Style

_PART: Final = (1 << MARKS) - 1


def style_of(problem: Problem) -> Style:
    """What a problem asks of all its columns."""
    counted = problem.counted
    keen = not problem.taken and not problem.every and not problem.slides and problem.keen
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
        joined=not (counted or problem.taken or problem.one_follows),
        slides=problem.slides,
    )


NO_OLD: Final = Old()


class Forward:
    """The ways of one colour, number by number, as far as they can be reached from nothing.

    Attributes:
        color: The index of the colour.
        joints: With wild jokers, how many old runs reach a number from the one before: an estimate of what is disturbed
            is by how many there are fewer runs that go on.
        layers: The keys and the ways of each number at which there is something.
        widest: The most keys of a layer.
        moves: How many ways there are in all layers.
    """

    __slots__ = ("color", "joints", "layers", "moves", "problem", "top", "weights", "widest", "wild")

    def __init__(
        self, problem: Problem, tables: Tables, color: int, codes: list[tuple[int, ...]], *, apart: bool
    ) -> None:
        self.problem: Problem = problem
        self.color: int = color
        self.top: int = problem.top
        self.wild: int = problem.wild
        self.weights: tuple[int, ...] = (*problem.weights[color], 0, 0)
        self.widest: int = 1
        self.moves: int = 0
        self.layers: dict[int, Layer] = {}
        last, wild = problem.last, self.wild
        olds: list[tuple[OldRun, ...]] = [()] * (last + 2)
        self.joints: list[int] = [0] * (last + 2)
        for run in problem.old_runs[color]:
            first = run.numbers[0]
            for number in range(first, run.numbers[-1] + 1):
                if wild:
                    self.joints[number] += number > first
                else:
                    olds[number] = (*olds[number], run)
        keys = tables.start
        columns = _Columns(problem, tables, color, codes, apart=apart)
        here, empty = columns.here, columns.empty
        for number in range(1, last + 1):
            if keys.nothing and number < empty and not here[number]:
                continue
            ways = columns.ways(number)
            if wild:
                step = ways.steps.get(keys.number)
                if step is None:
                    step = _wild_step(ways, keys, wild)
            else:
                step = _plain_step(ways, keys, number, olds[number])
            layer, keys, moves = step
            self.layers[number] = layer
            if len(layer) > self.widest:
                self.widest = len(layer)
            self.moves += moves


def _plain_step(ways: Ways, keys: Keys, number: int, old: tuple[OldRun, ...]) -> Step:
    """The ways on from some keys before a number, where there are no wild jokers.

    They are the same wherever these keys are met with old runs of the same marks and ages, that have a tile there or
    not, and end there or not.
    """
    name = 0
    for run in old:
        first, last = run.numbers[0], run.numbers[-1]
        age = number - first if number - first < 3 else 3
        there = last - first + 1 == len(run.numbers) or number in run.numbers
        name = name << 10 | run.mark.bit_length() << 4 | age << 2 | (number == last) << 1 | there
    name = name << 32 | keys.number
    step = ways.steps.get(name)
    if step is None:
        step = ways.steps[name] = _kept(ways, *_marked(ways, keys, number, old))
    return step


def _kept(ways: Ways, layer: Layer, after: dict[int, int]) -> Step:
    """A step that is kept."""
    tables = ways.tables
    tables.steps += 1
    return layer, tables.together(after), sum([len(some) for _, some in layer])


def _marked(ways: Ways, keys: Keys, number: int, old: tuple[OldRun, ...]) -> tuple[Layer, dict[int, int]]:
    """The ways on from some keys, with the marks of the old runs, and the keys after the number."""
    layer: Layer = []
    after: dict[int, int] = {}
    known, every = ways.known, ways.tables.ways
    run = old[0] if len(old) == 1 else None
    age = ahead = 0
    if run:
        age = 1 << min(3, number - run.numbers[0])
        ahead = run.mark << MARKS if run.numbers[-1] > number else 0
    for key in keys.used:
        part = key & _PART
        onward, ages, parts = known.get(part) or ways.of(part, 0)
        if not old or (run and key == part and ages & age):
            after.update(parts)
            layer.append((key, onward))  # whatever is done, the old run goes on whole
            continue
        marked: list[Onward] = []
        if run and run.solid:
            mark, disturbed = run.mark, key != part
            for each in onward:
                if not disturbed and every[each[3]].ages & age:
                    marked.append(each)
                    after[each[1]] = 0
                else:
                    new = each[1] | ahead
                    marked.append((each[0], new, each[2], each[3], mark, 0 if disturbed else 1))
                    after[new] = 0
        else:
            for code, new, unlaid, way, _, _ in onward:
                for gone, going, lost in whole(old, key >> MARKS, number, every[way]):
                    marked.append((code, new | going << MARKS, unlaid, way, gone, lost))
                    after[new | going << MARKS] = 0
        layer.append((key, marked))
    return layer, after


def _wild_step(ways: Ways, keys: Keys, wild: int) -> Step:
    """The ways on from some keys where there are wild jokers; they are the same wherever these keys are met."""
    layer: Layer = []
    after: dict[int, int] = {}
    known = ways.known
    for key, used in keys.used.items():
        left = wild - used
        onward, _, parts = known.get(key | left << MARKS) or ways.of(key, left)
        layer.append((key, onward))
        for new, more in parts.items():
            if after.get(new, wild) >= used + more:
                after[new] = used + more
    step = ways.steps[keys.number] = _kept(ways, layer, after)
    return step


class _Columns:
    """The ways of each number of a colour."""

    __slots__ = ("codes", "empty", "here", "known", "olds", "rows", "tables")

    def __init__(
        self, problem: Problem, tables: Tables, color: int, codes: list[tuple[int, ...]], *, apart: bool
    ) -> None:
        self.tables: Tables = tables
        self.known: dict[tuple[object, ...], Ways] = tables.columns
        self.codes: list[tuple[int, ...]] = codes
        style, top, last, follows = tables.style, problem.top, problem.last, problem.one_follows
        must, tiles, runs, held = (
            problem.must[color],
            problem.tiles[color],
            problem.held_in_runs[color],
            problem.held[color],
        )
        here = self.here = list(tiles)
        if problem.held_in_runs is not NOTHING or problem.held is not NOTHING:
            here = self.here = [tiles[n] + runs[n] + held[n] for n in range(top + 1)]
        if follows:
            here.append(here[1])
        here += (0, 0) if apart else (-1, -1)
        self.olds: list[Old] = _old_of(problem, color)
        self.empty: int = 0  # below which number nothing is done where there is nothing, and nothing is open
        if not follows:
            self.empty = last + 1 if apart else last - 4 if style.idle and style.adjacent else 0
        table: Sequence[int] = NOTHING[0]
        reach: Sequence[int] = NOTHING[0]
        if style.claims:
            table = [count - more for count, more in zip(must, problem.demanded[color], strict=False)]
            from_rack = [count > more for count, more in zip(tiles, table, strict=False)]
            reach = [_reach(from_rack, here, number, style) for number in range(last + 1)]
        places = [0, 1 if follows else 3 * style.slides, *[0] * (top - 1)]
        low = last - 4 if style.idle and style.adjacent else 0
        highs = [False] * low + [True] * (top + 1 - low)
        self.rows: list[tuple[int, ...]] = list(
            zip(must, tiles, table, reach, runs, held, here[1:], here[2:], places, highs, strict=False)
        )
        if follows:
            self.rows.append((0, 0, 0, 0, 0, 0, here[last + 1], here[last + 2], 2, True))
            self.codes = [*codes[: top + 1], (0,)]

    def ways(self, number: int) -> Ways:
        """The ways of a number."""
        old = self.olds[number] if self.olds else NO_OLD
        row, codes = self.rows[number], self.codes[number]
        key = row, codes, old
        ways = self.known.get(key)
        if ways is None:
            must, tiles, table, reach, runs, held, ahead, second, place, high = row
            column = Column(must, tiles, table, reach, runs, held, ahead, second, place, bool(high), old, codes)
            ways = self.known[key] = Ways(self.tables, column)
        return ways


def _reach(from_rack: list[bool], here: list[int], number: int, style: Style) -> int:
    """How many numbers beyond one, with tiles from the rack, a run can reach, as far as a new meld needs them."""
    reached = gaps = 0
    while reached < style.claims and gaps <= style.wild and number + 1 < len(here) - 2:
        number += 1
        gaps += not here[number]
        reached += gaps <= style.wild and from_rack[number if number < len(from_rack) else 1]
    return reached


def _old_of(problem: Problem, color: int) -> list[Old]:
    """What the columns of a colour have to know of the old runs, by number; empty for nothing.

    Lemma (twice): a new meld contains an old run only where each of its natural tiles is there twice. For another meld
    has to hold the same old run, with tiles of its own (A10): else the new one would be needed to hold it. Only those
    that are there twice, and those that share a number with such a one, are remembered of the other runs: another old
    run is held by the same runs, whatever becomes of these.
    """
    old_runs, last = problem.old_runs[color], problem.last
    if not problem.taken or not old_runs:
        return []
    remembered = _remembered(old_runs, problem.tiles[color], problem.top)
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


def _remembered(old_runs: tuple[OldRun, ...], tiles: tuple[int, ...], top: int) -> int:
    """Which old runs are there twice, or share a number with one of these."""
    numbers = [set(run.numbers) for run in old_runs]
    reached = [index for index, run in enumerate(old_runs) if _is_twice(run, tiles, top)]
    for index in reached:  # which grows
        reached += [more for more, some in enumerate(numbers) if more not in reached and some & numbers[index]]
    return sum(1 << index for index in reached)


def _is_twice(run: OldRun, tiles: tuple[int, ...], top: int) -> bool:
    """Whether each tile of an old run is there twice."""
    return all(tiles[number if number <= top else 1] > 1 for number in run.numbers)


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
    found: list[tuple[int, int, int]] = []
    count = 0
    while not found:
        for lost in combinations(whole_yet, count):
            if count == len(whole_yet) or _carried([run for run in whole_yet if run not in lost], number, way):
                gone = sum(run.mark for run in old if run.mark & marks or run in lost)
                ahead = sum(run.mark for run in old if run.mark & gone and run.numbers[-1] > number)
                found.append((gone, ahead, count))
        count += 1
    return tuple(found)


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
