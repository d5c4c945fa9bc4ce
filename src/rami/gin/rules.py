"""The rules of Gin, also in words."""

from typing import Annotated, ClassVar, Final, Literal

from attrs import fields, frozen

from rami.cards import Card, full_pack
from rami.cards.legal_melds import Ace, MeldRules
from rami.presets import BaseRules
from rami.sentences import Phrase, Texts
from rami.sentences.rules import Choice, Paragraph, Topics, When, paragraphs
from rami.shapes import Range, typed

TEXTS: Final = Texts("gin")
"""The sentences of the game."""
PLAYERS = 2
"""The number of players (G1)."""
HAND = 10
"""The number of cards in a hand between turns (G2)."""
DEAD_STOCK = 2
"""The number of cards in the stock with which a deal is dead that nobody ended (G16)."""
MOST_TURNS = 1000
"""The number of turns after which a deal is dead (G16)."""
GAME_BONUS = 100
"""The points that the winner of a match scores for it (G18)."""
PACK: tuple[Card, ...] = full_pack()
"""The cards of the pack, in canonical order (G1)."""


class _MeldRules(MeldRules):
    """An ace is low and counts 1, the suits of a group are different, and there is no joker (G1, G3, G4)."""

    __slots__ = ()

    ace: Ace = "low"
    shortest_run = 3
    longest_run = 13
    group_suits: Literal["different", "any"] = "different"
    joker_place: Literal["any", "apart"] = "any"
    max_jokers_per_meld: int | None = 0
    ace_points = 1
    joker_points = 0


CARDS = _MeldRules()
"""What melds there are, and what cards count."""


@frozen(kw_only=True, cache_hash=True, repr=False)
class Rules(BaseRules):
    """Every rule of an edition that is not the same in all of them. The defaults are those of `gin`.

    Attributes:
        knock_limit: The most deadwood with which a player may knock (G9).
        knock_by_upcard: Whether the first upcard limits it further, to what that card counts (G10).
        ace_upcard_gin_only: Whether an ace as the first upcard asks for gin, or limits it to 1 (G10).
        gin_bonus: What gin scores besides the opponent's deadwood (G14).
        big_gin_bonus: What eleven cards in melds score instead; None where there is no big gin (G14).
        undercut_bonus: What an undercut scores besides the difference (G15).
        match_points: The points that end a match (G18).
        box_bonus: What each deal that a player won scores at the end of a match (G18).
        shutout: What a winner scores whose opponent has no point: the whole total again, or so many points (G18).

    Raises:
        RulesError: If a field has a value that it cannot have.
        WrongType: If a field has a value of another type.

    Examples:
        >>> Rules(gin_bonus=20).gin_bonus
        20
        >>> Rules(knock_limit=-1)
        Traceback (most recent call last):
        ...
        rami.errors.RulesError: knock_limit must be a whole number from 0 to 100, not -1
    """

    one_by_one: ClassVar[bool] = True

    knock_limit: Annotated[int, Range(0, 100)] = 10
    knock_by_upcard: bool = False
    ace_upcard_gin_only: bool = False
    gin_bonus: Annotated[int, Range(0, 1000)] = 25
    big_gin_bonus: Annotated[int, Range(0, 1000)] | None = 31
    undercut_bonus: Annotated[int, Range(0, 1000)] = 25
    match_points: Annotated[int, Range(1, 1_000_000)] = 100
    box_bonus: Annotated[int, Range(0, 10_000)] = 25
    shutout: Literal["double"] | Annotated[int, Range(0, 10_000)] = "double"

    @property
    def player_counts(self) -> tuple[int, ...]:
        """The one number of players (G1)."""
        return (PLAYERS,)

    @property
    def pieces(self) -> tuple[Card, ...]:
        """The cards of the pack, in canonical order (G1)."""
        return PACK


PRESETS: Final = Rules.named(
    {
        "gin": Rules(),
        "gin-classic": Rules(gin_bonus=20, big_gin_bonus=None, undercut_bonus=10, box_bonus=20, shutout=100),
        "straight-gin": Rules(knock_limit=0),
        "oklahoma-gin": Rules(knock_by_upcard=True, ace_upcard_gin_only=True, match_points=150),
    }
)
"""The editions by name. A preset never changes its meaning: a correction gets a new name."""


@typed
def longest(rules: Rules, players: int) -> int:  # noqa: ARG001
    """Return the most moves that a deal can have: two for each turn, and at most eleven to lay off (G12, G16).

    Args:
        rules: The rules.
        players: How many players.

    Returns:
        The number.

    Examples:
        >>> longest(Rules(), 2)
        2011
    """
    return 2 * MOST_TURNS + HAND + 1


def told(rules: Rules) -> tuple[Paragraph, ...]:
    """Return the rules in words, for `rami.prose`."""
    constants = {"hand": HAND, "dead_stock": DEAD_STOCK, "most_turns": MOST_TURNS, "game_bonus": GAME_BONUS}
    return paragraphs(TEXTS, rules, _TOPICS, **constants)


def _aim(rules: Rules) -> Phrase:
    return TEXTS.phrase(f"rules.aim.{'few' if _has_undercuts(rules) else 'none'}")


def _ace(rules: Rules) -> Phrase | None:
    asks = _has_upcard_limit(rules) and rules.ace_upcard_gin_only
    return TEXTS.phrase("rules.knocking.ace-gin") if asks else None


def _has_upcard_limit(rules: Rules) -> bool:
    return rules.knock_by_upcard and _has_undercuts(rules)


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
