"""Positions of card rummy."""

from abc import abstractmethod
from enum import StrEnum
from itertools import chain
from typing import ClassVar

from attrs import field, frozen

from rami.cards import Card, in_order, sorted_cards, sorted_hands
from rami.cards.melds import Meld, Table
from rami.errors import RulesError
from rami.positions import AllHands, HandsPosition, OneHand, known_hands, position_repr, seen_by
from rami.rummy.presets import PRESETS
from rami.rummy.rules import DRAWN_WITH_BUY, MOST_JOKERS, MOST_ROUNDS, Rules
from rami.shapes import check_seat, instance, typed_fields, whole


class Phase(StrEnum):
    """The part of the turn (004.6)."""

    DRAW = "draw"
    """A card has to be taken, from the stock or the discard pile."""
    BUY = "buy"
    """Another player has left the top discard, and this one may buy it (`Rules.buying`)."""
    PLAY = "play"
    """Melds may be laid and added to, until a discard ends the turn."""


_DRAW = Phase.DRAW  # a member of an enum takes longer to look up


FirstTurns = tuple[int | None, ...]
"""The number of a turn for each player; None for never."""


@frozen(kw_only=True, init=False, eq=False, repr=False)
class PublicPosition(HandsPosition[Card]):
    """The public part of a position; a view shows this, and the player's own hand.

    Attributes:
        rules: The rules of the deal.
        current_player: The seat that moves next, 0-based; at the end, the one that went out.
        turn: How many turns were ended before this one.
        phase: Where in the turn the player who moves is.
        table: The melds on the table.
        taken: The card that the player who moves took from the discard pile in this turn, while it is in the hand (C5).
        laid: The new melds of this turn, as they were laid.
        jokers_owed: How many jokers taken from the table in this turn are still to be laid.
        melded_in: The turn in which each player laid the first meld, by seat; None for who has not. Where a first meld
            has conditions (`Rules.has_opening`), the turn in which these were met.
        laid_in: The turn in which each player first laid or added a card, by seat; None for who has not (C11).
        restocks: How often the stock was renewed (C6).
        deep: Whether the card taken in this turn lay below others, and has to be laid (`Rules.take_depth`).
        laid_points: What the cards count that each player has laid, by seat, where that scores (`Rules.scoring`).
        known: The cards of each hand that everybody knows, by seat: those that were taken from the discard pile, and
            jokers from the table, which must still be there.
        in_turn: The seat whose turn it is, while another is asked whether it buys the discard; else None.
        offered: Whether the discard has been offered to the other players in this turn.
        bought: How often each player has bought a discard, by seat; () if nobody has (`Rules.buying`).
    """

    by_seat: ClassVar[tuple[str, ...]] = ("melded_in", "laid_in", "known")
    by_seat_or_empty: ClassVar[tuple[str, ...]] = ("laid_points", "bought")
    seats: ClassVar[tuple[str, ...]] = ("current_player", "in_turn")

    rules: Rules
    current_player: int
    turn: int = 0
    phase: Phase = Phase.DRAW
    table: Table = Table()
    taken: Card | None = None
    laid: tuple[Meld, ...] = ()
    jokers_owed: int = 0
    melded_in: FirstTurns
    laid_in: FirstTurns
    restocks: int = 0
    deep: bool = False
    laid_points: tuple[int, ...] = ()
    known: tuple[tuple[Card, ...], ...] = field(converter=sorted_hands)
    in_turn: int | None = None
    offered: bool = False
    bought: tuple[int, ...] = ()

    def __attrs_post_init__(self) -> None:
        """Refuse an offer without a discard, or in nobody's turn, too, and more jokers owed than can be."""
        super().__attrs_post_init__()
        if self.phase is Phase.BUY and self.in_turn is None:
            raise RulesError("in_turn must be another seat while a player is asked whether to buy, not None")
        whole("jokers_owed", self.jokers_owed, 0, MOST_JOKERS)
        if self.phase is Phase.BUY and not self.discard_pile:
            raise RulesError("the discard pile is empty when a player is asked whether to buy from it")

    @property
    def starter(self) -> int:
        """The seat that had the first turn."""
        mover = self.current_player if self.in_turn is None else self.in_turn
        return (mover - self.turn) % self.players

    @property
    @abstractmethod
    def stock_size(self) -> int:
        """How many cards the stock has."""

    @property
    @abstractmethod
    def discard_size(self) -> int:
        """How many cards the discard pile has."""

    @property
    @abstractmethod
    def discard_pile(self) -> tuple[Card, ...]:
        """The visible part of the discard pile, the top card last: that card, or all (`Rules.discard_view`)."""

    @property
    def has_melded(self) -> tuple[bool, ...]:
        """Whether each player has laid a meld, by seat."""
        return tuple(turn is not None for turn in self.melded_in)

    @property
    def dealer(self) -> int:
        """The seat that dealt."""
        return (self.starter - 1) % self.players

    @property
    def _is_blocked(self) -> bool:
        """Whether an exhausted stock cannot be renewed (C6, C7)."""
        return self.discard_size < 2 or self.rules.restock == "end"

    def __repr__(self) -> str:
        return position_repr(
            self,
            PRESETS,
            phase=self.phase,
            hands=self.hand_sizes,
            stock=self.stock_size,
            discards=self.discard_size,
            top=self.discard_pile[-1:],
            own=self.hand if isinstance(self, View) else (),
            table=str(self.table),
        )


@frozen(kw_only=True, repr=False, field_transformer=typed_fields)
class State(AllHands[Card], PublicPosition):
    """A whole position, with all that is hidden. Made by `new_game`, `from_deal`, `apply` and `determinize`.

    Attributes:
        hands: The cards of each player, by seat, in canonical order.
        stock: The face-down cards in the order in which they will be drawn.
        discards: All discarded cards, the top card last; `discard_pile` is what can be seen of them.
        seed: What decides the shuffles that may follow.
    """

    hands: tuple[tuple[Card, ...], ...] = field(converter=sorted_hands)
    stock: tuple[Card, ...] = field(converter=in_order)
    discards: tuple[Card, ...] = field(default=(), converter=in_order)
    seed: int = 0

    @property
    def stock_size(self) -> int:
        """How many cards the stock has."""
        return len(self.stock)

    @property
    def discard_size(self) -> int:
        """How many cards the discard pile has."""
        return len(self.discards)

    @property
    def is_over(self) -> bool:
        """Whether the deal has ended: somebody went out, or nothing more can be drawn (004.9, C7)."""
        if () in self.hands:
            return True
        if self.phase is not _DRAW:
            return False
        return (not self.stock and self._is_blocked) or self.turn >= len(self.hands) * MOST_ROUNDS

    @property
    def discard_pile(self) -> tuple[Card, ...]:
        """The visible part of the discard pile, the top card last: that card, or all (`Rules.discard_view`)."""
        return self.discards if self.rules.discard_view == "all" else self.discards[-1:]


@frozen(kw_only=True, repr=False, field_transformer=typed_fields)
class View(OneHand[Card], PublicPosition):
    """A position as one player, or a spectator, may know it; made by `observe` and `set_up`.

    Attributes:
        player: The seat whose view this is; None for a spectator.
        hand: The cards of that player, in canonical order; () for a spectator.
        hand_sizes: How many cards each player has, by seat.
        stock_size: How many cards the stock has.
        discard_pile: What can be seen of the discard pile, the top card last: that card, or all (`discard_view`).
        discard_size: How many cards the discard pile has.
    """

    seats: ClassVar[tuple[str, ...]] = ("current_player", "in_turn", "player")

    player: int | None
    hand: tuple[Card, ...] = field(converter=sorted_cards)
    hand_sizes: tuple[int, ...]  # pyright: ignore[reportIncompatibleMethodOverride]  # a field for a property
    stock_size: int  # pyright: ignore[reportIncompatibleMethodOverride]
    discard_pile: tuple[Card, ...] = field(default=(), converter=in_order)  # pyright: ignore[reportIncompatibleMethodOverride]
    discard_size: int  # pyright: ignore[reportIncompatibleMethodOverride]

    @property
    def is_over(self) -> bool:
        """Whether the deal has ended: somebody went out, or nothing more can be drawn (004.9, C7)."""
        if 0 in self.hand_sizes:
            return True
        if self.phase is not _DRAW:
            return False
        return (not self.stock_size and self._is_blocked) or self.turn >= len(self.hand_sizes) * MOST_ROUNDS


def seen_cards(position: State | View) -> tuple[list[Card], int]:
    """Return the cards that a position shows, or everybody knows, and how many others the hands and the stock have."""
    held, table = [*chain(*known_hands(position))], position.table.cards
    if isinstance(position, State):
        return [*held, *position.stock, *position.discards, *table], 0
    hidden = sum(position.hand_sizes) - len(held) + position.stock_size
    return [*held, *position.discard_pile, *table], hidden


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
        >>> from rami.rummy import new_game
        >>> view = observe(new_game(2, seed=1), 0)
        >>> len(view.hand), view.hand_sizes, view.stock_size, len(view.discard_pile)
        (10, (10, 10), 31, 1)
    """
    instance("state", state, State)
    check_seat("player", player, state.players)
    return seen_by(PublicPosition, state, View, player=player, hand=() if player is None else state.hands[player])


def next_buyer(position: State | View) -> int | None:
    """Return the next seat to be asked whether it buys the discard; None where nobody is left to ask.

    The stock has to suffice for the card that comes with it, and for the draw after it.
    """
    rules, players = position.rules, position.players
    if not (rules.buying and position.discard_size) or position.stock_size <= DRAWN_WITH_BUY:
        return None
    mover = position.current_player if position.in_turn is None else position.in_turn
    for step in range(1, players):
        seat = (position.current_player + step) % players
        if seat == mover:
            return None
        if may_buy(position, seat):
            return seat
    return None


def may_buy(position: State | View, seat: int) -> bool:
    """Return whether a player has laid no first melds yet, and may still buy."""
    bought = position.bought[seat] if position.bought else 0
    return position.melded_in[seat] is None and bought < position.rules.buying


def is_on_offer(position: State | View) -> bool:
    """Return whether the player whose turn begins has to leave the discard to the others before drawing."""
    return not position.offered and next_buyer(position) is not None
