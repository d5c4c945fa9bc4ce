"""Tiles and their notation."""

from collections.abc import Iterable
from enum import StrEnum
from typing import ClassVar, Final, Self, overload

from rami.messages import Phrase, Texts
from rami.pieces import Piece, by_number, kinds, row_of_pieces
from rami.shapes import instance

TEXTS: Final = Texts("rummikub")
"""Texts of Rummikub."""

HIGHEST = 13
"""The highest number on a tile (000.2)."""


class Color(StrEnum):
    """The four colors.

    The value of a color is its letter in notation.

    Attributes:
        RED: Red, as in `R7`.
        BLACK: Black, as in `K7`.
        BLUE: Blue, as in `B7`.
        ORANGE: Orange, as in `O7`.
    """

    RED = "R"
    BLACK = "K"
    BLUE = "B"
    ORANGE = "O"


COLORS = tuple(Color)


class Tile(Piece):
    """A tile or a joker.

    Examples are `Tile("R7")`, `Tile(Color.RED, 7)` and the joker `Tile("*")`.

    There is one object for each kind of tile, so copies of a tile are the same object. A tile is an `int`, so
    sorting, comparing and hashing are fast. Tiles sort by color (red, black, blue, orange), then by number, with the
    joker last. Arithmetic such as `Tile("R7") + 1` is an error. `json.dumps` writes a number, so use
    `str(tile)`, or `rami.codec.to_json` for a whole position.

    Attributes:
        color: The color, or None for the joker.
        number: The number, 1 to 13, or 0 for the joker.

    Raises:
        NotationError: If a text is not one tile, or the number is out of range.
        WrongType: If `color` is not a `Color`, or `number` is not an int.

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
        """Return the tile."""
        if number is None:
            return cls.parse(color)
        instance("the color of a tile", color, Color)
        number = cls._checked_number("number", number, HIGHEST)
        return TILES[COLORS.index(color)][number]  # type: ignore[return-value]  # Tile is never subclassed

    @property
    def color(self) -> Color | None:
        """The color, or None for a joker."""
        return _COLOR[self]

    @property
    def number(self) -> int:
        """The number from 1 to 13, or 0 for a joker."""
        return NUMBER[self]

    @property
    def is_joker(self) -> bool:
        """True if this is the joker."""
        return self is JOKER


# The integer of a tile is 16 times the color index, plus the number. The joker has the greatest integer.
_KINDS = kinds(
    Tile,
    {
        **{
            16 * index + number: f"{color}{number}"
            for index, color in enumerate(COLORS)
            for number in range(1, HIGHEST + 1)
        },
        16 * len(COLORS): "*",
    },
    {"JOKER": 16 * len(COLORS)},
)

JOKER = _KINDS[16 * len(COLORS)]
"""The joker."""

TILES = tuple(
    tuple(_KINDS.get(16 * color + number, JOKER) for number in range(HIGHEST + 1)) for color in range(len(COLORS))
)
"""All tiles, indexed by color and number.

Colors are in the order R K B O. The joker has the number 0. `TILES[0][7]` is R7.
"""

COLOR_INDEX: tuple[int, ...] = by_number(_KINDS, lambda tile: int(tile) // 16, -1)
"""Lookup table from tiles to color indexes.

Colors are 0 to 3 in the order R K B O. The joker has 4.
"""

NUMBER: tuple[int, ...] = by_number(_KINDS, lambda tile: int(tile) % 16, -1)
"""Lookup table from tiles to numbers.

Numbers are 1 to 13. The joker has 0.
"""

_COLOR: tuple[Color | None, ...] = by_number(
    _KINDS, lambda tile: None if tile is JOKER else COLORS[COLOR_INDEX[tile]], None
)


Tiles = str | Iterable[Tile | str]
"""An argument that can be read as tiles.

It is a text, or an iterable of tiles or of texts with one tile each.
"""


def tiles_of(tiles: Tiles, name: str = "tiles") -> tuple[Tile, ...]:
    """Convert an argument to a tuple of tiles.

    Error messages use `name` as the name of the argument.
    """
    return row_of_pieces(Tile, tiles, name)
