"""Every example prints the output of its docstring, the same in every process, on lines of a terminal."""

import ast
import subprocess
from doctest import ELLIPSIS, OutputChecker

import pytest

from tests.examples.programs import EXAMPLES, command, environment, run

PROGRAMS = ("rummikub_game.py", "play.py", "hint.py", "score_evening.py", "opening_odds.py")


def shown(name: str) -> tuple[list[str], str]:
    """Return the arguments and the output in the docstring of an example."""
    docstring = ast.get_docstring(ast.parse((EXAMPLES / name).read_text(encoding="utf-8")))
    assert docstring is not None
    before, _, rest = docstring.partition(f"$ python examples/{name}")
    assert before
    arguments, _, output = rest.partition("\n")
    return arguments.split(), output.rstrip() + "\n"


@pytest.mark.slow(only=["opening_odds"])
@pytest.mark.parametrize("name", PROGRAMS)
def test_an_example_prints_what_its_docstring_shows(name: str) -> None:
    arguments, output = shown(name)
    printed = run(name, *arguments).stdout
    assert OutputChecker().check_output(output, printed.strip("\n") + "\n", ELLIPSIS), printed
    assert all(len(line) <= 80 and line.isprintable() for line in printed.splitlines())


@pytest.mark.parametrize("name", ["play.py", "tournament.py"])
def test_an_example_that_needs_arguments_says_which(name: str) -> None:
    done = subprocess.run(command(name), env=environment(), capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert done.stderr.startswith("usage: ")


def test_an_example_repeats_itself() -> None:
    """The output does not depend on a clock or on the order of a set."""
    assert run("rummikub_game.py", hash_seed="1").stdout == run("rummikub_game.py", hash_seed="2").stdout


def test_no_example_is_longer_than_a_reader_likes() -> None:
    most = {"hint": 15, "score_evening": 40, "rummikub_game": 40, "tournament": 45, "opening_odds": 45}
    most |= {"play": 120, "learn": 130, "server": 350, "client": 120}
    programs = [*EXAMPLES.glob("*.py"), *EXAMPLES.glob("*.html"), EXAMPLES / "learning" / "learn.py"]
    for path in programs:
        assert len(path.read_text(encoding="utf-8").splitlines()) <= most[path.stem], path
