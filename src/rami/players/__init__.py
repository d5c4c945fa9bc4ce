"""Baseline players: what to compare a bot with, and whom to let play a million deals."""

from rami.players.baseline import Player, greedy_player, quick_player, random_of, random_player

__all__ = ["Player", "greedy_player", "quick_player", "random_of", "random_player"]
