"""Positions of the contract game.

They are a full `State`, or the `View` of one player or a spectator.
"""

from abc import abstractmethod
from collections.abc import Iterable
from enum import StrEnum
from itertools import chain
from typing import ClassVar

from attrs import field, frozen

from rami.contracts.cards import Card, Cards, cards_of
from rami.contracts.requirements import Contract, Contracts
from rami.contracts.rules import MIN_PLAYERS, MOST_ROUNDS, PRESETS, Rules, Trophy
from rami.pieces import sorted_rows
from rami.positions import AllHands, HandsPosition, OneHand, known_hands, numbers, position_repr, seen_by
from rami.shapes import check_seat, instance, typed_fields


class Phase(StrEnum):
    """The current phase of a turn.

    Attributes:
        TAKE: Step 1: the player takes cards from the market (003.6).
        FILL: Step 2: the player fills contracts (003.7) until step 3 ends the turn (003.8).
    """

    TAKE = "take"
    FILL = "fill"


_AnyCards = str | Iterable[Card | str]


def _in_order(cards: _AnyCards) -> Cards:
    return cards_of(cards, "cards")


def sorted_cards(cards: _AnyCards) -> Cards:
    """Return cards in canonical order."""
    return tuple(sorted(cards_of(cards, "cards")))


def _sorted_hands(hands: Iterable[_AnyCards]) -> tuple[Cards, ...]:
    return sorted_rows(hands, cards_of, "hands")


def _faces(trophies: Iterable[Trophy]) -> tuple[Trophy, ...]:
    return tuple(trophies)


def sorted_contracts(contracts: Iterable[Contract]) -> Contracts:
    """Return contracts in the order of their ids.

    Shorter ids come first, so C2 comes before C10.
    """
    return tuple(sorted(contracts, key=lambda contract: (len(contract.id), contract.id)))


def _sorted_zones(zones: Iterable[Contracts]) -> tuple[Contracts, ...]:
    return tuple(map(sorted_contracts, zones))


@frozen(kw_only=True, init=False, eq=False, repr=False)
class PublicPosition(HandsPosition[Card]):
    """The public part of a position.

    `State` and `View` list the fields.
    """

    by_seat: ClassVar[tuple[str, ...]] = ("zones", "bonus_sizes", "jokers", "known")

    rules: Rules
    current_player: int
    turn: int = 0
    phase: Phase = Phase.TAKE
    value_market: Cards = field(converter=sorted_cards)
    contract_market: Contracts = field(converter=sorted_contracts)
    discards: Cards = field(default=(), converter=sorted_cards)
    zones: tuple[Contracts, ...] = field(converter=_sorted_zones)
    jokers: tuple[int, ...] = field(converter=numbers)
    trophies: tuple[Trophy, ...] = field(converter=_faces)
    last_turn: int | None = None
    known: tuple[Cards, ...] = field(default=(), converter=_sorted_hands)

    @property
    @abstractmethod
    def value_pile_size(self) -> int:
        """Number of cards in the value pile."""

    @property
    @abstractmethod
    def contract_pile_size(self) -> int:
        """Number of cards in the contract pile."""

    @property
    @abstractmethod
    def bonus_sizes(self) -> tuple[int, ...]:
        """Number of cards in each bonus pile, by seat."""

    @property
    def round(self) -> int:
        """Number of completed rounds."""
        return self.turn // self.players

    @property
    def is_over(self) -> bool:
        """True if the last turn or the hundredth round has ended (003.25)."""
        if self.last_turn is not None and self.turn > self.last_turn:
            return True
        return self.turn >= self.players * MOST_ROUNDS

    def __repr__(self) -> str:
        return position_repr(
            self,
            PRESETS,
            phase=self.phase,
            last_turn=() if self.last_turn is None else self.last_turn,
            first_player=self.starter,
            hands=self.hand_sizes,
            pile=self.value_pile_size,
            market=self.value_market,
            contracts=tuple(contract.id for contract in self.contract_market),
            filled=tuple(map(len, self.zones)),
            own=self.hand if isinstance(self, View) else (),
        )


@frozen(cache_hash=True, kw_only=True, repr=False, field_transformer=typed_fields)
class State(AllHands[Card], PublicPosition):
    """A full position, including all hidden cards.

    It is made by `new_game`, `from_deal`, `apply` and `determinize`.

    For a running game of another program, pass the fields by name. Cards may be text, and unknown fields may be left
    out. The constructor does not check that the position is possible: see `Record.from_state`.

    Attributes:
        rules: The rules of the game, with the deck.
        current_player: The seat to move, 0-based.
        turn: Number of completed turns.
        phase: The phase, which determines the possible moves.
        value_market: The face-up value cards, in canonical order.
        contract_market: The face-up contracts, sorted by id.
        discards: The value cards discarded since the last reshuffle, in canonical order.
        zones: Completed contracts by seat, sorted by id (003.14).
        jokers: Number of remaining joker tokens, by seat (003.15).
        trophies: The visible face of each trophy token (003.3).
        last_turn: The value of `turn` in the last turn of the game. None until the end is triggered (003.24, 003.25,
            B9).
        known: Publicly known value cards in each hand, by seat. A card is known if its owner took it from the market.
        hands: The value cards of each player, by seat, in canonical order.
        value_pile: The face-down value cards, in drawing order.
        contract_pile: The face-down contracts, in drawing order.
        bonus_piles: The face-down bonus cards of each player, by seat, in canonical order (003.14).
        seed: The seed of later reshuffles. Choose a random one that no player can guess.

    Raises:
        RulesError: If a seat does not exist, or a field does not have one item for each seat.
        WrongType: If a field has a value of another type.

    Examples:
        >>> from rami.contracts import new_game
        >>> state = new_game(2, seed=1)
        >>> state.current_player, state.phase, state.hand_sizes, len(state.value_pile)
        (0, <Phase.TAKE: 'take'>, (3, 3), 84)
        >>> len(state.contract_market), state.jokers, state.last_turn
        (4, (1, 1), None)
    """

    hands: tuple[Cards, ...] = field(converter=_sorted_hands)
    value_pile: Cards = field(converter=_in_order)
    contract_pile: Contracts
    bonus_piles: tuple[Cards, ...] = field(converter=_sorted_hands)
    seed: int

    @property
    def value_pile_size(self) -> int:
        """Number of cards in the value pile."""
        return len(self.value_pile)

    @property
    def contract_pile_size(self) -> int:
        """Number of cards in the contract pile."""
        return len(self.contract_pile)

    @property
    def bonus_sizes(self) -> tuple[int, ...]:
        """Number of cards in each bonus pile, by seat."""
        return tuple(map(len, self.bonus_piles))


@frozen(cache_hash=True, kw_only=True, repr=False, field_transformer=typed_fields)
class View(OneHand[Card], PublicPosition):
    """A position as seen by one player or a spectator.

    It is made by `observe` and `set_up`.

    Bonus piles are face down. A view has only the sizes of the other players' piles.

    Attributes:
        rules: The rules of the game, with the deck.
        current_player: The seat to move, 0-based.
        turn: Number of completed turns.
        phase: The phase, which determines the possible moves.
        value_market: The face-up value cards, in canonical order.
        contract_market: The face-up contracts, sorted by id.
        discards: The value cards discarded since the last reshuffle, in canonical order.
        zones: Completed contracts by seat, sorted by id (003.14).
        jokers: Number of remaining joker tokens, by seat (003.15).
        trophies: The visible face of each trophy token (003.3).
        last_turn: The value of `turn` in the last turn of the game. None until the end is triggered (003.24, 003.25,
            B9).
        known: Publicly known value cards in each hand, by seat. A card is known if its owner took it from the market.
        player: The seat of the observer; None for a spectator.
        hand: The value cards of the observer, in canonical order; () for a spectator.
        hand_sizes: Number of value cards held by each player, by seat.
        bonus_pile: The observer's bonus pile, in canonical order; () for a spectator.
        bonus_sizes: Number of cards in each bonus pile, by seat.
        value_pile_size: Number of cards in the value pile.
        contract_pile_size: Number of cards in the contract pile.

    Raises:
        RulesError: If a seat does not exist, or a field does not have one item for each seat.
        WrongType: If a field has a value of another type.

    Examples:
        >>> from rami.contracts import new_game
        >>> view = observe(new_game(2, seed=1), 0)
        >>> view.player, len(view.hand), view.bonus_sizes, view.contract_pile_size
        (0, 3, (0, 0), 32)
    """

    player: int | None
    hand: Cards = field(converter=sorted_cards)
    hand_sizes: tuple[int, ...]  # pyright: ignore[reportIncompatibleMethodOverride]  # a field for a property
    bonus_pile: Cards = field(default=(), converter=sorted_cards)
    bonus_sizes: tuple[int, ...]  # pyright: ignore[reportIncompatibleMethodOverride]
    value_pile_size: int  # pyright: ignore[reportIncompatibleMethodOverride]
    contract_pile_size: int  # pyright: ignore[reportIncompatibleMethodOverride]


def observe(state: State, player: int | None) -> View:
    """Return the view of a player or a spectator.

    Args:
        state: The full position.
        player: The seat, 0-based, or None for a spectator.

    Returns:
        The view, with the public fields, the player's own hand, and the player's own bonus pile.

    Raises:
        RulesError: If `player` is not a seat of the position.
        WrongType: If `state` is not a `State`, or `player` is neither a whole number nor None.

    Examples:
        >>> from rami.contracts import new_game
        >>> view = observe(new_game(2, seed=1), 0)
        >>> len(view.hand), view.hand_sizes, len(view.value_market), view.value_pile_size
        (3, (3, 3), 6, 84)
    """
    instance("state", state, State)
    check_seat("player", player, state.players)
    hand, bonus_pile = ((), ()) if player is None else (state.hands[player], state.bonus_piles[player])
    return seen_by(PublicPosition, state, View, player=player, hand=hand, bonus_pile=bonus_pile)


def end_trigger(position: PublicPosition) -> int:
    """Return how many contracts a player must fill to trigger the end (003.24)."""
    return position.rules.deck.end_triggers[position.players - MIN_PLAYERS]


def seen_cards(position: State | View) -> tuple[list[Card], int]:
    """Return the visible and publicly known cards.

    The second value is the number of all other value cards.
    """
    face_up = [*position.value_market, *position.discards]
    everywhere = len(face_up) + sum(position.hand_sizes) + sum(position.bonus_sizes) + position.value_pile_size
    pile = position.value_pile if isinstance(position, State) else ()
    bonus = [seen_bonus(position, seat) for seat in range(position.players)]
    seen = [*chain(*known_hands(position), face_up, pile, *bonus)]
    return seen, everywhere - len(seen)


def seen_bonus(position: State | View, seat: int) -> Cards:
    """Return the bonus pile of a seat.

    If the pile is hidden, return ().
    """
    if isinstance(position, State):
        return position.bonus_piles[seat]
    return position.bonus_pile if seat == position.player else ()


def seen_contracts(position: State | View) -> list[Contract]:
    """Return all contracts that are visible in the position."""
    pile = position.contract_pile if isinstance(position, State) else ()
    return [*chain(pile, position.contract_market, *position.zones)]
