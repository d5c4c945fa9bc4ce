"""The pages agree with the code."""

import re
import tomllib
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from attrs import fields

from rami import prose, rummikub, rummy
from rami.games import GAMES
from rami.sentences import languages
from tools import docs

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
GENERATED = tuple(DOCS / folder for folder in docs.FOLDERS)
PAGES = [path for path in sorted(DOCS.rglob("*.md")) if not path.is_relative_to(DOCS / "tests")]
BY_HAND = [path for path in PAGES if not any(path.is_relative_to(folder) for folder in GENERATED)]
IDENTIFIERS = (ROOT / "tests" / "rules" / "identifiers.txt").read_text(encoding="utf-8")


def read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def words(path: Path) -> int:
    """Return the words of prose, without code, metadata and tags."""
    text = re.sub(r"^---\n.*?^---\n", "", read(path), count=1, flags=re.DOTALL | re.MULTILINE)
    text = re.sub(r"^( *)```.*?^\1```|<[^>]+>", "", text, flags=re.DOTALL | re.MULTILINE)
    return sum(any(map(str.isalnum, word)) for word in text.split())


# ------------------------------------------------------------------------------------------------ the site


def test_every_page_by_hand_is_in_the_menu() -> None:
    menu = set(re.findall(r": (\S+\.md)$|^ +- (\S+\.md)$", read(ROOT / "mkdocs.yml"), re.MULTILINE))
    named = {first or second for first, second in menu}
    assert {path.relative_to(DOCS).as_posix() for path in BY_HAND} <= named


def test_the_pages_are_few_and_short() -> None:
    french = [path for path in BY_HAND if path.parent.name == "fr"]
    reference = [path for path in BY_HAND if path.parent.name == "api" and path.stem != "index"]
    english = [path for path in BY_HAND if path not in french and path not in reference]
    assert (len(english), len(french)) == (51, 8)
    assert sum(map(words, english)) <= 25_000
    assert sum(map(words, french)) <= 3_200


@pytest.mark.parametrize("path", [*ROOT.glob("*.md"), *BY_HAND], ids=lambda path: path.name)
def test_the_files_that_a_page_names_exist(path: Path) -> None:
    """Files of the language `it` and of a game that a reader adds are exempt."""
    text = read(path).replace("<game>", "rummikub")
    named = re.findall(r"(?<![\w/.])(?:src|tests|docs|tools|examples|benchmarks)/[\w/.-]*\w|\.ci/\w+", text)
    named = [each for each in named if not each.endswith("/it")]
    assert [each for each in named if not (ROOT / each).exists()] == []


def test_the_modules_of_the_solver_that_its_page_names_exist() -> None:
    """And the lemmas that it lists are in them."""
    solver = ROOT / "src" / "rami" / "rummikub" / "solver"
    page = read(DOCS / "solver-internals.md")
    lemmas = re.findall(r"^\| ([\w ]+) \| `(\w+)` \|", page.partition("## Lemmas")[2], re.MULTILINE)
    assert len(lemmas) > 10
    assert [name for name, module in lemmas if f"Lemma ({name})" not in read(solver / f"{module}.py")] == []
    modules = re.findall(r"\| `(\w+)` \|$|^\d\. `(\w+)` ", page.partition("## A trace")[0], re.MULTILINE)
    assert [name for pair in modules for name in pair if name and not (solver / f"{name}.py").exists()] == []


def test_the_generated_pages_in_git_are_those_that_the_data_makes() -> None:
    made = {path: start for path, start, _ in docs.pages()}
    there = {path.relative_to(DOCS).as_posix(): read(path) for folder in GENERATED for path in folder.rglob("*.md")}
    assert there == made, "run python -m tools.docs"


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_the_page_of_an_edition_has_its_rules_in_each_language(game: Any) -> None:
    for name in docs.shown(game, docs.data("editions")):
        text = docs.edition(game, name, docs.data("editions")[name])
        for lang in languages():
            assert text.count(f'<div lang="{lang}" markdown>') == 1
            assert all(
                paragraph.partition(". ")[2] in text for paragraph in prose(game.presets[name], lang).split("\n\n")
            )


def test_the_editions_of_the_data_are_those_of_the_library() -> None:
    presets = {name for game in GAMES.values() for name in game.presets}
    assert set(docs.data("editions")) == presets
    listed = read(DOCS / "rules" / "editions.md")
    assert [name for name in presets if f"[`{name}`](../editions/{name}.md)" not in listed] == []


def test_the_sources_of_an_edition_name_every_field_once() -> None:
    for game in GAMES.values():
        rules: Any = game.rules
        names = {field.name for field in fields(rules)}
        for edition in game.presets:
            named = [name for row in docs.data("editions")[edition]["sources"] for name in row[0].split()]
            assert {*named} <= names, edition
            assert len(named) == len({*named}), edition
            table = "\n".join(docs.sources(game, edition))
            assert all(table.count(f"`{name}`") == 1 for name in names), edition


# ------------------------------------------------------------------------------------------------ the rules


def test_every_numbered_rule_is_on_its_page() -> None:
    sources = {"000": "hasbro-2007", "001": "chiffres", "002": "ramicube", "003": "contracts", "004": "horesca"}
    for name in re.findall(r"^00\d\.\d+(?= )", IDENTIFIERS, re.MULTILINE):
        for folder in ("rules", "fr"):
            text = read(DOCS / folder / f"{sources[name[:3]]}.md")
            assert re.search(rf"^\| ([\w., ]+, )?{re.escape(name)}(, [\w., ]+)? \|", text, re.MULTILINE), name
    for name in re.findall(r"^G\d+(?= )", IDENTIFIERS, re.MULTILINE):
        assert f"| {name} |" in read(DOCS / "rules" / "gin.md")


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_every_question_has_its_fields(game: Any) -> None:
    letter = docs.QUESTIONS.get(game.name)
    if letter is None:
        return
    known = docs.data("questions")[game.name]
    assert list(known) == re.findall(rf"^{letter}\d+(?= )", IDENTIFIERS, re.MULTILINE)
    rules: Any = game.rules
    names = {field.name for field in fields(rules)}
    for name, each in known.items():
        assert {*each.get("fields", ())} <= names, name
        assert each["question"].endswith("?")
        assert "fields" in each or each["fixed"].endswith((".", "?"))
    told_of = docs.attributes(game.rules)
    assert list(told_of) == [field.name for field in fields(rules)]
    named = {(field, name) for name, each in known.items() for field in each.get("fields", ())}
    for field, text in told_of.items():
        assert {name for each, name in named if each == field} <= {*re.findall(rf"\b{letter}\d+\b", text)}, field


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_every_violation_has_a_cause_and_an_example_that_shows_it(game: Any) -> None:
    known = docs.data(f"violations/{game.name}")
    assert list(known) == [str(code) for code in game.codes]
    for each in known.values():
        assert each["cause"].endswith(".")
    text = docs.violations(game, known)  # an example that does not show its code raises an error
    assert not re.search(r"^\|.*[{}].*\|$", text, re.MULTILINE)


def test_each_line_of_the_page_makes_its_edition() -> None:
    [table] = re.findall(r"## A line away\n(.*?)\n\n[^|\n]", read(DOCS / "rules" / "editions.md"), re.DOTALL)
    lines = re.findall(r"\| `(.*)` \|$", table, re.MULTILINE)
    chiffres, ramicube, sabra, olympiad, osgamers, straight, libre, liverpool = (
        eval(line, {"rummikub": rummikub, "rummy": rummy})  # a page of our own
        for line in lines
    )
    assert chiffres == rummikub.PRESETS["chiffres"].evolve(turn_seconds=60)
    assert (ramicube.turn_seconds, ramicube.timeout, ramicube.losers_negative) == (60, "rack", False)
    assert (sabra.opening_points, sabra.turn_seconds) == (50, None)
    assert (olympiad.max_players, olympiad.joker_rack, olympiad.turn_seconds) == (2, 50, None)
    assert (osgamers.turn_seconds, osgamers.penalty_tiles, osgamers.match_winner) == (120, 1, "games_then_total")
    assert osgamers.joker_sets == "free"
    assert (straight.melds_per_turn, straight.layoff_needs_own_meld, straight.match_points) == (None, False, 100)
    assert len(liverpool) == 7
    assert [deal.opening_melds for deal in liverpool][:3] == [(2, 0), (1, 1), (0, 2)]
    assert {(deal.jokers, deal.buying, deal.layoff_same_turn) for deal in liverpool} == {(4, 3, True)}
    assert [deal.cards_dealt[0] for deal in liverpool] == [10, 10, 10, 10, 12, 12, 12]
    assert (libre.opening_points, libre.opening_pure_run) == (0, False)


# ------------------------------------------------------------------------------------------------ code

WITH_CODE = [path for path in BY_HAND if "```py" in read(path)]
FENCES = re.compile(r"^```(\w*)[^\n]*\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("path", WITH_CODE, ids=lambda path: str(path.relative_to(DOCS)))
def test_code_has_lines_of_80_columns(path: Path) -> None:
    """So a page shows it without a scroll bar."""
    blocks = re.findall(r"^```(python|pycon)\n(.*?)^```", read(path), re.MULTILINE | re.DOTALL)
    lines = [line for kind, block in blocks for line in block.splitlines() if kind == "python" or line[:3] == ">>>"]
    assert [line for line in lines if len(line) > 80] == []


def printed(path: Path) -> list[tuple[str, str | None]]:
    """Return the output of each block of a page, and the output that the page shows directly below it."""
    text = read(path)
    blocks = list(FENCES.finditer(text))
    names: dict[str, object] = {"__name__": "page"}
    found: list[tuple[str, str | None]] = []
    for block, after in zip(blocks, [*blocks[1:], None], strict=True):
        if block[1] != "python" or text[: block.start()].endswith("<!-- skip: next -->\n\n"):
            continue
        with redirect_stdout(StringIO()) as out:
            exec(compile(block[2], path.name, "exec"), names)
        between = text[block.end() : after.start()].strip() if after and after[1] == "text" else None
        found.append((out.getvalue(), after[2] if after and between == "" else None))
    return found


WITH_OUTPUT = [path for path in WITH_CODE if re.search(r"^```\n\n```text$", read(path), re.MULTILINE)]


@pytest.mark.parametrize("path", [ROOT / "README.md", *WITH_OUTPUT], ids=lambda path: path.name)
def test_the_output_below_a_block_is_what_it_prints(path: Path) -> None:
    for out, below in printed(path):
        if below is not None:
            pattern = ".*?".join(map(re.escape, below.split("…")))
            assert re.fullmatch(pattern, out, re.DOTALL), f"{out} is shown as {below}"


# ------------------------------------------------------------------------------------------------ README


def test_the_links_of_the_readme_work_in_a_checkout() -> None:
    links = re.findall(r"\]\(([^)]+)\)", read(ROOT / "README.md"))
    inside = [link for link in links if not link.startswith("https://")]
    assert len(inside) > 8
    assert [link for link in inside if not (ROOT / link.partition("#")[0]).exists()] == []


def test_the_links_of_the_readme_are_absolute_on_the_package_index() -> None:
    hook = tomllib.loads(read(ROOT / "pyproject.toml"))["tool"]["hatch"]["metadata"]["hooks"]["fancy-pypi-readme"]
    text = read(ROOT / "README.md")
    for each in hook["substitutions"]:
        text = re.sub(each["pattern"], each["replacement"], text)
    links = re.findall(r"\]\(([^)]+)\)", text)
    assert len(links) > 20
    assert [link for link in links if not link.startswith("https://")] == []


def test_the_home_page_and_the_readme_begin_with_the_same_code() -> None:
    readme, home = read(ROOT / "README.md"), read(DOCS / "index.md")
    code, output = (FENCES.findall(readme)[number][1] for number in (0, 1))
    assert code in home
    assert output in home
    assert len(readme.splitlines()) <= 110
    assert f"{sum(len(game.presets) for game in GAMES.values())} editions" in home


def test_the_readme_counts_players_and_editions_as_the_library_does() -> None:
    text = read(ROOT / "README.md")
    for game in GAMES.values():
        counts = {number for rules in game.presets.values() for number in rules.player_counts}
        seats = f"{min(counts)} to {max(counts)}" if len(counts) > 1 else str(*counts)
        assert f"| `rami.{game.name}` | {seats} | {len(game.presets)} |" in text
    editions = sum(len(game.presets) for game in GAMES.values())
    assert f"All {editions} editions" in text


def test_the_changelog_has_one_entry() -> None:
    text = read(ROOT / "CHANGELOG.md")
    assert text.count("\n## ") == 1
    entry = text.partition("## [Unreleased]\n")[2].partition("\n[Unreleased]:")[0]
    assert 10 < len(entry.splitlines()) <= 25


def test_the_data_of_the_pages_can_be_read() -> None:
    for path in (DOCS / "data").rglob("*.toml"):
        assert tomllib.loads(read(path))
