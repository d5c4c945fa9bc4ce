"""The rules as one value: the deck. What the source leaves open beside it has one answer here."""

from typing import Final

from attrs import frozen

from rami.contracts.cards import Card
from rami.contracts.deck import MIN_PLAYERS, Deck
from rami.contracts.default_deck import DEFAULT_DECK
from rami.presets import BaseRules
from rami.shapes import typed

MOST_ROUNDS = 100
"""The number of rounds after which a game ends, whatever the players do."""


@frozen(kw_only=True, cache_hash=True, repr=False)
class Rules(BaseRules):
    """The rules of an edition: its deck, with every number that is printed on the components or in the rule book.

    Attributes:
        deck: The components (B3, B5, B13, B18).

    Raises:
        WrongType: If `deck` is no `Deck`.

    Examples:
        >>> Rules(deck=DEFAULT_DECK) == DEFAULT
        True
    """

    deck: Deck = DEFAULT_DECK


DEFAULT: Final = Rules()
"""The rules that functions use by default: `contract-default`."""

PRESETS: Final = Rules.named({"contract-default": DEFAULT})
"""The editions by name. A preset never changes its meaning: a correction gets a new name."""


@typed
def seats(rules: Rules) -> tuple[int, ...]:
    """Return the numbers of players that the rules allow.

    Args:
        rules: The rules.

    Returns:
        The numbers, in ascending order.

    Examples:
        >>> seats(DEFAULT)
        (2, 3, 4)
    """
    return tuple(range(MIN_PLAYERS, rules.deck.max_players + 1))


@typed
def pieces(rules: Rules) -> tuple[Card, ...]:
    """Return the value cards of the deck, in canonical order, identical ones as often as there are copies.

    Args:
        rules: The rules.

    Returns:
        The value cards.

    Examples:
        >>> len(pieces(DEFAULT))
        96
    """
    return rules.deck.cards
