import pickle

import pytest
from attrs import fields
from hypothesis import given, settings

from rami.contracts import PRESETS, Rules
from rami.errors import WrongType
from tests.contracts import strategies
from tests.effort import examples


def test_the_default_is_the_preset() -> None:
    assert {"contract-default": Rules()} == PRESETS
    assert Rules() == Rules()
    with pytest.raises(TypeError):
        PRESETS["x"] = Rules()  # type: ignore[index]  # wrong on purpose


@given(strategies.rules())
@settings(max_examples=examples(30), deadline=None)
def test_rules_are_values(rules: Rules) -> None:
    again = pickle.loads(pickle.dumps(rules))
    assert again == rules
    assert hash(again) == hash(rules)


def test_the_deck_is_the_only_field() -> None:
    assert [attribute.name for attribute in fields(Rules)] == ["deck"]
    with pytest.raises(WrongType, match=r"deck must be a Deck, not 'deck\.json'"):
        Rules(deck="deck.json")  # type: ignore[arg-type]  # wrong on purpose
