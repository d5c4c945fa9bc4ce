"""The outcomes of the jokers of the table (A8-A14): branches of a request, each with its problem.

A *branch* decides the outcomes of the jokers of the first melds: a joker stays for a tile that it stood for, or it is
taken. The other jokers may go anywhere.

Lemma (relaxation): every legal table of a branch is an arrangement of its problem, and also of the problem of a child.
A taken joker is replaced (A11). Its replacement comes from the rack, and then the child forces it, or from the table,
and no tile leaves the table.
Lemma (strict first): whichever opening is laid, a taken joker of the table goes into a meld that is not needed to hold
a meld of the table. So every legal table of a branch without an opening is also an arrangement of its strict branch.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import product
from typing import Final

from attrs import frozen

from rami.pieces import without
from rami.rummikub.jokers import JokerOutcome, joker_outcomes, readings, replacements_due
from rami.rummikub.melds import Group, Meld, Run, Table
from rami.rummikub.solver.graph import Counts, LaidMeld, Problem
from rami.rummikub.solver.new_melds import NO_HOLDER, Holder, OldRun, holders, old_groups, old_run, old_runs, plans
from rami.rummikub.solver.request import Opening, Request, openings
from rami.rummikub.solver.runs import STAYING, TILE, WILD
from rami.rummikub.tiles import COLOR_INDEX, COLORS, JOKER, NUMBER, TILES, Tile
from rami.shapes import altered

MeldOutcome = tuple[JokerOutcome, ...]
"""The outcomes of the jokers of a meld."""


@frozen(eq=False)
class Branch:
    """A request, and the decisions about its jokers.

    Attributes:
        request: The request, with the tiles that must be laid.
        outcomes: The outcomes of the first melds with jokers.
        strict: Whether taken jokers go into new melds (A10).
        holders_decided: The doubtful old runs that are decided, each with its holder. The holder is None if no new run
            contains the old run, and `NO_HOLDER` if the holder of another old run contains it.
        grounded: Whether each run needs a natural tile, and no joker is unplaced.
        tidy: Whether few old melds should be disturbed.
        opening: The opening whose tiles must be laid, in a turn that may use the table; None for none yet.
        all_old: Whether melds of the opening count as old for every taken joker, not only for the jokers laid in them.
    """

    request: Request
    outcomes: tuple[MeldOutcome, ...] = ()
    strict: bool = False
    holders_decided: tuple[tuple[OldRun, Holder | None], ...] = ()
    grounded: bool = False
    tidy: bool = False
    opening: Opening | None = None
    all_old: bool = False

    @property
    def sources(self) -> tuple[Meld, ...]:
        """The melds whose jokers have an outcome: melds of the table and of the opening (A6)."""
        if self.request.table_closed:
            return ()
        return (*self.request.table.joker_melds, *[meld for meld in self.opening or () if JOKER in meld.tiles])

    @property
    def taken(self) -> int:
        """The number of jokers that are taken."""
        return sum(joker.stays_for is None for outcome in self.outcomes for joker in outcome)

    def with_jokers_staying(self) -> "Branch":
        """Return the branch with each joker staying at its place. It is solved sooner than the others."""
        return altered(self, outcomes=tuple(meld_outcomes(self.request, meld)[0] for meld in self.sources))

    @property
    def demands(self) -> tuple[list[JokerOutcome], Counter[Tile]]:
        """The jokers that stay, and the tiles that must be laid."""
        jokers = [joker for outcome in self.outcomes for joker in outcome]
        if not jokers:
            return [], Counter(self.request.forced)
        table = () if self.request.table_closed else self.request.table.tiles
        replacements = replacements_due([tile for joker in jokers for tile in joker.needs], table)
        return [joker for joker in jokers if joker.stays_for], Counter(self.request.forced) | replacements

    def contained(self, refused: Table) -> list[OldRun]:
        """Return the doubtful old runs that are not decided yet, inside a run with a joker of the refused table."""
        decided, doubtful = [old for old, _ in self.holders_decided], self.doubtful()
        undecided = [old for old in doubtful if decided.count(old) < doubtful.count(old)]
        with_joker = [old_run(meld) for meld in refused if isinstance(meld, Run) and JOKER in meld.tiles]
        return [
            old for old in undecided if any(old.color == run.color and old.numbers <= run.numbers for run in with_joker)
        ]

    def doubtful(self) -> list[OldRun]:
        """Return the old runs that a new run may contain, as the rack and table have all their natural tiles twice."""
        tiles = Counter((*self.request.table.tiles, *self.request.rack))
        return [old for old in old_runs(self.old_melds) if all(tiles[TILES[old.color][n]] > 1 for n in old.numbers)]

    def never_contained(self) -> list[OldRun]:
        """Return the old runs that no new run may contain."""
        doubtful = self.doubtful()
        sure = [old for old in old_runs(self.old_melds) if old not in doubtful]
        return [*sure, *[old for old, holder in self.holders_decided if holder is None]]

    @property
    def old_melds(self) -> tuple[Meld, ...]:
        """The old melds that a new meld must not be needed to hold: the melds of the table, and one of the opening.

        A meld of the opening is old for the jokers laid in it only (A6). So if all taken jokers come from one such
        meld, it is old for all of them. If they come from several melds, no meld of the opening counts as old. This
        allows too much, but the referee judges. If it refuses, the branch is tried again with all such melds old. This
        last step is not proved to find every play, but it is compared with brute force.
        """
        table = self.request.table
        if self.all_old:
            return (*table, *self.sources[len(table.joker_melds) :])
        taken = [place for place, jokers in enumerate(self.outcomes) if any(each.stays_for is None for each in jokers)]
        from_opening = len(taken) == 1 and taken[0] >= len(table.joker_melds)
        return (*table, self.sources[taken[0]]) if from_opening else table.melds

    def holding_melds(self) -> list[Run]:
        """Return the holders that are placed beside the rest."""
        return [
            Run([TILES[color][number] if piece == TILE else JOKER for number, piece in enumerate(pieces, first)])
            for color, first, pieces in self.holders
            if pieces
        ]

    @property
    def holders(self) -> list[Holder]:
        """The holders that are decided."""
        return [holder for _, holder in self.holders_decided if holder is not None]

    @property
    def memo_key(self) -> Hashable:
        """The memo key: branches with the same key have the same problem and the same children."""
        staying, forced = self.demands
        jokers = len(self.outcomes), self.taken, frozenset(Counter(staying).items())
        others = self.strict, self.holders_decided, self.grounded, self.opening, self.old_melds
        return jokers, frozenset(forced.items()), others


def children(branch: Branch, refused: Table | None) -> Iterator[Branch]:
    """Yield branches that together have all legal tables of a branch.

    The first stage that applies yields them.

    Args:
        branch: The branch.
        refused: The best arrangement of the branch, which is not legal; None if it has no place for every joker.
    """
    if refused is None:
        yield altered(branch, grounded=True)
        return
    yield from next(filter(None, (stage(branch, refused) for stage in _STAGES)), ())


def _decide_outcomes(branch: Branch, refused: Table) -> Iterator[Branch] | None:
    """Decide the outcomes of the jokers of one more meld."""
    if len(branch.outcomes) == len(branch.sources) or branch.request.jokers_are_free:
        return None
    return _with_outcomes(branch, refused)


def _with_outcomes(branch: Branch, refused: Table) -> Iterator[Branch]:
    """Yield a branch for each outcome of the next meld, staying jokers first.

    A child with the same problem has the same best arrangement, so its own children replace it.
    """
    for outcome in meld_outcomes(branch.request, branch.sources[len(branch.outcomes)]):
        child = altered(branch, outcomes=(*branch.outcomes, outcome))
        if child.demands == branch.demands:
            yield from children(child, refused)
        else:
            yield child


def _be_strict_without_opening(branch: Branch, refused: Table) -> Iterator[Branch] | None:
    """Try the strict branch before any opening, if the opening is not the only fault (Lemma strict first)."""
    if not _lacks_opening(branch) or branch.strict or not branch.taken:
        return None
    # One strict branch is solved sooner than a branch for each opening.
    return _be_strict(branch, refused) if branch.request.lacks_more_than_opening(refused) else None


def _lay_opening(branch: Branch, _: Table) -> Iterator[Branch] | None:
    """Force the tiles of each smallest opening.

    A branch without an opening allows more plays, so the jokers of the table are decided first.
    """
    if not _lacks_opening(branch):
        return None
    request = branch.request
    found = openings(request.rules, request.rack, request.budget)
    return (altered(branch, request=request.forcing(opening), opening=opening) for opening in found)


def _be_strict(branch: Branch, _: Table) -> Iterator[Branch] | None:
    """Put taken jokers into new melds. The strict branch does not count disturbed melds."""
    return None if branch.strict else iter((altered(branch, strict=True, tidy=False),))


def _decide_holder(branch: Branch, refused: Table) -> Iterator[Branch] | None:
    """Decide one doubtful old run inside a run with a joker of the refused table."""
    contained = branch.contained(refused)
    if not contained:
        return None
    old, problem = contained[0], problem_of(branch)
    # The refused table is an arrangement of the problem.
    assert problem
    # No new run contains the old run.
    decisions: list[Holder | None] = [None]
    # The holder of another old run contains it.
    if any(old.color == holder.color and old.numbers <= holder.naturals for holder in branch.holders):
        decisions.append(NO_HOLDER)
    # It has its own holder.
    decisions += holders(problem, old)
    return (altered(branch, holders_decided=(*branch.holders_decided, (old, holder))) for holder in decisions)


def _count_openings_as_old(branch: Branch, _: Table) -> Iterator[Branch] | None:
    """Count all melds of the opening as old."""
    return iter((altered(branch, all_old=True),)) if branch.opening and not branch.all_old else None


_STAGES: Final[tuple[Callable[[Branch, Table], Iterator[Branch] | None], ...]] = (
    _decide_outcomes,
    _be_strict_without_opening,
    _lay_opening,
    _be_strict,
    _decide_holder,
    _count_openings_as_old,
)
"""The ways to find children, in this order. Each returns None if it does not apply."""


def _lacks_opening(branch: Branch) -> bool:
    return branch.request.opening_due and branch.opening is None


def meld_outcomes(request: Request, meld: Meld) -> list[MeldOutcome]:
    """Return the possible outcomes of the jokers of a meld, sorted by the number of jokers taken."""
    found: dict[MeldOutcome, None] = {}
    for reading in readings(meld):
        options: list[list[JokerOutcome]] = []
        for tile in reading:
            stays, taken = joker_outcomes(request.rules, meld, tile)
            sorts = (Run, Group) if stays.sort is None else (stays.sort,)
            some = [JokerOutcome(tile, sort) for sort in sorts]
            options.append([*some, taken] if request.may_take else some)
        found |= dict.fromkeys(product(*options))
    return sorted(found, key=lambda outcome: sum(joker.stays_for is None for joker in outcome))


def problem_of(branch: Branch) -> Problem | None:
    """Return the problem of a branch; None if the rack lacks a tile that it demands."""
    request, top = branch.request, branch.request.rules.max_number
    table = Table(()) if request.table_closed else request.table
    staying, forced = branch.demands
    optional = list(without(request.rack, forced.elements()))
    # Some forced tile is not on the rack.
    if len(optional) + forced.total() > len(request.rack):
        return None
    # Wild jokers are all jokers that do not stay for a tile.
    must, may = table.tiles.count(JOKER) + forced[JOKER] - len(staying), optional.count(JOKER)
    wild = must + may
    required = tile_counts(top, [*table.tiles, *forced.elements()])
    weights = request.weights
    most_lost = sum(abs(weights.get(tile, 0)) for tile in request.rack)
    problem = Problem(
        top=top,
        size=len(COLORS),
        required=required,
        available=tile_counts(top, optional, required),
        weights=_weights(top, optional, weights),
        staying_in_runs=_staying_in(Run, top, staying),
        staying_in_groups=_staying_in(Group, top, staying),
        must=must,
        may=may,
        joker_weight=weights.get(JOKER, 0) if may else 0,
        unplaced=wild > 0 and not branch.grounded,
        infinite=1 << max(62, most_lost.bit_length() + 4),
        budget=request.budget,
        old=_naturals(table) if wild else frozenset(),
        crossing=_crossing(table, top) if branch.tidy else (),
        old_groups=old_groups(table, top) if branch.tidy else (),
    )
    for holder in branch.holders:
        problem = _without(problem, holder)
    if branch.strict and branch.taken:
        problem = altered(problem, taken=branch.taken, old_groups=old_groups(branch.old_melds, top))
        problem = altered(problem, plans=plans(problem, branch.never_contained()))
    return problem


def _staying_in(sort: type[Meld], top: int, staying: Iterable[JokerOutcome]) -> Counts:
    return tile_counts(top, [joker.stays_for for joker in staying if joker.stays_for and joker.sort is sort])


@lru_cache(maxsize=1 << 6)
def _crossing(table: Table, top: int) -> Counts:
    """Return the number of runs that reach each number from the one before, by color."""
    counts = [[0] * (top + 1) for _ in COLORS]
    for color, numbers in old_runs(table):
        for number in range(min(numbers) + 1, max(numbers) + 1):
            counts[color][number] += 1
    return tuple(map(tuple, counts))


@lru_cache(maxsize=1 << 6)
def _naturals(table: Table) -> frozenset[LaidMeld]:
    """Return the natural tiles of each meld."""
    return frozenset((isinstance(meld, Group), tuple(t for t in meld.tiles if t is not JOKER)) for meld in table)


def _without(problem: Problem, holder: Holder) -> Problem:
    """Return the problem without the tiles and jokers of a holder."""
    color, first, pieces = holder
    staying = frozenset(number for number, piece in enumerate(pieces, first) if piece == STAYING)
    wild = pieces.count(WILD)
    # The holder first uses the wild jokers that must be used.
    must = max(0, problem.must - wild)
    return altered(
        problem,
        required=_less(problem.required, color, holder.naturals),
        available=_less(problem.available, color, holder.naturals),
        staying_in_runs=_less(problem.staying_in_runs, color, staying),
        must=must,
        may=problem.wild - wild - must,
    )


def _less(counts: Counts, color: int, numbers: frozenset[int]) -> Counts:
    """Return counts with one less at some numbers of a color, but not below 0."""
    less = tuple(max(0, count - (number in numbers)) for number, count in enumerate(counts[color]))
    return (*counts[:color], less, *counts[color + 1 :])


def tile_counts(top: int, tiles: Iterable[Tile], more: Counts = ()) -> Counts:
    """Return the count of each natural tile, added to other counts."""
    counts = [list(each) for each in more] or [[0] * (top + 3) for _ in COLORS]
    for tile in tiles:
        if tile is not JOKER:
            counts[COLOR_INDEX[tile]][NUMBER[tile]] += 1
    return tuple(map(tuple, counts))


def _weights(top: int, optional: Iterable[Tile], weights: Mapping[Tile, int]) -> Counts:
    found = [[0] * (top + 3) for _ in COLORS]
    for tile in optional:
        if tile is not JOKER:
            found[COLOR_INDEX[tile]][NUMBER[tile]] = weights.get(tile, 0)
    return tuple(map(tuple, found))
