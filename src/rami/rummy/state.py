"""Positions: the full `State`, and the `View` that a player or a spectator has of it."""

from collections.abc import Iterable, Sequence
from enum import StrEnum

from attrs import evolve, field, frozen

from rami.pictures.model import CARD_WORDS, Picture, Row, counted, hand_rows, listed, numbered, pile_row
from rami.positions import AllHands, OneHand, Seated, observer
from rami.presets import position_repr, view_of
from rami.rummy.cards import Card
from rami.rummy.melds import Meld, Table
from rami.rummy.rules import PRESETS, Rules
from rami.shapes import typed_fields


class Phase(StrEnum):
    """Where in the turn the player is (004.6)."""

    DRAW = "draw"
    """A card has to be taken, from the stock or the discard pile."""
    PLAY = "play"
    """Melds may be laid and added to, until a discard ends the turn."""


_DRAW = Phase.DRAW  # a member of an enum takes longer to look up


def _row(cards: Iterable[Card]) -> tuple[Card, ...]:
    return tuple(cards)


def _sorted_cards(cards: Iterable[Card]) -> tuple[Card, ...]:
    return tuple(sorted(cards))


def _sorted_hands(hands: Iterable[Iterable[Card]]) -> tuple[tuple[Card, ...], ...]:
    return tuple(map(_sorted_cards, hands))


FirstTurns = tuple[int | None, ...]
"""The number of a turn for each player; None for never."""


class _Position(Seated):
    """What follows alike from a state and from a view."""

    __slots__ = ()

    melded_in: FirstTurns

    @property
    def has_melded(self) -> tuple[bool, ...]:
        """Which players have laid a meld, by seat."""
        return tuple(turn is not None for turn in self.melded_in)

    @property
    def dealer(self) -> int:
        """The seat that dealt."""
        return (self.starter - 1) % self.players


@frozen(kw_only=True, repr=False, field_transformer=typed_fields)
class State(_Position, AllHands[Card]):
    """A whole position, with all that is hidden. Made by `new_game`, `from_deal`, `apply` and `determinize`.

    Attributes:
        rules: The rules of the deal.
        current_player: The seat that moves next, 0-based; at the end, the one that went out.
        turn: How many turns were ended before this one.
        phase: Where in the turn the player is.
        hands: The cards of each player, by seat, in canonical order.
        stock: The face-down cards in the order in which they will be drawn.
        discard_pile: The discarded cards, the top card last.
        table: The melds on the table.
        taken: The card taken from the discard pile in this turn, while it is in the hand (C5).
        laid: The new melds of this turn, as they were laid.
        jokers_owed: How many jokers taken from the table in this turn are still to be laid.
        melded_in: The turn in which each player laid the first meld, by seat; None for who has not. Where a first meld
            has conditions (`Rules.has_opening`), the turn in which these were met.
        laid_in: The turn in which each player first laid or added a card, by seat; None for who has not (C11).
        restocks: How often the stock was renewed (C7).
        deep: Whether the card taken in this turn lay below others, and has to be laid (`Rules.take_depth`).
        laid_points: What the cards count that each player has laid, by seat, where that scores (`Rules.scoring`).
        seed: What decides the shuffles that may follow.
    """

    rules: Rules
    current_player: int
    turn: int = 0
    phase: Phase = Phase.DRAW
    hands: tuple[tuple[Card, ...], ...] = field(converter=_sorted_hands, repr=False)
    stock: tuple[Card, ...] = field(converter=_row, repr=False)
    discard_pile: tuple[Card, ...] = field(default=(), converter=_row)
    table: Table = Table()
    taken: Card | None = None
    laid: tuple[Meld, ...] = ()
    jokers_owed: int = 0
    melded_in: FirstTurns
    laid_in: FirstTurns
    restocks: int = 0
    seed: int = field(default=0, repr=False)
    deep: bool = False
    laid_points: tuple[int, ...] = ()

    @property
    def stock_size(self) -> int:
        """How many cards the stock has."""
        return len(self.stock)

    @property
    def discard_size(self) -> int:
        """How many cards the discard pile has."""
        return len(self.discard_pile)

    @property
    def seen_discards(self) -> tuple[Card, ...]:
        """What everybody can see of the discard pile, the top card last: that card, or all (`Rules.discard_view`)."""
        return self.discard_pile if self.rules.discard_view == "all" else self.discard_pile[-1:]

    @property
    def is_over(self) -> bool:
        """Whether the deal has ended: somebody went out, or nothing more can be drawn (004.9, C7)."""
        if not all(self.hands):
            return True
        if self.phase is not _DRAW:
            return False
        rules = self.rules
        if not self.stock and _is_blocked(rules, len(self.discard_pile), self.restocks):
            return True
        return self.turn >= len(self.hands) * rules.max_rounds

    @property
    def picture(self) -> Picture:
        """The whole position, all hands open, for `svg` and `text`."""
        return _picture(self, self.hands)

    def __repr__(self) -> str:
        return _repr(self, "State")


@frozen(kw_only=True, repr=False, field_transformer=typed_fields)
class View(_Position, OneHand[Card]):
    """What one player, or a spectator, may know of a position; made by `observe` and `set_up`.

    Attributes:
        rules: The rules of the deal.
        current_player: The seat that moves next, 0-based; at the end, the one that went out.
        turn: How many turns were ended before this one.
        phase: Where in the turn the player who moves is.
        player: The seat whose view this is; None for a spectator.
        hand: The cards of that player, in canonical order; () for a spectator.
        hand_sizes: How many cards each player has, by seat.
        stock_size: How many cards the stock has.
        discard_pile: What can be seen of the discard pile, the top card last: that card, or all (`discard_view`).
        discard_size: How many cards the discard pile has.
        table: The melds on the table.
        taken: The card that the player who moves took from the discard pile in this turn, while it is in the hand.
        laid: The new melds of this turn, as they were laid.
        jokers_owed: How many jokers taken from the table in this turn are still to be laid.
        melded_in: The turn in which each player laid the first meld, by seat; None for who has not.
        laid_in: The turn in which each player first laid or added a card, by seat; None for who has not.
        restocks: How often the stock was renewed.
        deep: Whether the card taken in this turn lay below others, and has to be laid.
        laid_points: What the cards count that each player has laid, by seat, where that scores.
    """

    rules: Rules
    current_player: int
    turn: int = 0
    phase: Phase = Phase.DRAW
    player: int | None
    hand: tuple[Card, ...] = field(converter=_sorted_cards)
    hand_sizes: tuple[int, ...]
    stock_size: int
    discard_pile: tuple[Card, ...] = field(default=(), converter=_row)
    discard_size: int
    table: Table = Table()
    taken: Card | None = None
    laid: tuple[Meld, ...] = ()
    jokers_owed: int = 0
    melded_in: FirstTurns
    laid_in: FirstTurns
    restocks: int = 0
    deep: bool = False
    laid_points: tuple[int, ...] = ()

    @property
    def is_over(self) -> bool:
        """Whether the deal has ended: somebody went out, or nothing more can be drawn (004.9, C7)."""
        if not all(self.hand_sizes):
            return True
        if self.phase is not _DRAW:
            return False
        rules = self.rules
        if not self.stock_size and _is_blocked(rules, self.discard_size, self.restocks):
            return True
        return self.turn >= len(self.hand_sizes) * rules.max_rounds

    @property
    def picture(self) -> Picture:
        """The position with the own hand open and the others face down, for `svg` and `text`."""
        return _picture(self, self.seen_hands)

    def __repr__(self) -> str:
        return _repr(self, view_of(self.player), self.hand)


def _is_blocked(rules: Rules, discard_size: int, restocks: int) -> bool:
    """Whether an exhausted stock cannot be renewed (C6, C7).

    Args:
        rules: The rules.
        discard_size: How many cards the discard pile has.
        restocks: How often the stock was renewed before.
    """
    spent = rules.max_restocks is not None and restocks >= rules.max_restocks
    return spent or discard_size < 2 or rules.restock == "end"


def _repr(position: State | View, kind: str, own: tuple[Card, ...] = ()) -> str:
    """What everybody may know, and of a view, what its player holds."""
    return position_repr(
        kind,
        position.rules,
        PRESETS,
        turn=position.turn,
        seat_to_move=position.current_player,
        phase=position.phase,
        hands=position.hand_sizes,
        stock=position.stock_size,
        discards=position.discard_size,
        top=position.discard_pile[-1:],
        own=own,
        table=str(position.table),
    )


_observed = observer(State, View, public={"discard_pile": "seen_discards"}, hand="hands")


def observe(state: State, player: int | None) -> View:
    """What a player may know of a position, and nothing else.

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
    return _observed(state, player)


# ------------------------------------------------------------------------------------------------------------- picture


def _picture(position: State | View, hands: Sequence[tuple[Card, ...] | None]) -> Picture:
    """A position: whose turn it is, the table, the hands as far as they are seen, the discards and the stock."""
    turn = position.turn + 1
    title = listed(
        (f"Rami, turn {turn}", f"Rami, tour {turn}"),
        ("the deal is over", "la donne est terminée") if position.is_over else _PHASES[position.phase],
    )
    first, *others = position.table.picture.rows
    table = evolve(first, label=("Table", "Table")) if position.table else first
    pile = Row(
        label=counted(("Discard pile", "Défausse"), numbered(position.discard_size, *CARD_WORDS)),
        marks=[card.mark for card in position.discard_pile[-1:]],
        zone="discard pile",
    )
    stock = pile_row(("Stock", "Talon"), position.stock_size, "card")
    rows = hand_rows(position, hands, position.hand_sizes, "card")
    return Picture(title, [Row(label=title), table, *others, *rows, pile, stock])


_PHASES = {
    Phase.DRAW: ("a card is to be taken", "une carte est à prendre"),
    Phase.PLAY: ("a card has been taken", "une carte a été prise"),
}
