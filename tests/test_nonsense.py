"""A fifth language of nonsense words, made here from the English files: what is left in English stands in code.

Every letter of a sentence becomes a Georgian one. Errors for those who write programs are English in every language.
"""

import json
import re
import string
import sys
import tomllib
from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest

import rami.text
from docs.playground import choices, words
from docs.playground.answers import answer
from rami import rummikub
from rami.__main__ import COMMANDS, main
from rami.codec import from_json
from rami.commands.choices import PLAYERS
from rami.commands.words import TEXTS, WORDS, write
from rami.errors import Refusal, Violation
from rami.game import EndReason
from rami.games import GAMES
from rami.match import Match, score_sheet
from rami.pictures.svg import described
from rami.prose import prose
from rami.record import from_text
from rami.text import catalogue, language, languages

NONSENSE = "zz"
GEORGIAN = str.maketrans(string.ascii_letters, "აბგდევზთიკლმნოპჟრსტუფქღყშჩ" * 2)
WORD = re.compile(r"[A-Za-z]*[a-z]{2}[A-Za-z]*")
NAMES = {
    *WORD.findall(" ".join(name for game in GAMES for name in (game.name, *game.presets))),
    *PLAYERS,
    *("rami", "save", "txt", "seed", "bots", "players", "rules", "lang", "help", "deals"),  # what is typed
}
"""What is called the same in every language: games, editions and players, and the options of the command line."""


def nonsense(text: str) -> str:
    """Return a sentence with its places and their nouns as they are."""
    parts = string.Formatter().parse(text)
    return "".join(
        literal.translate(GEORGIAN) + (f"{{{name}{':' * bool(how)}{how}}}" if name is not None else "")
        for literal, name, how, _ in parts
    )


def translated(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: translated(each) for key, each in value.items()}
    return nonsense(value) if isinstance(value, str) else [translated(each) for each in value]


def written(value: Any, key: str = "") -> Iterator[str]:
    """Yield the lines of a file of sentences."""
    if isinstance(value, Mapping):
        for name, each in value.items():
            yield from written(each, f'{key}."{name}"')
    else:
        yield f"{key[1:]} = {json.dumps(value, ensure_ascii=False)}"


@pytest.fixture(autouse=True, scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Put a folder of nonsense beside those of the library, and of the playground."""
    root = tmp_path_factory.mktemp("nonsense")
    library, playground = root / "text", root / "playground"
    for path, home in ((Path(rami.text.__file__).parent, library), (words.FOLDER, playground)):
        copytree(path, home, ignore=lambda _, names: [name for name in names if name.endswith((".py", "__pycache__"))])
        (home / NONSENSE).mkdir()
        for file in (home / "en").glob("*.toml"):
            said = translated(tomllib.loads(file.read_text("utf-8")))
            (home / NONSENSE / file.name).write_text("\n".join(written(said)), "utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rami.text, "__file__", str(library / "__init__.py"))
        patch.setattr(rami.text.__spec__.loader, "path", rami.text.__file__)
        patch.setattr(words, "FOLDER", playground)
        said = words.sentences(NONSENSE)
        for table, value in (
            *((words.SENTENCES, said), (words.WORDS, said["words"]), (words.NAMES, said["names"])),
            *((words.LANGUAGES, said["name"]), (choices.SAID, words.sentences(NONSENSE, "table"))),
        ):
            patch.setitem(table, NONSENSE, value)
        forget()
        yield
    forget()


def forget() -> None:
    for kept in (catalogue._catalogue, catalogue.speaks, languages):
        kept.cache_clear()


def english(text: str, *names: str) -> list[str]:
    """Return the Latin words of a text; pieces and rules are none."""
    return [word for word in WORD.findall(text) if word not in NAMES and word not in names]


def test_the_language_is_found() -> None:
    assert NONSENSE in languages()
    assert language("ZZ") == NONSENSE
    assert not english(TEXTS.say("help.program", NONSENSE))
    assert english("a word of English") == ["word", "of", "English"]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_violations_rules_and_pieces(game: Any) -> None:
    for code in game.codes:
        assert not english(Violation(code, (), range(len(code.names))).message(NONSENSE)), code
    for rules in game.presets.values():
        assert not english(prose(rules, NONSENSE))
    for piece in game.pieces(next(iter(game.presets.values()))):
        assert not english(import_module(f"rami.{game.name}").name(piece, NONSENSE))
    for reason in EndReason:
        assert not english(reason.message(NONSENSE))
    assert not english(score_sheet(Match(game=game, rules=next(iter(game.presets.values())), players=2), lang=NONSENSE))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_deal_in_sentences_and_pictures(game: Any) -> None:
    state, explain = game.new_game(2, seed=3), import_module(f"rami.{game.name}").explain
    for _ in range(4):
        view = game.observe(state, state.current_player)
        turn = game.best_turn(view)
        move = turn[0]
        shown = [step.message(NONSENSE) for step in explain(view, turn)]
        shown += [write(move, game, NONSENSE), game.seen(state, move, 0).message(NONSENSE)]
        for value in (view, state, move):
            svg = str(game.svg(value, lang=NONSENSE))
            shown += [game.text(value, lang=NONSENSE), described(value.picture, NONSENSE)]
            shown += re.findall(r"<(?:title|desc|text)[^>]*>([^<]*)|aria-label=\"([^\"]*)\"", svg)[0]
        for text in shown:
            assert not english(text), text
        state = game.apply(state, move)


WRONG = ["xyzzy", "play R1-", "play R4-R5=R6", "meld 7S=8S-9S", "fill 7", "discard", "add 7S", "draw 7", "take x y"]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@pytest.mark.parametrize("text", [*WRONG, pytest.param("x" * 10**6, id="long")])
def test_what_cannot_be_read(game: Any, text: str) -> None:
    with pytest.raises(Refusal) as refused:
        game.parse_move(text)
    assert not english(refused.value.message(NONSENSE), "xyzzy", *WORDS, "illegal")


def test_documents_and_records() -> None:
    def read_json(text: str) -> object:
        return from_json(text, rummikub.View)

    for read, text in (
        (read_json, "{"),
        (read_json, '{"rami": 9}'),
        (from_text, "xyzzy"),
        (from_text, "rami record 1\n"),
    ):
        with pytest.raises(Refusal) as refused:
            read(text)
        assert not english(refused.value.message(NONSENSE), "game", "value", "rami")


def stop() -> str:
    raise EOFError


@pytest.mark.parametrize("name", [game.name for game in GAMES])
def test_a_game_at_the_prompt(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed = [TEXTS.say(f"words.{word}", NONSENSE) for word in TYPED]
    lines = iter([*typed, "xyzzy", typed[0][:-1], "R7 K7", typed[1], *typed[3:] * 3])
    monkeypatch.setattr("builtins.input", lambda prompt: (sys.stdout.write(prompt), next(lines, None) or stop())[1])
    path = tmp_path / "7.txt"
    assert main(["play", name, "--lang", NONSENSE, "--seed", "3", "--bots", "quick", "--save", str(path)]) == 0
    told = re.sub(rf"{tmp_path}|\[\w+\]", "", capsys.readouterr().out)  # the file, and the rules of violations
    assert not english(told, "xyzzy", *WORDS, "illegal")


SYNTAX = {*COMMANDS, *languages(), "player", "game", "edition", "rack", "table"}
TYPED = ("help", "moves", "hint", "bot", "undo", "take", "draw", "pass", "discard", "reset", "done")


def test_what_the_command_line_tells(capsys: pytest.CaptureFixture[str]) -> None:
    for given in ("", "play", "solve", "rules", "simulate"):
        with pytest.raises(SystemExit):
            main([*given.split(), "--lang", NONSENSE, "--help"])
        assert not english(capsys.readouterr().out, *SYNTAX, NONSENSE)
    main(["solve", "R7 K1 K2 K3", "R4-R5-R6", "--lang", NONSENSE])
    main(["solve", "R7", "--lang", NONSENSE])
    assert not english(capsys.readouterr().out)
    for given in ("rules golaith", "rules xyzzy", "play chess", "simulate gin greedy nobody", "play --rules xyzzy"):
        assert main([*given.split(), "--lang", NONSENSE]) == 2
        assert not english(capsys.readouterr().err, "golaith", "xyzzy", "chess", "nobody")


def test_the_playground() -> None:
    for name in (game.name for game in GAMES):
        address = {"game": name, "seed": "3"}
        shown = [played("start", lang=NONSENSE, address=address), played("hint"), *(played("follow") for _ in range(3))]
        shown += [played("speak", lang=NONSENSE), played("start", lang=NONSENSE, address=address | {"moves": "xyzzy"})]
        for each in shown:
            kept = {
                "deal",
                "address",
                "faces",
                "game",
                "rules",
                "presets",
                "languages",
                "key",
                "code",
                "move",
                "lit",
                "can",
                "needs",
            }
            for text in texts(each, kept):
                assert not english(text, "xyzzy", *WORDS, "illegal"), text
    played("start", lang="en", address={})  # the tests that follow find it speaking English


def played(deed: str, **arguments: Any) -> Any:
    return json.loads(answer(json.dumps({"do": deed, "with": arguments})))


def texts(shown: Any, kept: set[str]) -> Iterator[str]:
    """Yield what a page shows, without what it needs to work."""
    if isinstance(shown, dict):
        for key, each in shown.items():
            if key not in kept:
                yield from texts(each, kept)
    elif isinstance(shown, list):
        for each in shown:
            yield from texts(each, kept)
    elif isinstance(shown, str):
        yield shown
