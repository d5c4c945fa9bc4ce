"""The kinds of violation in card rummy: code, rule, and the names of their numbers."""

from rami.errors import ViolationCode
from rami.rummy.cards import TEXTS


class Code(ViolationCode, texts=TEXTS):
    """The kinds of violation in card rummy.

    A rule that source 004 does not have is named by the field of `Rules` that asks for it.
    """

    GAME_OVER = "game_over", "004.9"
    NOT_YOUR_TURN = "not_your_turn", "004.5", "seat"
    DRAW_FIRST = "draw_first", "004.6"
    ALREADY_DRAWN = "already_drawn", "004.6"
    NO_DISCARD = "no_discard", "004.6"
    TAKE_TOO_EARLY = "take_too_early", "take_from_round", "round"
    TAKE_WITH_ONE_CARD = "take_with_one_card", "take_with_one_card"
    TAKE_TOP_ONLY = "take_top_only", "take_depth"
    TAKE_TOO_MANY = "take_too_many", "take_depth", "count", "most"
    OFFER_OPEN = "offer_open", "buying"
    OFFER_OVER = "offer_over", "buying"
    ANSWER_FIRST = "answer_first", "buying"
    NOT_IN_HAND = "not_in_hand", "004.6"
    TOO_FEW_CARDS = "too_few_cards", "004.4"
    TOO_MANY_CARDS = "too_many_cards", "004.4"
    ONLY_JOKERS = "only_jokers", "004.4"
    DIFFERENT_RANKS = "different_ranks", "004.4"
    DIFFERENT_SUITS = "different_suits", "004.4"
    NOT_CONSECUTIVE = "not_consecutive", "004.4"
    MELD_LIMIT = "meld_limit", "C3", "limit"
    ACE_PLACE = "ace_place", "C1"
    RUN_TOO_SHORT = "run_too_short", "shortest_run", "shortest"
    RUN_TOO_LONG = "run_too_long", "longest_run", "longest"
    GROUP_SUITS = "group_suits", "C8"
    TOO_MANY_JOKERS = "too_many_jokers", "max_jokers_per_meld", "n"
    JOKER_PLACE = "joker_place", "joker_place"
    OPENING_TOO_LOW = "opening_too_low", "opening_points", "needed", "best"
    OPENING_NEEDS_RUN = "opening_needs_run", "opening_pure_run"
    OPENING_MELDS = "opening_melds", "opening_melds", "groups", "runs"
    MELD_FIRST = "meld_first", "C2"
    MELD_IN_EARLIER_TURN = "meld_in_earlier_turn", "C2"
    NO_SUCH_MELD = "no_such_meld", "004.6"
    DOES_NOT_FIT = "does_not_fit", "004.4"
    JOKER_STAYS = "joker_stays", "replace_joker"
    NOT_THE_JOKER = "not_the_joker", "replace_joker"
    JUST_TAKEN = "just_taken", "C5"
    TAKEN_NOT_LAID = "taken_not_laid", "take_discard"
    JOKER_NOT_LAID = "joker_not_laid", "joker_reuse"
    JOKER_NEEDS_NEW_MELD = "joker_needs_new_meld", "joker_reuse"
    OUT_TOO_EARLY = "out_too_early", "out_from_round", "round"
    LAST_CARD = "last_card", "C4"
    NO_END = "no_end", "C5"


_OF_SOURCE: dict[ViolationCode, str] = {
    Code.MELD_FIRST: "004.6",
    Code.MELD_LIMIT: "004.6",
    Code.ACE_PLACE: "004.4",
    Code.JUST_TAKEN: "004.6",
    Code.NO_END: "004.6",
}
"""The rule of a code in the edition of source 004, where it is not the one of the code."""


def rule_in(code: ViolationCode, *, has_source: bool) -> str:
    """Return the rule that a code breaks in the edition of source 004, or in one without a source text."""
    if has_source:
        return _OF_SOURCE.get(code, code.rule)
    return f"cf. {code.rule}" if code.rule[0].isdigit() else code.rule
