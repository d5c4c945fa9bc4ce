"""Positions of card rummy."""

from abc import abstractmethod
from collections.abc import Iterable
from enum import StrEnum
from itertools import chain
from typing import ClassVar

from attrs import field, frozen

from rami.cards import Card, in_order, maybe_card, sorted_cards, sorted_hands
from rami.cards.melds import Meld, Melds, Table, meld_of
from rami.errors import RulesError
from rami.positions import AllHands, HandsPosition, OneHand, known_hands, numbers, position_repr, seen_by
from rami.rummy.presets import PRESETS
from rami.rummy.rules import DRAWN_WITH_BUY, MOST_JOKERS, MOST_ROUNDS, Rules
from rami.shapes import check_seat, instance, typed_fields, whole


class Phase(StrEnum):
    """The phase of a turn (004.6).

    Attributes:
        DRAW: The player must take a card from the stock or the discard pile.
        BUY: The player may buy a discard that the player whose turn it is has declined (`Rules.buying`).
        PLAY: The player may lay melds and add to melds until a discard ends the turn.
    """

    DRAW = "draw"
    BUY = "buy"
    PLAY = "play"


# Looking up an enum member is slow, so look it up only once.
_DRAW = Phase.DRAW


FirstTurns = tuple[int | None, ...]
"""A turn number or None for each player, by seat."""


def _turns(values: Iterable[int | None]) -> FirstTurns:
    return tuple(values)


def _table(melds: Melds) -> Table:
    return melds if isinstance(melds, Table) else Table(melds)


def _laid(melds: Melds) -> tuple[Meld, ...]:
    if isinstance(melds, str):
        return Table.parse(melds).melds
    return tuple(meld_of(meld, f"laid[{index}]") for index, meld in enumerate(melds))


@frozen(kw_only=True, init=False, eq=False, repr=False)
class PublicPosition(HandsPosition[Card]):
    """The public part of a position. The docstrings of `State` and `View` describe the fields."""

    by_seat: ClassVar[tuple[str, ...]] = ("melded_in", "laid_in", "known")
    by_seat_or_empty: ClassVar[tuple[str, ...]] = ("laid_points", "bought")
    seats: ClassVar[tuple[str, ...]] = ("current_player", "in_turn")

    rules: Rules
    current_player: int
    turn: int = 0
    phase: Phase = Phase.DRAW
    table: Table = field(default=Table(), converter=_table)
    taken: Card | None = field(default=None, converter=maybe_card)
    laid: tuple[Meld, ...] = field(default=(), converter=_laid)
    jokers_owed: int = 0
    melded_in: FirstTurns = field(converter=_turns)
    laid_in: FirstTurns = field(default=(), converter=_turns)
    restocks: int = 0
    deep: bool = False
    laid_points: tuple[int, ...] = field(default=(), converter=numbers)
    known: tuple[tuple[Card, ...], ...] = field(default=(), converter=sorted_hands)
    in_turn: int | None = None
    offered: bool = False
    bought: tuple[int, ...] = field(default=(), converter=numbers)

    def __attrs_post_init__(self) -> None:
        if not self.laid_in:
            object.__setattr__(self, "laid_in", self.melded_in)
        super().__attrs_post_init__()
        if self.phase is Phase.BUY and self.in_turn is None:
            raise RulesError("in_turn must be a seat in phase 'buy', not None")
        whole("jokers_owed", self.jokers_owed, 0, MOST_JOKERS)
        if self.phase is Phase.BUY and not self.discard_pile:
            raise RulesError("the discard pile must not be empty in phase 'buy'")

    @property
    def starter(self) -> int:
        """The seat that had the first turn of the deal."""
        mover = self.current_player if self.in_turn is None else self.in_turn
        return (mover - self.turn) % self.players

    @property
    @abstractmethod
    def stock_size(self) -> int:
        """The number of cards in the stock."""

    @property
    @abstractmethod
    def discard_size(self) -> int:
        """The number of cards in the discard pile."""

    @property
    @abstractmethod
    def discard_pile(self) -> tuple[Card, ...]:
        """The visible cards of the discard pile (`Rules.discard_view`).

        They are the top card, or all cards with the top card last.
        """

    @property
    def has_melded(self) -> tuple[bool, ...]:
        """True for each seat whose player has laid a meld."""
        return tuple(turn is not None for turn in self.melded_in)

    @property
    def dealer(self) -> int:
        """The seat of the dealer."""
        return (self.starter - 1) % self.players

    @property
    def _cannot_restock(self) -> bool:
        """True if the discard pile cannot become the new stock (C6, C7)."""
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
    """A full position, including the hidden cards.

    It is made by `new_game`, `from_deal`, `apply` and `determinize`.

    For a running game of another program, pass the fields by name. Cards may be text, and unknown fields may be left
    out. The constructor does not check that the position is possible: see `Record.from_state`.

    Attributes:
        rules: The rules of the deal.
        current_player: The seat that moves next, 0-based; at the end, the seat that went out.
        turn: The number of completed turns.
        phase: The phase of the turn.
        table: The melds on the table.
        taken: The card taken from the discard pile in this turn while it is in the hand; else None (C5).
        laid: The new melds of this turn, before any additions to them.
        jokers_owed: The number of jokers taken from the table in this turn that must still be laid.
        melded_in: The turn of each player's first meld, by seat; None for players without a meld. If first melds have
            conditions (`Rules.has_opening`), the turn of the complete opening.
        laid_in: The turn of each player's first meld or addition to a meld, by seat; None for players without one
            (C11). By default the same as `melded_in`.
        restocks: The number of times that the stock was renewed (C6).
        deep: Whether the card taken in this turn was below other cards and must be laid (`Rules.take_depth`).
        laid_points: The points of the cards that each player has laid, by seat; () if they do not score
            (`Rules.scoring`).
        known: The cards of each hand that all players know, by seat: cards from the discard pile and jokers from the
            table that must still be in the hand.
        in_turn: The seat whose turn is interrupted while another seat may buy the discard; else None.
        offered: Whether the discard has been offered to the other players in this turn.
        bought: The number of discards that each player has bought, by seat; () if nobody has bought one
            (`Rules.buying`).
        hands: The cards of each player, by seat, in canonical order.
        stock: The face-down cards in drawing order.
        discards: All discarded cards, top card last. `discard_pile` is the visible part of them.
        seed: The seed of later shuffles of the stock. Choose a random one that no player can guess.

    Raises:
        RulesError: If a seat does not exist, or a field does not have one item for each seat.
        WrongType: If a field has a value of another type.

    Examples:
        >>> pack, used = Rules().pieces, ["3S", "4S", "5S", "6S", "KD", "9H"]
        >>> state = State(
        ...     rules=Rules(),
        ...     current_player=0,
        ...     turn=6,
        ...     hands=["6S", "KD"],
        ...     table="3S-4S-5S",
        ...     discards="9H",
        ...     stock=[card for card in pack if str(card) not in used],
        ...     melded_in=[4, None],
        ...     seed=71,
        ... )
        >>> state.hand_sizes, state.stock_size, state.known
        ((1, 1), 46, ((), ()))
    """

    hands: tuple[tuple[Card, ...], ...] = field(converter=sorted_hands)
    stock: tuple[Card, ...] = field(converter=in_order)
    discards: tuple[Card, ...] = field(default=(), converter=in_order)
    seed: int

    @property
    def stock_size(self) -> int:
        """The number of cards in the stock."""
        return len(self.stock)

    @property
    def discard_size(self) -> int:
        """The number of cards in the discard pile."""
        return len(self.discards)

    @property
    def is_over(self) -> bool:
        """True if the deal has ended.

        A player went out, no card can be drawn, or 500 rounds are over (004.9, C7).
        """
        if () in self.hands:
            return True
        if self.phase is not _DRAW:
            return False
        return (not self.stock and self._cannot_restock) or self.turn >= len(self.hands) * MOST_ROUNDS

    @property
    def discard_pile(self) -> tuple[Card, ...]:
        """The visible cards of the discard pile (`Rules.discard_view`).

        They are the top card, or all cards with the top card last.
        """
        return self.discards if self.rules.discard_view == "all" else self.discards[-1:]


@frozen(kw_only=True, repr=False, field_transformer=typed_fields)
class View(OneHand[Card], PublicPosition):
    """A position as seen by one player or a spectator.

    It is made by `observe` and `set_up`.

    Attributes:
        rules: The rules of the deal.
        current_player: The seat that moves next, 0-based; at the end, the seat that went out.
        turn: The number of completed turns.
        phase: The phase of the turn.
        table: The melds on the table.
        taken: The card taken from the discard pile in this turn while it is in the hand; else None (C5).
        laid: The new melds of this turn, before any additions to them.
        jokers_owed: The number of jokers taken from the table in this turn that must still be laid.
        melded_in: The turn of each player's first meld, by seat; None for players without a meld. If first melds have
            conditions (`Rules.has_opening`), the turn of the complete opening.
        laid_in: The turn of each player's first meld or addition to a meld, by seat; None for players without one
            (C11). By default the same as `melded_in`.
        restocks: The number of times that the stock was renewed (C6).
        deep: Whether the card taken in this turn was below other cards and must be laid (`Rules.take_depth`).
        laid_points: The points of the cards that each player has laid, by seat; () if they do not score
            (`Rules.scoring`).
        known: The cards of each hand that all players know, by seat: cards from the discard pile and jokers from the
            table that must still be in the hand.
        in_turn: The seat whose turn is interrupted while another seat may buy the discard; else None.
        offered: Whether the discard has been offered to the other players in this turn.
        bought: The number of discards that each player has bought, by seat; () if nobody has bought one
            (`Rules.buying`).
        player: The seat of the player; None for a spectator.
        hand: The cards of that player, in canonical order; () for a spectator.
        hand_sizes: The number of cards in each hand, by seat.
        stock_size: The number of cards in the stock.
        discard_pile: The visible part of the discard pile, top card last: the top card or all cards
            (`Rules.discard_view`).
        discard_size: The number of cards in the discard pile.

    Raises:
        RulesError: If a seat does not exist, or a field does not have one item for each seat.
        WrongType: If a field has a value of another type.

    Examples:
        >>> from rami.rummy import set_up
        >>> view = set_up("5H 6H", "7H-8H-9H", discard="KD")
        >>> view.player, view.phase, view.table, view.discard_pile
        (0, <Phase.PLAY: 'play'>, Table('7H-8H-9H'), (Card('KD'),))
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
        """True if the deal has ended.

        A player went out, no card can be drawn, or 500 rounds are over (004.9, C7).
        """
        if 0 in self.hand_sizes:
            return True
        if self.phase is not _DRAW:
            return False
        return (not self.stock_size and self._cannot_restock) or self.turn >= len(self.hand_sizes) * MOST_ROUNDS


def seen_cards(position: State | View) -> tuple[list[Card], int]:
    """Return the cards whose places are known in a position or view.

    The second value is the number of other cards in the hands and the stock.
    """
    held, table = [*chain(*known_hands(position))], position.table.cards
    if isinstance(position, State):
        return [*held, *position.stock, *position.discards, *table], 0
    hidden = sum(position.hand_sizes) - len(held) + position.stock_size
    return [*held, *position.discard_pile, *table], hidden


def observe(state: State, player: int | None) -> View:
    """Return the view of a player or a spectator.

    Args:
        state: The full position.
        player: The seat, 0-based, or None for a spectator.

    Returns:
        The public part of the position with the player's own hand.

    Raises:
        RulesError: If the seat does not exist.
        WrongType: If `state` is not a `State`, or `player` is neither a seat nor None.

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
    """Return the next seat that may buy the discard, or None.

    The result is None if all other players have passed or nobody may buy.
    """
    # A buy needs two cards of the stock: one for the buyer and one for the next draw.
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
    """Return whether a player may buy a discard.

    A player may buy only before laying the first melds, and at most `Rules.buying` times.
    """
    bought = position.bought[seat] if position.bought else 0
    return position.melded_in[seat] is None and bought < position.rules.buying


def is_on_offer(position: State | View) -> bool:
    """Return whether the discard must be offered to other players before a draw from the stock."""
    return not position.offered and next_buyer(position) is not None
