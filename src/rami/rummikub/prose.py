"""The rules of Rummikub in words, a sentence for every field."""

from rami.rummikub.rules import Rules
from rami.rummikub.tiles import TEXTS
from rami.text import Phrase
from rami.text.rules import Choice, Paragraph, Topics, paragraphs


def told(rules: Rules) -> tuple[Paragraph, ...]:
    """Return the rules in words, for `rami.prose`.

    Args:
        rules: The rules.
    """
    return paragraphs(TEXTS, rules, _TOPICS)


def _players(rules: Rules) -> Phrase:
    low, high = rules.min_players, rules.max_players
    form = "one" if low == high else "two" if high == low + 1 else "range"
    return TEXTS.phrase(f"rules.aim.players-{form}", low=low, high=high)


def _colors(rules: Rules) -> Phrase:
    names = tuple(TEXTS.phrase(f"colors.{color}") for color in rules.colors)
    return TEXTS.phrase("rules.tiles.colors", colors=names, n=len(names))


def _overrun(rules: Rules) -> Phrase | None:
    return TEXTS.phrase(f"rules.time.timeout-{rules.timeout}") if rules.turn_seconds else None


def _loose_tiles(rules: Rules) -> Phrase | None:
    if rules.timeout == "rollback" or not rules.turn_seconds:
        return None
    return TEXTS.phrase(f"rules.time.loose_table_tiles-{rules.loose_table_tiles}")


def _penalty(rules: Rules) -> Phrase | None:
    return TEXTS.phrase("rules.time.penalty_tiles", n=rules.penalty_tiles) if rules.turn_seconds else None


def _illegal_penalty(rules: Rules) -> Phrase | None:
    if rules.illegal_move == "reject":
        return None
    return TEXTS.phrase("rules.time.illegal_penalty_tiles", n=rules.illegal_penalty_tiles)


_TOPICS: Topics[Rules] = {
    "aim": ["aim", Choice("min_players max_players", _players)],
    "tiles": ["max_number", Choice("colors", _colors), "copies", "jokers"],
    "start": ["start_draw", "start_tie", "start_tile_returns", "rack_size"],
    "melds": ["melds", "one_follows_ten", "max_jokers_per_set", "adjacent_jokers", "joker_positional"],
    "opening": ["opening_points", "joker_in_opening", "opening_turn_table", "joker_before_opening"],
    "turn": ["turn", "voluntary_draw", "play_after_draw", "pass_on_empty"],
    "jokers": ["joker_sets", "joker_replacement_from", "joker_group3", "joker_reuse"],
    "time": [
        "turn_seconds",
        Choice("timeout turn_seconds", _overrun),
        Choice("loose_table_tiles turn_seconds timeout", _loose_tiles),
        Choice("penalty_tiles turn_seconds", _penalty),
        "illegal_move",
        Choice("illegal_penalty_tiles illegal_move", _illegal_penalty),
        "penalty_short",
    ],
    "score": ["end", "losers_negative", "joker_rack", "blocked_tie"],
    "match": ["next_starter", "match_winner", "match_end"],
}
