"""Playing cards and their melds, for any game that has them."""

from rami.cards import pictures as _pictures  # noqa: F401  # registers looks  # pyright: ignore[reportUnusedImport]
from rami.cards.pack import (
    CIRCLES,
    JOKER,
    KINDS,
    RANK,
    RANKS,
    SUIT_INDEX,
    SUITS,
    TEXTS,
    Card,
    Suit,
    cards_of,
    full_pack,
    row,
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
    "TEXTS",
    "Card",
    "Suit",
    "cards_of",
    "full_pack",
    "row",
    "sorted_cards",
    "sorted_hands",
]
