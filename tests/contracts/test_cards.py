import pickle
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rami.contracts import JOKER, Card, Color, Rules
from rami.contracts.cards import HIGHEST
from rami.errors import NotationError, WrongType
from rami.pieces import row_text, without

any_card = st.builds(Card, st.integers(1, HIGHEST), st.sampled_from(Color)) | st.just(JOKER)


@given(st.lists(any_card))
def test_notation_is_read_back(cards: list[Card]) -> None:
    assert Card.row(row_text(cards)) == tuple(cards)
    assert Card.row("  ".join(str(card).lower() for card in cards)) == tuple(cards)


@given(any_card)
def test_there_is_one_object_per_kind(card: Card) -> None:
    assert Card.parse(str(card)) is card
    assert pickle.loads(pickle.dumps(card)) is card
    assert eval(repr(card)) is card
    assert f"{card:>4}" == str(card).rjust(4)
    assert card.is_joker == (card is JOKER)
    if card.color is not None:
        assert Card(card.value, card.color) is card


@given(st.text(st.characters() | st.sampled_from("1258HCYD* ")))
def test_any_other_text_is_refused_with_its_position(text: str) -> None:
    words = text.replace(",", " ").split()
    if all(_is_card(word) for word in words):
        assert len(Card.row(text)) == len(words)
    else:
        with pytest.raises(NotationError) as caught:
            Card.row(text)
        assert not text[caught.value.position].isspace()


def _is_card(word: str) -> bool:
    return word.upper() in ["*", *(f"{value}{color}" for value in range(1, HIGHEST + 1) for color in "HCYD")]


@given(st.lists(any_card), st.lists(any_card))
def test_without_takes_away_as_often_as_named(cards: list[Card], removed: list[Card]) -> None:
    left = without(cards, removed)
    for card in {*cards, *removed}:
        assert left.count(card) == max(0, cards.count(card) - removed.count(card))
    rest = iter(cards)
    assert all(card in rest for card in left)


def test_the_joker_has_neither_value_nor_colour() -> None:
    assert (JOKER.value, JOKER.color) == (0, None)


def test_the_canonical_order_is_by_colour_then_value() -> None:
    assert row_text(sorted(Card.row("* 1D 2H 10Y 9Y 1C"))) == "2H 1C 9Y 10Y 1D *"
    assert list(Rules().deck.cards) == sorted(Rules().deck.cards)


@pytest.mark.parametrize("value", [0, HIGHEST + 1])
def test_a_card_has_a_value_of_a_deck(value: int) -> None:
    with pytest.raises(NotationError, match="value of a card"):
        Card(value, Color.HEARTS)


@pytest.mark.parametrize("value", [True, 1.0, "1", None])
def test_the_value_of_a_card_is_a_number(value: Any) -> None:
    with pytest.raises(WrongType, match="value of a card"):
        Card(value, Color.HEARTS)


def test_a_card_has_one_of_the_colours() -> None:
    with pytest.raises(WrongType, match="colour of a card"):
        Card(1, cast("Any", "H"))


@pytest.mark.parametrize(("text", "position"), [("5H 9", 3), ("H5", 0), ("5H 05C", 3), ("21H", 0), ("5H 5C5C", 3)])
def test_a_mistake_is_named_with_its_place(text: str, position: int) -> None:
    with pytest.raises(NotationError, match="is not a card") as caught:
        Card.row(text)
    assert caught.value.position == position


def test_a_long_word_is_cut_short_in_the_error() -> None:
    with pytest.raises(NotationError, match=r"^'x{12}…' is not a card"):
        Card.row("x" * 100_000)


@pytest.mark.parametrize("text", ["", "5H 5H"])
def test_one_card_is_one_card(text: str) -> None:
    with pytest.raises(NotationError, match="This must be a card alone"):
        Card.parse(text)


def test_only_text_is_read() -> None:
    with pytest.raises(WrongType, match="text is expected, not 5"):
        Card.row(5)  # type: ignore[arg-type]  # wrong on purpose
