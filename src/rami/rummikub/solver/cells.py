"""The cells of a problem: what is open of a colour before each number, and the least that can be lost from there on.

Lemma (bound): let groups have whatever they want. Then what the best completion of a state loses is at least the sum
of what the best completions of its four parts lose, each on its own, for any completion of the state gives one of each
part. So a search that goes by that sum never leaves out the best path (see `search`).

"""

from collections.abc import Sequence
from typing import Final, TypeAlias

from rami.rummikub.solver.columns import Onward, Way, tables_of
from rami.rummikub.solver.groups import NO_GROUPS, Choice, Numbers, Terms, choices, choices_of
from rami.rummikub.solver.kinds import Style
from rami.rummikub.solver.layers import Forward, style_of
from rami.rummikub.solver.problem import NOTHING, Problem

Cell: TypeAlias = "tuple[int, int, dict[int, list[Transition]], tuple[int, ...], int, int]"
"""A part before a number, with all that can come of it: a number of its own among the cells before the same number; the
least that is lost from here on without a wild joker; the moves, by the code of what the groups take; by how much less
is lost with one wild joker, two, and so on; the most points from here on, the wild jokers apart; the fewest wild jokers
without which its runs cannot be finished."""

Transition: TypeAlias = "tuple[int, int, Cell, int, Way, int, int]"
"""A way on from a cell: the least that is lost with it from here on, without a wild joker; the number of the cell that
it leads to; that cell; its wild jokers; what becomes of the runs; the marks of the old runs that are disturbed here or
were before; the fewest wild jokers that it takes from here to the end. The moves of a code are in the order of these.
"""

_NO_WAY: Final = Way(0, (), 0, 0, 0, 0, 0, (0, 0, 0), ())
END: Final[Cell] = (0, 0, {}, (0, 0), 0, 0)
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
        apart = self.plain and not problem.slides
        forward = [Forward(problem, tables_of(style), color, codes[color], apart=apart) for color in range(4)]
        self.bits: int = max([colour.widest for colour in forward]).bit_length()
        self.start: tuple[Cell, Cell, Cell, Cell] | None = None
        self.base: int = problem.infinite
        self.least: int = problem.infinite
        every = problem.one_follows or not self.plain
        seen = range(1, problem.last + 1) if every else sorted({n for colour in forward for n in colour.layers})
        self.numbers: list[int] = list(seen)
        self.choices: list[tuple[Choice, ...]] = [known[number] for number in self.numbers]
        cells: list[Cell] = []
        problem.work.spend(sum([colour.moves for colour in forward]) >> 2)
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


def _plain(colour: Forward, numbers: list[int], shift: int) -> "Cell | None":
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
            after = {0: (0, cell[1], {0: [(cell[1], cell[0], cell, 0, _NO_WAY, 0, 0)]}, (), 0, 0)}
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
                    if total < least:
                        least = total
                    if code in moves:
                        moves[code].append((total, cell[0], cell, 0, way, gone, 0))
                    else:
                        moves[code] = [(total, cell[0], cell, 0, way, gone, 0)]
            if moves:
                cells[key] = (ident, least, moves, (), 0, 0)
                ident += step
        after = cells
    return after.get(0)


def _wild(colour: Forward, shift: int) -> "Cell | None":
    """The cell before the first number, with what wild jokers save; None if there is no way to the end."""
    wild, infinite, step = colour.wild, colour.problem.infinite, 1 << shift
    counts_points = colour.problem.points > 0
    after: dict[int, Cell] = {0: (0, 0, {}, (0,) * max(2, wild), 0, 0)}
    for number in range(colour.problem.last, 0, -1):
        layer = colour.layers.get(number)
        if layer is None:
            cell = after.get(0)
            if cell is None:
                return None
            needs = cell[5]
            after = {0: (0, cell[1], {0: [(cell[1], cell[0], cell, 0, _NO_WAY, 0, needs)]}, cell[3], cell[4], needs)}
            continue
        weight, joints = colour.weights[number], colour.joints[number]
        value = number if number <= colour.top else 1
        find = _many if wild > 2 else _one_or_two
        cells: dict[int, Cell] = {}
        ident = 0
        for key, ways in layer:
            least, saves, moves, needs = find(ways, after, weight, joints, infinite, wild)
            if moves:
                most = 0
                if counts_points:
                    most = max([move[4].tiles * value + move[2][4] for some in moves.values() for move in some])
                cells[key] = (ident, least, moves, saves, most, needs)
                ident += step
        after = cells
    return after.get(0)


_Found: TypeAlias = tuple[int, tuple[int, ...], dict[int, list[Transition]], int]
"""The least without a wild joker, what wild jokers save, the ways on, and the fewest wild jokers for one of them."""


def _needs(move: Transition) -> int:
    return move[6]


def _one_or_two(
    ways: Sequence[Onward], after: dict[int, Cell], weight: int, joints: int, infinite: int, wild: int
) -> _Found:
    """What comes of some ways, with one wild joker or two."""
    none = one = two = infinite
    fewest = wild + 1
    mixed = False
    moves: dict[int, list[Transition]] = {}
    for code, new, unlaid, way, _, _ in ways:
        cell = after.get(new)
        if cell is None:
            continue
        used = way.wild
        needs = used + cell[5]
        if needs > wild:
            continue
        if needs < fewest:
            fewest = needs
        if needs:
            mixed = True
        total = cell[1] + unlaid * weight
        if joints > way.going:
            total += joints - way.going
        if not used:
            first, second = cell[3]
            if total < none:
                none = total
            if total - first < one:
                one = total - first
            if total - second < two:
                two = total - second
        elif used == 1:
            if total < one:
                one = total
            if total - cell[3][0] < two:
                two = total - cell[3][0]
        elif total < two:
            two = total
        if code in moves:
            moves[code].append((total, cell[0], cell, used, way, 0, needs))
        else:
            moves[code] = [(total, cell[0], cell, used, way, 0, needs)]
    if mixed:
        for some in moves.values():
            some.sort(key=_needs)
    return none, (none - one, none - two), moves, fewest


def _many(ways: Sequence[Onward], after: dict[int, Cell], weight: int, joints: int, infinite: int, wild: int) -> _Found:
    """What comes of some ways, with any number of wild jokers."""
    least = [infinite] * (wild + 1)
    fewest = wild + 1
    moves: dict[int, list[Transition]] = {}
    for code, new, unlaid, way, _, _ in ways:
        cell = after.get(new)
        if cell is None:
            continue
        used = way.wild
        needs = used + cell[5]
        if needs > wild:
            continue
        if needs < fewest:
            fewest = needs
        total = cell[1] + unlaid * weight
        if joints > way.going:
            total += joints - way.going
        saves = (0, *cell[3])
        for jokers in range(used, wild + 1):
            with_some = total - saves[jokers - used]
            if with_some < least[jokers]:
                least[jokers] = with_some
        moves.setdefault(code, []).append((total, cell[0], cell, used, way, 0, needs))
    for some in moves.values():
        some.sort(key=_needs)
    none = least[0]
    saved = [0]
    for some_less in least[1:]:
        saved.append(max(saved[-1], none - some_less))
    return none, tuple(saved[1:]), moves, fewest


def saved_by(cells: tuple[Cell, Cell, Cell, Cell], left: int) -> int:
    """By how much some wild jokers can at most lower what the four colours lose."""
    best = [0] * (left + 1)
    for cell in cells:
        saves = (0, *cell[3])
        if saves[left]:
            best = [max([best[had - more] + saves[more] for more in range(had + 1)]) for had in range(left + 1)]
    return best[left]
