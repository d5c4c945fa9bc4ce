"""Small positions on which the solver and brute force are compared: few numbers, so that much fits together."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from attrs import evolve
from hypothesis import strategies as st

from rami.rummikub import JOKER, PRESETS, Color, Group, Meld, Rules, Run, Table, Tile, View, format_tiles, set_up
from rami.rummikub.legal_melds import meld_violations

MOST_TILES = 12
"""The most tiles of a small position, rack and table together."""

_SWITCHES: dict[str, st.SearchStrategy[Any]] = {
    "max_number": st.sampled_from([4, 5, 7, 10, 13]),
    "colors": st.sets(st.sampled_from(Color), min_size=2).map(lambda some: tuple(c for c in Color if c in some)),
    "copies": st.integers(1, 3),
    "jokers": st.integers(0, 4),
    "opening_points": st.integers(0, 24),
    "opening_turn_table": st.sampled_from(["forbidden", "after_opening"]),
    "joker_in_opening": st.sampled_from(["value", "zero", "forbidden"]),
    "joker_before_opening": st.booleans(),
    "max_jokers_per_set": st.integers(0, 3),
    "adjacent_jokers": st.booleans(),
    "joker_positional": st.booleans(),
    "joker_reuse": st.sampled_from(["any", "new", "new_rack"]),
    "joker_replacement_from": st.sampled_from(["any", "rack"]),
    "joker_sets": st.sampled_from(["identity_kept", "free", "frozen"]),
    "joker_group3": st.sampled_from(["either", "both"]),
}


def shown(position: View) -> str:
    """The position in notation, for the report of a failure."""
    rack = format_tiles(position.rack)
    return f"rack {rack!r}, table {str(position.table)!r}, opened {position.opened[0]}"


@st.composite
def editions(draw: st.DrawFn) -> Rules:
    """A preset, or one with some of its switches set at random."""
    rules = draw(st.sampled_from(list(PRESETS.values())))
    most = draw(st.sampled_from([0, 1, 2, 4]))
    names = draw(st.lists(st.sampled_from(sorted(_SWITCHES)), max_size=most, unique=True))
    switches = {name: draw(_SWITCHES[name]) for name in names}
    if switches.get("max_number", 10) == 10 and draw(st.integers(0, 5)) == 5:
        switches |= {"max_number": 10, "one_follows_ten": True}
    elif "max_number" in switches:
        switches["one_follows_ten"] = False
    return evolve(rules, min_players=2, max_players=2, rack_size=1, **switches)


@st.composite
def positions(draw: st.DrawFn, *, most_tiles: int = MOST_TILES) -> View:
    """A position of an edition with at most so many tiles, the rack near to what lies on the table."""
    rules = draw(editions())
    left = Counter(rules.tiles)
    low = draw(st.integers(1, rules.max_number - 2))
    numbers = list(range(low, min(low + draw(st.sampled_from([2, 3, 3, 4, 5])), rules.max_number) + 1))
    table: list[Meld] = []
    left[JOKER] = min(left[JOKER], draw(st.sampled_from([2, 2, 1, 3])))
    for _ in range(draw(st.sampled_from([2, 1, 0, 3]))):
        meld = draw(_melds(rules, numbers))
        size = sum(len(other.tiles) for other in (*table, meld))
        if size < most_tiles and not Counter(meld.tiles) - left and not any(meld_violations(rules, meld)):
            table.append(meld)
            left.subtract(meld.tiles)
    rack: list[Tile] = []
    room = most_tiles - sum(len(meld.tiles) for meld in table)
    for tile in draw(_racks(rules, numbers, table)):
        if left[tile] and len(rack) < room:
            left[tile] -= 1
            rack.append(tile)
    rack = rack or [next(tile for tile in rules.tiles if left[tile])]
    return set_up(rack, Table(table), rules=rules, opened=draw(st.sampled_from([True, True, False])))


@st.composite
def _melds(draw: st.DrawFn, rules: Rules, numbers: Sequence[int]) -> Meld:
    number = draw(st.sampled_from(numbers))
    if len(rules.colors) > 2 and draw(st.booleans()):
        colors = draw(st.permutations(rules.colors))[: draw(st.integers(3, len(rules.colors)))]
        return Group(_with_jokers(draw, rules, [Tile(color, number) for color in colors]))
    color = draw(st.sampled_from(rules.colors))
    length = draw(st.sampled_from([3, 4, 5, 3, 4, 5, 9, 10]))
    row = [Tile(color, n) for n in range(number, rules.max_number + 1)][:length]
    if rules.one_follows_ten and len(row) < 3:
        row = [Tile(color, n) for n in (*range(2, 11), 1)[-length:]]
    elif len(row) < 3:
        row = [Tile(color, n) for n in range(rules.max_number - 2, rules.max_number + 1)]
    return Run(_with_jokers(draw, rules, row))


def _with_jokers(draw: st.DrawFn, rules: Rules, row: list[Tile]) -> list[Tile]:
    if draw(st.sampled_from([False, True, False])):
        return row
    most = min(rules.max_jokers_per_set, rules.jokers, len(row) - 1)
    places = draw(st.sets(st.integers(0, len(row) - 1), max_size=min(most, 2)))
    if row[-1].number == 1:
        places -= {len(row) - 1, len(row) - 2}  # a run that ends 10-1 needs both, or another natural tile
    return [JOKER if place in places else tile for place, tile in enumerate(row)]


@st.composite
def _racks(draw: st.DrawFn, rules: Rules, numbers: Sequence[int], table: Sequence[Meld]) -> list[Tile]:
    """Tiles that go with the table: what its jokers stand for, melds or parts of them, and others of these numbers."""
    stood_for = sorted({tile for meld in table for tiles in meld.stands_for.values() for tile in tiles})
    rack = [tile for tile in stood_for if draw(st.booleans())]
    for _ in range(draw(st.sampled_from([1, 0, 2]))):
        rack += draw(_melds(rules, numbers)).tiles[draw(st.sampled_from([0, 0, 1])) :]
    near = [tile for tile in rules.tiles if tile.number in numbers] + rules.jokers * [JOKER]
    more = draw(st.sampled_from([2, 0, 1, 3, 4]))
    return rack + draw(st.lists(st.sampled_from(near), min_size=more, max_size=more))


def settled(position: View) -> bool:
    """Whether the solver knows all that the referee allows with the jokers: for now, with those of an opened rack."""
    seen = (*position.rack, *position.table.tiles)
    if JOKER in seen and (position.rules.one_follows_ten or not position.opened[0]):
        return False
    return JOKER not in position.table.tiles
