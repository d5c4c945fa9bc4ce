"""The exact solver of Rummikub: what a player can lay, and what is best."""

from rami.rummikub.solver.answers import arrange, best_play, can_play, layable, play_of, plays

__all__ = ["arrange", "best_play", "can_play", "layable", "play_of", "plays"]
