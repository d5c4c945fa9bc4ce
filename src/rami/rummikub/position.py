"""Positions: the full `State`, and the `View` that a player or a spectator has of it."""

from abc import abstractmethod
from itertools import chain
from typing import ClassVar

from attrs import field, frozen

from rami.positions import AllHands, HandsPosition, OneHand, known_hands, position_repr, seen_by
from rami.rummikub.melds import Table
from rami.rummikub.rules import PRESETS, Rules
from rami.rummikub.tiles import Tile
from rami.shapes import check_seat, instance, typed_fields


def _sorted_rack(rack: tuple[Tile, ...]) -> tuple[Tile, ...]:
    return tuple(sorted(rack))


def _sorted_racks(racks: tuple[tuple[Tile, ...], ...]) -> tuple[tuple[Tile, ...], ...]:
    return tuple(map(_sorted_rack, racks))


StartDraws = tuple[tuple[Tile | None, ...], ...]
"""The rounds of the draw for the start; each has a tile per seat, None for a seat that did not draw again."""


@frozen(kw_only=True, init=False, eq=False, repr=False)
class PublicPosition(HandsPosition[Tile]):
    """The public part of a position; a view shows this, and the player's own rack.

    Attributes:
        rules: The rules of the deal.
        current_player: The seat that moves next, 0-based.
        turn: How many turns were played before this one.
        table: The melds on the table.
        opened: Which players have laid their opening, by seat; all of them if the rules have none.
        start_draws: What each player drew to decide who starts, round by round (000.3); a round holds one tile for each
            seat, None for those who did not draw again.
        passes: How many turns in a row, up to now, were passed with the pool empty.
        known: The tiles of each rack that everybody knows, by seat: those that went to it from the table when the time
            ran out (A20), and must still be there.
    """

    by_seat: ClassVar[tuple[str, ...]] = ("opened", "known")

    rules: Rules
    current_player: int
    turn: int = 0
    table: Table
    opened: tuple[bool, ...]
    start_draws: StartDraws = ()
    passes: int = 0
    known: tuple[tuple[Tile, ...], ...] = field(converter=_sorted_racks)

    @property
    @abstractmethod
    def rack_sizes(self) -> tuple[int, ...]:
        """How many tiles each player has, by seat."""

    @property
    @abstractmethod
    def pool_size(self) -> int:
        """How many tiles the pool has."""

    @property
    def is_over(self) -> bool:
        """Whether the deal has ended: somebody went out, or all have passed (000.21, 000.23)."""
        return self.passes >= self.players or 0 in self.rack_sizes

    def __repr__(self) -> str:
        own = self.rack if isinstance(self, View) else ()
        table = str(self.table)
        return position_repr(self, PRESETS, racks=self.rack_sizes, pool=self.pool_size, own=own, table=table)


@frozen(cache_hash=True, kw_only=True, repr=False, field_transformer=typed_fields)
class State(AllHands[Tile], PublicPosition):
    """A whole position, with all that is hidden. Made by `new_game`, `from_deal`, `apply` and `determinize`.

    Attributes:
        racks: The tiles on each rack, by seat, in canonical order.
        pool: The face-down tiles in the order in which they will be drawn.
    """

    racks: tuple[tuple[Tile, ...], ...] = field(converter=_sorted_racks, repr=False)
    pool: tuple[Tile, ...] = field(repr=False)

    @property
    def hands(self) -> tuple[tuple[Tile, ...], ...]:  # type: ignore[override]  # a property for a field
        """The racks, by the name that hands have in every game."""
        return self.racks

    @property
    def rack_sizes(self) -> tuple[int, ...]:
        """How many tiles each player has, by seat."""
        return self.hand_sizes

    @property
    def pool_size(self) -> int:
        """How many tiles the pool has."""
        return len(self.pool)


@frozen(cache_hash=True, kw_only=True, repr=False, field_transformer=typed_fields)
class View(OneHand[Tile], PublicPosition):
    """A position as one player, or a spectator, may know it; made by `observe` and `set_up`.

    Attributes:
        player: The seat whose view this is; None for a spectator.
        rack: The tiles on that player's rack, in canonical order; () for a spectator.
        rack_sizes: How many tiles each player has, by seat.
        pool_size: How many tiles the pool has.
    """

    player: int | None
    rack: tuple[Tile, ...] = field(converter=_sorted_rack)
    rack_sizes: tuple[int, ...]  # pyright: ignore[reportIncompatibleMethodOverride]  # a field for a property
    pool_size: int  # pyright: ignore[reportIncompatibleMethodOverride]

    @property
    def hand(self) -> tuple[Tile, ...]:  # type: ignore[override]
        """The rack, by the name that a hand has in every game."""
        return self.rack

    @property
    def hand_sizes(self) -> tuple[int, ...]:
        """The sizes of the racks, likewise."""
        return self.rack_sizes


def has_opened(position: State | View, seat: int) -> bool:
    """Return whether a seat has laid its opening, or needs none."""
    return position.opened[seat] or position.rules.opening_points is None


def observe(state: State, player: int | None) -> View:
    """Return what a player may know of a position, and nothing else.

    Args:
        state: The full position.
        player: The seat, 0-based, or None for a spectator.

    Returns:
        The view, made of what is public and of the player's own rack.

    Raises:
        RulesError: If there is no such seat.
        WrongType: If `state` is not a `State`, or `player` neither a seat nor None.

    Examples:
        >>> from rami.rummikub import new_game
        >>> view = observe(new_game(2, seed=1), 0)
        >>> len(view.rack), view.rack_sizes, view.pool_size
        (14, (14, 14), 78)
    """
    # `typed` would cost a third of the time of this function, and searches observe each position.
    instance("state", state, State)
    check_seat("player", player, state.players)
    return seen_by(PublicPosition, state, View, player=player, rack=() if player is None else state.racks[player])


def seen_tiles(position: State | View) -> tuple[list[Tile], int]:
    """Return the tiles that a position shows, or everybody knows, and the number of the others."""
    known = known_hands(position)
    pool = position.pool if isinstance(position, State) else ()
    seen = [*position.table.tiles, *pool, *chain.from_iterable(known)]
    return seen, len(position.table.tiles) + position.pool_size + sum(position.rack_sizes) - len(seen)
