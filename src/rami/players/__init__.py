"""Baseline players: what to compare a bot with, and whom to let play a million deals."""

from rami.players.baseline import (
    Player,
    absent_of,
    absent_player,
    greedy_player,
    quick_player,
    random_of,
    random_player,
)

__all__ = ["Player", "absent_of", "absent_player", "greedy_player", "quick_player", "random_of", "random_player"]
