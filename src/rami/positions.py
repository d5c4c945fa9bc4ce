"""Base classes of positions with seats and hands.

A game declares its public fields once, in a class `PublicPosition(BasePosition)`. `State(PublicPosition)` adds the
hidden fields. `View(PublicPosition)` adds the player who sees it, and that player's pieces.
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
"""Maximum lengths of the short text of a position, and of a fact in this text."""


# ------------------------------------------------------------------------------------------------------------ positions


class BasePosition(Pictured):
    """A state or a view of any game.

    The constructor checks that seats exist, and that there is one item for each seat, since other code relies on both.
    The function `flaws` of the game reports everything else that is impossible.

    Attributes:
        seats: The fields that contain a seat or None.
        by_seat: The fields with one item for each seat.
        by_seat_or_empty: The fields with one item for each seat, or no items.
    """

    __slots__ = ()

    seats: ClassVar[tuple[str, ...]] = ("current_player",)
    by_seat: ClassVar[tuple[str, ...]] = ()
    by_seat_or_empty: ClassVar[tuple[str, ...]] = ()

    rules: Any
    current_player: int
    turn: int

    def __attrs_post_init__(self) -> None:
        if problem := next(self._basic_flaws(), None):
            raise RulesError(problem)

    def _basic_flaws(self) -> Iterator[str]:
        players = self.players
        if not players:
            yield "there are 0 players"
        for names, lengths in ((self.by_seat, (players,)), (self.by_seat_or_empty, (0, players))):
            for name in names:
                if (items := len(getattr(self, name))) not in lengths:
                    yield f"{name} has {items} items, but there are {players} players"
        for name in self.seats:
            if (seat := getattr(self, name)) is not None and not 0 <= seat < players:
                yield f"{name} is {seat}, which is not a seat"

    @property
    @abstractmethod
    def players(self) -> int:
        """The number of players."""

    @property
    @abstractmethod
    def is_over(self) -> bool:
        """True if the deal has ended."""

    @property
    def starter(self) -> int:
        """The seat that had the first turn."""
        return (self.current_player - self.turn) % self.players

    def __str__(self) -> str:
        from rami.pictures.terminal import write  # noqa: PLC0415  # rules do not import pictures

        return write(self.picture)


class BaseView(BasePosition):
    """A view of any game."""

    __slots__ = ()

    seats: ClassVar[tuple[str, ...]] = ("current_player", "player")

    player: int | None


class HandsPosition(BasePosition, Generic[P]):
    """A state or view of a game with hands.

    Attributes:
        known: The pieces that all players know to be in each hand, by seat. A game may have no such field.

    Examples:
        >>> from rami.gin import new_game, observe
        >>> state = new_game(2, seed=1)
        >>> isinstance(state, HandsPosition), isinstance(observe(state, 0), HandsPosition)
        (True, True)
    """

    __slots__ = ()

    known: tuple[tuple[P, ...], ...]
    """The pieces that all players know to be in each hand, by seat.

    The value () becomes an empty row for each seat.
    """

    def __attrs_post_init__(self) -> None:
        if getattr(self, "known", None) == ():
            object.__setattr__(self, "known", ((),) * self.players)
        super().__attrs_post_init__()

    @property
    @abstractmethod
    def hand_sizes(self) -> tuple[int, ...]:
        """The number of pieces in each hand, by seat."""

    @property
    @abstractmethod
    def hand_to_move(self) -> tuple[P, ...]:
        """The hand of the player whose turn it is.

        If a view does not show this hand, the value is ().
        """

    @property
    @abstractmethod
    def seen_hands(self) -> Sequence[tuple[P, ...] | None]:
        """The visible hands, by seat.

        A hidden hand is None.
        """


class AllHands(HandsPosition[P]):
    """A state of a game with hands. All hands are visible.

    Examples:
        >>> from rami.gin import new_game
        >>> state = new_game(2, seed=1)
        >>> isinstance(state, AllHands), state.players, state.hand_sizes, len(state.hand_to_move)
        (True, 2, (10, 10), 10)
    """

    __slots__ = ()

    hands: tuple[tuple[P, ...], ...]

    @property
    def players(self) -> int:
        """The number of players."""
        return len(self.hands)

    @property
    def hand_sizes(self) -> tuple[int, ...]:
        """The number of pieces in each hand, by seat."""
        return tuple(map(len, self.hands))

    @property
    def hand_to_move(self) -> tuple[P, ...]:
        """The hand of the player whose turn it is."""
        return self.hands[self.current_player]

    @property
    def seen_hands(self) -> Sequence[tuple[P, ...]]:
        """All hands, by seat."""
        return self.hands


class OneHand(HandsPosition[P], BaseView):
    """A view of a game with hands. At most one hand is visible while the deal runs.

    Examples:
        >>> from rami.gin import new_game, observe
        >>> view = observe(new_game(2, seed=1), 0)
        >>> [None if hand is None else len(hand) for hand in view.seen_hands]
        [10, None]
    """

    __slots__ = ()

    hand: tuple[P, ...]

    @property
    def players(self) -> int:
        """The number of players."""
        return len(self.hand_sizes)

    @property
    def hand_to_move(self) -> tuple[P, ...]:
        """The hand of the player whose turn it is.

        If a view does not show this hand, the value is ().
        """
        return self.hand if self.player == self.current_player else ()

    @property
    def seen_hands(self) -> Sequence[tuple[P, ...] | None]:
        """The visible hands, by seat.

        A hidden hand is None.
        """
        return [self.hand if seat == self.player else None for seat in range(self.players)]


def position_repr(position: BasePosition, presets: Mapping[str, AttrsInstance], **facts: object) -> str:
    """Return a short text for a position.

    It has at most 300 characters, for a prompt or a log.

    The text contains the edition and a few public facts.

    Args:
        position: A state or a view.
        presets: The editions by name.
        facts: The facts by name. The items of a tuple are separated by spaces, and empty values are skipped.

    Returns:
        The text, in angle brackets because it is not an expression.

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


def flags(values: Iterable[bool]) -> tuple[bool, ...]:
    """Convert the flags of all seats to a tuple."""
    return tuple(values)


def numbers(values: Iterable[int]) -> tuple[int, ...]:
    """Convert the numbers of all seats to a tuple."""
    return tuple(values)


def check_possible(flaws: Iterable[str], what: str = "") -> None:
    """Check that a position has no flaws.

    Args:
        flaws: A sentence for each flaw.
        what: The beginning of the error.

    Raises:
        RulesError: If there are flaws. The message lists all of them.
    """
    if found := tuple(flaws):
        raise RulesError(what + "; ".join(found))


# ---------------------------------------------------------------------------------------------------- views and secrets


def is_to_move(position: BasePosition) -> bool:
    """Return whether a position shows the hand of the player to move.

    It is a state, or the view of this player.

    Args:
        position: A state or a view.

    Examples:
        >>> from rami.gin import new_game, observe
        >>> state = new_game(2, seed=1)
        >>> is_to_move(state), [is_to_move(observe(state, seat)) for seat in (0, 1)]
        (True, [False, True])
    """
    return not isinstance(position, BaseView) or position.player == position.current_player


def check_to_move(view: object, kind: type[BaseView]) -> None:
    """Check that an argument is the view of the player to move.

    Args:
        view: The view.
        kind: The expected class.

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
    """Return a view of a state.

    It has the public fields of the state, and the hidden fields of one player.

    The class of the public fields is the allow-list. A view contains only the fields that this class declares and
    the fields in `own`. When the deal is over, `known` shows all hands.

    Args:
        public: The class with the public fields. States and views inherit from it.
        state: The state.
        view: The class of the views.
        own: The fields of the view that are not public: `player`, and that player's pieces.

    Raises:
        TypeError: If the view has another field that `public` does not declare.

    Examples:
        >>> from rami.gin import View, new_game
        >>> from rami.gin.position import PublicPosition
        >>> view = seen_by(PublicPosition, new_game(2, seed=1), View, player=None, hand=())
        >>> view.hand, view.stock_size
        ((), 31)
    """
    if state.is_over and hasattr(view, "known") and hasattr(state, "seen_hands"):
        finished: Any = state
        own["known"] = open_hands(finished)
    make, shown = _maker(public, cast("type", view), tuple(own))
    return cast("V", make((*own.values(), *shown(state))))


def completed(public: type, view: BasePosition, state: type[S], **hidden: object) -> S:
    """Return a state with the public fields of a view and the given hidden fields, without checks.

    Args:
        public: The class with the public fields.
        view: The view.
        state: The class of the states.
        hidden: The other fields of the state. They are stored unchanged and must fit the view.
    """
    make, shown = _maker(public, cast("type", state), tuple(hidden))
    return cast("S", make((*hidden.values(), *shown(view))))


@cache
def _maker(public: type, kind: type, own: tuple[str, ...]) -> tuple[Callable[..., Any], Callable[..., Any]]:
    shown = [each.name for each in fields(kind) if each.name not in own]
    # The public class may declare a property instead of a field, so check its attributes.
    if secret := [name for name in shown if not hasattr(public, name)]:
        raise TypeError(f"{public.__name__} does not declare {', '.join(secret)}")
    return row_maker(kind, (*own, *shown)), attrgetter(*shown)


def public_fields(public: type, position: BasePosition) -> dict[str, Any]:
    """Return the public fields of a position by name.

    Args:
        public: The class with the public fields.
        position: A state or a view.

    Examples:
        >>> from rami.gin import new_game
        >>> from rami.gin.position import PublicPosition
        >>> [*public_fields(PublicPosition, new_game(2, seed=1))][:4]
        ['rules', 'current_player', 'turn', 'phase']
    """
    return {each.name: getattr(position, each.name) for each in fields(public)}


def next_seat(position: BasePosition) -> int:
    """Return the seat after the current player.

    Args:
        position: A position.

    Examples:
        >>> from rami.gin import new_game
        >>> state = new_game(2, seed=1)
        >>> state.current_player, next_seat(state)
        (1, 0)
    """
    return (position.current_player + 1) % position.players


def replaced(rows: tuple[P, ...], seat: int, own: P) -> tuple[P, ...]:
    """Return the values by seat with a new value for one seat.

    Args:
        rows: The values, by seat.
        seat: The seat.
        own: The new value for the seat.

    Examples:
        >>> replaced(("a", "b", "c"), 1, "d")
        ('a', 'd', 'c')
    """
    return (*rows[:seat], own, *rows[seat + 1 :])


# -------------------------------------------------------------------------------------------------------- known pieces


def known_after(
    known: tuple[tuple[Q, ...], ...], seat: int, *, left: Iterable[Q] = (), came: Sequence[Q] = ()
) -> tuple[tuple[Q, ...], ...]:
    """Return the known pieces of each hand after one hand has changed.

    Some pieces leave the hand, and others enter it.

    Equal pieces cannot be distinguished, so a piece that leaves counts as a known one. The pieces that remain known are
    then certain to be in the hand.

    Args:
        known: The known pieces of each hand, by seat, in canonical order.
        seat: The seat of the hand that changes.
        left: The pieces that leave the hand. All players see them.
        came: The pieces that enter the hand. All players see them.

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
    """Return the visible pieces of each hand.

    A visible hand shows all its pieces. A hidden hand shows only the pieces that all players know.

    Args:
        position: A state or a view without `known_flaws`.

    Examples:
        >>> from rami.rummy import set_up
        >>> [len(hand) for hand in known_hands(set_up("6S KD", known="5H"))]
        [2, 1]
    """
    if isinstance(position, OneHand):
        seat = position.player
        return position.known if seat is None else replaced(position.known, seat, position.hand)
    return tuple(row if hand is None else hand for hand, row in zip(position.seen_hands, position.known, strict=True))


def open_hands(position: HandsPosition[P]) -> tuple[tuple[P, ...], ...]:
    """Return all hands of a finished deal.

    The argument is a state or a view.

    Args:
        position: The last state, or a view of it.

    Raises:
        RulesError: If the position is a view that does not show all hands. `observe` never returns such a view.
    """
    if isinstance(position, AllHands):
        return position.hands
    check_possible(known_flaws(position))
    hands = known_hands(position)
    if tuple(map(len, hands)) != position.hand_sizes:
        raise RulesError("the deal is over, but the view does not show all hands")
    return hands


def known_flaws(position: HandsPosition[P]) -> Iterator[str]:
    """Yield a sentence for each hand that cannot contain its known pieces.

    Args:
        position: A state or a view.

    Examples:
        >>> from attrs import evolve
        >>> from rami.rummy import Card, set_up
        >>> list(known_flaws(evolve(set_up("6S KD"), known=(Card.row("5H"), ()))))
        ['seat 0 is known to hold 5H, but its hand has too few']
    """
    seats = zip(position.known, position.seen_hands, position.hand_sizes, strict=True)
    for seat, (row, hand, size) in enumerate(seats):
        if len(row) > max(0, size):
            yield f"{len(row)} pieces of seat {seat} are known, but its hand has {size}"
        elif hand is not None and (missing := without(row, hand)):
            yield f"seat {seat} is known to hold {missing[0]}, but its hand has too few"


def hand_flaws(view: OneHand[P]) -> Iterator[str]:
    """Yield a sentence if the hand in a view has the wrong size.

    Args:
        view: The view.
    """
    own = 0 if view.player is None else view.hand_sizes[view.player]
    if len(view.hand) != own:
        yield f"the hand has {len(view.hand)} cards, but hand_sizes has {own}"
