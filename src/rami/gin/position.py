"""Positions: the full `State`, and the `View` that a player or a spectator has of it."""

from abc import abstractmethod
from enum import StrEnum
from itertools import chain
from typing import ClassVar

from attrs import field, frozen

from rami.cards import Card, in_order, sorted_cards, sorted_hands
from rami.cards.legal_melds import value_of
from rami.cards.melds import Table
from rami.errors import RulesError
from rami.gin.rules import CARDS, PLAYERS, PRESETS, Rules
from rami.messages import Pictured
from rami.positions import AllHands, HandsPosition, OneHand, known_hands, position_repr, seen_by
from rami.shapes import check_seat, instance, typed_fields


class Phase(StrEnum):
    """The part of the turn, or of the end of the deal."""

    OFFER = "offer"
    """Take the first upcard, or pass (G5)."""
    STOCK = "stock"
    """Draw from the stock: both have refused the first upcard (G5)."""
    DRAW = "draw"
    """Take a card, from the stock or the discard pile (G6)."""
    PLAY = "play"
    """Discard, or knock (G6, G8)."""
    LAY_OFF = "lay_off"
    """Add cards to the melds of the knocker, until it is done (G12)."""
    OVER = "over"
    """Nothing: the deal has ended (G17)."""


@frozen(field_transformer=typed_fields)
class Spread(Pictured):
    """A hand that is laid open (G8, G13).

    Attributes:
        melds: Its melds; those of the knocker with what was laid off on them.
        unmatched: The cards that are in no meld, in canonical order.

    Examples:
        >>> Spread(Table.parse("AS-2S-3S"), (Card.parse("KD"), Card.parse("2H"))).deadwood
        12
    """

    melds: Table = field(default=Table())
    unmatched: tuple[Card, ...] = field(default=(), converter=sorted_cards)

    @property
    def deadwood(self) -> int:
        """The points of the cards that are in no meld (G4)."""
        return value_of(self.unmatched, CARDS)

    @property
    def cards(self) -> tuple[Card, ...]:
        """All its cards, in canonical order."""
        return sorted_cards((*self.melds.cards, *self.unmatched))


Spreads = tuple[Spread | None, ...]
"""The cards that each player has laid open, by seat; None for a hand that is still held."""


@frozen(kw_only=True, init=False, eq=False, repr=False)
class PublicPosition(HandsPosition[Card]):
    """The public part of a position; a view shows this, and the player's own hand.

    Attributes:
        rules: The rules of the deal.
        current_player: The seat that moves next, 0-based; at the end, the one that moved last.
        turn: How many turns were ended before this one; to refuse the first upcard is a turn, and so is laying off.
        phase: What the player who moves has to do.
        discard_pile: The discarded cards, the top card last: all have seen them.
        upcard: The first upcard of the deal, which may limit the knock (G10); None in a position made by hand that does
            not say it.
        taken: The card that the player who moves took from the discard pile in this turn, while it is in the hand (G7).
        knocker: The seat that has knocked; None for nobody.
        spreads: What each player has laid open, by seat; None for a hand that is still held.
        known: The cards of each hand that everybody knows, by seat: those that were taken from the discard pile
            and must still be there.
    """

    seats: ClassVar[tuple[str, ...]] = ("current_player", "knocker")
    by_seat: ClassVar[tuple[str, ...]] = ("spreads", "known")

    rules: Rules
    current_player: int
    turn: int = 0
    phase: Phase = Phase.DRAW
    discard_pile: tuple[Card, ...] = field(default=(), converter=in_order)
    upcard: Card | None
    taken: Card | None = None
    knocker: int | None = None
    spreads: Spreads = (None,) * PLAYERS
    known: tuple[tuple[Card, ...], ...] = field(default=((),) * PLAYERS, converter=sorted_hands)

    @property
    @abstractmethod
    def stock_size(self) -> int:
        """How many cards the stock has."""

    @property
    def is_over(self) -> bool:
        """Whether the deal has ended: after a knock, or dead (G16, G17)."""
        return self.phase is Phase.OVER

    def __attrs_post_init__(self) -> None:
        """Refuse an empty discard pile, too, when a card may be taken from it."""
        super().__attrs_post_init__()
        if self.phase in (Phase.OFFER, Phase.DRAW) and not self.discard_pile:
            raise RulesError("the discard pile is empty when a card may be taken from it")

    def __repr__(self) -> str:
        return position_repr(
            self,
            PRESETS,
            phase=self.phase,
            hands=self.hand_sizes,
            stock=self.stock_size,
            top=self.discard_pile[-1:],
            own=self.hand if isinstance(self, View) else (),
        )


@frozen(kw_only=True, repr=False, field_transformer=typed_fields)
class State(AllHands[Card], PublicPosition):
    """A whole position, with all that is hidden. Made by `new_game`, `from_deal`, `apply` and `determinize`.

    Attributes:
        hands: The cards of each player, by seat, in canonical order; () for a hand that is laid open.
        stock: The face-down cards in the order in which they will be drawn.
    """

    hands: tuple[tuple[Card, ...], ...] = field(converter=sorted_hands)
    stock: tuple[Card, ...] = field(converter=in_order)

    @property
    def stock_size(self) -> int:
        """How many cards the stock has."""
        return len(self.stock)


@frozen(kw_only=True, repr=False, field_transformer=typed_fields)
class View(OneHand[Card], PublicPosition):
    """A position as one player, or a spectator, may know it; made by `observe` and `set_up`.

    Attributes:
        player: The seat whose view this is; None for a spectator.
        hand: The cards that this player holds, in canonical order; () for a spectator.
        hand_sizes: How many cards each player holds, by seat.
        stock_size: How many cards the stock has.
    """

    seats: ClassVar[tuple[str, ...]] = ("current_player", "knocker", "player")
    player: int | None
    hand: tuple[Card, ...] = field(converter=sorted_cards)
    hand_sizes: tuple[int, ...]  # pyright: ignore[reportIncompatibleMethodOverride]  # a field for a property
    stock_size: int  # pyright: ignore[reportIncompatibleMethodOverride]


def knocker_spread(position: State | View) -> Spread:
    """Return the open hand of the knocker, on which cards are laid off; an empty one if nobody has knocked."""
    laid = None if position.knocker is None else position.spreads[position.knocker]
    return laid or Spread()


def seen_cards(position: State | View) -> tuple[list[Card], int]:
    """Return the cards that a position shows, or everybody knows, and the number of the others."""
    laid = [*position.discard_pile, *(card for spread in position.spreads if spread for card in spread.cards)]
    stock = position.stock if isinstance(position, State) else ()
    seen = [*chain(*known_hands(position)), *stock, *laid]
    return seen, sum(position.hand_sizes) + position.stock_size + len(laid) - len(seen)


def observe(state: State, player: int | None) -> View:
    """Return what a player may know of a position, and nothing else.

    Args:
        state: The full position.
        player: The seat, 0-based, or None for a spectator.

    Returns:
        The view, made of what is public and of the player's own hand.

    Raises:
        RulesError: If there is no such seat.
        WrongType: If `state` is not a `State`, or `player` neither a seat nor None.

    Examples:
        >>> from rami.gin import new_game
        >>> view = observe(new_game(2, seed=1), 0)
        >>> len(view.hand), view.hand_sizes, view.stock_size, view.phase
        (10, (10, 10), 31, <Phase.OFFER: 'offer'>)
    """
    instance("state", state, State)
    check_seat("player", player, state.players)
    return seen_by(PublicPosition, state, View, player=player, hand=() if player is None else state.hands[player])
