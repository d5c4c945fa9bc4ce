"""The moves of a turn, and their notation."""

from collections.abc import Mapping
from functools import cached_property

from attrs import field, frozen

from rami.pieces import first_word, read_melds, row_text, without
from rami.referee import BaseMove, check_nothing, unknown_verb
from rami.rummikub.melds import MAKERS, Meld, Melds, Table, refuse_loose
from rami.rummikub.tiles import TEXTS, Tile, Tiles, tiles_of


def _table(value: Melds) -> Table:
    return value if isinstance(value, Table) else Table(value)


def _loose(tiles: Tiles) -> tuple[Tile, ...]:
    return tuple(sorted(tiles_of(tiles, "loose")))


class _Move(BaseMove):
    __slots__ = ()
    texts = TEXTS


@frozen
class Draw(_Move):
    """Draw one tile from the pool, which ends the turn.

    The player does not play any tile (000.9, 000.13).

    Examples:
        >>> str(Draw())
        'draw'
    """

    verb = "draw"


@frozen
class Pass(_Move):
    """Play nothing because the pool is empty (000.23).

    Examples:
        >>> str(Pass())
        'pass'
    """

    verb = "pass"


@frozen(cache_hash=True, repr=False)
class Play(_Move):
    """Make a new table with at least one tile from the rack.

    See 000.11.

    The tiles from the rack are the difference between the new and the old table.

    Attributes:
        table: The complete new table, given as a `Table`, text or melds.

    Raises:
        InvalidMeld: If joined tiles of a text are not a meld, or a tile is not joined.
        NotationError: If a text cannot be read.
        WrongType: If `table` is neither text nor a `Table`.

    Examples:
        >>> str(Play("K8=B8=O8 R4-R5-R6"))
        'play R4-R5-R6 K8=B8=O8'
    """

    verb = "play"
    table: Table = field(converter=_table)

    def __repr__(self) -> str:
        return f"Play({str(self.table)!r})"


@frozen(cache_hash=True, repr=False)
class TimeOut(_Move):
    """End the turn because the time is up.

    The move has the table as the player has arranged it so far (000.12, 001.11, 002.12).

    The caller's clock makes this move, not the player, so `legal_moves` never lists it.

    Attributes:
        table: The complete melds on the table, given as a `Table`, text or melds.
        loose: The tiles on the table outside melds, in canonical order, given as text or tiles.

    Raises:
        InvalidMeld: If joined tiles of a text are not a meld, or a tile is not joined.
        NotationError: If a text cannot be read.
        WrongType: If `table` is neither text nor a `Table`, or `loose` neither text nor tiles.

    Examples:
        >>> str(TimeOut("R4-R5-R6", "K8"))
        'timeout R4-R5-R6 K8'
    """

    verb = "timeout"
    table: Table = field(converter=_table)
    loose: tuple[Tile, ...] = field(default=(), converter=_loose)

    def __repr__(self) -> str:
        loose = f", {row_text(self.loose)!r}" if self.loose else ""
        return f"TimeOut({str(self.table)!r}{loose})"


Move = Draw | Pass | Play | TimeOut
"""A move of Rummikub.

It is a whole turn.
"""

MOVES: tuple[type[Move], ...] = (Draw, Pass, Play, TimeOut)
"""The classes of moves."""

DRAW, PASS = Draw(), Pass()
_ALONE: Mapping[str, Move] = {"draw": DRAW, "pass": PASS}
"""Map from the verb to the move, for moves without arguments."""


def parse_move(text: str) -> Move:
    """Read a move from its notation.

    This is the inverse of `str(move)`.

    Args:
        text: `draw`, `pass`, `play <table>` or `timeout <melds and loose tiles>`, in upper or lower case.

    Returns:
        The move.

    Raises:
        NotationError: If the text is not a move. The error has the position.
        InvalidMeld: If joined tiles are not a meld.
        WrongType: If `text` is not a string.

    Examples:
        >>> parse_move("play R4-R5-R6 K8=B8=O8")
        Play('R4-R5-R6 K8=B8=O8')
    """
    verb, start = first_word(text)
    if verb in _ALONE:
        check_nothing(text, start)
        return _ALONE[verb]
    if verb not in ("play", "timeout"):
        raise unknown_verb(text, "draw pass play timeout")
    melds, loose = read_melds(Tile, text, MAKERS, start=start)
    if verb == "timeout":
        return TimeOut(Table(melds), loose)
    refuse_loose(loose, text, start)
    return Play(Table(melds))


@frozen(eq=False)
class Change:
    """The change that a turn makes to the table.

    Attributes:
        old: The table before the turn.
        new: The table after the turn.
        loose: The tiles on the table outside melds after the turn.
        brought: The tiles that the turn adds. They are from the rack if the turn is legal.
        lost: The tiles of the old table that are no longer on the table.
    """

    old: Table
    new: Table
    loose: tuple[Tile, ...]
    brought: tuple[Tile, ...]
    lost: tuple[Tile, ...]

    @classmethod
    def between(cls, old: Table, new: Table, loose: tuple[Tile, ...] = ()) -> "Change":
        """Return the change from one table to another."""
        before, after = old.tiles, (*new.tiles, *loose) if loose else new.tiles
        brought = without(after, before)
        lost = without(before, after) if len(after) < len(before) + len(brought) else ()
        return cls(old, new, loose, brought, lost)

    @cached_property
    def added(self) -> tuple[Meld, ...]:
        """The new melds, in canonical order.

        They are not on the old table.
        """
        return without(self.new.melds, self.old.melds)

    @cached_property
    def removed(self) -> tuple[Meld, ...]:
        """The changed or removed melds, in canonical order.

        They are not on the new table.
        """
        return without(self.old.melds, self.new.melds)
