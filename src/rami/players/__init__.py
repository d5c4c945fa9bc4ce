"""Players for every game: opponents to compare a bot with, fast enough for a million deals."""

from rami.players.baseline import (
    absent_of,
    absent_player,
    best_player,
    quick_player,
    random_of,
    random_player,
)
from rami.players.library import BaselinePlayer
from rami.players.strategy import Player, PlayerFailed, Watcher, Witness

__all__ = [
    "BaselinePlayer",
    "Player",
    "PlayerFailed",
    "Watcher",
    "Witness",
    "absent_of",
    "absent_player",
    "best_player",
    "quick_player",
    "random_of",
    "random_player",
]
