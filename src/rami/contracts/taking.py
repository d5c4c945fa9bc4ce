"""Step 1 of a turn: which cards may be taken from the market."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from rami.contracts.cards import Card, without
from rami.contracts.deck import MOST_TAKEN
from rami.contracts.moves import Take
from rami.contracts.state import State, View
from rami.contracts.violations import Code
from rami.errors import Violation


def take_violations(position: State | View, move: Take) -> Iterator[Violation]:
    """What is wrong with the cards that a player takes (003.6, B1, B2).

    Args:
        position: The position before the move.
        move: The move.

    Yields:
        Every reason.
    """
    rules, market, taken = position.rules, position.value_market, move.cards
    if missing := without(taken, market):
        yield Violation(Code.NOT_IN_MARKET, missing)
    if len(taken) > MOST_TAKEN:
        yield Violation(Code.TOO_MANY_TAKEN, numbers=(MOST_TAKEN, len(taken)))
    if taken and not _shared(taken):
        yield Violation(Code.NOTHING_IN_COMMON, taken)
    needed = min(rules.min_take, max(map(len, _features(market)), default=0))
    if len(taken) < needed:
        yield Violation(Code.TOO_FEW_TAKEN, numbers=(needed, len(taken)))
    if rules.take_all and taken and not missing:
        alike = [cards for cards in _features(market) if not without(taken, cards)]
        if alike and all(len(taken) < min(MOST_TAKEN, len(cards)) for cards in alike):
            yield Violation(Code.MUST_TAKE_ALL, without(alike[0], taken))


def takes(position: State | View) -> Iterator[Take]:
    """Every legal choice of cards from the market, each multiset once.

    Args:
        position: A position in the phase `Phase.TAKE`.

    Yields:
        The moves, those with fewer cards first.
    """
    for size in range(MOST_TAKEN + 1):
        for cards in dict.fromkeys(combinations(position.value_market, size)):
            move = Take(cards)
            if not any(take_violations(position, move)):
                yield move


def _shared(cards: Sequence[Card]) -> bool:
    """Whether cards share their value or their colour."""
    return len({card.value for card in cards}) == 1 or len({card.color for card in cards}) == 1


def _features(market: Sequence[Card]) -> list[tuple[Card, ...]]:
    """The cards of the market that go together: for each value, and for each colour, those that have it."""
    values = dict.fromkeys(card.value for card in market)
    colors = dict.fromkeys(card.color for card in market)
    return [
        *(tuple(card for card in market if card.value == value) for value in values),
        *(tuple(card for card in market if card.color == color) for color in colors),
    ]
