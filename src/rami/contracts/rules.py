"""The rules of the contract game, also in words."""

from typing import Final

from attrs import frozen

from rami.contracts.cards import TEXTS, Card, color_name
from rami.contracts.deck import DEFAULT_DECK, MIN_PLAYERS, Deck
from rami.presets import BaseRules
from rami.sentences import Phrase
from rami.sentences.rules import Choice, Paragraph, Topics, paragraphs
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


@typed
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


def told(rules: Rules) -> tuple[Paragraph, ...]:
    """Return the rules in words, for `rami.prose`."""
    return paragraphs(TEXTS, rules, _TOPICS, most_rounds=MOST_ROUNDS)


def _deck(rules: Rules) -> Phrase:
    deck = rules.deck
    points = [contract.points for contract in deck.contracts]
    return TEXTS.phrase(
        "rules.aim.deck",
        cards=len(deck.cards),
        min_value=deck.min_value,
        max_value=deck.max_value,
        copies=deck.copies,
        colors=tuple(map(color_name, deck.colors)),
        contracts=len(deck.contracts),
        lowest=min(points),
        highest=max(points),
    )


def _players(rules: Rules) -> Phrase:
    return TEXTS.phrase("rules.aim.players", low=MIN_PLAYERS, high=rules.deck.max_players)


def _tokens(rules: Rules) -> Phrase | None:
    tokens = tuple(
        TEXTS.phrase("rules.aim.token", faces=tuple(each.mark.name for each in token))
        for token in rules.deck.trophy_tokens
    )
    return TEXTS.phrase("rules.aim.tokens", tokens=tokens) if tokens else None


def _jokers(rules: Rules) -> Phrase | None:
    return TEXTS.phrase("rules.fill.joker") if rules.deck.jokers_per_player else None


def _markets(rules: Rules) -> Phrase:
    deck = rules.deck
    return TEXTS.phrase(
        "rules.aim.markets",
        contract_market_size=deck.contract_market_size,
        value_market_size=deck.value_market_size,
        jokers_per_player=deck.jokers_per_player,
    )


def _dealt(rules: Rules) -> Phrase:
    return TEXTS.phrase("rules.aim.cards_dealt", cards_dealt=rules.deck.cards_dealt)


def _hand(rules: Rules) -> Phrase:
    return TEXTS.phrase("rules.refill.hand", min_hand=rules.deck.min_hand, max_hand=rules.deck.max_hand)


def _triggers(rules: Rules) -> Phrase:
    triggers = tuple(
        TEXTS.phrase("rules.end.trigger", contracts=contracts, players=players)
        for players, contracts in enumerate(rules.deck.end_triggers, MIN_PLAYERS)
    )
    return TEXTS.phrase("rules.end.triggers", triggers=triggers)


def _trophies(rules: Rules) -> Phrase | None:
    if not rules.deck.trophy_tokens:
        return None
    return TEXTS.phrase("rules.score.trophies", trophy_points=rules.deck.trophy_points)


def _trophy(rules: Rules) -> Phrase | None:
    return TEXTS.phrase("rules.score.trophy") if rules.deck.trophy_tokens else None


_TOPICS: Topics[Rules] = {
    "aim": [
        "points",
        Choice("deck", _players),
        Choice("deck", _deck),
        Choice("deck", _markets),
        Choice("deck", _tokens),
        Choice("deck", _dealt),
        "starter",
    ],
    "take": ["take"],
    "fill": ["fill", "bonus", Choice("deck", _jokers), "more"],
    "refill": [Choice("deck", _hand), "refill"],
    "end": [Choice("deck", _triggers), "end"],
    "score": ["points", Choice("deck", _trophies), Choice("deck", _trophy), "left"],
}
