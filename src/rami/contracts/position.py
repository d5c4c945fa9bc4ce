"""Positions of the contract game, and what makes one possible."""

from abc import abstractmethod
from collections.abc import Iterable, Iterator
from enum import StrEnum
from itertools import chain
from operator import contains
from typing import ClassVar

from attrs import field, frozen

from rami.contracts.cards import Card, Cards
from rami.contracts.requirements import Contract, Contracts
from rami.contracts.rules import MIN_PLAYERS, MOST_ROUNDS, MOST_TAKEN, PRESETS, Rules, Trophy
from rami.counting import known_flaws, known_hands, miscount, size_flaws
from rami.pieces import row_text
from rami.positions import AllHands, HandsPosition, OneHand, Views, position_repr
from rami.shapes import typed, typed_fields


class Phase(StrEnum):
    """The part of the turn."""

    TAKE = "take"
    """Step 1: cards are taken from the market (003.6)."""
    FILL = "fill"
    """Step 2, contracts are filled (003.7), until step 3 ends the turn (003.8)."""


def sorted_cards(cards: Iterable[Card]) -> Cards:
    """Return cards in canonical order."""
    return tuple(sorted(cards))


def _sorted_hands(hands: Iterable[Cards]) -> tuple[Cards, ...]:
    return tuple(map(sorted_cards, hands))


def sorted_contracts(contracts: Iterable[Contract]) -> Contracts:
    """Return contracts ordered by length and letters of the id, so that C2 comes before C10."""
    return tuple(sorted(contracts, key=lambda contract: (len(contract.id), contract.id)))


def _sorted_zones(zones: Iterable[Contracts]) -> tuple[Contracts, ...]:
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
    value_market: Cards = field(converter=sorted_cards)
    contract_market: Contracts = field(converter=sorted_contracts)
    discards: Cards = field(default=(), converter=sorted_cards)
    zones: tuple[Contracts, ...] = field(converter=_sorted_zones)
    jokers: tuple[int, ...]
    trophies: tuple[Trophy, ...]
    last_turn: int | None = None
    known: tuple[Cards, ...] = field(converter=_sorted_hands)

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

    hands: tuple[Cards, ...] = field(converter=_sorted_hands)
    value_pile: Cards
    contract_pile: Contracts
    bonus_piles: tuple[Cards, ...] = field(converter=_sorted_hands)
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
    hand: Cards = field(converter=sorted_cards)
    hand_sizes: tuple[int, ...]  # pyright: ignore[reportIncompatibleMethodOverride]  # a field for a property
    bonus_pile: Cards = field(default=(), converter=sorted_cards)
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


def end_trigger(position: PublicPosition) -> int:
    """Return how many contracts of one player bring about the end (003.24)."""
    return position.rules.deck.end_triggers[position.players - MIN_PLAYERS]


@typed
def flaws(position: State | View) -> tuple[str, ...]:
    """Return the inconsistencies of a position that was built by hand or read.

    Every card and every contract of the deck is there exactly as often as the deck has it, hands and markets keep their
    limits, and the seats and counters fit together. It may not be reachable by legal moves.

    Args:
        position: A position or a view; its fields may hold anything of the right types.

    Returns:
        A sentence for each flaw; () if there is none.

    Examples:
        >>> from attrs import evolve
        >>> from rami.contracts import new_game
        >>> state = new_game(2, seed=1)
        >>> flaws(state), flaws(evolve(state, jokers=(1, 2)))
        ((), ('jokers is (1, 2), and each player gets 1',))
    """
    return tuple(_flaws(position))


def _flaws(position: State | View) -> Iterator[str]:
    rules, players = position.rules, position.players
    if players not in range(MIN_PLAYERS, rules.deck.max_players + 1):
        yield f"there are {players} players, not {MIN_PLAYERS} to {rules.deck.max_players}"
        return
    if wrongly_known := list(known_flaws(position)):  # without `known_hands`, nothing can be counted
        yield from wrongly_known
        return
    yield from _counter_flaws(position)
    yield from _limit_flaws(position)
    if isinstance(position, View):
        yield from _view_flaws(position)
    yield from _bonus_flaws(position)
    seen, hidden = seen_cards(position)
    if problem := miscount(seen, rules.deck.cards, "the deck", hidden=hidden):
        yield problem
    yield from _contract_flaws(position)


def _counter_flaws(position: PublicPosition) -> Iterator[str]:
    deck, last = position.rules.deck, position.players * MOST_ROUNDS
    if position.turn not in range(last + 1):
        yield f"turn is {position.turn}, and the rules end a game after {last}"
    if position.last_turn is not None and position.last_turn not in range(last + position.players):
        yield f"last_turn is {position.last_turn}, and the rules end a game after {last}"
    if any(tokens not in range(deck.jokers_per_player + 1) for tokens in position.jokers):
        yield f"jokers is {position.jokers}, and each player gets {deck.jokers_per_player}"
    tokens = deck.trophy_tokens
    if len(position.trophies) != len(tokens) or not all(map(contains, tokens, position.trophies)):
        yield "trophies does not show a face of each trophy token, in their order"


def _limit_flaws(position: PublicPosition) -> Iterator[str]:
    """003.8, 003.9: the limits of hands and markets."""
    deck = position.rules.deck
    for seat, size in enumerate(position.hand_sizes):
        filling = seat == position.current_player and position.phase is Phase.FILL
        most = deck.max_hand + MOST_TAKEN * filling
        if size not in range(most + 1):
            yield f"the hand of seat {seat} has {size} cards, and {most} is the most"
    for name in ("value_market", "contract_market"):
        size, most = len(getattr(position, name)), getattr(deck, f"{name}_size")
        if size > most:
            yield f"{name} has {size} cards, and {most} is the most"


def _view_flaws(view: View) -> Iterator[str]:
    yield from size_flaws(view.value_pile_size, view.contract_pile_size)
    cards, bonus = (0, 0) if view.player is None else (view.hand_sizes[view.player], view.bonus_sizes[view.player])
    if (len(view.hand), len(view.bonus_pile)) != (cards, bonus):
        yield f"hand and bonus_pile have {len(view.hand)} and {len(view.bonus_pile)} cards, not {cards} and {bonus}"


def _bonus_flaws(position: State | View) -> Iterator[str]:
    """003.14: the cards went into the contracts, and have their bonus colours."""
    for seat, (size, zone) in enumerate(zip(position.bonus_sizes, position.zones, strict=True)):
        most = sum(contract.size for contract in zone)
        if size not in range(most + 1):
            yield f"the bonus pile of seat {seat} has {size} cards; {most} went into its contracts"
        colors = {contract.bonus for contract in zone}
        if foreign := [card for card in seen_bonus(position, seat) if card.color not in colors]:
            yield f"the bonus pile of seat {seat} has cards that are in no bonus colour: {row_text(foreign[:14])}"


def _contract_flaws(position: State | View) -> Iterator[str]:
    """Check that every contract is one of the deck, and there once."""
    deck, seen = position.rules.deck, seen_contracts(position)
    if foreign := [contract.id for contract in seen if deck.by_id.get(contract.id) != contract]:
        yield f"contracts that the deck has not: {', '.join(foreign[:14])}"
    elif len(set(seen)) < len(seen):
        yield "a contract is there twice"
    else:
        hidden = 0 if isinstance(position, State) else position.contract_pile_size
        if len(seen) + hidden != len(deck.contracts):
            yield f"there are {len(seen) + hidden} contracts, and the deck has {len(deck.contracts)}"


def seen_cards(position: State | View) -> tuple[list[Card], int]:
    """Return the value cards that a position shows, or everybody knows, and the number of the others."""
    face_up = [*position.value_market, *position.discards]
    everywhere = len(face_up) + sum(position.hand_sizes) + sum(position.bonus_sizes) + position.value_pile_size
    pile = position.value_pile if isinstance(position, State) else ()
    bonus = [seen_bonus(position, seat) for seat in range(position.players)]
    seen = [*chain(*known_hands(position), face_up, pile, *bonus)]
    return seen, everywhere - len(seen)


def seen_bonus(position: State | View, seat: int) -> Cards:
    """Return the bonus pile of a seat, as far as a position shows it."""
    if isinstance(position, State):
        return position.bonus_piles[seat]
    return position.bonus_pile if seat == position.player else ()


def seen_contracts(position: State | View) -> list[Contract]:
    """Return the contracts that a position shows."""
    pile = position.contract_pile if isinstance(position, State) else ()
    return [*chain(pile, position.contract_market, *position.zones)]
