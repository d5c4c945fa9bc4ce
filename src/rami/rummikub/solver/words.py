"""Every set of rack tiles that can be laid, with a table for each.

A set of tiles is a number, the sum of the places of its tiles, so a set of sets is a bit mask, and laying tiles of some
place shifts the mask. One pass through the numbers finds, for every state, all sets of tiles that lead to it: those of
the relaxation, in which every joker may go anywhere. So no set is missed; a set whose arrangement there is not legal is
asked for on its own.
"""

from collections.abc import Iterator
from itertools import product

from attrs import evolve

from rami.rummikub.melds import Table
from rami.rummikub.solver.best import best_table
from rami.rummikub.solver.cases import Case, relaxed
from rami.rummikub.solver.cells import Graph, Transition
from rami.rummikub.solver.groups import Choice
from rami.rummikub.solver.laying import rows_of
from rami.rummikub.solver.problem import Problem
from rami.rummikub.solver.search import NO_CHOICE, Four, Node, best_path
from rami.rummikub.solver.turns import Turn, table_of
from rami.rummikub.tiles import JOKER, TILES, Tile

MOST_WORDS = 1 << 14
"""Racks that make more sets of tiles than this are taken apart."""

Laid = tuple[Tile, ...]


def every_table(turn: Turn) -> Iterator[Table]:
    """A legal table for every set of tiles that can be laid, the best one first, then in a fixed order."""
    first = best_table(turn)
    if first is None:
        return
    yield first
    done = {turn.laid(first)}
    for laid, table in _candidates(turn):
        if laid in done:
            continue
        done.add(laid)
        legal = table if table is not None and turn.allows(table) else best_table(turn.just(laid, laid))
        if legal is not None:
            yield legal


def _candidates(turn: Turn) -> Iterator[tuple[Laid, Table | None]]:
    """Every set that might be laid, and a table that might do."""
    free = sorted(set(turn.rack) - {JOKER})
    size = 1
    for tile in free:
        size *= turn.rack.count(tile) - turn.forced.count(tile) + 1
    if size > MOST_WORDS:
        yield from _parted(turn, next(tile for tile in free if turn.rack.count(tile) > turn.forced.count(tile)))
        return
    places: dict[Tile, int] = {}
    place = 1
    for tile in free:
        count = turn.rack.count(tile) - turn.forced.count(tile)
        if count:
            places[tile] = place
            place *= count + 1
    yield from _Words(turn, relaxed(turn), places).every()


def _parted(turn: Turn, tile: Tile) -> Iterator[tuple[Laid, Table | None]]:
    """The sets by how often a tile is laid, where it can be."""
    others = [each for each in turn.rack if each != tile]
    demanded = [each for each in turn.forced if each != tile]
    for count in range(turn.forced.count(tile), turn.rack.count(tile) + 1):
        part = turn.just(sorted([*others, *[tile] * count]), sorted([*demanded, *[tile] * count]))
        if _solvable(relaxed(part).problem):
            yield from _candidates(part)


_Origin = tuple[int, "_Spot", Choice, tuple[Transition, ...], int]
"""The sets that come from a state, that state, what was chosen, and the place of what was laid."""


def _solvable(problem: Problem) -> bool:
    """Whether a problem has any arrangement."""
    return best_path(Graph(problem), problem.infinite) is not None


class _Spot:
    """A state, the sets of tiles that lead to it, and where they come from."""

    __slots__ = ("cells", "left", "origins", "sets")

    def __init__(self, cells: Four, left: int) -> None:
        self.cells = cells
        self.left = left
        self.sets = 0
        self.origins: list[_Origin] = []


class _Words:
    """One pass through the numbers."""

    def __init__(self, turn: Turn, case: Case, places: dict[Tile, int]) -> None:
        self.turn = turn
        self.stay = case.stay
        self.problem = evolve(case.problem, every=True)
        self.places = places
        self.graph = Graph(self.problem)

    def every(self) -> Iterator[tuple[Laid, Table | None]]:
        """Every set, in ascending order, with the fewest jokers first."""
        if self.graph.start is None:
            return
        start = _Spot(self.graph.start, self.problem.wild)
        start.sets = 1
        layer = {0: start}
        for place in range(len(self.graph.numbers)):
            layer = self._step(place, layer)
        best: dict[int, _Spot] = {}
        for spot in sorted(layer.values(), key=lambda spot: spot.left):
            best |= dict.fromkeys(_bits(spot.sets), spot)
        for word, spot in sorted(best.items()):
            naturals = [*self.turn.forced, *self._spelled(word)]
            used = self.problem.wild - spot.left
            least = max(0, used - self.problem.wild_must)
            for jokers in range(least, self.problem.wild_free + 1):
                laid = tuple(sorted([*naturals, *[JOKER] * jokers]))
                if laid:
                    yield laid, self._table(spot, word, jokers)

    def _step(self, place: int, layer: dict[int, _Spot]) -> dict[int, _Spot]:
        """The states after a number."""
        after: dict[int, _Spot] = {}
        problem, number = self.problem, self.graph.numbers[place]
        places: list[tuple[int, int]] = []
        for color in range(4):
            size = self.places.get(TILES[color][number], 0) if number <= problem.top else 0
            places.append((size, problem.tiles[color][number] - problem.must[color][number] if size else 0))
        for spot in layer.values():
            first, second, third, fourth = (cell[2] for cell in spot.cells)
            for choice in self.graph.choices[place]:
                code0, code1, code2, code3, wild, _, _, _ = choice
                if wild > spot.left or code0 not in first or code1 not in second:
                    continue
                if code2 not in third or code3 not in fourth:
                    continue
                for moves in product(first[code0], second[code1], third[code2], fourth[code3]):
                    left = spot.left - wild - sum([move[3] for move in moves])
                    if left >= 0:
                        self._reach(after, spot, choice, moves, left, places)
        return after

    def _reach(
        self,
        after: dict[int, _Spot],
        spot: _Spot,
        choice: Choice,
        moves: tuple[Transition, ...],
        left: int,
        places: list[tuple[int, int]],
    ) -> None:
        """Note the sets that lead on to a state."""
        one, two, three, four = moves
        key = one[1] | two[1] | three[1] | four[1] | left << 4 * self.graph.bits
        known = after.get(key)
        if known is None:
            known = after[key] = _Spot((one[2], two[2], three[2], four[2]), left)
        place = 0
        for (size, free), move in zip(places, moves, strict=True):
            if free:
                place += size * (free - move[4].unlaid)
        fresh = spot.sets << place & ~known.sets
        if fresh:
            known.sets |= fresh
            known.origins.append((fresh, spot, choice, moves, place))

    def _spelled(self, word: int) -> Iterator[Tile]:
        """The tiles whose places a number is the sum of."""
        for tile, place in reversed(self.places.items()):
            count, word = divmod(word, place)
            yield from [tile] * count

    def _table(self, spot: _Spot, word: int, jokers: int) -> Table | None:
        """The table of a way to a set, with some jokers from the rack."""
        steps: list[tuple[_Spot, Choice, tuple[Transition, ...]]] = []
        here = spot
        while here.origins:
            _, before, choice, moves, place = next(origin for origin in here.origins if origin[0] >> word & 1)
            steps.append((here, choice, moves))
            here, word = before, word - place
        node: Node = (0, 0, here.cells, here.left, 0, None, NO_CHOICE, ())
        for each, choice, moves in reversed(steps):
            node = (0, 0, each.cells, each.left - (self.problem.wild_free - jokers), 0, node, choice, moves)
        rows = rows_of(self.graph, node)
        if rows is None:
            return None
        table = table_of(rows, self.stay)
        if table is None or not self.turn.closed:
            return table
        return Table([*self.turn.table, *table])


def _bits(mask: int) -> Iterator[int]:
    """The places of the ones in a mask, in ascending order."""
    digits = bin(mask)[:1:-1]
    place = digits.find("1")
    while place >= 0:
        yield place
        place = digits.find("1", place + 1)
