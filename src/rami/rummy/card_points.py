"""The points of cards left in a hand."""

from collections.abc import Iterable
from functools import lru_cache

from rami.pieces import by_number
from rami.rummy.cards import KINDS, Card, cards_of
from rami.rummy.rules import Rules
from rami.shapes import instance


def hand_value(hand: str | Iterable[Card], rules: Rules = Rules()) -> int:
    """Return what the cards left in a hand count at the end of a deal (004.10).

    Args:
        hand: The cards, in notation or as cards.
        rules: The rules, which say what an ace and a joker count.

    Returns:
        The points.

    Raises:
        NotationError: If `hand` is a text that cannot be read.
        WrongType: If `hand` is neither text nor cards, or `rules` no `Rules`.

    Examples:
        >>> hand_value("KD AS 7H"), hand_value("QH 5D")
        (18, 15)
    """
    instance("rules", rules, Rules)
    values = card_values(rules)
    return sum([values[card] for card in cards_of(hand, "the hand")])


def card_value(card: Card, rules: Rules) -> int:
    """Return what a card left in the hand counts (004.10)."""
    return card_values(rules)[card]


@lru_cache(maxsize=256)
def card_values(rules: Rules) -> tuple[int, ...]:
    """Return what each card left in the hand counts, by the number of the card."""

    def value(card: Card) -> int:
        if card.is_joker:
            return rules.joker_points
        if card.rank == 1:
            return rules.ace_points
        return min(card.rank, 10)

    return by_number(KINDS, value, 0)
