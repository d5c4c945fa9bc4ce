"""Positions: the full `State`, and the `View` that a player or a spectator has of it."""

from abc import abstractmethod
from collections.abc import Iterable, Iterator
from enum import StrEnum
from functools import partial
from typing import ClassVar

from attrs import evolve, field, frozen

from rami.contracts.cards import TEXTS, Card
from rami.contracts.lacking import lack_of
from rami.contracts.requirements import Contract
from rami.contracts.rules import MOST_ROUNDS, PRESETS, Rules
from rami.contracts.trophies import Trophy
from rami.pictures.model import Mark, Picture, Row, count, counted, hand_rows, listed
from rami.positions import AllHands, HandsPosition, OneHand, Views, position_repr
from rami.sentences import SHARED, Phrase
from rami.shapes import typed_fields


class Phase(StrEnum):
    """The part of the turn."""

    TAKE = "take"
    """Step 1: cards are taken from the market (003.6)."""
    FILL = "fill"
    """Step 2, contracts are filled (003.7), until step 3 ends the turn (003.8)."""


def _sorted_cards(cards: Iterable[Card]) -> tuple[Card, ...]:
    return tuple(sorted(cards))


def _sorted_hands(hands: Iterable[tuple[Card, ...]]) -> tuple[tuple[Card, ...], ...]:
    return tuple(map(_sorted_cards, hands))


def sorted_contracts(contracts: Iterable[Contract]) -> tuple[Contract, ...]:
    """Return contracts ordered by length and letters of the id, so that C2 comes before C10."""
    return tuple(sorted(contracts, key=lambda contract: (len(contract.id), contract.id)))


def _sorted_zones(zones: Iterable[tuple[Contract, ...]]) -> tuple[tuple[Contract, ...], ...]:
    return tuple(map(sorted_contracts, zones))


@frozen(kw_only=True, init=False, eq=False, repr=False)
class PublicPosition(HandsPosition[Card]):
    """The public part of a position; a view shows this, the player's own hand, and the own bonus pile.

    Attributes:
        rules: The rules of the game, with the deck.
        current_player: The seat that moves next, 0-based.
        turn: How many turns were ended before this one.
        phase: Where in the turn the player who moves is.
        value_market: The face-up value cards, in canonical order.
        contract_market: The face-up contracts, ordered by their ids.
        discards: The value cards discarded since the last reshuffle, in canonical order.
        zones: The contracts that each player has completed, by seat, ordered by their ids (003.14).
        jokers: How many joker tokens each player has left, by seat (003.15).
        trophies: The visible face of each trophy token (003.3).
        last_turn: The number of the turn after which the game ends, counted as in `turn`; None while nothing has
            brought about the end (003.24, 003.25, B9).
        known: The value cards of each hand that everybody knows, by seat: those that were taken from the market and
            must still be there.
    """

    by_seat: ClassVar[tuple[str, ...]] = ("zones", "bonus_sizes", "jokers", "known")

    rules: Rules
    current_player: int
    turn: int = 0
    phase: Phase = Phase.TAKE
    value_market: tuple[Card, ...] = field(converter=_sorted_cards)
    contract_market: tuple[Contract, ...] = field(converter=sorted_contracts)
    discards: tuple[Card, ...] = field(default=(), converter=_sorted_cards)
    zones: tuple[tuple[Contract, ...], ...] = field(converter=_sorted_zones)
    jokers: tuple[int, ...]
    trophies: tuple[Trophy, ...]
    last_turn: int | None = None
    known: tuple[tuple[Card, ...], ...] = field(converter=_sorted_hands)

    @property
    @abstractmethod
    def value_pile_size(self) -> int:
        """How many cards the value pile has."""

    @property
    @abstractmethod
    def contract_pile_size(self) -> int:
        """How many cards the contract pile has."""

    @property
    @abstractmethod
    def bonus_sizes(self) -> tuple[int, ...]:
        """How many cards each bonus pile has, by seat."""

    @property
    def round(self) -> int:
        """How many rounds were completed before this one."""
        return self.turn // self.players

    @property
    def is_over(self) -> bool:
        """Whether the game has ended: the last turn, or the hundredth round, was played (003.25)."""
        if self.last_turn is not None and self.turn > self.last_turn:
            return True
        return self.turn >= self.players * MOST_ROUNDS

    @property
    def picture(self) -> Picture:
        """The position, hidden hands face down, for `svg` and `text`."""
        return _picture(self)

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
    """A whole position, with all that is hidden. Made by `new_game`, `from_deal`, `apply` and `determinize`.

    Attributes:
        hands: The value cards of each player, by seat, in canonical order.
        value_pile: The face-down value cards in the order in which they will be drawn.
        contract_pile: The face-down contracts in the order in which they will be drawn.
        bonus_piles: The face-down cards of bonus colours of each player, by seat, in canonical order (003.14).
        seed: What decides the reshuffles that may follow.
    """

    hands: tuple[tuple[Card, ...], ...] = field(converter=_sorted_hands)
    value_pile: tuple[Card, ...]
    contract_pile: tuple[Contract, ...]
    bonus_piles: tuple[tuple[Card, ...], ...] = field(converter=_sorted_hands)
    seed: int = 0

    @property
    def value_pile_size(self) -> int:
        """How many cards the value pile has."""
        return len(self.value_pile)

    @property
    def contract_pile_size(self) -> int:
        """How many cards the contract pile has."""
        return len(self.contract_pile)

    @property
    def bonus_sizes(self) -> tuple[int, ...]:
        """How many cards each bonus pile has, by seat."""
        return tuple(map(len, self.bonus_piles))


@frozen(cache_hash=True, kw_only=True, repr=False, field_transformer=typed_fields)
class View(OneHand[Card], PublicPosition):
    """A position as one player, or a spectator, may know it; made by `observe` and `set_up`.

    The bonus piles lie face down: of the others, a view knows only how many cards they have.

    Attributes:
        player: The seat whose view this is; None for a spectator.
        hand: The value cards of that player, in canonical order; () for a spectator.
        hand_sizes: How many value cards each player has, by seat.
        bonus_pile: The cards in that player's own bonus pile, in canonical order; () for a spectator.
        bonus_sizes: How many cards each bonus pile has, by seat.
        value_pile_size: How many cards the value pile has.
        contract_pile_size: How many cards the contract pile has.
    """

    player: int | None
    hand: tuple[Card, ...] = field(converter=_sorted_cards)
    hand_sizes: tuple[int, ...]  # pyright: ignore[reportIncompatibleMethodOverride]  # a field for a property
    bonus_pile: tuple[Card, ...] = field(default=(), converter=_sorted_cards)
    bonus_sizes: tuple[int, ...]  # pyright: ignore[reportIncompatibleMethodOverride]
    value_pile_size: int  # pyright: ignore[reportIncompatibleMethodOverride]
    contract_pile_size: int  # pyright: ignore[reportIncompatibleMethodOverride]


VIEWS = Views(PublicPosition, State, View, hand="hands", bonus_pile="bonus_piles")


def observe(state: State, player: int | None) -> View:
    """Return what a player may know of a position, and nothing else.

    Args:
        state: The full position.
        player: The seat, 0-based, or None for a spectator.

    Returns:
        The view, made of what is public, of the player's own hand, and of the player's own bonus pile.

    Raises:
        RulesError: If there is no such seat.
        WrongType: If `state` is not a `State`, or `player` neither a seat nor None.

    Examples:
        >>> from rami.contracts import new_game
        >>> view = observe(new_game(2, seed=1), 0)
        >>> len(view.hand), view.hand_sizes, len(view.value_market), view.value_pile_size
        (3, (3, 3), 6, 84)
    """
    return VIEWS.observe(state, player)


# ------------------------------------------------------------------------------------------------------------- picture


def _picture(position: PublicPosition) -> Picture:
    """Return the trophies, both markets, and the hands as far as they are seen."""
    rules, phase = position.rules, "over" if position.is_over else position.phase
    is_last = not position.is_over and (position.last_turn is not None or position.round + 1 == MOST_ROUNDS)
    title = listed(
        TEXTS.phrase("pictures.title", turn=position.turn + 1),
        SHARED.phrase("pictures.last-round") if is_last else None,
        TEXTS.phrase(f"pictures.{phase}"),
    )
    deck = "default-deck" if rules.deck.label == Rules().deck.label else "deck"
    pile = counted(TEXTS.phrase("pictures.market"), count(position.value_pile_size, "value"))
    rows = [
        Row(label=title),
        Row(label=TEXTS.phrase(f"pictures.{deck}", label=rules.deck.label)),
        Row(label=TEXTS.phrase("pictures.trophies"), marks=[trophy.mark for trophy in position.trophies]),
        Row(label=pile, marks=[card.mark for card in position.value_market], zone="market"),
        Row(label=TEXTS.phrase("nouns.contract", n=len(position.contract_market))),
        *(Row(marks=(mark,)) for mark in _contract_marks(position)),
        *hand_rows(position, position.seen_hands, position.hand_sizes, "value", partial(_notes, position)),
    ]
    return Picture(title, rows)


def _contract_marks(position: PublicPosition) -> Iterator[Mark]:
    """Yield the contracts of the market, each with what the hand shown, or the one to move, still lacks for it."""
    owner = position.player if isinstance(position, View) else position.current_player
    if position.is_over:
        owner = None
    for contract in position.contract_market:
        yield evolve(contract.mark, note=None if owner is None else _lack(position, contract, owner))


def _lack(position: PublicPosition, contract: Contract, owner: int) -> Phrase:
    """Return what a hand still lacks for a contract: up to one card by its values, else their number."""
    values = [card.value for card in position.seen_hands[owner] or ()]
    number, fitting = lack_of(contract.requirements, values, position.rules.deck.values)
    if not number:
        return TEXTS.phrase("pictures.fits")
    if number > 1:
        return TEXTS.phrase("pictures.lacks", n=number)
    joker = (TEXTS.phrase("pictures.the-joker"),) if position.jokers[owner] else ()
    return TEXTS.phrase("pictures.lacks-one", values=(*fitting, *joker))


def _notes(position: PublicPosition, seat: int) -> Iterator[Phrase]:
    """Yield what is said of a seat, and what lies before it, beside its hand."""
    if seat == position.starter:
        yield SHARED.phrase("pictures.starter")
    contracts = tuple(contract.id for contract in position.zones[seat])
    most = position.rules.deck.end_triggers[position.players - 2]
    yield TEXTS.phrase("pictures.filled", n=len(contracts), most=most, contracts=contracts)
    yield TEXTS.phrase("pictures.bonus", n=position.bonus_sizes[seat])
    yield SHARED.phrase("nouns.joker", n=position.jokers[seat])
