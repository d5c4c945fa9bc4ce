"""Recorded games that every later version must replay to the same end: `tests/data/records.jsonl`, one per line.

`python -m tests.services.corpus` adds a game for every edition that has none, and touches no other.
"""

import json
from pathlib import Path
from typing import Any

from rami.codec import from_json, to_json
from rami.game import Game
from rami.games import GAMES
from rami.players import best_player, quick_player, random_player
from rami.record import Record
from rami.simulate import play_deal

FILE = Path(__file__).parents[1] / "data" / "records.jsonl"


def lines() -> list[dict[str, Any]]:
    """For each game the scores at its end, `scores`, and the document of its record, `record`."""
    return [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]


def edition(line: dict[str, Any]) -> tuple[str, str]:
    """The name of the game and of its edition."""
    value = line["record"]["value"]
    return value["game"], value["rules"]


def record(line: dict[str, Any]) -> Record[Any, Any, Any, Any]:
    found: Record[Any, Any, Any, Any] = from_json(json.dumps(line["record"]), Record)
    return found


def played(game: Game[Any, Any, Any, Any], number: int, rules: Any) -> str:
    """The line of a new game."""
    allowed = rules.player_counts
    tables: list[Any] = [random_player, quick_player, quick_player if game.name == "rummikub" else best_player]
    seated = [tables[seat % 3] for seat in range(allowed[number % len(allowed)])]
    made = play_deal(game, seated, rules=rules, seed=2026 + number)
    assert made.result is not None
    line = {"scores": made.result.scores, "record": json.loads(to_json(made))}
    return json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n"


def main() -> None:
    known = {edition(line) for line in lines()}
    with FILE.open("a", encoding="utf-8") as file:
        for game in GAMES.values():
            for number, (preset, rules) in enumerate(game.presets.items()):
                if (game.name, preset) not in known:
                    file.write(played(game, number, rules))


if __name__ == "__main__":
    main()
