"""The rules, the tiles, and the sentences of the game."""

from pathlib import Path
from types import MappingProxyType

from attrs import frozen

from rami.errors import RulesError, ViolationCode
from rami.rummikub import Tile, full_set
from rami.text import Phrase, Texts
from rami.text.rules import Choice, Paragraph, Topics, paragraphs

TEXTS = Texts("okey", Path(__file__).parent / "text")

HAND = 14
HIGHEST = 13
SET = full_set()
"""Each numbered tile twice, and the two false jokers, which Rummikub's notation writes `*`."""


@frozen(kw_only=True)
class Rules:
    """What groups of players decide differently.

    Attributes:
        seven_pairs: Whether seven pairs finish a hand, too.
        points: What each loser loses; twice as much if the okey is discarded, and again for seven pairs.
        most_turns: After how many turns a deal ends without a winner.
    """

    seven_pairs: bool = True
    points: int = 2
    most_turns: int = 400

    def __attrs_post_init__(self) -> None:
        if not (1 <= self.points <= 100 and 1 <= self.most_turns <= 10_000):
            raise RulesError("points must be 1 to 100, most_turns 1 to 10,000")


PRESETS = MappingProxyType({"okey": Rules(), "without-pairs": Rules(seven_pairs=False)})
DEFAULT = PRESETS["okey"]


class Code(ViolationCode, texts=TEXTS):
    """What can be wrong with a move: its code, its rule, and the numbers in its sentence."""

    GAME_OVER = "game_over", "6"
    NOT_YOUR_TURN = "not_your_turn", "3", "seat"
    TAKE_FIRST = "take_first", "3"
    DISCARD_NOW = "discard_now", "3"
    NOTHING_TO_TAKE = "nothing_to_take", "3"
    STOCK_EMPTY = "stock_empty", "3"
    NOT_IN_HAND = "not_in_hand", "4"
    NOT_FINISHED = "not_finished", "5"


def seats(rules: Rules) -> tuple[int, ...]:  # noqa: ARG001  # the same in all rules
    return (2, 3, 4)


def pieces(rules: Rules) -> tuple[Tile, ...]:  # noqa: ARG001
    return SET


def longest(rules: Rules, players: int) -> int:  # noqa: ARG001
    return 2 * rules.most_turns


def okey_of(indicator: Tile) -> Tile:
    """Return the wild tile: the next number in the colour of the indicator, and 1 after 13."""
    assert indicator.color is not None
    return Tile(indicator.color, indicator.number % HIGHEST + 1)


def told(rules: Rules) -> tuple[Paragraph, ...]:
    """Return the rules in words."""
    topics: Topics[Rules] = {
        "deal": ["deal", "okey"],
        "turn": ["turn", "most_turns"],
        "end": ["finish", "seven_pairs"],
        "score": ["points", Choice("seven_pairs", _double)],
    }
    return paragraphs(TEXTS, rules, topics, hand=HAND)


def _double(rules: Rules) -> Phrase | None:
    return TEXTS.phrase("rules.score.double-pairs") if rules.seven_pairs else None
