"""The rules of Rummikub in words, a sentence for every field."""

from rami.rummikub.rules import Rules, source
from rami.rummikub.tiles import TEXTS
from rami.sentences import Phrase
from rami.sentences.rules import Choice, Paragraph, Topics, When, paragraphs

_SILENT = ("000", "001")
"""The sources that leave open whether the turn of the opening may use the table (A5)."""


def told(rules: Rules) -> tuple[Paragraph, ...]:
    """Return the rules in words, for `rami.prose`."""
    return paragraphs(TEXTS, rules, _TOPICS)


def _players(rules: Rules) -> Phrase:
    low, high = rules.min_players, rules.max_players
    form = "one" if low == high else "two" if high == low + 1 else "range"
    return TEXTS.phrase(f"rules.aim.players-{form}", low=low, high=high)


def _clockwise(rules: Rules) -> Phrase | None:
    return TEXTS.phrase("rules.start.clockwise") if rules.max_players > 2 else None


def _several_jokers(rules: Rules) -> Phrase | None:
    return TEXTS.phrase("rules.melds.several_jokers") if rules.jokers > 1 else None


def _has_jokers(rules: Rules) -> bool:
    return rules.jokers > 0


def _opening_table(rules: Rules) -> Phrase:
    form = "ours" if source(rules) in _SILENT else rules.opening_turn_table
    return TEXTS.phrase(f"rules.opening.opening_turn_table-{form}")


def _opening_joker(rules: Rules) -> Phrase | None:
    return TEXTS.phrase("rules.opening.joker") if _has_jokers(rules) and rules.opening_points else None


def _has_early_jokers(rules: Rules) -> bool:
    can = rules.opening_turn_table == "after_opening" or not rules.joker_before_opening
    return can and _has_jokers(rules)


def _count(rules: Rules) -> Phrase:
    if not rules.jokers:
        return TEXTS.phrase("rules.score.count-tiles")
    return TEXTS.phrase("rules.score.count-joker", joker_rack=rules.joker_rack)


def _has_limit(rules: Rules) -> bool:
    return bool(rules.turn_seconds)


def _has_replacements(rules: Rules) -> bool:
    return rules.joker_sets != "free" and _has_jokers(rules)


def _replacement(rules: Rules) -> Phrase | None:
    return TEXTS.phrase("rules.jokers.joker_replacement") if _has_replacements(rules) else None


_TOPICS: Topics[Rules] = {
    "aim": ["aim", Choice("min_players max_players", _players)],
    "tiles": ["max_number", "colors", "copies", "jokers"],
    "start": [
        "start_draw",
        "start_tie",
        "start_tile",
        "rack_size",
        Choice("max_players", _clockwise),
    ],
    "melds": [
        "melds",
        Choice("jokers", _several_jokers),
    ],
    "opening": [
        "opening_points",
        Choice("opening_points jokers", _opening_joker),
        Choice("opening_turn_table", _opening_table),
        When("joker_before_opening", "opening_turn_table jokers", _has_early_jokers),
    ],
    "turn": ["turn", "draw", "voluntary_draw", "pass_on_empty"],
    "jokers": [
        When("joker_sets", "jokers", _has_jokers),
        Choice("joker_sets jokers", _replacement),
        When("joker_reuse", "jokers", _has_jokers),
    ],
    "time": [
        "turn_seconds",
        When("timeout", "turn_seconds", _has_limit),
        When("penalty_tiles", "turn_seconds", _has_limit),
    ],
    "score": ["end", Choice("joker_rack jokers", _count), "losers_negative", "blocked"],
    "match": ["starter", "match_winner", "match_end"],
}
