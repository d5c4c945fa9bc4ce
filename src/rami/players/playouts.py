"""A position played on by one player in every seat."""

from random import Random

from rami.game import Game, M, R, S, V
from rami.players.baseline import Player


def played_on(game: Game[R, S, M, V], state: S, player: Player[V, M], random: Random, *, turns: int | None = None) -> S:
    """The position after a deal was played on.

    Args:
        game: The game.
        state: The position to start from.
        player: Who plays, in every seat.
        random: The chance that the player is given.
        turns: How many turns are played at most; None to play to the end.

    Returns:
        The last position.
    """
    last = None if turns is None else state.turn + turns
    while not state.is_over and (last is None or state.turn < last):
        state = game.apply(state, player(game.observe(state, state.current_player), random))
    return state
