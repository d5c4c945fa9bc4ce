"""The kinds of violation in Gin: code, rule, and the names of their numbers."""

from rami.errors import ViolationCode
from rami.gin.rules import TEXTS


class Code(ViolationCode, texts=TEXTS):
    """The kinds of violation in Gin."""

    GAME_OVER = "game_over", "G17"
    NOT_YOUR_TURN = "not_your_turn", "G6", "seat"
    UPCARD_OFFERED = "upcard_offered", "G5"
    UPCARD_REFUSED = "upcard_refused", "G5"
    NO_PASS = "no_pass", "G6"
    DRAW_FIRST = "draw_first", "G6"
    ALREADY_DRAWN = "already_drawn", "G6"
    NOT_IN_HAND = "not_in_hand", "G6"
    NO_JOKER = "no_joker", "G1"
    JUST_TAKEN = "just_taken", "G7"
    TOO_MUCH_DEADWOOD = "too_much_deadwood", "G9", "deadwood", "limit"
    ACE_PLACE = "ace_place", "G3"
    TOO_FEW_CARDS = "too_few_cards", "G3"
    TOO_MANY_CARDS = "too_many_cards", "G3"
    ONLY_JOKERS = "only_jokers", "G1"
    DIFFERENT_RANKS = "different_ranks", "G3"
    DIFFERENT_SUITS = "different_suits", "G3"
    NOT_CONSECUTIVE = "not_consecutive", "G3"
    NO_BIG_GIN = "no_big_gin", "G14"
    NOT_BIG_GIN = "not_big_gin", "G14"
    NO_KNOCK = "no_knock", "G12"
    LAY_OFF = "lay_off", "G12"
    NO_SUCH_MELD = "no_such_meld", "G12"
    DOES_NOT_FIT = "does_not_fit", "G12"
