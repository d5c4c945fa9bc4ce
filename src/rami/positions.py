"""The common part of all positions: seats, hands, and views by allow-list.

A game writes its public fields once, in a class `PublicPosition(BasePosition)`. `State(PublicPosition)` adds what is
hidden, `View(PublicPosition)` whose view it is and what that player holds.
"""

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from operator import attrgetter
from typing import Any, ClassVar, Generic, TypeVar, cast

from attrs import AttrsInstance, fields

from rami.errors import RamiError, RulesError
from rami.messages import Pictured
from rami.pieces import Piece, without
from rami.presets import rules_name
from rami.shapes import instance, row_maker

P = TypeVar("P")
Q = TypeVar("Q", bound=Piece)
S = TypeVar("S", bound="BasePosition")
V = TypeVar("V", bound="BaseView")


_LONGEST, _LONGEST_FACT = 300, 80
"""How long a representation, and a fact in it, may be."""


# ------------------------------------------------------------------------------------------------------------ positions


class BasePosition(Pictured):
    """A state or a view of any game.

    Its constructor refuses seats that do not exist, and rows that have not one item for each seat: nothing can be said
    of such a position. What else cannot be, the `flaws` of the game say.
    """

    __slots__ = ()

    seats: ClassVar[tuple[str, ...]] = ("current_player",)
    """The fields that name a seat, or None."""
    by_seat: ClassVar[tuple[str, ...]] = ()
    """The rows with an item for each seat."""
    by_seat_or_empty: ClassVar[tuple[str, ...]] = ()
    """The rows with an item for each seat, or none at all."""

    rules: Any
    current_player: int
    turn: int

    def __attrs_post_init__(self) -> None:
        """Refuse seats that do not exist, and rows that do not fit the seats."""
        if problem := next(self._basic_flaws(), None):
            raise RulesError(problem)

    def _basic_flaws(self) -> Iterator[str]:
        players = self.players
        if not players:
            yield "there are 0 players"
        for names, lengths in ((self.by_seat, (players,)), (self.by_seat_or_empty, (0, players))):
            for name in names:
                if (items := len(getattr(self, name))) not in lengths:
                    yield f"{name} has {items} items, and there are {players} players"
        for name in self.seats:
            if (seat := getattr(self, name)) is not None and not 0 <= seat < players:
                yield f"{name} is {seat}, which is no seat"

    @property
    @abstractmethod
    def players(self) -> int:
        """How many players there are."""

    @property
    @abstractmethod
    def is_over(self) -> bool:
        """Whether the deal has ended."""

    @property
    def starter(self) -> int:
        """The seat that had the first turn."""
        return (self.current_player - self.turn) % self.players

    def __str__(self) -> str:
        from rami.pictures.terminal import write  # noqa: PLC0415  # as Pictured draws

        return write(self.picture)


class BaseView(BasePosition):
    """A view of any game."""

    __slots__ = ()

    seats: ClassVar[tuple[str, ...]] = ("current_player", "player")

    player: int | None


class HandsPosition(BasePosition, Generic[P]):
    """A state or a view of a game in which each player has a hand."""

    __slots__ = ()

    known: tuple[tuple[P, ...], ...]
    """The pieces of each hand that everybody knows, by seat, where the game keeps them."""

    @property
    @abstractmethod
    def hand_sizes(self) -> tuple[int, ...]:
        """How many pieces each player holds, by seat."""

    @property
    @abstractmethod
    def hand_to_move(self) -> tuple[P, ...]:
        """The hand of the player who moves; () where a view does not show it."""

    @property
    @abstractmethod
    def seen_hands(self) -> Sequence[tuple[P, ...] | None]:
        """The hands that are seen, by seat; None for a hidden one."""


class AllHands(HandsPosition[P]):
    """A state of a game in which each player has a hand."""

    __slots__ = ()

    hands: tuple[tuple[P, ...], ...]

    @property
    def players(self) -> int:
        """How many players there are."""
        return len(self.hands)

    @property
    def hand_sizes(self) -> tuple[int, ...]:
        """How many pieces each player holds, by seat."""
        return tuple(map(len, self.hands))

    @property
    def hand_to_move(self) -> tuple[P, ...]:
        """The hand of the player who moves."""
        return self.hands[self.current_player]

    @property
    def seen_hands(self) -> Sequence[tuple[P, ...]]:
        """The hands, by seat: a state shows all."""
        return self.hands


class OneHand(HandsPosition[P], BaseView):
    """A view of a game in which each player has a hand: it shows one hand, or none."""

    __slots__ = ()

    hand: tuple[P, ...]

    @property
    def players(self) -> int:
        """How many players there are."""
        return len(self.hand_sizes)

    @property
    def hand_to_move(self) -> tuple[P, ...]:
        """The hand of the player who moves; () where this view does not show it."""
        return self.hand if self.player == self.current_player else ()

    @property
    def seen_hands(self) -> Sequence[tuple[P, ...] | None]:
        """The hands that are seen, by seat; None for a hidden one."""
        return [self.hand if seat == self.player else None for seat in range(self.players)]


def position_repr(position: BasePosition, presets: Mapping[str, AttrsInstance], **facts: object) -> str:
    """Return a position for a prompt or a log: the edition, and a few public facts; at most 300 characters.

    Args:
        position: A state or a view.
        presets: The editions by name.
        facts: What to say, by name; a row is written with blanks between its items, and what is empty is left out.

    Returns:
        The text, in angle brackets, for it cannot be pasted.

    Examples:
        >>> from rami.gin import PRESETS, new_game
        >>> position_repr(new_game(2, seed=1), PRESETS, hands=(10, 10), own=())
        '<State, gin: turn 0; seat to move 1; hands 10 10>'
    """
    kind = "State"
    if isinstance(position, BaseView):
        kind = "View of a spectator" if position.player is None else f"View of seat {position.player}"
    listed: list[str] = []
    for name, value in {"turn": position.turn, "seat_to_move": position.current_player, **facts}.items():
        items = cast("tuple[object, ...]", value) if isinstance(value, tuple) else (value,)
        if text := " ".join(map(str, items)):
            short = text if len(text) <= _LONGEST_FACT else text[:_LONGEST_FACT] + "…"
            listed.append(f"{name.replace('_', ' ')} {short}")
    whole = f"<{kind}, {rules_name(position.rules, presets)}: {'; '.join(listed)}>"
    return whole if len(whole) <= _LONGEST else whole[: _LONGEST - 2] + "…>"


# ---------------------------------------------------------------------------------------------------- views and secrets


def is_to_move(position: BasePosition) -> bool:
    """Return whether a position is that of the player who moves: each state is, and of the views one.

    Args:
        position: A state or a view.
    """
    return not isinstance(position, BaseView) or position.player == position.current_player


def check_to_move(view: object, kind: type[BaseView]) -> None:
    """Check that a view is of a class, and that its owner is to move.

    Args:
        view: The view.
        kind: The class.

    Raises:
        RamiError: If the deal is over, or it is another player's turn.
        WrongType: If `view` is of another class.
    """
    if type(view) is not kind:
        instance("view", view, kind)
    known = cast("BaseView", view)
    if known.player != known.current_player or known.is_over:
        raise RamiError("this player has no legal move: the deal is over, or it is another player's turn")


def seen_by(public: type, state: BasePosition, view: type[V], **own: object) -> V:
    """Return a view of a state: its public fields, and what the player has.

    The class of the public fields is the allow-list: a view has what this class names, and the player's own part. When
    the deal is over, `known` shows all hands.

    Args:
        public: The class with the public fields, which states and views inherit.
        state: The state.
        view: The class of the views.
        own: The fields of the view that are not public: `player`, and what that player holds.

    Raises:
        TypeError: If the view has another field that `public` does not name.
    """
    if state.is_over and isinstance(state, HandsPosition) and hasattr(view, "known"):
        finished: Any = state
        own["known"] = open_hands(finished)
    make, shown = _view_maker(public, cast("type", view), tuple(own))
    return cast("V", make((*own.values(), *shown(state))))


@cache
def _view_maker(public: type, view: type, own: tuple[str, ...]) -> tuple[Callable[..., Any], Callable[..., Any]]:
    """Return the constructor of a view, and what reads the fields of a state for it."""
    shown = [each.name for each in fields(view) if each.name not in own]
    if secret := [name for name in shown if not hasattr(public, name)]:  # a property is named, too
        raise TypeError(f"{public.__name__} does not name {', '.join(secret)}")
    return row_maker(view, (*own, *shown)), attrgetter(*shown)


def public_fields(public: type, position: BasePosition) -> dict[str, Any]:
    """Return the public fields of a position by name.

    Args:
        public: The class with the public fields.
        position: A state or a view.
    """
    return {each.name: getattr(position, each.name) for each in fields(public)}


def next_seat(position: BasePosition) -> int:
    """Return the seat that moves after the one whose turn it is.

    Args:
        position: A position.
    """
    return (position.current_player + 1) % position.players


def replaced(rows: tuple[P, ...], seat: int, own: P) -> tuple[P, ...]:
    """Return what each seat has, with a new value for one seat.

    Args:
        rows: What each seat has, by seat.
        seat: The seat.
        own: What that seat has from now on.

    Examples:
        >>> replaced(("a", "b", "c"), 1, "d")
        ('a', 'd', 'c')
    """
    return (*rows[:seat], own, *rows[seat + 1 :])


# --------------------------------------------------------------------------------------------- what everybody knows


def known_after(
    known: tuple[tuple[Q, ...], ...], seat: int, *, left: Iterable[Q] = (), came: Sequence[Q] = ()
) -> tuple[tuple[Q, ...], ...]:
    """Return which pieces of each hand everybody knows, after pieces have left one hand and others came into it.

    Nobody can tell equal pieces apart, so those that leave count as the known ones: what stays known must be there.

    Args:
        known: The known pieces of each hand, by seat, in canonical order.
        seat: The seat of the hand that changes.
        left: The pieces that leave it, for all to see.
        came: The pieces that come into it, for all to see.

    Examples:
        >>> known_after(((1, 5), ()), 0, left=[5, 9]), known_after(((5,), ()), 0, came=(3,))
        (((1,), ()), ((3, 5), ()))
    """
    row = known[seat]
    if row:
        for piece in left:
            if piece in row:
                index = row.index(piece)
                row = (*row[:index], *row[index + 1 :])
    if came:
        row = tuple(sorted((*row, *came))) if row or len(came) > 1 else tuple(came)
    return known if row is known[seat] else replaced(known, seat, row)


def known_hands(position: HandsPosition[P]) -> tuple[tuple[P, ...], ...]:
    """Return what a position shows of each hand: all of one that is seen, the known pieces of any other.

    Args:
        position: A state or a view.

    Raises:
        RulesError: If a hand cannot have the pieces that everybody knows.

    Examples:
        >>> from rami.rummy import set_up
        >>> [len(hand) for hand in known_hands(set_up("6S KD", known="5H"))]
        [2, 1]
    """
    for problem in known_flaws(position):
        raise RulesError(problem)
    return tuple(row if hand is None else hand for hand, row in zip(position.seen_hands, position.known, strict=True))


def open_hands(position: HandsPosition[P]) -> tuple[tuple[P, ...], ...]:
    """Return all hands of a finished deal.

    Args:
        position: The last state, or a view of it.

    Raises:
        RulesError: If it is a view that does not show all hands. `observe` never returns one.
    """
    if isinstance(position, AllHands):
        return position.hands
    hands = known_hands(position)
    if tuple(map(len, hands)) != position.hand_sizes:
        raise RulesError("the deal is over, but the view does not show all hands")
    return hands


def known_flaws(position: HandsPosition[P]) -> Iterator[str]:
    """Yield a sentence for each hand that cannot have the pieces which everybody knows.

    Args:
        position: A state or a view.

    Examples:
        >>> from attrs import evolve
        >>> from rami.rummy import Card, set_up
        >>> list(known_flaws(evolve(set_up("6S KD"), known=(Card.row("5H"), ()))))
        ['seat 0 is known to have 5H, and has it not, or not as often']
    """
    seats = zip(position.known, position.seen_hands, position.hand_sizes, strict=True)
    for seat, (row, hand, size) in enumerate(seats):
        if len(row) > max(0, size):  # a size below 0 is a flaw of its own
            yield f"{len(row)} pieces of seat {seat} are known, and it has {size}"
        elif hand is not None and (missing := without(row, hand)):
            yield f"seat {seat} is known to have {missing[0]}, and has it not, or not as often"


def hand_flaws(view: OneHand[P]) -> Iterator[str]:
    """Yield a sentence if a view does not show a hand as large as it counts.

    Args:
        view: The view.
    """
    own = 0 if view.player is None else view.hand_sizes[view.player]
    if len(view.hand) != own:
        yield f"the hand has {len(view.hand)} cards where hand_sizes says {own}"
