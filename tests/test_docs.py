"""The pages say what the code does."""

import re
from pathlib import Path

import pytest
from attrs import fields

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
