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
    """Draw one tile from the pool instead of playing; the turn ends (000.9, 000.13).

    Examples:
        >>> str(Draw())
        'draw'
    """

    verb = "draw"


@frozen
class Pass(_Move):
    """Play nothing while the pool is empty (000.23), or end a turn in which a tile was drawn (A16).

    Examples:
        >>> str(Pass())
        'pass'
    """

    verb = "pass"


@frozen(cache_hash=True, repr=False)
class Play(_Move):
    """Leave the table as given, with at least one more tile from the rack (000.11).

    What came from the rack is the difference to the old table.

    Attributes:
        table: The complete new table; may be given as text.

    Raises:
        InvalidMeld: If tiles that are joined together in a text are not a meld, or a tile is alone.
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
    """End the turn when the time runs out, with the table as arranged so far (000.12, 001.11, 002.12).

    The caller's clock makes this move, not the player, so `legal_moves` never offers it.

    Attributes:
        table: The complete melds on the table; may be given as text.
        loose: The tiles on the table that are in no meld, in canonical order; may be given as text.

    Raises:
        InvalidMeld: If tiles that are joined together in a text are not a meld, or a tile is alone.
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
"""A move: one turn of one player."""

MOVES: tuple[type[Move], ...] = (Draw, Pass, Play, TimeOut)
"""The classes of moves."""

DRAW, PASS = Draw(), Pass()
_ALONE: Mapping[str, Move] = {"draw": DRAW, "pass": PASS}
"""The moves that are a verb alone."""


def parse_move(text: str) -> Move:
    """Read a move from its notation: the inverse of `str(move)`.

    Args:
        text: `draw`, `pass`, `play <table>` or `timeout <melds and loose tiles>`, in upper or lower case.

    Returns:
        The move.

    Raises:
        NotationError: If the text is not a move; it says where.
        InvalidMeld: If tiles joined together are not a meld.
        WrongType: If it is not text.

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
        new: The table after it.
        loose: The tiles on the table that are in no meld after it.
        brought: The tiles that the turn adds, from the rack if it is legal.
        lost: The tiles of the old table that are not on the table any more.
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
        """The melds that lie there more often than before, in canonical order."""
        return without(self.new.melds, self.old.melds)

    @cached_property
    def removed(self) -> tuple[Meld, ...]:
        """The melds that lie there less often than before, in canonical order."""
        return without(self.old.melds, self.new.melds)
