"""Functions that rate incomplete melds, for the bots of the card games."""

from functools import cache
from itertools import combinations

from rami.cards.legal_melds import MeldRules, card_values
from rami.cards.pack import JOKER, KINDS, Card, full_pack
from rami.pieces import by_number

_JOKER_PROMISE = 3
"""The value of a joker together with another card.

Two cards of a rank, or two neighbors in a suit, have the value 2.
"""
_PACK = full_pack()


@cache
def thirds(card: Card, other: Card) -> tuple[Card, ...]:
    """Return the cards that make a meld together with two given cards.

    The meld has three cards and no jokers, and its ace is low.
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
    """Return the pairs of cards that make a meld together with a given card.

    The pairs have no jokers.
    """
    return tuple((one, other) for one, other in combinations(_PACK, 2) if other in thirds(card, one))


def promise(hand: tuple[Card, ...], card: Card, rules: MeldRules) -> tuple[int, int]:
    """Return a sort key for the usefulness of a card in a hand.

    The first number is greater if the card combines better with the other cards. The second number is the negative of
    its points.
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
