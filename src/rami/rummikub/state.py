"""Positions: the full `State`, and the `View` that a player or a spectator has of it."""

from collections.abc import Iterator, Sequence

from attrs import evolve, field, frozen

from rami.pictures.model import Picture, Row, Words, hand_rows, listed, pile_row
from rami.positions import Seated, observer
from rami.presets import position_repr, view_of
from rami.rummikub.melds import Table
from rami.rummikub.rules import PRESETS, Rules
from rami.rummikub.tiles import Tile
from rami.shapes import typed_fields


def _sorted_rack(rack: tuple[Tile, ...]) -> tuple[Tile, ...]:
    return tuple(sorted(rack))


def _sorted_racks(racks: tuple[tuple[Tile, ...], ...]) -> tuple[tuple[Tile, ...], ...]:
    return tuple(map(_sorted_rack, racks))


StartDraws = tuple[tuple[Tile | None, ...], ...]
"""The rounds of the draw for the start; each has a tile per seat, None for a seat that did not draw again."""


@frozen(cache_hash=True, kw_only=True, repr=False, field_transformer=typed_fields)
class State(Seated):
    """A whole position, with all that is hidden. Made by `new_game`, `from_deal`, `apply` and `determinize`.

    Attributes:
        rules: The rules of the deal.
        current_player: The seat that moves next, 0-based.
        turn: How many turns were played before this one.
        racks: The tiles on each rack, by seat, in canonical order.
        pool: The face-down tiles in the order in which they will be drawn.
        table: The melds on the table.
        opened: Which players have laid their opening, by seat.
        start_draws: What each player drew to decide who starts, round by round (000.3); a round holds one tile for each
            seat, None for those who did not draw again.
        passes: How many turns in a row, up to now, were passed with the pool empty.
        has_drawn: Whether the player has drawn in this turn and may still play (A16).
        seed: What decides the shuffles that may follow.
    """

    rules: Rules
    current_player: int
    turn: int = 0
    racks: tuple[tuple[Tile, ...], ...] = field(converter=_sorted_racks, repr=False)
    pool: tuple[Tile, ...] = field(repr=False)
    table: Table
    opened: tuple[bool, ...]
    start_draws: StartDraws = ()
    passes: int = 0
    has_drawn: bool = False
    seed: int = field(default=0, repr=False)

    @property
    def players(self) -> int:
        """How many players there are."""
        return len(self.racks)

    @property
    def rack_sizes(self) -> tuple[int, ...]:
        """How many tiles each player has, by seat."""
        return tuple(map(len, self.racks))

    @property
    def pool_size(self) -> int:
        """How many tiles the pool has."""
        return len(self.pool)

    @property
    def is_over(self) -> bool:
        """Whether the deal has ended: somebody went out, or all have passed (000.21, 000.23)."""
        return self.passes >= self.players or not all(self.racks)

    @property
    def picture(self) -> Picture:
        """The whole position, all racks open, for `svg` and `text`."""
        return _picture(self, self.racks)

    def __repr__(self) -> str:
        return _repr(self, "State")


@frozen(cache_hash=True, kw_only=True, repr=False, field_transformer=typed_fields)
class View(Seated):
    """What one player, or a spectator, may know of a position; made by `observe` and `set_up`.

    Attributes:
        rules: The rules of the deal.
        current_player: The seat that moves next, 0-based.
        turn: How many turns were played before this one.
        player: The seat whose view this is; None for a spectator.
        rack: The tiles on that player's rack, in canonical order; () for a spectator.
        rack_sizes: How many tiles each player has, by seat.
        pool_size: How many tiles the pool has.
        table: The melds on the table.
        opened: Which players have laid their opening, by seat.
        start_draws: What each player drew to decide who starts, round by round.
        passes: How many turns in a row, up to now, were passed with the pool empty.
        has_drawn: Whether the player has drawn in this turn and may still play (A16).
    """

    rules: Rules
    current_player: int
    turn: int = 0
    player: int | None
    rack: tuple[Tile, ...] = field(converter=_sorted_rack)
    rack_sizes: tuple[int, ...]
    pool_size: int
    table: Table
    opened: tuple[bool, ...]
    start_draws: StartDraws = ()
    passes: int = 0
    has_drawn: bool = False

    @property
    def players(self) -> int:
        """How many players there are."""
        return len(self.rack_sizes)

    @property
    def is_over(self) -> bool:
        """Whether the deal has ended: somebody went out, or all have passed (000.21, 000.23)."""
        return self.passes >= self.players or not all(self.rack_sizes)

    @property
    def picture(self) -> Picture:
        """The position with the own rack open and the others face down, for `svg` and `text`."""
        return _picture(self, [self.rack if seat == self.player else None for seat in range(self.players)])

    def __repr__(self) -> str:
        return _repr(self, view_of(self.player), self.rack)


def _repr(position: State | View, kind: str, own: tuple[Tile, ...] = ()) -> str:
    """What everybody may know, and of a view, what its player holds."""
    return position_repr(
        kind,
        position.rules,
        PRESETS,
        turn=position.turn,
        seat_to_move=position.current_player,
        racks=position.rack_sizes,
        pool=position.pool_size,
        own=own,
        table=str(position.table),
    )


_observed = observer(State, View, rack="racks")


def observe(state: State, player: int | None) -> View:
    """What a player may know of a position, and nothing else.

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
    return _observed(state, player)


# ------------------------------------------------------------------------------------------------------------- picture


def _picture(position: State | View, racks: Sequence[tuple[Tile, ...] | None]) -> Picture:
    """A position: whose turn it is, the table, the racks as far as they are seen, and the pool."""
    turn = position.turn + 1
    title = listed(
        (f"Rummikub, turn {turn}", f"Rummikub, tour {turn}"),
        ("the deal is over", "la partie est terminée") if position.is_over else None,
    )
    first, *others = position.table.picture.rows
    table = evolve(first, label=("Table", "Table")) if position.table else first
    pool = pile_row(("Pool", "Pioche"), position.pool_size, "tile")
    return Picture(title, [Row(label=title), table, *others, *_racks(position, racks), pool])


def _racks(position: State | View, racks: Sequence[tuple[Tile, ...] | None]) -> Iterator[Row]:
    def told(seat: int) -> tuple[Words, ...]:
        return () if position.opened[seat] else (("not yet opened", "n'a pas encore ouvert"),)

    return hand_rows(position, racks, position.rack_sizes, "tile", told)
