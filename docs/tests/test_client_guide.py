"""The function of the client guide that gives tiles ids, run in Node on whole deals."""

import json
import re
import subprocess
from collections import Counter
from pathlib import Path
from shutil import which
from typing import Any

import pytest

from rami import rummikub
from rami.codec import plain
from rami.players import best_player
from rami.simulate import play_deal

PAGE = (Path(__file__).parents[1] / "guides" / "client.md").read_text(encoding="utf-8")
pytestmark = pytest.mark.skipif(not which("node"), reason="it needs node")


def screens(seed: int) -> list[list[list[str]]]:
    """Return the rack of seat 0 and the rows of the table at each position of a deal."""
    record = play_deal(rummikub.GAME, [best_player] * 2, seed=seed)
    views: list[Any] = [plain(rummikub.observe(state, 0)) for state in record.states()]
    return [[view["rack"], *(meld["pieces"] for meld in view["table"])] for view in views]


@pytest.mark.parametrize("seed", range(3))
def test_ids_of_the_client_guide_are_unique_and_kept(seed: int) -> None:
    [code] = re.findall(r"```js\n(let last.*?)```", PAGE, re.DOTALL)
    rows = screens(seed)
    program = f"""{code}
        let shown = []; const all = [];
        for (const rows of {json.dumps(rows)}) {{ shown = withIds(rows, shown); all.push(shown); }}
        console.log(JSON.stringify(all));"""
    out = subprocess.run(["node", "-e", program], capture_output=True, text=True, check=True).stdout
    before: dict[int, str] = {}
    for wanted, screen in zip(rows, json.loads(out), strict=True):
        assert [[each["tile"] for each in row] for row in screen] == wanted
        ids = {each["id"]: each["tile"] for row in screen for each in row}
        assert len(ids) == sum(map(len, wanted))
        old, new = Counter(before.values()), Counter(ids.values())
        assert Counter(tile for number, tile in before.items() if number in ids) == old & new
        before = ids
