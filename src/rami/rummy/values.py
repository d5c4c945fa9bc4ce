"""What cards count that are left in a hand."""

from collections.abc import Iterable, Mapping

from rami.rummy.cards import RANK, Card, cards_of
from rami.rummy.rules import DEFAULT, Rules
from rami.validation import instance


def hand_value(hand: str | Iterable[Card], rules: Rules = DEFAULT) -> int:
    """What the cards left in a hand count at the end of a deal (004.10).

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
    points = points_by_rank(rules)
    return sum([points[RANK[card]] for card in cards_of(hand, "the hand")])


def card_value(card: Card, rules: Rules) -> int:
    """What a card left in the hand counts (004.10).

    Args:
        card: The card.
        rules: The rules.
    """
    return points_by_rank(rules)[RANK[card]]


def points_by_rank(rules: Rules) -> tuple[int, ...]:
    """What a card left in the hand counts, by its rank; first the joker, whose rank is 0 (004.10).

    Args:
        rules: The rules.
    """
    return (rules.joker_points, rules.ace_points, *_FROM_TWO[rules.card_points])


_FROM_TWO: Mapping[str, tuple[int, ...]] = {
    "court_10": (*range(2, 11), 10, 10, 10),
    "rank": tuple(range(2, 14)),
    "five_ten": (*[5] * 8, *[10] * 4),
}
"""The points of the ranks from two to the king, by `Rules.card_points`."""
