"""Rummikub as numbers, quicker than tile by tile with look-ahead: a few whole plays, or any tiles at all."""

from collections.abc import Mapping
from random import Random

from rami import rummikub
from rami.adapters.encoding.actions import Option
from rami.errors import TooLarge
from rami.players import quick_player
from rami.rummikub.solver import request
from rami.rummikub.solver.api import some_play

_IDLE: Mapping[str, rummikub.Move] = {"draw": rummikub.Draw(), "pass": rummikub.Pass()}


def _idle(view: rummikub.View) -> dict[str, Option]:
    """Return the legal moves that lay nothing."""
    return {name: move for name, move in _IDLE.items() if not rummikub.check(view, move)}


def simple_play(view: rummikub.View) -> rummikub.Play | None:
    """Return the play of `quick_player`; None if it has none, or the position is too large."""
    try:
        move = quick_player(view, Random(0))
    except TooLarge:
        return None
    return move if isinstance(move, rummikub.Play) else None


def committed(view: rummikub.View, chosen: tuple[rummikub.Tile, ...]) -> rummikub.Move:
    """Return the play of the chosen tiles; where none is found that lays them, a move without them."""
    try:
        play = rummikub.play_of(view, chosen)
    except TooLarge:
        play = None
    if play is not None:
        return play
    idle = next(iter(_idle(view).values()), None)
    move = idle or rummikub.best_play(view, budget=request.MOST_STEPS) or some_play(view)
    assert move is not None  # a player who may do neither can play
    return move
