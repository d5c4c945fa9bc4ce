"""Random plays on which the referee of the library and the slow one must agree.

A play is made backwards: melds are laid out, and some of them are taken apart and laid again, partly with other tiles.
The other tiles form the rack. So about half of the plays are legal, and the others are almost legal.
"""

import random
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress

from attrs import evolve

from rami.errors import InvalidMeld
from rami.pieces import row_text
from rami.rummikub import JOKER, PRESETS, Color, Group, Meld, Play, Rules, Run, Table, Tile, View, check
from tests.oracles.rummikub import identities, is_legal, may_lie

MOST_JOKERS = 4
"""The most jokers on the old table."""

MOST_LAID = 10
"""The maximum number of tiles of an opening. The slow referee tries every opening of these tiles."""


def edition(rng: random.Random) -> Rules:
    """Return a preset, with random fields for jokers and openings or unchanged."""
    rules = rng.choice(list(PRESETS.values()))
    if rng.random() < 0.8:
        rules = evolve(
            rules,
            joker_reuse=rng.choice(["any", "new", "new"]),
            joker_sets=rng.choice(["identity_kept", "free"]),
            joker_before_opening=rng.random() < 0.7,
            opening_turn_table=rng.choice(["forbidden", "after_opening", "after_opening"]),
        )
    return evolve(
        rules,
        max_number=rng.choice([4, 5, 6, 7, 10, 13]),
        copies=rng.choice([1, 2, 2, 3]),
        jokers=rng.choice([1, 2, 3, 4, 4, 6]),
        opening_points=rng.choice([0, 5, 10, 15, 20, 30]),
        min_players=2,
        max_players=2,
        rack_size=1,
    )


class Maker:
    """Makes one random play, for an edition."""

    def __init__(self, rules: Rules, rng: random.Random) -> None:
        self.rules, self.rng = rules, rng
        self.left = Counter(rules.pieces)

    def play(self) -> tuple[View, Table] | None:
        """Return a position and a new table, or None if this attempt failed."""
        rng = self.rng
        old = [meld for _ in range(rng.randint(1, 4)) if (meld := self.meld(rng.choice([0.0, 0.25, 0.4])))]
        opened = rng.random() < 0.6
        opening = [] if opened else [meld for _ in range(rng.choice([1, 1, 2])) if (meld := self.meld(0.3))]
        if sum(meld.tiles.count(JOKER) for meld in old) > MOST_JOKERS:
            return None
        there = [*old, *opening]
        moved = [meld for meld in there if rng.random() < (0.75 if JOKER in meld.tiles else 0.4)]
        moved = [meld for meld in there if meld in moved]  # with all its copies
        again = self.laid_again(moved)
        if again is None:
            return None
        new = Table([*(meld for meld in there if meld not in moved), *again])
        table = Table(old)
        laid = list((Counter(new.tiles) - Counter(table.tiles)).elements())
        if not laid or (not opened and len(laid) > MOST_LAID) or new.tiles.count(JOKER) > 1 + MOST_JOKERS:
            return None
        rack = sorted([*laid, *rng.sample(list(self.left.elements()), min(2, sum(self.left.values())))])
        view = View(
            rules=self.rules,
            current_player=0,
            player=0,
            rack=tuple(rack),
            rack_sizes=(len(rack), 1),
            pool_size=5,
            table=table,
            opened=(opened, True),
            known=((), ()),
        )
        return view, new

    def meld(self, share: float, around: Tile | None = None, wanted: Counter[Tile] | None = None) -> Meld | None:
        """Return a random meld of the remaining tiles, some of them jokers, around a tile if one is given."""
        rules, rng = self.rules, self.rng
        for _ in range(6):
            row, kind = self.shape(around)
            tiles: list[Tile] = []
            for tile in row:
                joker = rng.random() < share and tile != around
                tiles.append(JOKER if joker else tile)
            need = Counter(tiles)
            if wanted is not None:
                need -= wanted
            if need - self.left:
                continue
            with suppress(InvalidMeld):
                meld = kind(tiles)
                if may_lie(rules, meld):
                    self.left -= need
                    if wanted is not None:
                        wanted -= Counter(meld.tiles)
                    return meld
        return None

    def shape(self, around: Tile | None) -> tuple[tuple[Tile, ...], Callable[[Sequence[Tile]], Meld]]:
        """A random run or group, as natural tiles."""
        rules, rng = self.rules, self.rng
        color = around.color if around is not None else None
        number = around.number if around is not None else rng.randint(1, rules.max_number)
        color = color or rng.choice(tuple(Color))
        if rng.random() < 0.45:
            others = [other for other in Color if other != color]
            colors = {color, *rng.sample(others, rng.choice([2, 2, 3]))}
            return tuple(Tile(each, number) for each in Color if each in colors), Group
        length = min(rng.choice([3, 3, 3, 4, 4, 5, 6, 9, 10]), rules.max_number)
        start = rng.randint(max(1, number - length + 1), min(number, rules.max_number - length + 1))
        return tuple(Tile(color, each) for each in range(start, start + length)), Run

    def laid_again(self, moved: Sequence[Meld]) -> list[Meld] | None:
        """Return the tiles of melds in other melds, with tiles of the rack for missing tiles."""
        rng, rules = self.rng, self.rules
        pool = Counter(tile for meld in moved for tile in meld.tiles)
        jokers, pool[JOKER] = pool[JOKER], 0
        # A joker may keep its tile: then it is treated as that tile, and put in its place in the end.
        kept: list[Tile] = []
        for meld in moved:
            rows = identities(rules, meld) if JOKER in meld.tiles else []
            for tile in rng.choice(rows) if rows else ():
                if rng.random() < 0.5:
                    kept.append(tile)
                elif rng.random() < 0.8 and self.left[tile]:  # or it is replaced
                    self.left[tile] -= 1
                    pool[tile] += 1
        pool += Counter(kept)
        loose = jokers - len(kept)
        melds: list[Meld] = []
        while pool := +pool:
            if len(melds) > 6:
                return None
            again = self.meld(0.0, around=rng.choice(sorted(pool)), wanted=pool)
            if again is None:
                return None
            melds.append(again)
        if rng.random() < 0.2 and (more := self.meld(0.2)):
            melds.append(more)
        return self.with_jokers(melds, kept, loose)

    def with_jokers(self, melds: list[Meld], kept: list[Tile], loose: int) -> list[Meld] | None:
        """Return the melds with jokers for the given tiles, and for as many random tiles."""
        rng = self.rng
        for wanted in (*kept, *[None] * loose):
            places = [
                (index, place)
                for index, meld in enumerate(melds)
                for place, tile in enumerate(meld.tiles)
                if tile != JOKER and wanted in (None, tile)
            ]
            if not places and wanted is None:
                return None
            rng.shuffle(places)
            for index, place in places:
                tiles = list(melds[index].tiles)
                gone, tiles[place] = tiles[place], JOKER
                with suppress(InvalidMeld):
                    melds[index] = type(melds[index])(tiles)
                    if wanted is None:
                        self.left[gone] += 1
                    break
            else:
                return None
        return melds


def plays(seed: int, number: int) -> list[tuple[View, Table]]:
    """So many random plays."""
    rng = random.Random(seed)
    found: list[tuple[View, Table]] = []
    while len(found) < number:
        made = Maker(edition(rng), rng).play()
        if made:
            found.append(made)
    return found


SWITCHES = """joker_sets joker_reuse joker_before_opening opening_turn_table opening_points max_number copies jokers"""


def shown(view: View, new: Table) -> str:
    """Return a play in notation, with the fields of its edition on jokers and openings."""
    rules = {name: getattr(view.rules, name) for name in SWITCHES.split()}
    rack, opened = row_text(view.rack), view.opened[0]
    return f"rack {rack!r}, table {str(view.table)!r}, opened {opened}, play {str(new)!r}, {rules}"


def differences(seed: int, number: int) -> Iterator[str]:
    """Yield the random plays on which the two referees differ, then a summary."""
    legal, slowest = 0, 0.0
    jokers: Counter[int] = Counter()
    for view, new in plays(seed, number):
        before = time.process_time()
        problems = check(view, Play(new))
        slowest = max(slowest, time.process_time() - before)
        expected = is_legal(view, new)
        legal += expected
        jokers[view.table.tiles.count(JOKER)] += 1
        if expected == bool(problems):
            said = [str(problem.code) for problem in problems]
            yield f"seed {seed}: {'legal' if expected else 'illegal'}, but check says {said}: {shown(view, new)}"
    counted = ", ".join(f"{count} with {some}" for some, count in sorted(jokers.items()))
    yield f"seed {seed}: {number} plays, {legal} legal; jokers on the table: {counted}; slowest check {slowest:.3f} s"
