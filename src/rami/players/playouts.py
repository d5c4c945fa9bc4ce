"""A position played on by one player in every seat."""

from random import Random

from rami.game import Game, M, R, S, V
from rami.players.strategy import Player, ask


def play_on(game: Game[R, S, M, V], state: S, player: Player[V, M], random: Random, *, turns: int | None = None) -> S:
    """Play a deal on, to the end or for a number of turns, and return the last position."""
    last = None if turns is None else state.turn + turns
    while not state.is_over and (last is None or state.turn < last):
        state = game.apply(state, ask(player, game.observe(state, state.current_player), random))
    return state
