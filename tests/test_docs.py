"""The pages say what the code does."""

import re
from collections import Counter
from contextlib import redirect_stdout, suppress
from importlib import import_module
from inspect import cleandoc, isclass, isfunction
from io import StringIO
from operator import attrgetter
from pathlib import Path
from pkgutil import walk_packages
from types import ModuleType
from typing import TypeVar

import pytest
from attrs import fields

import rami
from docs.hooks.editions import with_editions
from rami import (
    codec,
    contracts,
    digests,
    errors,
    events,
    game,
    gin,
    match,
    pieces,
    players,
    positions,
    presets,
    record,
    referee,
    rummikub,
    rummy,
    shapes,
    shuffling,
    simulate,
    testing,
    text,
)
from rami.games import GAMES
from rami.pictures import model, svg, terminal
from rami.rummikub import DEFAULT, PRESETS, Rules

DOCS = Path(__file__).parent.parent / "docs"

PAGES = {
    "chiffres": "chiffres",
    "chiffres-timed": "chiffres",
    "ramicube": "ramicube",
    "ramicube-timed": "ramicube",
    "goliath": "goliath",
    "pressman": "pressman",
    "pressman-osgamers": "pressman",
    "rummikub-xp6": "rummikub-xp6",
    "ramikubic": "ramikubic",
    "sabra-50": "sabra-50",
    "pagat-sabra": "pagat-sabra",
    "pressman-1980": "pagat-sabra",
    "spear-1988": "pagat-sabra",
    "mso": "mso",
    "junior": "junior",
    "strict-fr": "strict-fr",
}


def page(name: str) -> str:
    return (DOCS / f"{name}.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("code", [*rummikub.Code, *contracts.Code])
def test_every_violation_is_listed(code: errors.ViolationCode) -> None:
    assert f"| `{code}` | {code.rule} | {code.template('en')} | {code.template('fr')} |" in page("violations")


@pytest.mark.parametrize("name", sorted(PRESETS))
def test_every_difference_of_an_edition_is_on_its_page(name: str) -> None:
    rules = PRESETS[name]
    differences = [field.name for field in fields(Rules) if getattr(rules, field.name) != getattr(DEFAULT, field.name)]
    if rules == DEFAULT:
        assert name == "hasbro-2007"
        return
    text = page(f"editions/{PAGES[name]}")
    for field in differences:
        assert f"| `{field}` | `{getattr(rules, field)!r}` | `{getattr(DEFAULT, field)!r}` |" in text


@pytest.mark.parametrize("module", [rummikub, rummy], ids=lambda module: module.__name__)
def test_the_comparison_has_all_differences_and_no_others(module: ModuleType) -> None:
    table = with_editions(f"```differences\n{module.__name__.removeprefix('rami.')}\n```", "en")
    assert f"```differences\n{module.__name__.removeprefix('rami.')}\n```" in page("editions/index")
    lines = {line.split("`")[1]: line for line in table.splitlines()[2:]}
    for field in fields(module.Rules):
        values = {name: getattr(rules, field.name) for name, rules in module.PRESETS.items()}
        default = next(iter(values.values()))
        others = {name: value for name, value in values.items() if value != default}
        assert (field.name in lines) == bool(others)
        for name, value in others.items():
            [cell] = [cell for cell in lines[field.name].split("| ")[-1].split("<br>") if f"`{name}`" in cell]
            assert cell.startswith(f"`{value!r}`: ")


def questions() -> dict[str, tuple[list[str], list[str]]]:
    """The fields and the defaults that the page about the rules has for every identifier."""
    cells = [[cell.strip() for cell in line.split("|")] for line in page("rules").splitlines() if line.startswith("| ")]
    found = [row for row in cells if len(row) == 7 and re.fullmatch(r"[ABC]\d+|000\.\d+", row[1])]
    rows = {row[1]: (re.findall(r"`([^`]*)`", row[3]), row[4].split("`, `")) for row in found}
    assert len(rows) == len(found)
    return {name: (names, [text.strip("`") for text in defaults]) for name, (names, defaults) in rows.items()}


IDENTIFIERS = (Path(__file__).parent / "rules" / "identifiers.txt").read_text(encoding="utf-8")
OPEN_QUESTIONS = re.findall(r"^[ABC]\d+(?= )", IDENTIFIERS, re.MULTILINE)


@pytest.mark.parametrize("identifier", OPEN_QUESTIONS)
def test_every_open_question_has_its_field_and_its_default(identifier: str) -> None:
    names, shown = questions()[identifier]
    rules = {"A": rummikub.DEFAULT, "B": contracts.DEFAULT, "C": rummy.DEFAULT}[identifier[0]]
    if identifier == "B3":  # the field is a whole card list
        assert names == ["Deck.contracts"]
        return
    values = [attrgetter(name.replace("Deck.", "deck."))(rules) for name in names]
    assert [repr(value) for value in values] == (shown if names else [])


@pytest.mark.parametrize("module", [rummikub, contracts, rummy], ids=lambda module: module.__name__)
def test_the_docstring_of_rules_has_the_same_identifiers(module: ModuleType) -> None:
    """A field whose docstring names a question is in the row of that question, and the other way round."""
    text = cleandoc(module.Rules.__doc__ or "").split("Attributes:")[1].split("Raises:")[0]
    entries = re.findall(r"^ {4}(\w+): (.*(?:\n {8}.*)*)", text, re.MULTILINE)
    assert [name for name, _ in entries] == [field.name for field in fields(module.Rules)]
    letter = {"rami.rummikub": "A", "rami.contracts": "B", "rami.rummy": "C"}[module.__name__]
    named = {(name, found) for name, told in entries for found in re.findall(rf"\b{letter}\d+\b", told)}
    rows = {(name, row) for row, (names, _) in questions().items() if row[0] == letter for name in names}
    assert {(name, row) for name, row in rows if "." not in name} == {
        (name, row) for name, row in named if name != "deck"
    }


def test_every_field_of_the_rules_is_explained() -> None:
    told = {name for names, _ in questions().values() for name in names}
    assert [field.name for field in fields(Rules) if field.name not in told] == []


def test_every_numbered_rule_is_on_its_page() -> None:
    for name, source, last in (("hasbro-2007", "000", 23), ("chiffres", "001", 21), ("ramicube", "002", 13)):
        text = page(f"editions/{name}")
        assert [n for n in range(1, last + 1) if not re.search(rf"\| {source}\.{n} \|", text)] == []


def test_every_preset_is_in_the_list() -> None:
    text = page("editions/index")
    assert [name for name in PRESETS if f"`{name}`" not in text] == []


SHARED = (
    digests,
    svg,
    presets,
    errors,
    game,
    model,
    pieces,
    positions,
    referee,
    events,
    shapes,
    shuffling,
    terminal,
    text,
)
SERVICES = (codec, match, players, import_module("rami.prose"), record, simulate, testing)


def entries() -> Counter[str]:
    """What the pages of the reference show."""
    pages = [path.read_text(encoding="utf-8") for path in (DOCS / "api").glob("*.md")]
    return Counter(name for text in pages for name in re.findall(r"^::: (\S+)$", text, re.MULTILINE))


def place(module: ModuleType, name: str) -> str:
    """Where the reference shows a name of a game: in the module that all games have it from, if there is one."""
    value = getattr(module, name)
    homes = [shared for shared in (*SHARED, rummy) if getattr(shared, name, None) is value]
    return f"{(homes or [module])[0].__name__}.{name}"


@pytest.mark.parametrize("module", [rummikub, rummy, contracts, gin], ids=lambda module: module.__name__)
def test_every_name_of_a_game_is_in_the_reference_once(module: ModuleType) -> None:
    found = entries()
    assert {name: found[place(module, name)] for name in module.__all__} == dict.fromkeys(module.__all__, 1)


@pytest.mark.parametrize("module", SHARED, ids=lambda module: module.__name__)
def test_every_name_that_games_share_is_in_the_reference_once(module: ModuleType) -> None:
    names = getattr(module, "__all__", None) or [
        name
        for name, value in vars(module).items()
        if (isclass(value) or isfunction(value)) and value.__module__ == module.__name__ and not name.startswith("_")
    ]
    names = [name for name in names if not isinstance(getattr(module, name), TypeVar)]
    found = entries()
    homes = {name: f"{module.__name__}.{name}" for name in names}
    for name in names:
        if homes[name] not in found:  # of another module, from which this one takes it
            homes[name] = f"{getattr(module, name).__module__}.{name}"
    assert {name: found[homes[name]] for name in names} == dict.fromkeys(names, 1)


def test_every_service_is_in_the_reference_once() -> None:
    found = entries()
    assert [module.__name__ for module in SERVICES if found[module.__name__] != 1] == []


def kinds(error: type[errors.RamiError]) -> list[type[errors.RamiError]]:
    """The kinds of an error, and theirs, of the whole library."""
    return [found for kind in error.__subclasses__() for found in (kind, *kinds(kind))]


def test_every_error_has_a_page_with_its_cause_and_its_cure() -> None:
    for module in walk_packages(rami.__path__, "rami."):
        with suppress(ModuleNotFoundError):  # an adapter, whose library need not be there
            import_module(module.name)
    names = {kind.__name__ for kind in kinds(errors.RamiError) if kind.__module__.startswith("rami.")}
    names.remove("Fault")  # of the codec alone: what comes out of it is a RecordError
    overview = page("errors/index")
    for name in names:
        file = re.sub(r"(?<!^)(?=[A-Z])", "-", name).lower()
        told = page(f"errors/{file}")
        assert told.startswith(f"# {name}\n")
        assert "\n## Cause\n" in told
        assert "\n## Cure\n" in told
        assert f"| [`{name}`]({file}.md) |" in overview
    assert len(list((DOCS / "errors").glob("*.md"))) == len(names) + 1


def test_every_module_says_how_stable_it_is() -> None:
    overview = page("api/index")
    for path in sorted((DOCS / "api").glob("*.md")):
        text = path.read_text(encoding="utf-8")
        if path.stem != "index" and (text.startswith("# rami") or path.stem == "drawing"):
            [level] = re.findall(r"^Stability: \[(stable|growing)\]\(\.\./versions\.md#\1\)\.$", text, re.MULTILINE)
            assert re.search(rf"\]\({path.stem}\.md\) \| \[{level}\]", overview)


PAGES_WITH_CODE = [path for path in DOCS.rglob("*.md") if "```py" in path.read_text(encoding="utf-8")]


@pytest.mark.parametrize("path", PAGES_WITH_CODE, ids=lambda path: str(path.relative_to(DOCS)))
def test_code_has_lines_of_80_columns(path: Path) -> None:
    """So that a page shows it without a scroll bar; what a session prints wraps."""
    blocks = re.findall(r"^```(python|pycon)\n(.*?)^```", path.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    lines = [line for kind, block in blocks for line in block.splitlines() if kind == "python" or line[:3] == ">>>"]
    assert [line for line in lines if len(line) > 80] == []


FIGURES_VARY = "<!-- players may become better: other figures -->"
"""What stands on a page before an output of which only the words are to be the same."""

FENCES = re.compile(r"^```(\w*)[^\n]*\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def printed(path: Path) -> list[tuple[str, str | None]]:
    """What each block of code of a page prints, and the text that the page has right below it."""
    text = path.read_text(encoding="utf-8")
    blocks = list(FENCES.finditer(text))
    names: dict[str, object] = {"__name__": "page"}
    found: list[tuple[str, str | None]] = []
    for block, after in zip(blocks, [*blocks[1:], None], strict=True):
        if block[1] != "python" or text[: block.start()].endswith("<!-- skip: next -->\n\n"):
            continue
        with redirect_stdout(StringIO()) as out:
            exec(compile(block[2], path.name, "exec"), names)
        between = text[block.end() : after.start()].strip() if after and after[1] == "text" else None
        below = after[2] if after and between in ("", FIGURES_VARY) else None
        shown = out.getvalue()
        if below and between == FIGURES_VARY:
            below, shown = (re.sub(r"[ -]*\d+", "0", each) for each in (below, shown))
        found.append((shown, below))
    return found


WITH_OUTPUT = [
    path for path in PAGES_WITH_CODE if re.search(r"^```\n\n```text$", path.read_text(encoding="utf-8"), re.MULTILINE)
]


@pytest.mark.parametrize("path", [DOCS.parent / "README.md", *WITH_OUTPUT], ids=lambda path: path.name)
def test_the_output_below_a_block_is_what_it_prints(path: Path) -> None:
    """Each output is shown on the first pages that people read."""
    every = path.name in ("README.md", "index.md", "tutorial.md")
    for out, below in printed(path):
        if every or below is not None:
            pattern = ".*?".join(map(re.escape, (below or "").split("…")))
            assert re.fullmatch(pattern, out, re.DOTALL), f"{out} is shown as {below}"


def test_the_links_of_the_readme_work_in_a_checkout() -> None:
    """The build makes them absolute, for an index."""
    links = re.findall(r"\]\(([^)]+)\)", (DOCS.parent / "README.md").read_text(encoding="utf-8"))
    inside = [link for link in links if not link.startswith("https://")]
    assert len(inside) > 8
    assert [link for link in inside if not (DOCS.parent / link).exists()] == []


def test_the_first_screen_has_what_a_stranger_needs() -> None:
    readme, home = ((DOCS / name).read_text(encoding="utf-8") for name in ("../README.md", "index.md"))
    assert [path for path in WITH_OUTPUT if path.name == "tutorial.md"]
    code, output = (FENCES.findall(readme)[number][1] for number in (1, 2))
    assert code in home
    assert output in home
    assert len(code.split("\n\n")[0].splitlines()) + len(code.split("\n\n")[1].splitlines()) == 8
    for start, install in ((readme, r"python -m pip install \."), (home, "pip install rami")):
        assert re.search(rf"^( *)```sh\n\1{install}\n\1```$", start, re.MULTILINE)
        assert "playground" in start
    assert len(GAMES) == 4
    assert "forty\n" in readme
    assert sum(len(game.presets) for game in GAMES) == 40
    view = rummikub.set_up("R5 B8 B9", "R4-*-R6 K1-K2-K3")
    best = rummikub.best_play(view)
    assert best is not None
    assert (DOCS / "images" / "table.svg").read_text(encoding="utf-8") == f"{rummikub.svg(best, before=view)}\n"
    after, before = rummy.Table("4S-5S-6S 5H-6H-7H-8H 9H=9D=*"), rummy.Table("5H-6H-7H")
    assert (DOCS / "images" / "cards.svg").read_text(encoding="utf-8") == f"{rummy.svg(after, before=before)}\n"
