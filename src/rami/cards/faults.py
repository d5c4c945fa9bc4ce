"""Violations of the meld rules, and messages about cards."""

from typing import Final

from rami.errors import ViolationCode
from rami.messages import Texts

TEXTS: Final = Texts("cards")
"""The messages about cards and melds."""


class Fault(ViolationCode, texts=TEXTS):
    """Violation codes shared by all games with melds of cards.

    The `Code` of a game repeats these members, each with the rule of that game. `Code.own` converts violations.
    """

    TOO_FEW_CARDS = "too_few_cards", ""
    TOO_MANY_CARDS = "too_many_cards", ""
    ONLY_JOKERS = "only_jokers", ""
    DIFFERENT_RANKS = "different_ranks", ""
    DIFFERENT_SUITS = "different_suits", ""
    NOT_CONSECUTIVE = "not_consecutive", ""
    ACE_PLACE = "ace_place", ""
    RUN_TOO_SHORT = "run_too_short", "", "shortest"
    RUN_TOO_LONG = "run_too_long", "", "longest"
    GROUP_SUITS = "group_suits", ""
    TOO_MANY_JOKERS = "too_many_jokers", "", "n"
    JOKER_PLACE = "joker_place", ""
