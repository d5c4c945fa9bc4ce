import pytest

from rami.cards import full_pack
from rami.errors import NotationError, WrongType
from rami.pieces import row_text
from rami.rummy import JOKER, Card, Suit


def test_the_pack_is_in_canonical_order() -> None:
    pack = full_pack(packs=2, jokers=4)
    assert pack == tuple(sorted(pack))
    assert row_text(full_pack()[:14]) == "AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS AH"
    assert (JOKER.rank, JOKER.suit, JOKER.is_joker, str(JOKER)) == (0, None, True, "*")


@pytest.mark.parametrize("rank", [0, 14])
def test_an_impossible_rank_is_refused(rank: int) -> None:
    with pytest.raises(NotationError):
        Card(rank, Suit.SPADES)


@pytest.mark.parametrize(
    ("text", "position"), [("1H", 0), ("AS 11H", 3), ("AS  KX", 4), ("AS " + "X" * 9999, 3), ("10", 0), ("ASKH", 0)]
)
def test_unreadable_cards_raise_an_error_with_the_position(text: str, position: int) -> None:
    with pytest.raises(NotationError) as caught:
        Card.row(text)
    assert caught.value.position == position
    assert len(str(caught.value)) < 200


def test_parse_reads_exactly_one_card() -> None:
    assert Card.parse(" 10h ") is Card(10, Suit.HEARTS)
    for text in ("", "AS KS"):
        with pytest.raises(NotationError, match="Expected a card here, but found"):
            Card.parse(text)
    with pytest.raises(WrongType, match="text is expected, not 5"):
        Card.row(5)  # type: ignore[arg-type]  # wrong on purpose
