"""Rules, editions and violations of Gin."""

from typing import Annotated, ClassVar, Final, Literal

from attrs import frozen

from rami.cards import Card, full_pack
from rami.cards.faults import Fault
from rami.cards.legal_melds import RANK_POINTS, Ace, MeldRules
from rami.errors import ViolationCode
from rami.messages import Texts
from rami.presets import BaseRules
from rami.shapes import Range, typed

TEXTS: Final = Texts("gin")
"""The messages of Gin."""
PLAYERS = 2
"""Number of players (G1)."""
HAND = 10
"""Number of cards in a hand between turns (G2)."""
DEAD_STOCK = 2
"""The size of the stock at which a deal ends without a knock (G16).

The deal ends after a discard if the stock has at most this number of cards.
"""
MOST_TURNS = 1000
"""Number of turns after which a deal ends without a knock (G16)."""
PACK: tuple[Card, ...] = full_pack()
"""The cards of the pack, in canonical order (G1)."""


class Code(ViolationCode, texts=TEXTS):
    """Violation codes of Gin."""

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
    ACE_PLACE = Fault.ACE_PLACE, "G3"
    TOO_FEW_CARDS = Fault.TOO_FEW_CARDS, "G3"
    TOO_MANY_CARDS = Fault.TOO_MANY_CARDS, "G3"
    ONLY_JOKERS = Fault.ONLY_JOKERS, "G1"
    DIFFERENT_RANKS = Fault.DIFFERENT_RANKS, "G3"
    DIFFERENT_SUITS = Fault.DIFFERENT_SUITS, "G3"
    NOT_CONSECUTIVE = Fault.NOT_CONSECUTIVE, "G3"
    NO_BIG_GIN = "no_big_gin", "G14"
    NOT_BIG_GIN = "not_big_gin", "G14"
    NO_KNOCK = "no_knock", "G12"
    LAY_OFF = "lay_off", "G12"
    NO_SUCH_MELD = "no_such_meld", "G12"
    DOES_NOT_FIT = "does_not_fit", "G12"


class _MeldRules(MeldRules):
    """The rules of melds and card points in Gin (G1, G3, G4)."""

    __slots__ = ()

    ace: Ace = "low"
    shortest_run = 3
    longest_run = 13
    group_suits: Literal["different", "any"] = "different"
    joker_place: Literal["any", "apart"] = "any"
    max_jokers_per_meld: int | None = 0
    ace_points = 1
    joker_points = 0
    rank_points: tuple[int, ...] = RANK_POINTS


CARDS = _MeldRules()
"""The rules of melds and card points in Gin."""


@frozen(kw_only=True, cache_hash=True, repr=False)
class Rules(BaseRules):
    """The rules that differ between editions.

    The defaults are the edition `gin`.

    Attributes:
        knock_limit: Maximum deadwood for a knock (G9).
        knock_by_upcard: Whether the value of the first upcard also limits the deadwood (G10).
        ace_upcard_gin_only: Whether an ace as the first upcard requires gin. If False, it limits the deadwood to
            1 (G10).
        gin_bonus: Bonus points for gin, in addition to the opponent's deadwood (G14).
        big_gin_bonus: Bonus points for big gin, instead of `gin_bonus`. None if the edition has no big gin (G14).
        undercut_bonus: Bonus points for an undercut, in addition to the difference of deadwood (G15).
        undercut_on_tie: Whether equal deadwood is an undercut. If False, the knocker wins a tie, and scores 0 (G15).
        discard_taken: Whether the card just taken from the discard pile may be discarded (G7).
        layoff_on_gin: Whether the opponent may lay off cards after gin and big gin. The bonus is the same (G12).
        match_points: Total points that end a match (G18).
        game_bonus: Bonus points for winning a match (G18).
        box_bonus: Points for each deal won, added at the end of a match (G18).
        shutout: Bonus points for winning a match if the opponent scored nothing. `"double"` doubles the winner's total
            instead (G18).

    Raises:
        RulesError: If a value is out of range.
        WrongType: If a field has the wrong type.

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
    undercut_on_tie: bool = True
    discard_taken: bool = False
    layoff_on_gin: bool = False
    match_points: Annotated[int, Range(1, 1_000_000)] = 100
    game_bonus: Annotated[int, Range(0, 10_000)] = 100
    box_bonus: Annotated[int, Range(0, 10_000)] = 25
    shutout: Literal["double"] | Annotated[int, Range(0, 10_000)] = "double"

    @property
    def player_counts(self) -> tuple[int, ...]:
        """The allowed numbers of players (G1).

        Gin is for 2 players.
        """
        return (PLAYERS,)

    @property
    def pieces(self) -> tuple[Card, ...]:
        """The cards of the pack, in canonical order (G1)."""
        return PACK


def barred_card(rules: Rules, taken: Card | None) -> Card | None:
    """Return the card that may not be discarded, or None (G7).

    `taken` is the card just taken from the discard pile.
    """
    return None if rules.discard_taken else taken


PRESETS: Final = Rules.named(
    {
        "gin": Rules(),
        "gin-classic": Rules(gin_bonus=20, big_gin_bonus=None, undercut_bonus=10, box_bonus=20, shutout=100),
        "straight-gin": Rules(knock_limit=0),
        "oklahoma-gin": Rules(knock_by_upcard=True, ace_upcard_gin_only=True, match_points=150),
    }
)
"""The editions by name.

An edition never changes, and a correction gets a new name.
"""


@typed
def longest(rules: Rules, players: int) -> int:  # noqa: ARG001
    """Return the maximum number of moves in a deal (G12, G16).

    Each turn has two moves, and laying off takes at most eleven.

    Args:
        rules: The rules of the deal.
        players: Number of players.

    Returns:
        The maximum number of moves.

    Examples:
        >>> longest(Rules(), 2)
        2011
    """
    return 2 * MOST_TURNS + HAND + 1
