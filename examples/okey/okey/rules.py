"""Rules, editions, violation codes, and the rules in words."""

from typing import Annotated, Any

from attrs import frozen

from rami.own import BaseRules, Range, ViolationCode, paragraphs

from .tiles import SET, TEXTS, Tiles

HAND = 14


@frozen(kw_only=True, repr=False)
class Rules(BaseRules):
    """Rules that differ between groups of players.

    Attributes:
        seven_pairs: Whether a player may also finish with seven pairs.
        points: The points that each loser loses. They double if the okey is discarded, and again for seven pairs.
        most_turns: The number of turns after which a deal ends without a winner.
    """

    seven_pairs: bool = True
    points: Annotated[int, Range(1, 100)] = 2
    most_turns: Annotated[int, Range(1, 10_000)] = 400

    @property
    def player_counts(self) -> tuple[int, ...]:
        """The numbers of players."""
        return (2, 3, 4)

    @property
    def pieces(self) -> Tiles:
        """All tiles of the set."""
        return SET


PRESETS = Rules.named({"okey": Rules(), "without-pairs": Rules(seven_pairs=False)})


class Code(ViolationCode, texts=TEXTS):
    """Kinds of violation: code, rule, and the names of the numbers in the sentence."""

    GAME_OVER = "game_over", "6"
    NOT_YOUR_TURN = "not_your_turn", "3", "seat"
    TAKE_FIRST = "take_first", "3"
    DISCARD_NOW = "discard_now", "3"
    NOTHING_TO_TAKE = "nothing_to_take", "3"
    STOCK_EMPTY = "stock_empty", "3"
    NOT_IN_HAND = "not_in_hand", "4"
    NOT_FINISHED = "not_finished", "5"


def longest(rules: Rules, players: int) -> int:  # noqa: ARG001  # the number of players does not matter
    return 2 * rules.most_turns


def told(rules: Rules) -> Any:
    """Return the rules in words: a paragraph for each topic, with a sentence for each key or field."""
    topics = {
        "deal": ["deal", "okey"],
        "turn": ["turn", "most_turns"],
        "end": ["finish", "seven_pairs"],
        "score": ["points", "seven_pairs"],
    }
    return paragraphs(TEXTS, rules, topics, hand=HAND)
