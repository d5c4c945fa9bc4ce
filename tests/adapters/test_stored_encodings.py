"""The layout of observations and the names of actions of each edition, compared with a stored file.

Trained models depend on them. To store them anew after an intended change:

python -m tests.adapters.test_stored_encodings
"""

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from rami.adapters.encoding import actions, layout
from rami.game import Game
from rami.games import GAMES

STORED = Path(__file__).parent.parent / "data" / "encodings.json"

EDITIONS = [(game, name) for game in GAMES.values() for name in game.presets]


def encoding(game: Game, edition: str) -> dict[str, Any]:
    """Return the fields with their sizes and bounds, the number of actions, and a digest of all names."""
    rules = game.presets[edition]
    players = rules.player_counts[-1]
    found, names = layout(game, rules, players), actions(game, rules).names
    labels = [label for each in found.fields for label in each.labels]
    text = "\n".join((*labels, *names))
    return {
        "fields": [f"{each.name} {each.size} {each.low} {each.high}" for each in found.fields],
        "actions": len(names),
        "digest": sha256(text.encode()).hexdigest()[:16],
    }


@pytest.mark.parametrize(("game", "edition"), EDITIONS, ids=lambda each: getattr(each, "name", each))
def test_layout_and_actions_are_those_stored(game: Game, edition: str) -> None:
    stored = json.loads(STORED.read_text(encoding="utf-8"))
    assert encoding(game, edition) == stored[f"{game.name} {edition}"]


if __name__ == "__main__":
    found = {f"{game.name} {edition}": encoding(game, edition) for game, edition in EDITIONS}
    STORED.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
