"""The turn that a good player would make, and the moves of players who think less."""

from collections.abc import Sequence
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
"""With fewer tiles another player is so near to the end that jokers are no longer kept."""


@typed
def best_turn(view: View) -> tuple[Move, ...]:
    """Return the turn that a good player would make, which is one move.

    It is the play that lays the most tiles; with nothing to lay, a draw while the pool has tiles, else a pass. Jokers
    are kept for later, at the price of fewer tiles or of a draw, unless the play lays the whole rack, the pool is empty
    or another player holds fewer than four tiles.

    Args:
        view: The view of the player who moves.

    Returns:
        The move; () if the deal is over or it is another player's turn.

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
    if play and JOKER in played_tiles(view, play) and _can_wait(view, play):
        # A joker never helps to lay 50 tiles.
        play = best_play(view, maximize=lambda tile: -50 if tile.is_joker else 1)
        if play and JOKER in played_tiles(view, play):
            play = None
    return (play or draw_or_pass(view),)


def _can_wait(view: View, play: Play) -> bool:
    """Return whether the deal will last long enough for a joker to be worth more later."""
    others = [size for seat, size in enumerate(view.rack_sizes) if seat != view.player]
    goes_out = len(played_tiles(view, play)) == len(view.rack)
    return view.pool_size > 0 and not goes_out and min(others) >= _NEAR_THE_END


def draw_or_pass(view: View) -> Move:
    """Return a draw while the pool has tiles, else a pass."""
    return DRAW if view.pool_size else PASS


# -------------------------------------------------------------------------------------------- players who think less

_MOST_REARRANGED = 8
"""Number of rack tiles up to which a random player rearranges the table: with one joker in sight it is quick."""


def quick(view: View) -> Move:
    """Lay the best melds from the rack, then whatever fits on a meld as it is."""
    check_to_move(view, View)
    return simple_play(view) or absent(view)


def absent(view: View) -> Move:
    """Draw or pass; play only if the rules forbid both."""
    check_to_move(view, View)
    move = draw_or_pass(view)
    if move == DRAW or view.rules.pass_on_empty == "free":
        return move
    try:
        return simple_play(view) or some_play(view) or move
    except TooLarge:  # then the rules do not ask for a play
        return move


def random(view: View, random: "Random") -> Move:
    """Lay a random part of the rack, or nothing: there can be thousands of plays, so listing them takes too long.

    Each tile is considered three times out of four. One turn in eight a few of them may rearrange the table.
    """
    check_to_move(view, View)
    some = tuple(tile for tile in view.rack if random.random() < 3 / 4)
    rearrange, idle = random.random() < 1 / 8, random.random() < 1 / 4
    if rearrange and (*view.table.tiles, *some).count(JOKER) <= 1:
        play = some_play(_with_rack(view, shuffled(some, int(random.random() * 2**53))[:_MOST_REARRANGED]))
    else:
        play = simple_play(_with_rack(view, some))
    return absent(view) if idle or play is None else play


def _with_rack(view: View, rack: tuple[Tile, ...]) -> View:
    return altered(view, rack=rack, rack_sizes=replaced(view.rack_sizes, view.current_player, len(rack)))


def simple_play(view: View) -> Play | None:
    """Return a play that moves nothing on the table, if one is found."""
    alone = best_play(altered(view, table=Table()))
    new = alone.table.melds if alone else ()
    melds = longer = (*view.table, *new)
    if has_opened(view, view.current_player):
        longer = _lengthened(melds, without(view.rack, [tile for meld in new for tile in meld.tiles]))
    tables = (longer, melds) if longer != melds else (melds,)
    plays = (Play(Table(each)) for each in tables if each != view.table.melds)
    return next((play for play in plays if is_legal(view, play)), None)


def _lengthened(melds: Sequence[Meld], rack: Sequence[Tile]) -> tuple[Meld, ...]:
    """Try each tile once, the highest first: add it to a meld that takes it then. Jokers are kept for later."""
    grown = list(melds)
    fitting = [_fitting(meld) for meld in grown]
    wanted = set[Tile]().union(*fitting)  # what some meld takes, or took before it grew
    for tile in sorted([tile for tile in rack if tile is not JOKER], key=NUMBER.__getitem__, reverse=True):
        if tile not in wanted:  # most tiles fit on no meld, and looking at every meld is slow
            continue
        place = next((place for place, some in enumerate(fitting) if tile in some), None)
        if place is not None:
            grown[place] = _with_tile(grown[place], tile)
            fitting[place] = _fitting(grown[place])
            wanted.update(fitting[place])
    return tuple(grown)


@lru_cache(maxsize=1 << 10)
def _fitting(meld: Meld) -> frozenset[Tile]:
    """Return the tiles that lengthen a meld as it is."""
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
