"""What positions of all games do alike: who sits where, whose hand is seen, and how a view is made of a state."""

from abc import abstractmethod
from collections.abc import Callable, Mapping
from operator import attrgetter
from types import MappingProxyType
from typing import Any, Generic, TypeVar, cast

from attrs import fields

from rami.pictures.svg import Pictured
from rami.pictures.terminal import write
from rami.shapes import check_seat, instance, row_maker

P = TypeVar("P")
S = TypeVar("S", bound="Seated")
V = TypeVar("V", bound="Seated")

_SAME: Mapping[str, str] = MappingProxyType({})


class Seated(Pictured):
    """A state or a view: what follows alike from both."""

    __slots__ = ()

    current_player: int
    turn: int

    @property
    @abstractmethod
    def players(self) -> int:
        """How many players there are."""

    @property
    def starter(self) -> int:
        """The seat that had the first turn."""
        return (self.current_player - self.turn) % self.players

    def __str__(self) -> str:
        return write(self.picture)


class AllHands(Seated, Generic[P]):
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


class OneHand(Seated, Generic[P]):
    """A view of such a state: the hand of one player is seen, or none."""

    __slots__ = ()

    player: int | None
    hand: tuple[P, ...]
    hand_sizes: tuple[int, ...]

    @property
    def players(self) -> int:
        """How many players there are."""
        return len(self.hand_sizes)

    @property
    def hand_to_move(self) -> tuple[P, ...]:
        """The hand of the player who moves; () where this view does not show it."""
        return self.hand if self.player == self.current_player else ()

    @property
    def seen_hands(self) -> list[tuple[P, ...] | None]:
        """The hands as far as they are seen, by seat; None for one that is not."""
        return [self.hand if seat == self.player else None for seat in range(self.players)]


def observer(
    state: type[S], view: type[V], *, public: Mapping[str, str] = _SAME, **own: str
) -> Callable[[S, int | None], V]:
    """How the views of a game are made: each field of a view is that of the state, or the player's own part of one.

    Nothing is told that the class of the view does not name.

    Args:
        state: The class of the states.
        view: The class of the views, with a field `player`.
        public: What everybody may know by another name in the state, by the fields of the view.
        own: The fields that show what the player has, by the fields of the state that hold it for all: `hand="hands"`.

    Returns:
        A function of a state and a seat, or None for a spectator.

    Examples:
        >>> from rami.gin import State, View, new_game
        >>> observer(State, View, hand="hands")(new_game(2, seed=1), None).hand_sizes
        (10, 10)
    """
    names = [each.name for each in fields(cast("Any", view)) if each.name not in ("player", *own)]
    told, parts = attrgetter(*(public.get(name, name) for name in names)), tuple(own.values())
    make = row_maker(view, ("player", *own, *names))

    def observe(position: S, player: int | None) -> V:
        check_seat("player", player, instance("state", position, state).players)
        mine = [() if player is None else getattr(position, name)[player] for name in parts]
        return make((player, *mine, *told(position)))

    return observe
