"""The rules of Gin in words, a sentence for every field."""

from attrs import fields

from rami.gin.rules import DEAD_STOCK, GAME_BONUS, HAND, MOST_TURNS, PRESETS, TEXTS, Rules
from rami.sentences import Phrase
from rami.sentences.rules import Choice, Paragraph, Topics, When, paragraphs


def told(rules: Rules) -> tuple[Paragraph, ...]:
    """Return the rules in words, for `rami.prose`."""
    constants = {"hand": HAND, "dead_stock": DEAD_STOCK, "most_turns": MOST_TURNS, "game_bonus": GAME_BONUS}
    return paragraphs(TEXTS, rules, _TOPICS, **constants)


def _aim(rules: Rules) -> Phrase:
    return TEXTS.phrase(f"rules.aim.{'few' if _has_undercuts(rules) else 'none'}")


def _ace(rules: Rules) -> Phrase | None:
    asks = rules.knock_by_upcard and rules.ace_upcard_gin_only and rules.knock_limit > 0
    return TEXTS.phrase("rules.knocking.ace-gin") if asks else None


def _has_upcard_limit(rules: Rules) -> bool:
    return rules.knock_by_upcard and rules.knock_limit > 0


def _has_undercuts(rules: Rules) -> bool:
    return rules.knock_limit > 0


def _missing(rules: Rules) -> Phrase | None:
    """Return what an edition leaves out of its printed rules."""
    return TEXTS.phrase("rules.missing.oklahoma-gin") if rules == PRESETS["oklahoma-gin"] else None


def _with_deadwood(key: str) -> Choice[Rules]:
    """Say a sentence where a player may knock with deadwood."""
    return Choice("knock_limit", lambda rules: TEXTS.phrase(key) if _has_undercuts(rules) else None)


_TOPICS: Topics[Rules] = {
    "aim": [Choice("knock_limit", _aim)],
    "melds": ["melds"],
    "turn": ["deal", "starter", "offer", "turn"],
    "knocking": [
        "knock",
        "knock_limit",
        When("knock_by_upcard", "knock_limit", _has_upcard_limit),
        Choice("ace_upcard_gin_only knock_by_upcard knock_limit", _ace),
        _with_deadwood("rules.knocking.layoff"),
    ],
    "score": [
        _with_deadwood("rules.score.difference"),
        "gin",
        "gin_bonus",
        "big_gin_bonus",
        _with_deadwood("rules.score.undercut"),
        When("undercut_bonus", "knock_limit", _has_undercuts),
        "dead_stock",
    ],
    "match": ["match_points", "game_bonus", "box_bonus", "shutout"],
    "missing": [Choice(" ".join(each.name for each in fields(Rules)), _missing)],
}
