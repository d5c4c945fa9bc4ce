"""Names, symbols and colors of cards in pictures.

`rami.pictures` draws melds and tables.
"""

from functools import cache
from typing import NamedTuple

from rami.cards.faults import TEXTS
from rami.cards.pack import RANKS, Card, Suit
from rami.pictures import Ink, Mark, mark


class _Look(NamedTuple):
    ink: Ink
    sign: str
    letter: str


_LOOKS = {
    Suit.SPADES: _Look("black", "spade", "♠"),
    Suit.HEARTS: _Look("red", "heart", "♥"),
    Suit.DIAMONDS: _Look("red", "diamond", "♦"),
    Suit.CLUBS: _Look("black", "club", "♣"),
}


@mark.register
@cache
def _(card: Card) -> Mark:
    if card.suit is None:
        return Mark(name=TEXTS.phrase("cards.joker"), word="*", sign="joker", shape="card")
    look, rank = _LOOKS[card.suit], RANKS[card.rank - 1]
    spoken = rank if rank.isdecimal() else TEXTS.phrase(f"cards.rank-{card.rank}")
    name = TEXTS.phrase("cards.name", rank=spoken, suit=TEXTS.phrase(f"cards.{card.suit.name.lower()}"))
    index = TEXTS.phrase(f"cards.index-{card.rank}") if card.rank > 10 else None
    word = rank + look.letter
    return Mark(name=name, word=word, text=rank, sign=look.sign, ink=look.ink, shape="card", index=index)
