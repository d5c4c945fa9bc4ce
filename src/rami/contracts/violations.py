"""The kinds of violation in the contract game: code, rule, and the names of their numbers."""

from rami.contracts.cards import TEXTS
from rami.errors import ViolationCode


class Code(ViolationCode, texts=TEXTS):
    """The kinds of violation in the contract game."""

    GAME_OVER = "game_over", "003.25"
    NOT_YOUR_TURN = "not_your_turn", "003.4", "seat"
    TAKE_FIRST = "take_first", "003.6"
    ALREADY_TAKEN = "already_taken", "003.6"
    NOT_IN_MARKET = "not_in_market", "003.6"
    TOO_MANY_TAKEN = "too_many_taken", "003.6", "limit", "taken"
    NOTHING_IN_COMMON = "nothing_in_common", "003.6"
    TOO_FEW_TAKEN = "too_few_taken", "B1"
    NO_SUCH_CONTRACT = "no_such_contract", "003.7"
    REQUIREMENT_COUNT = "requirement_count", "003.10", "requirements", "rows"
    NOT_EQUAL = "not_equal", "003.11", "requirement", "size"
    NOT_IMPOSED = "not_imposed", "003.11", "requirement", "size", "value"
    NOT_A_RUN = "not_a_run", "003.11", "requirement", "size", "lowest", "highest"
    CARD_NOT_IN_HAND = "card_not_in_hand", "B4"
    NO_JOKER = "no_joker", "003.15"
    ONE_JOKER = "one_joker", "003.15", "jokers"
    WRONG_DISCARDS = "wrong_discards", "003.9", "limit", "held", "excess", "discarded"
    DISCARD_NOT_IN_HAND = "discard_not_in_hand", "003.9"
