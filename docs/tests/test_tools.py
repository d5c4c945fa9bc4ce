"""The tools of a release: the changelog, the addresses, the lowest versions; mutation runs."""

import ast
import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import griffe
import pytest

from tools import api, changelog, home, lowest, mutate
from tools.mutate import mutants, with_pages

ROOT = Path(__file__).parents[2]
SOURCE = "https://forge.example/cards/rami"


def test_the_changelog_of_the_project_can_be_released() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    told = changelog.sections(text)
    assert next(iter(told)) == "Unreleased"
    assert all(re.fullmatch(r"\d+\.\d+\.\d+", name) and day for name, (day, _) in list(told.items())[1:])
    if told["Unreleased"][1]:
        now = changelog.released(text, "99.0.0", "2026-03-04", SOURCE)
        assert changelog.problems(now, "99.0.0") == []
        assert changelog.sections(now)["99.0.0"][1] == told["Unreleased"][1]


def test_every_address_of_the_project_is_that_of_pyproject() -> None:
    assert home.changed(ROOT) == {}
    owner = home.urls(ROOT)["Source"].split("/")[-2]
    known = tuple(home.urls(ROOT).values())
    for path in home.files(ROOT):
        for found in re.findall(rf"https?://[^\s)\"'<>]*{owner}[^\s)\"'<>]*", path.read_text(encoding="utf-8")):
            assert found.startswith(known), f"{path} has an address that pyproject.toml does not have: {found}"


def test_the_lowest_versions_are_those_that_are_asked_for() -> None:
    assert lowest.lowest(["attrs>=24.2", "mkdocs>=1.6,<2", "a-b[c]>=1.0; python_version > '3'"]) == [
        "attrs==24.2",
        "mkdocs==1.6",
        "a-b==1.0",
    ]
    with pytest.raises(ValueError, match="'attrs' has no lowest version"):
        lowest.lowest(["attrs"])


MODULE = '''"""A module."""


def is_small(size: int | None, limit: "int" = 3) -> bool:
    """Tell whether é is less."""
    if not size and limit:
        print(f"{size + 1}")
    return True if size is None or max(size, 0) < limit - 1 else False
'''


TEST = "size is None or max(size, 0) < limit - 1"


def test_mutants_are_one_change_away() -> None:
    found = list(mutants(MODULE))
    assert {(mutant.line, mutant.change) for mutant in found} == {
        (4, "3 -> 4"),
        (6, "not size and limit -> not size or limit"),
        (6, "not size -> size"),
        (7, "print(f'{size + 1}') -> pass"),
        (8, f"True if {TEST} else False -> True if not ({TEST}) else False"),
        (8, f"{TEST} -> {TEST.replace('or', 'and')}"),
        (8, "size is None -> size is not None"),
        (8, "max(size, 0) < limit - 1 -> max(size, 0) <= limit - 1"),
        (8, "max -> min"),
        (8, "0 -> 1"),
        (8, "limit - 1 -> limit + 1"),
        (8, "1 -> 2"),
        (8, "True -> False"),
        (8, "False -> True"),
    }
    for mutant in found:
        ast.parse(mutant.source)
        changed = [
            each for each in zip(MODULE.splitlines(), mutant.source.splitlines(), strict=True) if len({*each}) > 1
        ]
        assert len(changed) == 1


def item(path: str, name: str) -> Any:
    return SimpleNamespace(path=Path(path), nodeid=f"{path}::{name}")


def test_blocks_of_a_page_run_together_and_in_order() -> None:
    first, second, third = (item("guide.md", name) for name in ("1", "2", "3"))
    quick, slow = item("test_a.py", "quick"), item("test_a.py", "slow")
    every = [slow, first, second, third, quick]
    assert with_pages(every, {third.nodeid, quick.nodeid}) == [first, second, third, quick]
    tests = mutate.Tests(seconds={slow.nodeid: 9, quick.nodeid: 1, first.nodeid: 2, second.nodeid: 1, third.nodeid: 1})
    assert tests.ordered(every) == [quick, first, second, third, slow]
    tests.kills[third.nodeid] = 1
    assert tests.ordered(every) == [first, second, third, quick, slow]


PACKAGE = '''"""A package."""

from typing import ClassVar, overload


class Piece:
    """A piece."""

    kind: ClassVar[int] = 0

    @classmethod
    def parse(cls, text: str) -> "Piece":
        """Read a piece."""


class Card(Piece):
    """A card.

    Attributes:
        rank: The rank.
    """

    rank: int

    def __init__(self, rank: int = 1, *marks: str) -> None:
        self.rank = rank


@overload
def read(text: str) -> Card: ...
@overload
def read(text: bytes) -> Piece: ...
def read(text): ...


def _hidden() -> None: ...


SIZE = 3
'''


def test_the_stored_api_has_types_and_defaults_but_no_descriptions() -> None:
    with griffe.temporary_visited_package("cards", {"__init__.py": PACKAGE}) as package:
        shown: dict[str, str] = {}
        members = [package[name] for name in ("Card", "SIZE", "read")]
        found = [line for each in members for line in api.name_lines(each.path, each, shown)]
        again = list(api.name_lines("cards.other.Card", package["Card"], shown))
    assert found == [
        "class cards.Card(Piece)",
        "cards.Card.__init__(rank, *marks: str)",
        "classmethod cards.Card.parse(text: str) -> Piece",
        "cards.Card.rank: int = 1",
        "cards.SIZE = 3",
        "cards.read(text: str) -> Card",
        "cards.read(text: bytes) -> Piece",
    ]
    assert again == ["class cards.other.Card = cards.Card"]
