"""Random overruns on which the library and the slow second referee must agree.

    python -m tests.rummikub.overruns --n 10000 --seed 1

The positions are those of deals played at random and greedily, and of random plays with many jokers. The table is left
as some play would leave it, partly taken apart, with a few more tiles of the rack, and with other melds made of what
lies loose.
"""

import argparse
import random
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from typing import Literal

from attrs import evolve

from rami.errors import InvalidMeld, RamiError
from rami.rummikub import (
    JOKER,
    PRESETS,
    Draw,
    Meld,
    Pass,
    Rules,
    Run,
    Table,
    Tile,
    TimeOut,
    View,
    apply,
    best_play,
    check,
    format_tiles,
    new_game,
    observe,
    parse_meld,
    plays,
)
from rami.rummikub.timeout import settle
from tests.rummikub.slow_overrun import Outcome, outcome
from tests.rummikub.slow_referee import may_lie
from tests.rummikub.two_referees import Maker, edition

NAMES = ("hasbro-2007", "chiffres-timed", "ramicube-timed", "goliath", "ramikubic", "pagat-sabra", "junior")

LOOSE: tuple[Literal["return", "pool", "rack", "restore"], ...] = ("return", "return", "pool", "rack", "restore")


def timed(rules: Rules, rng: random.Random) -> Rules:
    """Rules with a time limit, and an answer to what becomes of loose tiles."""
    loose = rng.choice(LOOSE)
    return evolve(rules, turn_seconds=60, timeout="keep_legal", loose_table_tiles=loose)


def played(rng: random.Random) -> Iterator[tuple[View, Table]]:
    """Positions of a deal, each with the table that a play would leave: partly greedy, partly at random."""
    rules = timed(PRESETS[rng.choice(NAMES)], rng)
    state = new_game(rng.randint(rules.min_players, rules.max_players), rules, seed=rng.randrange(10**9))
    greedy = rng.random() < 0.5
    for _ in range(60):
        if state.is_over:
            return
        view = observe(state, state.current_player)
        play = (
            best_play(view) if greedy or not state.pool else next((p for p in plays(view) if rng.random() < 0.4), None)
        )
        if view.table and rng.random() < 0.4:
            yield view, play.table if play else view.table
        state = apply(state, play or (Draw() if state.pool else Pass()))


def made(rng: random.Random) -> Iterator[tuple[View, Table]]:
    """A random position with many jokers and a play in it that is nearly legal."""
    found = Maker(timed(edition(rng), rng), rng).play()
    if found:
        yield found


def disturbed(view: View, table: Table, rng: random.Random) -> TimeOut | None:
    """What a player may have left: a table partly taken apart, and melds made of other tiles that lie there."""
    melds = list(table)
    rack = list((Counter(view.rack) - (Counter(table.tiles) - Counter(view.table.tiles))).elements())
    loose = rng.sample(rack, min(len(rack), rng.choice([0, 0, 1, 2, 4])))
    for _ in range(rng.choice([0, 1, 1, 2, 3])):
        if melds:
            loose += broken(melds, rng)
    for _ in range(rng.choice([0, 0, 1, 2])):
        loose = combined(view.rules, melds, loose, rng)
    if len(loose) - len(rack) > 8 or not set(melds) or len(loose) > 16:
        return None
    return TimeOut(Table(melds), tuple(loose))


def broken(melds: list[Meld], rng: random.Random) -> list[Tile]:
    """Take a meld apart, or some tiles away from it; return the tiles that are loose then."""
    meld = melds.pop(rng.randrange(len(melds)))
    tiles = list(meld.tiles)
    gone: list[Tile] = []
    while tiles and (not gone or rng.random() < 0.4):
        gone.append(tiles.pop(rng.choice([0, -1]) if isinstance(meld, Run) else rng.randrange(len(tiles))))
    with suppress(InvalidMeld):
        melds.append(type(meld)(tiles))
        return gone
    return [*gone, *tiles]


def combined(rules: Rules, melds: list[Meld], loose: list[Tile], rng: random.Random) -> list[Tile]:
    """Make a meld of loose tiles, or add one to a meld, if that is possible; return what is still loose."""
    for _ in range(12):
        some = rng.sample(loose, min(len(loose), rng.choice([1, 1, 3, 3, 4])))
        row = sorted(some, key=lambda tile: tile.number) if rng.random() < 0.7 else some
        joint = rng.choice("-=")
        place = rng.randrange(len(melds)) if melds and len(row) < 3 else None
        if place is not None:
            joint = melds[place].joint
            row = [*row, *melds[place].tiles] if rng.random() < 0.5 else [*melds[place].tiles, *row]
        with suppress(RamiError):
            meld = parse_meld(joint.join(map(str, row)))
            if may_lie(rules, meld):
                if place is not None:
                    del melds[place]
                melds.append(meld)
                return list((Counter(loose) - Counter(some)).elements())
    return loose


def overruns(seed: int, number: int) -> Iterator[tuple[View, TimeOut]]:
    """So many random overruns, four of five in positions of real deals."""
    rng = random.Random(seed)
    found = 0
    while found < number:
        for view, table in (played if found % 5 else made)(rng):
            move = disturbed(view, table, rng)
            if move is not None and not check(view, move):
                yield view, move
                found += 1


def difference(view: View, move: TimeOut) -> str | None:
    """How the two referees differ on an overrun; None if they agree."""
    left = settle(view, move)
    rack = Counter(left.to_rack)
    rack.subtract(left.played)
    ours = Outcome(left.table, rack, Counter(left.to_pool), left.penalty)
    slow = outcome(view, move)
    if ours == slow:
        return None
    rack_of, opened = format_tiles(view.rack), view.opened[view.current_player]
    return f"{view.table} | {rack_of} | {move}: {ours.table}, not {slow.table}; opened {opened}, {view.rules!r}"


def main() -> int:
    parser = argparse.ArgumentParser(description="Compare what overruns leave with a slow referee.")
    parser.add_argument("--n", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    different = 0
    kinds: Counter[str] = Counter()
    for view, move in overruns(options.seed, options.n):
        left = settle(view, move)
        kept = "all back" if left.table == view.table else "as left" if left.table == move.table else "partly undone"
        kinds[f"{view.rules.loose_table_tiles}, {'play' if left.is_play else kept}, jokers {JOKER in move.loose}"] += 1
        if found := difference(view, move):
            different += 1
            sys.stdout.write(f"{found}\n")
    for kind, count in sorted(kinds.items()):
        sys.stdout.write(f"{kind}: {count}\n")
    return different > 0


if __name__ == "__main__":
    sys.exit(main())
