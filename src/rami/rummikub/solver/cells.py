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
from typing import Final, TypeAlias

from rami.rummikub.solver.columns import AllOn, Onward, Tables, Way, Ways, tables_of
from rami.rummikub.solver.groups import NO_GROUPS, Choice, Numbers, Terms, choices, choices_of
from rami.rummikub.solver.kinds import Column, Old, Style
from rami.rummikub.solver.problem import NOTHING, OldRun, Problem

MARKS: Final = 24
"""Where in a *key*, the number of a part, the marks begin of the old runs that were disturbed and go on."""
_PART: Final = (1 << MARKS) - 1

Cell: TypeAlias = "tuple[int, int, dict[int, list[Transition]], tuple[int, ...], int]"
"""A part before a number, with all that can come of it: a number of its own among the cells before the same number; the
least that is lost from here on without a wild joker; the moves, by the code of what the groups take; by how much less
is lost with one wild joker, two, and so on; the most points from here on, the wild jokers apart."""

Transition: TypeAlias = "tuple[int, int, Cell, int, Way, int]"
"""A way on from a cell: the least that is lost with it from here on, without a wild joker; the number of the cell that
it leads to; that cell; its wild jokers; what becomes of the runs; the marks of the old runs that are disturbed here or
were before."""

Layer: TypeAlias = list[tuple[int, Sequence[Onward]]]
"""The keys before a number, each with the ways on."""

_NO_WAY: Final = Way(0, (), 0, 0, 0, 0, 0, (0, 0, 0), ())
END: Final[Cell] = (0, 0, {}, (0, 0), 0)
"""After the last number."""


class Graph:
    """The cells of a problem and the groups of each number.

    Attributes:
        problem: The problem.
        numbers: The numbers that are gone through: those at which there is something.
        choices: The groups of each of them.
        start: The cells before the first; None if a colour alone has no way.
        base: The least that any path may lose, without wild jokers.
        least: The same with them.
        bits: How many bits the number of a cell takes.
    """

    def __init__(self, problem: Problem) -> None:
        self.problem: Problem = problem
        self.plain: bool = not problem.wild and not problem.points
        style = style_of(problem)
        known, codes = _groups(problem, style)
        forward = [_Forward(problem, tables_of(style), color, codes[color], apart=self.plain) for color in range(4)]
        self.bits: int = max([colour.widest for colour in forward]).bit_length()
        self.start: tuple[Cell, Cell, Cell, Cell] | None = None
        self.base: int = problem.infinite
        self.least: int = problem.infinite
        every = problem.one_follows or not self.plain
        seen = range(1, problem.last + 1) if every else sorted({n for colour in forward for n in colour.layers})
        self.numbers: list[int] = list(seen)
        self.choices: list[tuple[Choice, ...]] = [known[number] for number in self.numbers]
        cells: list[Cell] = []
        for colour in forward:
            shift = self.bits * colour.color
            cell = _plain(colour, self.numbers, shift) if self.plain else _wild(colour, shift)
            if cell is None:
                return
            cells.append(cell)
        self.start = (cells[0], cells[1], cells[2], cells[3])
        self.base = self.least = problem.cost_of_laying + sum([cell[1] for cell in cells])
        if problem.wild:
            self.least -= saved_by(self.start, problem.wild)


def _groups(problem: Problem, style: Style) -> tuple[list[tuple[Choice, ...]], list[list[tuple[int, ...]]]]:
    """The choices of each number, index 0 unused, and the codes of each colour."""
    terms = Terms(style.wild, problem.size, problem.most_jokers, style.loose, style.taken, style.claims, problem.idle)
    known = choices_of(terms)
    last = problem.last
    nothing, (zero, _, _, _) = NO_GROUPS
    found: list[tuple[Choice, ...]] = [nothing] * (last + 1)
    codes = [[zero] * (last + 1) for _ in range(4)]
    held = problem.held_in_groups is not NOTHING or problem.held is not NOTHING
    old = problem.old_groups
    none = (0, 0, 0, 0)
    columns = list(zip(*problem.tiles, strict=True))
    for number in range(1, problem.top + 1):
        tiles = columns[number]
        if not held:
            if not style.wild and tiles.count(0) > 1:
                continue
            numbers = Numbers(tiles, none, none, old[number])
        else:
            in_groups = tuple([row[number] for row in problem.held_in_groups])
            numbers = Numbers(tiles, in_groups, tuple([row[number] for row in problem.held]), old[number])
        each = known.get(numbers)
        if each is None:
            each = known[numbers] = choices(terms, numbers)
        found[number] = each[0]
        codes[0][number], codes[1][number], codes[2][number], codes[3][number] = each[1]
    return found, codes


def style_of(problem: Problem) -> Style:
    """What a problem asks of all its columns."""
    counted = problem.counted
    keen = not problem.taken and not problem.every and problem.keen
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


NO_OLD: Final = Old()


class _Forward:
    """The ways of one colour, number by number, as far as they can be reached from nothing.

    Attributes:
        color: The index of the colour.
        joints: With wild jokers, how many old runs reach a number from the one before: an estimate of what is disturbed
            is by how many there are fewer runs that go on.
        layers: The keys and the ways of each number at which there is something.
        widest: The most keys of a layer.
    """

    __slots__ = ("color", "joints", "layers", "problem", "top", "weights", "widest", "wild")

    def __init__(
        self, problem: Problem, tables: Tables, color: int, codes: list[tuple[int, ...]], *, apart: bool
    ) -> None:
        self.problem: Problem = problem
        self.color: int = color
        self.top: int = problem.top
        self.wild: int = problem.wild
        self.weights: tuple[int, ...] = (*problem.weights[color], 0, 0)
        self.widest: int = 1
        self.layers: dict[int, Layer] = {}
        last = problem.last
        olds: list[tuple[OldRun, ...]] = [()] * (last + 2)
        self.joints: list[int] = [0] * (last + 2)
        for run in problem.old_runs[color]:
            for number in range(run.numbers[0], run.numbers[-1] + 1):
                if problem.wild:
                    self.joints[number] += number > run.numbers[0]
                else:
                    olds[number] = (*olds[number], run)
        columns = _columns(problem, tables, color, codes, apart=apart)
        keys: dict[int, None] = {0: None}
        for number in range(1, last + 1):
            ways = columns[number]
            if ways is not None:
                layer, keys = _layer(ways, keys, number, olds[number])
                self.layers[number] = layer
                self.widest = max(self.widest, len(layer))


def _layer(ways: Ways, keys: dict[int, None], number: int, old: tuple[OldRun, ...]) -> tuple[Layer, dict[int, None]]:
    """The ways on from some keys before a number, and the keys after it."""
    layer: Layer = []
    after: dict[int, None] = {}
    known = ways.known
    for key in keys:
        part = key & _PART
        every: AllOn | None = known.get(part)
        if every is None:
            every = ways.of(part)
        onward, ages, parts = every
        if not old:
            after.update(parts)
            layer.append((key, onward))
        elif len(old) == 1 and not key >> MARKS and ages >> min(3, number - old[0].numbers[0]) & 1:
            after.update(parts)  # whatever is done, the old run goes on whole
            layer.append((key, onward))
        else:
            marked: list[Onward] = []
            for code, new, unlaid, way, _, _ in onward:
                for gone, ahead, lost in whole(old, key >> MARKS, number, way):
                    marked.append((code, new | ahead << MARKS, unlaid, way, gone, lost))
                    after[new | ahead << MARKS] = None
            layer.append((key, marked))
    return layer, after


def _columns(
    problem: Problem, tables: Tables, color: int, codes: list[tuple[int, ...]], *, apart: bool
) -> list[Ways | None]:
    """The ways of each number; None where there is nothing that could go anywhere."""
    style = tables.style
    top, last = problem.top, problem.last
    must, tiles = problem.must[color], problem.tiles[color]
    runs, held = problem.held_in_runs[color], problem.held[color]
    here = list(tiles)
    if problem.held_in_runs is not NOTHING or problem.held is not NOTHING:
        here = [tiles[n] + runs[n] + held[n] for n in range(top + 1)]
    if problem.one_follows:
        here.append(here[1])
    here += (0, 0) if apart else (-1, -1)
    demanded = problem.demanded[color]
    olds = _old_of(problem, color)
    known = tables.columns
    skip = apart and not problem.one_follows
    found: list[Ways | None] = [None] * (last + 1)
    for number in range(1, last + 1):
        if skip and not here[number]:
            continue
        old = olds[number] if olds else NO_OLD
        key: tuple[int, int, int, int, int, int, int, int, bool, Old, tuple[int, ...]]
        if number > top:
            key = (0, 0, 0, 0, 0, here[number + 1], here[number + 2], 2, True, old, (0,))
        else:
            key = (
                must[number],
                tiles[number],
                must[number] - demanded[number] if style.claims else 0,
                runs[number],
                held[number],
                here[number + 1],
                here[number + 2],
                int(problem.one_follows and number == 1),
                not style.idle or not style.adjacent or number >= last - 4,
                old,
                codes[number],
            )
        ways = known.get(key)
        if ways is None:
            ways = known[key] = Ways(tables, Column(*key))
        found[number] = ways
    return found


def _old_of(problem: Problem, color: int) -> list[Old]:
    """What the columns of a colour have to know of the old runs, by number; empty for nothing.

    Lemma (twice): a new meld contains an old run only where each of its natural tiles is there twice. For another meld
    has to hold the same old run, with tiles of its own (A10): else the new one would be needed to hold it. Where no old
    run is there twice, no new meld may contain one, and that is enough.
    """
    old_runs, last = problem.old_runs[color], problem.last
    if not problem.taken or not old_runs:
        return []
    tiles = problem.tiles[color]

    def twice(run: OldRun) -> bool:
        return all(tiles[n] > 1 for n in (number if number <= problem.top else 1 for number in run.numbers))

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


def _plain(colour: _Forward, numbers: list[int], shift: int) -> "Cell | None":
    """The cell before the first number, where there is no wild joker; None if there is no way to the end."""
    infinite, weights, layers = colour.problem.infinite, colour.weights, colour.layers
    after: dict[int, Cell] = {0: END}
    step = 1 << shift
    for number in reversed(numbers):
        layer = layers.get(number)
        if layer is None:
            cell = after.get(0)
            if cell is None:
                return None
            after = {0: (0, cell[1], {0: [(cell[1], cell[0], cell, 0, _NO_WAY, 0)]}, (), 0)}
            continue
        weight = weights[number]
        cells: dict[int, Cell] = {}
        ident = 0
        for key, ways in layer:
            least = infinite
            moves: dict[int, list[Transition]] = {}
            for code, new, unlaid, way, gone, lost in ways:
                cell = after.get(new)
                if cell is not None:
                    total = cell[1] + unlaid * weight + lost
                    least = min(least, total)
                    if code in moves:
                        moves[code].append((total, cell[0], cell, 0, way, gone))
                    else:
                        moves[code] = [(total, cell[0], cell, 0, way, gone)]
            if moves:
                cells[key] = (ident, least, moves, (), 0)
                ident += step
        after = cells
    return after.get(0)


def _wild(colour: _Forward, shift: int) -> "Cell | None":
    """The cell before the first number, with what wild jokers save; None if there is no way to the end."""
    wild, infinite, step = colour.wild, colour.problem.infinite, 1 << shift
    counts_points = colour.problem.points > 0
    count = _few if wild < 3 else _many
    after: dict[int, Cell] = {0: (0, 0, {}, (0,) * max(2, wild), 0)}
    for number in reversed(colour.layers):
        weight, joints = colour.weights[number], colour.joints[number]
        value = number if number <= colour.top else 1
        cells: dict[int, Cell] = {}
        ident = 0
        for key, ways in colour.layers[number]:
            least, saves, moves = count(ways, after, weight, joints, infinite, wild)
            if moves:
                most = 0
                if counts_points:
                    most = max([move[4].tiles * value + move[2][4] for some in moves.values() for move in some])
                cells[key] = (ident, least, moves, saves, most)
                ident += step
        after = cells
    return after.get(0)


_Found: TypeAlias = tuple[int, tuple[int, ...], dict[int, list[Transition]]]
"""The least without a wild joker, what wild jokers save, and the ways on."""


def _few(ways: Sequence[Onward], after: dict[int, Cell], weight: int, joints: int, infinite: int, wild: int) -> _Found:
    """What comes of some ways, with at most two wild jokers."""
    none = one = two = infinite
    hopeless = infinite >> 1
    moves: dict[int, list[Transition]] = {}
    for code, new, unlaid, way, _, _ in ways:
        cell = after.get(new)
        if cell is None:
            continue
        total = cell[1] + unlaid * weight
        if joints > way.going:
            total += joints - way.going
        used = way.wild
        if not used:
            first, second = cell[3]
            none = min(none, total)
            one = min(one, total - first)
            with_all = total - second
        elif used == 1:
            one = min(one, total)
            with_all = total - cell[3][0]
        else:
            with_all = total
        if with_all < hopeless:
            if code in moves:
                moves[code].append((total, cell[0], cell, used, way, 0))
            else:
                moves[code] = [(total, cell[0], cell, used, way, 0)]
            two = min(two, with_all)
    one = min(one, none)
    two = min(two, one)
    if one >= hopeless and wild == 1:
        return none, (), {}
    return none, (none - one, none - two), moves


def _many(ways: Sequence[Onward], after: dict[int, Cell], weight: int, joints: int, infinite: int, wild: int) -> _Found:
    """What comes of some ways, with any number of wild jokers."""
    least = [infinite] * (wild + 1)
    hopeless = infinite >> 1
    moves: dict[int, list[Transition]] = {}
    for code, new, unlaid, way, _, _ in ways:
        cell = after.get(new)
        if cell is None:
            continue
        total = cell[1] + unlaid * weight
        if joints > way.going:
            total += joints - way.going
        saves = (0, *cell[3])
        useful = False
        for jokers in range(way.wild, wild + 1):
            with_some = total - saves[jokers - way.wild]
            least[jokers] = min(least[jokers], with_some)
            useful = useful or with_some < hopeless
        if useful:
            moves.setdefault(code, []).append((total, cell[0], cell, way.wild, way, 0))
    none = least[0]
    saved = [0]
    for some in least[1:]:
        saved.append(max(saved[-1], none - some))
    return none, tuple(saved[1:]), moves


def saved_by(cells: tuple[Cell, Cell, Cell, Cell], left: int) -> int:
    """By how much some wild jokers can at most lower what the four colours lose."""
    best = [0] * (left + 1)
    for cell in cells:
        saves = (0, *cell[3])
        if saves[left]:
            best = [max([best[had - more] + saves[more] for more in range(had + 1)]) for had in range(left + 1)]
    return best[left]


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
