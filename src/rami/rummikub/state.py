"""Positions: the full `State`, and the `View` that a player or a spectator has of it."""

from attrs import field, frozen

from rami.rummikub.melds import Table
from rami.rummikub.rules import Rules
from rami.rummikub.tiles import Tile
from rami.validation import instance, seat


def _sorted_rack(rack: tuple[Tile, ...]) -> tuple[Tile, ...]:
    return tuple(sorted(rack))


def _sorted_racks(racks: tuple[tuple[Tile, ...], ...]) -> tuple[tuple[Tile, ...], ...]:
    return tuple(map(_sorted_rack, racks))


StartDraws = tuple[tuple[Tile | None, ...], ...]
"""The rounds of the draw for the start; each has a tile per seat, None for a seat that did not draw again."""


@frozen(cache_hash=True, kw_only=True)
class State:
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
    def starter(self) -> int:
        """The seat that had the first turn."""
        return (self.current_player - self.turn) % self.players

    @property
    def is_over(self) -> bool:
        """Whether the deal has ended: somebody went out, or all have passed (000.21, 000.23)."""
        return self.passes >= self.players or not all(self.racks)


@frozen(cache_hash=True, kw_only=True)
class View:
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
    def starter(self) -> int:
        """The seat that had the first turn."""
        return (self.current_player - self.turn) % self.players

    @property
    def is_over(self) -> bool:
        """Whether the deal has ended: somebody went out, or all have passed (000.21, 000.23)."""
        return self.passes >= self.players or not all(self.rack_sizes)


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
    seat("player", player, instance("state", state, State).players)
    return View(
        rules=state.rules,
        current_player=state.current_player,
        turn=state.turn,
        player=player,
        rack=() if player is None else state.racks[player],
        rack_sizes=state.rack_sizes,
        pool_size=state.pool_size,
        table=state.table,
        opened=state.opened,
        start_draws=state.start_draws,
        passes=state.passes,
        has_drawn=state.has_drawn,
    )
