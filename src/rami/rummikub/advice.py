"""Good, simple and random players of Rummikub."""

from collections.abc import Sequence
from contextlib import suppress
from functools import lru_cache
from typing import TYPE_CHECKING

from rami.dealing import shuffled
from rami.errors import TooLarge
from rami.pieces import without
from rami.positions import check_to_move, replaced
from rami.rummikub.checks import played_tiles
from rami.rummikub.melds import Group, Meld, Run, Table
from rami.rummikub.moves import DRAW, PASS, Move, Play
from rami.rummikub.position import View, has_opened
from rami.rummikub.referee import is_legal
from rami.rummikub.solver import best_play
from rami.rummikub.solver.api import some_play
from rami.rummikub.tiles import COLORS, HIGHEST, JOKER, NUMBER, Tile
from rami.shapes import altered, typed

if TYPE_CHECKING:
    from random import Random

_NEAR_THE_END = 4
"""A good player saves jokers only if every opponent has at least this number of tiles.

An opponent with fewer tiles may soon go out.
"""


@typed
def best_turn(view: View) -> tuple[Move, ...]:
    """Return the move that a good player would make, as a tuple.

    The move is the play that lays the most tiles. If no play exists, it is a draw, or a pass if the pool is empty.
    The player saves jokers for later turns, even if the play then lays fewer tiles or none. Jokers are only played if
    the play lays the whole rack, the pool is empty, or another player has fewer than four tiles.

    Args:
        view: The view of the player to move.

    Returns:
        A tuple with the move; () if the deal is over or it is the turn of another player.

    Raises:
        WrongType: If `view` is not a `View`.

    Examples:
        >>> from rami.rummikub import set_up
        >>> [str(move) for move in best_turn(set_up("R7 K1", "R4-R5-R6"))]
        ['play R4-R5-R6-R7']
        >>> [str(move) for move in best_turn(set_up("R9 B9 K1 *", "R4-R5-R6"))]
        ['draw']
    """
    if view.is_over or view.player != view.current_player:
        return ()
    play = best_play(view)
    if play and JOKER in played_tiles(view, play) and _can_keep_jokers(view, play):
        # A joker counts as -50 tiles, so the best play avoids jokers.
        play = best_play(view, maximize=lambda tile: -50 if tile.is_joker else 1)
        if play and JOKER in played_tiles(view, play):
            play = None
    return (play or draw_or_pass(view),)


def _can_keep_jokers(view: View, play: Play) -> bool:
    others = [size for seat, size in enumerate(view.rack_sizes) if seat != view.player]
    goes_out = len(played_tiles(view, play)) == len(view.rack)
    return view.pool_size > 0 and not goes_out and min(others) >= _NEAR_THE_END


def keeps_joker(view: View) -> bool:
    """Return whether the best turn is a draw that saves a joker for later."""
    return best_turn(view) == (DRAW,) and best_play(view) is not None


def draw_or_pass(view: View) -> Move:
    """Return a draw, or a pass if the pool is empty."""
    return DRAW if view.pool_size else PASS


# ---------------------------------------------------------------------------------------- simple and random players

_MOST_REARRANGED = 8
"""The random player rearranges the table with at most this number of rack tiles.

With more tiles, the search would be slow.
"""


def quick(view: View) -> Move:
    """Lay melds from the rack and add tiles to melds.

    The new melds lay as many tiles as possible. No tile of the table moves. If there is no such play, draw or pass.
    """
    check_to_move(view, View)
    return simple_play(view) or absent(view)


def absent(view: View) -> Move:
    """Draw or pass if the rules allow it, and play otherwise."""
    check_to_move(view, View)
    move = draw_or_pass(view)
    if move == DRAW or view.rules.pass_on_empty == "free":
        return move
    try:
        return simple_play(view) or some_play(view) or move
    except TooLarge:
        return move


def random(view: View, random: "Random") -> Move:
    """Lay some random tiles of the rack, or none.

    Choosing from all legal plays would be too slow.

    Each tile is considered with a probability of 3/4. In one of eight turns, a few tiles may rearrange the table.
    """
    check_to_move(view, View)
    some = tuple(tile for tile in view.rack if random.random() < 3 / 4)
    rearrange, idle = random.random() < 1 / 8, random.random() < 1 / 4
    play: Play | None = None
    # Custom rules can lead to positions that are too large for the solver.
    with suppress(TooLarge):
        if rearrange and (*view.table.tiles, *some).count(JOKER) <= 1:
            play = some_play(_with_rack(view, shuffled(some, int(random.random() * 2**53))[:_MOST_REARRANGED]))
        else:
            play = simple_play(_with_rack(view, some))
    return absent(view) if idle or play is None else play


def _with_rack(view: View, rack: tuple[Tile, ...]) -> View:
    return altered(view, rack=rack, rack_sizes=replaced(view.rack_sizes, view.current_player, len(rack)))


def simple_play(view: View) -> Play | None:
    """Return a play that moves no tile of the table, or None if no such play is found."""
    alone = best_play(altered(view, table=Table()))
    new = alone.table.melds if alone else ()
    melds = longer = (*view.table, *new)
    if has_opened(view, view.current_player):
        longer = _lengthened(melds, without(view.rack, [tile for meld in new for tile in meld.tiles]))
    tables = (longer, melds) if longer != melds else (melds,)
    plays = (Play(Table(each)) for each in tables if each != view.table.melds)
    return next((play for play in plays if is_legal(view, play)), None)


def _lengthened(melds: Sequence[Meld], rack: Sequence[Tile]) -> tuple[Meld, ...]:
    grown = list(melds)
    fitting = [_tiles_to_add(meld) for meld in grown]
    wanted = set[Tile]().union(*fitting)
    for tile in sorted([tile for tile in rack if tile is not JOKER], key=NUMBER.__getitem__, reverse=True):
        # Checking every meld is slow, so skip tiles that fit no meld.
        if tile not in wanted:
            continue
        place = next((place for place, some in enumerate(fitting) if tile in some), None)
        if place is not None:
            grown[place] = _with_tile(grown[place], tile)
            fitting[place] = _tiles_to_add(grown[place])
            wanted.update(fitting[place])
    return tuple(grown)


@lru_cache(maxsize=1 << 10)
def _tiles_to_add(meld: Meld) -> frozenset[Tile]:
    if isinstance(meld, Group):
        every = [Tile(color, meld.number) for color in COLORS] if len(meld) < len(COLORS) else ()
        return frozenset(every).difference(meld.tiles)
    assert isinstance(meld, Run)
    start, last = meld.start, meld.start + len(meld) - 1
    beyond = [start - 1] if start > 1 else []
    if last < HIGHEST:
        beyond.append(last + 1)
    return frozenset(Tile(meld.color, number) for number in beyond)


def _with_tile(meld: Meld, tile: Tile) -> Meld:
    if isinstance(meld, Group):
        return Group((*meld.tiles, tile))
    assert isinstance(meld, Run)
    return Run((tile, *meld.tiles) if tile.number < meld.start else (*meld.tiles, tile))
