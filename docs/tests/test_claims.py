"""Rules in words agree with the rules, and no two sentences claim different values."""

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from attrs import fields

from rami.games import GAMES
from rami.rule_text import told
from rami.sentences import Phrase, Texts
from tests.services.test_prose import changed

CLAIMS: dict[str, Any] = tomllib.loads((Path(__file__).parent / "claims.toml").read_text(encoding="utf-8"))
Claims = Mapping[str, Any]


def claims(game: Any, phrase: Phrase) -> Claims | None:
    """Return the claims of a sentence: the values of each field that make it true, or None if it has no entry."""
    key = phrase.key.removeprefix("rules.")
    found = CLAIMS[game.name].get(key)
    names = {field.name for field in fields(game.rules)}
    shown = {name: [str(value)] for name, value in phrase.values if name in names and isinstance(value, int | str)}
    name, _, form = key.split(".")[1].partition("-")
    if found is None and name not in names:
        return None
    if found is None and form and form != "else":
        found = {name: [form]}
    return {**shown, **(found or {})}


def holds(rules: Any, name: str, claim: Any) -> bool:
    """Return whether a field has one of the values, or is above the bound."""
    value = getattr(rules, name)
    if isinstance(claim, str):
        return value is not None and value > int(claim.removeprefix(">"))
    return str(value).lower() in {each.lower() for each in claim}


def phrases(rules: Any) -> Iterator[Phrase]:
    """The sentences that are said of rules."""
    return (sentence.phrase for paragraph in told(rules) for sentence in paragraph.sentences if sentence.phrase)


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_sentences_agree_with_the_rules(game: Any) -> None:
    for rules in game.presets.values():
        claimed: dict[str, list[Any]] = {}
        for phrase in phrases(rules):
            found = claims(game, phrase)
            assert found is not None, f"{phrase.key} is not in docs/tests/claims.toml"
            for name, claim in found.items():
                assert holds(rules, name, claim), (phrase.say(), name, claim)
                claimed.setdefault(name, []).append(claim)
        for name, row in claimed.items():
            values = [{each.lower() for each in claim} for claim in row if isinstance(claim, list)]
            assert not values or set.intersection(*values), (name, row)


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_sentences_are_true_under_changed_rules(game: Any) -> None:
    for field in fields(game.rules):
        for rules in changed(game, field.name):
            for phrase in phrases(rules):
                for name, claim in (claims(game, phrase) or {}).items():
                    assert holds(rules, name, claim), (phrase.say(), name, claim)


@pytest.mark.parametrize("game", [game for game in GAMES.values() if game.name in CLAIMS], ids=lambda game: game.name)
def test_every_claim_belongs_to_a_sentence(game: Any) -> None:
    assert not [key for key in CLAIMS[game.name] if not Texts(game.name).has(f"rules.{key}")]
