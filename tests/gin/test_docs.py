"""The page about Gin says what the code does."""

from pathlib import Path

import pytest
from attrs import fields

from rami.gin import PRESETS, Code, Rules

PAGE = (Path(__file__).parents[2] / "docs" / "gin.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("code", Code)
def test_every_violation_is_listed(code: Code) -> None:
    assert f"| `{code}` | {code.rule} | {code.template('en')} | {code.template('fr')} |" in PAGE


def test_the_editions_are_compared() -> None:
    assert "| field | " + " | ".join(f"`{name}`" for name in PRESETS) + " |" in PAGE
    for field in fields(Rules):
        default, *values = [getattr(rules, field.name) for rules in PRESETS.values()]
        cells = [f"`{default!r}`", *("" if value == default else f"`{value!r}`" for value in values)]
        line = f"| `{field.name}` | " + " | ".join(cells) + " |"
        assert (line in PAGE) == any(value != default for value in values)


def test_every_field_belongs_to_a_rule() -> None:
    rows = [line for line in PAGE.splitlines() if line.startswith("| G")]
    assert len(rows) == 18
    named = {field.name for field in fields(Rules) if any(f"`{field.name}`" in row for row in rows)}
    assert named == {field.name for field in fields(Rules)}
