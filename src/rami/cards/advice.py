"""Incomplete melds of cards, for the bots of the card games."""

from functools import cache
from itertools import combinations

from rami.cards.legal_melds import MeldRules, card_values
from rami.cards.pack import JOKER, KINDS, Card, full_pack
from rami.pieces import by_number

_JOKER_PROMISE = 3
"""The value of a joker next to another card.

Two cards of a rank, or two neighbors in a suit, have the value 2.
"""
_PACK = full_pack()


@cache
def thirds(card: Card, other: Card) -> tuple[Card, ...]:
    """Return the cards that complete a meld with two natural cards.

    The meld has three cards, and the ace counts as low.
    """
    if card == other or JOKER in (card, other):
        return ()
    if card.rank == other.rank:
        return tuple(third for third in _PACK if third.rank == card.rank and third not in (card, other))
    low, high = sorted((card.rank, other.rank))
    ranks = {1: (low - 1, high + 1), 2: (low + 1,)}.get(high - low, ())
    return tuple(third for third in _PACK if third.suit == card.suit == other.suit and third.rank in ranks)


@cache
def pairs(card: Card) -> tuple[tuple[Card, Card], ...]:
    """Return the pairs that make a meld with a given card.

    The pairs are natural cards.
    """
    return tuple((one, other) for one, other in combinations(_PACK, 2) if other in thirds(card, one))


def promise(hand: tuple[Card, ...], card: Card, rules: MeldRules) -> tuple[int, int]:
    """Return a sort key that says how useful a card is in a hand.

    It holds how well the card combines with the rest of the hand, then its negative points.
    """
    row = _closeness(card)
    return sum([row[other] for other in hand]) - row[card], -card_values(rules)[card]


@cache
def _closeness(card: Card) -> tuple[int, ...]:
    return by_number(KINDS, lambda other: _close(card, other), 0)


def _close(card: Card, other: Card) -> int:
    if JOKER in (card, other):
        return _JOKER_PROMISE
    if card.rank == other.rank:
        return 2 if card != other else 0
    return max(0, 3 - abs(card.rank - other.rank)) if card.suit == other.suit else 0
