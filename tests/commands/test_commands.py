"""The command line, as a person types it: what is printed, and what is refused."""

import subprocess
import sys
from collections.abc import Sequence

import pytest

from rami import prose
from rami.__main__ import COMMANDS, main
from rami.commands.choices import GAME_NAMES
from rami.sentences import Texts, languages

TEXTS = Texts("commands")


def refused(arguments: Sequence[str], capsys: pytest.CaptureFixture[str]) -> str:
    """Run what cannot be done; return the one line that says why, after the usage where that is shown."""
    try:
        code = main(arguments)
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 0
    out, told = capsys.readouterr()
    assert code == 2
    assert out == ""
    return told.splitlines()[-1]


def test_solve_prints_the_best_play(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "R7 K1", "R4-R5-R6"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "Rack: R7 K1",
        "Table: R4-R5-R6",
        "Lay R7: 1 of 2 tiles, 7 points.",
        "   1. Add R7 from the rack to R4-R5-R6: R4-R5-R6-R7.",
        "Table: R4-R5-R6-R7",
    ]
    assert main(["solve", "R7 K1", "--rules", "goliath", "--lang", "FR"]) == 0
    assert capsys.readouterr().out.splitlines() == ["Chevalet : R7 K1", "Table : vide", "On ne peut rien poser."]


def test_rules_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "oklahoma-gin", "--lang", "fr"]) == 0
    lines = capsys.readouterr().out
    assert max(map(len, lines.splitlines())) <= 80
    told = prose(GAME_NAMES["gin"].presets["oklahoma-gin"], "fr")
    assert lines.split() == told.split()


def test_simulate_prints_a_table_and_its_progress_apart(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "gin", "quick", "Random", "--deals", "3", "--seed", "7"]) == 0
    out, told = capsys.readouterr()
    assert "quick_player over random_player" in out
    assert told == "\r1 of 3 deals\r2 of 3 deals\r3 of 3 deals\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["sovle"], "there is no command 'sovle'; did you mean solve?"),
        (["xyz"], "there is no command 'xyz'; there are solve, rules and simulate"),
        (["simulate", "rumikub", "quick"], "there is no game 'rumikub'; did you mean rummikub?"),
        (
            ["simulate", "poker", "quick", "--lang", "fr"],
            "il n'y a pas de jeu 'poker' ; il y a rummikub, rummy, gin et contracts",
        ),
        (["solve", "R7", "--rules", "golaith"], "there is no edition 'golaith'; did you mean goliath?"),
        (["simulate", "gin", "bets", "quick"], "there is no player 'bets'; did you mean best?"),
        (["solve", "R7", "--lang", "xx"], "lang must be"),
        (["rules", "hasbro"], "there is no edition 'hasbro'; did you mean hasbro-2007?"),
        (["solve", "R77"], "'R77' is not a tile"),
        (["solve", "R7", "--rules", "gin"], "there is no edition 'gin'"),
        (["simulate", "gin", "best"], "two players are needed"),
        (["simulate", "gin", "best", "quick", "--deals", "1"], "deals must be a whole number from 2"),
        (["solve"], "the following arguments are required: rack"),
        ([], "the following arguments are required: solve|rules|simulate"),
    ],
    ids=lambda each: " ".join(each) if isinstance(each, list) else "",
)
def test_what_cannot_be_is_refused(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert message in refused(arguments, capsys)


def test_help_is_there_in_every_language(capsys: pytest.CaptureFixture[str]) -> None:
    for lang in languages():
        for command in ("solve", "rules", "simulate"):
            with pytest.raises(SystemExit) as end:
                main([command, "--lang", lang, "--help"])
            assert end.value.code == 0
            told = " ".join(capsys.readouterr().out.split())
            assert TEXTS.say(f"help.{command}", lang) in told


def test_the_command_line_ends_quietly_where_nobody_reads(monkeypatch: pytest.MonkeyPatch) -> None:
    def closed(*_: object) -> None:
        raise BrokenPipeError

    moved: list[int] = []
    monkeypatch.setitem(COMMANDS, "rules", closed)
    monkeypatch.setattr("os.dup2", lambda *_: moved.append(1))
    assert main(["rules", "gin"]) == 0
    assert moved == [1]


@pytest.mark.slow
def test_the_module_runs_with_no_more_than_the_library_needs() -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-m", "rami", "solve", "R7", "R4-R5-R6"], capture_output=True, check=True
    )
    assert done.stderr == b""
    assert done.stdout.startswith(b"Rack: R7")
