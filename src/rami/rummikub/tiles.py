"""Tiles: their kinds, their looks, and their notation."""

from collections.abc import Iterable
from enum import StrEnum
from functools import cache
from typing import ClassVar, Final, Self, overload

from rami.messages import Phrase
from rami.pictures import Ink, Mark
from rami.pieces import Piece, by_number, kinds, row_of_pieces
from rami.sentences import Texts
from rami.shapes import instance

TEXTS: Final = Texts("rummikub")
"""The sentences of the game."""

HIGHEST = 13
"""The highest number on a tile (000.2)."""


class Color(StrEnum):
    """The four colours; the value is the letter of the notation."""

    RED = "R"
    BLACK = "K"
    BLUE = "B"
    ORANGE = "O"


COLORS = tuple(Color)


class Tile(Piece):
    """A tile, `Tile("R7")` or `Tile(Color.RED, 7)`, or the joker, `Tile("*")`.

    There is one object per kind, and it is an `int` (the red tiles, then black, blue, orange, the joker last, each
    colour in ascending order), so tiles sort, compare and hash at the speed of integers. Two copies of a tile are the
    same object twice. A tile does not support arithmetic: `Tile("R7") + 1` is an error. `json.dumps` would write a bare
    number; use `str(tile)`, or `rami.codec.to_json` for a whole position.

    Attributes:
        color: The colour; None for the joker.
        number: The number, 1 to 13; 0 for the joker.

    Raises:
        NotationError: If there is no such tile.
        NotationError: If a text is not one tile.
        WrongType: If `color` is not a `Color`, or `number` no whole number.

    Examples:
        >>> tile = Tile("R7")
        >>> str(tile), tile.color, tile.number, tile is Tile(Color.RED, 7)
        ('R7', <Color.RED: 'R'>, 7, True)
    """

    __slots__ = ()

    noun: ClassVar[str] = "tile"
    wanted: ClassVar[str | Phrase] = TEXTS.phrase("notation.piece")

    @overload
    def __new__(cls, color: str, /) -> Self: ...
    @overload
    def __new__(cls, color: Color, number: int) -> Self: ...
    def __new__(cls, color: str, number: int | None = None) -> Self:
        """Return the one object of this kind."""
        if number is None:
            return cls.parse(color)
        instance("the colour of a tile", color, Color)
        number = cls._checked_number("number", number, HIGHEST)
        return TILES[COLORS.index(color)][number]  # type: ignore[return-value]  # Tile is never subclassed

    @property
    def color(self) -> Color | None:
        """The colour; None for a joker."""
        return _COLOR[self]

    @property
    def number(self) -> int:
        """The number, 1 to 13; 0 for a joker, which stands for any."""
        return NUMBER[self]

    @property
    def is_joker(self) -> bool:
        """Whether this is the joker."""
        return self is JOKER

    @property
    def mark(self) -> Mark:
        """The tile as it looks."""
        return _mark(self)


# The number of a kind: sixteen times the index of its colour, plus what is written on it; the joker comes last.
_KINDS = kinds(
    Tile,
    {
        **{
            16 * row + number: f"{color}{number}"
            for row, color in enumerate(COLORS)
            for number in range(1, HIGHEST + 1)
        },
        16 * len(COLORS): "*",
    },
    {"JOKER": 16 * len(COLORS)},
)

JOKER = _KINDS[16 * len(COLORS)]
"""The joker."""

TILES = tuple(
    tuple(_KINDS.get(16 * row + number, JOKER) for number in range(HIGHEST + 1)) for row in range(len(COLORS))
)
"""The tiles by the index of the colour (in the order R K B O) and the number, the joker at 0: `TILES[0][7]` is R7."""

ROW: tuple[int, ...] = by_number(_KINDS, lambda tile: int(tile) // 16, -1)
"""A table looked up by a tile: the index of its colour, 0 to 3 in the order R K B O; 4 for the joker."""

NUMBER: tuple[int, ...] = by_number(_KINDS, lambda tile: int(tile) % 16, -1)
"""A table looked up by a tile: its number, 1 to 13; 0 for the joker."""

_COLOR: tuple[Color | None, ...] = by_number(_KINDS, lambda tile: None if tile is JOKER else COLORS[ROW[tile]], None)


_LOOKS: dict[Color, tuple[Ink, str]] = {
    Color.RED: ("red", "circle"),
    Color.BLACK: ("black", "square"),
    Color.BLUE: ("blue", "triangle"),
    Color.ORANGE: ("orange", "lozenge"),
}
"""The ink of a colour, and the sign that goes with it."""


@cache
def _mark(tile: Tile) -> Mark:
    if tile.color is None:
        return Mark(name=TEXTS.phrase("tiles.joker"), word="*", sign="joker", shape="tile")
    ink, sign = _LOOKS[tile.color]
    name = TEXTS.phrase("tiles.tile", color=TEXTS.phrase(f"colors.{tile.color}"), number=tile.number)
    return Mark(name=name, word=str(tile), text=str(tile.number), sign=sign, ink=ink, shape="tile")


def tiles_of(tiles: str | Iterable[Tile], name: str = "a row of tiles") -> tuple[Tile, ...]:
    """Return tiles that were given in notation or as tiles."""
    return row_of_pieces(Tile, tiles, name)
