"""Every set of rack tiles that can be laid, with a table for each.

A set of tiles is a number, the sum of the places of its tiles, so a set of sets is a bit mask, and laying tiles of some
place shifts the mask. One pass through the numbers finds, for every state, all sets of tiles that lead to it: those of
the relaxation, in which every joker may go anywhere. So no set is missed; a set whose arrangement there is not legal is
asked for on its own.
"""

from collections import Counter
from collections.abc import Iterator
from operator import itemgetter

from attrs import evolve

from rami.pieces import without
from rami.rummikub.melds import Table
from rami.rummikub.solver.best import INFINITE, best_of, best_table
from rami.rummikub.solver.cases import Case, Way, case_of, loosened, relaxed, ways
from rami.rummikub.solver.cells import Cell, Graph, Transition
from rami.rummikub.solver.groups import Choice
from rami.rummikub.solver.laying import LaidRow, groups_of, runs_of, with_idle
from rami.rummikub.solver.problem import OldRun
from rami.rummikub.solver.search import Four, best_path
from rami.rummikub.solver.turns import Turn, table_of
from rami.rummikub.tiles import JOKER, NUMBER, ROW, TILES, Tile

MOST_WORDS = 1 << 14
"""Racks that make more sets of tiles than this are taken apart."""

Laid = tuple[Tile, ...]


def every_table(turn: Turn) -> Iterator[Table]:
    """A legal table for every set of tiles that can be laid, the best one first, then in a fixed order."""
    first = best_table(turn)
    if first is None:
        return
    yield first
    done, others = turn.laid(first), _Others(turn)
    for words, word, jokers, path in _candidates(turn):
        if word == words.word_of(done) and jokers == done.count(JOKER):
            continue
        table = words.table(path, jokers)
        if table is None or not (words.certain or turn.allows(table)):
            table = others.table(words.spelled(word, jokers))
        if table is not None:
            yield table


_Candidate = tuple["_Words", int, int, "_Path"]
"""A set of tiles that might be laid, as a number, with some jokers, and a path that lays it."""


def _candidates(turn: Turn) -> Iterator[_Candidate]:
    """Every set that might be laid, each once."""
    free = Counter(tile for tile in turn.rack if tile != JOKER)
    free.subtract(tile for tile in turn.forced if tile != JOKER)
    size = 1
    for count in free.values():
        size *= count + 1
    if size > MOST_WORDS:
        yield from _parted(turn, min(tile for tile, count in free.items() if count))
        return
    case, certain = relaxed(turn)
    words = _Words(turn, case, certain=certain)
    for word, jokers, path in words.every():
        yield words, word, jokers, path


def _parted(turn: Turn, tile: Tile) -> Iterator[_Candidate]:
    """The sets by how often a tile is laid, where it can be."""
    others = [each for each in turn.rack if each != tile]
    demanded = [each for each in turn.forced if each != tile]
    for count in range(turn.forced.count(tile), turn.rack.count(tile) + 1):
        part = turn.just(sorted([*others, *[tile] * count]), sorted([*demanded, *[tile] * count]))
        problem = relaxed(part)[0].problem
        if best_path(Graph(problem), problem.infinite) is not None:
            yield from _candidates(part)


class _Others:
    """Tables for sets whose arrangement in the relaxation is not legal.

    One pass for each case, its taken jokers free to go anywhere, tells which sets it may be able to lay: most of those
    that cannot be laid are in none. A pass is made when it is first asked for.
    """

    def __init__(self, turn: Turn) -> None:
        self.turn = turn
        self.left = ways(turn) if turn.opened else iter(())
        self.known: list[tuple[Way, _Words | None]] = []

    def table(self, laid: Laid) -> Table | None:
        """A legal table that lays just these tiles."""
        turn = self.turn.just(laid, laid)
        if not turn.opened or not turn.rules.max_jokers_per_set:
            return best_table(turn)
        for (lots, needs), words in self._every():
            if words is not None and words.may_lay(laid):
                case = case_of(turn, lots, needs)
                found = best_of(turn, case, INFINITE) if case else None
                if found and found.table:
                    return found.table
        return None

    def _every(self) -> Iterator[tuple[Way, "_Words | None"]]:
        yield from self.known
        for way in self.left:
            case = case_of(self.turn, *way)
            words = _Words(self.turn, loosened(case)) if case else None
            self.known.append((way, words))
            yield way, words


_Origin = tuple[int, "_Spot", Choice, tuple[Transition, ...], int]
"""The sets that come from a state, that state, what was chosen, and the place of what was laid."""

_Path = tuple[int, tuple[int, ...], tuple[LaidRow, ...]]
"""A path, from its end to its start: the wild jokers that it leaves over, the number of the chain of moves of each
colour, and the groups."""


class _Spot:
    """A state, the sets of tiles that lead to it, and where they come from."""

    __slots__ = ("cells", "left", "origins", "sets")

    def __init__(self, cells: Four, left: int) -> None:
        self.cells = cells
        self.left = left
        self.sets = 0
        self.origins: list[_Origin] = []


class _Chain:
    """The moves of one colour on some paths, each with those that follow it, and the runs that they make.

    Many paths have the same moves in a colour; so its runs are laid once for all of them.
    """

    def __init__(self, graph: Graph, color: int) -> None:
        self.graph = graph
        self.color = color
        self.numbers: dict[tuple[int, int], int] = {}
        self.links: list[tuple[Transition | None, int]] = [(None, 0)]
        self.runs: dict[int, tuple[LaidRow, ...]] = {}

    def before(self, link: int, move: Transition) -> int:
        """The number of the chain in which a move comes before those of another."""
        key = link, id(move)
        number = self.numbers.get(key)
        if number is None:
            number = self.numbers[key] = len(self.links)
            self.links.append((move, link))
        return number

    def laid(self, link: int) -> tuple[LaidRow, ...]:
        """The runs of a whole chain."""
        rows = self.runs.get(link)
        if rows is None:
            moves: list[Transition] = []
            at = link
            while True:
                move, at = self.links[at]
                if move is None:
                    break
                moves.append(move)
            rows = self.runs[link] = tuple(runs_of(self.graph, self.color, moves))
        return rows


_Option = tuple[int, int, int, int, Transition]
"""A move: the wild jokers that it takes and its cell needs, those that it takes, the number of its cell, the places of
what it lays, the move."""


class _Options:
    """The moves of a colour at a number, without those that need more wild jokers than there are."""

    def __init__(self, words: "_Words", color: int, at: int) -> None:
        problem, number = words.problem, words.graph.numbers[at]
        self.size = words.places.get(TILES[color][number], 0) if number <= problem.top else 0
        self.free = problem.tiles[color][number] - problem.must[color][number] if self.size else 0
        self.wild = problem.wild
        self.known: dict[tuple[int, int], list[_Option]] = {}

    def of(self, cell: Cell, code: int) -> list[_Option]:
        """The moves from a cell with a code."""
        key = cell[0], code
        found = self.known.get(key)
        if found is None:
            found = self.known[key] = []
            for move in cell[2][code]:
                if move[6] <= self.wild:
                    found.append((move[6], move[3], move[1], self.size * (self.free - move[4].unlaid), move))
        return found


class _Words:
    """One pass through the numbers, and all that comes of it."""

    def __init__(self, turn: Turn, case: Case, *, certain: bool = False) -> None:
        self.turn = turn
        self.certain = certain
        self.stay = (*turn.table, *case.stay) if turn.closed else case.stay
        nothing: tuple[tuple[OldRun, ...], ...] = ((), (), (), ())
        empty = ((),) * len(case.problem.old_groups)
        self.problem = evolve(case.problem, every=True, old_runs=nothing, old_groups=empty)
        self.places: dict[Tile, int] = {}
        place = 1
        for color, (every, must) in enumerate(zip(self.problem.tiles, self.problem.must, strict=True)):
            for number, count in enumerate(every):
                if count > must[number]:
                    self.places[TILES[color][number]] = place
                    place *= count - must[number] + 1
        self.graph = Graph(self.problem)
        self._end: list[_Spot] | None = None
        self.chains = [_Chain(self.graph, color) for color in range(4)]
        self.forced = turn.forced

    def end(self) -> list[_Spot]:
        """The last states, those with the fewest jokers first."""
        if self._end is None:
            layer: dict[int, _Spot] = {}
            if self.graph.start is not None:
                start = _Spot(self.graph.start, self.problem.wild)
                start.sets = 1
                layer = {0: start}
                for place in range(len(self.graph.numbers)):
                    layer = self._step(place, layer)
            self._end = sorted(layer.values(), key=lambda spot: -spot.left)
        return self._end

    def may_lay(self, tiles: Laid) -> bool:
        """Whether some path lays just these tiles, with what the case demands."""
        counts = Counter(tiles)
        jokers = counts.pop(JOKER, 0) - (self.turn.rack.count(JOKER) - self.problem.wild_free)
        word = 0
        for tile, count in Counter(self.turn.rack).items():
            if tile != JOKER:
                color, number = ROW[tile], NUMBER[tile]
                free = self.problem.tiles[color][number] - self.problem.must[color][number]
                laid = counts[tile] - (count - free)
                if laid < 0:
                    return False
                word += laid * self.places.get(tile, 0)
        if not 0 <= jokers <= self.problem.wild_free:
            return False
        used = self.problem.wild - self.problem.wild_must - jokers
        return any(spot.sets >> word & 1 and spot.left >= used for spot in self.end())

    def every(self) -> Iterator[tuple[int, int, _Path]]:
        """Every set in ascending order, with each number of jokers that can be laid with it."""
        done = 0
        found: list[tuple[int, int, _Path]] = []
        for spot in self.end():
            fresh = spot.sets & ~done
            done |= fresh
            least = max(0, self.problem.wild - spot.left - self.problem.wild_must)
            if fresh:
                found += [(word, least, path) for word, path in self._paths(spot, fresh)]
        found.sort(key=itemgetter(0))
        for word, least, path in found:
            for jokers in range(least, self.problem.wild_free + 1):
                if word or jokers or self.forced:
                    yield word, jokers, path

    def _paths(self, end: _Spot, sets: int) -> Iterator[tuple[int, _Path]]:
        """A path for each of some sets that lead to a state, found from its end on: what they share is shared."""
        first, second, third, fourth = self.chains
        numbers = self.graph.numbers
        waiting: list[tuple[_Spot, int, int, int, int, int, int, int, tuple[LaidRow, ...]]] = [
            (end, len(numbers), sets, 0, 0, 0, 0, 0, ())
        ]
        while waiting:
            spot, at, sets, word, link0, link1, link2, link3, groups = waiting.pop()
            if not at:
                yield word, (end.left, (link0, link1, link2, link3), groups)
                continue
            for fresh, before, choice, (move0, move1, move2, move3), place in spot.origins:
                some = sets & fresh
                if some:
                    rows = (*groups, *groups_of(numbers[at - 1], choice)) if choice[7] else groups
                    waiting.append(
                        (
                            before,
                            at - 1,
                            some >> place,
                            word + place,
                            first.before(link0, move0),
                            second.before(link1, move1),
                            third.before(link2, move2),
                            fourth.before(link3, move3),
                            rows,
                        )
                    )

    def _step(self, at: int, layer: dict[int, _Spot]) -> dict[int, _Spot]:
        """The states after a number that may lead to an end."""
        after: dict[int, _Spot] = {}
        options = [_Options(self, color, at) for color in range(4)]
        for spot in layer.values():
            cells, left = spot.cells, spot.left
            codes = [cell[2] for cell in cells]
            for choice in self.graph.choices[at]:
                wanted, rest = choice[:4], left - choice[4]
                if rest < 0 or any(code not in moves for code, moves in zip(wanted, codes, strict=True)):
                    continue
                first, second, third, fourth = (
                    some.of(cell, code) for some, cell, code in zip(options, cells, wanted, strict=True)
                )
                for needs0, wild0, ident0, laid0, move0 in first:
                    for needs1, wild1, ident1, laid1, move1 in second:
                        rest1 = rest - needs0 - needs1
                        if rest1 < 0:
                            continue
                        for needs2, wild2, ident2, laid2, move2 in third:
                            for needs3, wild3, ident3, laid3, move3 in fourth:
                                if rest1 < needs2 + needs3:
                                    continue
                                going = rest - wild0 - wild1 - wild2 - wild3
                                key = ident0 | ident1 | ident2 | ident3 | going << 4 * self.graph.bits
                                known = after.get(key)
                                if known is None:
                                    ahead = (move0[2], move1[2], move2[2], move3[2])
                                    known = after[key] = _Spot(ahead, going)
                                place = laid0 + laid1 + laid2 + laid3
                                fresh = spot.sets << place & ~known.sets
                                if fresh:
                                    known.sets |= fresh
                                    known.origins.append((fresh, spot, choice, (move0, move1, move2, move3), place))
        return after

    def word_of(self, tiles: Laid) -> int:
        """The number of a set of tiles; -1 if it does not lay what has to be laid, or lays others than there are."""
        if without(self.forced, tiles) or without(tiles, self.turn.rack):
            return -1
        return sum(self.places.get(tile, 0) for tile in without(tiles, self.forced))

    def spelled(self, word: int, jokers: int) -> Laid:
        """The tiles whose places a number is the sum of, with some jokers, and what has to be laid."""
        tiles = [*self.forced, *[JOKER] * jokers]
        for tile, place in reversed(self.places.items()):
            count, word = divmod(word, place)
            tiles += [tile] * count
        return tuple(sorted(tiles))

    def table(self, path: _Path, jokers: int) -> Table | None:
        """The table of a path, with some jokers from the rack; None if there is no room for these."""
        left, links, groups = path
        rows = [*groups]
        for chain, link in zip(self.chains, links, strict=True):
            rows += chain.laid(link)
        left -= self.problem.wild_free - jokers
        if left:
            laid = with_idle(self.problem, rows, left)
            if laid is None:
                return None
            rows = laid
        return table_of(rows, self.stay)
