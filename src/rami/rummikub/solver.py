"""What a rack can do: a simple search for plays. It is not complete yet."""

from collections.abc import Iterator

from rami.errors import InvalidMeld
from rami.rummikub.fitting import melds_from
from rami.rummikub.judging import play_violations, rack_to_move
from rami.rummikub.melds import Group, Meld, Run, Table
from rami.rummikub.moves import Play
from rami.rummikub.rules import Rules
from rami.rummikub.state import State, View
from rami.rummikub.tiles import JOKER, Tile, without

_MOST_PLAYS = 500


def plays(position: State | View) -> Iterator[Play]:
    """Legal plays for the player who moves: new melds from the rack, and tiles added to melds of the table.

    The search is bounded and not complete: it never rearranges the table, and so misses plays that a person would find.

    Args:
        position: A position, or the view of the player who moves.

    Yields:
        Legal plays in a fixed order, at most one for each multiset of tiles laid.

    Examples:
        >>> from rami.rummikub import set_up
        >>> [str(play) for play in plays(set_up("R7 K1", "R4-R5-R6"))]
        ['play R4-R5-R6-R7']
    """
    seen: set[tuple[Tile, ...]] = set()
    for table in _tables(position):
        play = Play(table)
        laid = without(table.tiles, position.table.tiles)
        if laid not in seen and not play_violations(position, play):
            seen.add(laid)
            yield play
            if len(seen) == _MOST_PLAYS:
                return


def can_play(position: State | View) -> bool:
    """Whether `plays` finds a play for the player who moves.

    Args:
        position: A position, or the view of the player who moves.

    Returns:
        True if there is one; False says only that the simple search finds none.

    Examples:
        >>> from rami.rummikub import set_up
        >>> can_play(set_up("R7 K1", "R4-R5-R6")), can_play(set_up("R8 K1", "R4-R5-R6"))
        (True, False)
    """
    return next(plays(position), None) is not None


def _tables(position: State | View) -> Iterator[Table]:
    rack = rack_to_move(position)
    for melds, left in _laid(position.rules, rack):
        if position.opened[position.current_player]:
            extended = _extended((*position.table, *melds), left)
            yield Table(extended)
        if melds:
            yield Table((*position.table, *melds))
    if position.opened[position.current_player]:
        for tile in sorted(set(rack)):
            for index, meld in enumerate(position.table):
                for longer in _with_tile(meld, tile):
                    yield Table((*position.table[:index], longer, *position.table[index + 1 :]))


def _laid(rules: Rules, rack: tuple[Tile, ...]) -> Iterator[tuple[tuple[Meld, ...], tuple[Tile, ...]]]:
    """Sets of melds from the rack, greedily chosen after the first one, with the tiles left."""
    yield (), rack
    first_melds = list(_melds(rules, rack))
    for first in first_melds[:_MOST_PLAYS]:
        melds: tuple[Meld, ...] = (first,)
        left = without(rack, first.tiles)
        yield melds, left
        while further := next(_melds(rules, left), None):
            melds, left = (*melds, further), without(left, further.tiles)
            yield melds, left


def _melds(rules: Rules, rack: tuple[Tile, ...]) -> Iterator[Meld]:
    naturals = {tile for tile in rack if tile != JOKER}
    for tile in sorted(naturals):
        yield from melds_from(rules, tile, naturals, rack.count(JOKER))


def _extended(melds: tuple[Meld, ...], rack: tuple[Tile, ...]) -> list[Meld]:
    """The melds with every tile of the rack added that one of them takes."""
    result = list(melds)
    for tile in rack:
        for index, meld in enumerate(result):
            if longer := next(_with_tile(meld, tile), None):
                result[index] = longer
                break
    return result


def _with_tile(meld: Meld, tile: Tile) -> Iterator[Meld]:
    rows = [(*meld.tiles, tile), (tile, *meld.tiles)]
    for row in rows:
        try:
            yield Group(row) if isinstance(meld, Group) else Run(row)
        except InvalidMeld:
            continue
