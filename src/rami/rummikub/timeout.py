"""The settlement of an overrun: what stays on the table (A20)."""

from collections import Counter
from contextlib import suppress
from itertools import combinations

from rami.errors import InvalidMeld
from rami.pieces import without
from rami.rummikub.checks import arrangement_violations
from rami.rummikub.held_melds import line_of
from rami.rummikub.jokers import readings
from rami.rummikub.melds import Group, Meld, Run, Table
from rami.rummikub.moves import Change, TimeOut
from rami.rummikub.state import State
from rami.rummikub.tiles import JOKER, Tile


def is_in_time(state: State, move: TimeOut) -> bool:
    """Return whether an arrangement is a legal play, and so no overrun."""
    return not move.loose and _is_legal(state, move.table)


def settled(state: State, move: TimeOut) -> Table:
    """Return the table that an overrun leaves (000.12, 001.11, 002.12); tiles that it lacks go to the rack."""
    answer = state.rules.timeout
    if answer == "restore":
        return state.table
    change = Change.between(state.table, move.table, move.loose)
    table = _returned(change) if answer == "return" else move.table
    missing = without(state.table.tiles, table.tiles)
    stays = JOKER not in missing if answer == "rack" else not missing
    return table if stays and _is_legal(state, table) else _old_table_with_new_melds(state, change)


def _is_legal(state: State, table: Table) -> bool:
    """Return whether a play may leave this table, apart from tiles that it lacks (A5-A14, A17)."""
    change = Change.between(state.table, table)
    return bool(change.brought) and not any(arrangement_violations(state, change))


def _old_table_with_new_melds(state: State, change: Change) -> Table:
    """Return the old table with the new melds that the rack holds beside it, or alone if that is no legal play."""
    rack, melds = Counter(state.rack_to_move), list(state.table)
    for meld in change.added:
        if not Counter(meld.tiles) - rack:
            rack -= Counter(meld.tiles)
            melds.append(meld)
    table = Table(melds)
    return table if _is_legal(state, table) else state.table


def _returned(change: Change) -> Table:
    """Return the table after the old melds that changed took back loose tiles, one after the other."""
    melds, again, loose = list(change.added), list[Meld](), Counter(change.loose)
    missing = Counter(without(change.old.tiles, change.new.tiles))
    for old in change.removed:
        places = [place for place, meld in enumerate(melds) if line_of(meld) == line_of(old)]
        for place in (*places, None):
            lacks = Counter(without(old.tiles, () if place is None else melds[place].tiles))
            if not lacks & missing or lacks - loose:
                continue
            if place is None:
                again.append(old)
            elif meld := _joined(melds[place], old, tuple(lacks.elements())):
                melds[place] = meld
                melds = list(Table(melds))
            else:
                continue
            missing, loose = missing - lacks, loose - lacks
            break
    return Table((*without(change.old.melds, change.removed), *melds, *again))


def _joined(meld: Meld, old: Meld, tiles: tuple[Tile, ...]) -> Meld | None:
    """Return the meld that tiles of an old one make with another as it lies, jokers for what they stood for."""
    with suppress(InvalidMeld):
        for stood_for in (some for reading in readings(old) for some in combinations(reading, tiles.count(JOKER))):
            if isinstance(meld, Run):
                row = dict(enumerate(meld.tiles, meld.start))
                row |= {tile.number: tile for tile in tiles if tile != JOKER}
                row |= {tile.number: JOKER for tile in stood_for}
                if len(row) == len(meld.tiles) + len(tiles) == max(row) - min(row) + 1:
                    return Run(row[number] for number in sorted(row))
            else:
                group = Group((*meld.tiles, *tiles))
                if any(set(stood_for).issubset(reading) for reading in readings(group)):
                    return group
    return None
