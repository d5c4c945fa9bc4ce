"""The example that a person plays, played through over a terminal, as a person does."""

import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from select import select
from time import monotonic

import pytest

from examples.play import GAMES, SAID, main
from rami.record import from_text, verify

pty = pytest.importorskip("pty", reason="there are no pseudo-terminals here")

ROOT = Path(__file__).parents[2]
PROMPTS = tuple(said["prompt"] for said in SAID.values())
ESCAPES = re.compile(r"\x1b\[[\d;]*m")


class Terminal:
    """The example in a terminal: what is typed, and what comes back until it asks again or ends."""

    def __init__(self, *arguments: str, no_color: bool = False) -> None:
        self.own, other = pty.openpty()
        environment = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
        environment |= {"TERM": "xterm", "PYTHONIOENCODING": "utf-8"} | ({"NO_COLOR": "1"} if no_color else {})
        command = [sys.executable, "-W", "error", str(ROOT / "examples" / "play.py"), *arguments]
        self.process = subprocess.Popen(command, stdin=other, stdout=other, stderr=other, env=environment)
        os.close(other)
        self.shown = ""

    def until_asked(self) -> str:
        text, deadline = "", monotonic() + 60
        while not text.endswith(PROMPTS):
            assert select([self.own], [], [], deadline - monotonic())[0], f"nothing more came after {text!r}"
            try:
                chunk = os.read(self.own, 1 << 16)
            except OSError:  # how Linux says that the other end is closed
                break
            if not chunk:
                break
            text += chunk.decode()
        self.shown += text
        return ESCAPES.sub("", text.replace("\r", ""))

    def type(self, line: str) -> str:
        os.write(self.own, f"{line}\n".encode())
        return self.until_asked()

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.own)


@pytest.fixture
def terminal() -> Iterator[Callable[..., Terminal]]:
    opened: list[Terminal] = []

    def start(*arguments: str, no_color: bool = False) -> Terminal:
        opened.append(Terminal(*arguments, no_color=no_color))
        return opened[-1]

    yield start
    for each in opened:
        each.close()


@pytest.mark.slow(but=["rummikub-fr"])
@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("game", list(GAMES))
def test_every_game_is_played_to_its_end(
    game: str, lang: str, terminal: Callable[..., Terminal], tmp_path: Path
) -> None:
    path = tmp_path / "record.txt"
    screen = terminal("--game", game, "--lang", lang, "--seed", "5", "--bots", "quick", "--save", str(path))
    screen.until_asked()
    said = SAID[lang]
    assert said["help"].split()[0] in screen.type("help")
    assert said["moves"] in screen.type("coups")
    told = screen.type("nonsense")
    assert said["unclear"].split("{")[0] in told
    assert ("« nonsense »" in told) == (lang == "fr")
    assert ("(position" in told) == (lang == "en")
    assert said["try"].split("{")[0] in screen.type("hint") or game == "rummikub"
    text = ""
    for _ in range(1000):
        text = screen.type("bot")
        if screen.process.poll() is not None or not text.endswith(PROMPTS):
            break
    assert said["over"] in text
    assert said["wins"] in text
    assert screen.process.wait(10) == 0
    record = from_text(path.read_text(encoding="utf-8"))
    found = verify(record)
    assert found.violations == ()
    assert record.game.result(found.state) is not None
    assert "\x1b[" in screen.shown
    lines = ESCAPES.sub("", screen.shown.replace("\r", "")).splitlines()
    assert [line for line in lines if len(line) > 80 and not line.startswith(said["saved"][:12])] == []


def test_a_turn_of_rummikub_is_built_undone_and_refused(terminal: Callable[..., Terminal], tmp_path: Path) -> None:
    """The person has R1 R9 R11 R12 K1 K7 K13 B3 B8 O2 O3 O8 O13 and a joker, and nothing lies on the table."""
    path = tmp_path / "record.txt"
    screen = terminal("--seed", "3", "--bots", "quick", "--save", str(path), no_color=True)
    assert "R1 R9 R11 R12 K1 K7 K13 B3 B8 O2 O3 O8 O13 *" in screen.until_asked()
    assert "A play lays at least one tile from the rack. [A17]" in screen.type("done")
    assert "nothing in this turn that can be undone" in screen.type("undo")
    assert "  1  ?  R9 R12" in screen.type("r9 r12")
    assert "Not yet: A meld has at least three tiles: R9 R12." in screen.type("1: R12 > 1")
    assert "  1     R9-*-R11-R12" in screen.type("* R11 > 1").replace("R9-R11-R12-*", "")
    assert "  2  ?  K13 O13" in screen.type("K13 O13")
    assert "  2     K13=O13=*" in screen.type("1: * > 2")
    assert "  1  ?  R9 R11 R12" in screen.type("hint") + screen.type("R1 > 1") + screen.type("1: R1 > rack")
    assert "there is no R2 on the rack" in screen.type("R2 > 1")
    assert "target must be" in screen.type("R1 > 7")
    assert "  1  ?  R9" in screen.type("split 1 1")
    for _ in range(3):
        assert "Undone." in screen.type("undo")
    assert "rack R1" in screen.type("reset")
    assert "Try: Lay R9-*-R11-R12 from the rack." in screen.type("hint")
    screen.type("R9 * R11 R12")
    assert "Nothing better can be laid: type `done`." in screen.type("hint")
    assert "Player 1 (you) plays:\n  Lay R9-*-R11-R12 from the rack." in screen.type("done")
    assert "Player 1 (you) draws " in screen.type("draw")
    assert "is saved in" in screen.type("quit")
    assert screen.process.wait(10) == 0
    assert "\x1b[" not in screen.shown
    record = from_text(path.read_text(encoding="utf-8"))
    assert [str(move) for move in record.moves[:4]] == ["draw", "play R9-*-R11-R12", "draw", "draw"]


def test_what_was_seen_is_not_undone(terminal: Callable[..., Terminal], tmp_path: Path) -> None:
    screen = terminal("--game", "rummy", "--seed", "5", "--bots", "quick", "--save", str(tmp_path / "record.txt"))
    screen.until_asked()
    assert "Player 1 (you) draws " in screen.type("draw")
    assert "nothing in this turn that can be undone" in screen.type("undo")


@pytest.mark.slow
def test_a_closed_pipe_is_no_error(tmp_path: Path) -> None:
    command = f'"{sys.executable}" examples/play.py --seed 5 --save "{tmp_path}/record.txt" | head -n 1'
    done = subprocess.run(
        command, shell=True, cwd=ROOT, input=b"bot\n" * 9, capture_output=True, check=True, timeout=60
    )
    assert done.stderr == b""
    assert done.stdout.startswith(b"Rummikub, 2 players, rules hasbro-2007, seed 5.")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--rules", "rami-51"], "--rules of rummikub: hasbro-2007, chiffres"),
        (["--players", "9"], "players must be a whole number from 2 to 4, not 9"),
        (["--game", "poker"], "invalid choice: 'poker'"),
    ],
)
def test_wrong_arguments_are_explained(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(arguments)
    assert end.value.code == 2
    assert message in capsys.readouterr().err
