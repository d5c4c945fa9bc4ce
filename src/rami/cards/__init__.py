"""Playing cards and melds for all card games."""

from rami.cards.pack import (
    CIRCLES,
    JOKER,
    KINDS,
    RANK,
    RANKS,
    SUIT_INDEX,
    SUITS,
    Card,
    Cards,
    Suit,
    cards_of,
    full_pack,
    in_order,
    maybe_card,
    sorted_cards,
    sorted_hands,
)

__all__ = [
    "CIRCLES",
    "JOKER",
    "KINDS",
    "RANK",
    "RANKS",
    "SUITS",
    "SUIT_INDEX",
    "Card",
    "Cards",
    "Suit",
    "cards_of",
    "full_pack",
    "in_order",
    "maybe_card",
    "sorted_cards",
    "sorted_hands",
]
