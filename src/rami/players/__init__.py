"""Players for every game: opponents to compare a bot with, fast enough for a million deals."""

from rami.players.baseline import (
    absent_of,
    absent_player,
    greedy_player,
    quick_player,
    random_of,
    random_player,
    thoughtful_player,
)
from rami.players.library import BaselinePlayer
from rami.players.search import SearchPlayer, search_player
from rami.players.strategy import Player, PlayerFailed, Watcher, Witness

__all__ = [
    "BaselinePlayer",
    "Player",
    "PlayerFailed",
    "SearchPlayer",
    "Watcher",
    "Witness",
    "absent_of",
    "absent_player",
    "greedy_player",
    "quick_player",
    "random_of",
    "random_player",
    "search_player",
    "thoughtful_player",
]
