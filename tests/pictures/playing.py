"""Positions of random deals, for the tests of what is shown of them."""

from random import Random
from types import ModuleType
from typing import Any

import pytest

from rami import contracts, gin, rummikub, rummy

GAMES = [rummikub, rummy, contracts, gin]
EACH_GAME = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.__name__)
EACH_PRESET = pytest.mark.parametrize(
    ("game", "preset"),
    [(game, name) for game in GAMES for name in game.PRESETS],
    ids=lambda part: str(part)[-20:],
)


def played(game: ModuleType, rules: Any, seed: int, moves: int, players: int = 2) -> list[tuple[Any, Any]]:
    """The states of a random deal, each with the move made in it; moves that lay something come first."""
    random = Random(seed)
    allowed = rules.player_counts
    state = game.new_game(min(max(players, allowed[0]), allowed[-1]), rules, seed=seed)
    found: list[tuple[Any, Any]] = []
    while len(found) < moves and not state.is_over:
        legal = [move for move, _ in zip(game.legal_moves(state), range(5), strict=False)]
        laying = [move for move in legal if len(str(move).split()) > 1 and not str(move).startswith("discard")]
        move = random.choice(laying or legal)
        found.append((state, move))
        state = game.apply(state, move)
    return found
