"""The rules of the contract game in words: what the deck says, and what is the same with any deck."""

from rami.contracts.cards import TEXTS, color_name
from rami.contracts.deck import MIN_PLAYERS
from rami.contracts.rules import MOST_ROUNDS, Rules
from rami.sentences import Phrase
from rami.sentences.rules import Choice, Paragraph, Topics, paragraphs


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
