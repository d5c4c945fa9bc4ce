"""The examples in a terminal, run as a person runs them: colours, languages, a closed pipe, a wrong argument."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"
GAMES = ["rummikub_game.py", "rami_game.py", "contracts_game.py", "gin_game.py"]
TOLD = [*GAMES, "solve_rack.py", "opening_odds.py --racks 5", "tournament.py --deals 3"]
ESCAPE = re.compile(r"\x1b\[[0-9;]*m")


def run(arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    name, *others = arguments.split()
    return subprocess.run(
        [sys.executable, "-W", "error", str(EXAMPLES / name), *others],
        env={**os.environ, **environment},
        cwd=EXAMPLES.parent,
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )


def in_terminal(arguments: str, **environment: str) -> str:
    """What the example writes to a terminal."""
    pty = pytest.importorskip("pty")
    name, *others = arguments.split()
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [sys.executable, str(EXAMPLES / name), *others],
        env={**os.environ, "NO_COLOR": "", **environment},
        cwd=EXAMPLES.parent,
        stdout=theirs,
    ) as process:
        os.close(theirs)
        read = b""
        while True:
            try:
                chunk = os.read(ours, 65536)
            except OSError:  # how Linux tells that the other end is closed
                break
            if not chunk:
                break
            read += chunk
        assert process.wait() == 0
    os.close(ours)
    return read.decode("utf-8").replace("\r\n", "\n")


@pytest.mark.slow(but=["rami_game"])
@pytest.mark.parametrize("arguments", TOLD)
def test_both_languages_fit_the_width_and_have_no_words_of_the_code(arguments: str) -> None:
    texts = {lang: run(f"{arguments} --lang {lang}") for lang in ("en", "fr")}
    for done in texts.values():
        assert (done.returncode, done.stderr) == (0, "")
        assert max(map(len, done.stdout.splitlines())) <= 80
        assert not re.search(r"[a-z]_[a-z0-9]", done.stdout)
        assert "\x1b" not in done.stdout
    assert texts["en"].stdout != texts["fr"].stdout


@pytest.mark.slow(but=["solve_rack"])
@pytest.mark.parametrize("arguments", [*GAMES, "solve_rack.py"])
def test_a_terminal_gets_colours_unless_they_are_not_wanted(arguments: str) -> None:
    colored, plain = in_terminal(arguments), in_terminal(arguments, NO_COLOR="1")
    assert "\x1b[1;38;5;" in colored
    assert plain == run(arguments).stdout
    lines = zip(ESCAPE.sub("", colored).splitlines(), plain.splitlines(), strict=True)
    assert all(len(shown) == len(line) <= 80 for shown, line in lines)


@pytest.mark.slow(but=["contracts_game"])
@pytest.mark.parametrize("arguments", TOLD)
def test_a_closed_pipe_is_no_accident(arguments: str) -> None:
    name, *others = arguments.split()
    ours, theirs = os.pipe()
    os.close(ours)
    done = subprocess.run(
        [sys.executable, str(EXAMPLES / name), *others], stdout=theirs, stderr=subprocess.PIPE, timeout=120, check=False
    )
    os.close(theirs)
    assert done.stderr == b""


@pytest.mark.slow(but=["--deals 0", "--players 9"])
@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("rami_game.py --players 9", "players must be a whole number from 2 to 6, not 9"),
        ("rami_game.py --deals 0", "match_deals must be"),
        ("opening_odds.py --racks 0", "--racks must be 1 or more"),
        ("opening_odds.py --tiles 500", "--tiles must be 1 to 106"),
        ("opening_odds.py --jokers -1", "jokers must be"),
        ("contracts_game.py --deck none.json", "--deck none.json: No such file"),
        ("contracts_game.py --deck examples", "--deck examples: "),
        ("contracts_game.py --deck README.md", "a deck is a JSON"),
        ("contracts_game.py --players 4 --deck examples/small_deck.json", "players must be"),
        ("tournament.py --workers 0", "--workers must be 1 or more"),
    ],
)
def test_a_wrong_argument_is_explained(arguments: str, words: str) -> None:
    done = run(arguments)
    assert done.returncode == 2
    assert words in done.stderr.splitlines()[-1]
    assert "Traceback" not in done.stderr
    assert not done.stdout


def test_the_small_deck_is_played_by_as_many_as_it_allows() -> None:
    done = run("contracts_game.py --deck examples/small_deck.json")
    assert done.returncode == 0
    assert "3 players" in done.stdout


@pytest.mark.parametrize(
    ("missing", "code", "words"),
    [
        ("distributed", "from examples.tournament import main; main(['--dask', '--deals', '3'])", "rami[dask]"),
        ("hypothesis", "import rami.testing", "rami[testing]"),
    ],
)
def test_a_missing_extra_is_named(missing: str, code: str, words: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.modules[{missing!r}] = None; {code}"],
        cwd=EXAMPLES.parent,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert f'python -m pip install "{words}"' in done.stderr.splitlines()[-1]
