"""What an overrun leaves: what stays on the table, and where the loose tiles go (A20)."""

from attrs import frozen

from rami.pieces import without
from rami.rummikub.checks import arrangement_violations
from rami.rummikub.melds import Table
from rami.rummikub.moves import TimeOut
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
    """

    table: Table
    played: tuple[Tile, ...] = ()
    to_rack: tuple[Tile, ...] = ()
    to_pool: tuple[Tile, ...] = ()


def settle(position: State | View, move: TimeOut) -> Settlement:
    """What becomes of the tiles of an arrangement when the time runs out (000.12, 001.11, 002.12, A20).

    A loose tile that may be the player's own as well as the table's counts as the player's own. Everything goes back
    where it was if the rules say so, or if what would stay is not legal.

    Args:
        position: The position before the turn.
        move: The arrangement as it stood.

    Returns:
        The table that stays and where the loose tiles go; the penalty tiles are not part of it.
    """
    rules, old, new = position.rules, position.table, move.table
    brought = without((*new.tiles, *move.loose), old.tiles)
    from_table = without(move.loose, brought)
    played = tuple(sorted(without(brought, without(move.loose, from_table))))
    restore = rules.timeout == "rollback" or (from_table and rules.loose_table_tiles == "restore")
    if restore or JOKER in from_table or any(arrangement_violations(position, new, played)):
        return Settlement(old)
    if rules.loose_table_tiles == "rack":
        return Settlement(new, played, to_rack=from_table)
    return Settlement(new, played, to_pool=from_table)
