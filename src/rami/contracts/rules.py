"""The rules as one value, a field for every question that the source leaves open, and the editions as presets."""

from collections.abc import Iterable
from typing import Annotated, Final, Literal, cast, get_args

from attrs import field, frozen

from rami.contracts.cards import Card
from rami.contracts.deck import MIN_PLAYERS, MOST_TAKEN, Deck
from rami.contracts.default_deck import DEFAULT_DECK
from rami.errors import RulesError, shown
from rami.presets import BaseRules, Presets
from rami.shapes import Range, instance, row_of, typed

Tiebreak = Literal["trophies", "bonus", "shared"]
"""The tie-break between players with equal points: the most of it wins; or the victory is shared."""

def _tiebreak(values: Iterable[Tiebreak]) -> tuple[Tiebreak, ...]:
    row = row_of("tiebreak", values, str)
    for value in row:
        if value not in get_args(Tiebreak):
            raise RulesError(f"tiebreak must be made of {', '.join(map(repr, get_args(Tiebreak)))}, not {shown(value)}")
    if len(set(row)) < len(row) or not row or row[-1] != "shared":
        raise RulesError(f"tiebreak must name each thing once and end with 'shared', not {shown(row)}")
    return cast("tuple[Tiebreak, ...]", row)


@frozen(kw_only=True, cache_hash=True, repr=False)
class Rules(BaseRules):
    """Every rule of an edition that is not printed on its components, and its deck.

    A field with only one choice records how an open question was answered. Two questions have no field: imposed values
    (B3) are part of the contracts, and with two players or more, a trophy that nobody has anything for (B14) is a tie.

    Attributes:
        deck: The components, with the joker tokens (B5) and the points of a trophy (B13) among them.
        min_take: The fewest cards to take, where the market has as many that go together, 0 to 3 (B1).
        take_all: Whether a player who takes cards must take all that share the feature, up to 3 (B2).
        card_serves: How many requirements a card may serve: one (B4).
        run_wrap: Whether the lowest value may follow the highest in a run (B6).
        refill_order: What is filled up first in step 3, where a pile is short (B7).
        value_exhausted: What happens when the value pile is empty: the discards are shuffled into a new one, or market
            and hands stay short (B8).
        contracts_exhausted: What happens when no contract is left in the pile and the market: the round is finished,
            and the game ends (B9).
        flush_market: Whether the contracts of the market go under their pile and new ones are laid out after a whole
            round in which none was filled (B10).
        final_round: When the game ends, once a player has filled enough contracts: when all had equally many turns, or
            when each of the others had one more turn (B11).
        contract_limit: Whether a player may go on filling contracts after enough of them (B12).
        tiebreak: What decides between players with equal points, in this order (B15).
        joker_points: What an unused joker token scores, in points, -1000 to 1000 (B16).
        hand_card_points: What a card left in the hand scores, in points, -1000 to 1000 (B16).
        first_player: Who starts by default: seat 0 (B17). `new_game` takes the ages of the players.
        cards_dealt: How many value cards each player is dealt, 0 to 15 (003.1, B18).
        max_rounds: How many rounds a game lasts at most, 1 to 10000, so that it ends whatever the players do.

    Raises:
        RulesError: If a field has a value that it cannot have, or the deck has too few cards for the deal.
        WrongType: If a field has a value of another type.

    Examples:
        >>> Rules(final_round="one_more_each").final_round
        'one_more_each'
        >>> Rules(min_take=4)
        Traceback (most recent call last):
        ...
        rami.errors.RulesError: min_take must be a whole number from 0 to 3, not 4
    """

    deck: Deck = DEFAULT_DECK
    min_take: Annotated[int, Range(0, MOST_TAKEN)] = 1
    take_all: bool = False
    card_serves: Literal["one_requirement"] = "one_requirement"
    run_wrap: bool = False
    refill_order: Literal["contracts_values_hand"] = "contracts_values_hand"
    value_exhausted: Literal["reshuffle", "short"] = "reshuffle"
    contracts_exhausted: Literal["finish_round"] = "finish_round"
    flush_market: bool = False
    final_round: Literal["equal_turns", "one_more_each"] = "equal_turns"
    contract_limit: Literal["none", "end_trigger"] = "none"
    tiebreak: tuple[Tiebreak, ...] = field(default=("shared",), converter=_tiebreak)
    joker_points: Annotated[int, Range(-1000, 1000)] = 0
    hand_card_points: Annotated[int, Range(-1000, 1000)] = 0
    first_player: Literal["seat_0"] = "seat_0"
    cards_dealt: Annotated[int, Range(0, 15)] = 3
    max_rounds: Annotated[int, Range(1, 10_000)] = 100

    def __attrs_post_init__(self) -> None:
        """Check each field alone, then what they say together."""
        instance("deck", self.deck, Deck)
        super().__attrs_post_init__()
        if self.cards_dealt > self.deck.max_hand:
            raise RulesError(
                f"cards_dealt is {self.cards_dealt}, more than the {self.deck.max_hand} cards that a hand may keep"
            )
        needed = self.deck.max_players * self.cards_dealt + self.deck.value_market_size
        if len(self.deck.cards) < needed:
            raise RulesError(
                f"too few value cards: {self.deck.max_players} hands of {self.cards_dealt} and a market of "
                f"{self.deck.value_market_size} take {needed}; the deck has {len(self.deck.cards)}"
            )

DEFAULT: Final = Rules()
"""The rules that functions use by default: `contract-default`."""

PRESETS: Final = Presets({"contract-default": DEFAULT})
"""The editions by name. A preset never changes its meaning: a correction gets a new name."""

Rules.presets = PRESETS


@typed
def seats(rules: Rules) -> tuple[int, ...]:
    """Return the numbers of players that the rules allow.

    Args:
        rules: The rules.

    Returns:
        The numbers, in ascending order.

    Examples:
        >>> seats(DEFAULT)
        (2, 3, 4)
    """
    return tuple(range(MIN_PLAYERS, rules.deck.max_players + 1))


@typed
def pieces(rules: Rules) -> tuple[Card, ...]:
    """Return the value cards of the deck, in canonical order, identical ones as often as there are copies.

    Args:
        rules: The rules.

    Returns:
        The value cards.

    Examples:
        >>> len(pieces(DEFAULT))
        96
    """
    return rules.deck.cards
