"""Players for every game: what to compare a bot with, and whom to let play a million deals."""

from rami.players.baseline import (
    BaselinePlayer,
    Player,
    absent_of,
    absent_player,
    greedy_player,
    quick_player,
    random_of,
    random_player,
)
from rami.players.searching import SearchPlayer, search_player

__all__ = [
    "BaselinePlayer",
    "Player",
    "SearchPlayer",
    "absent_of",
    "absent_player",
    "greedy_player",
    "quick_player",
    "random_of",
    "random_player",
    "search_player",
]
