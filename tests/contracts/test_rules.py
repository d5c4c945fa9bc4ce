import pickle
from typing import Any

import pytest
from attrs import evolve, fields
from hypothesis import given, settings

from rami.contracts import DEFAULT, PRESETS, Rules
from rami.errors import RulesError
from tests.contracts import strategies
from tests.effort import examples


def test_the_default_is_the_preset() -> None:
    assert PRESETS == {"contract-default": DEFAULT}
    assert Rules() == DEFAULT
    with pytest.raises(TypeError):
        PRESETS["x"] = DEFAULT  # type: ignore[index]  # wrong on purpose


@given(strategies.rules())
@settings(max_examples=examples(30), deadline=None)
def test_rules_are_values(rules: Rules) -> None:
    again = pickle.loads(pickle.dumps(rules))
    assert again == rules
    assert hash(again) == hash(rules)


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("deck", "deck.json", "deck must be a Deck, not 'deck.json'"),
        ("min_take", 4, "min_take must be a whole number from 0 to 3, not 4"),
        ("min_take", True, "min_take must be a whole number"),
        ("take_all", 1, "take_all must be True or False, not 1"),
        ("card_serves", "two", "card_serves must be one of 'one_requirement', not 'two'"),
        ("run_wrap", None, "run_wrap must be True or False, not None"),
        ("refill_order", "values", "refill_order must be one of"),
        ("value_exhausted", "flip", "value_exhausted must be one of 'reshuffle', 'short', not 'flip'"),
        ("contracts_exhausted", "stop", "contracts_exhausted must be one of"),
        ("flush_market", "no", "flush_market must be True or False"),
        ("final_round", [], "final_round must be one of 'equal_turns', 'one_more_each'"),
        ("contract_limit", 5, "contract_limit must be one of 'none', 'end_trigger', not 5"),
        ("tiebreak", (), "tiebreak must name each thing once and end with 'shared'"),
        ("tiebreak", ("bonus",), "tiebreak must name each thing once and end with 'shared'"),
        ("tiebreak", ("bonus", "bonus", "shared"), "tiebreak must name each thing once"),
        ("tiebreak", ("luck", "shared"), "tiebreak must be made of 'trophies', 'bonus', 'shared', not 'luck'"),
        ("tiebreak", "shared", "tiebreak must be a row, not 'shared'"),
        ("tiebreak", None, "tiebreak must be a row, not None"),
        ("joker_points", 1001, "joker_points must be a whole number from -1000 to 1000, not 1001"),
        ("hand_card_points", 0.5, "hand_card_points must be a whole number"),
        ("first_player", "youngest", "first_player must be one of 'seat_0'"),
        ("cards_dealt", 11, "cards_dealt is 11, more than the 10 cards that a hand may keep"),
        ("cards_dealt", -1, "cards_dealt must be a whole number from 0 to 15, not -1"),
        ("max_rounds", 0, "max_rounds must be a whole number from 1 to 10000, not 0"),
    ],
)
def test_a_value_that_cannot_be_is_refused(field: str, value: Any, message: str) -> None:
    with pytest.raises(RulesError, match=message):
        Rules(**{field: value})


def test_the_deck_has_cards_for_the_deal() -> None:
    small = evolve(DEFAULT.deck, copies=1, contracts=DEFAULT.deck.contracts[:8])
    assert len(Rules(deck=small, cards_dealt=6).deck.cards) == 32
    with pytest.raises(
        RulesError, match="too few value cards: 4 hands of 7 and a market of 6 take 34; the deck has 32"
    ):
        Rules(deck=small, cards_dealt=7)


def test_every_open_question_has_a_field_or_is_part_of_the_deck() -> None:
    named = {
        "B1": "min_take",
        "B2": "take_all",
        "B4": "card_serves",
        "B6": "run_wrap",
        "B7": "refill_order",
        "B8": "value_exhausted",
        "B9": "contracts_exhausted",
        "B10": "flush_market",
        "B11": "final_round",
        "B12": "contract_limit",
        "B15": "tiebreak",
        "B16": "joker_points",
        "B17": "first_player",
        "B18": "cards_dealt",
    }
    assert set(named.values()) <= {attribute.name for attribute in fields(Rules)}
    text = Rules.__doc__ or ""
    assert all(
        f"{identifier})" in text or f"{identifier}," in text for identifier in [*named, "B3", "B5", "B13", "B14"]
    )
