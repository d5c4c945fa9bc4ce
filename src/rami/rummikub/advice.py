"""The turn that a good player would make."""

from rami.rummikub.checks import played_tiles
from rami.rummikub.moves import Draw, Move, Pass, Play
from rami.rummikub.position import View
from rami.rummikub.solver import best_play
from rami.rummikub.tiles import JOKER
from rami.shapes import instance

_NEAR_THE_END = 4
"""With fewer tiles another player is so near to the end that jokers are no longer kept."""


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
    instance("view", view, View)
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
    return Draw() if view.pool_size else Pass()
