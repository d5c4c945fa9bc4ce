"""The command line as a program: its output and its errors."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest

from rami import __version__, prose, rummikub
from rami.__main__ import COMMANDS, PLAYERS, main
from rami.codec import json_schema
from rami.games import GAMES
from rami.sentences import Texts, languages
from tests.services.schemas import schemas

TEXTS = Texts("commands")


def refused(arguments: Sequence[str], capsys: pytest.CaptureFixture[str]) -> str:
    """Run a command that fails. Return its one line of error."""
    assert main(arguments) == 2
    out, told = capsys.readouterr()
    assert out == ""
    [line] = told.splitlines()
    assert line.startswith("rami: ")
    assert line.isprintable()
    return line


def test_solve_prints_the_best_play(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "R7 K1", "R4-R5-R6"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "Rack: R7 K1",
        "Table: R4-R5-R6",
        "Lay R7: 1 of 2 tiles, 7 points.",
        "   1. Add R7 from the rack to R4-R5-R6: R4-R5-R6-R7.",
        "Table: R4-R5-R6-R7",
    ]
    assert main(["solve", "R10 R11 R12 K1", "--unopened"]) == 0
    assert "3 of 4 tiles, 33 points" in capsys.readouterr().out
    assert main(["solve", "R1 R2 R3 K1", "--unopened"]) == 0
    assert "No tile can be laid." in capsys.readouterr().out
    rack = "R1 K1 B1 O1 R13 K13 B13"
    for more, laid in (([], "Lay R1 R13 K1 K13"), (["--points"], "43 points")):
        assert main(["solve", rack, *more]) == 0
        assert laid in capsys.readouterr().out
    assert main(["solve", "R7 K1", "--rules", "goliath", "--lang", "FR"]) == 0
    assert capsys.readouterr().out.splitlines() == ["Chevalet : R7 K1", "Table : vide", "On ne peut rien poser."]


def test_the_rules_of_a_contract_rummy_name_each_deal(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "Continental"]) == 0
    assert "The deals. Deal 1: 7 cards, 2 groups. Deal 2: 8 cards" in capsys.readouterr().out


def test_the_name_of_a_game_lists_the_editions_of_the_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "Rummy"]) == 0
    head, *lines = capsys.readouterr().out.splitlines()
    assert head == "Editions:"
    assert " ".join(" ".join(lines).split()) == f"rummy: {', '.join(GAMES['rummy'].presets)}"


def test_rules_prints_an_edition_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "oklahoma-gin", "--lang", "fr"]) == 0
    lines = capsys.readouterr().out
    assert max(map(len, lines.splitlines())) <= 80
    told = prose(GAMES["gin"].presets["oklahoma-gin"], "fr")
    assert lines.split() == told.split()


def test_simulate_prints_a_table_alone(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "gin", "quick", "Random", "--deals", "3", "--seed", "7"]) == 0
    out, told = capsys.readouterr()
    assert out.splitlines()[0] == f"gin: edition gin, rami {__version__}, seeds 7 to 9"
    assert "quick over random" in out
    assert told == ""
    assert main(["simulate", "gin", "easy", "Hard", "--deals", "2"]) == 0
    assert "easy over hard: -" in capsys.readouterr().out
    assert main(["simulate", "gin", "quick", "random", "--deals", "2", "--rules", "Straight-Gin", "--lang", "fr"]) == 0
    assert capsys.readouterr().out.startswith(f"gin : édition straight-gin, rami {__version__}, graines 1 à 2\n")
    assert main(["simulate", "gin", "quick", "quick", "--deals", "2"]) == 0
    assert "quick over quick 2: 0.00" in capsys.readouterr().out


def test_simulate_counts_the_deals_on_a_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    assert main(["simulate", "gin", "quick", "random", "--deals", "3"]) == 0
    assert capsys.readouterr().err == "\r1 of 3 deals\r2 of 3 deals\r3 of 3 deals\n"


def test_simulate_ends_quietly_when_it_is_interrupted(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setitem(PLAYERS, "quick", interrupted)
    assert main(["simulate", "gin", "quick", "random"]) == 130
    assert capsys.readouterr() == ("", "")
    monkeypatch.setattr(sys, "stdout", None)  # A closed standard output
    assert main(["simulate", "gin", "quick", "random"]) == 130


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["sovle"], "unknown command 'sovle'; did you mean solve?"),
        (["xyz"], "unknown command 'xyz'; the commands are solve, rules, simulate and schema"),
        (["--lang", "fr"], "argument solve|rules|simulate|schema: invalid choice"),
        (["\x1b[2J"], "unknown command '\N{REPLACEMENT CHARACTER}[2J'"),
        (["rules", "gin", "\x1b]0;x\udcff"], "unrecognized arguments: "),
        (["rules", "gin", "--lang"], "argument --lang: expected one argument"),
        (["schema", "rummikub.vew"], "unknown type 'rummikub.vew'; did you mean rummikub.View, "),
        (["schema", "gin.View", "--typescript"], "not allowed with argument"),
        (["simulate", "rumikub", "quick"], "unknown game 'rumikub'; did you mean rummikub?"),
        (
            ["simulate", "poker", "quick", "--lang", "fr"],
            "jeu 'poker' inconnu ; les jeux sont rummikub, rummy, gin et contracts",
        ),
        (["solve", "R7", "--rules", "golaith"], "unknown edition 'golaith'; did you mean goliath?"),
        (["simulate", "gin", "bets", "quick"], "unknown player 'bets'; did you mean best?"),
        (["solve", "R7", "--lang", "xx"], "lang must be"),
        (["rules", "hasbro"], "unknown edition 'hasbro'; did you mean hasbro-2007?"),
        (["rules", "rumikub"], "unknown edition 'rumikub'; did you mean"),
        (["solve", "R77"], "'R77' is not a tile"),
        (["solve", "R7", "K1"], 'put the rack and the table in quotes: rami solve "R7 K1"'),
        (["solve", "R7", "K1", "R4-R5-R6", "K8=B8=O8"], 'rami solve "R7 K1" "R4-R5-R6 K8=B8=O8"'),
        (["solve", "R7", "R4-R5-R6", "K8=B8=O8", "--lang", "fr"], 'rami solve "R7" "R4-R5-R6 K8=B8=O8"'),
        (["solve", "R7 K1", "R4 R5 R6"], "Join R4 R5 R6 with"),
        (["solve", "R7", "--rules", "gin"], "unknown edition 'gin'"),
        (["simulate", "gin", "best"], "the number of players must be from 2 to 8, not 1"),
        (["simulate", "gin", "best", "quick", "--deals", "1"], "deals must be a whole number from 2 to"),
        (["solve"], "the following arguments are required: rack"),
    ],
    ids=lambda each: " ".join(each) if isinstance(each, list) else "",
)
def test_wrong_arguments_are_refused(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert message in refused(arguments, capsys)


def test_help_exists_in_every_language(capsys: pytest.CaptureFixture[str]) -> None:
    for lang in languages():
        for command in COMMANDS:
            assert main([command, "--lang", lang, "--help"]) == 0
            told = " ".join(capsys.readouterr().out.split())
            assert TEXTS.say(f"help.{command}", lang) in told


def test_alone_it_prints_its_help_and_the_editions(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    told = capsys.readouterr().out
    assert main(["rules"]) == 0
    editions = capsys.readouterr().out
    assert told.startswith("usage: rami")
    assert told.endswith(editions)
    for game in GAMES.values():
        assert all(name in editions.replace(",", "").split() for name in game.presets)
    assert main(["rules", "--lang", "fr"]) == 0
    assert capsys.readouterr().out.startswith("Éditions:")


def test_it_prints_its_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"rami {__version__}\n"


def test_schemas_are_printed_one_or_all(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["schema", "Rummikub.VIEW"]) == 0
    assert json.loads(capsys.readouterr().out) == json.loads(json_schema(rummikub.View, rummikub.GAME))
    assert main(["schema"]) == 0
    assert json.loads(capsys.readouterr().out) == {name: json.loads(text) for name, text in schemas().items()}


def test_typescript_is_printed_with_every_field(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["schema", "--typescript"]) == 0
    told = capsys.readouterr().out
    assert "  export interface View {\n    rules: Rules;\n    current_player: number;\n" in told
    assert "views: [View, ...Array<ViewChange>];" in told
    assert "draws: Array<[" not in told
    assert 'code: "game_over" | "not_your_turn"' in told
    assert "?" not in told


class Stuck(TextIOWrapper):
    """An output that cannot be written, as on a full disk."""

    def __init__(self, error: BaseException) -> None:
        super().__init__(BytesIO())
        self.error = error

    def write(self, _: str, /) -> int:
        raise self.error


@pytest.mark.parametrize(
    ("error", "code", "message"),
    [
        (OSError(28, "No space left on device"), 2, "rami: No space left on device\n"),
        (BrokenPipeError(32, "Broken pipe"), 0, ""),
        (KeyboardInterrupt(), 130, ""),
    ],
    ids=str,
)
def test_it_ends_without_a_traceback_if_it_cannot_write(
    error: BaseException, code: int, message: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdout", Stuck(error))
    assert main(["rules", "gin"]) == code
    assert capsys.readouterr().err == message


def test_it_needs_neither_output_nor_errors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    monkeypatch.setattr(sys, "stderr", None)
    assert main(["rules", "gin"]) == 0
    assert main(["rules", "gix"]) == 2


@pytest.mark.parametrize("encoding", ["cp1252", "cp437", "ascii"])
def test_an_output_that_lacks_letters_shows_others(encoding: str, monkeypatch: pytest.MonkeyPatch) -> None:
    raw = BytesIO()
    monkeypatch.setattr(sys, "stdout", TextIOWrapper(raw, encoding=encoding))
    for lang in languages():
        assert main(["rules", "gin-classic", "--lang", lang]) == 0
    assert len(raw.getvalue()) > 2000


def shell(command: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """Run the command in a shell. Return the output."""
    rami = f"{sys.executable} -m rami"
    return subprocess.run(
        ["sh", "-c", command.replace("rami", rami)],
        env={**os.environ, **environment},
        capture_output=True,
        check=False,
    )


@pytest.mark.slow
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="it needs /dev/full and a shell")
@pytest.mark.parametrize(
    ("command", "code"),
    [
        ("rami schema > /dev/full", 2),
        ("rami --help > /dev/full", 2),
        ("rami schema >&-", 0),
        ("rami rules gix 2>&-", 2),
        ("rami rules gix 2> /dev/full", 2),
        ("rami simulate gin random random --deals 2 2>&-", 0),
        ("rami rules gin <&-", 0),
        ("{ rami schema; echo $? >&2; } | head -1", 0),
        ("rami solve R7 --lang", 2),
    ],
)
def test_no_traceback_whatever_it_writes_to(command: str, code: int) -> None:
    done = shell(command, PYTHONPATH=os.pathsep.join(sys.path))
    assert done.returncode == code
    assert b"Traceback" not in done.stderr
    assert b"Exception" not in done.stderr
    assert len(done.stderr.splitlines()) <= 1


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="no signals")
def test_ctrl_c_ends_it_quietly() -> None:
    arguments = [sys.executable, "-u", "-m", "rami", "simulate", "gin", "best", "best", "--deals", "100000"]
    with subprocess.Popen(
        arguments,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        # A shell lets its background jobs ignore the signal, and their children inherit this.
        preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509  # there are no threads
    ) as running:
        with suppress(subprocess.TimeoutExpired):
            running.wait(timeout=3)
        running.send_signal(signal.SIGINT)
        try:
            _, told = running.communicate(timeout=30)
        finally:
            running.kill()
    assert running.returncode == 130
    assert b"Traceback" not in told


@pytest.mark.slow
def test_the_module_runs_with_no_more_than_the_library_needs() -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-m", "rami", "solve", "R7", "R4-R5-R6"], capture_output=True, check=True
    )
    assert done.stderr == b""
    assert done.stdout.startswith(b"Rack: R7")
