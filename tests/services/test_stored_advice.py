"""The moves of `best_player` in whole deals, and random states of their views, compared with a stored file.

A player may become better, but not by accident. To store them anew after an intended change:

python -m tests.services.test_stored_advice
"""

import json
from hashlib import sha256
from pathlib import Path

import pytest

from rami import digest
from rami.game import Game
from rami.games import GAMES
from rami.players import best_player
from rami.simulate import play_deal

STORED = Path(__file__).parent.parent / "data" / "advice.json"

EDITIONS = [(game, name) for game in GAMES.values() for name in game.presets]


def short(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:16]


def moves(game: Game, edition: str) -> list[str]:
    """Return for each deal the number of moves, the first moves, and digests of all moves and of random states."""
    rules = game.presets[edition]
    found: list[str] = []
    for seed in range(4):
        players = rules.player_counts[seed % 2 % len(rules.player_counts)]
        record = play_deal(game, [best_player] * players, rules=rules, seed=seed)
        text = "; ".join(map(str, record.moves))
        views = [game.observe(state, None) for state in record.states()]
        worlds = "".join(digest(game.determinize(view, seed=number)) for number, view in enumerate(views))
        found.append(f"{len(record.moves)} moves, {text[:60]}…, {short(text)}, random states {short(worlds)}")
    return found


@pytest.mark.parametrize(("game", "edition"), EDITIONS, ids=lambda each: getattr(each, "name", each))
def test_the_best_player_plays_as_stored(game: Game, edition: str) -> None:
    stored = json.loads(STORED.read_text(encoding="utf-8"))
    assert moves(game, edition) == stored[f"{game.name} {edition}"]


if __name__ == "__main__":
    found = {f"{game.name} {edition}": moves(game, edition) for game, edition in EDITIONS}
    STORED.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
