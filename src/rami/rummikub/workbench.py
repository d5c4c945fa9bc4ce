"""The search for the steps of a play, one meld at a time."""

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
"""Limit of the rows that change and of the melds that they become. A set of 160 tiles makes at most 53 melds."""

MOST_TRIED: Final = 3_000
"""Step limit of the search for an order with few unfinished rows. Six melds need fewer steps."""


def steps_to(table: Table, rows: Iterable[Row], rules: Rules, known: Set[Meld]) -> Iterator[Step]:
    """Yield the steps that turn rows and rack tiles into a table. The first step may return tiles to the rack."""
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


# ------------------------------------------------------------------------------------------------ moved and kept tiles

_make_origin = row_maker(Origin, ("tiles", "row"))
_make_step = row_maker(Step, ("meld", "onto", "origins", "after"))

_Pairs = dict[int, int]
"""Places in a row, each with the place of its tile in a meld."""


@frozen(eq=False)
class _Part:
    """Tiles that go from one row to one meld, by index. The rack has the index after the last one."""

    source: int
    target: int
    places: tuple[int, ...]


class _Rank(NamedTuple):
    """Sort key of a step in the search. Steps with few unfinished rows are first, then steps that free only jokers."""

    kind: tuple[bool, bool]
    """Whether the step makes a meld, and whether it takes a joker from a meld without replacing it."""
    unfinished: int
    """Change of the number of unfinished rows."""
    keeps_joker: bool
    """False if the step frees only jokers."""
    target: int


class _Order(NamedTuple):
    """An order in which melds are made."""

    targets: tuple[int, ...]
    worst: int
    """The largest number of unfinished rows after any of its steps."""


def _laid(row: Row) -> tuple[Tile, ...]:
    return row.meld.tiles if row.meld else row.tiles


def _common(left: Mapping[int, T], gaps: Mapping[int, T]) -> _Pairs:
    """Pair the indexes of tiles with the gaps in a meld that they fill. Joker readings are paired the same way."""
    free, pairs = dict(gaps), _Pairs()
    for place, tile in left.items():
        gap = next((gap for gap, wanted in free.items() if wanted == tile), None)
        if gap is not None:
            pairs[place] = gap
            del free[gap]
    return pairs


def _staying(row: Row, meld: Meld) -> _Pairs:
    """Pair the tiles of a row that need not move to make a meld. A joker stays if it stands for the same tile."""
    tiles, gaps = dict(enumerate(_laid(row))), dict(enumerate(meld.tiles))
    if row.meld is None:
        return _common(tiles, gaps)
    pairs = _common({place: tile for place, tile in tiles.items() if tile != JOKER}, gaps)
    jokers, jokers_needed = row.meld.stands_for, meld.stands_for
    # A joker in a group stands for any missing color.
    if isinstance(row.meld, Group) and isinstance(meld, Group):
        pairs |= zip(jokers, jokers_needed, strict=False)
    elif type(row.meld) is type(meld):
        pairs |= _common(jokers, jokers_needed)
    return pairs


def _parts(
    old: Sequence[Row], new: Sequence[Meld], kept: Mapping[tuple[int, int], _Pairs], rack: Sequence[Tile]
) -> Iterator[_Part]:
    """Yield the tiles that move, as parts, always the largest possible part next."""
    # `kept` has the tiles that do not move, by row and meld.
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
        # Tiles that no meld needs go to the rack.
        if tiles:
            yield _Part(source, len(new), tuple(tiles))


def _fill(gaps: dict[int, Tile], left: dict[int, Tile], pairs: _Pairs) -> None:
    """Remove the tiles of a row and the gaps that they fill."""
    for place, gap in pairs.items():
        del left[place], gaps[gap]


class _Chain(NamedTuple):
    """An augmenting path: a row gets a meld, the previous owner of that meld gets another one, and so on."""

    gain: int
    """The sum over the rows of the chain."""
    becomes: dict[int, int]


def _matched(gains: Sequence[Sequence[int]]) -> dict[int, int]:
    """Return the matching of rows with melds that has the highest sum of `gains[row][meld]`."""
    # The rows are added one by one, each with its best chain.
    becomes: dict[int, int] = {}
    for row in range(len(gains)):
        owners = {meld: owner for owner, meld in becomes.items()}
        chains = _chains(gains, row, owners)
        # The owner of the last meld of a chain gets no meld, so its gain is lost.
        losses = {meld: gains[owner][meld] for meld, owner in owners.items()}
        values = {meld: chain.gain - losses.get(meld, 0) for meld, chain in chains.items()}
        best = max(values, key=lambda meld: values[meld], default=None)
        if best is not None and values[best] > 0:
            if best in owners:
                del becomes[owners[best]]
            becomes |= chains[best].becomes
    return becomes


def _chains(gains: Sequence[Sequence[int]], row: int, owners: Mapping[int, int]) -> dict[int, _Chain]:
    """Return the best chain from a row to each meld that can be reached."""
    # The matching of the previous rows is optimal. Thus, a chain with a gain of 0 or less at any point is dropped: its
    # rest only changes the previous rows. A row never gets a meld with a gain of 0.
    chains = {meld: _Chain(gain, {row: meld}) for meld, gain in enumerate(gains[row]) if gain}
    reached = list(chains)
    # The list grows in the loop. It gets a meld again if a better chain reaches it.
    for last in reached:
        owner = owners.get(last)
        if owner is None:
            continue
        chain = chains[last]
        # The owner exchanges the last meld of the chain for another one.
        for meld, gain in enumerate(gains[owner]):
            total = chain.gain - gains[owner][last] + gain
            best = chains[meld].gain if meld in chains else 0
            if gain and total > best:
                # A chain has no cycle: a cycle with a gain would improve the matching of the previous rows.
                chains[meld] = _Chain(total, {**chain.becomes, owner: meld})
                reached.append(meld)
    return chains


# ---------------------------------------------------------------------------------------------------------- workbench


@define(eq=False)
class _Workbench:
    """Rows that become melds."""

    old: Sequence[Row]
    """The rows that change."""
    new: Sequence[Meld]
    """The new melds."""
    rules: Rules
    """The rules of the deal."""
    known: Set[Meld]
    """The melds of the table at the start of the turn."""
    rack: tuple[Tile, ...]
    """The tiles from the rack."""
    base: Mapping[int, int]
    """The row that becomes each meld, if any."""
    kept: Mapping[int, Sequence[int]]
    """The places of the tiles that stay in each such row."""
    pending: dict[int, list[_Part]]
    """The parts still to move to each meld, and to the rack at the index after the last meld."""
    remaining: list[list[int]]
    """The places of the tiles that are still in each row."""
    tried: int = 0
    """The number of steps tried in the search for an order."""

    @classmethod
    def for_rows(cls, old: Sequence[Row], new: Sequence[Meld], rules: Rules, known: Set[Meld]) -> "_Workbench":
        """Return a workbench whose base rows keep the most tiles. Ties are broken by the number of complete rows."""
        staying = [[_staying(row, meld) for meld in new] for row in old]
        # A tile that stays counts more than all complete rows together.
        weight = len(new) + 1
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
            remaining=[list(range(len(row.tiles))) for row in old],
        )

    def steps(self) -> Iterator[Step]:
        """Yield the steps in order."""
        for target in self._in_order():
            step = self._step(target)
            # Other moves may have left the meld already complete.
            if step.origins or step.onto is None or step.onto.meld != step.meld:
                yield step
            self._make(target)

    def _in_order(self) -> Sequence[int]:
        """Return the order of melds that leaves the fewest rows unfinished."""
        unfinished = sum(row.meld is None for row in self.old)
        best = self._searched(unfinished, len(self.old) + len(self.new), set())
        # The first search accepts any order. With 64 melds, it needs 2,145 steps.
        assert best is not None
        self.tried = 0
        while best.worst and (better := self._searched(unfinished, best.worst - 1, set())):
            best = better
        return best.targets

    def _searched(self, unfinished: int, most: int, failed: set[frozenset[int]]) -> _Order | None:
        """Return an order of the pending melds that never leaves more than `most` unfinished rows, or None."""
        # The memo of failures uses the pending melds as its key, since they determine the rows.
        left = frozenset(self.pending)
        if not left:
            return _Order((), 0)
        if left in failed or self.tried > MOST_TRIED:
            return None
        ranks = sorted(map(self._rank, left))
        self.tried += len(ranks)
        first_kind = ranks[0].kind
        for rank in ranks:
            unfinished_then = unfinished + rank.unfinished
            # Steps of a later kind must wait.
            if rank.kind != first_kind or unfinished_then > most:
                continue
            target = rank.target
            remaining, parts = self.remaining, self.pending[target]
            self._make(target)
            found = self._searched(unfinished_then, most, failed)
            self.remaining, self.pending[target] = remaining, parts
            if found:
                return _Order((target, *found.targets), max(unfinished_then, found.worst))
        failed.add(left)
        return None

    def _make(self, target: int) -> None:
        leaving = self._leaving(target)
        self.remaining = [
            [place for place in places if place not in leaving.get(source, ())]
            for source, places in enumerate(self.remaining)
        ]
        del self.pending[target]

    def _rank(self, target: int) -> _Rank:
        step = self._step(target)
        takes_joker = any(JOKER in origin.tiles for origin in step.origins if origin.row and origin.row.meld)
        unfinished = sum(row.meld is None for row in step.after) - sum(row.meld is None for row in step.before)
        freed = without(step.onto.tiles, step.after[0].tiles) if step.onto else ()
        return _Rank((target < len(self.new), takes_joker), unfinished, set(freed) != {JOKER}, target)

    def _leaving(self, target: int) -> dict[int, Sequence[int]]:
        """Return the indexes of the tiles that move to a meld, by row."""
        base = self.base.get(target)
        leaving: dict[int, Sequence[int]] = {} if base is None else {base: self.kept[base]}
        for part in self.pending[target]:
            if part.source < len(self.old):
                leaving[part.source] = sorted((*leaving.get(part.source, ()), *part.places))
        return leaving

    def _step(self, target: int) -> Step:
        """Return the step that makes a meld, or returns tiles to the rack."""
        leaving = self._leaving(target)
        base = self._base_of(target, leaving)
        givers = [source for source in leaving if source != base]
        origins = [_make_origin((self._tiles(source, leaving[source]), self._row(source))) for source in givers]
        if laid := self._from_rack(target):
            origins.append(_make_origin((laid, None)))
        onto = None if base is None else self._row(base)
        meld = self.new[target] if target < len(self.new) else None
        made = [Row(meld)] if meld else []
        changed = givers if base is None else [base, *givers]
        rests = filter(None, (self._row(source, leaving[source]) for source in changed))
        return _make_step((meld, onto, tuple(origins), (*made, *rests)))

    def _base_of(self, target: int, leaving: Mapping[int, Sequence[int]]) -> int | None:
        """Return the row that becomes the meld, or the largest row that is used up for it."""
        if target == len(self.new) or target in self.base:
            return self.base.get(target)
        whole = (source for source, places in leaving.items() if len(places) == len(self.remaining[source]))
        return max(whole, key=lambda source: len(leaving[source]), default=None)

    def _from_rack(self, target: int) -> tuple[Tile, ...]:
        parts = (part for part in self.pending[target] if part.source == len(self.old))
        return tuple(self.rack[place] for part in parts for place in part.places)

    def _tiles(self, source: int, places: Sequence[int]) -> tuple[Tile, ...]:
        tiles = _laid(self.old[source])
        return tuple(tiles[place] for place in places)

    def _row(self, source: int, leaving: Sequence[int] = ()) -> Row | None:
        """Return a row without some tiles, or the meld if the row is complete."""
        row = self.old[source]
        places = [place for place in self.remaining[source] if place not in leaving]
        if len(places) == len(row.tiles):
            return row
        for target, base in self.base.items():
            if base == source and target not in self.pending and set(places) == set(self.kept[source]):
                return Row(self.new[target])
        tiles = self._tiles(source, places)
        return read_row(tiles, self.rules, known=self.known) if tiles else None
