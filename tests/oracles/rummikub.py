"""A second referee of plays, slow and simple, for comparison with the referee of the library.

It is written from the rules alone and shares only the values (tiles, melds, tables, rules). It tries everything: every
assignment of old jokers to new ones, every tile that a joker can replace, every way to put old melds into new ones, and
every opening that the new tiles make.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import chain, combinations, permutations, product
from math import inf

from rami.rummikub import (
    JOKER,
    Color,
    Draw,
    Group,
    Meld,
    Pass,
    Play,
    Rules,
    Run,
    State,
    Table,
    Tile,
    View,
    check,
    observe,
)

Joker = tuple[int, Tile]
"""A joker of some melds: the index of its meld, and the tile that it replaces."""


MOST_TABLES = 800
"""The maximum number of tables that are tried for a position."""

MOST_LAID = 8
"""The maximum number of tiles of an opening that may use the table. Every opening of these tiles is tried."""


def legal(state: State) -> dict[object, list[Table]]:
    """Return the legal moves of a player without overruns: for each set of laid tiles, the legal tables."""
    view = observe(state, state.current_player)
    found: dict[object, list[Table]] = {}
    for table in sorted(all_tables(view), key=str):
        if is_legal(view, table):
            found.setdefault(tuple(sorted((Counter(table.tiles) - Counter(view.table.tiles)).elements())), []).append(
                table
            )
    if state.pool:
        found[Draw()] = []
    elif not found or state.rules.pass_on_empty == "free":
        found[Pass()] = []
    return found


def all_tables(view: View) -> set[Table]:
    """Return every legal table with all tiles of the old one and any tiles of the rack."""
    if (
        view.rules.opening_turn_table != "forbidden"
        and not view.opened[view.player or 0]
        and len(view.rack) > MOST_LAID
    ):
        raise TimeoutError
    return tables_of(view, MOST_TABLES)


def is_legal(view: View, new: Table) -> bool:
    """Return whether the player of a view may leave this table."""
    if Counter(view.table.tiles) - Counter(new.tiles):  # 001.10: nothing leaves the table
        return False
    return may_stay(view, new)


def may_stay(view: View, new: Table) -> bool:
    """Return whether the player of a view may end the turn with this table."""
    rules, old = view.rules, view.table
    laid = Counter(new.tiles) - Counter(old.tiles)
    if not laid or laid - Counter(view.rack):  # A17, A18
        return False
    if not all(may_lie(rules, meld) for meld in Counter(new) - Counter(old)):
        return False
    if view.opened[view.current_player]:
        return jokers_may_go(rules, list(old), list(new), [])
    if rules.opening_turn_table == "forbidden":
        if Counter(old) - Counter(new):  # A5
            return False
        opening = list((Counter(new) - Counter(old)).elements())
        return is_opening(rules, opening)
    sufficient = (opening for opening in openings(rules, laid) if is_opening(rules, opening))
    with_jokers = {tuple(meld for meld in opening if JOKER in meld.tiles) for opening in sufficient}
    return any(
        jokers_may_go(rules, list(old), list(new), list(melds), may_take=rules.joker_before_opening)
        for melds in sorted(with_jokers, key=len)
    )


# ------------------------------------------------------------------------------------------------------------- melds


def may_lie(rules: Rules, meld: Meld) -> bool:
    """Return whether a meld fits an edition (000.5 to 000.7, A9)."""
    return not isinstance(meld, Run) or as_tiles(rules, meld) is not None


def as_tiles(rules: Rules, run: Run) -> tuple[Tile, ...] | None:
    """Return the tiles of a run, each joker as the tile at its place, or None if the edition has no such run."""
    color = next(tile.color for tile in run.tiles if tile != JOKER)
    assert color is not None
    for tiles in all_runs(rules, color, len(run.tiles)):
        if all(tile in (JOKER, wanted) for tile, wanted in zip(run.tiles, tiles, strict=True)):
            return tiles
    return None


def all_runs(rules: Rules, color: Color, length: int) -> Iterator[tuple[Tile, ...]]:
    row = [Tile(color, number) for number in range(1, rules.max_number + 1)]
    for start in range(len(row) - length + 1):
        yield tuple(row[start : start + length])


@cache
def identities(rules: Rules, meld: Meld) -> list[tuple[Tile, ...]]:
    """Return every choice of tiles that the jokers of a meld can replace (A9, A12)."""
    jokers = meld.tiles.count(JOKER)
    naturals = {tile for tile in meld.tiles if tile != JOKER}
    if isinstance(meld, Group):
        missing = [Tile(color, meld.number) for color in Color if Tile(color, meld.number) not in naturals]
        return list(combinations(missing, jokers))
    assert isinstance(meld, Run)
    tiles = as_tiles(rules, meld)
    return [] if tiles is None else [tuple(tile for tile in tiles if tile not in naturals)]


# ------------------------------------------------------------------------------------------------------------ jokers


def jokers_may_go(
    rules: Rules, old: list[Meld], new: list[Meld], opening: list[Meld], *, may_take: bool = True
) -> bool:
    """Return whether some assignment of old jokers to new jokers is legal (A10 to A14)."""
    sources = [meld for meld in (*old, *opening) if JOKER in meld.tiles]
    first_of_opening = sum(JOKER in meld.tiles for meld in old)
    for before in jokers_of(rules, sources):
        for after in jokers_of(rules, new):
            for chosen in permutations(after, len(before)):
                case = Case(rules, old, new, sources, first_of_opening)
                if case.is_legal(list(zip(before, chosen, strict=True)), may_take=may_take):
                    return True
    return False


def jokers_of(rules: Rules, melds: Sequence[Meld]) -> Iterator[list[Joker]]:
    """Yield all jokers of melds, with every choice of the tiles that they replace."""
    with_jokers = [(index, identities(rules, meld)) for index, meld in enumerate(melds) if JOKER in meld.tiles]
    for choice in product(*(found for _, found in with_jokers)):
        yield [(index, tile) for (index, _), tiles in zip(with_jokers, choice, strict=True) for tile in tiles]


class Case:
    """One assignment of old jokers to new jokers."""

    def __init__(self, rules: Rules, old: list[Meld], new: list[Meld], sources: list[Meld], first: int) -> None:
        self.rules, self.old, self.new = rules, old, new
        self.sources, self.first_of_opening = sources, first

    def is_legal(self, pairs: list[tuple[Joker, Joker]], *, may_take: bool) -> bool:
        """Return whether the assignment is legal. A joker that keeps its tile stays; any other is taken."""
        taken = [pair for pair in pairs if not self.keeps(pair)]
        if not taken:
            return True
        return may_take and self.are_replaced([before for before, _ in taken]) and self.may_lie_there(taken)

    def keeps(self, pair: tuple[Joker, Joker]) -> bool:
        (source, tile), (target, now) = pair
        same_sort = type(self.sources[source]) is type(self.new[target])
        return tile == now and (same_sort or self.rules.joker_sets == "free")

    def are_replaced(self, jokers: list[Joker]) -> bool:
        """A11, A13."""
        if self.rules.joker_sets == "free":
            return True
        on_table = {tile for meld in self.new for tile in meld.tiles}
        return {tile for _, tile in jokers} <= on_table

    def may_lie_there(self, taken: list[tuple[Joker, Joker]]) -> bool:
        """Apply A10, and A6 to the jokers of the opening."""
        if self.rules.joker_reuse == "any":
            return True
        went = {target for _, (target, _) in taken}
        if not is_new(self.old, self.new, went):
            return False
        for source in {source for (source, _), _ in taken if source >= self.first_of_opening}:
            own = {target for (from_, _), (target, _) in taken if from_ == source}
            if not is_new([*self.old, self.sources[source]], self.new, own):
                return False
        return True


def naturals(meld: Meld) -> frozenset[Tile]:
    return frozenset(meld.tiles) - {JOKER}


def is_new(old: Sequence[Meld], new: Sequence[Meld], without: set[int]) -> bool:
    """Return whether as many old melds are held without these new melds (A10)."""
    others = [meld for index, meld in enumerate(new) if index not in without]
    return most_held(old, others) == most_held(old, new)


def most_held(old: Sequence[Meld], new: Sequence[Meld]) -> int:
    """Return the largest number of old melds that distinct new melds of the same kind contain (A10)."""
    rooms = [(type(meld), naturals(meld)) for meld in new]
    states: dict[tuple[frozenset[Tile], ...], int] = {tuple(room for _, room in rooms): 0}
    for meld in old:
        after = dict(states)
        for room, count in states.items():
            for index, (kind, _) in enumerate(rooms):
                if kind is type(meld) and naturals(meld) <= room[index]:
                    left = (*room[:index], room[index] - naturals(meld), *room[index + 1 :])
                    after[left] = max(after.get(left, 0), count + 1)
        states = after
    return max(states.values())


# ---------------------------------------------------------------------------------------------------------- openings


def is_opening(rules: Rules, melds: Sequence[Meld]) -> bool:
    """A6, A7: whether melds are worth enough."""
    return bool(melds) and sum(points(rules, meld) for meld in melds) >= (rules.opening_points or 0)


def points(rules: Rules, meld: Meld) -> int:
    if isinstance(meld, Group):
        return meld.number * len(meld.tiles)
    assert isinstance(meld, Run)
    tiles = as_tiles(rules, meld)
    assert tiles is not None
    return sum(tile.number for tile in tiles)


def openings(rules: Rules, laid: Counter[Tile]) -> Iterator[list[Meld]]:
    """Yield every set of melds that the laid tiles can make."""
    melds = [meld for meld in fitting_melds(rules, laid) if not Counter(meld.tiles) - laid]

    def chosen(index: int, left: Counter[Tile]) -> Iterator[list[Meld]]:
        yield []
        for place in range(index, len(melds)):
            if not Counter(melds[place].tiles) - left:
                for more in chosen(place, left - Counter(melds[place].tiles)):
                    yield [melds[place], *more]

    yield from chosen(0, laid)


# ------------------------------------------------------------------------------------------------------ every table


Laid = tuple[Tile, ...]
"""Tiles that a play lays from the rack, in canonical order."""


def legal_tables(position: View) -> dict[Laid, set[Table]]:
    """For every choice of rack tiles that the referee of the library lets be laid, all the tables that may be left."""
    found: dict[Laid, set[Table]] = {}
    for table in tables_of(position):
        if not check(position, Play(table)):
            found.setdefault(
                tuple(sorted((Counter(table.tiles) - Counter(position.table.tiles)).elements())), set()
            ).add(table)
    return found


def disturbed(old: Table, new: Table) -> int:
    """Return the number of old melds that no new meld contains whole."""
    return len(old) - most_held(list(old), list(new))


def tables_of(position: View, limit: float = inf) -> set[Table]:
    """Every table of all tiles of the old one and any of the rack; `TimeoutError` if there are more than `limit`."""
    rack = Counter(position.rack)
    there = rack + Counter(position.table.tiles)
    melds = fitting_melds(position.rules, there)
    # How many there are of each tile is a number with a field for each kind, and in it a bit that is lost where more is
    # taken than is there; the lowest kind comes first, jokers last.
    kinds = sorted(there)
    place = {tile: 1 << FIELD * index for index, tile in enumerate(kinds)}
    by_lowest: list[list[tuple[int, int]]] = [[] for _ in kinds]
    for index, meld in enumerate(melds):
        by_lowest[kinds.index(min(naturals(meld)))].append((index, sum(place[tile] for tile in meld.tiles)))
    left, most = (sum(place[tile] * some[tile] for tile in kinds) for some in (there, rack))
    covers = _covers(left, most, len(kinds) - (JOKER in there), by_lowest, limit)
    return {Table(melds[index] for index in cover) for cover in covers}


FIELD = 5
"""Return the bits for the count of a tile. The highest bit is always free."""


def _covers(
    left: int, rack: int, count: int, by_lowest: list[list[tuple[int, int]]], limit: float
) -> set[tuple[int, ...]]:
    """Return every way to put tiles into melds, as numbers of melds. Tiles of the rack may stay out.

    The lowest remaining tile either starts a meld, or is a tile of the rack and stays there.

    Args:
        left: The tiles, as a number of fields.
        rack: How many of each may be left out.
        count: The number of kinds of natural tiles. The next field is for jokers.
        by_lowest: For each kind, the numbers of the melds that start with it, and their tiles.
        limit: With more than these, it gives up.
    """
    lost = sum(1 << FIELD * index + FIELD - 1 for index in range(count + 1))
    known: dict[tuple[int, int], set[tuple[int, ...]]] = {}

    def covers(left: int, rack: int) -> set[tuple[int, ...]]:
        lowest = min(((left & -left).bit_length() - 1) // FIELD if left else count, count)
        if lowest == count:
            return {()} if left >> FIELD * count <= rack >> FIELD * count else set()
        found = known.get((left, rack))
        if found is None:
            found = known[left, rack] = set()
            for index, tiles in by_lowest[lowest]:
                if not left - tiles & lost:
                    found |= {tuple(sorted((index, *others))) for others in covers(left - tiles, rack)}
            one = 1 << FIELD * lowest
            if rack >> FIELD * lowest & (1 << FIELD) - 1:
                found |= covers(left - one, rack - one)
            if len(found) > limit:
                raise TimeoutError
        return found

    return covers(left, rack)


def fitting_melds(rules: Rules, there: Counter[Tile]) -> list[Meld]:
    """Return every meld of these tiles: each shape of the edition, with jokers for any of its tiles."""
    found: list[Meld] = []
    for shape, kind in _shapes(rules.max_number):
        missing = {place for place, tile in enumerate(shape) if tile not in there}
        for count in range(len(missing), min(there[JOKER], len(shape) - 1) + 1):
            for places in combinations(range(len(shape)), count):
                if missing <= set(places):
                    row = tuple(JOKER if place in places else tile for place, tile in enumerate(shape))
                    found.append(_meld(row, group=kind is Group))
    return sorted(set(found), key=str)


@lru_cache(maxsize=1 << 14)
def _meld(row: tuple[Tile, ...], *, group: bool) -> Meld:
    return Group(row) if group else Run(row)


_Shape = tuple[tuple[Tile, ...], type[Run] | type[Group]]


@lru_cache
def _shapes(last: int) -> list[_Shape]:
    """Return the tiles of every run and every group of an edition, without jokers."""
    found: list[_Shape] = []
    for color in Color:
        spans = [range(first, past) for first in range(1, last + 1) for past in range(first + 3, last + 2)]
        found += [(tuple(Tile(color, number) for number in span), Run) for span in spans]
    for number in range(1, last + 1):
        for some in chain(combinations(Color, 3), combinations(Color, 4)):
            found.append((tuple(Tile(color, number) for color in some), Group))
    return found
