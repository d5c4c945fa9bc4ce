"""The command line, as a person types it: what is printed, and what is refused."""

import re
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rami import prose, rummikub
from rami.__main__ import COMMANDS, main
from rami.commands.choices import GAME_NAMES
from rami.commands.rummikub_turn import Turn
from rami.commands.words import WORDS, read, write
from rami.errors import NotationError
from rami.players import quick_player
from rami.record import from_text, verify
from rami.text import Texts, languages
from tests.effort import examples

TEXTS = Texts("commands")
Run = Callable[..., str]


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Play with lines typed one after the other; what is not typed any more ends the input."""

    def run(*arguments: str, typed: Sequence[str] = ()) -> str:
        lines = iter(typed)

        def answer(prompt: str) -> str:
            sys.stdout.write(prompt)
            line = next(lines, None)
            if line is None:
                raise EOFError
            sys.stdout.write(f"{line}\n")
            return line

        monkeypatch.setattr("builtins.input", answer)
        assert main(["play", *arguments]) == 0
        return capsys.readouterr().out

    return run


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


# ------------------------------------------------------------------------------------------------------------- to play


@pytest.mark.slow(but=["gin-fr", "rummikub-en"])
@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("game", list(GAME_NAMES))
def test_every_game_is_played_to_its_end(game: str, lang: str, play: Run, tmp_path: Path) -> None:
    path = tmp_path / "record.txt"
    bot = TEXTS.say("words.bot", lang)
    arguments = [game, "--lang", lang, "--seed", "5", "--bots", "quick", "--save", str(path)]
    shown = play(*arguments, typed=["?", "", TEXTS.say("words.moves", lang), "nonsense", "hint", *[bot] * 1000])
    assert TEXTS.say("play.help", lang) in shown
    assert TEXTS.say("play.moves", lang) in shown
    assert TEXTS.say("play.unclear", lang, entry="") in shown
    assert TEXTS.say("play.try", lang, move="").strip() in shown or game == "rummikub"
    assert TEXTS.say("play.over", lang, reason="…").split("…")[0] in shown
    assert re.search("wins|gagne", shown)
    record = from_text(path.read_text(encoding="utf-8"))
    assert verify(record).ok
    assert record.result is not None
    saved = TEXTS.say("play.saved", lang, file="…", n=2).split("…")[0]
    assert [line for line in shown.splitlines() if len(line) > 80 and not line.startswith(saved)] == []


def test_a_turn_of_rummikub_is_built_undone_and_refused(play: Run, tmp_path: Path) -> None:
    """The person has R1 R9 R11 R12 K1 K7 K13 B3 B8 O2 O3 O8 O13 and a joker, and nothing lies on the table."""
    path = tmp_path / "record.txt"
    shown = play(
        "--seed", "3", "--bots", "quick", "--save", str(path),
        typed=[
            "done", "undo", "r9 r12", "1: R12 > 1", "* R11 > 1", "K13 O13", "1: * > 2", "hint", "R1 > 1",
            "1: R1 > rack", "R2 > 1", "R1 > 7", "split 1 1", "split", "undo", "reset", "hint", "R9 * R11 R12", "hint",
            "play R1-R2-R3", "done", "drow", "draw", "quit",
        ],
    )  # fmt: skip
    expected = [
        "R1 R9 R11 R12 K1 K7 K13 B3 B8 O2 O3 O8 O13 *",
        "A play lays at least one tile from the rack. [000.13]",
        "nothing in this turn that can be undone",
        "  1  ?  R9 R12",
        "Not yet: A meld has at least three tiles: R9 R12.",
        "  2  ?  K13 O13",
        "  2     K13=O13=*",
        "This tile or row is not there: R2 > 1",
        "This tile or row is not there: R1 > 7",
        "  1  ?  R9",
        "Undone.",
        "rack R1",
        "Try: Lay R9-*-R11-R12 from the rack.",
        "  1     R9-*-R11-R12",
        "Nothing better can be laid: type `done`.",
        "Player 1 (you) plays:\n  Lay R9-*-R11-R12 from the rack.",
        "I do not understand drow: did you mean draw?",
        "Player 1 (you) draws ",
        "is saved in",
    ]
    at = -1
    for each in expected:
        at = shown.find(each, at + 1)
        assert at >= 0, each
    record = from_text(path.read_text(encoding="utf-8"))
    assert [str(move) for move in record.moves[:4]] == ["draw", "play R9-*-R11-R12", "draw", "draw"]


@pytest.mark.parametrize(("pool", "said"), [(20, "type `draw`."), (0, "type `pass`.")])
def test_with_nothing_to_lay_the_hint_names_a_legal_move(pool: int, said: str) -> None:
    assert Turn(rummikub.set_up("R7 K1", pool_size=pool), "en").hint() == f"Nothing can be laid: {said}"


def test_a_row_that_is_used_up_leaves_its_number_to_the_next(play: Run) -> None:
    shown = play("--seed", "3", "--bots", "quick", typed=["R9", "R11 R12", "1: R9 > 2", "reset", "bot", "pass"])
    assert "  1  ?  R11 R12 R9" in shown
    assert "The pool still has 76 tiles" in shown


def test_moves_of_this_turn_are_undone_but_not_what_was_seen(play: Run) -> None:
    drawn = play("rummy", "--seed", "5", "--bots", "quick", typed=["draw", "undo", "quit"])
    assert "nothing in this turn that can be undone" in drawn
    taken = play(
        "rummy", "--seed", "5", "--bots", "quick", typed=["take", "undo", "take", "discard 9Z", "discard", "quit"]
    )
    assert "Undone." in taken
    assert taken.count("takes") >= 2
    assert "I do not understand" in taken


def test_an_illegal_move_is_refused_with_its_rule(play: Run) -> None:
    shown = play("rummy", "--lang", "fr", "--seed", "5", typed=["jeter R♠", "quitter"])
    assert re.search(r"\[004\.\d+\]|\[C\d+\]", shown)


def test_nothing_is_saved_before_the_first_move(play: Run, tmp_path: Path) -> None:
    path = tmp_path / "record.txt"
    seed = next(seed for seed in range(20) if rummikub.new_game(2, seed=seed).current_player == 0)
    assert "No move was made" in play("--seed", str(seed), "--save", str(path))
    assert not path.exists()


def test_a_game_without_a_seed_is_left_to_chance(play: Run) -> None:
    assert re.match(r"Gin, 2 players, rules straight-gin, seed \d+\.", play("gin", "--rules", "Straight-Gin"))


# ------------------------------------------------------------------------------------------- the words of the language


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("name", list(GAME_NAMES))
@settings(max_examples=examples(10), deadline=None)
@given(seed=st.integers(0, 1000), steps=st.integers(0, 30))
def test_the_prompt_reads_what_it_writes(name: str, lang: str, seed: int, steps: int) -> None:
    game = GAME_NAMES[name]
    state = game.new_game(2, seed=seed)
    for _ in range(steps):
        if state.is_over:
            break
        move = quick_player(game.observe(state, state.current_player), Random(seed))
        assert read(write(move, game, lang), game, lang) == str(move)
        assert read(str(move), game, lang) == str(move)
        state = game.apply(state, move)


@pytest.mark.parametrize("lang", languages())
def test_each_word_means_one_thing(lang: str) -> None:
    spoken = [TEXTS.say(f"words.{word}", lang) for word in WORDS]
    assert len(set(spoken)) == len(spoken)
    assert not (set(spoken) & set(WORDS)) - {word for word in WORDS if TEXTS.say(f"words.{word}", lang) == word}


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("game", GAME_NAMES.values(), ids=list(GAME_NAMES))
def test_every_verb_of_the_notation_has_a_word(game: Any, lang: str) -> None:
    with pytest.raises(NotationError) as refused:
        game.parse_move("xyzzy")
    phrase: Any = refused.value.reasons[0]
    for verb in {*dict(phrase.values)["verbs"]} - {"illegal"}:  # which no player makes on purpose
        assert read(write(f"{verb} AS", game, lang), game, lang).split()[0] == verb


def test_french_court_cards_are_read_and_written() -> None:
    gin = GAME_NAMES["gin"]
    assert str(gin.parse_move(read("jeter rd", gin, "fr"))) == "discard KD"
    assert read("jeter D♠", gin, "fr") == "discard Q♠"
    assert write(gin.parse_move("knock KC JS-QS-KS"), gin, "fr") == "frapper RC VS-DS-RS"
    assert read("fill C18 DC", GAME_NAMES["contracts"], "fr") == "fill C18 DC"


# ------------------------------------------------------------------------------------------------- the other commands


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
        (["paly"], "there is no command 'paly'; did you mean play?"),
        (["xyz"], "there is no command 'xyz'; there are play, solve, rules and simulate"),
        (["play", "rumikub"], "there is no game 'rumikub'; did you mean rummikub?"),
        (["play", "poker", "--lang", "fr"], "il n'y a pas de jeu 'poker' ; il y a rummikub, contracts, rummy et gin"),
        (["play", "--rules", "golaith"], "there is no edition 'golaith'; did you mean goliath?"),
        (["play", "--bots", "greddy"], "there is no player 'greddy'; did you mean greedy?"),
        (["play", "--players", "9"], "players must be a whole number from 2 to 4, not 9"),
        (["play", "--lang", "xx"], "lang must be"),
        (["rules", "hasbro"], "there is no edition 'hasbro'; did you mean hasbro-2007?"),
        (["solve", "R77"], "'R77' is not a tile"),
        (["solve", "R7", "--rules", "gin"], "there is no edition 'gin'"),
        (["simulate", "gin", "greedy"], "two players are needed"),
        (["simulate", "gin", "greedy", "quick", "--deals", "1"], "deals must be a whole number from 2"),
        (["solve"], "the following arguments are required: rack"),
        ([], "the following arguments are required: play|solve|rules|simulate"),
    ],
    ids=lambda each: " ".join(each) if isinstance(each, list) else "",
)
def test_what_cannot_be_is_refused(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert message in refused(arguments, capsys)


def test_help_is_there_in_every_language(capsys: pytest.CaptureFixture[str]) -> None:
    for lang in languages():
        for command in ("play", "solve", "rules", "simulate"):
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


def test_a_long_list_of_moves_is_cut(play: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rami.commands.play.MOST_SHOWN", 1)
    shown = play("gin", "--seed", "3", typed=["moves"])
    assert shown.splitlines()[-3:-1] == ["  take", "… and more."]
