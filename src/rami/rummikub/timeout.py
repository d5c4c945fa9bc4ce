"""What an overrun leaves: what stays on the table, and where the loose tiles go (A20, A22)."""

from collections.abc import Sequence
from contextlib import suppress

from attrs import frozen

from rami.errors import InvalidMeld
from rami.pieces import without
from rami.rummikub.checks import arrangement_violations
from rami.rummikub.legal_melds import meld_violations
from rami.rummikub.melds import Group, Meld, Run, Table
from rami.rummikub.moves import Change, TimeOut
from rami.rummikub.rules import Rules
from rami.rummikub.state import State, View
from rami.rummikub.tiles import JOKER, Tile


@frozen
class Settlement:
    """What becomes of the tiles when the time runs out (A20).

    Attributes:
        table: The table that stays.
        played: The tiles that leave the rack for good.
        to_rack: Loose tiles of the table that the player has to take.
        to_pool: Loose tiles of the table that go back to the pool.
        penalty: How many tiles the player draws, as far as there are any; 0 for an arrangement that is a legal play.
        is_play: Whether the arrangement is a legal play, finished in time after all.
    """

    table: Table
    played: tuple[Tile, ...] = ()
    to_rack: tuple[Tile, ...] = ()
    to_pool: tuple[Tile, ...] = ()
    penalty: int = 0
    is_play: bool = False


def settle(position: State | View, move: TimeOut) -> Settlement:
    """What becomes of the tiles of an arrangement when the time runs out (000.12, 001.11, 002.12, A20).

    An arrangement without a loose tile that is a legal play is that play. Otherwise of equal tiles those in melds count
    first as the table's: what is loose beyond that is the player's. Everything goes back where it was if the rules say
    so, if a joker of the table is loose, or if what would stay is not legal.

    Args:
        position: The position before the turn.
        move: The arrangement as it stood, its tiles accounted for.

    Returns:
        The table that stays, where the loose tiles go, and the penalty.
    """
    rules, old, new = position.rules, position.table, move.table
    brought = without((*new.tiles, *move.loose), old.tiles)
    from_table = without(move.loose, brought)
    played = tuple(sorted(without(brought, without(move.loose, from_table))))
    if not move.loose and _may_stay(position, new, played):
        return Settlement(new, played, is_play=True)
    penalty = rules.illegal_penalty_tiles if move.in_time else rules.penalty_tiles
    restored = Settlement(old, penalty=penalty)
    if rules.timeout == "rollback" or JOKER in from_table:
        return restored
    if from_table and rules.loose_table_tiles in ("restore", "return"):
        returned = _returned(rules, old, new, from_table) if rules.loose_table_tiles == "return" else None
        if returned is None:
            return restored
        new, from_table = returned, ()
    if not _may_stay(position, new, played):
        return restored
    if rules.loose_table_tiles == "rack":
        return Settlement(new, played, to_rack=from_table, penalty=penalty)
    return Settlement(new, played, to_pool=from_table, penalty=penalty)


def _may_stay(position: State | View, table: Table, played: tuple[Tile, ...]) -> bool:
    """A17, A5, A10-A14: whether complete melds are what a play may leave."""
    return bool(played) and not any(arrangement_violations(position, Change.between(position.table, table)))


def _returned(rules: Rules, old: Table, new: Table, loose: Sequence[Tile]) -> Table | None:
    """A20, "return": the table with the loose tiles back in the melds that they came from; None if one takes them not.

    The meld that a tile came from is the one of its sort that has all the natural tiles that lay with it and are not
    loose too; a meld of which every tile is loose is laid again.
    """
    left, melds = tuple(loose), list(new)
    for meld in old:
        gone = without(meld.tiles, without(meld.tiles, left))
        stayed = set(without(meld.tiles, gone)) - {JOKER}
        if len(gone) == len(meld.tiles):
            melds.append(meld)
            left = without(left, gone)
        elif gone and stayed:
            for place, host in enumerate(melds):
                fits = type(host) is type(meld) and stayed <= set(host.tiles)
                if fits and (whole := _with(rules, host, gone)) is not None:
                    melds[place] = whole
                    left = without(left, gone)
                    break
    return None if left else Table(melds)


def _with(rules: Rules, meld: Meld, tiles: tuple[Tile, ...]) -> Meld | None:
    """A meld with more tiles; None if it does not take them all."""
    if not tiles:
        return None if any(meld_violations(rules, meld)) else meld
    for tile in tiles:
        rows = [(*meld.tiles, tile)] if isinstance(meld, Group) else [(tile, *meld.tiles), (*meld.tiles, tile)]
        for row in rows:
            with suppress(InvalidMeld):
                longer = Group(row) if isinstance(meld, Group) else Run(row)
                if (whole := _with(rules, longer, without(tiles, [tile]))) is not None:
                    return whole
    return None
