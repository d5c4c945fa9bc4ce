"""The rules of Rummikub in words, a sentence for every field."""

from rami.rummikub.rules import Rules
from rami.rummikub.tiles import TEXTS
from rami.text import Phrase
from rami.text.rules import Choice, Paragraph, Topics, When, paragraphs


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


def _has_limit(rules: Rules) -> bool:
    return bool(rules.turn_seconds)


def _has_loose_tiles(rules: Rules) -> bool:
    return _has_limit(rules) and rules.timeout != "rollback"


def _has_penalty_for_moves(rules: Rules) -> bool:
    return rules.illegal_move == "penalty"


def _has_penalty(rules: Rules) -> bool:
    for_time = rules.penalty_tiles if _has_limit(rules) else 0
    return bool(for_time or (_has_penalty_for_moves(rules) and rules.illegal_penalty_tiles))


def _has_replacements(rules: Rules) -> bool:
    return rules.joker_sets != "free"


def _has_two_jokers(rules: Rules) -> bool:
    return min(rules.jokers, rules.max_jokers_per_set) > 1


_TOPICS: Topics[Rules] = {
    "aim": ["aim", Choice("min_players max_players", _players)],
    "tiles": ["max_number", Choice("colors", _colors), "copies", "jokers"],
    "start": ["start_draw", "start_tie", "start_tile_returns", "rack_size"],
    "melds": [
        "melds",
        "one_follows_ten",
        "max_jokers_per_set",
        When("adjacent_jokers", "jokers max_jokers_per_set", _has_two_jokers),
        "joker_positional",
    ],
    "opening": ["opening_points", "joker_in_opening", "opening_turn_table", "joker_before_opening"],
    "turn": ["turn", "voluntary_draw", "play_after_draw", "pass_on_empty"],
    "jokers": [
        "joker_sets",
        When("joker_replacement_from", "joker_sets", _has_replacements),
        When("joker_group3", "joker_sets", _has_replacements),
        "joker_reuse",
    ],
    "time": [
        "turn_seconds",
        When("timeout", "turn_seconds", _has_limit),
        When("loose_table_tiles", "turn_seconds timeout", _has_loose_tiles),
        When("penalty_tiles", "turn_seconds", _has_limit),
        "illegal_move",
        When("illegal_penalty_tiles", "illegal_move", _has_penalty_for_moves),
        When(
            "penalty_short",
            "penalty_tiles turn_seconds illegal_penalty_tiles illegal_move",
            _has_penalty,
        ),
    ],
    "score": ["end", "losers_negative", "joker_rack", "blocked_tie"],
    "match": ["next_starter", "match_winner", "match_end"],
}
