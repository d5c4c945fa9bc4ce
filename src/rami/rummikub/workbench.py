"""The search for the steps by which a person carries a play out, a meld at a time."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from typing import Final, NamedTuple, TypeVar

from attrs import define, frozen

from rami.errors import TooLarge
from rami.messages import SHARED
from rami.pieces import without
from rami.rummikub.melds import Group, Meld, Table
from rami.rummikub.rows import Row, read_row
from rami.rummikub.rules import Rules
from rami.rummikub.steps import Origin, Step
from rami.rummikub.tiles import JOKER, Tile
from rami.shapes import row_maker

T = TypeVar("T")

MOST_CHANGED: Final = 64
"""The most rows that may change, and melds that they may become; a set of 160 tiles makes 53 melds."""

MOST_TRIED: Final = 3_000
"""Step limit of the search for an order in which few rows are unfinished; six melds need fewer."""


def steps_to(table: Table, rows: Iterable[Row], rules: Rules, known: Set[Meld]) -> Iterator[Step]:
    """Yield the steps from rows, and the rack, to a table: what goes back to the rack first; then meld by meld."""
    left, old = Counter(table), list[Row]()
    for row in rows:
        if row.meld is not None and left[row.meld]:
            left[row.meld] -= 1
        else:
            old.append(row)
    new = list(left.elements())
    changed = max(len(old), len(new))
    if changed > MOST_CHANGED:
        raise TooLarge(SHARED.phrase("limits.rows", most=MOST_CHANGED, rows=changed))
    yield from _Workbench.for_rows(old, new, rules, known).steps()


# ---------------------------------------------------------------------------------------------------- what goes where

_make_origin = row_maker(Origin, ("tiles", "row"))
_make_step = row_maker(Step, ("meld", "onto", "origins", "after"))

_Pairs = dict[int, int]
"""Places in a row, each with the place in a meld to which its tile goes."""


@frozen(eq=False)
class _Part:
    """Tiles that go from a row to a meld, by number; the rack is the row, and the meld, after the last one."""

    source: int
    target: int
    places: tuple[int, ...]


class _Rank(NamedTuple):
    """The order in which steps are tried: few unfinished rows first, then freed jokers, then the table's order."""

    kind: tuple[bool, bool]  # whether it makes a meld, for tiles go back first; whether it takes jokers not replaced
    unfinished: int  # how many more rows are unfinished after it
    keeps_joker: bool  # whether it frees anything else than jokers
    target: int


class _Order(NamedTuple):
    """An order in which melds are made."""

    targets: tuple[int, ...]
    worst: int  # how many rows are unfinished at the worst moment


def _laid(row: Row) -> tuple[Tile, ...]:
    return row.meld.tiles if row.meld else row.tiles


def _common(left: Mapping[int, T], gaps: Mapping[int, T]) -> _Pairs:
    """Pair the tiles left, or what jokers stand for, with the gaps of a meld that they can fill, by their places."""
    free, pairs = dict(gaps), _Pairs()
    for place, tile in left.items():
        gap = next((gap for gap, wanted in free.items() if wanted == tile), None)
        if gap is not None:
            pairs[place] = gap
            del free[gap]
    return pairs


def _staying(row: Row, meld: Meld) -> _Pairs:
    """Pair the tiles of a row that need not move to make a meld; a joker stays where it stands for the same tile."""
    tiles, gaps = dict(enumerate(_laid(row))), dict(enumerate(meld.tiles))
    if row.meld is None:
        return _common(tiles, gaps)
    pairs = _common({place: tile for place, tile in tiles.items() if tile != JOKER}, gaps)
    jokers, jokers_needed = row.meld.stands_for, meld.stands_for
    if isinstance(row.meld, Group) and isinstance(meld, Group):  # where they stand for any missing colour
        pairs |= zip(jokers, jokers_needed, strict=False)
    elif type(row.meld) is type(meld):
        pairs |= _common(jokers, jokers_needed)
    return pairs


def _parts(
    old: Sequence[Row], new: Sequence[Meld], kept: Mapping[tuple[int, int], _Pairs], rack: Sequence[Tile]
) -> Iterator[_Part]:
    """Yield the tiles that move, as parts: the most that go from one row to one meld first, again and again.

    Rows are those of the table, and last the tiles that the rack lays; melds are the new ones, and last the rack. What
    is in `kept` stays where it lies, by row and meld.
    """
    # What the rows and the rack still have, and what the melds still lack, by places.
    left = [dict(enumerate(tiles)) for tiles in (*map(_laid, old), rack)]
    gaps = [dict(enumerate(meld.tiles)) for meld in new]
    for (source, target), pairs in kept.items():
        _fill(gaps[target], left[source], pairs)
    movable = {(row, meld): _common(left[row], gaps[meld]) for row in range(len(left)) for meld in range(len(gaps))}
    while any(movable.values()):
        source, target = max(movable, key=lambda route: len(movable[route]))
        pairs = movable[source, target]
        yield _Part(source, target, tuple(pairs))
        _fill(gaps[target], left[source], pairs)
        for row, meld in movable:
            if row == source or meld == target:
                movable[row, meld] = _common(left[row], gaps[meld])
    for source, tiles in enumerate(left):
        if tiles:  # no meld lacks them: they go to the rack
            yield _Part(source, len(new), tuple(tiles))


def _fill(gaps: dict[int, Tile], left: dict[int, Tile], pairs: _Pairs) -> None:
    """Take tiles from what is left of a row, and the gaps that they fill from those of a meld."""
    for place, gap in pairs.items():
        del left[place], gaps[gap]


class _Chain(NamedTuple):
    """A row is to become a meld, the row that was to become it another one, and so on; the last one perhaps none."""

    gain: int  # for all these rows together
    becomes: dict[int, int]


def _matched(gains: Sequence[Sequence[int]]) -> dict[int, int]:
    """Return which meld each row becomes, if any, so that the sum of gains is highest.

    The gain of a row from a meld is `gains[row][meld]`. The rows come in one by one, each by the chain that gains most.
    """
    becomes: dict[int, int] = {}
    for row in range(len(gains)):
        owners = {meld: owner for owner, meld in becomes.items()}
        chains = _chains(gains, row, owners)
        # The owner of the last meld of a chain is left without, and its gain is lost.
        losses = {meld: gains[owner][meld] for meld, owner in owners.items()}
        values = {meld: chain.gain - losses.get(meld, 0) for meld, chain in chains.items()}
        best = max(values, key=lambda meld: values[meld], default=None)
        if best is not None and values[best] > 0:
            if best in owners:
                del becomes[owners[best]]
            becomes |= chains[best].becomes
    return becomes


def _chains(gains: Sequence[Sequence[int]], row: int, owners: Mapping[int, int]) -> dict[int, _Chain]:
    """Return the chain that begins with a row and gains most, for each meld that may be the last of one.

    The rows before it are matched so that no change among them gains.
    A row does not become a meld from which it gains 0. A chain that gains nothing up to some point is dropped: the rest
    of it is a change among the rows before.
    """
    chains = {meld: _Chain(gain, {row: meld}) for meld, gain in enumerate(gains[row]) if gain}
    reached = list(chains)
    for last in reached:  # which grows: a meld comes again when a better chain reaches it
        owner = owners.get(last)
        if owner is None:
            continue
        chain = chains[last]
        for meld, gain in enumerate(gains[owner]):  # the owner gives the last one up for this one
            total = chain.gain - gains[owner][last] + gain
            best = chains[meld].gain if meld in chains else 0  # more than nothing
            if gain and total > best:
                # No chain comes back to a row of its own: the circle would have gained, and been taken before.
                chains[meld] = _Chain(total, {**chain.becomes, owner: meld})
                reached.append(meld)
    return chains


# ---------------------------------------------------------------------------------------------------------- workbench


@define(eq=False)
class _Workbench:
    """Rows that become melds.

    Attributes:
        old: The rows that change.
        new: The melds that they become.
        rules: The rules of the deal.
        known: The melds that lay there when the turn began.
        rack: The tiles that come from the rack.
        base: The row that each meld is made from, if there is one.
        kept: The places of each row whose tiles stay in the meld that is made from it.
        pending: The parts that have yet to go to each meld, and, after the last one, to the rack.
        lying: The places of each row whose tiles still lie there.
        tried: How many steps the search for an order has tried.
    """

    old: Sequence[Row]
    new: Sequence[Meld]
    rules: Rules
    known: Set[Meld]
    rack: tuple[Tile, ...]
    base: Mapping[int, int]
    kept: Mapping[int, Sequence[int]]
    pending: dict[int, list[_Part]]
    lying: list[list[int]]
    tried: int = 0

    @classmethod
    def for_rows(cls, old: Sequence[Row], new: Sequence[Meld], rules: Rules, known: Set[Meld]) -> "_Workbench":
        """Return a workbench with a row for each meld such that the most tiles stay, and then the most rows whole."""
        staying = [[_staying(row, meld) for meld in new] for row in old]
        weight = len(new) + 1  # of a tile that stays: more than all rows that stay whole, which count one each
        gains = [
            [weight * len(pairs) + (len(pairs) == len(row.tiles)) for pairs in by_meld]
            for row, by_meld in zip(old, staying, strict=True)
        ]
        pairs_kept = {(source, target): staying[source][target] for source, target in _matched(gains).items()}
        on_table = (tile for row in old for tile in row.tiles)
        rack = without((tile for meld in new for tile in meld.tiles), on_table)
        pending: dict[int, list[_Part]] = {}
        for part in _parts(old, new, pairs_kept, rack):
            pending.setdefault(part.target, []).append(part)
        return cls(
            old,
            new,
            rules,
            known,
            rack,
            base={target: source for source, target in pairs_kept},
            kept={source: tuple(pairs) for (source, _), pairs in pairs_kept.items()},
            pending=pending,
            lying=[list(range(len(row.tiles))) for row in old],
        )

    def steps(self) -> Iterator[Step]:
        """Yield the steps in order."""
        for target in self._in_order():
            step = self._step(target)
            if step.origins or step.onto is None or step.onto.meld != step.meld:  # or what is left lies well already
                yield step
            self._make(target)

    def _in_order(self) -> Sequence[int]:
        """Return the melds in an order in which the fewest rows are unfinished at the worst moment."""
        unfinished = sum(row.meld is None for row in self.old)
        best = self._searched(unfinished, len(self.old) + len(self.new), set())
        assert best is not None  # any order will do; of 64 melds, the first is found in 2,145 steps
        self.tried = 0
        while best.worst and (better := self._searched(unfinished, best.worst - 1, set())):
            best = better
        return best.targets

    def _searched(self, unfinished: int, most: int, failed: set[frozenset[int]]) -> _Order | None:
        """Return an order of the pending melds in which no step leaves more than `most` rows unfinished, if any."""
        left = frozenset(self.pending)  # what is pending decides what lies there: a set that failed once fails again
        if not left:
            return _Order((), 0)
        if left in failed or self.tried > MOST_TRIED:
            return None
        ranks = sorted(map(self._rank, left))
        self.tried += len(ranks)
        first_kind = ranks[0].kind
        for rank in ranks:
            unfinished_then = unfinished + rank.unfinished
            if rank.kind != first_kind or unfinished_then > most:  # later kinds wait until none of the first is left
                continue
            target = rank.target
            lying, parts = self.lying, self.pending[target]  # to be put back: `_make` replaces the list of rows
            self._make(target)  # for the search alone
            found = self._searched(unfinished_then, most, failed)
            self.lying, self.pending[target] = lying, parts
            if found:
                return _Order((target, *found.targets), max(unfinished_then, found.worst))
        failed.add(left)  # or the tries ran out, and everything fails
        return None

    def _make(self, target: int) -> None:
        """Take the tiles that go to a meld from where they lie."""
        leaving = self._leaving(target)
        self.lying = [
            [place for place in places if place not in leaving.get(source, ())]
            for source, places in enumerate(self.lying)
        ]
        del self.pending[target]

    def _rank(self, target: int) -> _Rank:
        step = self._step(target)
        takes_joker = any(JOKER in origin.tiles for origin in step.origins if origin.row and origin.row.meld)
        unfinished = sum(row.meld is None for row in step.after) - sum(row.meld is None for row in step.before)
        freed = without(step.onto.tiles, step.after[0].tiles) if step.onto else ()
        return _Rank((target < len(self.new), takes_joker), unfinished, set(freed) != {JOKER}, target)

    def _leaving(self, target: int) -> dict[int, Sequence[int]]:
        """Return the places of each row from which tiles go to a meld."""
        base = self.base.get(target)
        leaving: dict[int, Sequence[int]] = {} if base is None else {base: self.kept[base]}
        for part in self.pending[target]:
            if part.source < len(self.old):
                leaving[part.source] = sorted((*leaving.get(part.source, ()), *part.places))
        return leaving

    def _step(self, target: int) -> Step:
        """Return the step that makes a meld on its base, of tiles of other rows and the rack; or takes tiles back."""
        leaving = self._leaving(target)
        base = self._base_of(target, leaving)
        givers = [source for source in leaving if source != base]
        origins = [_make_origin((self._tiles(source, leaving[source]), self._row(source))) for source in givers]
        if laid := self._from_rack(target):
            origins.append(_make_origin((laid, None)))
        onto = None if base is None else self._row(base)
        meld = self.new[target] if target < len(self.new) else None
        made = [Row(meld)] if meld else []
        changed = givers if base is None else [base, *givers]  # of the base, too, something may be left
        rests = filter(None, (self._row(source, leaving[source]) for source in changed))  # what is left of each
        return _make_step((meld, onto, tuple(origins), (*made, *rests)))

    def _base_of(self, target: int, leaving: Mapping[int, Sequence[int]]) -> int | None:
        """Return the row that the meld grows on; else the largest row of which all that still lies goes to it."""
        if target == len(self.new) or target in self.base:
            return self.base.get(target)
        whole = (source for source, places in leaving.items() if len(places) == len(self.lying[source]))
        return max(whole, key=lambda source: len(leaving[source]), default=None)

    def _from_rack(self, target: int) -> tuple[Tile, ...]:
        parts = (part for part in self.pending[target] if part.source == len(self.old))
        return tuple(self.rack[place] for part in parts for place in part.places)

    def _tiles(self, source: int, places: Sequence[int]) -> tuple[Tile, ...]:
        tiles = _laid(self.old[source])
        return tuple(tiles[place] for place in places)

    def _row(self, source: int, leaving: Sequence[int] = ()) -> Row | None:
        """Return what lies in a row, or is left once tiles leave it: the meld made from it, where it is all of that."""
        row = self.old[source]
        places = [place for place in self.lying[source] if place not in leaving]
        if len(places) == len(row.tiles):
            return row
        for target, base in self.base.items():
            if base == source and target not in self.pending and set(places) == set(self.kept[source]):
                return Row(self.new[target])
        tiles = self._tiles(source, places)
        return read_row(tiles, self.rules, known=self.known) if tiles else None
