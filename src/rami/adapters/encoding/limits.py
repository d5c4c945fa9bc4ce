"""Bounds on the scores of a deal."""

from typing import Final

from rami import contracts, gin, rummikub, rummy
from rami.gin.rules import HAND

Bounds = tuple[int, int]
"""The least and the most that a player can score in a deal."""

UNKNOWN: Final = (-1_000_000, 1_000_000)
"""The bounds on the scores of a game that is not of the library."""


def rummikub_scores(rules: rummikub.Rules, players: int) -> Bounds:  # noqa: ARG001
    """Return the bounds where all tiles but one are left on the racks."""
    most = rummikub.rack_value(rules.pieces, rules)
    return (-most if rules.losers_negative else 0), most


def rummy_scores(rules: rummy.Rules, players: int) -> Bounds:
    """Return the bounds where all cards are left in the hands, or all are laid and jokers laid again and again."""
    cards = rummy.hand_value(rules.pieces, rules)
    if rules.scoring == "melded":
        return -cards - players * (rules.unmelded_points or 0), cards + len(rules.pieces) * rules.joker_points
    left = max(1, rules.rummy_multiplier) * (cards + players * (rules.unmelded_points or 0))
    return (0 if rules.scoring == "winner" else -left), (0 if rules.scoring == "losers" else left) + rules.rummy_bonus


def gin_scores(rules: gin.Rules, players: int) -> Bounds:  # noqa: ARG001
    """Return the bounds where ten court cards are left."""
    return 0, 10 * HAND + max(rules.gin_bonus, rules.big_gin_bonus or 0, rules.undercut_bonus)


def contracts_scores(rules: contracts.Rules, players: int) -> Bounds:  # noqa: ARG001
    """Return the bounds where one player has all contracts, cards and trophies."""
    deck = rules.deck
    most = sum(contract.points for contract in deck.contracts) + len(deck.cards)
    return 0, most + len(deck.trophy_tokens) * deck.trophy_points
