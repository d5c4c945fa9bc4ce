"""The best turn: the best play, or why to draw."""

from rami.rummikub.moves import Draw, Move, Pass
from rami.rummikub.solver import best_play
from rami.rummikub.state import View
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
    return (best_play(view) or draw_or_pass(view),)


def draw_or_pass(view: View) -> Move:
    """Return the draw or the pass that is legal unless a play is compulsory."""
    return Draw() if view.pool_size and not view.has_drawn else Pass()
