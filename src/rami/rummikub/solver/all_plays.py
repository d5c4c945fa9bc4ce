"""Every set of rack tiles that can be laid, with a table for each.

The relaxation, in which every joker may go anywhere, has every set: so none is missed. A set whose arrangement there is
not legal is looked for in the cases, or asked for on its own. Sets are found in passes (`words`), many at a time; where
passes would take too long, any set of a block of sets is asked for, then any of its halves, and so on.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from rami.errors import TooLarge
from rami.rummikub.melds import Table
from rami.rummikub.solver.best import INFINITE, best_of, best_of_ways, best_table, solve
from rami.rummikub.solver.joker_cases import Case, Way, case_of, loosened, relaxed, ways, ways_with
from rami.rummikub.solver.openings import Opening, having_fewer, openings, words_with_openings
from rami.rummikub.solver.problem import Work
from rami.rummikub.solver.request import Turn
from rami.rummikub.solver.subset_pass import Words, free_tiles
from rami.rummikub.tiles import JOKER, Tile

MOST_WORDS: Final = 14
"""Racks that make more sets of tiles than two to the power of this are taken apart; earlier by two for each joker."""

PATIENCE: Final = 1
"""After so many cases it is found out whether there can be any more sets: that takes as long as the largest case."""
MOST_RELAXED: Final = 2
"""Where more jokers are wild in the relaxation, that is put off until a case is as large."""

LEAST: Final = 100_000
EACH: Final = 100_000
MOST: Final = 8_000_000
"""The most steps of all passes: some for each set that there might be, but no more than these. Where they take more,
the other sets are asked for one by one."""

FEW: Final = 3
ASKED: Final = 200_000
"""Where a case has not got so many of the sets that were asked for one by one, there is a pass with all that it asks;
it may take so many steps for each set that is left."""

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
        if (best_table(part) if turn.closed else solve(relaxed(part)[0], INFINITE)) is not None:
            yield from _parts(part)


def _words_of(sets: int) -> Iterator[int]:
    """The sets of a set of sets."""
    while sets:
        yield (sets & -sets).bit_length() - 1
        sets &= sets - 1


def _takes_all(way: Way) -> bool:
    """Whether no joker of the table stays."""
    return not any(fate.stays for lot in way[0] for fate in lot.fates)


class _Sets:
    """The sets of tiles that can be laid in a turn.

    Those of the relaxation are all that there are. Where its arrangements need not be legal, there is a pass for each
    case, and, where an opening is due, for each case with each opening that has a joker. In such a pass the taken
    jokers are free to go anywhere: what it finds is legal if none of them has to go into a new meld; else it is
    doubtful, and is looked for at the end by a pass that minds them, or asked for on its own. A set that is known
    already is not looked for again.
    """

    def __init__(self, turn: Turn, known: Laid) -> None:
        self.turn = turn
        self.case, self.certain = relaxed(turn)
        self.free = free_tiles(self.case.problem)
        self.blocks: list[tuple[Tile, int]] = [(tile, place * (n + 1)) for tile, (place, n) in self.free.items()]
        count = turn.rack.count(JOKER) + 1
        self.every = (1 << (self.blocks[-1][1] if self.blocks else 1)) - 1
        self.done = [0] * count
        self.done[0] |= not turn.forced  # to lay nothing is no play
        self._know(Counter(known))
        self.begun = False
        self.given_up = False
        self.left: list[Way] | None = None
        self.doubtful: list[tuple[Case, Way | None, Opening, list[int]]] = []
        self.all = self.due = self.natural = [self.every] * count
        if not turn.opened:
            with_opening = words_with_openings(turn.rules, turn.rack, self.free)
            self.natural = with_opening[:1] * count
            self.due = with_opening + with_opening[-1:] * (count - len(with_opening))
        self.work = Work(min(MOST, LEAST + EACH * self._unknown(self.due)))

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
            yield from self._found(self.case, self.due, sure=True)
        elif not self.turn.closed:
            self.begun = True
            yield from self._in_case(next(ways(self.turn)))

    def others(self) -> Iterator[Table]:
        """The other sets, with a table for each."""
        if self.turn.closed:
            yield from self._found(self.case, self.due)
        elif not self.certain:
            yield from self._of_cases()
        if self.turn.opened or not self.given_up:
            yield from self._decided()
        if self.given_up:
            for jokers in range(len(self.done)):
                yield from self._asked_for(jokers, 0, len(self.blocks))

    def _of_cases(self) -> Iterator[Table]:
        """What the cases have that is not known, with a table for each set."""
        turn = self.turn
        every: list[int] | None = None
        cases = list(ways(turn))
        for index, way in enumerate(cases):
            if index or not self.begun:
                yield from self._in_case(way)
            if turn.opened:
                self.left = cases[index + (not self.given_up) :]
            if self.given_up or self.left == []:
                return
            if not every and index >= PATIENCE and (self.case.problem.wild <= MOST_RELAXED or _takes_all(way)):
                words = self._pass(self.case, self.due)
                every = words.sets() if words else None
            if self.given_up or not self._unknown(every or self.due):
                return
            if not turn.opened:
                yield from self._with_openings(way, every or self.due)

    def _having(self, laid: Counter[Tile]) -> int:
        """Return the sets, as bits, that have all of these tiles, jokers apart."""
        more = laid - Counter(self.turn.forced)
        within = self.every
        for tile, (place, count) in self.free.items():
            if more[tile]:
                within &= ~having_fewer(place, count, more[tile], self.every.bit_length())
        return within

    def _unknown(self, every: Sequence[int]) -> int:
        """How many of some sets are not known."""
        return sum((sets & ~done).bit_count() for sets, done in zip(every, self.done, strict=True))

    def _pass(self, case: Case, wanted: Sequence[int]) -> Words | None:
        """A pass through the numbers; None if passes take too long, now and ever after."""
        if self.given_up:
            return None
        try:
            words = Words(self.turn, case, self.free, wanted, self.work)
            words.end()
        except TooLarge:
            self.given_up = True
            return None
        return words

    def _in_case(self, way: Way) -> Iterator[Table]:
        """The sets of a case; an opening that is due without a joker."""
        case = case_of(self.turn, *way)
        if case is not None:
            yield from self._found(case, self.natural, way)

    def _with_openings(self, way: Way, wanted: Sequence[int]) -> Iterator[Table]:
        """Yield the wanted sets of a case that have an opening with a joker, with a table for each."""
        for opening in openings(self.turn.rules, self.turn.rack, self.turn.work):
            forced = self.turn.together(opening)
            if forced is None or not any(JOKER in meld.tiles for meld in opening):
                continue
            within = self._having(Counter(forced.forced))
            if not self._unknown([sets & within for sets in wanted]):
                continue
            for each in ways_with(forced, way, opening):
                case = case_of(forced, *each, opening)
                if case is not None:
                    yield from self._found(case, self.all, each, opening)

    def _found(
        self, case: Case, wanted: Sequence[int], way: Way | None = None, opening: Opening = (), *, sure: bool = False
    ) -> Iterator[Table]:
        """What a pass finds that is not known, with a legal table for each.

        Args:
            case: The case.
            wanted: The sets that are looked for, by how many jokers they have.
            way: What the case is made of; None for the relaxation.
            opening: The opening that is forced.
            sure: Whether every arrangement of it is legal.
        """
        words = self._pass(loosened(case) if way else case, wanted)
        if words is None:
            return
        doubtful = [0] * len(self.done)
        self.doubtful.append((case, way, opening, doubtful))
        for word, jokers, path in words.every(self.done):
            table = words.table(path, jokers)
            if table is not None and (sure or self.turn.allows(table)):
                self.done[jokers] |= 1 << word
                yield table
            else:
                doubtful[jokers] |= 1 << word

    def _decided(self) -> Iterator[Table]:
        """The doubtful sets that can be laid after all, with a table for each.

        They are asked for one by one; where some of a case cannot be laid, one pass tells of the others.
        """
        for case, way, opening, sets in self.doubtful:
            failed = 0
            for jokers in range(len(sets)):
                for word in _words_of(sets[jokers]):
                    if failed == FEW and way and self.turn.opened:
                        failed += 1
                        yield from self._strictly(case, sets)
                    if (sets[jokers] & ~self.done[jokers]) >> word & 1:
                        table = self._asked(self._spelled(word, jokers), way, opening)
                        if table is None:
                            failed += 1
                        else:
                            self.done[jokers] |= 1 << word
                            yield table

    def _strictly(self, case: Case, sets: list[int]) -> Iterator[Table]:
        """Those of some sets that a pass finds with all that a case asks; only what it finds is in doubt then."""
        strict = case.looser or case
        if not strict.problem.taken:
            return
        try:
            words = Words(self.turn, strict, self.free, sets, Work(min(2 * MOST, ASKED * self._unknown(sets))))
            words.end()
        except TooLarge:
            return
        for word, jokers, path in words.every(self.done):
            table = words.table(path, jokers)
            if table is not None and self.turn.allows(table):
                self.done[jokers] |= 1 << word
                yield table
        sets[:] = words.sets()

    def _asked(self, laid: Laid, way: Way | None, opening: Opening) -> Table | None:
        """A legal table that lays just these tiles."""
        self.turn.work.renew()
        turn = self.turn.just(laid, laid)
        if way is None:
            return best_table(turn)
        found = best_of(turn, way, INFINITE, opening)
        return found.table if found else None

    def _asked_for(self, jokers: int, word: int, kinds: int) -> Iterator[Table]:
        """The sets of a block that are not known, with a table for each.

        A *block* has the sets that differ only in the first kinds of tiles: their numbers follow each other. Where none
        of them is known, any of them is asked for: there is none, or it is known then.

        Args:
            jokers: How many jokers the sets have.
            word: The first of them.
            kinds: How many kinds of tiles they differ in.
        """
        tile, size = self.blocks[kinds - 1] if kinds else (JOKER, 1)
        block = (1 << size) - 1
        if not (self.due[jokers] & ~self.done[jokers]) >> word & block:
            return
        if not self.done[jokers] >> word & block:
            laid = self._spelled(word, jokers)
            free = [each for each, _ in self.blocks[:kinds] for _ in range(self.free[each][1])]
            table = self._any(self.turn.just(sorted([*laid, *free]), laid))
            if table is None:
                return
            self._know(Counter(self.turn.laid(table)))
            yield table
        if kinds:
            place, count = self.free[tile]
            for number in range(count + 1):
                yield from self._asked_for(jokers, word + number * place, kinds - 1)

    def _any(self, turn: Turn) -> Table | None:
        """Any legal table of a part of the turn, in a case of which there was no pass."""
        turn.work.renew()
        if self.left is None:
            return best_table(turn, enough=turn.opened)
        found = best_of_ways(turn, self.left)
        return found.table if found else None

    def _spelled(self, word: int, jokers: int) -> Laid:
        """The tiles whose places a number is the sum of, with some jokers, and what has to be laid."""
        tiles = [*self.turn.forced, *[JOKER] * jokers]
        for tile in reversed(self.free):
            place, _ = self.free[tile]
            count, word = divmod(word, place)
            tiles += [tile] * count
        return tuple(sorted(tiles))
