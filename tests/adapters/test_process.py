"""Players that are programs of their own, good and bad."""

import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from time import monotonic, sleep
from typing import Any

import pytest
from attrs import evolve

from rami import RulesError, TooLarge, gin, rummy
from rami.adapters.process import PlayerFailed, ProcessPlayer
from rami.adapters.programs import Program, _kill
from rami.players import quick_player
from rami.simulate import play

GOOD = """
import json, sys
for line in sys.stdin:
    question = json.loads(line)
    assert question["protocol"] == "rami-player/1", question
    moves = question["moves"] or ["thanks for the deal"]
    print(json.dumps({"move": moves[question["luck"] % len(moves)]}), flush=True)
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
        (["bot"], "5", "seconds must be above 0, not '5'"),
        (["bot"], True, "seconds must be above 0, not True"),
        (["bot"], 1e12, "seconds must be at most 86400, not 1000000000000.0"),
        (["bot"], float("inf"), "seconds must be at most 86400, not inf"),
        (["a\0b"], 1.0, "command must be a program"),
        ([5], 1.0, "command must be a program"),
        (b"bot", 1.0, "command must be a program"),
        (None, 1.0, "command must be a program"),
    ],
)
def test_bad_arguments(command: Any, seconds: Any, message: str) -> None:
    with pytest.raises(RulesError, match=message):
        ProcessPlayer(rummy.GAME, command, seconds=seconds)


def test_a_command_that_the_system_does_not_take() -> None:
    with ProcessPlayer(rummy.GAME, ["\ud800"]) as player, pytest.raises(PlayerFailed, match="cannot be started"):
        player(VIEW, Random(1))


SLEEPER = "import time; time.sleep(60)"
FLOODER = "import os\nwhile True: os.write(1, b'x' * 65536)"
DAEMON = """
import os, time
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        time.sleep(60)
    os._exit(0)
time.sleep(60)
"""
WRAPPERS: dict[str, list[str]] = {
    "alone": [],
    "in a shell": ["sh", "-c", '"$@"; true', "sh"],
    "with a time limit": ["timeout", "60"],
    "with a time limit in a shell": ["sh", "-c", '"$@"; true', "sh", "timeout", "60"],
}


def processes_with(mark: str) -> list[str]:
    """Return the processes of this machine that have a mark among their arguments."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            found += [path.parent.name] if mark in path.read_text() else []
        except OSError:  # it has ended
            continue
    return found


@pytest.fixture
def mark() -> Iterator[str]:
    """Yield an argument by which the processes of a test are found, and hold that none is left."""
    mark = f"mark-{os.getpid()}-{monotonic()}"
    yield mark
    for _ in range(50):
        if not processes_with(mark):
            return
        sleep(0.02)
    pytest.fail(f"still running: {processes_with(mark)}")


@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="looks for processes in /proc")
@pytest.mark.parametrize("wrapper", WRAPPERS)
@pytest.mark.parametrize("code", [SLEEPER, FLOODER, DAEMON], ids=["sleeper", "flooder", "daemon"])
def test_nothing_outlives_its_time_or_floods_memory(code: str, wrapper: str, mark: str) -> None:
    start, before = monotonic(), most_memory()
    with ProcessPlayer(rummy.GAME, [*WRAPPERS[wrapper], *program(code), mark], seconds=0.2) as player:
        with pytest.raises(PlayerFailed):
            player(VIEW, Random(1))
        assert monotonic() - start < 5
    assert most_memory() - before < 32 << 20


def most_memory() -> int:
    """Return the most bytes that this process has held so far."""
    import resource  # noqa: PLC0415  # not there on Windows

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss << 10


@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="looks for processes in /proc")
@pytest.mark.parametrize("wrapper", WRAPPERS)
def test_nothing_outlives_its_player(wrapper: str, mark: str) -> None:
    """A program that answers well, and leaves a sleeper of its own session behind."""
    code = """
import os, subprocess, sys
child = [sys.executable, "-I", "-S", "-c", "import time; time.sleep(60)", sys.argv[1]]
subprocess.Popen(child, start_new_session=True)
input(); print('{"move": "draw"}', flush=True); input()
"""
    with ProcessPlayer(rummy.GAME, [*WRAPPERS[wrapper], *program(code), mark]) as player:
        assert player(VIEW, Random(1)) == rummy.DrawStock()
        while len(processes_with(mark)) < 2:  # one that is just starting shows no arguments for a moment
            sleep(0.01)


def test_a_program_that_reads_no_more() -> None:
    code = """
import os, time
input()
os.close(0)
print('{"move": "draw"}', flush=True)
time.sleep(60)
"""
    with ProcessPlayer(rummy.GAME, program(code)) as player:
        assert player(VIEW, Random(1)) == rummy.DrawStock()
        with pytest.raises(PlayerFailed, match="the program ended"):
            player(VIEW, Random(1))


def test_a_program_that_was_never_asked(mark: str) -> None:
    Program([*program(SLEEPER), mark]).end()


def test_a_program_that_was_killed_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    with subprocess.Popen([sys.executable, "-c", SLEEPER], start_new_session=True) as process:
        monkeypatch.setattr(process, "poll", lambda: None)  # it takes a moment to end
        _kill(process, "RAMI_NOBODY=1", None)
        assert process.returncode == -signal.SIGKILL


def test_what_escapes_keeps_nobody_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a process cannot be found again, the player is closed all the same."""
    monkeypatch.setattr("rami.adapters.programs._started_by", lambda _: [2**31 - 1])
    code = """
import os, time
if os.fork() == 0:
    os.setsid()
time.sleep(1.5)
"""
    start = monotonic()
    with ProcessPlayer(rummy.GAME, program(code), seconds=0.1) as player, pytest.raises(PlayerFailed):
        player(VIEW, Random(1))
    assert monotonic() - start < 1.4


@pytest.mark.parametrize("count", [99, 100, 101])
def test_it_is_told_whether_it_sees_all_moves(count: int) -> None:
    """100 moves are listed, and no more."""
    game = evolve(rummy.GAME, legal_moves=lambda _: iter([rummy.DrawStock()] * count))
    code = """
import json
question = json.loads(input())
print(json.dumps({"move": "draw" if (len(question["moves"]), question["complete"]) == (%d, %s) else "no"}))
"""
    with ProcessPlayer(game, program(code % (min(100, count), count <= 100))) as player:
        assert player(VIEW, Random(1)) == rummy.DrawStock()


def test_to_list_the_moves_counts() -> None:
    def slow(_: object) -> Iterator[rummy.Move]:
        sleep(0.2)
        yield rummy.DrawStock()

    def refused(_: object) -> Iterator[rummy.Move]:
        raise TooLarge("too many moves")

    for legal_moves, why in ((slow, "no answer within 0.1 seconds"), (refused, "cannot be listed: too many moves")):
        game = evolve(rummy.GAME, legal_moves=legal_moves)
        with ProcessPlayer(game, program(GOOD), seconds=0.1) as player, pytest.raises(PlayerFailed, match=why):
            player(VIEW, Random(1))
