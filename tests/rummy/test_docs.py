"""The pages say what the code does."""

import re
from pathlib import Path

import pytest
from attrs import fields

from rami.rummy import DEFAULT, MATCHES, PRESETS, Rules

DOCS = Path(__file__).parents[2] / "docs"


def page(name: str) -> str:
    return (DOCS / f"{name}.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", sorted(PRESETS))
def test_every_difference_of_an_edition_is_on_its_page(name: str) -> None:
    rules, text = PRESETS[name], page(f"editions/{name}")
    differing = [field.name for field in fields(Rules) if getattr(rules, field.name) != getattr(DEFAULT, field.name)]
    for field in differing:
        assert f"| `{field}` | `{getattr(rules, field)!r}` | `{getattr(DEFAULT, field)!r}` |" in text
    assert len(re.findall(r"^\| `\w+` \| `.*` \| `.*` \|$", text, re.MULTILINE)) == len(differing)
    assert f"`{name}`" in page("editions/index")


def test_every_rule_and_every_field_is_explained() -> None:
    text = page("editions/horesca")
    assert [n for n in range(1, 12) if f"| 004.{n} |" not in text or f"| C{n} |" not in text] == []
    assert [field.name for field in fields(Rules) if f"`{field.name}" not in text] == []
    for example in ("004-a", "004-b", "004-c"):
        assert example in text


def test_the_bound_is_that_of_the_default_rules() -> None:
    turns = 2 * DEFAULT.max_rounds
    moves = 2 * turns + 2 * len(DEFAULT.cards)
    assert f"{turns:,} turns and {moves:,} moves" in page("rummy")


@pytest.mark.parametrize("suffix", ["", ".fr"])
@pytest.mark.parametrize("name", sorted(MATCHES))
def test_the_contract_of_each_deal_is_on_the_page(name: str, suffix: str) -> None:
    rows = re.findall(r"^\| (\d+) \| (\d+) \| (\d*) ?\| (\d*)[^|]*\|$", page(f"editions/{name}{suffix}"), re.MULTILINE)
    told = [tuple(int(cell or 0) for cell in row) for row in rows]
    assert told == [(deal, rules.cards_dealt[0], *rules.opening_melds) for deal, rules in enumerate(MATCHES[name], 1)]


@pytest.mark.parametrize("suffix", ["", ".fr"])
@pytest.mark.parametrize("name", sorted(set(PRESETS) - {"horesca", "bicycle"}))  # which have one source each
def test_the_source_of_every_difference_is_on_the_page(name: str, suffix: str) -> None:
    heading = "D'où viennent les nombres" if suffix else "Where the numbers come from"
    _, _, sources = page(f"editions/{name}{suffix}").partition(f"## {heading}")
    section = sources.partition("\n## ")[0]
    rules = PRESETS[name]
    differing = [field.name for field in fields(Rules) if getattr(rules, field.name) != getattr(DEFAULT, field.name)]
    assert [field for field in differing if f"`{field}`" not in section] == []
