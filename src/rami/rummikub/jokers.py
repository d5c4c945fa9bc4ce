"""Rules of jokers: their readings, and what a turn may do with the jokers of the table."""

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
"""Maximum number of steps of a check. A step tries one final meld. Sets with up to three copies never need more."""

Reading = tuple[Tile, ...]
"""The tiles that the jokers of a meld stand for. All are different."""


def readings(meld: Meld) -> Iterator[Reading]:
    """Yield all possible readings of the jokers of a meld, each in ascending order.

    In a run, a joker stands for the number at its position (000.20). In a group, it stands for any missing color
    (000.16).
    """
    tiles = list(meld.stands_for.values())
    if isinstance(meld, Group):
        yield from combinations(tiles[0] if tiles else (), len(tiles))
    else:
        yield tuple(tile for [tile] in tiles)


class JokerOutcome(NamedTuple):
    """A possible outcome for a joker of the table: the joker stays or is taken (A12)."""

    stays: Tile | None
    """The tile of a joker that stays, or None for a taken joker."""
    sort: type[Run] | type[Group] | None = None
    """The class of meld that the joker may stay in. None allows both classes, and is used for a taken joker."""
    needs: Reading = ()
    """The natural tiles that replace a taken joker (000.15, A13)."""


def joker_outcomes(rules: Rules, meld: Meld, tile: Tile) -> tuple[JokerOutcome, JokerOutcome]:
    """Return the two outcomes for a joker that stood for `tile` in an old meld: the joker stays, or is taken."""
    if rules.joker_sets == "free":
        return JokerOutcome(tile), JokerOutcome(None)
    return JokerOutcome(tile, Group if isinstance(meld, Group) else Run), JokerOutcome(None, needs=(tile,))


def replacements_due(needs: Iterable[Tile], on_table: Collection[Tile]) -> Counter[Tile]:
    """Return the replacements of taken jokers that must come from the rack (A11).

    A replacement may also come from the table, and one tile may replace several jokers in turn.
    """
    return Counter(set(needs).difference(on_table))


# ---------------------------------------------------------------------------------------------------------- held melds


Line = tuple[type[Meld], int | Color]
"""Runs of one color, or groups of one number. A final meld can hold only old melds of the same line."""


def line_of(meld: Meld) -> Line:
    """Return the line of a meld: its class, and the color of a run or the number of a group."""
    if isinstance(meld, Group):
        return Group, meld.number
    assert isinstance(meld, Run)
    return Run, meld.color


class HeldMelds:
    """Counts the old melds that are still contained in final melds, which is called *held*.

    For example, R4-R5-R6-R7 holds the old meld R4-R5-R6. A final meld holds an old meld of the same class if it has all
    its natural tiles. If it holds several, their tiles are disjoint. Each color and each number is counted separately.
    """

    def __init__(self, old: Iterable[Meld], final: Sequence[Meld]) -> None:
        self._final = [(line_of(meld), _naturals(meld)) for meld in final]
        self._old: dict[Line, list[int]] = {}
        for meld in old:
            self._old.setdefault(line_of(meld), []).append(_naturals(meld))
        self._known: dict[tuple[Line, frozenset[int]], int] = {}
        self._steps = MOST_HELD_STEPS

    def are_new(self, melds: Iterable[int]) -> bool:
        """Return whether as many old melds are held without the given melds. False if the search is too long."""
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
        """Return how many old melds of one color or number can be held without the final melds in `without`."""
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
    """Return the natural tiles of a meld as a bit mask of colors (group) or numbers (run)."""
    at = COLOR_INDEX if isinstance(meld, Group) else NUMBER
    return sum(1 << at[tile] for tile in meld.tiles if tile is not JOKER)


def _paired(olds: Counter[int], finals: Counter[int]) -> tuple[int, Counter[int], Counter[int]]:
    """Pair equal old and final melds if the final meld can hold only one. Return the number of pairs and the others."""
    # This is optimal: if a larger final meld holds the old meld, it can swap with the equal final meld.
    held = 0
    for tiles in list(finals):
        inside = [one for one in olds if one & tiles == one]
        if tiles in olds and all(one & other for one in inside for other in inside):
            pairs = min(olds[tiles], finals[tiles])
            held += pairs
            olds, finals = olds - Counter({tiles: pairs}), finals - Counter({tiles: pairs})
    return held, olds, finals


class _OutOfSteps(Exception):
    """The search for held melds exceeds its step limit."""


class _Matching:
    """A search for the maximum number of old melds that final melds can hold. Melds are masks of natural tiles."""

    # Old melds are assigned in the order of their lowest tile, each to a final meld with unused tiles or to none.
    # The memo key is the unused tiles of each final meld, from this lowest tile on.
    # There are few keys: at a number, keys differ only by the old melds with this number and the number before it.
    # With three copies and four jokers, at most five melds have both numbers, three of them with natural tiles.
    # This gives 34 * 16 = 544 keys for each of at most 14 old melds, and each key tries at most 14 final melds.
    # Four jokers lead to 16 searches of a color, which stay below `MOST_HELD_STEPS` in total.
    # With two copies, or for groups, the number of steps is far smaller.

    def __init__(self, olds: Iterable[int], steps: int) -> None:
        self.olds = sorted(olds, key=lambda tiles: (tiles & -tiles, tiles))
        self.steps = steps
        self.known: dict[tuple[int, tuple[int, ...]], int] = {}

    def most(self, index: int, room: Iterable[int]) -> int:
        """Return how many old melds from `index` on can be held by the unused tiles of the final melds in `room`."""
        left = len(self.olds) - index
        if not left:
            return 0
        old = self.olds[index]
        # This mask has the lowest bit of the old meld and all higher bits: for 0b0110, the mask is …1110.
        from_lowest = -(old & -old)
        free = tuple(sorted(filter(None, [tiles & from_lowest for tiles in room])))
        self.steps -= len(free)
        if self.steps < 0:
            raise _OutOfSteps
        key = index, free
        if key not in self.known:
            best = 0
            # The small melds are tried first, because this often finds the maximum early.
            for holder in sorted({tiles for tiles in free if old & tiles == old}, key=int.bit_count):
                less = list(free)
                less.remove(holder)
                less.append(holder & ~old)
                best = max(best, 1 + self.most(index + 1, less))
                if best == left:
                    break
            # If no final meld holds this old meld, at most `left - 1` old melds are held.
            if best < left - 1:
                best = max(best, self.most(index + 1, free))
            self.known[key] = best
        return self.known[key]


@lru_cache(maxsize=1 << 13)
def most_held(olds: tuple[int, ...], final: tuple[int, ...]) -> int:
    """Return how many of the old melds the final melds can hold. All are masks for one color or number."""
    return _Matching(olds, MOST_HELD_STEPS).most(0, final)


# ------------------------------------------------------------------------------------------------ the jokers of a turn


def joker_violations(rules: Rules, change: Change) -> tuple[Violation, ...]:
    """Return the violations of a turn that moves jokers of the table.

    A joker *stays* if it still stands for the same tile in a meld of the same class. Any other joker of the old table
    was *taken*: the rules ask for its replacement and for a new meld (A12). The turn is legal if some assignment of old
    jokers to new places is legal. Otherwise, the violations are from the assignment with the fewest faults.
    """
    return () if _undisturbed(change) else tuple(Rearrangement.of_turn(rules, change).violations())


def takes_joker(rules: Rules, change: Change) -> bool:
    """Return whether a turn must have taken a joker of the table, because not all can have stayed (000.18)."""
    return not _undisturbed(change) and Rearrangement.of_turn(rules, change).takes_joker()


def _undisturbed(change: Change) -> bool:
    """Return whether each old meld with a joker is unchanged or only longer. If so, all jokers can have stayed."""
    before, after = change.old.joker_melds, change.new.joker_melds
    grown = list(without(after, before))
    for meld in without(before, after):
        found = next((each for each in grown if _has_grown(meld, each)), None)
        if found is None:
            return False
        grown.remove(found)
    return True


def _has_grown(meld: Meld, grown: Meld) -> bool:
    """Return whether `grown` contains all tiles of `meld`, with jokers in the same positions."""
    if isinstance(grown, Run) and isinstance(meld, Run):
        offset = meld.start - grown.start
        return offset >= 0 and grown.tiles[offset : offset + len(meld.tiles)] == meld.tiles
    return type(grown) is type(meld) and not without(meld.tiles, grown.tiles)


OLD_TABLE: Final = -1
"""Origin of a joker of the old table. The origin of a joker of the opening is the index of its meld."""


@frozen(eq=False)
class JokerMeld:
    """A meld with jokers: a source (an old meld or a meld of the opening) or a target (a final meld).

    Attributes:
        meld: The meld.
        number: The index of a final meld or of a meld of the opening; `OLD_TABLE` for an old meld.
        readings: The possible readings of its jokers (A9).
    """

    meld: Meld
    number: int
    readings: tuple[Reading, ...]

    @classmethod
    def of(cls, meld: Meld, number: int) -> "JokerMeld":
        """Build a `JokerMeld` from a meld, with the readings of the jokers."""
        return cls(meld, number, tuple(readings(meld)))

    @property
    def jokers(self) -> int:
        """Number of jokers."""
        return len(self.readings[0])

    def has_room(self, there: Reading, tile: Tile, sort: type[Meld] | None) -> bool:
        """Return whether a joker for `tile` may stay in this meld if others stand for the tiles in `there` (A12)."""
        if tile in there or sort not in (None, type(self.meld)):
            return False
        return any({*there, tile}.issubset(reading) for reading in self.readings)


@frozen
class Assignment:
    """An assignment of all jokers: each stays in a final meld, or is taken.

    Attributes:
        staying: For each target, the tiles of the jokers that stay in it.
        taken: The origins of the taken jokers, in ascending order.
        due: The replacements that must come from the rack (A11), in ascending order.
    """

    staying: tuple[Reading, ...]
    taken: tuple[int, ...] = ()
    due: Reading = ()


_Destinations = frozenset[tuple[int, int]]
"""The destinations of taken jokers: pairs of the index of a final meld and the origin of a joker there."""


@frozen(eq=False)
class Rearrangement:
    """A turn that moves jokers, and all assignments of these jokers to final melds.

    Attributes:
        rules: The rules of the deal.
        sources: The old melds and the melds of the opening with jokers.
        targets: The final melds with jokers.
        change: The change of the table.
        opening: The melds of the opening with jokers.
        on_table: The tiles of the final table.
        played: The natural tiles from the rack, with their counts.
    """

    rules: Rules
    sources: tuple[JokerMeld, ...]
    targets: tuple[JokerMeld, ...]
    change: Change
    opening: tuple[Meld, ...]
    on_table: frozenset[Tile]
    played: Counter[Tile]
    _held: dict[int, HeldMelds] = field(init=False, factory=dict[int, HeldMelds])

    @classmethod
    def of_turn(cls, rules: Rules, change: Change) -> "Rearrangement":
        """Build the rearrangement of a turn from the change of the table."""
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
        """Return the rearrangement for the rest of the turn, after an opening of these melds (A6).

        Their jokers are treated like jokers of the old table. A meld of the opening is old only for its own jokers.
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
        """Yield the violations of the assignment with the fewest faults."""
        if self.is_legal():
            return
        # If every taken joker can be replaced, the violation is that taken jokers are not in new melds.
        if all_replaced := self._assignments(all_replaced=True):
            yield self._not_in_new_melds(all_replaced[0])
            return
        assignments = self._assignments()
        best = next(filter(self._has_place, assignments), None)
        yield Violation(Code.JOKER_NOT_REPLACED, sorted(set(self._missing(best or assignments[0]))))
        if best is None:
            yield self._not_in_new_melds(assignments[0])

    def _not_in_new_melds(self, assignment: Assignment) -> Violation:
        """Return the violation that taken jokers are in melds that are not new."""
        pairs = zip(self.targets, assignment.staying, strict=True)
        reached = [target for target, there in pairs if len(there) < target.jokers]
        old = [target for target in reached if not self._are_new(frozenset({(target.number, OLD_TABLE)}))]
        return Violation(Code.JOKER_NOT_IN_NEW_MELD, sorted(tile for each in old or reached for tile in each.meld))

    # ------------------------------------------------------------------------------------------------------ assignments

    def _missing(self, assignment: Assignment) -> tuple[Tile, ...]:
        """Return the replacements of taken jokers that should have come from the rack, but did not."""
        return tuple((Counter(assignment.due) - self.played).elements()) if assignment.due else ()

    def _assignments(self, *, all_replaced: bool = False) -> list[Assignment]:
        """Return all assignments, or only assignments that replace all taken jokers. The fewest faults come first."""
        # Dictionaries serve as ordered sets, because several ways may lead to the same assignment.
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
        """Yield the assignments after one more joker is taken or stays."""
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
            due = tuple(sorted(replacements_due((*due, *needs), self.on_table).elements()))
        return Assignment(before.staying, tuple(sorted((*before.taken, origin))), due)

    def _targets_with_room(self, before: Assignment, tile: Tile, sort: type[Meld] | None) -> Iterator[int]:
        """Yield the indexes of targets that have a place for a joker. Equal targets are listed once."""
        tried: set[tuple[Meld, Reading]] = set()
        for index, (target, there) in enumerate(zip(self.targets, before.staying, strict=True)):
            if (target.meld, there) not in tried and target.has_room(there, tile, sort):
                tried.add((target.meld, there))
                yield index

    # ----------------------------------------------------------------------------------------- where taken jokers went

    def _has_place(self, assignment: Assignment) -> bool:
        """Return whether the taken jokers can have gone to melds that the rules allow (000.17, A10)."""
        room = [target.jokers - len(there) for target, there in zip(self.targets, assignment.staying, strict=True)]
        return any(map(self._are_new, self._spread(room, assignment.taken)))

    def _spread(self, room: Sequence[int], taken: tuple[int, ...]) -> list[_Destinations]:
        """Return all ways to put the taken jokers into final melds. Ways that use few melds come first."""
        # Each pair has the index of a target and the origin of a taken joker that goes there.
        reached: set[tuple[tuple[int, int], ...]] = {()}
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
        """Return whether the melds that got jokers are new. For its own jokers, a meld of the opening is old (A6)."""
        if self.rules.joker_reuse == "any":
            return True
        if not self._held_from(OLD_TABLE).are_new({number for number, _ in went}):
            return False
        origins = {origin for _, origin in went} - {OLD_TABLE}
        return all(self._held_from(each).are_new({n for n, origin in went if origin == each}) for each in origins)

    def _held_from(self, origin: int) -> HeldMelds:
        """Return the held melds for jokers of an origin. For its own jokers, a meld of the opening counts as old."""
        if origin not in self._held:
            own = () if origin == OLD_TABLE else (self.opening[origin],)
            self._held[origin] = HeldMelds((*self.change.old, *own), self.change.new.melds)
        return self._held[origin]
