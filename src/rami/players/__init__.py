"""Players for every game: opponents to compare a bot with, fast enough for a million deals."""

from rami.players.player import Player, PlayerFailed
from rami.players.players import absent_player, best_player, quick_player, random_player

__all__ = [
    "Player",
    "PlayerFailed",
    "absent_player",
    "best_player",
    "quick_player",
    "random_player",
]


def __dir__() -> list[str]:
    return __all__
