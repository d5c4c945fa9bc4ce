"""The rules as one value: the deck. What the source leaves open beside it has one answer here."""

from typing import Final

from attrs import frozen

from rami.contracts.cards import Card
from rami.contracts.deck import MIN_PLAYERS, Deck
from rami.contracts.default_deck import DEFAULT_DECK
from rami.presets import BaseRules

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
        >>> Rules(deck=DEFAULT_DECK) == Rules()
        True
    """

    deck: Deck = DEFAULT_DECK

    @property
    def player_counts(self) -> tuple[int, ...]:
        """The numbers of players that the deck is for (003.24)."""
        return tuple(range(MIN_PLAYERS, self.deck.max_players + 1))

    @property
    def pieces(self) -> tuple[Card, ...]:
        """The value cards of the deck, in canonical order."""
        return self.deck.cards


def longest(rules: Rules, players: int) -> int:
    """Return the most moves that a deal can have (B16).

    Args:
        rules: The rules.
        players: How many players.

    Returns:
        The number.

    Examples:
        >>> longest(Rules(), 4)
        836
    """
    return 2 * MOST_ROUNDS * players + len(rules.deck.contracts)


PRESETS: Final = Rules.named({"contract-default": Rules()})
"""The editions by name. A preset never changes its meaning: a correction gets a new name."""
