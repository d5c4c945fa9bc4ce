"""The pages say what the code does."""

import re
from collections import Counter
from inspect import isclass, isfunction
from pathlib import Path
from types import ModuleType

import pytest
from attrs import fields

from rami import codec, contracts, errors, game, match, players, record, rummikub, rummy, shuffling, simulate, testing
from rami.rummikub import DEFAULT, PRESETS, Code, Rules

DOCS = Path(__file__).parent.parent / "docs"

PAGES = {
    "chiffres": "chiffres",
    "chiffres-timed": "chiffres",
    "ramicube": "ramicube",
    "ramicube-timed": "ramicube",
    "goliath": "goliath",
    "pressman": "pressman",
    "rummikub-xp6": "rummikub-xp6",
    "ramikubic": "ramikubic",
}


def page(name: str) -> str:
    return (DOCS / f"{name}.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("code", list(Code))
def test_every_violation_is_listed(code: Code) -> None:
    assert f"| `{code}` | {code.rule} | {code.english} | {code.french} |" in page("violations")


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


def test_every_field_of_the_rules_is_explained() -> None:
    text = page("editions/index")
    assert [field.name for field in fields(Rules) if f"`{field.name}`" not in text] == []
    assert [f"A{n}" for n in range(1, 28) if f"| A{n} |" not in text] == []


def test_every_numbered_rule_is_on_its_page() -> None:
    for name, source, last in (("hasbro-2007", "000", 23), ("chiffres", "001", 21), ("ramicube", "002", 13)):
        text = page(f"editions/{name}")
        assert [n for n in range(1, last + 1) if not re.search(rf"\| {source}\.{n} \|", text)] == []


def test_every_preset_is_in_the_list() -> None:
    text = page("editions/index")
    assert [name for name in PRESETS if f"`{name}`" not in text] == []


SHARED = (errors, game, shuffling)
SERVICES = (codec, match, players, record, simulate, testing)


def entries() -> Counter[str]:
    """What the pages of the reference show."""
    pages = [path.read_text(encoding="utf-8") for path in (DOCS / "api").glob("*.md")]
    return Counter(name for text in pages for name in re.findall(r"^::: (\S+)$", text, re.MULTILINE))


def place(module: ModuleType, name: str) -> str:
    """Where the reference shows a name of a game: in the module that all games have it from, if there is one."""
    value = getattr(module, name)
    homes = [shared for shared in SHARED if getattr(shared, name, None) is value]
    return f"{(homes or [module])[0].__name__}.{name}"


@pytest.mark.parametrize("module", [rummikub, rummy, contracts], ids=lambda module: module.__name__)
def test_every_name_of_a_game_is_in_the_reference_once(module: ModuleType) -> None:
    found = entries()
    assert {name: found[place(module, name)] for name in module.__all__} == dict.fromkeys(module.__all__, 1)


@pytest.mark.parametrize("module", SHARED, ids=lambda module: module.__name__)
def test_every_name_that_games_share_is_in_the_reference_once(module: ModuleType) -> None:
    names = [
        name
        for name, value in vars(module).items()
        if (isclass(value) or isfunction(value)) and value.__module__ == module.__name__ and not name.startswith("_")
    ]
    found = entries()
    assert {name: found[f"{module.__name__}.{name}"] for name in names} == dict.fromkeys(names, 1)


def test_every_service_is_in_the_reference_once() -> None:
    found = entries()
    assert [module.__name__ for module in SERVICES if found[module.__name__] != 1] == []
