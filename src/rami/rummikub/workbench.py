"""A search for the steps of a play.

Each step makes one meld.
"""

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
"""Maximum number of changed rows, and maximum number of new melds.

A set of 160 tiles makes at most 53 melds.
"""

MOST_TRIED: Final = 3_000
"""Maximum number of tries in the search for the order of the steps.

The order should leave few rows unfinished. Six melds need fewer tries. Without a limit on the number of unfinished
rows, 64 melds need 2,145 tries.
"""


def steps_to(table: Table, rows: Iterable[Row], rules: Rules, known: Set[Meld]) -> Iterator[Step]:
    """Yield the steps that turn rows and rack tiles into a table.

    The first step may return tiles to the rack.
    """
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
"""Map from the index of a tile in a row to the index of the tile in a meld."""


@frozen(eq=False)
class _Part:
    """Tiles that move together from a row to a meld."""

    source: int
    target: int
    places: tuple[int, ...]


class _Rank(NamedTuple):
    kind: tuple[bool, bool]
    """Two flags: the step makes a meld, and the step takes a joker without replacing it."""
    unfinished: int
    """The increase in the number of unfinished rows."""
    keeps_joker: bool
    """False if the row that becomes the meld loses jokers and no other tiles."""
    target: int


class _Order(NamedTuple):
    targets: tuple[int, ...]
    worst: int
    """The largest number of unfinished rows after any step."""


def _laid(row: Row) -> tuple[Tile, ...]:
    return row.meld.tiles if row.meld else row.tiles


def _pair_equal_tiles(left: Mapping[int, T], gaps: Mapping[int, T]) -> _Pairs:
    free, pairs = dict(gaps), _Pairs()
    for place, tile in left.items():
        gap = next((gap for gap, wanted in free.items() if wanted == tile), None)
        if gap is not None:
            pairs[place] = gap
            del free[gap]
    return pairs


def _staying_tiles(row: Row, meld: Meld) -> _Pairs:
    tiles, gaps = dict(enumerate(_laid(row))), dict(enumerate(meld.tiles))
    if row.meld is None:
        return _pair_equal_tiles(tiles, gaps)
    pairs = _pair_equal_tiles({place: tile for place, tile in tiles.items() if tile != JOKER}, gaps)
    jokers, jokers_needed = row.meld.stands_for, meld.stands_for
    # A joker of a group can stay in another group, because it stands for any missing color.
    if isinstance(row.meld, Group) and isinstance(meld, Group):
        pairs |= zip(jokers, jokers_needed, strict=False)
    elif type(row.meld) is type(meld):
        pairs |= _pair_equal_tiles(jokers, jokers_needed)
    return pairs


def _parts(
    old: Sequence[Row], new: Sequence[Meld], kept: Mapping[tuple[int, int], _Pairs], rack: Sequence[Tile]
) -> Iterator[_Part]:
    left = [dict(enumerate(tiles)) for tiles in (*map(_laid, old), rack)]
    gaps = [dict(enumerate(meld.tiles)) for meld in new]
    for (source, target), pairs in kept.items():
        _remove_pairs(gaps[target], left[source], pairs)
    movable = {
        (row, meld): _pair_equal_tiles(left[row], gaps[meld]) for row in range(len(left)) for meld in range(len(gaps))
    }
    while any(movable.values()):
        source, target = max(movable, key=lambda route: len(movable[route]))
        pairs = movable[source, target]
        yield _Part(source, target, tuple(pairs))
        _remove_pairs(gaps[target], left[source], pairs)
        for row, meld in movable:
            if row == source or meld == target:
                movable[row, meld] = _pair_equal_tiles(left[row], gaps[meld])
    for source, tiles in enumerate(left):
        if tiles:
            yield _Part(source, len(new), tuple(tiles))


def _remove_pairs(gaps: dict[int, Tile], left: dict[int, Tile], pairs: _Pairs) -> None:
    for place, gap in pairs.items():
        del left[place], gaps[gap]


class _Chain(NamedTuple):
    """An augmenting path of a matching."""

    gain: int
    """The gains of the new pairs, less the gains of the pairs that they replace."""
    becomes: dict[int, int]


def _best_matching(gains: Sequence[Sequence[int]]) -> dict[int, int]:
    # Add the rows one by one, each along the best augmenting path.
    becomes: dict[int, int] = {}
    for row in range(len(gains)):
        owners = {meld: owner for owner, meld in becomes.items()}
        chains = _best_chains(gains, row, owners)
        losses = {meld: gains[owner][meld] for meld, owner in owners.items()}
        values = {meld: chain.gain - losses.get(meld, 0) for meld, chain in chains.items()}
        best = max(values, key=lambda meld: values[meld], default=None)
        if best is not None and values[best] > 0:
            if best in owners:
                del becomes[owners[best]]
            becomes |= chains[best].becomes
    return becomes


def _best_chains(gains: Sequence[Sequence[int]], row: int, owners: Mapping[int, int]) -> dict[int, _Chain]:
    chains = {meld: _Chain(gain, {row: meld}) for meld, gain in enumerate(gains[row]) if gain}
    reached = list(chains)
    # Visit a meld again if a better chain to the meld is found.
    for last in reached:
        owner = owners.get(last)
        if owner is None:
            continue
        chain = chains[last]
        for meld, gain in enumerate(gains[owner]):
            total = chain.gain - gains[owner][last] + gain
            best = chains[meld].gain if meld in chains else 0
            if gain and total > best:
                # A chain with a cycle is never better, because the matching so far is optimal.
                chains[meld] = _Chain(total, {**chain.becomes, owner: meld})
                reached.append(meld)
    return chains


# ---------------------------------------------------------------------------------------------------------- workbench


@define(eq=False)
class _Workbench:
    old: Sequence[Row]
    """The rows that change."""
    new: Sequence[Meld]
    """The new melds."""
    rules: Rules
    """The rules of the deal."""
    known: Set[Meld]
    """The melds of the table at the start of the turn."""
    rack: tuple[Tile, ...]
    """The tiles that come from the rack."""
    base: Mapping[int, int]
    """The index of the row that each meld replaces."""
    kept: Mapping[int, Sequence[int]]
    """The indexes of the tiles that stay, by row.

    Only rows that become a meld are included.
    """
    pending: dict[int, list[_Part]]
    """The parts that will move to each meld.

    A meld is removed when it is made. The key after the last meld stands for the rack.
    """
    remaining: list[list[int]]
    """The indexes of the tiles that have not moved, by row."""
    tried: int = 0
    """The number of tries that the search has made so far."""

    @classmethod
    def for_rows(cls, old: Sequence[Row], new: Sequence[Meld], rules: Rules, known: Set[Meld]) -> "_Workbench":
        """Plan which new meld replaces which row.

        The plan lets as many tiles as possible stay in place.
        """
        staying = [[_staying_tiles(row, meld) for meld in new] for row in old]
        # First maximize the tiles that stay in place, then the rows that keep all their tiles.
        weight = len(new) + 1
        gains = [
            [weight * len(pairs) + (len(pairs) == len(row.tiles)) for pairs in by_meld]
            for row, by_meld in zip(old, staying, strict=True)
        ]
        pairs_kept = {(source, target): staying[source][target] for source, target in _best_matching(gains).items()}
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
            step = self._step_to_make(target)
            if step.origins or step.onto is None or step.onto.meld != step.meld:
                yield step
            self._make(target)

    def _in_order(self) -> Sequence[int]:
        unfinished = sum(row.meld is None for row in self.old)
        best = self._search_order(unfinished, len(self.old) + len(self.new), set())
        # The first search has no limit on unfinished rows, so it always finds an order.
        assert best is not None
        self.tried = 0
        while best.worst and (better := self._search_order(unfinished, best.worst - 1, set())):
            best = better
        return best.targets

    def _search_order(self, unfinished: int, most: int, failed: set[frozenset[int]]) -> _Order | None:
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
            if rank.kind != first_kind or unfinished_then > most:
                continue
            target = rank.target
            remaining, parts = self.remaining, self.pending[target]
            self._make(target)
            found = self._search_order(unfinished_then, most, failed)
            self.remaining, self.pending[target] = remaining, parts
            if found:
                return _Order((target, *found.targets), max(unfinished_then, found.worst))
        failed.add(left)
        return None

    def _make(self, target: int) -> None:
        leaving = self._tiles_to_move(target)
        self.remaining = [
            [place for place in places if place not in leaving.get(source, ())]
            for source, places in enumerate(self.remaining)
        ]
        del self.pending[target]

    def _rank(self, target: int) -> _Rank:
        step = self._step_to_make(target)
        takes_joker = any(JOKER in origin.tiles for origin in step.origins if origin.row and origin.row.meld)
        unfinished = sum(row.meld is None for row in step.after) - sum(row.meld is None for row in step.before)
        freed = without(step.onto.tiles, step.after[0].tiles) if step.onto else ()
        return _Rank((target < len(self.new), takes_joker), unfinished, set(freed) != {JOKER}, target)

    def _tiles_to_move(self, target: int) -> dict[int, Sequence[int]]:
        base = self.base.get(target)
        leaving: dict[int, Sequence[int]] = {} if base is None else {base: self.kept[base]}
        for part in self.pending[target]:
            if part.source < len(self.old):
                leaving[part.source] = sorted((*leaving.get(part.source, ()), *part.places))
        return leaving

    def _step_to_make(self, target: int) -> Step:
        leaving = self._tiles_to_move(target)
        base = self._base_of(target, leaving)
        givers = [source for source in leaving if source != base]
        origins = [_make_origin((self._tiles(source, leaving[source]), self._row_without(source))) for source in givers]
        if laid := self._from_rack(target):
            origins.append(_make_origin((laid, None)))
        onto = None if base is None else self._row_without(base)
        meld = self.new[target] if target < len(self.new) else None
        made = [Row(meld)] if meld else []
        changed = givers if base is None else [base, *givers]
        rests = filter(None, (self._row_without(source, leaving[source]) for source in changed))
        return _make_step((meld, onto, tuple(origins), (*made, *rests)))

    def _base_of(self, target: int, leaving: Mapping[int, Sequence[int]]) -> int | None:
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

    def _row_without(self, source: int, leaving: Sequence[int] = ()) -> Row | None:
        row = self.old[source]
        places = [place for place in self.remaining[source] if place not in leaving]
        if len(places) == len(row.tiles):
            return row
        for target, base in self.base.items():
            if base == source and target not in self.pending and set(places) == set(self.kept[source]):
                return Row(self.new[target])
        tiles = self._tiles(source, places)
        return read_row(tiles, self.rules, known=self.known) if tiles else None
