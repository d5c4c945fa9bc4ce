"""Rows: tiles that lie together in the middle of a turn, with the meld that they make or why they make none."""

from collections.abc import Iterable, Iterator, Set

from attrs import field, frozen

from rami.errors import InvalidMeld, NotationError, Violation
from rami.pictures import model as marks
from rami.pictures.svg import Pictured
from rami.pieces import row_text
from rami.rummikub.legal_melds import meld_violations
from rami.rummikub.melds import SHORTEST, Group, Meld, Run, run_over
from rami.rummikub.rules import Rules
from rami.rummikub.tiles import HIGHEST, JOKER, TEXTS, Tile, tiles_of
from rami.rummikub.violations import Code
from rami.shapes import typed, typed_fields


def _tiles_of_row(tiles: str | Iterable[Tile]) -> tuple[Tile, ...]:
    row = tiles_of(tiles, "a row")
    if not row:
        raise NotationError("a row has at least one tile")
    return row


@frozen(repr=False, field_transformer=typed_fields)
class Row(Pictured):
    """Tiles that lie together on the table, which need not be a meld while a turn goes on.

    A row counts in any order: `R6 R4 R5` makes the run `R4-R5-R6`. Where its tiles make more than one meld, it is the
    one in whose order they lie, then the one of the highest value.

    Attributes:
        tiles: The tiles as they lie, at least one; may be given as text.
        meld: The meld that they make; None if they make none, or none that the rules allow.
        problem: Why they make none, for a row of a `Draft`; None if they make one.

    Raises:
        NotationError: If there are no tiles.
        InvalidMeld: If `meld` is not made of these tiles, or is there with a `problem`.
        NotationError: If a text cannot be read.
        WrongType: If a field has a value of another type.

    Examples:
        >>> row = Row.of("R4-*-R6")
        >>> row.meld, str(row)
        (Run('R4-*-R6'), 'R4-*-R6')
        >>> Row("K8 R4").sorted
        (Tile('R4'), Tile('K8'))
    """

    tiles: tuple[Tile, ...] = field(converter=_tiles_of_row)
    meld: Meld | None = None
    problem: Violation | None = None

    def __attrs_post_init__(self) -> None:
        """Check that the meld is made of the tiles."""
        if self.meld is None:
            return
        if sorted(self.meld.tiles) != sorted(self.tiles):
            raise InvalidMeld(f"{self.meld!r} is not made of the tiles {row_text(self.tiles[:14])}")
        if self.problem is not None:
            raise InvalidMeld(f"a row that is the meld {self.meld} has no problem")

    @classmethod
    @typed
    def of(cls, meld: Meld | str) -> "Row":
        """Return the row in which a meld lies.

        Args:
            meld: The meld, or its notation.

        Returns:
            Its tiles in order, as that meld.

        Raises:
            NotationError: If a text is no meld.
            InvalidMeld: If its tiles are not the meld that it says.
        """
        lies = Meld(meld) if isinstance(meld, str) else meld
        return cls(lies.tiles, lies)

    @property
    def sorted(self) -> tuple[Tile, ...]:
        """The tiles as they would lie: in the order of the meld, or, where they make none, in canonical order."""
        return tuple(sorted(self.tiles)) if self.meld is None else self.meld.tiles

    @property
    def picture(self) -> marks.Picture:
        """The tiles as they lie, as one row of marks, for `svg` and `text`, whether they make a meld or not."""
        joint = " " if self.meld is None else "-" if isinstance(self.meld, Run) else "="
        row = marks.Row(marks=[tile.mark for tile in self.tiles], joint=joint, zone=marks.TABLE)
        return marks.Picture(TEXTS.phrase("pictures.row", row=str(self)), (row,))

    @property
    def _lies_as_meld(self) -> bool:
        return self.meld is not None and self.meld.tiles == self.tiles

    def __str__(self) -> str:
        return str(self.meld) if self._lies_as_meld else row_text(self.tiles)

    def __repr__(self) -> str:
        if self._lies_as_meld:
            return f"Row.of({str(self)!r})"
        return f"Row({str(self)!r}{'' if self.meld is None else f', {self.meld!r}'})"


def read_row(
    tiles: Iterable[Tile], rules: Rules, *, known: Set[Meld] = frozenset(), as_meld: Meld | None = None
) -> Row:
    """Return the row that tiles make under these rules, in any order, with either its meld or its problem."""
    row = _tiles_of_row(tiles)

    def fits(meld: Meld) -> bool:
        return meld in known or not any(meld_violations(rules, meld))

    if as_meld is not None and as_meld.tiles == row and fits(as_meld):
        return Row(row, as_meld)
    found: list[Meld] = []
    for melds in (_as_they_lie(row), _in_any_order(row)):
        some = list(melds)
        if fitting := list(filter(fits, some)):
            return Row(row, max(fitting, key=lambda meld: meld.value))
        found += some
    return Row(row, problem=next(meld_violations(rules, found[0])) if found else _reason(row))


def _as_they_lie(row: tuple[Tile, ...]) -> Iterator[Meld]:
    """Yield the melds that tiles make in the order given, a group in any."""
    for kind in (Group, Run):
        try:
            yield kind(row)
        except InvalidMeld:
            continue


def _in_any_order(row: tuple[Tile, ...]) -> Iterator[Run]:
    """Yield the runs that tiles make if they are sorted, their jokers at any places."""
    naturals = [tile for tile in row if tile != JOKER]
    if not naturals or not SHORTEST <= len(row) <= HIGHEST:
        return
    spans = [range(start, start + len(row)) for start in range(1, HIGHEST + 2 - len(row))]
    yield from filter(None, (run_over(naturals, numbers) for numbers in spans))


def _reason(row: tuple[Tile, ...]) -> Violation:
    """Return why tiles make no meld at all."""
    naturals = set(row) - {JOKER}
    if len(row) < SHORTEST:
        code = Code.TOO_FEW_TILES
    elif not naturals:
        code = Code.ONLY_JOKERS
    elif len({tile.number for tile in naturals}) == 1:
        code = Code.COLOR_TWICE
    elif len({tile.color for tile in naturals}) == 1:
        code = Code.NOT_CONSECUTIVE
    else:
        code = Code.NOT_A_MELD
    return Violation(code, row)
