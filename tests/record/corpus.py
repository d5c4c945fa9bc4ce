"""Recorded games that every later version must replay to the same end: `tests/data/records`.

`python -m tests.record.corpus` adds a game for every preset that has none, and touches no other.
"""

import json
from pathlib import Path
from typing import Any

from rami.games import GAMES
from rami.players import greedy_player, quick_player, random_player
from rami.record import from_text, states, to_text
from rami.simulate import play
from rami.testing.perft import player_counts as seats

HERE = Path(__file__).parents[1] / "data" / "records"
DIGESTS = HERE / "digests.json"


def names() -> list[str]:
    return sorted(path.stem for path in HERE.glob("*.txt"))


def text(name: str) -> str:
    return (HERE / f"{name}.txt").read_text(encoding="utf-8")


def digests() -> dict[str, str]:
    """The digest of the last position of each game."""
    found: dict[str, str] = json.loads(DIGESTS.read_text(encoding="utf-8")) if DIGESTS.exists() else {}
    return found


def last_digest(name: str) -> str:
    record = from_text(text(name))
    *_, last = states(record)
    return record.game.digest(last)


def main() -> None:
    HERE.mkdir(parents=True, exist_ok=True)
    known = digests()
    for game in GAMES:
        for number, preset in enumerate(game.presets):
            name = f"{game.name}-{preset}"
            if name in known:
                continue
            players = seats(game, game.presets[preset])
            tables: list[Any] = [
                random_player,
                quick_player,
                quick_player if game.name == "rummikub" else greedy_player,
            ]
            seated = [tables[seat % 3] for seat in range(players[number % len(players)])]
            record = play(game, seated, rules=game.presets[preset], seed=2026 + number)
            (HERE / f"{name}.txt").write_text(to_text(record), encoding="utf-8")
            known[name] = last_digest(name)
    DIGESTS.write_text(json.dumps(known, indent=2, sort_keys=True) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
