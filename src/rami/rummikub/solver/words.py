"""Every set of rack tiles that can be laid, with a table for each.

A set of tiles is a number, the sum of the places of its tiles, so a set of sets is a bit mask, and laying tiles of some
place shifts the mask. One pass through the numbers finds, for every state, all sets of tiles that lead to it: those of
the relaxation, in which every joker may go anywhere. So no set is missed; a set whose arrangement there is not legal is
asked for on its own.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from operator import itemgetter
from typing import Final

from attrs import evolve

from rami.rummikub.melds import Table
from rami.rummikub.solver.best import INFINITE, best_of, best_table
from rami.rummikub.solver.cases import Case, Way, case_of, loosened, relaxed, ways, ways_with
from rami.rummikub.solver.cells import Cell, Graph, Transition
from rami.rummikub.solver.groups import Choice
from rami.rummikub.solver.laying import LaidRow, groups_of, runs_of, with_idle
from rami.rummikub.solver.openings import Opening, openings, words_with_openings
from rami.rummikub.solver.problem import OldRun, Problem
from rami.rummikub.solver.search import Four, best_path
from rami.rummikub.solver.turns import Turn, table_of
from rami.rummikub.tiles import JOKER, TILES, Tile

MOST_WORDS: Final = 14
"""Racks that make more sets of tiles than two to the power of this are taken apart; earlier by two for each joker."""

PATIENCE: Final = 1
"""After so many cases it is found out whether there can be any more sets: that takes as long as the largest case."""

Laid = tuple[Tile, ...]


def every_table(turn: Turn) -> Iterator[Table]:
    """A legal table for every set of tiles that can be laid: the best one, then in a fixed order, quick ones first."""
    first = best_table(turn)
    if first is None:
        return
    yield first
    turn.work.renew()
    laid = turn.laid(first)
    passes = (True, False) if _may_be_at_once(turn) else (False,)
    for part in _parts(turn):
        sets = _Sets(part, laid)
        for at_once in passes:
            for table in sets.at_once() if at_once else sets.others():
                yield table
                turn.work.renew()


def _may_be_at_once(turn: Turn) -> bool:
    """Whether there is an opening without a joker, if one is due."""
    naturals = [tile for tile in turn.rack if tile != JOKER]
    return turn.opened or best_table(turn.alone().just(naturals, ()), enough=True) is not None


def _is_large(turn: Turn) -> bool:
    """Whether the tiles that may be laid or not make too many sets."""
    free = Counter(tile for tile in turn.rack if tile != JOKER)
    free.subtract(tile for tile in turn.forced if tile != JOKER)
    size = 1
    for count in free.values():
        size *= count + 1
    return size >> max(0, MOST_WORDS - 2 * turn.rack.count(JOKER)) > 1


def _parts(turn: Turn) -> Iterator[Turn]:
    """The turn, in parts that make few sets, of which each lays some tiles a given number of times."""
    if not _is_large(turn):
        yield turn
        return
    tile = min(tile for tile in turn.rack if tile != JOKER and turn.rack.count(tile) > turn.forced.count(tile))
    others = [each for each in turn.rack if each != tile]
    demanded = [each for each in turn.forced if each != tile]
    for count in range(turn.forced.count(tile), turn.rack.count(tile) + 1):
        part = turn.just(sorted([*others, *[tile] * count]), sorted([*demanded, *[tile] * count]))
        problem = relaxed(part)[0].problem
        if best_path(Graph(problem), problem.infinite) is not None:
            yield from _parts(part)


class _Sets:
    """The sets of tiles that can be laid in a turn.

    Those of the relaxation are all that there are. Where its arrangements need not be legal, there is a pass for each
    case, and, where an opening is due, for each case with each opening that has a joker. In such a pass the taken
    jokers are free to go anywhere: what it finds is legal if none of them has to go into a new meld; else it has to be
    asked for on its own. A set that is known already is not looked for again.
    """

    def __init__(self, turn: Turn, known: Laid) -> None:
        self.turn = turn
        self.case, self.certain = relaxed(turn)
        self.free = free_tiles(self.case.problem)
        count = turn.rack.count(JOKER) + 1
        self.done = [0] * count
        self._know(Counter(known))
        self.begun = False
        self.all = self.due = self.natural = [-1] * count
        if not turn.opened:
            with_opening = words_with_openings(turn.rules, turn.rack, self.free)
            self.natural = with_opening[:1] * count
            self.due = with_opening + with_opening[-1:] * (count - len(with_opening))

    def _know(self, laid: Counter[Tile]) -> None:
        """Note a set that is known, if it is one of these."""
        word, more = 0, laid - Counter(self.turn.forced)
        jokers = more.pop(JOKER, 0)
        if Counter(self.turn.forced) - laid or any(more[tile] > self.free.get(tile, (0, 0))[1] for tile in more):
            return
        for tile, count in more.items():
            word += self.free[tile][0] * count
        self.done[jokers] |= 1 << word

    def at_once(self) -> Iterator[Table]:
        """The sets of which an arrangement is known to be legal, with a table for each.

        These are those of the relaxation, where each of its arrangements is; else those of the first case, where none
        of its jokers has to go into a new meld. An opening that is due has to be there without a joker.
        """
        if self.certain:
            yield from self._found(_Words(self.turn, self.case, self.free, self.due), sure=True)
        elif not self.turn.closed:
            self.begun = True
            yield from self._in_case(next(ways(self.turn)))

    def others(self) -> Iterator[Table]:
        """The other sets, with a table for each."""
        turn = self.turn
        if self.certain:
            return
        if turn.closed:
            yield from self._found(_Words(turn, self.case, self.free, self.due))
            return
        every: _Words | None = None
        for index, way in enumerate(ways(turn)):
            if index or not self.begun:
                yield from self._in_case(way)
            if index == PATIENCE:
                every = _Words(turn, self.case, self.free, self.due)
            if every and self._are_done(every):
                return
            if not turn.opened:
                yield from self._with_openings(way)

    def _in_case(self, way: Way) -> Iterator[Table]:
        """The sets of a case; an opening that is due without a joker."""
        case = case_of(self.turn, *way)
        if case is not None:
            words = _Words(self.turn, loosened(case), self.free, self.natural)
            sure = not case.problem.taken and (self.turn.opened or not self.turn.forced)
            yield from self._found(words, way, sure=sure)

    def _with_openings(self, way: Way) -> Iterator[Table]:
        """The sets of a case that have an opening with a joker."""
        for opening in openings(self.turn.rules, self.turn.rack, self.turn.work):
            forced = self.turn.together(opening)
            if forced is None or not any(JOKER in meld.tiles for meld in opening):
                continue
            for each in ways_with(forced, way, opening):
                case = case_of(forced, *each, opening)
                if case is not None:
                    words = _Words(self.turn, loosened(case), self.free, self.all)
                    yield from self._found(words, each, opening, sure=not case.problem.taken)

    def _are_done(self, every: "_Words") -> bool:
        """Whether all sets of the relaxation are known."""
        return not any(sets & ~done for sets, done in zip(every.sets(), self.done, strict=True))

    def _found(
        self, words: "_Words", way: Way | None = None, opening: Opening = (), *, sure: bool = False
    ) -> Iterator[Table]:
        """What a pass finds that is not known, with a legal table for each.

        Args:
            words: The pass.
            way: The case; None for the relaxation.
            opening: The opening that is forced.
            sure: Whether every arrangement of it is legal.
        """
        for word, jokers, path in words.every(self.done):
            table = words.table(path, jokers)
            if table is not None and not sure and not self.turn.allows(table):
                table = None
            if table is None:
                table = self._asked_for(self._spelled(word, jokers), way, opening)
            if table is not None:
                self.done[jokers] |= 1 << word
                yield table

    def _asked_for(self, laid: Laid, way: Way | None, opening: Opening) -> Table | None:
        """A legal table that lays just these tiles."""
        turn = self.turn.just(laid, laid)
        if way is None:
            return best_table(turn)
        found = best_of(turn, way, INFINITE, opening)
        return found.table if found else None

    def _spelled(self, word: int, jokers: int) -> Laid:
        """The tiles whose places a number is the sum of, with some jokers, and what has to be laid."""
        tiles = [*self.turn.forced, *[JOKER] * jokers]
        for tile in reversed(self.free):
            place, _ = self.free[tile]
            count, word = divmod(word, place)
            tiles += [tile] * count
        return tuple(sorted(tiles))


Free = dict[Tile, tuple[int, int]]
"""The tiles that may be laid or not: the place of each, and how many there are; low places first."""


def free_tiles(problem: Problem) -> Free:
    """The tiles of a problem that may be laid or not."""
    free: Free = {}
    place = 1
    for color, (every, must) in enumerate(zip(problem.tiles, problem.must, strict=True)):
        for number, count in enumerate(every):
            if count > must[number]:
                free[TILES[color][number]] = place, count - must[number]
                place *= count - must[number] + 1
    return free


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
    """The moves of a colour at a number."""

    def __init__(self, words: "_Words", color: int, at: int) -> None:
        problem, number = words.problem, words.graph.numbers[at]
        self.size = words.free.get(TILES[color][number], (0, 0))[0] if number <= problem.top else 0
        self.free = problem.tiles[color][number] - problem.must[color][number] if self.size else 0
        self.known: dict[tuple[int, int], list[_Option]] = {}

    def of(self, cell: Cell, code: int) -> list[_Option]:
        """The moves from a cell with a code."""
        key = cell[0], code
        found = self.known.get(key)
        if found is None:
            found = self.known[key] = [
                (move[6], move[3], move[1], self.size * (self.free - move[4].unlaid), move) for move in cell[2][code]
            ]
        return found


class _Words:
    """One pass through the numbers, and all that comes of it.

    Args:
        turn: The turn.
        case: The case.
        free: The tiles that sets are told apart by.
        wanted: The sets that are looked for, by how many jokers they have.
    """

    def __init__(self, turn: Turn, case: Case, free: Free, wanted: Sequence[int]) -> None:
        self.turn = turn
        self.stay = (*turn.table, *case.stay) if turn.closed else case.stay
        self.fixed = case.fixed
        nothing: tuple[tuple[OldRun, ...], ...] = ((), (), (), ())
        empty = ((),) * len(case.problem.old_groups)
        self.problem = evolve(case.problem, every=True, old_runs=nothing, old_groups=empty)
        self.free = free
        forced = Counter(case.forced) - Counter(turn.forced)
        self.extra = sum(place * forced[tile] for tile, (place, _) in free.items())
        self.wanted = wanted
        self.jokers = turn.rack.count(JOKER) - self.problem.wild_free
        self.graph = Graph(self.problem)
        self._end: list[_Spot] | None = None
        self.chains = [_Chain(self.graph, color) for color in range(4)]

    def end(self) -> list[_Spot]:
        """The last states, those with the fewest jokers first."""
        if self._end is None:
            layer: dict[int, _Spot] = {}
            if self.graph.start is not None:
                start = _Spot(self.graph.start, self.problem.wild)
                start.sets = 1 << self.extra
                layer = {0: start}
                for place in range(len(self.graph.numbers)):
                    layer = self._step(place, layer)
            self._end = sorted(layer.values(), key=lambda spot: -spot.left)
        return self._end

    def sets(self) -> list[int]:
        """The sets that are found, by how many jokers they have."""
        found = [0] * (self.turn.rack.count(JOKER) + 1)
        for spot in self.end():
            for jokers in range(self._least(spot), self.problem.wild_free + 1):
                found[jokers + self.jokers] |= spot.sets
        return [sets & wanted for sets, wanted in zip(found, self.wanted, strict=True)]

    def _least(self, spot: _Spot) -> int:
        """The fewest jokers that may be laid or not of those that come to a state."""
        return max(0, self.problem.wild - spot.left - self.problem.wild_must)

    def every(self, done: Sequence[int]) -> Iterator[tuple[int, int, _Path]]:
        """Every set, with each number of jokers that can be laid with it, those without many jokers first.

        Args:
            done: The sets that are left out, by how many jokers they have.
        """
        found: list[tuple[int, int, _Path]] = []
        for jokers, sets in enumerate(self.sets()):
            left = sets & ~done[jokers]
            if not jokers and not self.turn.forced:
                left &= ~1
            for spot in self.end():
                some = left & spot.sets
                if some and self._least(spot) <= jokers - self.jokers:
                    left &= ~some
                    found += [(word, jokers, path) for word, path in self._paths(spot, some)]
        found.sort(key=itemgetter(0, 1))
        yield from found

    def _paths(self, end: _Spot, sets: int) -> Iterator[tuple[int, _Path]]:
        """A path for each of some sets that lead to a state, found from its end on: what they share is shared."""
        first, second, third, fourth = self.chains
        numbers = self.graph.numbers
        waiting: list[tuple[_Spot, int, int, int, int, int, int, int, tuple[LaidRow, ...]]] = [
            (end, len(numbers), sets, self.extra, 0, 0, 0, 0, ())
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
        origins = 0
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
                                    origins += 1
                                    known.sets |= fresh
                                    known.origins.append((fresh, spot, choice, (move0, move1, move2, move3), place))
        self.problem.work.spend(origins)
        return after

    def table(self, path: _Path, jokers: int) -> Table | None:
        """The table of a path, with some jokers from the rack; None if there is no room for these."""
        left, links, groups = path
        rows = [*self.fixed, *groups]
        for chain, link in zip(self.chains, links, strict=True):
            rows += chain.laid(link)
        left -= self.problem.wild_free + self.jokers - jokers
        if left:
            laid = with_idle(self.problem, rows, left)
            if laid is None:
                return None
            rows = laid
        return table_of(rows, self.stay)
