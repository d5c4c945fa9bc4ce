"""Every set of rack tiles that can be laid, with a table for each.

The relaxation, in which every joker may go anywhere, has every set: so none is missed. A set whose arrangement there is
not legal is looked for in the cases, or asked for on its own.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from rami.rummikub.melds import Table
from rami.rummikub.solver.best import INFINITE, best_of, best_table
from rami.rummikub.solver.cases import Way, case_of, loosened, relaxed, ways, ways_with
from rami.rummikub.solver.cells import Graph
from rami.rummikub.solver.openings import Opening, openings, words_with_openings
from rami.rummikub.solver.search import best_path
from rami.rummikub.solver.turns import Turn
from rami.rummikub.solver.words import Words, free_tiles
from rami.rummikub.tiles import JOKER, Tile

MOST_WORDS: Final = 14
"""Racks that make more sets of tiles than two to the power of this are taken apart; earlier by two for each joker."""

PATIENCE: Final = 1
"""After so many cases it is found out whether there can be any more sets: that takes as long as the largest case."""
MOST_RELAXED: Final = 2
"""Where more jokers are wild in the relaxation, that is put off until a case is as large."""

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


def _takes_all(way: Way) -> bool:
    """Whether no joker of the table stays."""
    return not any(fate.stays for lot in way[0] for fate in lot.fates)


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
            yield from self._found(Words(self.turn, self.case, self.free, self.due), sure=True)
        elif not self.turn.closed:
            self.begun = True
            yield from self._in_case(next(ways(self.turn)))

    def others(self) -> Iterator[Table]:
        """The other sets, with a table for each."""
        turn = self.turn
        if self.certain:
            return
        if turn.closed:
            yield from self._found(Words(turn, self.case, self.free, self.due))
            return
        every: Words | None = None
        for index, way in enumerate(ways(turn)):
            if index or not self.begun:
                yield from self._in_case(way)
            if not every and index >= PATIENCE and (self.case.problem.wild <= MOST_RELAXED or _takes_all(way)):
                every = Words(turn, self.case, self.free, self.due)
            if every and self._are_done(every):
                return
            if not turn.opened:
                yield from self._with_openings(way)

    def _in_case(self, way: Way) -> Iterator[Table]:
        """The sets of a case; an opening that is due without a joker."""
        case = case_of(self.turn, *way)
        if case is not None:
            words = Words(self.turn, loosened(case), self.free, self.natural)
            yield from self._found(words, way)

    def _with_openings(self, way: Way) -> Iterator[Table]:
        """The sets of a case that have an opening with a joker."""
        for opening in openings(self.turn.rules, self.turn.rack, self.turn.work):
            forced = self.turn.together(opening)
            if forced is None or not any(JOKER in meld.tiles for meld in opening):
                continue
            for each in ways_with(forced, way, opening):
                case = case_of(forced, *each, opening)
                if case is not None:
                    words = Words(self.turn, loosened(case), self.free, self.all)
                    yield from self._found(words, each, opening)

    def _are_done(self, every: Words) -> bool:
        """Whether all sets of the relaxation are known."""
        return not any(sets & ~done for sets, done in zip(every.sets(), self.done, strict=True))

    def _found(
        self, words: Words, way: Way | None = None, opening: Opening = (), *, sure: bool = False
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
