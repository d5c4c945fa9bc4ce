"""The cells of a problem: what is open of a colour before each number, and the least that can be lost from there on.

Lemma (bound): let groups have whatever they want, for the wild jokers that are charged for it (see `groups`). Then what
the best completion of a state loses is at least the sum of what the best completions of its four parts lose, each on
its own, for any completion of the state gives one of each part. So a search that goes by that sum never leaves out the
best path (see `search`).
"""

from operator import contains
from typing import Final, TypeAlias

from rami.rummikub.solver.forward import Forward, style_of
from rami.rummikub.solver.groups import NO_GROUPS, Charges, Choice, Choices, Numbers, Terms, choices, choices_of
from rami.rummikub.solver.move_cache import NO_WAY, Tables, tables_of
from rami.rummikub.solver.problem import NOTHING, Problem
from rami.rummikub.solver.run_state import Style

Transition: TypeAlias = tuple[int, ...]
"""A way on from a cell: the least that is lost with it from here on, without a wild joker; the name of the cell that it
leads to; the number of the way; the marks of the old runs that are disturbed here or were before. With wild jokers also
the fewest that it takes from here to the end; those that it takes here; by how much less is lost from that cell on with
one, and with two; where it is asked for, how many of them go into new runs, how many natural tiles go into runs or
groups, and how many wild jokers into runs."""

Cell: TypeAlias = tuple[int, dict[int, list[Transition]], tuple[int, ...], int]
"""A part before a number, with all that can come of it: the least that is lost from here on without a wild joker; the
moves, by the code of what the groups take; what the moves that lead to it have to know, and by how much less is lost
with three wild jokers, and so on; where it is asked for, the most points from here on, the wild jokers apart, and in
the `ROOM` bits below these the most taken jokers that new runs hold from here on."""

ROOM: Final = 8
"""The bits for taken jokers below the points of a cell."""

Cells: TypeAlias = dict[int, Cell]
"""The cells of a colour before a number by *name*: a number of its own, in the bits of the colour."""

_Ahead: TypeAlias = tuple[int, ...]
"""What is to be known of a cell for the moves that lead to it: its name, the least that is lost, what one wild joker
saves, and two, and the fewest without which its runs cannot be finished."""

_Layers: TypeAlias = tuple[list[Cells], _Ahead]
"""The cells of a colour before each number that is gone through, and after the last; what is to be known of the first.
"""

_END: _Ahead = (0, 0, 0, 0, 0)


class Graph:
    """The cells of a problem and the groups of each number.

    Attributes:
        problem: The problem.
        plain: Whether neither wild jokers nor points are counted.
        tables: The tables that tell what the numbers of ways stand for.
        numbers: The numbers that are gone through: those at which there is something.
        choices: The groups of each of them.
        cells: The cells of each colour before each of them, and after the last.
        start: The names of those before the first, put together; None if a colour alone has no way.
        base: The least that any path may lose, without wild jokers.
        least: The same with them.
        bits: How many bits the name of a cell takes.
        room: The most taken jokers that new groups hold from each place on.
    """

    def __init__(self, problem: Problem) -> None:
        self.problem: Problem = problem
        self.plain: bool = not problem.wild and not problem.points
        style = style_of(problem)
        self.tables: Tables = tables_of(style)
        known = _groups(problem, style)
        apart = self.plain and not problem.slides
        colors = [
            Forward(problem, self.tables, color, [each[1][color] for each in known], apart=apart) for color in range(4)
        ]
        self.bits: int = max([colour.widest for colour in colors]).bit_length()
        self.start: int | None = None
        self.base: int = problem.infinite
        self.least: int = problem.infinite
        self.numbers: list[int] = sorted({number for colour in colors for number in colour.layers})
        self.choices: list[tuple[Choice, ...]] = [known[number][0] for number in self.numbers]
        self.cells: list[tuple[Cells, ...]] = []
        self.room: list[int] = [0]
        problem.work.spend(sum([colour.moves for colour in colors]) >> 2)
        found: list[list[Cells]] = []
        base = problem.cost_of_laying
        for colour in colors:
            if self.plain:
                layers = _plain(colour, self.numbers, self.bits)
            else:
                layers = _wild(colour, self.tables, self.numbers, self.bits, known)
            if layers is None:
                return
            found.append(layers[0])
            base += layers[1][1]
        self.cells = list(zip(*found, strict=True))
        for place in reversed(range(len(self.numbers) if problem.taken else 0)):
            self.room.insert(0, self.room[0] + self._room_at(place))
        self.start = 0
        self.base = self.least = base
        if problem.wild:
            self.least -= saved_by(self.of(0, 0), problem.wild)

    def _room_at(self, place: int) -> int:
        """The most taken jokers in new groups of a place, of which each colour has a cell that gives what they take."""
        codes = [{code for cell in cells.values() for code in cell[1]} for cells in self.cells[place]]
        possible = (choice for choice in self.choices[place] if all(map(contains, codes, choice)))
        return max([choice[6] for choice in possible], default=0)

    def of(self, place: int, names: int) -> tuple[Cell, Cell, Cell, Cell]:
        """The cells with some names, put together."""
        first, second, third, fourth = self.cells[place]
        bits = self.bits
        mask = (1 << bits) - 1
        return (
            first[names & mask],
            second[names & mask << bits],
            third[names & mask << 2 * bits],
            fourth[names & mask << 3 * bits],
        )


def _groups(problem: Problem, style: Style) -> list[Choices]:
    """The choices of each number, index 0 unused."""
    terms = Terms(style.wild, problem.size, problem.most_jokers, style.loose, style.taken, style.claims, problem.idle)
    known = choices_of(terms)
    found: list[Choices] = [NO_GROUPS] * (problem.last + 1)
    held = problem.held_in_groups is not NOTHING or problem.held is not NOTHING
    old = problem.old_groups
    none: tuple[int, ...] = (0, 0, 0, 0)
    columns = list(zip(*problem.tiles, strict=True))
    for number in range(1, problem.top + 1):
        tiles = columns[number]
        in_groups = either = none
        if held:
            in_groups = tuple([row[number] for row in problem.held_in_groups])
            either = tuple([row[number] for row in problem.held])
        elif not style.wild and tiles.count(0) > 1:
            continue
        key = tiles, in_groups, either, old[number]
        each = known.get(key)
        if each is None:
            each = known[key] = choices(terms, Numbers(*key))
        found[number] = each
    return found


def _plain(colour: Forward, numbers: list[int], bits: int) -> _Layers | None:
    """The cells of a colour, where there is no wild joker; None if there is no way to the end."""
    infinite, weights, layers = colour.problem.infinite, colour.weights, colour.layers
    after: dict[int, tuple[int, int]] = {0: (0, 0)}
    step = 1 << bits * colour.color
    cells: Cells = {}
    found: list[Cells] = [cells]
    blank = False
    for number in reversed(numbers):
        layer = layers.get(number)
        if layer is None:
            if not blank:  # else it is as at the number after
                ahead = after.get(0)
                if ahead is None:
                    return None
                name, least = ahead
                after = {0: (0, least)}
                cells = {0: (least, {0: [(least, name, NO_WAY, 0)]}, (), 0)}
                blank = not name
            found.append(cells)
            continue
        blank = False
        weight = weights[number]
        before: dict[int, tuple[int, int]] = {}
        cells = {}
        own = 0
        for key, ways in layer:
            least = infinite
            moves: dict[int, list[Transition]] = {}
            some: list[Transition] = []
            last = -1
            for code, new, unlaid, way, gone, lost in ways:
                ahead = after.get(new)
                if ahead is not None:
                    name, total = ahead
                    if unlaid:
                        total += unlaid * weight
                    total += lost
                    if total < least:
                        least = total
                    if code != last:
                        some = moves[code] = []
                        last = code
                    some.append((total, name, way, gone))
            if moves:
                before[key] = (own, least)
                cells[own] = (least, moves, (), 0)
                own += step
        after = before
        found.append(cells)
    ahead = after.get(0)
    if ahead is None:
        return None
    found.reverse()
    return found, (0, ahead[1], 0, 0, 0)


def _wild(colour: Forward, tables: Tables, numbers: list[int], bits: int, known: list[Choices]) -> _Layers | None:
    """The cells of a colour, with what wild jokers save; None if there is no way to the end."""
    step = 1 << bits * colour.color
    layer_of = _many if colour.wild > 2 else _one_or_two
    after: dict[int, _Ahead] = {0: _END}
    cells: Cells = {0: (0, {}, _END if colour.wild < 3 else (*_END, *[0] * (colour.wild - 2)), 0)}
    found: list[Cells] = [cells]
    blank = False
    for number in reversed(numbers):
        following = cells
        if number in colour.layers:
            cells, after = layer_of(colour, number, known[number][2][colour.color], after, following, step)
            blank = False
            if colour.problem.points or colour.problem.taken:
                cells = _with_most(cells, following, tables, number if number <= colour.top else 1)
        elif not blank:  # else it is as at the number after
            ahead = after.get(0)
            if ahead is None:
                return None
            name, least, one, two, needs = ahead
            ahead = (0, least, one, two, needs)
            _, _, saves, most = following[name]
            move = (least, name, NO_WAY, 0, needs, 0, one, two, 0, 0, 0)
            cells = {0: (least, {0: [move]}, saves, most)}
            after = {0: ahead}
            blank = name == 0
        found.append(cells)
    ahead = after.get(0)
    if ahead is None:
        return None
    found.reverse()
    return found, ahead


def _with_most(cells: Cells, following: Cells, tables: Tables, value: int) -> Cells:
    """The cells before a number with the most points, and the most taken jokers in new runs, that can come of them."""
    found: Cells = {}
    for name, (least, moves, saves, _) in cells.items():
        points = room = 0
        counted: dict[int, list[Transition]] = {}
        for code, some in moves.items():
            counted[code] = []
            for move in some:
                way, most = tables.ways[move[2]], following[move[1]][3]
                points = max(points, way.tiles * value + (most >> ROOM))
                room = max(room, way.paid + (most & (1 << ROOM) - 1))
                counted[code].append((*move, way.paid, way.tiles, way.wild))
        found[name] = (least, counted, saves, points << ROOM | room)
    return found


_Found: TypeAlias = tuple[Cells, dict[int, _Ahead]]
"""The cells of a colour before a number, and what is to be known of them, by key."""


def _one_or_two(
    colour: Forward, number: int, charges: Charges, after: dict[int, _Ahead], _: Cells, step: int
) -> _Found:
    """The cells before a number, with one wild joker or two."""
    weight, joints, infinite, wild = colour.weights[number], colour.joints[number], colour.problem.infinite, colour.wild
    before: dict[int, _Ahead] = {}
    cells: Cells = {}
    own = 0
    for key, ways in colour.layers[number]:
        none = with_one = with_two = infinite
        fewest = wild + 1
        moves: dict[int, list[Transition]] = {}
        some: list[Transition] = []
        last = -1
        charge = 0
        for code, new, unlaid, way, used, going in ways:
            if code != last:
                some = []
                last = code
                charge = charges.get(code, 0)
            ahead = after.get(new)
            if ahead is None:
                continue
            name, total, one, two, needs = ahead
            needs += used
            if needs + charge > wild:
                continue
            if needs + charge < fewest:
                fewest = needs + charge
            if unlaid:
                total += unlaid * weight
            if joints > going:
                total += joints - going
            taken = used + charge
            if not taken:
                if total < none:
                    none = total
                if total - one < with_one:
                    with_one = total - one
                if total - two < with_two:
                    with_two = total - two
            elif taken == 1:
                if total < with_one:
                    with_one = total
                if total - one < with_two:
                    with_two = total - one
            elif total < with_two:
                with_two = total
            if not some:
                moves[code] = some
            some.append((total, name, way, 0, needs, used, one, two))
        if moves:
            saves = before[key] = (own, none, none - with_one, none - with_two, fewest)
            cells[own] = (none, moves, saves, 0)
            own += step
    return cells, before


def _many(
    colour: Forward, number: int, charges: Charges, after: dict[int, _Ahead], following: Cells, step: int
) -> _Found:
    """The cells before a number, with any number of wild jokers."""
    weight, joints, infinite, wild = colour.weights[number], colour.joints[number], colour.problem.infinite, colour.wild
    before: dict[int, _Ahead] = {}
    cells: Cells = {}
    own = 0
    for key, ways in colour.layers[number]:
        least = [infinite] * (wild + 1)
        fewest = wild + 1
        moves: dict[int, list[Transition]] = {}
        for code, new, unlaid, way, used, going in ways:
            ahead = after.get(new)
            if ahead is None:
                continue
            name, total, one, two, needs = ahead
            taken = used + charges.get(code, 0)
            if needs + taken > wild:
                continue
            fewest = min(fewest, needs + taken)
            total += unlaid * weight
            if joints > going:
                total += joints - going
            saves = _saves(following[name])
            for jokers in range(taken, wild + 1):
                with_some = total - saves[jokers - taken]
                if with_some < least[jokers]:
                    least[jokers] = with_some
            moves.setdefault(code, []).append((total, name, way, 0, needs + used, used, one, two))
        if moves:
            saved = [0]
            for some_less in least[1:]:
                saved.append(max(saved[-1], least[0] - some_less))
            ahead = before[key] = (own, least[0], saved[1], saved[2], fewest)
            cells[own] = (least[0], moves, (*ahead, *saved[3:]), 0)
            own += step
    return cells, before


def _saves(cell: Cell) -> tuple[int, ...]:
    """By how much less is lost from a cell on with no wild joker, one, and so on."""
    every = cell[2]
    return 0, every[2], every[3], *every[5:]


def saved_by(cells: tuple[Cell, Cell, Cell, Cell], left: int) -> int:
    """By how much some wild jokers can at most lower what the four colours lose."""
    best = [0] * (left + 1)
    for cell in cells:
        saves = _saves(cell)
        if saves[left]:
            best = [max([best[had - more] + saves[more] for more in range(had + 1)]) for had in range(left + 1)]
    return best[left]
