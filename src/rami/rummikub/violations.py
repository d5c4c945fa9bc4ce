"""The kinds of violation in Rummikub: code, rule, and the names of their numbers."""

from collections.abc import Mapping
from typing import Final

from rami.errors import ViolationCode
from rami.rummikub.tiles import TEXTS


class Code(ViolationCode, texts=TEXTS):
    """The kinds of violation in Rummikub."""

    GAME_OVER = "game_over", "000.21"
    NOT_YOUR_TURN = "not_your_turn", "000.3", "seat"
    POOL_EMPTY = "pool_empty", "000.23"
    POOL_NOT_EMPTY = "pool_not_empty", "000.13", "tiles"
    MUST_PLAY_BEFORE_PASSING = "must_play_before_passing", "A23"
    NO_TIME_LIMIT = "no_time_limit", "A19"
    NOTHING_PLAYED = "nothing_played", "A17"
    TILE_LOST = "tile_lost", "A18"
    JOKER_KEPT = "joker_kept", "000.17"
    NOT_IN_RACK = "not_in_rack", "A18"
    TOO_FEW_TILES = "too_few_tiles", "000.5"
    ONLY_JOKERS = "only_jokers", "A8"
    DIFFERENT_NUMBERS = "different_numbers", "000.5"
    COLOR_TWICE = "color_twice", "000.5"
    DIFFERENT_COLORS = "different_colors", "000.6"
    NOT_CONSECUTIVE = "not_consecutive", "000.6"
    NOT_A_MELD = "not_a_meld", "000.5"
    NO_SUCH_TILE = "no_such_tile", "A9"
    OPENING_TOO_LOW = "opening_too_low", "000.8", "points", "n"
    OPENING_CHANGES_TABLE = "opening_changes_table", "A5"
    JOKER_BEFORE_OPENING = "joker_before_opening", "000.18"
    JOKER_NOT_REPLACED = "joker_not_replaced", "000.15"
    JOKER_NOT_IN_NEW_MELD = "joker_not_in_new_meld", "000.17"


_CITED: Final[Mapping[str | None, Mapping[ViolationCode, str]]] = {
    "000": {
        Code.MUST_PLAY_BEFORE_PASSING: "000.23",
        Code.NOTHING_PLAYED: "000.13",
    },
    "001": {
        Code.GAME_OVER: "001.20",
        Code.NOT_YOUR_TURN: "001.3",
        Code.POOL_EMPTY: "001.20",
        Code.POOL_NOT_EMPTY: "001.8",
        Code.MUST_PLAY_BEFORE_PASSING: "001.20",
        Code.NO_TIME_LIMIT: "001.11",
        Code.NOTHING_PLAYED: "001.8",
        Code.TILE_LOST: "001.10",
        Code.JOKER_KEPT: "001.14",
        Code.TOO_FEW_TILES: "001.6",
        Code.DIFFERENT_NUMBERS: "001.6",
        Code.COLOR_TWICE: "001.6",
        Code.DIFFERENT_COLORS: "001.6",
        Code.NOT_CONSECUTIVE: "001.6",
        Code.NOT_A_MELD: "001.6",
        Code.OPENING_TOO_LOW: "001.4",
        Code.JOKER_BEFORE_OPENING: "A14",
        Code.JOKER_NOT_REPLACED: "001.13",
        Code.JOKER_NOT_IN_NEW_MELD: "A10",
    },
    "002": {
        Code.GAME_OVER: "002.13",
        Code.NOT_YOUR_TURN: "002.3",
        Code.POOL_EMPTY: "A23",
        Code.POOL_NOT_EMPTY: "002.9",
        Code.NO_TIME_LIMIT: "002.12",
        Code.NOTHING_PLAYED: "002.9",
        Code.JOKER_KEPT: "002.11",
        Code.TOO_FEW_TILES: "002.5",
        Code.DIFFERENT_NUMBERS: "002.5",
        Code.COLOR_TWICE: "002.5",
        Code.DIFFERENT_COLORS: "002.4",
        Code.NOT_CONSECUTIVE: "002.4",
        Code.NOT_A_MELD: "002.5",
        Code.OPENING_TOO_LOW: "002.6",
        Code.JOKER_BEFORE_OPENING: "A14",
        Code.JOKER_NOT_REPLACED: "002.11",
        Code.JOKER_NOT_IN_NEW_MELD: "002.11",
    },
    None: {
        Code.POOL_EMPTY: "A23",
        Code.JOKER_KEPT: "A10",
        Code.OPENING_TOO_LOW: "A7",
        Code.JOKER_BEFORE_OPENING: "A14",
        Code.JOKER_NOT_REPLACED: "A11",
        Code.JOKER_NOT_IN_NEW_MELD: "A10",
    },
}
"""The rule of a code by source text, where it is not the one of the code; None for editions without a source text."""


def rule_in(code: ViolationCode, source: str | None) -> str:
    """Return the rule that a code breaks in the editions of a source text, or in those without one."""
    rule = _CITED[source].get(code, code.rule)
    return f"cf. {rule}" if source is None and rule[0].isdigit() else rule
