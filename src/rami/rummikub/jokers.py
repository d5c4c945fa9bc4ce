"""Jokers: what each stands for, which melds hold one, and what a turn may do with those of the table."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Final, NamedTuple

from attrs import evolve, field, frozen

from rami.errors import Violation
from rami.pieces import without
from rami.positions import replaced
from rami.rummikub.melds import Group, Meld, Run
from rami.rummikub.moves import Change
from rami.rummikub.rules import Code, Rules
from rami.rummikub.tiles import COLOR_INDEX, JOKER, NUMBER, Color, Tile

MOST_HELD_STEPS: Final = 5_000_000
"""Step limit of a judgement: one step is one final meld tried. No table of three copies or fewer reaches it."""

Reading = tuple[Tile, ...]
"""A tile for each joker of a meld, all of them different."""


def readings(meld: Meld) -> Iterator[Reading]:
    """Yield every choice of tiles that the jokers of a meld can stand for, each in ascending order.

    In a run the place of a joker decides (000.20). In a group the jokers stand for any of the missing colours (000.16).
    """
    tiles = list(meld.stands_for.values())
    if isinstance(meld, Group):
        yield from combinations(tiles[0] if tiles else (), len(tiles))
    else:
        yield tuple(tile for [tile] in tiles)


class JokerOutcome(NamedTuple):
    """The outcome of a joker of the table, or of the opening: it stays, or it is taken (A12)."""

    stays: Tile | None
    """The tile that it keeps standing for; None if it is taken."""
    sort: type[Run] | type[Group] | None = None
    """The sort of meld that it stays in; None for either, or if it is taken."""
    needs: Reading = ()
    """The natural tiles that replace a taken joker (000.15, A13)."""


def joker_outcomes(rules: Rules, meld: Meld, tile: Tile) -> tuple[JokerOutcome, JokerOutcome]:
    """Return the two outcomes of a joker that stood for a tile in a meld: that it stays, and that it is taken."""
    if rules.joker_sets == "free":
        return JokerOutcome(tile), JokerOutcome(None)
    return JokerOutcome(tile, Group if isinstance(meld, Group) else Run), JokerOutcome(None, needs=(tile,))


def replacements_due(needs: Iterable[Tile], lying: Collection[Tile]) -> Counter[Tile]:
    """Return the replacements of taken jokers that have to come from the rack (A11).

    Where they may come from anywhere, one tile may serve several jokers, one after the other.
    """
    return Counter(set(needs).difference(lying))


# ---------------------------------------------------------------------------------------------------------- held melds


Line = tuple[type[Meld], int | Color]
"""Groups of one number, or runs of one colour: only melds of the same line can hold each other."""


def line_of(meld: Meld) -> Line:
    """Return the line of a meld."""
    if isinstance(meld, Group):
        return Group, meld.number
    assert isinstance(meld, Run)
    return Run, meld.color


class HeldMelds:
    """The old melds that the final ones hold.

    A final meld holds an old one of its sort if it has all natural tiles of it, each old meld with tiles of its own.
    So every colour and every number is counted apart.
    """

    def __init__(self, old: Iterable[Meld], final: Sequence[Meld]) -> None:
        self._final = [(line_of(meld), _naturals(meld)) for meld in final]
        self._old: dict[Line, list[int]] = {}
        for meld in old:
            self._old.setdefault(line_of(meld), []).append(_naturals(meld))
        self._known: dict[tuple[Line, frozenset[int]], int] = {}
        self._steps = MOST_HELD_STEPS

    def are_new(self, melds: Iterable[int]) -> bool:
        """Return whether as many old melds are held without all of these; False if it takes too many steps."""
        by_line: dict[Line, set[int]] = {}
        for index in melds:
            line, naturals = self._final[index]
            if any(old & naturals == old for old in self._old.get(line, ())):
                by_line.setdefault(line, set()).add(index)
        try:
            return all(self._most(line, frozenset(some)) == self._most(line) for line, some in by_line.items())
        except _OutOfSteps:
            return False

    def _most(self, line: Line, without: frozenset[int] = frozenset()) -> int:
        """Return how many old melds of a line the final ones can hold, leaving some out."""
        key = line, without
        if key not in self._known:
            finals = [tiles for i, (own, tiles) in enumerate(self._final) if own == line and i not in without]
            held, olds, left = _paired(Counter(self._old[line]), Counter(finals))
            search = _Matching(olds.elements(), self._steps)
            try:
                self._known[key] = held + search.most(0, left.elements())
            finally:
                self._steps = search.steps
        return self._known[key]


def _naturals(meld: Meld) -> int:
    """Return the natural tiles of a meld as a set of bits: colours in a group, numbers in a run."""
    at = COLOR_INDEX if isinstance(meld, Group) else NUMBER
    return sum(1 << at[tile] for tile in meld.tiles if tile is not JOKER)


def _paired(olds: Counter[int], finals: Counter[int]) -> tuple[int, Counter[int], Counter[int]]:
    """Pair off equal melds where the final one can hold one old meld at most; return the pairs and what is left.

    No other choice is better: were the old one held by a larger meld, what its equal holds could go there instead.
    """
    held = 0
    for tiles in list(finals):
        inside = [one for one in olds if one & tiles == one]
        if tiles in olds and all(one & other for one in inside for other in inside):
            pairs = min(olds[tiles], finals[tiles])
            held += pairs
            olds, finals = olds - Counter({tiles: pairs}), finals - Counter({tiles: pairs})
    return held, olds, finals


class _OutOfSteps(Exception):
    """The search would take more steps than are allowed."""


class _Matching:
    """The search for the most old melds that final ones can hold, all of one line, given as sets of bits.

    The old melds are taken by their lowest tile, each held by a final meld with room for it, or by none. What the melds
    before leave is only the room of each final meld from that tile on; that is the state, and the best from each state
    is found once.

    How many states there can be: between two numbers of a colour, the room depends on the old melds that lie on both
    sides. Those with a natural tile at the next number are no more than the copies, and go to as many final melds, each
    to another; any other has a joker there. With three copies and four jokers at most five melds reach across, three of
    them naturally: 34 ways times 16, which is 544 states for each of at most 14 old melds, entered from at most four
    others each, with at most 14 final melds to look at; and four jokers make 16 questions of one colour. Since the
    jokers lie in few places, that is fewer than `MOST_HELD_STEPS` altogether. With two copies, or as groups, it is far
    less.
    """

    def __init__(self, olds: Iterable[int], steps: int) -> None:
        self.olds = sorted(olds, key=lambda tiles: (tiles & -tiles, tiles))
        self.steps = steps
        self.known: dict[tuple[int, tuple[int, ...]], int] = {}

    def most(self, index: int, room: Iterable[int]) -> int:
        """Return how many old melds from an index on can be held, given the room left in each final one."""
        left = len(self.olds) - index
        if not left:
            return 0
        old = self.olds[index]
        from_lowest = -(old & -old)  # all bits from the lowest one of `old` on: of 0b0110, these are …1110
        free = tuple(sorted(filter(None, [tiles & from_lowest for tiles in room])))
        self.steps -= len(free)
        if self.steps < 0:
            raise _OutOfSteps
        key = index, free
        if key not in self.known:
            best = 0
            # Each final meld that has all its tiles may hold it, a small one first.
            for holder in sorted({tiles for tiles in free if old & tiles == old}, key=int.bit_count):
                less = list(free)
                less.remove(holder)
                less.append(holder & ~old)  # what it has left
                best = max(best, 1 + self.most(index + 1, less))
                if best == left:
                    break
            # Or none holds it: then at most `left - 1` are held.
            if best < left - 1:
                best = max(best, self.most(index + 1, free))
            self.known[key] = best
        return self.known[key]


@lru_cache(maxsize=1 << 13)
def most_held(olds: tuple[int, ...], final: tuple[int, ...]) -> int:
    """Return how many old melds of one line the final ones can hold, all of them given as sets of bits."""
    return _Matching(olds, MOST_HELD_STEPS).most(0, final)


# ------------------------------------------------------------------------------------------------ the jokers of a turn


def joker_violations(rules: Rules, change: Change) -> tuple[Violation, ...]:
    """Return what is wrong with how a turn moves the jokers of the table.

    Each joker of the old table is one of the new table's. It *stays* where it stands for a tile that it stood for, in a
    meld of the same sort; any other was *taken*, and needs its replacement and a new meld, as the rules say (A12). The
    turn is legal if some assignment of old jokers to new ones is; else the violations are those of the assignment with
    the fewest faults.
    """
    return () if _undisturbed(change) else tuple(Rearrangement.of_turn(rules, change).violations())


def takes_joker(rules: Rules, change: Change) -> bool:
    """Return whether a turn takes a joker of the table from its place: not all can have stayed (000.18)."""
    return not _undisturbed(change) and Rearrangement.of_turn(rules, change).takes_joker()


def _undisturbed(change: Change) -> bool:
    """Return whether every meld with a joker lies as it lay, or has only grown: then its jokers can have stayed."""
    before, after = change.old.joker_melds, change.new.joker_melds
    grown = list(without(after, before))
    for meld in without(before, after):
        found = next((each for each in grown if _has_grown(meld, each)), None)
        if found is None:
            return False
        grown.remove(found)
    return True


def _has_grown(meld: Meld, grown: Meld) -> bool:
    """Return whether a meld lies in another as it did alone, its jokers at the same places."""
    if isinstance(grown, Run) and isinstance(meld, Run):
        offset = meld.start - grown.start
        return offset >= 0 and grown.tiles[offset : offset + len(meld.tiles)] == meld.tiles
    return type(grown) is type(meld) and not without(meld.tiles, grown.tiles)


OLD_TABLE: Final = -1
"""The number of the old table, where the melds of an opening have theirs, as the origin of jokers."""


@frozen(eq=False)
class JokerMeld:
    """A meld that has jokers: of the old table or the opening, where they come from, or a final one.

    Attributes:
        meld: The meld.
        number: The index of a final meld, or of one of the opening; `OLD_TABLE` for one of the old table.
        readings: The tiles that its jokers may stand for (A9).
    """

    meld: Meld
    number: int
    readings: tuple[Reading, ...]

    @classmethod
    def of(cls, meld: Meld, number: int) -> "JokerMeld":
        """Return a meld with the readings of its jokers."""
        return cls(meld, number, tuple(readings(meld)))

    @property
    def jokers(self) -> int:
        """How many jokers it has."""
        return len(self.readings[0])

    def has_room(self, there: Reading, tile: Tile, sort: type[Meld] | None) -> bool:
        """Return whether a joker that stood for a tile in a sort of meld may stay here beside others (A12)."""
        if tile in there or sort not in (None, type(self.meld)):
            return False
        return any({*there, tile}.issubset(reading) for reading in self.readings)


@frozen
class Assignment:
    """The jokers that stay, and those that are taken.

    Attributes:
        staying: The tiles that the jokers that stay stand for, for each target.
        taken: The origin of each taken joker, in ascending order.
        due: The replacements that have to come from the rack (A11), in ascending order.
    """

    staying: tuple[Reading, ...]
    taken: tuple[int, ...] = ()
    due: Reading = ()


_Destinations = frozenset[tuple[int, int]]
"""The final melds that taken jokers went to, each with the origin of one of them."""


@frozen(eq=False)
class Rearrangement:
    """One turn, to choose which old joker is which new one.

    Attributes:
        rules: The rules of the deal.
        sources: The melds that jokers come from.
        targets: The final melds that have jokers.
        change: The change of the table.
        opening: The melds of the opening that have jokers.
        lying: The tiles that lie on the final table.
        played: How many of each natural tile came from the rack.
    """

    rules: Rules
    sources: tuple[JokerMeld, ...]
    targets: tuple[JokerMeld, ...]
    change: Change
    opening: tuple[Meld, ...]
    lying: frozenset[Tile]
    played: Counter[Tile]
    _held: dict[int, HeldMelds] = field(init=False, factory=dict[int, HeldMelds])

    @classmethod
    def of_turn(cls, rules: Rules, change: Change) -> "Rearrangement":
        """Return the rearrangement that a turn makes of the table."""
        return cls(
            rules,
            tuple(JokerMeld.of(meld, OLD_TABLE) for meld in change.old.joker_melds),
            tuple(JokerMeld.of(meld, number) for number, meld in enumerate(change.new) if JOKER in meld.tiles),
            change,
            (),
            frozenset(change.new.tiles),
            Counter(tile for tile in change.brought if tile != JOKER),
        )

    def with_opening(self, melds: Sequence[Meld]) -> "Rearrangement":
        """Return the turn that goes on from the table with these melds of the opening on it (A6).

        Their jokers count like those of the old table. A meld of the opening is old only for the jokers laid in it.
        """
        laid = (JokerMeld.of(meld, number) for number, meld in enumerate(melds))
        return evolve(self, sources=(*self.sources, *laid), opening=tuple(melds))

    def is_legal(self) -> bool:
        """Return whether some assignment is legal."""
        return any(map(self._has_place, self._assignments(all_replaced=True)))

    def takes_joker(self) -> bool:
        """Return whether every assignment takes a joker."""
        return all(assignment.taken for assignment in self._assignments())

    def violations(self) -> Iterator[Violation]:
        """Yield what is wrong with the assignment that has the fewest faults; nothing if one is legal."""
        if self.is_legal():
            return
        if all_replaced := self._assignments(all_replaced=True):  # then it is their place that is wrong
            yield self._not_in_new_melds(all_replaced[0])
            return
        assignments = self._assignments()
        best = next(filter(self._has_place, assignments), None)
        yield Violation(Code.JOKER_NOT_REPLACED, sorted(set(self._missing(best or assignments[0]))))
        if best is None:
            yield self._not_in_new_melds(assignments[0])

    def _not_in_new_melds(self, assignment: Assignment) -> Violation:
        """Return the violation that names the melds to which taken jokers went: those that are old, if any is."""
        pairs = zip(self.targets, assignment.staying, strict=True)
        reached = [target for target, there in pairs if len(there) < target.jokers]
        old = [target for target in reached if not self._are_new(frozenset({(target.number, OLD_TABLE)}))]
        return Violation(Code.JOKER_NOT_IN_NEW_MELD, sorted(tile for each in old or reached for tile in each.meld))

    # ------------------------------------------------------------------------------------------------------ assignments

    def _missing(self, assignment: Assignment) -> tuple[Tile, ...]:
        """Return the replacements due that the rack did not give."""
        return tuple((Counter(assignment.due) - self.played).elements()) if assignment.due else ()

    def _assignments(self, *, all_replaced: bool = False) -> list[Assignment]:
        """Return the assignments, of all or of those that replace every taken joker, the fewest faults first."""
        # From source to source; dictionaries, since several ways may lead to one assignment.
        reached = [Assignment(((),) * len(self.targets))]
        for source in self.sources:
            found: dict[Assignment, None] = {}
            for reading in source.readings:
                after: Iterable[Assignment] = reached
                for tile in reading:
                    after = dict.fromkeys(self._after_joker(source, tile, after, all_replaced=all_replaced))
                found |= dict.fromkeys(after)
            reached = list(found)
        return sorted(reached, key=lambda assignment: (len(self._missing(assignment)), len(assignment.taken)))

    def _after_joker(
        self, source: JokerMeld, tile: Tile, reached: Iterable[Assignment], *, all_replaced: bool
    ) -> Iterator[Assignment]:
        """Yield the assignments after a joker of a source that stood for a tile: it is taken, or stays."""
        stays, taken = joker_outcomes(self.rules, source.meld, tile)
        for before in reached:
            after = self._with_taken(before, source.number, taken.needs)
            if not (all_replaced and self._missing(after)):
                yield after
            for index in self._targets_with_room(before, tile, stays.sort):
                there = tuple(sorted((*before.staying[index], tile)))
                yield Assignment(replaced(before.staying, index, there), before.taken, before.due)

    def _with_taken(self, before: Assignment, origin: int, needs: Reading) -> Assignment:
        due = before.due
        if needs:
            due = tuple(sorted(replacements_due((*due, *needs), self.lying).elements()))
        return Assignment(before.staying, tuple(sorted((*before.taken, origin))), due)

    def _targets_with_room(self, before: Assignment, tile: Tile, sort: type[Meld] | None) -> Iterator[int]:
        """Yield the indices of the targets in which a joker may stay, of equal ones the first."""
        tried: set[tuple[Meld, Reading]] = set()
        for index, (target, there) in enumerate(zip(self.targets, before.staying, strict=True)):
            if (target.meld, there) not in tried and target.has_room(there, tile, sort):
                tried.add((target.meld, there))
                yield index

    # ----------------------------------------------------------------------------------------- where taken jokers went

    def _has_place(self, assignment: Assignment) -> bool:
        """Return whether the taken jokers may lie where they lie, in some way (000.17, A10)."""
        room = [target.jokers - len(there) for target, there in zip(self.targets, assignment.staying, strict=True)]
        return any(map(self._are_new, self._spread(room, assignment.taken)))

    def _spread(self, room: Sequence[int], taken: tuple[int, ...]) -> list[_Destinations]:
        """Return every way for the taken jokers to go to final melds with room, those with the fewest melds first."""
        reached: set[tuple[tuple[int, int], ...]] = {()}  # the place of a target, and the origin of a joker in it
        for origin in taken:
            reached = {
                tuple(sorted((*went, (place, origin))))
                for went in reached
                for place, size in enumerate(room)
                if sum(there == place for there, _ in went) < size
            }
        found = {frozenset((self.targets[place].number, origin) for place, origin in went) for went in reached}
        return sorted(found, key=lambda went: (len(went), sorted(went)))

    def _are_new(self, went: _Destinations) -> bool:
        """Return whether the melds that got jokers are new; a meld of the opening is old for its own jokers (A6)."""
        if self.rules.joker_reuse == "any":
            return True
        if not self._held_from(OLD_TABLE).are_new({number for number, _ in went}):
            return False
        origins = {origin for _, origin in went} - {OLD_TABLE}
        return all(self._held_from(each).are_new({n for n, origin in went if origin == each}) for each in origins)

    def _held_from(self, origin: int) -> HeldMelds:
        """Return the old melds that are held, with the meld of the opening that is old for an origin."""
        if origin not in self._held:
            own = () if origin == OLD_TABLE else (self.opening[origin],)
            self._held[origin] = HeldMelds((*self.change.old, *own), self.change.new.melds)
        return self._held[origin]
