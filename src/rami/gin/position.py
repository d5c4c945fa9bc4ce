"""Positions of Gin.

They are a full `State`, or the `View` of one player or a spectator.
"""

from abc import abstractmethod
from collections.abc import Iterable
from enum import StrEnum
from itertools import chain
from typing import ClassVar

from attrs import field, frozen

from rami.cards import Card, Cards, in_order, maybe_card, sorted_cards, sorted_hands
from rami.cards.legal_melds import value_of
from rami.cards.melds import Melds, Table
from rami.errors import RulesError
from rami.gin.rules import CARDS, PLAYERS, PRESETS, Rules
from rami.messages import Pictured
from rami.positions import AllHands, HandsPosition, OneHand, known_hands, position_repr, seen_by
from rami.shapes import check_seat, instance, typed_fields


class Phase(StrEnum):
    """The current phase of a deal.

    Attributes:
        OFFER: The player takes the first upcard or passes (G5).
        STOCK: The player must draw from the stock, since both players passed (G5).
        DRAW: The player draws from the stock or takes the top discard (G6).
        PLAY: The player discards or knocks (G6, G8).
        LAY_OFF: The opponent of the knocker lays off cards (G12).
        OVER: The deal has ended (G17).
    """

    OFFER = "offer"
    STOCK = "stock"
    DRAW = "draw"
    PLAY = "play"
    LAY_OFF = "lay_off"
    OVER = "over"


def _table(melds: Melds) -> Table:
    return melds if isinstance(melds, Table) else Table(melds)


@frozen(field_transformer=typed_fields)
class Spread(Pictured):
    """A hand that has been laid open (G8, G13).

    Attributes:
        melds: The melds. Those of the knocker include cards that the opponent laid off.
        unmatched: The cards outside of melds, in canonical order.

    Examples:
        >>> Spread("AS-2S-3S", "KD 2H").deadwood
        12
    """

    melds: Table = field(default=Table(), converter=_table)
    unmatched: tuple[Card, ...] = field(default=(), converter=sorted_cards)

    @property
    def deadwood(self) -> int:
        """Points of the unmatched cards (G4)."""
        return value_of(self.unmatched, CARDS)

    @property
    def cards(self) -> tuple[Card, ...]:
        """All cards of the hand, in canonical order."""
        return sorted_cards((*self.melds.cards, *self.unmatched))


Spreads = tuple[Spread | None, ...]
"""The open hand of each seat, or None if the seat still holds the hand."""


def _spreads(spreads: Iterable[Spread | tuple[Melds, Cards] | None]) -> Spreads:
    return tuple(Spread(*each) if isinstance(each, tuple | list) else each for each in spreads)


@frozen(kw_only=True, init=False, eq=False, repr=False)
class PublicPosition(HandsPosition[Card]):
    """The public part of a position. The docstrings of `State` and `View` describe the fields."""

    seats: ClassVar[tuple[str, ...]] = ("current_player", "knocker")
    by_seat: ClassVar[tuple[str, ...]] = ("spreads", "known")

    rules: Rules
    current_player: int
    turn: int = 0
    phase: Phase = Phase.DRAW
    discard_pile: tuple[Card, ...] = field(default=(), converter=in_order)
    upcard: Card | None = field(default=None, converter=maybe_card)
    taken: Card | None = field(default=None, converter=maybe_card)
    knocker: int | None = None
    spreads: Spreads = field(default=(None,) * PLAYERS, converter=_spreads)
    known: tuple[tuple[Card, ...], ...] = field(default=((),) * PLAYERS, converter=sorted_hands)

    @property
    @abstractmethod
    def stock_size(self) -> int:
        """Number of cards in the stock."""

    @property
    def is_over(self) -> bool:
        """True if the deal has ended (G16, G17)."""
        return self.phase is Phase.OVER

    def __attrs_post_init__(self) -> None:
        super().__attrs_post_init__()
        if self.phase in (Phase.OFFER, Phase.DRAW) and not self.discard_pile:
            raise RulesError(f"the discard pile must not be empty in phase '{self.phase}'")

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
    """A full position, including the hidden cards.

    It is made by `new_game`, `from_deal`, `apply` and `determinize`.

    For a running game of another program, pass the fields by name. Cards may be text, and unknown fields may be left
    out. The constructor does not check that the position is possible: see `Record.from_state`.

    Attributes:
        rules: The rules of the deal.
        current_player: The seat to move, 0-based. After the end, the seat that moved last.
        turn: Number of completed turns. Passing the first upcard is a turn, and so is laying off.
        phase: The phase, which determines the possible moves.
        discard_pile: The discarded cards, with the top card last. They are all public.
        upcard: The first upcard of the deal, which may limit the knock (G10). None in a position built by hand
            if it is not known.
        taken: The card that the current player took from the discard pile in this turn and may not discard (G7).
        knocker: The seat that has knocked, or None.
        spreads: Hands laid open, by seat; None for a hand that is still held. A pair of melds and unmatched cards
            becomes an open hand.
        known: Publicly known cards in each hand, by seat. A card is known if its owner took it from the discard pile.
        hands: The cards held by each player, by seat, in canonical order; () for a hand laid open.
        stock: The face-down cards, in drawing order.

    Raises:
        RulesError: If a seat does not exist, or a field does not have one item for each seat.
        WrongType: If a field has a value of another type.

    Examples:
        >>> from rami.gin import new_game
        >>> state = new_game(2, seed=1)
        >>> state.current_player, state.phase, state.hand_sizes, len(state.stock)
        (1, <Phase.OFFER: 'offer'>, (10, 10), 31)
        >>> state.upcard == state.discard_pile[-1]
        True
    """

    hands: tuple[tuple[Card, ...], ...] = field(converter=sorted_hands)
    stock: tuple[Card, ...] = field(converter=in_order)

    @property
    def stock_size(self) -> int:
        """Number of cards in the stock."""
        return len(self.stock)


@frozen(kw_only=True, repr=False, field_transformer=typed_fields)
class View(OneHand[Card], PublicPosition):
    """A position as seen by one player or a spectator.

    It is made by `observe` and `set_up`.

    Attributes:
        rules: The rules of the deal.
        current_player: The seat to move, 0-based. After the end, the seat that moved last.
        turn: Number of completed turns. Passing the first upcard is a turn, and so is laying off.
        phase: The phase, which determines the possible moves.
        discard_pile: The discarded cards, with the top card last. They are all public.
        upcard: The first upcard of the deal, which may limit the knock (G10). None in a position built by hand
            if it is not known.
        taken: The card that the current player took from the discard pile in this turn and may not discard (G7).
        knocker: The seat that has knocked, or None.
        spreads: Hands laid open, by seat; None for a hand that is still held. A pair of melds and unmatched cards
            becomes an open hand.
        known: Publicly known cards in each hand, by seat. A card is known if its owner took it from the discard pile.
        player: The seat of the observer; None for a spectator.
        hand: The cards held by the observer, in canonical order; () for a spectator.
        hand_sizes: Number of cards held by each player, by seat.
        stock_size: Number of cards in the stock.

    Raises:
        RulesError: If a seat does not exist, or a field does not have one item for each seat.
        WrongType: If a field has a value of another type.

    Examples:
        >>> from rami.gin import new_game
        >>> view = observe(new_game(2, seed=1), 0)
        >>> view.player, view.hand_sizes, view.stock_size, view.knocker
        (0, (10, 10), 31, None)
    """

    seats: ClassVar[tuple[str, ...]] = ("current_player", "knocker", "player")
    player: int | None
    hand: tuple[Card, ...] = field(converter=sorted_cards)
    hand_sizes: tuple[int, ...]  # pyright: ignore[reportIncompatibleMethodOverride]  # a field for a property
    stock_size: int  # pyright: ignore[reportIncompatibleMethodOverride]


def knocker_spread(position: State | View) -> Spread:
    """Return the open hand of the knocker.

    If nobody has knocked, it is empty.
    """
    laid = None if position.knocker is None else position.spreads[position.knocker]
    return laid or Spread()


def seen_cards(position: State | View) -> tuple[list[Card], int]:
    """Return the cards whose places are known in a position or view.

    The second value is the number of all other cards.
    """
    laid = [*position.discard_pile, *(card for spread in position.spreads if spread for card in spread.cards)]
    stock = position.stock if isinstance(position, State) else ()
    seen = [*chain(*known_hands(position)), *stock, *laid]
    return seen, sum(position.hand_sizes) + position.stock_size + len(laid) - len(seen)


def observe(state: State, player: int | None) -> View:
    """Return the view of a player or a spectator.

    Args:
        state: The full position.
        player: The seat, 0-based, or None for a spectator.

    Returns:
        The view, with the public fields and the player's own hand.

    Raises:
        RulesError: If `player` is not a seat of the position.
        WrongType: If `state` is not a `State`, or `player` is neither a whole number nor None.

    Examples:
        >>> from rami.gin import new_game
        >>> view = observe(new_game(2, seed=1), 0)
        >>> len(view.hand), view.hand_sizes, view.stock_size, view.phase
        (10, (10, 10), 31, <Phase.OFFER: 'offer'>)
    """
    instance("state", state, State)
    check_seat("player", player, state.players)
    return seen_by(PublicPosition, state, View, player=player, hand=() if player is None else state.hands[player])
