"""The solver and brute force on random small positions, with many jokers and every value of each joker field.

    python -m tests.oracles.rummikub_against_brute --n 100000 --seed 1
    python -m tests.oracles.rummikub_against_brute --n 1000 --rules joker_sets=free,joker_reuse=new

Every second position is narrow: two or three colors, the lowest numbers or the highest, and jokers on the table, so
that whatever can get into the way of something else does. Every fourth has a run of seven tiles and more. Every
position has a seed, which is printed if the two do not agree.
"""

import argparse
import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType

from attrs import evolve, fields
from hypothesis import strategies as st

from rami import rummikub
from rami.errors import InvalidMeld
from rami.pieces import row_text, without
from rami.rummikub import JOKER, PRESETS, Color, Group, Meld, Rules, Run, Table, Tile, View
from rami.rummikub.checks import played_tiles
from rami.rummikub.melds import meld_violations
from rami.rummikub.solver.turn import Turn
from tests.oracles.rummikub import Laid, legal_tables

SWITCHES: dict[str, tuple[object, ...]] = {
    "joker_reuse": ("any", "new"),
    "joker_sets": ("identity_kept", "free"),
    "joker_before_opening": (True, False),
    "opening_turn_table": ("forbidden", "after_opening"),
}
"""Every joker switch with its values."""

EDITIONS = ("hasbro-2007", "chiffres", "ramicube", "goliath", "rummikub-xp6")
"""Editions with different melds or jokers. The other editions have the same turns as one of these."""

Changes = Mapping[str, object]
"""Switches with the values that they are to have."""

MOST_TILES = 11
"""The maximum number of tiles of a position, on rack and table together."""

MOST_LONG = 16
"""The maximum for a position with a long run. It has one or two colors, so few arrangements."""


def edition(rng: random.Random, fixed: Changes = MappingProxyType({})) -> Rules:
    """Return a preset with up to two random joker fields, and the given fields."""
    rules = PRESETS[rng.choice(EDITIONS)]
    names = rng.sample(sorted(SWITCHES), rng.choice([0, 1, 2, 2]))
    changes = {name: rng.choice(SWITCHES[name]) for name in names}
    if rng.random() < 0.4:
        changes["copies"] = rng.choice([1, 3, 3])
    changes |= fixed
    jokers = rng.choice([rules.jokers, 4])
    points = rng.choice([0, 6, 12, 20])
    return evolve(rules, jokers=jokers, opening_points=points, min_players=2, max_players=2, rack_size=1, **changes)  # type: ignore[arg-type]  # the switches are data


def position(rng: random.Random, fixed: Changes = MappingProxyType({}), *, narrow: bool = False) -> View:
    """Return a position of few numbers, so that many melds fit, sometimes with three or four jokers on the table."""
    rules = edition(rng, fixed)
    colors = tuple(rng.sample(list(Color), rng.choice([2, 3]) if narrow and rng.random() < 0.7 else 4))
    low = rng.randint(1, rules.max_number - 3)
    if narrow:
        low = rng.choice([1, max(1, rules.max_number - 4), rules.max_number - 3])
    numbers = range(low, min(low + rng.choice([3, 4, 5]), rules.max_number) + 1)
    left = Counter(rules.pieces)
    wanted = rng.choice([1, 2, 2, 3, 3, 4] if narrow else [0, 1, 1, 2, 2, 3, 4])
    table: list[Meld] = []
    for _ in range(rng.choice([0, 1, 2, 2, 3]) if wanted < 3 else 8):
        meld = _meld(rng, rules, colors, numbers, min(wanted, left[JOKER]))
        if meld and not Counter(meld.tiles) - left and sum(len(m.tiles) for m in (*table, meld)) < MOST_TILES:
            table.append(meld)
            left.subtract(meld.tiles)
            wanted -= meld.tiles.count(JOKER)
    rack = _taken(_rack(rng, rules, colors, numbers, table), left, MOST_TILES - len(Table(table).tiles))
    opened = fixed.get("opening_turn_table") is None and rng.random() < 0.7
    return rummikub.set_up(rack, Table(table), rules=rules, opened=opened)


def long_position(rng: random.Random, fixed: Changes = MappingProxyType({})) -> View:
    """Return a position with a run of seven tiles and more, with up to four jokers in it."""
    rules = evolve(edition(rng, fixed), jokers=4)
    most = rng.choice([0, 1, 1, 2, 3, 4])
    color = rng.choice(list(Color))
    row = [Tile(color, number) for number in range(1, rules.max_number + 1)]
    row = row[rng.choice([0, 0, 1, 2, 4]) :][: rng.choice([7, 8, 9, 10, 13])]
    row = row[rng.choice([0, 0, 0, 1, 2]) :]
    for place in rng.sample(range(len(row)), most):
        row[place] = JOKER
    meld = Run(row)
    left = Counter(rules.pieces)
    left.subtract(meld.tiles)
    table: list[Meld] = [meld]
    numbers = range(max(1, rules.max_number - 4), rules.max_number + 1)
    other = _meld(rng, rules, tuple(Color), numbers, rng.choice([0, 0, 1, 2]))
    if other and rng.random() < 0.6 and not Counter(other.tiles) - left:
        table.append(other)
        left.subtract(other.tiles)
    near = [Tile(color, number) for number in range(1, rules.max_number + 1)] + [JOKER] * 3
    near += [tile for meld in table for tiles in meld.stands_for.values() for tile in tiles]
    rack = _taken(rng.choices(near, k=rng.choice([1, 2, 2, 3, 4])), left, MOST_LONG - len(Table(table).tiles))
    return rummikub.set_up(rack, Table(table), rules=rules, opened=rng.random() < 0.8)


def doubled_position(rng: random.Random, fixed: Changes = MappingProxyType({})) -> View:
    """Return a position with old runs, two or three copies of their tiles, and jokers that can be taken."""
    rules = evolve(edition(rng, fixed), jokers=4, copies=rng.choice([2, 2, 3]))
    color = rng.choice(list(Color))
    left = Counter(rules.pieces)
    low = rng.choice([1, 2, 5, 9, 11])
    span = range(low, min(low + rng.choice([3, 4, 5]), rules.max_number + 1))
    table: list[Meld] = []
    jokers = rng.choice([1, 2, 2, 3, 4])
    for _ in range(rng.choice([1, 2, 2, 3])):
        first = rng.choice([span[0], span[0], max(1, span[0] - 1)])
        row = [Tile(color, n) for n in range(first, min(first + rng.choice([3, 3, 4]), rules.max_number + 1))]
        for place in rng.sample(range(len(row)), min(jokers, rng.choice([0, 0, 1, 2]))):
            row[place] = JOKER
        if len(row) > 2 and any(tile is not JOKER for tile in row) and not Counter(row) - left:
            table.append(Run(row))
            left.subtract(row)
            jokers -= row.count(JOKER)
    others = tuple(rng.sample(list(Color), 3))
    for _ in range(rng.choice([0, 1, 1, 2])):
        meld = _meld(rng, rules, others, span, jokers)
        if meld and not Counter(meld.tiles) - left and len(Table([*table, meld]).tiles) < MOST_TILES + 2:
            table.append(meld)
            left.subtract(meld.tiles)
            jokers -= meld.tiles.count(JOKER)
    near = [Tile(color, n) for n in span] * 2 + [JOKER]
    near += [tile for meld in table for tiles in meld.stands_for.values() for tile in tiles] * 2
    rack = _taken(rng.choices(near, k=rng.choice([1, 2, 3, 4, 5])), left, MOST_TILES + 3 - len(Table(table).tiles))
    return rummikub.set_up(rack, Table(table), rules=rules, opened=rng.random() < 0.85)


def _taken(tiles: list[Tile], left: Counter[Tile], most: int) -> list[Tile]:
    """Return some of the remaining tiles, at least one and at most `most`."""
    rack: list[Tile] = []
    for tile in tiles:
        if left[tile] > 0 and len(rack) < most:
            left[tile] -= 1
            rack.append(tile)
    return rack or [next(tile for tile, count in left.items() if count > 0)]


def position_of(seed: int, fixed: Changes = MappingProxyType({})) -> tuple[View, random.Random]:
    """Return the position of a seed, and the random generator after it."""
    rng = random.Random(seed)
    if seed % 4 == 2:
        return long_position(rng, fixed), rng
    if seed % 8 == 4:
        return doubled_position(rng, fixed), rng
    if seed % 16 == 9:
        fixed = {**fixed, "max_number": rng.choice([4, 5, 7, 10])}
    return position(rng, fixed, narrow=bool(seed % 2)), rng


def _meld(rng: random.Random, rules: Rules, colors: tuple[Color, ...], numbers: range, jokers: int) -> Meld | None:
    number, color = rng.choice(numbers), rng.choice(colors)
    kind: type[Run] | type[Group] = Run
    if len(colors) > 2 and rng.random() < 0.5:
        kind, row = Group, [Tile(color, number) for color in colors]
        rng.shuffle(row)
        del row[rng.choice([3, 4]) :]
    else:
        row = [Tile(color, n) for n in range(number, min(number + rng.choice([3, 3, 4, 5]), rules.max_number + 1))]
    most = min(jokers, len(row) - 1)
    for place in rng.sample(range(len(row)), most if jokers > 2 else rng.randint(0, most)):
        row[place] = JOKER
    try:
        meld = kind(row)
    except InvalidMeld:
        return None
    return None if any(meld_violations(rules, meld)) else meld


def _rack(rng: random.Random, rules: Rules, colors: tuple[Color, ...], numbers: range, table: list[Meld]) -> list[Tile]:
    """Return the tiles that the jokers of the table replace, parts of melds, and other tiles of these numbers."""
    rack = [tile for meld in table for tiles in meld.stands_for.values() for tile in tiles if rng.random() < 0.5]
    for _ in range(rng.choice([0, 1, 1, 2])):
        meld = _meld(rng, rules, colors, numbers, rng.choice([0, 0, 1, 2]))
        if meld:
            rack += meld.tiles[rng.choice([0, 0, 1]) :]
    near = [tile for tile in rules.pieces if tile.number in numbers] + [JOKER]
    return rack + rng.choices(near, k=rng.choice([0, 1, 2, 3]))


def positions() -> st.SearchStrategy[View]:
    """Draw a position without a long run, by its seed."""
    return st.integers(0, 10**6).map(lambda seed: position(random.Random(seed), narrow=bool(seed % 2)))


def value(rules: Rules, laid: Laid) -> int:
    """Return the value of tiles for `maximize="points"`."""
    return sum(rules.joker_rack if tile == JOKER else tile.number for tile in laid)


def disagreements(view: View, rng: random.Random) -> Iterator[str]:
    """Yield the differences between the solver and brute force."""
    legal = legal_tables(view)
    found = list(rummikub.plays(view))
    for play in found:
        if play.table not in legal.get(played_tiles(view, play), ()):
            yield f"plays: {play} is not legal"
    laid = [played_tiles(view, play) for play in found]
    if sorted(laid) != sorted(legal):
        yield f"plays: lacks {set(legal) - set(laid)}, has {set(laid) - set(legal)}, {len(laid)} in all"
    if rummikub.can_play(view) != bool(legal):
        yield f"can_play: {not legal}"
    weights = [rng.randint(-6, 8) for _ in range(8)]

    def weight(tile: Tile) -> float:
        return weights[int(tile) % 8] / 4

    aims: list[tuple[str, object, Callable[[Laid], float]]] = [
        ("tiles", "tiles", len),
        ("points", "points", lambda laid: value(view.rules, laid)),
        (f"weights {weights}", weight, lambda laid: sum(map(weight, laid))),
    ]
    for name, aim, weigh in aims:
        yield from (f"best_play, {name}: {fault}" for fault in _not_best(view, aim, weigh, legal))
    yield from _wrong_subsets(view, tuple(tile for tile in view.rack if rng.random() < 0.5), legal)
    whole = tuple(sorted((*view.rack, *view.table.tiles)))
    if len(whole) > MOST_TILES:  # as one rack, brute force cannot bear it
        return
    tables = legal_tables(rummikub.set_up(whole, rules=view.rules)).get(whole, set())
    table = rummikub.arrange(whole, rules=view.rules)
    if (table is None) != (not tables) or (table and table not in tables):
        yield f"arrange: {table}"


def _wrong_subsets(view: View, some: Laid, legal: dict[Laid, set[Table]]) -> Iterator[str]:
    """Yield the differences from brute force for chosen tiles of the rack."""
    one = rummikub.find_play(view, some)
    tables = legal.get(tuple(sorted(some)), set())
    if (one.table not in tables) if one else tables:
        yield f"find_play {row_text(some)}: {one}"
    wanted = some[:2]
    holding = {each: tables for each, tables in legal.items() if not without(wanted, each)}
    more = {tile for each in holding for tile in without(each, wanted)}
    if rummikub.playable(view, wanted) != more:
        yield f"playable with {row_text(wanted)}: {rummikub.playable(view, wanted)}, not {more}"
    turn = Turn(view)
    if turn.further(wanted) != more:
        yield f"of one turn, further than {row_text(wanted)}: {turn.further(wanted)}, not {more}"
    if some and turn.lays(some) != (tuple(sorted(some)) in legal):
        yield f"of one turn, lays {row_text(some)}: {turn.lays(some)}"
    yield from (
        f"best_play with {row_text(wanted)}: {fault}" for fault in _not_best(view, "tiles", len, holding, wanted)
    )


def _not_best(
    view: View, aim: object, weigh: Callable[[Laid], float], legal: dict[Laid, set[Table]], wanted: Laid = ()
) -> Iterator[str]:
    play = rummikub.best_play(view, maximize=aim, including=wanted)  # type: ignore[arg-type]  # one of three
    if play is None or not legal:
        if play or legal:
            yield f"{play}"
        return

    def rank(laid: Laid) -> tuple[float, int, int]:
        return weigh(laid), len(laid), value(view.rules, laid)

    laid = played_tiles(view, play)
    best = max(map(rank, legal))
    if play.table not in legal.get(laid, ()):
        yield f"{play} is not legal"
    elif rank(laid) != best:
        yield f"{play} is worth {rank(laid)}, not {best}"


def shown(view: View) -> str:
    """Return a position as text, with the rules that differ from the default."""
    changed = [
        f"{a.name}={getattr(view.rules, a.name)!r}" for a in fields(Rules) if getattr(view.rules, a.name) != a.default
    ]
    return f"rack {row_text(view.rack)!r}, table {str(view.table)!r}, opened {view.opened[0]}, {', '.join(changed)}"


def changes(text: str) -> Changes:
    """The switches that a text sets."""
    pairs = (pair.split("=") for pair in text.split(","))
    return {name: next(value for value in SWITCHES[name] if str(value) == wanted) for name, wanted in pairs}


def main() -> None:
    parser = argparse.ArgumentParser(description="Compare the solver with brute force on random small positions.")
    parser.add_argument("--n", type=int, default=1000, help="how many positions (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=0, help="the seed of the first; the others follow")
    parser.add_argument("--rules", type=changes, default={}, help="switches to be set, as name=value,name=value")
    arguments = parser.parse_args()
    wrong = 0
    for seed in range(arguments.seed, arguments.seed + arguments.n):
        view, rng = position_of(seed, arguments.rules)
        try:
            faults = list(disagreements(view, rng))
        except Exception as error:  # whatever it is, the seed is wanted
            faults = [repr(error)]
        if faults:
            wrong += 1
            print(f"seed {seed}: {shown(view)}", *faults, sep="\n  ", flush=True)  # a script
    print(f"{arguments.n} positions from seed {arguments.seed}: {wrong} disagreements")


if __name__ == "__main__":
    main()
