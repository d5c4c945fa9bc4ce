"""Small positions on which the solver and brute force are compared: few numbers, so that much fits together."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from attrs import evolve
from hypothesis import strategies as st

from rami.pieces import row_text
from rami.rummikub import JOKER, PRESETS, Color, Group, Meld, Rules, Run, Table, Tile, View, set_up
from rami.rummikub.melds import meld_violations

MOST_TILES = 12
"""The most tiles of a small position, rack and table together."""

_SWITCHES: dict[str, st.SearchStrategy[Any]] = {
    "max_number": st.sampled_from([4, 5, 7, 10, 13]),
    "copies": st.integers(1, 3),
    "jokers": st.integers(0, 4),
    "opening_points": st.integers(0, 24),
    "opening_turn_table": st.sampled_from(["forbidden", "after_opening"]),
    "joker_before_opening": st.booleans(),
    "joker_reuse": st.sampled_from(["any", "new"]),
    "joker_sets": st.sampled_from(["identity_kept", "free"]),
}


def shown(position: View) -> str:
    """The position in notation, for the report of a failure."""
    rack = row_text(position.rack)
    return f"rack {rack!r}, table {str(position.table)!r}, opened {position.opened[0]}"


@st.composite
def editions(draw: st.DrawFn) -> Rules:
    """A preset, or one with some of its switches set at random."""
    rules = draw(st.sampled_from(list(PRESETS.values())))
    most = draw(st.sampled_from([0, 1, 2, 4]))
    names = draw(st.lists(st.sampled_from(sorted(_SWITCHES)), max_size=most, unique=True))
    switches = {name: draw(_SWITCHES[name]) for name in names}
    return evolve(rules, min_players=2, max_players=2, rack_size=1, **switches)


@st.composite
def positions(draw: st.DrawFn, *, most_tiles: int = MOST_TILES) -> View:
    """A position of an edition with at most so many tiles, the rack near to what lies on the table."""
    rules = draw(editions())
    left = Counter(rules.pieces)
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
    rack = rack or [next(tile for tile in rules.pieces if left[tile])]
    return set_up(rack, Table(table), rules=rules, opened=draw(st.sampled_from([True, True, False])))


@st.composite
def _melds(draw: st.DrawFn, rules: Rules, numbers: Sequence[int]) -> Meld:
    number = draw(st.sampled_from(numbers))
    if draw(st.booleans()):
        colors = draw(st.permutations(tuple(Color)))[: draw(st.integers(3, 4))]
        return Group(_with_jokers(draw, rules, [Tile(color, number) for color in colors]))
    color = draw(st.sampled_from(Color))
    length = draw(st.sampled_from([3, 4, 5, 3, 4, 5, 9, 10]))
    row = [Tile(color, n) for n in range(number, rules.max_number + 1)][:length]
    if len(row) < 3:
        row = [Tile(color, n) for n in range(rules.max_number - 2, rules.max_number + 1)]
    return Run(_with_jokers(draw, rules, row))


def _with_jokers(draw: st.DrawFn, rules: Rules, row: list[Tile]) -> list[Tile]:
    if draw(st.sampled_from([False, True, False])):
        return row
    most = min(rules.jokers, len(row) - 1)
    places = draw(st.sets(st.integers(0, len(row) - 1), max_size=min(most, draw(st.sampled_from([2, 2, 3])))))
    return [JOKER if place in places else tile for place, tile in enumerate(row)]


@st.composite
def _racks(draw: st.DrawFn, rules: Rules, numbers: Sequence[int], table: Sequence[Meld]) -> list[Tile]:
    """Tiles that go with the table: what its jokers stand for, melds or parts of them, and others of these numbers."""
    stood_for = sorted({tile for meld in table for tiles in meld.stands_for.values() for tile in tiles})
    rack = [tile for tile in stood_for if draw(st.booleans())]
    for _ in range(draw(st.sampled_from([1, 0, 2]))):
        rack += draw(_melds(rules, numbers)).tiles[draw(st.sampled_from([0, 0, 1])) :]
    near = [tile for tile in rules.pieces if tile.number in numbers] + rules.jokers * [JOKER]
    more = draw(st.sampled_from([2, 0, 1, 3, 4]))
    return rack + draw(st.lists(st.sampled_from(near), min_size=more, max_size=more))


def settled(position: View) -> bool:
    """Whether the solver knows all that the referee allows with the jokers: for now, with those of an opened rack."""
    if JOKER in position.rack and not position.opened[0]:
        return False
    return JOKER not in position.table.tiles
