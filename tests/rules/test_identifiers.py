"""Every rule, example and open question of the rule book has a test that bears its identifier."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from attrs import fields

import rami
import rami.rummy
from rami.errors import ViolationCode

HERE = Path(__file__).parent
ROOT = HERE.parents[1]


def identifiers() -> dict[str, list[str]]:
    """The identifiers of `identifiers.txt`, game by game."""
    games: dict[str, list[str]] = {}
    for line in (HERE / "identifiers.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            games[line.strip("[]")] = []
        elif line and not line.startswith("#"):
            list(games.values())[-1].append(line.split()[0])
    return games


def identifier(test: str) -> str | None:
    """Return the identifier in the name of a test, or None."""
    match re.fullmatch(r"test_(?:(\d{3})_(\d+|[a-z])|([A-CG]\d+))(?:_(picture)?.*)?", test):
        case None:
            return None
        case found:
            source, item, question, picture = found.groups()
            return question or f"{source}{'-' if picture or item.isalpha() else '.'}{item}"


@cache
def borne() -> frozenset[str]:
    """The identifiers that the tests beside this file bear."""
    trees = (ast.parse(path.read_text(encoding="utf-8")) for path in HERE.glob("test_*.py"))
    names = (node.name for tree in trees for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))
    return frozenset(found for name in names if (found := identifier(name)))


def cited() -> Iterator[str]:
    """The identifiers of rules and examples that the sources and the pages of the library cite."""
    for path in (*ROOT.glob("src/**/*.py"), *ROOT.glob("docs/**/*.md")):
        yield from re.findall(r"(?<![\w.])00[0-4](?:\.\d+|-[a-z\d]\b)", path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("game", identifiers())
def test_every_identifier_has_a_test(game: str) -> None:
    if game not in rami.__all__:
        pytest.skip(f"rami.{game} is yet to come")
    assert [each for each in identifiers()[game] if each not in borne()] == []


def test_every_test_bears_an_identifier_that_exists() -> None:
    known = {each for group in identifiers().values() for each in group}
    assert borne() <= known
    assert set(cited()) <= known
    kinds = [kind for kind in ViolationCode.__subclasses__() if kind.__module__.startswith("rami.")]
    codes = [code for kind in kinds for code in kind]
    assert codes
    # Rules without a source are cited by their field.
    assert {code.rule for code in codes if code.rule} - known <= {field.name for field in fields(rami.rummy.Rules)}
