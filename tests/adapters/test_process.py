"""Players that are programs of their own, good and bad."""

import json
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from rami import RulesError, gin, rummy
from rami.adapters.process import PlayerFailed, ProcessPlayer
from rami.players import quick_player
from rami.simulate import play

GOOD = """
import json, sys
for line in sys.stdin:
    question = json.loads(line)
    assert question["protocol"] == "rami-player/1", question
    print(json.dumps({"move": question["moves"][question["luck"] % len(question["moves"])]}), flush=True)
"""
VIEW = rummy.set_up("3S 4S 9D KD", discard="5S", phase=rummy.Phase.DRAW)


def program(code: str) -> Sequence[str]:
    return [sys.executable, "-I", "-S", "-c", code]  # which starts in a third of the time


@pytest.mark.parametrize("game", [gin.GAME, rummy.GAME], ids=lambda game: game.name)
def test_it_plays_a_deal(game) -> None:  # type: ignore[no-untyped-def]  # any game
    with ProcessPlayer(game, program(GOOD)) as player:
        record = play(game, [player, quick_player], seed=1)
    with ProcessPlayer(game, program(GOOD)) as player:
        assert play(game, [player, quick_player], seed=1) == record
    assert player.failures == []


def test_it_is_asked_in_json() -> None:
    code = 'import sys; open(sys.argv[1], "w").write(input()); print(\'{"move": "draw"}\')'
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "question")
        with ProcessPlayer(rummy.GAME, [*program(code), str(path)]) as player:
            assert player(VIEW, Random(1)) == rummy.DrawStock()
        question = json.loads(path.read_text())
    assert question["game"] == "rummy"
    assert question["moves"] == ["draw", "take"]
    assert question["complete"] is True
    assert question["view"]["type"] == "rummy.View"
    assert 0 <= question["luck"] < 2**32


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("import time; time.sleep(60)", "no answer within 0.1 seconds"),
        ("pass", "the program ended"),
        ("input(); print('x' * (1 << 21))", "its answer is too long"),
        ("input(); print('hello')", "the answer is no move: 'hello'"),
        ("input(); print('[]')", "the answer is no move"),
        ("input(); print('{}')", "the answer is no move"),
        ("""input(); print('{"move": 5}')""", "the answer is no move"),
        ("""input(); print('{"move": "fly"}')""", "the answer is no move"),
        ("""input(); print('{"move": "discard KD"}')""", "discard KD is illegal: "),
        ("""import sys; input(); sys.stdout.buffer.write(b'\\xff\\xff\\n')""", "wrote no text"),
    ],
)
def test_a_program_that_fails(code: str, why: str) -> None:
    with ProcessPlayer(rummy.GAME, program(code), seconds=0.1 if "sleep" in code else 30) as player:
        with pytest.raises(PlayerFailed, match=why):
            player(VIEW, Random(1))
        assert len(player.failures) == 1
    with ProcessPlayer(
        rummy.GAME, program(code), seconds=0.1 if "sleep" in code else 30, otherwise=quick_player
    ) as player:
        assert player(VIEW, Random(1)) == quick_player(VIEW, Random(1))
        assert player(VIEW, Random(1)) == quick_player(VIEW, Random(1))  # the program was started again
        assert len(player.failures) == 2
        assert why in player.failures[0]


def test_a_program_that_is_not_there() -> None:
    with (
        ProcessPlayer(rummy.GAME, ["no-such-program-anywhere"]) as player,
        pytest.raises(PlayerFailed, match="cannot be started"),
    ):
        player(VIEW, Random(1))
    player.close()  # twice does no harm


@pytest.mark.parametrize(
    ("command", "seconds", "message"),
    [
        ([], 1.0, "command must be a program"),
        ("bot.py", 1.0, "command must be a program"),
        (["bot"], 0.0, "seconds must be above 0, not 0.0"),
        (["bot"], float("nan"), "seconds must be above 0, not nan"),
    ],
)
def test_bad_arguments(command: Sequence[str], seconds: float, message: str) -> None:
    with pytest.raises(RulesError, match=message):
        ProcessPlayer(rummy.GAME, command, seconds=seconds)
