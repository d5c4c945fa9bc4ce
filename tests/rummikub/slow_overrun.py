"""A second referee of overruns (A20), slow and plain, to compare the library's with.

It is written from the rules alone. Each tile that lies there when the time runs out is a thing of its own, with an old
set that it belongs to or none, and each step of the rule is done as it is written, one after the other.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import permutations

from attrs import define

from rami.errors import InvalidMeld
from rami.rummikub import JOKER, Group, Meld, Rules, Table, Tile, TimeOut, View
from tests.rummikub.slow_referee import identities, is_legal, may_lie, may_stay


@define(eq=False)
class Thing:
    """A tile that lies there: in which new set (None if it is loose), and of which old set it is."""

    tile: Tile
    new: int | None
    old: int | None = None


@define
class Outcome:
    """What an overrun leaves: the table, what comes to the rack and to the pool, and the penalty."""

    table: Table
    to_rack: Counter[Tile]
    to_pool: Counter[Tile]
    penalty: int


def outcome(view: View, move: TimeOut) -> Outcome:
    """What becomes of an arrangement; `to_rack` counts what the rack has afterwards more than before, or less."""
    rules = view.rules
    if not move.loose and is_legal(view, move.table):
        return Outcome(move.table, laid(view.table, move.table), Counter(), 0)
    penalty = rules.illegal_penalty_tiles if move.in_time else rules.penalty_tiles
    back = Outcome(view.table, Counter(), Counter(), penalty)
    if rules.timeout == "rollback":
        return back
    lost = Counter(view.table.tiles) - Counter(move.table.tiles)
    if rules.loose_table_tiles == "restore" and lost:
        return back
    table = Bell(rules, list(view.table), list(move.table), list(move.loose)).cleared()
    if not may_stay(view, table):
        return back
    gone = Counter(view.table.tiles) - Counter(table.tiles)
    rack = laid(view.table, table)
    if rules.loose_table_tiles == "rack":
        rack.update(gone)
        gone = Counter()
    return Outcome(table, rack, gone, penalty)


def laid(old: Table, new: Table) -> Counter[Tile]:
    """What the rack has less, as negative numbers."""
    return Counter({tile: -count for tile, count in (Counter(new.tiles) - Counter(old.tiles)).items()})


class Bell:
    """The table as the time runs out."""

    def __init__(self, rules: Rules, old: list[Meld], new: list[Meld], loose: list[Tile]) -> None:
        self.rules, self.old, self.new = rules, old, new
        self.things = [Thing(tile, number) for number, meld in enumerate(new) for tile in meld.tiles]
        self.things += [Thing(tile, None) for tile in loose]
        self.hosts: dict[int, int] = {}
        self.stand: dict[tuple[int, int], set[Tile]] = {}
        """For each old set and its host, what jokers of the one stand for in the other."""

    def cleared(self) -> Table:
        self.step_1()
        if self.rules.loose_table_tiles == "return":
            for old in range(len(self.old)):
                self.step_2(old)
            drawing = [thing.old for thing in self.things if thing.new is None and thing.old is not None]
        else:
            drawing = [
                thing.old
                for thing in self.things
                if thing.new is None and thing.old is not None and thing.tile == JOKER
            ]
        return self.step_3(drawing)

    # Step 1: whose is a tile.

    def step_1(self) -> None:
        unchanged: set[int] = set()
        for number, meld in enumerate(self.old):
            for place, lies in enumerate(self.new):
                if lies == meld and place not in unchanged and number not in self.hosts:
                    unchanged.add(place)
                    self.hosts[number] = place
                    for thing in self.things:
                        if thing.new == place:
                            thing.old = number
        while found := self.best_host():
            number, place, tiles, stand = found
            self.hosts[number] = place
            self.stand[number, place] = stand
            for tile in tiles:
                next(t for t in self.things if t.new == place and t.old is None and t.tile == tile).old = number
        loose_first = self.rules.loose_table_tiles == "return"
        for number, meld in enumerate(self.old):
            own = Counter(thing.tile for thing in self.things if thing.old == number)
            for tile in sorted((Counter(meld.tiles) - own).elements()):
                free = [thing for thing in self.things if thing.old is None and thing.tile == tile]
                free.sort(key=lambda thing: (thing.new is None) != loose_first)
                free[0].old = number

    def best_host(self) -> tuple[int, int, list[Tile], set[Tile]] | None:
        loose = Counter(thing.tile for thing in self.things if thing.new is None)
        best: tuple[int, int, list[Tile], set[Tile]] | None = None
        for number, meld in enumerate(self.old):
            if number in self.hosts:
                continue
            for place, lies in enumerate(self.new):
                if type(lies) is not type(meld):
                    continue
                free = Counter(thing.tile for thing in self.things if thing.new == place and thing.old is None)
                stand = self.stands_for_the_same(number, place, lies) if free[JOKER] else set[Tile]()
                stand = set(sorted(stand)[: free[JOKER]])
                tiles = [tile for tile in meld.tiles if tile != JOKER and free[tile]]
                tiles += [JOKER] * len(stand)
                if (
                    tiles
                    and not Counter(meld.tiles) - Counter(tiles) - loose
                    and (not best or len(tiles) > len(best[2]))
                ):
                    best = number, place, tiles, stand
        return best

    def stands_for_the_same(self, number: int, place: int, lies: Meld) -> set[Tile]:
        """What jokers of an old set that are not accounted for may still stand for in a new set."""
        if JOKER not in self.old[number].tiles or JOKER not in lies.tiles:
            return set()
        own = self.stand.get((number, place), set())
        taken = {tile for (_, there), tiles in self.stand.items() if there == place for tile in tiles}
        best: set[Tile] = set()
        for before in identities(self.rules, self.old[number]):
            for after in identities(self.rules, lies):
                if own <= set(before) and taken <= set(after) and len((set(after) - taken) & set(before)) > len(best):
                    best = (set(after) - taken) & set(before)
        return best

    # Step 2: put back.

    def step_2(self, number: int) -> None:
        loose = [thing for thing in self.things if thing.old == number and thing.new is None]
        if number not in self.hosts or not loose:
            return
        place = self.hosts[number]
        for meld in self.together(self.new[place], [thing.tile for thing in loose]):
            stand = self.stands_for_the_same(number, place, meld)
            if len(stand) >= sum(thing.tile == JOKER for thing in loose):
                self.new[place] = meld
                self.stand.setdefault((number, place), set()).update(
                    stand if any(thing.tile == JOKER for thing in loose) else ()
                )
                for thing in loose:
                    thing.new = place
                return

    def together(self, meld: Meld, tiles: Sequence[Tile]) -> Iterator[Meld]:
        """The sets that a set makes with more tiles, nothing in it moving."""
        rows: dict[tuple[Tile, ...], None] = {}
        if isinstance(meld, Group):
            rows[*meld.tiles, *tiles] = None
        else:
            for front in range(len(tiles) + 1):
                for row in dict.fromkeys(permutations(tiles)):
                    rows[*row[:front], *meld.tiles, *row[front:]] = None
        for row in rows:
            with suppress(InvalidMeld):
                whole = type(meld)(row)
                if may_lie(self.rules, whole):
                    yield whole

    # Step 3: drawn back.

    def step_3(self, drawing: Sequence[int]) -> Table:
        drawn, apart = set(drawing), set[int]()
        while True:
            lost = {thing.new for thing in self.things if thing.old in drawn and thing.new is not None}
            more = {thing.old for thing in self.things if thing.new in lost and thing.old is not None}
            if lost <= apart and more <= drawn:
                break
            apart |= lost
            drawn |= more
        stay = [meld for place, meld in enumerate(self.new) if place not in apart]
        return Table([*stay, *(self.old[number] for number in drawn)])
