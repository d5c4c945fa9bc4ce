"""The example for the terminal, run as a program."""

import json
import signal
import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from rami import codec, contracts, gin, rummikub, rummy
from rami.record import Record
from tests.examples.programs import command, environment, run

GAMES: dict[str, Any] = {"rummikub": rummikub, "rummy": rummy, "gin": gin, "contracts": contracts}


def record_in(path: Path) -> Record[Any, Any, Any, Any]:
    return codec.from_json(path.read_text(encoding="utf-8"), Record)


@pytest.mark.parametrize("game", GAMES)
def test_a_deal_to_its_end_is_scored_and_saved(game: str, tmp_path: Path) -> None:
    saved = tmp_path / "deal.json"
    done = run("play.py", game, "--seed", "1", "--save", str(saved), typed="best\n" * 300)
    record = record_in(saved)
    assert record.verify().ok
    result = record.result
    assert result is not None
    assert " ".join(result.message().split()) in " ".join(done.stdout.split())
    assert record.game is GAMES[game].GAME


def test_the_level_of_the_bot_is_chosen() -> None:
    answers = {
        level: run("play.py", "gin", "--seed", "4", "--level", level, typed="best\n" * 300).stdout
        for level in ("easy", "medium", "hard")
    }
    assert len(set(answers.values())) == 3
    assert answers["hard"] == run("play.py", "gin", "--seed", "4", typed="best\n" * 300).stdout
    assert "invalid choice: 'harder'" in run("play.py", "gin", "--level", "harder", ends=2).stderr


@pytest.mark.parametrize("ends", ["", "quit\n"])
def test_a_deal_that_is_left_is_saved_so_far(ends: str, tmp_path: Path) -> None:
    saved = tmp_path / "deal.json"
    run("play.py", "rummikub", "--seed", "3", "--save", str(saved), typed=f"best\n{ends}")
    assert [str(move) for move in record_in(saved).moves] == ["draw", "draw", "draw"]


@pytest.mark.parametrize(("encoding", "hand"), [("utf-8", "K♠ A♥ 7♥"), ("latin-1", "KS AH 7H"), ("ascii", "KS AH 7H")])
def test_suits_are_letters_if_the_encoding_has_no_signs(encoding: str, hand: str) -> None:
    assert hand in run("play.py", "gin", "--seed", "1", encoding=encoding).stdout


def test_hint_moves_help_and_wrong_moves_have_answers() -> None:
    text = run("play.py", "gin", "--seed", "1", typed="hint\nmoves\nhelp\n\nknock KC\nfrobnicate\ndraw\n").stdout
    said = [answer.strip() for answer in text.split("> ")[2:]]
    assert said[0] == "Take KH from the discard pile.\nDiscard JH."
    assert said[1] == "draw\ntake"
    assert said[2] == said[3]
    assert "discard KD" in said[2]
    assert "[draw_first, rule G6]" in said[4]
    assert "frobnicate" in said[5]
    assert said[6].startswith("Player 1 draws")


def test_tiles_of_the_rack_are_added_to_matching_melds() -> None:
    typed = "R5\nR4 R5 R6\n" + "draw\n" * 3 + "quit\n"
    text = run("play.py", "rummikub", "--seed", "3", typed=typed).stdout
    assert text.count("No legal play lays just these tiles.") == 2
    assert "Player 1 draws" in text


@pytest.mark.parametrize("wrong", [("--rules", "no-such"), ("--save", "no/such/folder/deal.json")])
def test_impossible_arguments_are_reported_before_the_first_move(wrong: tuple[str, str]) -> None:
    done = run("play.py", "rummy", *wrong, ends=2)
    assert done.stdout == ""
    assert wrong[1] in done.stderr


def started(*arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        command("play.py", *arguments),
        env=environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        # A job in the background would hand on that it ignores the signal.
        preexec_fn=None if sys.platform == "win32" else partial(signal.signal, signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509
    )


def test_a_closed_pipe_ends_it_cleanly(tmp_path: Path) -> None:
    saved = tmp_path / "deal.json"
    with started("gin", "--seed", "1", "--save", str(saved)) as program:
        assert program.stdin is not None
        assert program.stdout is not None
        assert program.stderr is not None
        program.stdout.close()
        program.stdin.close()
        assert program.stderr.read() == ""
    assert program.returncode == 0
    assert json.loads(saved.read_text(encoding="utf-8"))["type"] == "gin.Record"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows sends Ctrl-C to a whole console")
def test_ctrl_c_ends_it_cleanly(tmp_path: Path) -> None:
    saved = tmp_path / "deal.json"
    with started("gin", "--seed", "1", "--save", str(saved)) as program:
        assert program.stdin is not None
        assert program.stdout is not None
        assert program.stderr is not None
        program.stdin.write("take\n")
        program.stdin.flush()
        assert any("takes KH" in line for line in program.stdout)
        program.send_signal(signal.SIGINT)
        assert program.stderr.read() == ""
    assert program.returncode == 0
    assert "take" in [str(move) for move in record_in(saved).moves]
