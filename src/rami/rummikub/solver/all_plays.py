"""Every subset of rack tiles that can be laid, with a table for each.

Every legal table is an arrangement of a case, so the cases have every subset; where all arrangements of the relaxation
are legal, that alone has. A subset whose arrangement is not legal is solved on its own. Subsets are found in passes
(`subset_pass`), many at a time; where passes would take too long, a block of subsets is solved for any of them, then
its halves, and so on.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Final, NamedTuple

from rami.errors import TooLarge
from rami.rummikub.melds import Table
from rami.rummikub.solver.best import INFINITE, best_of_outcome, best_of_outcomes, best_table, solve
from rami.rummikub.solver.cases import Case, build_case, relaxation
from rami.rummikub.solver.jokers import TableOutcome, outcomes_with, table_outcomes
from rami.rummikub.solver.openings import Opening, has_joker, having_fewer, openings, subsets_with_opening
from rami.rummikub.solver.request import Request, StepBudget
from rami.rummikub.solver.subset_pass import SubsetPass, free_tiles
from rami.rummikub.tiles import JOKER, Tile

MOST_SUBSETS: Final = 14
"""Racks with more subsets than two to the power of this are taken apart; earlier by two for each joker."""

LEAST: Final = 100_000
EACH: Final = 100_000
MOST: Final = 8_000_000
"""The step budget of all passes: so many for each possible subset, within these bounds. Beyond it, the subsets that are
left are solved one by one."""

MOST_QUICK: Final = 1_000
"""Tables with an opening that is not touched again are looked for before all others, up to so many."""

FEW: Final = 3
ASKED: Final = 200_000
"""After so many doubtful subsets of a case that cannot be laid, a strict pass looks for the others; its step budget for
each subset that is left."""

Laid = tuple[Tile, ...]


def every_table(request: Request) -> Iterator[Table]:
    """Yield a legal table for every subset that can be laid: the best one, then in a fixed order, quick ones first."""
    first = best_table(request)
    if first is None:
        return
    yield first
    request.budget.reset()
    known = {tuple(sorted(request.laid(first)))}
    if not (request.opened or request.table_closed):
        for table in islice(_after_openings(request), MOST_QUICK):
            laid = tuple(sorted(request.laid(table)))
            if laid not in known and request.allows(table):
                known.add(laid)
                yield table
                request.budget.reset()
    quick = request.opened or _has_natural_opening(request)
    for part in _parts(request):
        search = _SubsetSearch(part, known)
        for table in search.quickly() if quick else ():
            yield table
            request.budget.reset()
        for table in search.thoroughly():
            yield table
            request.budget.reset()


def _after_openings(request: Request) -> Iterator[Table]:
    """Yield tables with an opening as it is laid, beside what an opened rack makes of the table with the other tiles.

    They are legal, unless they take a joker before it is time (A14): for an opening is laid before all else.
    """
    for opening in openings(request.rules, request.rack, request.budget):
        yield Table([*request.table, *opening])
        for table in every_table(request.after(opening)):
            yield Table([*table, *opening])


def _has_natural_opening(request: Request) -> bool:
    """Return whether the rack has an opening without a joker."""
    naturals = [tile for tile in request.rack if tile != JOKER]
    return best_table(request.beside_the_table().restricted(naturals, ()), enough=True) is not None


def _is_large(request: Request) -> bool:
    """Return whether the free tiles make too many subsets."""
    free = Counter(tile for tile in request.rack if tile != JOKER)
    free.subtract(tile for tile in request.forced if tile != JOKER)
    size = 1
    for count in free.values():
        size *= count + 1
    return size >> max(0, MOST_SUBSETS - 2 * request.rack.count(JOKER)) > 1


def _parts(request: Request) -> Iterator[Request]:
    """Yield the request in parts with few subsets, each of which lays some tiles a given number of times."""
    if not _is_large(request):
        yield request
        return
    rack, forced = request.rack, request.forced
    tile = min(tile for tile in rack if tile != JOKER and rack.count(tile) > forced.count(tile))
    others = [each for each in rack if each != tile]
    demanded = [each for each in forced if each != tile]
    for count in range(forced.count(tile), rack.count(tile) + 1):
        part = request.restricted(sorted([*others, *[tile] * count]), sorted([*demanded, *[tile] * count]))
        if request.table_closed:
            possible = best_table(part) is not None
        else:
            case, _ = relaxation(part)
            possible = solve(case, INFINITE) is not None
        if possible:
            yield from _parts(part)


def _each(subsets: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield each subset of some masks after its number of jokers."""
    for jokers, some in enumerate(subsets):
        for subset in range(some.bit_length()):
            if some >> subset & 1:
                yield jokers, subset


class _Source(NamedTuple):
    """Where subsets come from: a case, its outcome (None for the relaxation), and the opening that is forced."""

    case: Case
    outcome: TableOutcome | None = None
    opening: Opening = ()


class _SubsetSearch:
    """The subsets that can be laid in a request.

    Where all arrangements of the relaxation are legal, it has all of them. Else there is a pass for each case, and,
    where an opening is due, for each case with each opening that has a joker. In such a pass the taken jokers may go
    anywhere: what it finds is legal if none of them has to go into a new meld; else it is doubtful, and is looked for
    at the end by a strict pass, or solved on its own. A known subset is not looked for again.

    Lists of masks have an entry for each number of jokers.
    """

    def __init__(self, request: Request, known: Iterable[Laid]) -> None:
        self.request = request
        self.case, self.certain = relaxation(request)
        self.free = free_tiles(self.case.problem)
        self.blocks: list[tuple[Tile, int]] = [(tile, place * (n + 1)) for tile, (place, n) in self.free.items()]
        count = request.rack.count(JOKER) + 1
        _, size = self.blocks[-1] if self.blocks else (JOKER, 1)
        self.every = (1 << size) - 1
        self.done = [0] * count
        self.done[0] |= not request.forced  # to lay nothing is no play
        for laid in known:
            self._note(Counter(laid))
        self.begun = False
        self.given_up = False
        self.left: list[TableOutcome] | None = None
        self.doubtful: list[tuple[_Source, list[int]]] = []
        self.all = self.due = self.natural = [self.every] * count
        if not request.opened:
            with_opening = subsets_with_opening(request.rules, request.rack, self.free)
            self.natural = with_opening[:1] * count
            self.due = with_opening + with_opening[-1:] * (count - len(with_opening))
        self.budget = self._budget(min(MOST, LEAST + EACH * self._count_unknown(self.due)))

    def _budget(self, steps: int) -> StepBudget:
        """Return the step budget of passes: that of the caller, if it is fixed."""
        return self.request.budget if self.request.budget.fixed else StepBudget(steps)

    def _note(self, laid: Counter[Tile]) -> None:
        """Note a subset as known, if it is one of this search."""
        subset, more = 0, laid - Counter(self.request.forced)
        jokers = more.pop(JOKER, 0)
        if Counter(self.request.forced) - laid:
            return
        for tile, count in more.items():
            place, most = self.free.get(tile, (0, 0))
            if count > most:
                return
            subset += place * count
        self.done[jokers] |= 1 << subset

    def quickly(self) -> Iterator[Table]:
        """Yield tables for the subsets that have a legal arrangement for sure.

        These are those of the relaxation, where each of its arrangements is legal; else those of the first case, where
        none of its jokers has to go into a new meld. An opening that is due has to be there without a joker.
        """
        if self.certain:
            yield from self._found(_Source(self.case), self.due, sure=True)
        elif not self.request.table_closed:
            self.begun = True
            yield from self._in_case(next(table_outcomes(self.request)))

    def thoroughly(self) -> Iterator[Table]:
        """Yield tables for the other subsets."""
        if self.request.table_closed:
            yield from self._found(_Source(self.case), self.due)
        elif not self.certain:
            yield from self._in_cases()
        if self.request.opened or not self.given_up:
            yield from self._decided()
        if self.given_up:
            for jokers in range(len(self.done)):
                yield from self._in_block(jokers, 0, len(self.blocks))

    def _in_cases(self) -> Iterator[Table]:
        """Yield tables for the unknown subsets of the cases."""
        request = self.request
        outcomes = list(table_outcomes(request))
        for index, outcome in enumerate(outcomes):
            if index or not self.begun:
                yield from self._in_case(outcome)
            if request.opened:
                self.left = outcomes[index + (not self.given_up) :]
            if self.given_up or self.left == [] or not self._count_unknown(self.due):
                return
            if not request.opened:
                yield from self._with_openings(outcome)

    def _count_unknown(self, subsets: Sequence[int]) -> int:
        """Return how many of some subsets are not known."""
        return sum((some & ~done).bit_count() for some, done in zip(subsets, self.done, strict=True))

    def _pass(self, case: Case, wanted: Sequence[int]) -> SubsetPass | None:
        """Make a pass; None if passes take too long, now and ever after."""
        if self.given_up:
            return None
        try:
            return SubsetPass(self.request, case, self.free, wanted, self.budget)
        except TooLarge:
            self.given_up = True
            return None

    def _in_case(self, outcome: TableOutcome) -> Iterator[Table]:
        """Yield tables for the subsets of a case; an opening that is due has no joker."""
        case = build_case(self.request, outcome)
        if case is not None:
            yield from self._found(_Source(case, outcome), self.natural)

    def _with_openings(self, outcome: TableOutcome) -> Iterator[Table]:
        """Yield tables for the subsets of a case that have an opening with a joker."""
        for opening in openings(self.request.rules, self.request.rack, self.request.budget):
            forced = self.request.forcing(opening) if has_joker(opening) else None
            if forced is None:
                continue
            within = self._having(Counter(forced.forced))
            if not self._count_unknown([subsets & within for subsets in self.due]):
                continue
            for each in outcomes_with(forced, outcome, opening):
                case = build_case(forced, each, opening)
                if case is not None:
                    yield from self._found(_Source(case, each, opening), self.all)

    def _having(self, laid: Counter[Tile]) -> int:
        """Return the subsets that have all of these tiles, jokers apart."""
        more = laid - Counter(self.request.forced)
        within = self.every
        for tile, (place, count) in self.free.items():
            if more[tile]:
                within &= ~having_fewer(place, count, more[tile], self.every.bit_length())
        return within

    def _found(self, source: _Source, wanted: Sequence[int], *, sure: bool = False) -> Iterator[Table]:
        """Yield legal tables for the unknown subsets that a pass finds, and note the others as doubtful.

        Args:
            source: The case.
            wanted: The subsets that are looked for.
            sure: Whether every arrangement is legal.
        """
        case = source.case.loosened() if source.outcome else source.case
        found = self._pass(case, wanted)
        if found is None:
            return
        doubtful = [0] * len(self.done)
        self.doubtful.append((source, doubtful))
        for subset, jokers, path in found.paths(self.done):
            table = found.table(path, jokers)
            if table is not None and (sure or self.request.allows(table)):
                self.done[jokers] |= 1 << subset
                yield table
            else:
                doubtful[jokers] |= 1 << subset

    def _decided(self) -> Iterator[Table]:
        """Yield tables for the doubtful subsets that can be laid after all.

        They are solved one by one; where some of a case cannot be laid, a stricter pass looks for the others.
        """
        for source, subsets in self.doubtful:
            failed = 0
            strict = source.case.looser or source.case
            may_pass = bool(source.outcome and self.request.opened and strict.problem.taken)
            for jokers, subset in _each(subsets):
                if failed == FEW and may_pass:
                    may_pass = False
                    yield from self._strictly(strict, subsets)
                if not (subsets[jokers] & ~self.done[jokers]) >> subset & 1:
                    continue
                table = self._solved(self._spelled(subset, jokers), source)
                if table is None:
                    failed += 1
                    continue
                self.done[jokers] |= 1 << subset
                yield table

    def _strictly(self, strict: Case, subsets: list[int]) -> Iterator[Table]:
        """Yield tables for subsets that a strict pass finds; only what it finds stays doubtful."""
        budget = self._budget(min(2 * MOST, ASKED * self._count_unknown(subsets)))
        try:
            found = SubsetPass(self.request, strict, self.free, subsets, budget)
        except TooLarge:
            return
        for subset, jokers, path in found.paths(self.done):
            table = found.table(path, jokers)
            if table is not None and self.request.allows(table):
                self.done[jokers] |= 1 << subset
                yield table
        subsets[:] = found.subsets()

    def _solved(self, laid: Laid, source: _Source) -> Table | None:
        """Return a legal table that lays just these tiles."""
        self.request.budget.reset()
        request = self.request.restricted(laid, laid)
        if source.outcome is None:
            return best_table(request)
        found = best_of_outcome(request, source.outcome, INFINITE, source.opening)
        return found.table if found else None

    def _in_block(self, jokers: int, subset: int, kinds: int) -> Iterator[Table]:
        """Yield tables for the unknown subsets of a block.

        A *block* has the subsets that differ only in the first kinds of tiles: their numbers follow each other. Where
        none of them is known, the block is solved for any of them: there is none, or one is known then.

        Args:
            jokers: The number of jokers of the subsets.
            subset: The first of them.
            kinds: How many kinds of tiles they differ in.
        """
        tile, size = self.blocks[kinds - 1] if kinds else (JOKER, 1)
        block = (1 << size) - 1
        if not (self.due[jokers] & ~self.done[jokers]) >> subset & block:
            return
        if not self.done[jokers] >> subset & block:
            laid = self._spelled(subset, jokers)
            free = [each for each, _ in self.blocks[:kinds] for _ in range(self.free[each].copies)]
            table = self._any(self.request.restricted(sorted([*laid, *free]), laid))
            if table is None:
                return
            self._note(Counter(self.request.laid(table)))
            yield table
        if kinds:
            place, count = self.free[tile]
            for number in range(count + 1):
                yield from self._in_block(jokers, subset + number * place, kinds - 1)

    def _any(self, request: Request) -> Table | None:
        """Return any legal table for this part, trying only cases that no pass has covered."""
        request.budget.reset()
        if self.left is None:
            return best_table(request, enough=request.opened)
        found = best_of_outcomes(request, self.left)
        return found.table if found else None

    def _spelled(self, subset: int, jokers: int) -> Laid:
        """Return the tiles of a subset with some jokers, and the forced tiles."""
        tiles = [*self.request.forced, *[JOKER] * jokers]
        for tile in reversed(self.free):
            count, subset = divmod(subset, self.free[tile].place)
            tiles += [tile] * count
        return tuple(sorted(tiles))
