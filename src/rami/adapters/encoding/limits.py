"""Bounds on the deals of a game: the scores, and the number of moves."""

from typing import Final

from rami import contracts, gin, rummikub, rummy
from rami.contracts.rules import MOST_ROUNDS
from rami.gin.rules import HAND
from rami.rummy.limits import MOST_ROUNDS

Bounds = tuple[int, int]
"""The least and the most that a player can score in a deal."""

UNKNOWN: Final = (-1_000_000, 1_000_000)
"""The bounds on the scores of a game that is not of the library."""

MOST_MOVES: Final = 100_000
"""The bound on the moves of a deal of such a game."""


def rummikub_scores(rules: rummikub.Rules, players: int) -> Bounds:  # noqa: ARG001
    """Return the bounds where all tiles but one are left on the racks."""
    most = rummikub.rack_value(rules.tiles, rules)
    return (-most if rules.losers_negative else 0), most


def rummikub_moves(rules: rummikub.Rules, players: int) -> int:
    """Return the most moves of a deal: each draw, play and pass in between."""
    return len(rules.tiles) * (players + 2) + players


def rummy_scores(rules: rummy.Rules, players: int) -> Bounds:
    """Return the bounds where all cards are left in the hands, or all are laid and jokers laid again and again."""
    cards = rummy.hand_value(rules.cards, rules)
    if rules.scoring == "melded":
        return -cards - players * (rules.unmelded_points or 0), cards + len(rules.cards) * rules.joker_points
    left = max(1, rules.rummy_multiplier) * (cards + players * (rules.unmelded_points or 0))
    return (0 if rules.scoring == "winner" else -left), (0 if rules.scoring == "losers" else left) + rules.rummy_bonus


def rummy_moves(rules: rummy.Rules, players: int) -> int:
    """Return the most moves of a deal: two for each turn, the offers to buy, and those that lay cards."""
    a_turn = 2 + (players if rules.buying else 0)
    return a_turn * players * MOST_ROUNDS + 2 * len(rules.cards)


def gin_scores(rules: gin.Rules, players: int) -> Bounds:  # noqa: ARG001
    """Return the bounds where ten court cards are left."""
    return 0, 10 * HAND + max(rules.gin_bonus, rules.big_gin_bonus or 0, rules.undercut_bonus)


def contracts_scores(rules: contracts.Rules, players: int) -> Bounds:  # noqa: ARG001
    """Return the bounds where one player has all contracts, cards and trophies."""
    deck = rules.deck
    most = sum(contract.points for contract in deck.contracts) + len(deck.cards)
    most += len(deck.trophy_tokens) * deck.trophy_points
    return 0, most


def contracts_moves(rules: contracts.Rules, players: int) -> int:
    """Return the most moves of a game: two for each turn, and one for each contract."""
    return 2 * players * MOST_ROUNDS + len(rules.deck.contracts)
