"""The rules of jokers.

They concern the tiles that jokers stand for, and the moves of jokers that are on the table.
"""

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
"""Maximum number of steps in the search for old melds in final melds.

A step tries one final meld. Sets with up to three copies never need more steps. With three copies and four jokers, the
search has at most 544 memo keys for each of at most 14 old melds, and each key tries at most 14 final melds. With four
jokers, a color is searched 16 times. With two copies, or for groups, the number of steps is far smaller.
"""

Reading = tuple[Tile, ...]
"""The tiles that the jokers of a meld stand for.

All are different.
"""


def readings(meld: Meld) -> Iterator[Reading]:
    """Yield each set of tiles that the jokers of a meld may stand for.

    The tiles of a set are in ascending order.

    In a run, a joker stands for the number at its position (000.20). In a group, it stands for any missing color
    (000.16).
    """
    tiles = list(meld.stands_for.values())
    if isinstance(meld, Group):
        yield from combinations(tiles[0] if tiles else (), len(tiles))
    else:
        yield tuple(tile for [tile] in tiles)


class JokerOutcome(NamedTuple):
    """The result of a turn for a joker on the table: it stays, or the player takes it (A12)."""

    stays_for: Tile | None
    """The tile that the joker stands for, or None if the joker is taken."""
    sort: type[Run] | type[Group] | None = None
    """`Run` or `Group` if the joker may stay only in melds of this class.

    None means that both classes are allowed, or that the joker is taken.
    """
    needs: Reading = ()
    """The natural tiles that replace a taken joker (000.15, A13)."""


def joker_outcomes(rules: Rules, meld: Meld, tile: Tile) -> tuple[JokerOutcome, JokerOutcome]:
    """Return one outcome for a joker that stays, and one for a joker that is taken.

    The joker stood for `tile` in the old meld `meld`.
    """
    if rules.joker_sets == "free":
        return JokerOutcome(tile), JokerOutcome(None)
    return JokerOutcome(tile, Group if isinstance(meld, Group) else Run), JokerOutcome(None, needs=(tile,))


def replacements_due(needs: Iterable[Tile], on_table: Collection[Tile]) -> Counter[Tile]:
    """Return the tiles that must come from the rack to replace taken jokers (A11).

    A tile in `on_table` can also replace a joker. One tile may replace several jokers in turn, so each tile is due only
    once.
    """
    return Counter(set(needs).difference(on_table))


# ---------------------------------------------------------------------------------------------------------- held melds


Line = tuple[type[Meld], int | Color]
"""The class of a meld, and the color of the run or the number of the group.

A final meld can hold only old melds of the same line.
"""


def line_of(meld: Meld) -> Line:
    """Return the class of a meld, and the color of the run or the number of the group."""
    if isinstance(meld, Group):
        return Group, meld.number
    assert isinstance(meld, Run)
    return Run, meld.color


class HeldMelds:
    """A counter of the old melds that the final melds still contain.

    A final meld *holds* an old meld that it contains.

    For example, R4-R5-R6-R7 holds the old meld R4-R5-R6. A final meld holds an old meld of the same class if it has all
    natural tiles of the old meld. A final meld can hold several old melds if they have no tile in common. Each color
    and each number is counted separately.
    """

    def __init__(self, old: Iterable[Meld], final: Sequence[Meld]) -> None:
        self._final = [(line_of(meld), _naturals(meld)) for meld in final]
        self._old: dict[Line, list[int]] = {}
        for meld in old:
            self._old.setdefault(line_of(meld), []).append(_naturals(meld))
        self._known: dict[tuple[Line, frozenset[int]], int] = {}
        self._steps = MOST_HELD_STEPS

    def are_new(self, melds: Iterable[int]) -> bool:
        """Return whether the given final melds are new.

        They are new if the other final melds can hold the same number of old melds. `melds` has the indexes of the
        given melds. If the search takes too many steps, return False.
        """
        by_line: dict[Line, set[int]] = {}
        for index in melds:
            line, naturals = self._final[index]
            if any(old & naturals == old for old in self._old.get(line, ())):
                by_line.setdefault(line, set()).add(index)
        try:
            return all(
                self._most_held(line, frozenset(some)) == self._most_held(line) for line, some in by_line.items()
            )
        except _OutOfSteps:
            return False

    def _most_held(self, line: Line, without: frozenset[int] = frozenset()) -> int:
        key = line, without
        if key not in self._known:
            finals = [tiles for i, (own, tiles) in enumerate(self._final) if own == line and i not in without]
            held, olds, left = _pair_equal_melds(Counter(self._old[line]), Counter(finals))
            search = _Matching(olds.elements(), self._steps)
            try:
                self._known[key] = held + search.most(0, left.elements())
            finally:
                self._steps = search.steps
        return self._known[key]


def _naturals(meld: Meld) -> int:
    at = COLOR_INDEX if isinstance(meld, Group) else NUMBER
    return sum(1 << at[tile] for tile in meld.tiles if tile is not JOKER)


def _pair_equal_melds(olds: Counter[int], finals: Counter[int]) -> tuple[int, Counter[int], Counter[int]]:
    held = 0
    for tiles in list(finals):
        inside = [one for one in olds if one & tiles == one]
        if tiles in olds and all(one & other for one in inside for other in inside):
            pairs = min(olds[tiles], finals[tiles])
            held += pairs
            olds, finals = olds - Counter({tiles: pairs}), finals - Counter({tiles: pairs})
    return held, olds, finals


class _OutOfSteps(Exception):
    """The step limit is exceeded."""


class _Matching:
    def __init__(self, olds: Iterable[int], steps: int) -> None:
        self.olds = sorted(olds, key=lambda tiles: (tiles & -tiles, tiles))
        self.steps = steps
        self.known: dict[tuple[int, tuple[int, ...]], int] = {}

    def most(self, index: int, room: Iterable[int]) -> int:
        """Return how many of the remaining old melds the final melds can contain.

        The remaining old melds begin at `index`. `room` has the unused tiles of each final meld.
        """
        left = len(self.olds) - index
        if not left:
            return 0
        old = self.olds[index]
        # Drop lower tiles, because the remaining old melds do not contain them.
        from_lowest = -(old & -old)
        free = tuple(sorted(filter(None, [tiles & from_lowest for tiles in room])))
        self.steps -= len(free)
        if self.steps < 0:
            raise _OutOfSteps
        key = index, free
        if key not in self.known:
            best = 0
            # Try small melds first, because they often lead to the maximum early.
            for holder in sorted({tiles for tiles in free if old & tiles == old}, key=int.bit_count):
                less = list(free)
                less.remove(holder)
                less.append(holder & ~old)
                best = max(best, 1 + self.most(index + 1, less))
                if best == left:
                    break
            if best < left - 1:
                best = max(best, self.most(index + 1, free))
            self.known[key] = best
        return self.known[key]


@lru_cache(maxsize=1 << 13)
def most_held(olds: tuple[int, ...], final: tuple[int, ...]) -> int:
    """Return how many old melds the final melds can contain.

    All melds are bit masks, and they have the same color or the same number.
    """
    return _Matching(olds, MOST_HELD_STEPS).most(0, final)


# ------------------------------------------------------------------------------------------------ the jokers of a turn


def joker_violations(rules: Rules, change: Change) -> tuple[Violation, ...]:
    """Return the violations of a turn that moves jokers of the table.

    A joker *stays* if it still stands for the same tile in a meld of the same class. Any other joker of the old table
    was *taken*: the rules require a replacement and a new meld (A12). The turn is legal if some assignment of old
    jokers to new places is legal. Otherwise, the violations are from the assignment with the fewest faults.
    """
    return () if _undisturbed(change) else tuple(Rearrangement.of_turn(rules, change).violations())


def takes_joker(rules: Rules, change: Change) -> bool:
    """Return whether the player took a joker from the table (000.18).

    The player took a joker if not all jokers of the table can have stayed.
    """
    return not _undisturbed(change) and Rearrangement.of_turn(rules, change).takes_joker()


def _undisturbed(change: Change) -> bool:
    before, after = change.old.joker_melds, change.new.joker_melds
    grown = list(without(after, before))
    for meld in without(before, after):
        found = next((each for each in grown if _has_grown(meld, each)), None)
        if found is None:
            return False
        grown.remove(found)
    return True


def _has_grown(meld: Meld, grown: Meld) -> bool:
    if isinstance(grown, Run) and isinstance(meld, Run):
        offset = meld.start - grown.start
        return offset >= 0 and grown.tiles[offset : offset + len(meld.tiles)] == meld.tiles
    return type(grown) is type(meld) and not without(meld.tiles, grown.tiles)


OLD_TABLE: Final = -1
"""The origin of jokers that were on the table before the turn.

The origin of a joker from the opening is the index of the meld in the opening.
"""


@frozen(eq=False)
class JokerMeld:
    """A meld with jokers.

    It is a source (an old meld or a meld of the opening) or a target (a final meld).

    Attributes:
        meld: The meld.
        number: The index of a final meld or of a meld of the opening; `OLD_TABLE` for an old meld.
        readings: Each set of tiles that its jokers may stand for (A9).
    """

    meld: Meld
    number: int
    readings: tuple[Reading, ...]

    @classmethod
    def of(cls, meld: Meld, number: int) -> "JokerMeld":
        """Build a `JokerMeld` from a meld."""
        return cls(meld, number, tuple(readings(meld)))

    @property
    def jokers(self) -> int:
        """Number of jokers."""
        return len(self.readings[0])

    def has_room(self, there: Reading, tile: Tile, sort: type[Meld] | None) -> bool:
        """Return whether a joker that stands for `tile` may stay in this meld (A12).

        `there` has the tiles that the other jokers of this meld stand for.
        """
        if tile in there or sort not in (None, type(self.meld)):
            return False
        return any({*there, tile}.issubset(reading) for reading in self.readings)


@frozen
class Assignment:
    """An assignment of old jokers to final melds.

    Each old joker stays in a final meld, or is taken.

    Attributes:
        staying: For each target, the tiles that its staying jokers stand for.
        taken: The origins of the taken jokers, in ascending order.
        due: The replacements that must come from the rack (A11), in ascending order.
    """

    staying: tuple[Reading, ...]
    taken: tuple[int, ...] = ()
    due: Reading = ()


_Destinations = frozenset[tuple[int, int]]
"""The destinations of taken jokers.

Each item has the index of a final meld, and the origin of a joker that moved to this meld.
"""


@frozen(eq=False)
class Rearrangement:
    """A turn that moves jokers.

    Attributes:
        rules: The rules of the deal.
        sources: The melds with jokers on the old table and in the opening.
        targets: The final melds with jokers.
        change: The change of the table.
        opening: The melds with jokers in the opening.
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
        """Build the rearrangement from a change of the table."""
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
        """Return the rearrangement that follows an opening (A6).

        The jokers of the opening are treated like jokers of the old table. A meld of the opening counts as an old meld
        only for its own jokers.
        """
        laid = (JokerMeld.of(meld, number) for number, meld in enumerate(melds))
        return evolve(self, sources=(*self.sources, *laid), opening=tuple(melds))

    def is_legal(self) -> bool:
        """Return whether at least one assignment is legal."""
        return any(map(self._taken_jokers_have_place, self._assignments(all_replaced=True)))

    def takes_joker(self) -> bool:
        """Return whether a joker is taken in every assignment."""
        return all(assignment.taken for assignment in self._assignments())

    def violations(self) -> Iterator[Violation]:
        """Yield the violations of the assignment with the fewest faults."""
        if self.is_legal():
            return
        if all_replaced := self._assignments(all_replaced=True):
            yield self._not_in_new_melds(all_replaced[0])
            return
        assignments = self._assignments()
        best = next(filter(self._taken_jokers_have_place, assignments), None)
        yield Violation(Code.JOKER_NOT_REPLACED, sorted(set(self._missing_replacements(best or assignments[0]))))
        if best is None:
            yield self._not_in_new_melds(assignments[0])

    def _not_in_new_melds(self, assignment: Assignment) -> Violation:
        pairs = zip(self.targets, assignment.staying, strict=True)
        reached = [target for target, there in pairs if len(there) < target.jokers]
        old = [target for target in reached if not self._are_new(frozenset({(target.number, OLD_TABLE)}))]
        return Violation(Code.JOKER_NOT_IN_NEW_MELD, sorted(tile for each in old or reached for tile in each.meld))

    # ------------------------------------------------------------------------------------------------------ assignments

    def _missing_replacements(self, assignment: Assignment) -> tuple[Tile, ...]:
        return tuple((Counter(assignment.due) - self.played).elements()) if assignment.due else ()

    def _assignments(self, *, all_replaced: bool = False) -> list[Assignment]:
        # Use a dictionary, because it keeps the order and drops equal assignments.
        reached = [Assignment(((),) * len(self.targets))]
        for source in self.sources:
            found: dict[Assignment, None] = {}
            for reading in source.readings:
                after: Iterable[Assignment] = reached
                for tile in reading:
                    after = dict.fromkeys(self._after_joker(source, tile, after, all_replaced=all_replaced))
                found |= dict.fromkeys(after)
            reached = list(found)
        return sorted(
            reached, key=lambda assignment: (len(self._missing_replacements(assignment)), len(assignment.taken))
        )

    def _after_joker(
        self, source: JokerMeld, tile: Tile, reached: Iterable[Assignment], *, all_replaced: bool
    ) -> Iterator[Assignment]:
        stays, taken = joker_outcomes(self.rules, source.meld, tile)
        for before in reached:
            after = self._with_taken(before, source.number, taken.needs)
            if not (all_replaced and self._missing_replacements(after)):
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
        tried: set[tuple[Meld, Reading]] = set()
        for index, (target, there) in enumerate(zip(self.targets, before.staying, strict=True)):
            if (target.meld, there) not in tried and target.has_room(there, tile, sort):
                tried.add((target.meld, there))
                yield index

    # ----------------------------------------------------------------------------------------- where taken jokers went

    def _taken_jokers_have_place(self, assignment: Assignment) -> bool:
        """Return whether all taken jokers can be in new melds (000.17, A10)."""
        room = [target.jokers - len(there) for target, there in zip(self.targets, assignment.staying, strict=True)]
        return any(map(self._are_new, self._ways_to_place(room, assignment.taken)))

    def _ways_to_place(self, room: Sequence[int], taken: tuple[int, ...]) -> list[_Destinations]:
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
        """Return whether the taken jokers may move to the given melds (A6)."""
        if self.rules.joker_reuse == "any":
            return True
        if not self._held_from(OLD_TABLE).are_new({number for number, _ in went}):
            return False
        origins = {origin for _, origin in went} - {OLD_TABLE}
        return all(self._held_from(each).are_new({n for n, origin in went if origin == each}) for each in origins)

    def _held_from(self, origin: int) -> HeldMelds:
        if origin not in self._held:
            own = () if origin == OLD_TABLE else (self.opening[origin],)
            self._held[origin] = HeldMelds((*self.change.old, *own), self.change.new.melds)
        return self._held[origin]
