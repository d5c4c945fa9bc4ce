"""Positions with known optima: `tests/data/rummikub_positions.jsonl`.

Each line has a rack and a table in notation, the most tiles and the most points of one play if the jokers of the table
are free, and the best opening from the rack alone. Two programs, written independently of this library and of each
other, agree on every line.
"""

import json
from pathlib import Path
from typing import NamedTuple

from rami.rummikub import Rules, View, set_up

CLASSES = ("plain", "joker", "endgame", "small", "stress")
"""Without a joker; with one or two; short racks; small tables; up to 40 tiles on the rack and 80 on the table."""

FREE = Rules(joker_sets="free", joker_reuse="any")
"""The rules of the optima: a joker of the table may go anywhere in the new arrangement."""


class Known(NamedTuple):
    """A line of the file.

    `most_points` counts a joker as 30 points, `opening` as the tile that it stands for.
    """

    name: str
    kind: str
    rack: str
    table: str
    most_tiles: int
    most_points: int
    opening: int

    def view(self, rules: Rules = FREE) -> View:
        return set_up(self.rack, self.table, rules=rules)


def _read() -> tuple[Known, ...]:
    path = Path(__file__).parents[1] / "data" / "rummikub_positions.jsonl"
    fields = ("id", "class", "rack", "table", "most_tiles", "most_points", "opening")
    lines = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    return tuple(Known(*(line[field] for field in fields)) for line in lines)


KNOWN = _read()
