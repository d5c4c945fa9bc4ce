"""What a turn may do with the jokers that lay on the table (000.15-000.18, A8-A14)."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, groupby, permutations

from attrs import frozen

from rami.errors import Violation
from rami.pieces import without
from rami.rummikub.melds import Group, Meld, Table
from rami.rummikub.rules import Rules
from rami.rummikub.tiles import JOKER, Tile
from rami.rummikub.violations import Code


@frozen(eq=False)
class Place:
    """Where a joker lies: its meld, which meld of the table that is, and the tiles that the joker may stand for."""

    meld: Meld
    number: int
    stands_for: frozenset[Tile]


def joker_violations(rules: Rules, old: Table, new: Table, played: Sequence[Tile], loose: int) -> tuple[Violation, ...]:
    """What is wrong with the way in which a turn moves the jokers of the table.

    The jokers of the old table are matched to the jokers of the new one in every way. Each either stays, standing for a
    tile that it stood for, or was taken: then `joker_sets`, `joker_replacement_from`, `joker_group3` and `joker_reuse`
    say what it needs. The turn is legal if one of the matchings is (000.15).

    Args:
        rules: The rules of the deal.
        old: The table before the turn.
        new: The table after it.
        played: The tiles that came from the rack.
        loose: How many jokers of the old table are on the new one no more, which only an overrun can bring about.

    Returns:
        What is wrong in the matching with the fewest faults; () if there is nothing.
    """
    if _undisturbed(old.joker_melds, new.joker_melds):
        return ()
    turn = _Turn(rules, old, new, tuple(played))
    best: tuple[Violation, ...] | None = None
    for pairs in _matchings(places(rules, old), places(rules, new), loose):
        faults = turn.faults(pairs)
        if not faults:
            return ()
        if best is None or len(faults) < len(best):
            best = faults
    return best or ()


def takes_joker(rules: Rules, old: Table, new: Table) -> bool:
    """Whether a turn takes a joker of the table from its place: not every one can have stayed (000.18)."""
    if _undisturbed(old.joker_melds, new.joker_melds):
        return False
    matchings = _matchings(places(rules, old), places(rules, new), 0)
    return not any(all(before.stands_for & after.stands_for for before, after in pairs) for pairs in matchings)


def places(rules: Rules, table: Table) -> list[Place]:
    """Every joker of a table, with the tiles that it may stand for (A9), in the colours that are in play."""
    return [
        Place(meld, number, frozenset(tile for tile in tiles if tile.color in rules.colors))
        for number, meld in enumerate(table.joker_melds)
        for tiles in (meld.stands_for.values() if rules.joker_positional else _sliding(rules, meld))
    ]


def _sliding(rules: Rules, meld: Meld) -> Iterable[tuple[Tile, ...]]:
    """What the jokers stand for where those at the ends of a run may slide to the other end (A9)."""
    if isinstance(meld, Group) or meld.has_one_after_ten:
        return meld.stands_for.values()
    naturals = [tile.number for tile in meld.tiles if tile != JOKER]
    length = len(meld.tiles)
    starts = range(max(1, naturals[-1] - length + 1), min(naturals[0], rules.max_number - length + 1) + 1)
    numbers = {number for start in starts for number in range(start, start + length)} - set(naturals)
    return [tuple(Tile(meld.color, number) for number in sorted(numbers))] * meld.tiles.count(JOKER)


def _undisturbed(old: Iterable[Meld], new: Iterable[Meld]) -> bool:
    left = list(new)
    for meld in old:
        if meld not in left:
            return False
        left.remove(meld)
    return True


_Pairs = tuple[tuple[Place, Place], ...]


def _matchings(before: Sequence[Place], after: Sequence[Place], loose: int) -> Iterator[_Pairs]:
    """Every way in which the old jokers, but for the loose ones, can be the new ones."""
    for kept in combinations(before, len(before) - loose):
        for chosen in permutations(after, len(kept)):
            yield tuple(zip(kept, chosen, strict=True))


@frozen(eq=False)
class _Turn:
    """One turn, to judge the matchings of its jokers."""

    rules: Rules
    old: Table
    new: Table
    played: tuple[Tile, ...]

    def faults(self, pairs: _Pairs) -> tuple[Violation, ...]:
        """What is wrong if each first joker is the second one."""
        if self.rules.joker_sets == "frozen":
            taken = tuple(pair for pair in pairs if not _stays_frozen(pair, pairs))
        else:
            taken = tuple(pair for pair in pairs if not pair[0].stands_for & pair[1].stands_for)
        if not taken:
            return ()
        unreplaced = () if self.rules.joker_sets == "free" else self._not_replaced(taken)
        return (*unreplaced, *self._wrong_place(taken, pairs))

    def _not_replaced(self, taken: _Pairs) -> Iterator[Violation]:
        """000.15, 000.16, A11, A13: each joker taken needs a natural tile that it stood for, of its own."""
        naturals = [tile for tile in self.new.tiles if tile != JOKER]
        supply = [tile for tile in self.played if tile != JOKER] if self._rack_only else naturals
        jokers = [before for before, _ in taken]
        wanted = list(needs(jokers, both=self.rules.joker_group3 == "both"))
        if _supplied(wanted, supply):
            return
        stood_for = frozenset[Tile]().union(*(joker.stands_for for joker in jokers))
        either = list(needs(jokers, both=False))
        if _supplied(either, supply):
            code = Code.JOKER_NEEDS_BOTH
        elif self._rack_only and _supplied(either, naturals):
            code = Code.JOKER_NOT_REPLACED_FROM_RACK
        elif any(before.stands_for & after.stands_for for before, after in taken):
            code = Code.JOKER_SET_FROZEN
        else:
            code = Code.JOKER_NOT_REPLACED
        yield Violation(code, tuple(sorted(stood_for)))

    @property
    def _rack_only(self) -> bool:
        return self.rules.joker_replacement_from == "rack"

    def _wrong_place(self, taken: _Pairs, pairs: _Pairs) -> Iterator[Violation]:
        """000.17, A10: where a joker that was taken may go."""
        if self.rules.joker_reuse == "any":
            return
        targets = {after.number: after.meld for _, after in taken}
        old_naturals = [frozenset(meld.tiles) - {JOKER} for meld in self.old]
        for meld in targets.values():
            if any(naturals.issubset(meld.tiles) for naturals in old_naturals):
                yield Violation(Code.JOKER_NOT_IN_NEW_MELD, meld.tiles)
        if self.rules.joker_reuse == "new_rack":
            old_jokers = [after.number for _, after in pairs]
            melds = [(meld, meld.tiles.count(JOKER) - old_jokers.count(n)) for n, meld in targets.items()]
            if not _two_from_rack(melds, self.played):
                yield Violation(Code.JOKER_NEEDS_RACK_TILES, sorted(t for meld, _ in melds for t in meld.tiles))


def _two_from_rack(melds: Sequence[tuple[Meld, int]], played: tuple[Tile, ...]) -> bool:
    """Whether each meld, given with how many jokers came to it from the rack, can claim two played tiles of its own."""
    if not melds:
        return True
    (meld, jokers), *rest = melds
    own = [tile for tile in meld.tiles if tile != JOKER and tile in played]
    own += [JOKER] * min(jokers, played.count(JOKER))
    return any(_two_from_rack(rest, without(played, pair)) for pair in combinations(own, 2))


def _stays_frozen(pair: tuple[Place, Place], pairs: _Pairs) -> bool:
    """A12: the joker lies where it lay, and its meld is there whole, joined to no other meld with a joker."""
    before, after = pair
    if not before.stands_for & after.stands_for or not _covers(after.meld, before.meld):
        return False
    return all(other.number == before.number for other, place in pairs if place.number == after.number)


def _covers(new: Meld, old: Meld) -> bool:
    """Whether a meld is another one with tiles added."""
    if not (set(old.tiles) - {JOKER}) <= set(new.tiles) or len(new.tiles) < len(old.tiles):
        return False
    if isinstance(old, Group) or isinstance(new, Group):
        return True  # of one kind: with all its tiles and its joker, neither can have become the other
    return new.start <= old.start and new.start + len(new.tiles) >= old.start + len(old.tiles)


def needs(jokers: Iterable[Place], *, both: bool) -> Iterator[frozenset[Tile]]:
    """The tiles that jokers taken call for, each as the set of those that would do."""
    for _, of_meld in groupby(jokers, key=lambda joker: joker.number):
        group = list(of_meld)
        if both and isinstance(group[0].meld, Group):
            yield from (frozenset({tile}) for tile in sorted(group[0].stands_for))
        else:
            yield from (joker.stands_for for joker in group)


def _supplied(needs: Sequence[frozenset[Tile]], supply: Sequence[Tile]) -> bool:
    """Whether every need can be met by a tile of its own."""
    if not needs:
        return True
    first, *rest = needs
    for tile in sorted(first):
        if tile in supply:
            left = list(supply)
            left.remove(tile)
            if _supplied(rest, left):
                return True
    return False
