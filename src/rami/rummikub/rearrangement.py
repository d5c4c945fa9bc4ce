"""The jokers of the table followed through a turn, and whether the rules allow it (000.15-000.18, A9-A14)."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from attrs import evolve, field, frozen

from rami.errors import Violation
from rami.pieces import without
from rami.rummikub.jokers import HeldMelds, JokerOutcome, Reading, joker_outcomes, readings, replacements_due
from rami.rummikub.melds import Meld, Run
from rami.rummikub.moves import Change
from rami.rummikub.rules import Code, Rules
from rami.rummikub.tiles import JOKER, Tile


def joker_violations(rules: Rules, change: Change) -> tuple[Violation, ...]:
    """Return what is wrong with how a turn moves the jokers of the table.

    Each joker of the old table is one of the new table's. It *stays* where it stands for a tile that it stood for, in a
    meld of the same sort; any other was *taken*, and needs its replacement and a new meld, as the rules say (A12). The
    turn is legal if some assignment of old jokers to new ones is; else the violations are those of the assignment with
    the fewest faults.
    """
    return () if _undisturbed(change) else Rearrangement.of_turn(rules, change).violations()


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
"""The origin of a joker that lay on the table at the start of the turn."""


@frozen(eq=False)
class JokerSource:
    """A meld of the old table, or of the opening, that has jokers.

    Attributes:
        meld: The meld.
        readings: The tiles that its jokers may stand for (A9).
        origin: The index of the meld in the opening, or `OLD_TABLE`.
    """

    meld: Meld
    readings: tuple[Reading, ...]
    origin: int


@frozen(eq=False)
class JokerTarget:
    """A final meld that has jokers.

    Attributes:
        meld: The meld.
        number: Its index on the final table.
        jokers: How many jokers it has.
        readings: The tiles that they may stand for.
    """

    meld: Meld
    number: int
    jokers: int
    readings: tuple[Reading, ...]


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
        final: The final melds.
        old: The melds of the old table.
        opening: The melds of the opening that have jokers.
        lying: The tiles that lie on the final table.
        played: How many of each natural tile came from the rack.
    """

    rules: Rules
    sources: tuple[JokerSource, ...]
    targets: tuple[JokerTarget, ...]
    final: tuple[Meld, ...]
    old: tuple[Meld, ...]
    opening: tuple[Meld, ...]
    lying: frozenset[Tile]
    played: Counter[Tile]
    _held: dict[int, HeldMelds] = field(init=False, factory=dict[int, HeldMelds])
    _destinations: dict[tuple[object, ...], tuple[_Destinations, ...]] = field(
        init=False, factory=dict[tuple[object, ...], tuple[_Destinations, ...]]
    )
    _allowed: dict[_Destinations, bool] = field(init=False, factory=dict[_Destinations, bool])

    @classmethod
    def of_turn(cls, rules: Rules, change: Change) -> "Rearrangement":
        """Return the rearrangement that a turn makes of the table."""
        return cls(
            rules,
            tuple(JokerSource(meld, tuple(readings(meld)), OLD_TABLE) for meld in change.old.joker_melds),
            tuple(
                JokerTarget(meld, number, meld.tiles.count(JOKER), tuple(readings(meld)))
                for number, meld in enumerate(change.new)
                if JOKER in meld.tiles
            ),
            change.new.melds,
            change.old.melds,
            (),
            frozenset(change.new.tiles),
            Counter(tile for tile in change.brought if tile != JOKER),
        )

    def with_opening(self, melds: Sequence[Meld]) -> "Rearrangement":
        """Return the turn that goes on from the table with these melds of the opening on it (A6).

        Their jokers count like those of the old table. A meld of the opening is old only for the jokers laid in it.
        """
        laid = (JokerSource(meld, tuple(readings(meld)), number) for number, meld in enumerate(melds))
        return evolve(self, sources=(*self.sources, *laid), opening=tuple(melds))

    def is_legal(self) -> bool:
        """Return whether some assignment is legal."""
        return any(map(self.has_place, self.replaced()))

    def takes_joker(self) -> bool:
        """Return whether every assignment takes a joker."""
        return all(assignment.taken for assignment in self.assignments())

    def violations(self) -> tuple[Violation, ...]:
        """Return what is wrong with the assignment that has the fewest faults; () if one is legal."""
        return () if self.is_legal() else tuple(_violations(self))

    def missing(self, assignment: Assignment) -> tuple[Tile, ...]:
        """Return the replacements due that the rack did not give."""
        return tuple((Counter(assignment.due) - self.played).elements()) if assignment.due else ()

    # ------------------------------------------------------------------------------------------------------ assignments

    def replaced(self) -> list[Assignment]:
        """Return the assignments in which every taken joker is replaced, those with the fewest taken first."""
        return self.assignments(replaced=True)

    def assignments(self, *, replaced: bool = False) -> list[Assignment]:
        """Return every assignment that differs in what matters afterwards, those with the fewest faults first."""
        reached = [Assignment(((),) * len(self.targets))]
        for number, source in enumerate(self.sources):
            found: dict[Assignment, None] = {}
            for reading in source.readings:
                found |= dict.fromkeys(self._after_reading(number, reading, reached, replaced=replaced))
            reached = list(found)
        return sorted(reached, key=lambda assignment: (len(self.missing(assignment)), len(assignment.taken)))

    def _after_reading(
        self, number: int, reading: Reading, reached: Iterable[Assignment], *, replaced: bool
    ) -> Iterable[Assignment]:
        """Return the assignments after the jokers of a source, in one reading."""
        for tile in reading:
            stays, taken = joker_outcomes(self.rules, self.sources[number].meld, tile)
            found: dict[Assignment, None] = {}
            for before in reached:
                after = self._taken(number, taken, before)
                if not (replaced and self.missing(after)):
                    found[after] = None
                found |= dict.fromkeys(self._stays(tile, stays, before))
            reached = found
        return reached

    def _taken(self, number: int, taken: JokerOutcome, before: Assignment) -> Assignment:
        """Return the assignment with a joker of a source taken."""
        due = before.due
        if taken.needs:
            due = tuple(sorted(replacements_due((*due, *taken.needs), self.lying).elements()))
        return Assignment(before.staying, tuple(sorted((*before.taken, self.sources[number].origin))), due)

    def _stays(self, tile: Tile, stays: JokerOutcome, before: Assignment) -> Iterator[Assignment]:
        """Yield the assignments in which a joker of a source stays in a target, equal targets once."""
        tried: set[tuple[Meld, Reading]] = set()
        for place, (target, there) in enumerate(zip(self.targets, before.staying, strict=True)):
            if (target.meld, there) in tried or not _has_room(target, there, tile, stays):
                continue
            tried.add((target.meld, there))
            more = tuple(sorted((*there, tile)))
            staying = (*before.staying[:place], more, *before.staying[place + 1 :])
            yield Assignment(staying, before.taken, before.due)

    # ----------------------------------------------------------------------------------------- where taken jokers went

    def has_place(self, assignment: Assignment) -> bool:
        """Return whether the taken jokers may lie where they lie, in some way."""
        return next(self.places(assignment), None) is not None

    def places(self, assignment: Assignment) -> Iterator[tuple[int, ...]]:
        """Yield every choice of final melds that the taken jokers may have gone to (000.17, A10)."""
        room = tuple(target.jokers - len(there) for target, there in zip(self.targets, assignment.staying, strict=True))
        key = room, assignment.taken
        if key not in self._destinations:
            self._destinations[key] = tuple(self._spread(room, assignment.taken))
        for went in self._destinations[key]:
            if self._may_go(went):
                yield tuple(sorted({number for number, _ in went}))

    def _spread(self, room: tuple[int, ...], taken: tuple[int, ...]) -> Iterator[_Destinations]:
        """Yield every way for the taken jokers to go to final melds with room, those with the fewest melds first."""
        reached: set[tuple[tuple[int, int], ...]] = {()}
        for origin in taken:
            reached = {
                tuple(sorted((*went, (place, origin))))
                for went in reached
                for place, size in enumerate(room)
                if sum(there == place for there, _ in went) < size
            }
        found = {frozenset((self.targets[place].number, origin) for place, origin in went) for went in reached}
        yield from sorted(found, key=lambda went: (len(went), sorted(went)))

    def _may_go(self, went: _Destinations) -> bool:
        if not went or self.rules.joker_reuse == "any":
            return True
        if went not in self._allowed:
            self._allowed[went] = self.are_new(went)
        return self._allowed[went]

    def are_new(self, went: _Destinations) -> bool:
        """Return whether the melds that got jokers are new; a meld of the opening is old for its own jokers (A6)."""
        if not self._held_from(OLD_TABLE).are_new({number for number, _ in went}):
            return False
        origins = {origin for _, origin in went} - {OLD_TABLE}
        return all(self._held_from(each).are_new({n for n, origin in went if origin == each}) for each in origins)

    def _held_from(self, origin: int) -> HeldMelds:
        """Return the old melds that are held, with the meld of the opening that is old for an origin."""
        if origin not in self._held:
            own = () if origin == OLD_TABLE else (self.opening[origin],)
            self._held[origin] = HeldMelds((*self.old, *own), self.final)
        return self._held[origin]


def _has_room(target: JokerTarget, there: Reading, tile: Tile, stays: JokerOutcome) -> bool:
    """Return whether a joker that stood for a tile may stay in a target beside those assigned to it (A12)."""
    if tile in there or stays.sort not in (None, type(target.meld)):
        return False
    tiles = {*there, tile}
    return any(tiles.issubset(reading) for reading in target.readings)


# ----------------------------------------------------------------------------------------------------------- violations


def _violations(turn: Rearrangement) -> Iterator[Violation]:
    """Yield what is wrong with a turn in its best assignment, where none is legal."""
    replaced = next(iter(turn.replaced()), None)
    if replaced is None:
        every = turn.assignments()
        replaced = next(filter(turn.has_place, every), every[0])
        yield Violation(Code.JOKER_NOT_REPLACED, sorted(set(turn.missing(replaced))))
    if not turn.has_place(replaced):
        yield from _misplaced(turn, replaced)


def _misplaced(turn: Rearrangement, assignment: Assignment) -> Iterator[Violation]:
    """Yield why the taken jokers may not lie where they lie."""
    pairs = zip(turn.targets, assignment.staying, strict=True)
    free = [target.number for target, there in pairs if len(there) < target.jokers]
    old = [number for number in free if not turn.are_new(frozenset({(number, OLD_TABLE)}))]
    yield Violation(Code.JOKER_NOT_IN_NEW_MELD, sorted(tile for n in old or free for tile in turn.final[n].tiles))
