"""What a turn may do with the jokers that lie on the table (000.15-000.18, A8-A14)."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final, Literal

from attrs import evolve, field, frozen

from rami.errors import Violation
from rami.pieces import without
from rami.rummikub.held_melds import Holding
from rami.rummikub.joker_readings import Reading, readings
from rami.rummikub.melds import Group, Meld, Run, Table
from rami.rummikub.rules import Rules
from rami.rummikub.tiles import JOKER, Tile
from rami.rummikub.violations import Code


def joker_violations(rules: Rules, old: Table, new: Table, played: Sequence[Tile]) -> tuple[Violation, ...]:
    """What is wrong with the way in which a turn moves the jokers of the table.

    Each joker of the old table is one of the new table's. It *stays* where it stands for a tile that it stood for, in a
    meld of the same sort; any other was *taken*: then it needs its replacement and a new meld, as the rules say (A12).
    The turn is legal if some choice of which joker is which is.

    Args:
        rules: The rules of the deal.
        old: The table before the turn.
        new: The table after it, with all jokers of the old one.
        played: The tiles that came from the rack.

    Returns:
        What is wrong in the choice with the fewest faults; () if there is nothing.
    """
    return () if _undisturbed(old, new) else Rearrangement.of(rules, old, new, played).faults()


def takes_joker(rules: Rules, old: Table, new: Table) -> bool:
    """Whether a turn takes a joker of the table from its place: not every one can have stayed (000.18)."""
    return not _undisturbed(old, new) and Rearrangement.of(rules, old, new).takes()


def _undisturbed(old: Table, new: Table) -> bool:
    """Whether every meld with a joker lies as it lay, or has only grown: then its jokers can have stayed (A12)."""
    before, after = old.joker_melds, new.joker_melds
    grown = list(without(after, before))
    for meld in without(before, after):
        found = next((each for each in grown if _holds(each, meld)), None)
        if found is None:
            return False
        grown.remove(found)
    return True


def _holds(grown: Meld, meld: Meld) -> bool:
    """Whether a meld lies in another just as it did alone, its jokers at the same places."""
    if isinstance(grown, Run) and isinstance(meld, Run):
        offset = meld.start - grown.start
        return offset >= 0 and grown.tiles[offset : offset + len(meld.tiles)] == meld.tiles
    return type(grown) is type(meld) and not without(meld.tiles, grown.tiles)


_OLD_TABLE: Final = -1
"""Where a joker comes from that lay on the table at the start of the turn."""


@frozen(eq=False)
class Source:
    """A meld of the old table, or of the opening, that has jokers.

    Attributes:
        meld: The meld.
        readings: What its jokers may stand for (A9).
        origin: Which meld of the opening it is, or `_OLD_TABLE`.
    """

    meld: Meld
    readings: tuple[Reading, ...]
    origin: int


@frozen(eq=False)
class Target:
    """A final meld that has jokers.

    Attributes:
        meld: The meld.
        number: Its place on the final table.
        jokers: How many jokers it has.
        readings: What they may stand for.
    """

    meld: Meld
    number: int
    jokers: int
    readings: tuple[Reading, ...]


@frozen
class Guests:
    """The jokers that stay in a target, as far as a choice is made.

    Attributes:
        tiles: What they stand for, in ascending order.
        host: The one source that they come from, where sets are frozen (A12); None for none yet.
    """

    tiles: Reading = ()
    host: int | None = None


@frozen
class Outcome:
    """Which jokers stay and which are taken, in one choice.

    Attributes:
        guests: Those that stay, for each target.
        taken: Of each joker taken, where it comes from, in ascending order.
        missing: The tiles that should replace jokers taken, and do not, in the order found.
        needs: Where replacements come from the rack: all of them so far, in ascending order (A11).
    """

    guests: tuple[Guests, ...]
    taken: tuple[int, ...] = ()
    missing: Reading = ()
    needs: Reading = ()


_Replacement = Literal["needed", "noted"]

_Open = tuple[tuple[int, ...], tuple[int, ...]]
"""How many places are open in each target, and where the jokers taken come from."""

_Went = frozenset[tuple[int, int]]
"""The final melds that jokers taken went to, each with where one of them came from."""


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
    sources: tuple[Source, ...]
    targets: tuple[Target, ...]
    final: tuple[Meld, ...]
    old: tuple[Meld, ...]
    opening: tuple[Meld, ...]
    lying: frozenset[Tile]
    played: Counter[Tile]
    _holdings: dict[int, Holding] = field(factory=dict[int, Holding])
    _choices: dict[tuple[object, ...], tuple["_Went", ...]] = field(
        factory=dict[tuple[object, ...], tuple["_Went", ...]]
    )
    _judged: dict["_Went", bool] = field(factory=dict["_Went", bool])

    @classmethod
    def of(cls, rules: Rules, old: Table, new: Table, played: Sequence[Tile] = ()) -> "Rearrangement":
        """The turn between two tables."""
        return cls(
            rules,
            tuple(Source(meld, tuple(readings(rules, meld)), _OLD_TABLE) for meld in old.joker_melds),
            tuple(
                Target(meld, number, meld.tiles.count(JOKER), tuple(readings(rules, meld)))
                for number, meld in enumerate(new)
                if JOKER in meld.tiles
            ),
            new.melds,
            old.melds,
            (),
            frozenset(new.tiles),
            Counter(tile for tile in played if tile != JOKER),
        )

    def with_opening(self, melds: Sequence[Meld]) -> "Rearrangement":
        """The turn that goes on from the table with these melds of the opening on it (A6).

        Their jokers count like those of the old table; but no meld is old for having been laid in the opening, except
        for the jokers that were laid in it.
        """
        laid = (Source(meld, tuple(readings(self.rules, meld)), number) for number, meld in enumerate(melds))
        return evolve(self, sources=(*self.sources, *laid), opening=tuple(melds), holdings={}, choices={}, judged={})

    def is_legal(self) -> bool:
        """Whether some choice is."""
        return any(self.has_place(outcome) for outcome in self.outcomes())

    def takes(self) -> bool:
        """Whether some joker is taken in every choice."""
        return all(outcome.taken for outcome in self.outcomes("noted"))

    def faults(self) -> tuple[Violation, ...]:
        """What is wrong in the choice with the fewest faults; () if there is nothing."""
        return () if self.is_legal() else tuple(_faults(self))

    def outcomes(self, replacement: _Replacement = "needed") -> Iterator[Outcome]:
        """Every choice, told apart by what matters afterwards.

        Args:
            replacement: Whether a joker taken without its replacement ends a choice, or is noted.
        """
        reached = {Outcome((Guests(),) * len(self.targets))}
        for number in range(len(self.sources)):
            reached = {after for before in reached for after in self._moved(number, before, replacement)}
        yield from sorted(reached, key=lambda outcome: (len(outcome.missing), len(outcome.taken)))

    def _moved(self, number: int, before: Outcome, replacement: _Replacement) -> Iterator[Outcome]:
        """The ways in which the jokers of a source stay or are taken."""
        source = self.sources[number]
        for reading in source.readings:
            reached = {before}
            for tile in reading:
                reached = {after for each in reached for after in self._placed(number, tile, each, replacement)}
            yield from reached

    def _placed(self, number: int, tile: Tile, before: Outcome, replacement: _Replacement) -> Iterator[Outcome]:
        """The ways for a joker that stood for a tile: to be taken, or to stay in a target."""
        yield from self._taken(self.sources[number], tile, before, replacement)
        tried: set[tuple[Meld, Guests]] = set()
        for place, (target, guests) in enumerate(zip(self.targets, before.guests, strict=True)):
            if (target.meld, guests) not in tried and self._stays(number, tile, before, place):
                tried.add((target.meld, guests))
                host = number if self.rules.joker_sets == "frozen" else None
                more = Guests(tuple(sorted((*guests.tiles, tile))), host)
                guests_after = (*before.guests[:place], more, *before.guests[place + 1 :])
                yield Outcome(guests_after, before.taken, before.missing, before.needs)

    def _stays(self, number: int, tile: Tile, before: Outcome, place: int) -> bool:
        """A12: whether a joker that stood for a tile may be said to stay in a target."""
        source, target, guests = self.sources[number], self.targets[place], before.guests[place]
        tiles = {*guests.tiles, tile}
        if tile in guests.tiles or not any(tiles.issubset(reading) for reading in target.readings):
            return False
        if self.rules.joker_sets == "free":
            return True
        if type(source.meld) is not type(target.meld):
            return False
        if self.rules.joker_sets == "identity_kept":
            return True
        elsewhere = any(other.host == number for i, other in enumerate(before.guests) if i != place)
        whole = set(source.meld.tiles) - {JOKER} <= set(target.meld.tiles)
        return guests.host in (None, number) and whole and not elsewhere

    def _taken(self, source: Source, tile: Tile, before: Outcome, replacement: _Replacement) -> Iterator[Outcome]:
        """000.15, A11, A13: a joker that stood for a tile is taken; what replaces it."""
        taken = tuple(sorted((*before.taken, source.origin)))
        if self.rules.joker_sets == "free":
            yield Outcome(before.guests, taken, before.missing, before.needs)
            return
        pair = isinstance(source.meld, Group) and len(source.meld.tiles) == 3 and len(source.readings[0]) == 1
        both = pair and self.rules.joker_group3 == "both"
        wanted = tuple(tile for (tile,) in source.readings) if both else (tile,)
        if self.rules.joker_replacement_from == "rack":
            needs = tuple(sorted((*before.needs, *wanted)))
            lacking = tuple((Counter(needs) - self.played).elements())
            after = Outcome(before.guests, taken, lacking, needs)
        else:
            lacking = (*before.missing, *(tile for tile in wanted if tile not in self.lying))
            after = Outcome(before.guests, taken, lacking)
        if replacement == "noted" or not lacking:
            yield after

    def has_place(self, outcome: Outcome) -> bool:
        """Whether the jokers taken may be where they are in some way."""
        return next(self.places(outcome), None) is not None

    def places(self, outcome: Outcome) -> Iterator[tuple[int, ...]]:
        """000.17, A10: every choice of final melds that the jokers taken may go to."""
        room = tuple(
            target.jokers - len(guests.tiles) for target, guests in zip(self.targets, outcome.guests, strict=True)
        )
        key = room, outcome.taken
        if key not in self._choices:
            self._choices[key] = tuple(self._spread(room, outcome.taken))
        for went in self._choices[key]:
            if self._may_go(went):
                yield tuple(sorted({number for number, _ in went}))

    def _spread(self, room: tuple[int, ...], taken: tuple[int, ...]) -> Iterator["_Went"]:
        """Every way for the jokers taken to go to final melds with room, those with the fewest melds first."""
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

    def _may_go(self, went: "_Went") -> bool:
        if not went or self.rules.joker_reuse == "any":
            return True
        if went not in self._judged:
            self._judged[went] = self.are_new(went) and self.have_rack_tiles(sorted({number for number, _ in went}))
        return self._judged[went]

    def are_new(self, went: "_Went") -> bool:
        """Whether the melds that got jokers are new: for those of a meld of the opening, that is an old one (A6)."""
        if not self._holding(_OLD_TABLE).are_new({number for number, _ in went}):
            return False
        origins = {origin for _, origin in went} - {_OLD_TABLE}
        return all(self._holding(each).are_new({n for n, origin in went if origin == each}) for each in origins)

    def _holding(self, origin: int) -> Holding:
        if origin not in self._holdings:
            own = () if origin == _OLD_TABLE else (self.opening[origin],)
            self._holdings[origin] = Holding((*self.old, *own), self.final)
        return self._holdings[origin]

    def have_rack_tiles(self, melds: Sequence[int]) -> bool:
        """A10: whether each of these final melds can have two natural tiles from the rack, none for two of them."""
        if self.rules.joker_reuse != "new_rack":
            return True
        return _two_each([set(self.final[number].tiles) - {JOKER} for number in melds], self.played)


def _two_each(melds: Sequence[set[Tile]], played: Counter[Tile]) -> bool:
    """Whether each meld can claim two of its tiles among those played, none claimed twice.

    Each claim is made in turn; where a tile has run out, a meld that claimed it looks for another (Kuhn).
    """
    claims: dict[Tile, list[int]] = {tile: [] for tile in played}

    def claim(meld: int, tried: set[Tile]) -> bool:
        for tile in sorted(melds[meld]):
            if tile not in claims or tile in tried or meld in claims[tile]:
                continue
            tried.add(tile)
            holders = claims[tile]
            if len(holders) < played[tile]:
                holders.append(meld)
                return True
            for place, holder in enumerate(holders):
                holders[place] = meld
                if claim(holder, tried):
                    return True
                holders[place] = holder
        return False

    return all(claim(meld, set()) for meld in range(len(melds)) for _ in range(2))


def _faults(turn: Rearrangement) -> Iterator[Violation]:
    """What is wrong with a turn in the best choice, where none is legal."""
    replaced = next(turn.outcomes(), None)
    if replaced is None:
        noted = list(turn.outcomes("noted"))
        if not noted:  # a meld that goes beyond the set, on a table that cannot be
            return
        replaced = next(filter(turn.has_place, noted), noted[0])
        yield Violation(_lacking(turn), sorted(set(replaced.missing)))
    if not turn.has_place(replaced):
        yield from _wrong_place(turn, replaced)


def _lacking(turn: Rearrangement) -> Code:
    """Which rule asks for the replacement that is not there."""
    rules = turn.rules

    def enough(changed: Rules) -> bool:
        return any(evolve(turn, rules=changed).outcomes())

    if rules.joker_group3 == "both" and enough(evolve(rules, joker_group3="either")):
        return Code.JOKER_NEEDS_BOTH
    if rules.joker_sets == "frozen" and enough(evolve(rules, joker_sets="identity_kept")):
        return Code.JOKER_SET_FROZEN
    if rules.joker_replacement_from == "rack" and enough(evolve(rules, joker_replacement_from="any")):
        return Code.JOKER_NOT_REPLACED_FROM_RACK
    return Code.JOKER_NOT_REPLACED


def _wrong_place(turn: Rearrangement, outcome: Outcome) -> Iterator[Violation]:
    """Why the jokers taken may not be where they are."""
    pairs = zip(turn.targets, outcome.guests, strict=True)
    free = [target.number for target, guests in pairs if len(guests.tiles) < target.jokers]
    without = evolve(turn, rules=evolve(turn.rules, joker_reuse="new"), judged={})
    new = next(without.places(outcome), None)
    if new is None:
        old = [number for number in free if not turn.are_new(frozenset({(number, _OLD_TABLE)}))]
        yield Violation(Code.JOKER_NOT_IN_NEW_MELD, sorted(tile for n in old or free for tile in turn.final[n].tiles))
    if turn.rules.joker_reuse == "new_rack" and not any(
        map(turn.have_rack_tiles, [new] if new else [[n] for n in free])
    ):
        yield Violation(Code.JOKER_NEEDS_RACK_TILES, sorted(tile for n in new or free for tile in turn.final[n].tiles))
