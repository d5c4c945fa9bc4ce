"""The tools of a release: the changelog, the addresses, the lowest versions; mutation runs."""

import ast
import re
from pathlib import Path

import pytest

from tools import changelog, home, lowest
from tools.mutate import mutants

ROOT = Path(__file__).parents[2]
SOURCE = "https://forge.example/cards/rami"
BEFORE = """# Changelog

Words.

## [Unreleased]

### Added

- A new thing.

## [0.1.0] - 2026-01-02

- The first.

[Unreleased]: https://forge.example/cards/rami/compare/v0.1.0...HEAD
[0.1.0]: https://forge.example/cards/rami/releases/tag/v0.1.0
"""
AFTER = """# Changelog

Words.

## [Unreleased]

## [0.2.0] - 2026-03-04

### Added

- A new thing.

## [0.1.0] - 2026-01-02

- The first.

[Unreleased]: https://forge.example/cards/rami/compare/v0.2.0...HEAD
[0.2.0]: https://forge.example/cards/rami/releases/tag/v0.2.0
[0.1.0]: https://forge.example/cards/rami/releases/tag/v0.1.0
"""


def test_what_is_unreleased_becomes_a_version() -> None:
    assert changelog.released(BEFORE, "0.2.0", "2026-03-04", SOURCE) == AFTER
    assert changelog.sections(AFTER)["0.2.0"] == ("2026-03-04", "### Added\n\n- A new thing.")
    assert changelog.problems(AFTER, "0.2.0") == []


def test_nothing_is_released_twice_or_empty() -> None:
    with pytest.raises(ValueError, match=r"has a section \[0\.1\.0\] already"):
        changelog.released(BEFORE, "0.1.0", "2026-03-04", SOURCE)
    with pytest.raises(ValueError, match="has nothing under Unreleased"):
        changelog.released(AFTER, "0.3.0", "2026-03-04", SOURCE)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (BEFORE.replace("0.1.0] -", "0.2.0] -"), ["entries under Unreleased"]),
        (BEFORE, ["entries under Unreleased", r"no section [0.2.0]"]),
        (AFTER.replace(" - 2026-03-04", ""), ["does not say when"]),
        (AFTER.replace("2026-03-04", "soon"), ["does not say when"]),
        (AFTER.replace("### Added\n\n- A new thing.\n\n", ""), ["says nothing of 0.2.0"]),
    ],
)
def test_a_release_is_refused(text: str, said: list[str]) -> None:
    found = changelog.problems(text, "0.2.0")
    assert [part in problem for part, problem in zip(said, found, strict=True)] == [True] * len(said)


def test_the_changelog_of_the_project_can_be_released() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    told = changelog.sections(text)
    assert next(iter(told)) == "Unreleased"
    assert all(re.fullmatch(r"\d+\.\d+\.\d+", name) and day for name, (day, _) in list(told.items())[1:])
    if told["Unreleased"][1]:
        now = changelog.released(text, "99.0.0", "2026-03-04", SOURCE)
        assert changelog.problems(now, "99.0.0") == []
        assert changelog.sections(now)["99.0.0"][1] == told["Unreleased"][1]


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    (tmp_path / "pyproject.toml").write_text(
        '[project.urls]\nSource = "https://new.example/us/rami"\nDocumentation = "https://pages.example/rami"\n'
        'Issues = "https://github.com/old/rami/issues"\n'
    )
    (tmp_path / "CITATION.cff").write_text(
        "repository-code: https://github.com/old/rami\nurl: https://old.example/rami\n"
    )
    (tmp_path / "README.md").write_text(
        "[a](https://github.com/old/rami/blob/main/A.md) [b](https://old.example/rami/b/)\n"
        "[others](https://github.com/old/rami-more) https://github.com/old/rami\n"
    )
    for folder in (".venv", ".cache", "site", "env"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "README.md").write_text("https://github.com/old/rami\n")
    (tmp_path / "env" / "pyvenv.cfg").touch()
    return tmp_path


def test_the_addresses_follow_one_place(checkout: Path) -> None:
    found = home.changed(checkout)
    assert {path.name for path in found} == {"pyproject.toml", "CITATION.cff", "README.md"}
    for path, text in found.items():
        path.write_text(text)
    assert home.changed(checkout) == {}
    assert (checkout / "README.md").read_text() == (
        "[a](https://new.example/us/rami/blob/main/A.md) [b](https://pages.example/rami/b/)\n"
        "[others](https://github.com/old/rami-more) https://new.example/us/rami\n"
    )
    assert home.urls(checkout)["Issues"] == "https://new.example/us/rami/issues"


def test_a_citation_without_addresses_is_refused() -> None:
    with pytest.raises(ValueError, match="needs repository-code and url"):
        home.lived("title: rami\n")


def test_what_tests_leave_behind_is_no_file_of_the_project(tmp_path: Path) -> None:
    (tmp_path / ".coverage").write_bytes(b"\xf1")
    (tmp_path / "LICENSE").write_text("Free.")
    assert home.files(tmp_path) == [tmp_path / "LICENSE"]


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
    with pytest.raises(ValueError, match=r"'attrs' does not say from which version on"):
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
