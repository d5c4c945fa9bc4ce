"""Positions of Rummikub, and what makes one possible."""

from abc import abstractmethod
from collections.abc import Iterator
from functools import partial
from itertools import chain
from typing import ClassVar

from attrs import evolve, field, frozen

from rami.counting import known_flaws, known_hands, miscount, size_flaws
from rami.pictures import Picture, Row, hand_rows, listed, pile_row
from rami.positions import AllHands, HandsPosition, OneHand, Views, position_repr
from rami.rummikub.melds import Table, meld_violations
from rami.rummikub.rules import PRESETS, Rules
from rami.rummikub.tiles import TEXTS, Tile
from rami.sentences import Phrase
from rami.shapes import typed, typed_fields


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
        opened: Which players have laid their opening, by seat.
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

    @property
    def picture(self) -> Picture:
        """The position, hidden racks face down, for `svg` and `text`."""
        return _picture(self)

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


VIEWS = Views(PublicPosition, State, View, rack="racks")


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
    return VIEWS.observe(state, player)


# ------------------------------------------------------------------------------------------------------------- picture


def _picture(position: PublicPosition) -> Picture:
    """Return a position as rows: whose turn it is, the table, the racks as far as they are seen, and the pool."""
    over = TEXTS.phrase("pictures.over") if position.is_over else None
    title = listed(TEXTS.phrase("pictures.turn", turn=position.turn + 1), over)
    # The first meld bears the heading; an empty table is a row that says so.
    first, *others = position.table.picture.rows
    table = evolve(first, label=TEXTS.phrase("pictures.table")) if position.table else first
    pool = pile_row(TEXTS.phrase("pictures.pool"), position.pool_size, "tile")
    racks = hand_rows(position, position.seen_hands, position.rack_sizes, "tile", partial(_notes, position))
    return Picture(title, [Row(label=title), table, *others, *racks, pool])


def _notes(position: PublicPosition, seat: int) -> Iterator[Phrase]:
    if not position.opened[seat]:
        yield TEXTS.phrase("pictures.not-opened")


@typed
def flaws(position: State | View) -> tuple[str, ...]:
    """Return the inconsistencies of a position that was built by hand or read.

    Every tile of the set is there exactly once per copy, every meld may lie on the table, and the seats and counters
    fit together. Whether legal moves can lead to the position is not checked.

    Args:
        position: A position or a view; its fields may hold anything of the right types.

    Returns:
        A sentence for each flaw; () if there is none.

    Examples:
        >>> from attrs import evolve
        >>> from rami.rummikub import new_game
        >>> state = new_game(2, seed=1)
        >>> flaws(state), flaws(evolve(state, pool=state.pool[1:]))
        ((), ('tiles of the set are missing: O1',))
    """
    return tuple(_flaws(position))


def _flaws(position: State | View) -> Iterator[str]:
    rules, players = position.rules, position.players
    fewest = rules.min_players if isinstance(position, State) else 1  # `set_up` leaves out opponents without a tile
    if players not in range(fewest, rules.max_players + 1):
        yield f"there are {players} players, not {fewest} to {rules.max_players}"
        return  # as after other flaws with which the rest has no meaning
    if position.turn < 0:
        yield f"turn is {position.turn}"
    if position.passes not in range(players + 1):
        yield f"passes is {position.passes}, and after {players} the deal ends"
    if wrongly_known := list(known_flaws(position)):  # without `known_hands`, nothing can be counted
        yield from wrongly_known
        return
    yield from _start_flaws(position)
    yield from (problem.message() for meld in position.table for problem in meld_violations(rules, meld))
    if isinstance(position, View):
        yield from _view_flaws(position)
    seen, hidden = seen_tiles(position)
    if problem := miscount(seen, rules.pieces, "the set", hidden=hidden):  # 000.2
        yield problem


def _start_flaws(position: State | View) -> Iterator[str]:
    """000.3, A2: a tile for each seat, or None."""
    if 2 * len(position.start_draws) > len(position.rules.pieces):
        yield f"start_draws has {len(position.start_draws)} rounds, more than there are tiles for"
        return
    for drawn in position.start_draws:
        if len(drawn) != position.players:
            yield f"a round of start_draws has {len(drawn)} seats, not {position.players}"
        tiles = [tile for tile in drawn if tile is not None]
        if problem := miscount(tiles, position.rules.pieces, "the set", hidden=None, what="start_draws has"):
            yield problem


def _view_flaws(view: View) -> Iterator[str]:
    yield from size_flaws(view.pool_size, *view.rack_sizes)
    own = 0 if view.player is None else view.rack_sizes[view.player]
    if len(view.rack) != own:
        yield f"the rack has {len(view.rack)} tiles where rack_sizes says {own}"


def seen_tiles(position: State | View) -> tuple[list[Tile], int]:
    """Return the tiles that a position shows, or everybody knows, and the number of the others."""
    known = known_hands(position)
    pool = position.pool if isinstance(position, State) else ()
    seen = [*position.table.tiles, *pool, *chain.from_iterable(known)]
    return seen, len(position.table.tiles) + position.pool_size + sum(position.rack_sizes) - len(seen)
