"""The outcomes of the jokers of the table (A8-A14), as branches of a request, each with a problem.

A *branch* has decided the outcomes of the jokers of some melds: a joker stays for a tile that it stood for, or it is
taken. The other jokers may go anywhere.
Lemma (relaxation): every legal table of a branch is an arrangement of its problem, and one of a child, too. For a taken
joker is replaced (A11), by a tile of the rack that the child then forces, or by one that lies there, for no tile leaves
the table.
Lemma (strict first): a table joker that is taken goes into a meld that is new beside the melds of the table, whichever
opening is laid. So every legal table of a branch without an opening is an arrangement of its strict branch without one.
"""

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import product

from attrs import frozen

from rami.pieces import without
from rami.rummikub.jokers import JokerOutcome, joker_outcomes, readings, replacements_due
from rami.rummikub.melds import Group, Meld, Run, Table
from rami.rummikub.solver.graph import Counts, LaidMeld, Problem
from rami.rummikub.solver.new_melds import NO_HOLDER, Holder, OldRun, holders, old_groups, old_run, old_runs, patterns
from rami.rummikub.solver.request import Opening, Request, openings
from rami.rummikub.solver.runs import HELD, TILE, WILD
from rami.rummikub.tiles import COLORS, JOKER, NUMBER, ROW, TILES, Tile
from rami.shapes import altered

MeldOutcome = tuple[JokerOutcome, ...]
"""The outcomes of the jokers of a meld."""


@frozen(eq=False)
class Branch:
    """A request, and what is decided of its jokers.

    Attributes:
        request: The request, with the tiles that must be laid.
        outcomes: The outcomes of the first melds with jokers.
        strict: Whether taken jokers go into new melds (A10).
        held: Doubtful old runs, each with its holder; None where no new run contains it, `NO_HOLDER` where a holder of
            another old run holds it too.
        grounded: Whether each run gets a natural tile, and no joker is idle.
        tidy: Whether few old melds are to be disturbed.
        opening: The opening whose tiles must be laid, in a turn that may use the table; None for none yet.
        all_old: Whether melds of the opening count as old for every taken joker, not for their own alone.
    """

    request: Request
    outcomes: tuple[MeldOutcome, ...] = ()
    strict: bool = False
    held: tuple[tuple[OldRun, Holder | None], ...] = ()
    grounded: bool = False
    tidy: bool = False
    opening: Opening | None = None
    all_old: bool = False

    @property
    def sources(self) -> tuple[Meld, ...]:
        """The melds whose jokers have an outcome: those of the table, and those of the opening (A6)."""
        if self.request.table_closed:
            return ()
        return (*self.request.table.joker_melds, *[meld for meld in self.opening or () if JOKER in meld.tiles])

    @property
    def taken(self) -> int:
        """The number of jokers that are taken."""
        return sum(joker.stays is None for outcome in self.outcomes for joker in outcome)

    def staying(self) -> "Branch":
        """Return the branch in which each joker stays where it lies: what it can lay is soon found."""
        return altered(self, outcomes=tuple(meld_outcomes(self.request, meld)[0] for meld in self.sources))

    def children(self, refused: Table) -> Iterator["Branch"]:
        """Yield the branches that together have all its legal tables, those first in which jokers stay.

        Openings come after the jokers of the table: what a turn lays with one is an arrangement of the branch without.
        The table `refused` is the best arrangement of this branch, but not legal. A child with the same problem has the
        same one, so it gives way to its own children.
        """
        sources, decided = self.sources, len(self.outcomes)
        if decided < len(sources) and not self.request.jokers_are_free:
            for outcome in meld_outcomes(self.request, sources[decided]):
                child = altered(self, outcomes=(*self.outcomes, outcome))
                if child.demands == self.demands:  # and so the same problem
                    yield from child.children(refused)
                else:
                    yield child
        elif self.request.opening_due and self.opening is None:
            if self.taken and not self.strict and self.request.lacks_more_than_opening(refused):
                # Lemma strict first: one strict branch is solved sooner than one for each opening.
                yield altered(self, strict=True, tidy=False)
                return
            for opening in openings(self.request.rules, self.request.rack, self.request.budget):
                yield altered(self, request=self.request.forcing(opening), opening=opening)
        else:
            yield from self._stricter(refused)

    @property
    def demands(self) -> tuple[list[JokerOutcome], Counter[Tile]]:
        """The jokers that stay, and the tiles that must be laid."""
        jokers = [joker for outcome in self.outcomes for joker in outcome]
        if not jokers:
            return [], Counter(self.request.forced)
        table = () if self.request.table_closed else self.request.table.tiles
        due = replacements_due([tile for joker in jokers for tile in joker.needs], table)
        return [joker for joker in jokers if joker.stays], Counter(self.request.forced) | due

    def _stricter(self, refused: Table) -> Iterator["Branch"]:
        """Yield the branches of the next of three stages, which come back here for the stages after it.

        First, taken jokers go into new melds. Then the doubtful old runs inside some run of the refused table that has
        a joker are decided, one at a time. Where none is left, all melds of the opening count as old.
        """
        if not self.strict:
            yield altered(self, strict=True, tidy=False)  # it no longer matters how many old melds are disturbed
            return
        contained = self._contained(refused)
        if not contained:
            if self.opening and not self.all_old:
                yield altered(self, all_old=True)
            return
        first, problem = contained[0], problem_of(self)
        assert problem  # it has an arrangement, the one refused
        # Either no new run contains it,
        decisions: list[Holder | None] = [None]
        # or it lies in the holder of another old run,
        if any(first.color == holder.color and first.numbers <= holder.naturals for holder in self.holders):
            decisions.append(NO_HOLDER)
        # or in one of its own.
        for holder in (*decisions, *holders(problem, first)):
            yield altered(self, held=(*self.held, (first, holder)))

    def _contained(self, refused: Table) -> list[OldRun]:
        """Return the doubtful old runs, not decided yet, inside a run with a joker of the refused table."""
        decided, doubtful = [old for old, _ in self.held], self.doubtful()
        undecided = [old for old in doubtful if decided.count(old) < doubtful.count(old)]
        with_joker = [old_run(meld) for meld in refused if isinstance(meld, Run) and JOKER in meld.tiles]
        return [
            old for old in undecided if any(old.color == run.color and old.numbers <= run.numbers for run in with_joker)
        ]

    def doubtful(self) -> list[OldRun]:
        """Return the old runs that a new run may contain, for all their natural tiles are there twice."""
        tiles = Counter((*self.request.table.tiles, *self.request.rack))
        return [old for old in old_runs(self.old_melds) if all(tiles[TILES[old.color][n]] > 1 for n in old.numbers)]

    def kept_whole(self) -> list[OldRun]:
        """Return the old runs that no new run may contain."""
        doubtful = self.doubtful()
        sure = [old for old in old_runs(self.old_melds) if old not in doubtful]
        return [*sure, *[old for old, holder in self.held if holder is None]]

    @property
    def old_melds(self) -> tuple[Meld, ...]:
        """The melds that a new one may not be needed to hold: those of the table, and one of the opening.

        A meld of the opening is old for the jokers laid in it, and for no others (A6). So where all taken
        jokers come from one such meld, it is old for all of them. Where they come from several melds, it is left out,
        which only allows more, and the referee judges; what it refuses is tried again with all such melds old. That
        this finds every play of several origins is not proved: it is compared with brute force.
        """
        table = self.request.table
        if self.all_old:
            return (*table, *self.sources[len(table.joker_melds) :])
        taken = [place for place, outcome in enumerate(self.outcomes) if any(joker.stays is None for joker in outcome)]
        own = len(taken) == 1 and taken[0] >= len(table.joker_melds)
        return (*table, self.sources[taken[0]]) if own else table.melds

    def holding_melds(self) -> list[Run]:
        """Return the holders that lie beside the rest."""
        return [
            Run([TILES[color][number] if piece == TILE else JOKER for number, piece in enumerate(pieces, first)])
            for color, first, pieces in self.holders
            if pieces
        ]

    @property
    def holders(self) -> list[Holder]:
        """The holders that are decided."""
        return [holder for _, holder in self.held if holder is not None]

    @property
    def essence(self) -> Hashable:
        """All that decides its problem and its children: of branches with the same, one finds every table."""
        staying, forced = self.demands
        jokers = len(self.outcomes), self.taken, frozenset(Counter(staying).items())
        others = self.strict, self.held, self.grounded, self.opening, self.old_melds
        return jokers, frozenset(forced.items()), others

    @property
    def depth(self) -> int:
        """How much is decided."""
        return len(self.outcomes) + self.strict + len(self.held)


def meld_outcomes(request: Request, meld: Meld) -> list[MeldOutcome]:
    """Return what may become of the jokers of a meld."""
    found: dict[MeldOutcome, None] = {}
    for reading in readings(meld):
        options: list[list[JokerOutcome]] = []
        for tile in reading:
            stays, taken = joker_outcomes(request.rules, meld, tile)
            sorts = (Run, Group) if stays.sort is None else (stays.sort,)
            some = [JokerOutcome(tile, sort) for sort in sorts]
            options.append([*some, taken] if request.may_take else some)
        found |= dict.fromkeys(product(*options))
    return sorted(found, key=lambda outcome: sum(joker.stays is None for joker in outcome))


def problem_of(branch: Branch) -> Problem | None:
    """Return the problem of a branch; None if the rack lacks a tile that it demands."""
    request, top = branch.request, branch.request.rules.max_number
    table = Table(()) if request.table_closed else request.table
    staying, forced = branch.demands
    free = list(without(request.rack, forced.elements()))
    if len(free) + forced.total() > len(request.rack):  # some forced tile was not there to be taken out
        return None
    # Wild jokers are all but those that stay for a tile. Those of the table and those forced have to be used.
    due, spare = table.tiles.count(JOKER) + forced[JOKER] - len(staying), free.count(JOKER)
    wild = due + spare
    required = tile_counts(top, [*table.tiles, *forced.elements()])
    weights = request.weights
    most_lost = sum(abs(weights.get(tile, 0)) for tile in request.rack)
    problem = Problem(
        top=top,
        size=len(COLORS),
        required=required,
        available=tile_counts(top, free, required),
        weights=_weights(top, free, weights),
        in_runs=tile_counts(top, [joker.stays for joker in staying if joker.stays and joker.sort is Run]),
        in_groups=tile_counts(top, [joker.stays for joker in staying if joker.stays and joker.sort is Group]),
        due=due,
        spare=spare,
        joker_weight=weights.get(JOKER, 0) if spare else 0,
        idle=wild > 0 and not branch.grounded,
        infinite=1 << max(62, most_lost.bit_length() + 4),  # far more than all tiles together
        budget=request.budget,
        old=_naturals(table) if wild else frozenset(),
        crossing=_crossing(table, top) if branch.tidy else (),
        old_groups=old_groups(table, top) if branch.tidy else (),
    )
    for holder in branch.holders:
        problem = _without(problem, holder)
    if branch.strict and branch.taken:
        return _strict(problem, branch)
    return problem


def _strict(problem: Problem, branch: Branch) -> Problem:
    """Return the problem in which taken jokers go into new melds."""
    problem = altered(problem, taken=branch.taken, old_groups=old_groups(branch.old_melds, problem.top))
    return altered(problem, patterns=patterns(problem, branch.kept_whole()))


@lru_cache(maxsize=1 << 6)
def _crossing(table: Table, top: int) -> Counts:
    """Return how many runs of each colour reach each number from the one before."""
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
    """Return the problem without the tiles and jokers of a holder; `NO_HOLDER` has none."""
    color, first, pieces = holder
    staying = frozenset(number for number, piece in enumerate(pieces, first) if piece == HELD)  # jokers, for a tile
    wild = pieces.count(WILD)
    # Its wild jokers are first those that must be used.
    due = max(0, problem.due - wild)
    return altered(
        problem,
        required=_less(problem.required, color, holder.naturals),
        available=_less(problem.available, color, holder.naturals),
        in_runs=_less(problem.in_runs, color, staying),
        due=due,
        spare=problem.wild - wild - due,
    )


def _less(rows: Counts, color: int, numbers: frozenset[int]) -> Counts:
    """Return counts with one less at some numbers of a colour, never below 0."""
    row = tuple(max(0, count - (number in numbers)) for number, count in enumerate(rows[color]))
    return (*rows[:color], row, *rows[color + 1 :])


def tile_counts(top: int, tiles: Iterable[Tile], more: Counts = ()) -> Counts:
    """Return how many of each natural tile there are, beside some others."""
    rows = [list(row) for row in more] or [[0] * (top + 3) for _ in COLORS]
    for tile in tiles:
        if tile is not JOKER:
            rows[ROW[tile]][NUMBER[tile]] += 1
    return tuple(tuple(row) for row in rows)


def _weights(top: int, free: Iterable[Tile], weights: Mapping[Tile, int]) -> Counts:
    rows = [[0] * (top + 3) for _ in COLORS]
    for tile in free:
        if tile is not JOKER:
            rows[ROW[tile]][NUMBER[tile]] = weights.get(tile, 0)
    return tuple(tuple(row) for row in rows)
