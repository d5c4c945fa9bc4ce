"""The page of every rule: nothing is missing today, and what is missing is told."""

import re
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from docs.hooks import traceability
from docs.hooks.pictures import with_pictures
from docs.hooks.traceability import Rule, lacking
from rami.errors import RulesError

ROOT = Path(__file__).parents[1]
RULES, NO_PIECES = traceability.gathered(ROOT)
BY_NAME = {rule.name: rule for rule in RULES}


def test_no_rule_lacks_anything() -> None:
    assert len(RULES) == 189
    assert lacking(RULES, NO_PIECES) == []


@pytest.mark.parametrize("source", traceability.HEADINGS)
def test_every_picture_can_be_drawn(source: str) -> None:
    page = traceability.told([rule for rule in RULES if rule.source == source], "tests/")
    assert with_pictures(page, "en").count("<figure") == sum(
        bool(rule.picture) for rule in RULES if rule.source == source
    )


def test_a_sentence_keeps_the_identifiers_that_it_cites() -> None:
    assert "where A20 says so" in BY_NAME["A18"].sentence
    assert not any(re.search(r"\b[a-g]\d+\b", rule.sentence) for rule in RULES)


@pytest.mark.parametrize("name", ["000.8", "001.4", "A5"])
def test_what_is_our_choice_is_said_to_be(name: str) -> None:
    assert re.search("our choice|with us it may not", BY_NAME[name].sentence)


@pytest.mark.parametrize("page", ["rules.md", "rules.fr.md"])
def test_the_ranges_on_the_page_are_those_of_the_rules(page: str) -> None:
    rows = traceability.rows(ROOT / "docs" / page)
    for rule in RULES:
        game: Any = import_module(f"rami.{rule.game}")
        _, code, _ = rows.get(rule.name, ("", "", ""))
        printed = re.findall(r"\d+ (?:to|à) (\d+)", code)
        names = [name.removeprefix("Rules.") for name in rule.fields if name.startswith("Rules.")]
        numbers = [name for name in names if type(getattr(game.DEFAULT, name)) in (int, type(None))]
        for name, high in zip(numbers, printed, strict=False):
            with pytest.raises(RulesError, match=f"from -?[0-9]+ to {high}"):
                evolve(game.DEFAULT, **{name: -10_000_000})


def test_an_entry_has_all() -> None:
    assert traceability.entry(BY_NAME["000.5"], "https://forge.example/") == (
        "**000.5** A group: three or four tiles of one number in different colours.\n\n"
        "- decided by [`rummikub.Group`][rami.rummikub.Group]\n"
        "- held by [`test_000_5_a_group_has_three_or_four_colours_of_one_number`](https://forge.example/test_000.py)\n\n"
        "```rummikub\nR8=K8=B8 R8=K8=B8=O8\n```"
    )
    assert "[`Rules.opening_points`][rami.rummikub.Rules.opening_points]" in traceability.entry(BY_NAME["A7"], "")


@pytest.mark.parametrize(
    ("name", "changes", "said"),
    [
        ("000.5", {"sentence": ""}, "000.5 has no sentence in our words"),
        ("000.5", {"functions": ()}, "000.5 has no field or function that decides it"),
        ("000.5", {"functions": ("Grope",)}, "000.5 is decided by rami.rummikub.Grope, which is not there"),
        ("000.5", {"tests": ()}, "000.5 has no test"),
        ("000.5", {"picture": ""}, "000.5 has no picture, and is not among those without pieces"),
        ("000.1", {"picture": "R1"}, "000.1 has a picture, and is among those without pieces"),
    ],
)
def test_what_is_missing_is_told(name: str, changes: dict[str, Any], said: str) -> None:
    def changed(rule: Rule) -> Rule:
        return evolve(rule, **changes) if rule.name == name else rule

    assert lacking([changed(rule) for rule in RULES], NO_PIECES) == [said]


def test_a_rule_that_is_none_is_told() -> None:
    assert lacking(RULES, NO_PIECES | {"A99"}) == ["traceability.toml knows A99, which is no rule"]
    without = [rule for rule in RULES if rule.name != "A1"]
    assert lacking(without, NO_PIECES) == ["traceability.toml knows A1, which is no rule"]
