"""The rules of Gin in words, a sentence for every field."""

from rami.gin.rules import HAND, MOST_TURNS, TEXTS, Rules
from rami.text import Phrase
from rami.text.rules import Choice, Paragraph, Topics, paragraphs


def told(rules: Rules) -> tuple[Paragraph, ...]:
    """Return the rules in words, for `rami.prose`.

    Args:
        rules: The rules.
    """
    return paragraphs(TEXTS, rules, _TOPICS, hand=HAND, most_turns=MOST_TURNS)


def _ace(rules: Rules) -> Phrase | None:
    if not rules.knock_by_upcard:
        return None
    return TEXTS.phrase("rules.knocking.ace-gin" if rules.ace_upcard_gin_only else "rules.knocking.ace-limit")


_TOPICS: Topics[Rules] = {
    "aim": ["knock"],
    "melds": ["melds"],
    "turn": ["deal", "offer_upcard", "turn"],
    "knocking": [
        "knock",
        "knock_limit",
        "knock_by_upcard",
        Choice("ace_upcard_gin_only knock_by_upcard", _ace),
        "layoff",
    ],
    "score": ["difference", "gin_bonus", "big_gin_bonus", "undercut_on_tie", "undercut_bonus", "dead_stock"],
    "match": ["match_points", "game_bonus", "box_bonus", "shutout"],
}
