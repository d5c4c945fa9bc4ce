"""Positions of Rummikub.

They are the full `State`, and the `View` of a player or a spectator.
"""

from abc import abstractmethod
from collections.abc import Iterable
from itertools import chain
from typing import ClassVar, cast

from attrs import field, frozen

from rami.pieces import one_piece, sorted_rows
from rami.positions import AllHands, HandsPosition, OneHand, flags, known_hands, position_repr, seen_by
from rami.rummikub.melds import Melds, Table
from rami.rummikub.rules import PRESETS, Rules
from rami.rummikub.tiles import Tile, Tiles, tiles_of
from rami.shapes import check_seat, instance, row_of, typed_fields


def _rack(tiles: Tiles) -> tuple[Tile, ...]:
    return tuple(sorted(tiles_of(tiles, "rack")))


def _racks(racks: Iterable[Tiles]) -> tuple[tuple[Tile, ...], ...]:
    return sorted_rows(racks, tiles_of, "racks")


def _known(racks: Iterable[Tiles]) -> tuple[tuple[Tile, ...], ...]:
    return sorted_rows(racks, tiles_of, "known")


def _pool(tiles: Tiles) -> tuple[Tile, ...]:
    return tiles_of(tiles, "pool")


def _table(melds: Melds) -> Table:
    return melds if isinstance(melds, Table) else Table(melds)


StartDraws = tuple[tuple[Tile | None, ...], ...]
"""Rounds of draws that decide who starts.

A round has a tile for each seat, or None if the seat did not draw again.
"""


def _draws(rounds: Iterable[Iterable[Tile | str | None]]) -> StartDraws:
    return tuple(
        tuple(map(_drawn, row_of("each of start_draws", row, object))) for row in row_of("start_draws", rounds, object)
    )


def _drawn(tile: object) -> Tile | None:
    return None if tile is None else one_piece(Tile, cast("str", tile), "each of start_draws")


@frozen(kw_only=True, init=False, eq=False, repr=False)
class PublicPosition(HandsPosition[Tile]):
    """The public part of a position.

    `State` and `View` list the fields.
    """

    by_seat: ClassVar[tuple[str, ...]] = ("opened", "known")

    rules: Rules
    current_player: int
    turn: int = 0
    table: Table = field(default=Table(), converter=_table)
    opened: tuple[bool, ...] = field(converter=flags)
    start_draws: StartDraws = field(default=(), converter=_draws)
    passes: int = 0
    known: tuple[tuple[Tile, ...], ...] = field(default=(), converter=_known)

    @property
    @abstractmethod
    def rack_sizes(self) -> tuple[int, ...]:
        """Number of tiles of each player, by seat."""

    @property
    @abstractmethod
    def pool_size(self) -> int:
        """Number of tiles in the pool."""

    @property
    def is_over(self) -> bool:
        """True if the deal has ended.

        A deal ends if a player goes out, or if all players pass in turn (000.21, 000.23).
        """
        return self.passes >= self.players or 0 in self.rack_sizes

    def __repr__(self) -> str:
        own = self.rack if isinstance(self, View) else ()
        table = str(self.table)
        return position_repr(self, PRESETS, racks=self.rack_sizes, pool=self.pool_size, own=own, table=table)


@frozen(cache_hash=True, kw_only=True, repr=False, field_transformer=typed_fields)
class State(AllHands[Tile], PublicPosition):
    """A full position, including all hidden tiles.

    It is made by `new_game`, `from_deal`, `apply` or `determinize`.

    For a running game of another program, pass the fields by name. Tiles may be text, and unknown fields may be left
    out. The constructor does not check that the position is possible: see `Record.from_state`.

    Attributes:
        rules: The rules of the deal.
        current_player: The seat to move, 0-based.
        turn: The number of turns played before this one.
        table: The melds on the table.
        opened: Whether each player has laid the opening, by seat. If the rules require no opening, all are True.
        start_draws: The tiles drawn for the start, round by round (000.3). A round has one tile for each seat, or None
            if the seat did not draw again.
        passes: The number of consecutive passes with an empty pool, up to now.
        known: The tiles of each rack that all players know, by seat. They went from the table to the rack after an
            overrun (A20).
        racks: The tiles on each rack, by seat, in canonical order.
        pool: The face-down tiles in the order in which they will be drawn.

    Raises:
        RulesError: If a seat does not exist, or a field does not have one item for each seat.
        WrongType: If a field has a value of another type.

    Examples:
        >>> from rami.rummikub import new_game
        >>> dealt = new_game(2, seed=1)
        >>> racks = [[str(tile) for tile in rack] for rack in dealt.racks]
        >>> pool = [str(tile) for tile in dealt.pool]
        >>> state = State(rules=Rules(), current_player=1, turn=3, racks=racks, pool=pool, opened=[True, False])
        >>> state.racks == dealt.racks, state.known
        (True, ((), ()))
    """

    racks: tuple[tuple[Tile, ...], ...] = field(converter=_racks, repr=False)
    pool: tuple[Tile, ...] = field(converter=_pool, repr=False)

    @property
    def hands(self) -> tuple[tuple[Tile, ...], ...]:  # type: ignore[override]  # a property for a field
        """The tiles on each rack, by seat.

        Positions of all games have this attribute.
        """
        return self.racks

    @property
    def rack_sizes(self) -> tuple[int, ...]:
        """Number of tiles of each player, by seat."""
        return self.hand_sizes

    @property
    def pool_size(self) -> int:
        """Number of tiles in the pool."""
        return len(self.pool)


@frozen(cache_hash=True, kw_only=True, repr=False, field_transformer=typed_fields)
class View(OneHand[Tile], PublicPosition):
    """A position as seen by one player or a spectator.

    It is made by `observe` or `set_up`.

    Attributes:
        rules: The rules of the deal.
        current_player: The seat to move, 0-based.
        turn: The number of turns played before this one.
        table: The melds on the table.
        opened: Whether each player has laid the opening, by seat. If the rules require no opening, all are True.
        start_draws: The tiles drawn for the start, round by round (000.3). A round has one tile for each seat, or None
            if the seat did not draw again.
        passes: The number of consecutive passes with an empty pool, up to now.
        known: The tiles of each rack that all players know, by seat. They went from the table to the rack after an
            overrun (A20).
        player: The seat that owns the view, or None for a spectator.
        rack: The tiles of that player, in canonical order. Empty for a spectator.
        rack_sizes: The number of tiles of each player, by seat.
        pool_size: The number of tiles in the pool.

    Raises:
        RulesError: If a seat does not exist, or a field does not have one item for each seat.
        WrongType: If a field has a value of another type.

    Examples:
        >>> from rami.rummikub import set_up
        >>> view = set_up("R7 K1", "R4-R5-R6")
        >>> view.player, view.table, view.opened, view.pool_size
        (0, Table('R4-R5-R6'), (True, True), 87)
    """

    player: int | None
    rack: tuple[Tile, ...] = field(converter=_rack)
    rack_sizes: tuple[int, ...]  # pyright: ignore[reportIncompatibleMethodOverride]  # a field for a property
    pool_size: int  # pyright: ignore[reportIncompatibleMethodOverride]

    @property
    def hand(self) -> tuple[Tile, ...]:  # type: ignore[override]
        """The tiles on the rack of the player.

        Views of all games have this attribute.
        """
        return self.rack

    @property
    def hand_sizes(self) -> tuple[int, ...]:
        """Number of tiles of each player, by seat.

        Views of all games have this attribute.
        """
        return self.rack_sizes


def has_opened(position: State | View, seat: int) -> bool:
    """Return whether a player has laid the opening or needs none."""
    return position.opened[seat] or position.rules.opening_points is None


def observe(state: State, player: int | None) -> View:
    """Return the view of a player or a spectator.

    The view has the public part of the position and the player's own rack.

    Args:
        state: The full position.
        player: The seat, 0-based, or None for a spectator.

    Returns:
        The view. It shows no hidden tile of another player or the pool.

    Raises:
        RulesError: If the seat does not exist.
        WrongType: If `state` is not a `State`, or `player` neither a seat nor None.

    Examples:
        >>> from rami.rummikub import new_game
        >>> view = observe(new_game(2, seed=1), 0)
        >>> len(view.rack), view.rack_sizes, view.pool_size
        (14, (14, 14), 78)
    """
    # The decorator `typed` would make this function a third slower.
    instance("state", state, State)
    check_seat("player", player, state.players)
    return seen_by(PublicPosition, state, View, player=player, rack=() if player is None else state.racks[player])


def seen_tiles(position: State | View) -> tuple[list[Tile], int]:
    """Return the visible and publicly known tiles.

    The second value is the number of all other tiles.
    """
    known = known_hands(position)
    pool = position.pool if isinstance(position, State) else ()
    seen = [*position.table.tiles, *pool, *chain.from_iterable(known)]
    return seen, len(position.table.tiles) + position.pool_size + sum(position.rack_sizes) - len(seen)
