"""Playing cards, their notation, and the full pack."""

from collections.abc import Iterable
from enum import StrEnum
from functools import cache
from typing import ClassVar, Self, overload

from rami.cards.faults import TEXTS
from rami.messages import Phrase
from rami.pieces import Piece, by_number, kinds, one_piece, row_of_pieces, sorted_rows
from rami.shapes import instance, whole

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
"""The ranks in ascending order, with the ace low."""


class Suit(StrEnum):
    """The four suits. The values are the letters of the notation.

    Attributes:
        SPADES: Spades, as in `7S`.
        HEARTS: Hearts, as in `7H`.
        DIAMONDS: Diamonds, as in `7D`.
        CLUBS: Clubs, as in `7C`.
    """

    SPADES = "S"
    HEARTS = "H"
    DIAMONDS = "D"
    CLUBS = "C"


SUITS = tuple(Suit)


class Card(Piece):
    """A playing card or a joker.

    Examples are `Card("KD")`, `Card(13, Suit.DIAMONDS)` and the joker `Card("*")`.

    Each kind of card is one object, so copies of a card are the same object. Cards are `int`s, which makes sorting,
    comparison and hashing fast. The canonical order is spades, hearts, diamonds, clubs, each from ace to king, then the
    joker. Cards do not support arithmetic: `Card("KD") + 1` is an error. `json.dumps` writes a bare number; use
    `str(card)`, or `rami.codec.to_json` for a whole position.

    Attributes:
        rank: The rank: 1 for the ace, 11, 12 and 13 for jack, queen and king; 0 for the joker.
        suit: The suit; None for the joker.

    Raises:
        NotationError: If the rank does not exist, or a text is not one card.
        WrongType: If `rank` is not a whole number, or `suit` is not a `Suit`.

    Examples:
        >>> card = Card("KD")
        >>> str(card), card.rank, card.suit, card is Card(13, Suit.DIAMONDS)
        ('KD', 13, <Suit.DIAMONDS: 'D'>, True)
    """

    __slots__ = ()

    noun: ClassVar[str] = "card"
    wanted: ClassVar[str | Phrase] = TEXTS.phrase("notation.piece")

    @overload
    def __new__(cls, rank: str, /) -> Self: ...
    @overload
    def __new__(cls, rank: int, suit: Suit) -> Self: ...
    def __new__(cls, rank: int | str, suit: Suit | None = None) -> Self:
        """Return the card."""
        if suit is None:
            return cls.parse(rank)  # type: ignore[arg-type]  # `parse` raises WrongType for a rank without a suit
        instance("the suit of a card", suit, Suit)
        rank = cls._checked_number("rank", rank, len(RANKS))
        return CIRCLES[SUITS.index(suit)][rank % len(RANKS)]  # type: ignore[return-value]  # Card is never subclassed

    @property
    def rank(self) -> int:
        """The rank, from 1 (ace) to 13 (king), or 0 for the joker."""
        return RANK[self]

    @property
    def suit(self) -> Suit | None:
        """The suit, or None for the joker."""
        return _SUIT[self]

    @property
    def is_joker(self) -> bool:
        """True if this is the joker."""
        return self is JOKER


# The integer of a card is 128 + 16 * suit index + rank. The joker has the greatest integer.
_FIRST, _JOKER = 128, 128 + 16 * len(SUITS)
_NAMES = {
    _FIRST + 16 * index + rank: f"{written}{suit}"
    for index, suit in enumerate(SUITS)
    for rank, written in enumerate(RANKS, 1)
}
_SPELLED = [(name.replace("10", ten), code) for code, name in _NAMES.items() for ten in ("10", "T")]
_SIGNS = {"S": "♠♤", "H": "♥♡", "D": "♦♢", "C": "♣♧"}

KINDS = kinds(
    Card,
    {**_NAMES, _JOKER: "*"},
    {
        "JOKER": _JOKER,
        **dict(_SPELLED),
        **{name[:-1] + sign: code for name, code in _SPELLED for sign in _SIGNS[name[-1]]},
    },
)
"""Map from the integer of each kind of card to the card, in canonical order."""

JOKER = KINDS[_JOKER]
"""The joker."""

CIRCLES = tuple(
    tuple(KINDS[_FIRST + 16 * suit + (rank or len(RANKS))] for rank in range(len(RANKS))) for suit in range(len(SUITS))
)
"""Cards indexed by suit and rank.

Suits are in the order S H D C, and ranks are modulo 13. `CIRCLES[0][1]` is AS, and `CIRCLES[0][0]` is KS.
"""

SUIT_INDEX: tuple[int, ...] = by_number(KINDS, lambda card: (int(card) - _FIRST) // 16, -1)
"""Lookup table from cards to suits.

Suits are 0 to 3 in the order S H D C. The joker has 4.
"""

RANK: tuple[int, ...] = by_number(KINDS, lambda card: (int(card) - _FIRST) % 16, -1)
"""Lookup table from cards to ranks.

Ranks are 1 to 13. The joker has 0.
"""

_SUIT: tuple[Suit | None, ...] = by_number(KINDS, lambda card: None if card is JOKER else SUITS[SUIT_INDEX[card]], None)


Cards = str | Iterable[Card | str]
"""An argument that can be read as cards.

It is a text, or an iterable of cards or of texts with one card each.
"""


def cards_of(cards: Cards, name: str = "cards") -> tuple[Card, ...]:
    """Convert an argument to a tuple of cards.

    Args:
        cards: The cards.
        name: The name of the argument for error messages.

    Returns:
        The cards in the given order.

    Raises:
        NotationError: If a text cannot be read.
        WrongType: If `cards` is neither text nor cards.
    """
    return row_of_pieces(Card, cards, name)


def in_order(cards: Cards) -> tuple[Card, ...]:
    """Convert an argument to a tuple of cards in the given order."""
    return cards_of(cards)


def sorted_cards(cards: Cards) -> tuple[Card, ...]:
    """Convert an argument to a tuple of cards in canonical order."""
    return tuple(sorted(cards_of(cards)))


def sorted_hands(hands: Iterable[Cards]) -> tuple[tuple[Card, ...], ...]:
    """Convert the hands of all seats to tuples of cards in canonical order."""
    return sorted_rows(hands, cards_of, "hands")


def maybe_card(card: Card | str | None) -> Card | None:
    """Return the card for a card or its notation, or None if the argument is None."""
    return None if card is None else one_piece(Card, card, "a card")


@cache
def full_pack(*, packs: int = 1, jokers: int = 0) -> tuple[Card, ...]:
    """Return all cards of one or more packs.

    Args:
        packs: The number of packs of 52 cards, 0 to 100.
        jokers: The total number of jokers, 0 to 100.

    Returns:
        The cards in canonical order.

    Raises:
        RulesError: If a number is out of range.
        WrongType: If an argument is not a whole number.

    Examples:
        >>> len(full_pack()), len(full_pack(packs=2, jokers=4))
        (52, 108)
    """
    whole("packs", packs, 0, 100)
    whole("jokers", jokers, 0, 100)
    suited = [card for card in KINDS.values() if card is not JOKER for _ in range(packs)]
    return (*suited, *[JOKER] * jokers)
