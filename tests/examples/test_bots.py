"""The bots of the examples, which know nothing of the library: they play, alike, and better than chance."""

import sys
from collections.abc import Sequence
from pathlib import Path
from shutil import which

import pytest

from rami import gin, rummy
from rami.adapters.process import ProcessPlayer
from rami.game import Game
from rami.players import quick_player, random_player
from rami.simulate import compare, play

BOTS = Path(__file__).parents[2] / "examples" / "bots"
PYTHON = (sys.executable, "-I", "-S", str(BOTS / "bot.py"))
NODE = (which("node") or "", str(BOTS / "bot.js"))


@pytest.mark.parametrize("game", [gin.GAME, rummy.GAME], ids=lambda game: game.name)
def test_the_bot_in_python_beats_chance(game: Game) -> None:
    with ProcessPlayer(game, PYTHON) as bot:
        found = compare(game, [bot, random_player], deals=3, seed=1)
    assert not bot.failures
    assert found.points[0].mean > found.points[1].mean


@pytest.mark.skipif(not NODE[0], reason="there is no Node here")
@pytest.mark.parametrize("game", [gin.GAME, rummy.GAME], ids=lambda game: game.name)
def test_the_bot_in_javascript_is_the_same(game: Game) -> None:
    def record(command: Sequence[str]) -> object:
        with ProcessPlayer(game, command) as bot:
            return play(game, [bot, quick_player], seed=2)

    assert record(NODE) == record(PYTHON)


def test_they_are_short() -> None:
    for path in BOTS.iterdir():
        lines = path.read_text(encoding="utf-8").splitlines()
        assert sum(bool(line.strip()) for line in lines) <= 20, path.name
