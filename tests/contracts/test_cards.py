import pytest
from hypothesis import given
from hypothesis import strategies as st

from rami.contracts import JOKER, Card, Color, Rules
from rami.contracts.cards import HIGHEST
from rami.errors import NotationError
from rami.pieces import row_text

any_card = st.builds(Card, st.integers(1, HIGHEST), st.sampled_from(Color)) | st.just(JOKER)


@given(st.lists(any_card))
def test_notation_is_read_back(cards: list[Card]) -> None:
    assert Card.row(row_text(cards)) == tuple(cards)
    assert Card.row("  ".join(str(card).lower() for card in cards)) == tuple(cards)


def test_the_canonical_order_is_by_color_then_value() -> None:
    assert row_text(sorted(Card.row("* 1D 2H 10Y 9Y 1C"))) == "2H 1C 9Y 10Y 1D *"
    assert list(Rules().deck.cards) == sorted(Rules().deck.cards)


@pytest.mark.parametrize("value", [0, HIGHEST + 1])
def test_a_card_has_a_value_of_a_deck(value: int) -> None:
    with pytest.raises(NotationError, match="value of a card"):
        Card(value, Color.HEARTS)


@pytest.mark.parametrize(("text", "position"), [("5H 9", 3), ("H5", 0), ("5H 05C", 3), ("21H", 0), ("5H 5C5C", 3)])
def test_a_mistake_is_named_with_its_place(text: str, position: int) -> None:
    with pytest.raises(NotationError, match="is not a card") as caught:
        Card.row(text)
    assert caught.value.position == position


@pytest.mark.parametrize("text", ["", "5H 5H"])
def test_one_card_is_one_card(text: str) -> None:
    with pytest.raises(NotationError, match="Expected a card here, but found"):
        Card.parse(text)
