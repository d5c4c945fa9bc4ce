"""The best turn: the best play, or why to draw."""

from rami.rummikub.checks import played_tiles
from rami.rummikub.moves import Draw, Move, Pass, Play
from rami.rummikub.referee import check
from rami.rummikub.solver import best_play
from rami.rummikub.state import View
from rami.rummikub.tiles import JOKER
from rami.shapes import instance


def best_turn(view: View) -> tuple[Move, ...]:
    """Return the turn that a good player would make, which is one move.

    It is the play that lays the most tiles; with nothing to lay, a draw while the pool has tiles, else a pass.

    Args:
        view: The view of the player who moves.

    Returns:
        The move; () if the deal is over or it is another player's turn.

    Raises:
        WrongType: If `view` is no `View`.

    Examples:
        >>> from rami.rummikub import set_up
        >>> [str(move) for move in best_turn(set_up("R7 K1", "R4-R5-R6"))]
        ['play R4-R5-R6-R7']
        >>> [str(move) for move in best_turn(set_up("R9 K1", "R4-R5-R6"))]
        ['draw']
    """
    instance("view", view, View)
    if view.is_over or view.player != view.current_player:
        return ()
    play = best_play(view)
    return (draw_or_pass(view) if play is None else _thrifty(view, play),)


_NEAR_THE_END = 4
"""With fewer tiles another player is so near to the end that jokers are no longer kept."""


def _thrifty(view: View, play: Play) -> Move:
    """Return a play without the jokers that another would waste, or a draw; a play that ends the deal as it is."""
    own, laid = view.current_player, played_tiles(view, play)
    others = (*view.rack_sizes[:own], *view.rack_sizes[own + 1 :])
    ends = len(laid) == len(view.rack) or min(others) < _NEAR_THE_END
    if JOKER not in laid or not view.pool_size or ends:
        return play
    patient = best_play(view, maximize=lambda tile: -50 if tile.is_joker else 1)
    if patient is not None and JOKER not in played_tiles(view, patient):
        return patient
    return play if check(view, Draw()) else Draw()


def draw_or_pass(view: View) -> Move:
    """Return the draw or the pass that is legal unless a play is compulsory."""
    return Draw() if view.pool_size else Pass()
