"""Tiles: their kinds and their notation."""

from collections.abc import Iterable
from enum import StrEnum
from typing import ClassVar, Final, Self, overload

from rami.messages import Phrase, Texts
from rami.pieces import Piece, by_number, kinds, row_of_pieces
from rami.shapes import instance

TEXTS: Final = Texts("rummikub")
"""The names of the sentences of the game."""

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


# The number of a kind: sixteen times the index of its colour, plus what is written on it; the joker comes last.
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
"""The tiles by the index of the colour (in the order R K B O) and the number, the joker at 0: `TILES[0][7]` is R7."""

COLOR_INDEX: tuple[int, ...] = by_number(_KINDS, lambda tile: int(tile) // 16, -1)
"""A table looked up by a tile: the index of its colour, 0 to 3 in the order R K B O; 4 for the joker."""

NUMBER: tuple[int, ...] = by_number(_KINDS, lambda tile: int(tile) % 16, -1)
"""A table looked up by a tile: its number, 1 to 13; 0 for the joker."""

_COLOR: tuple[Color | None, ...] = by_number(
    _KINDS, lambda tile: None if tile is JOKER else COLORS[COLOR_INDEX[tile]], None
)


Tiles = str | Iterable[Tile | str]
"""Tiles that a caller passes: a text, or an iterable of tiles and of texts of one tile each."""


def tiles_of(tiles: Tiles, name: str = "tiles") -> tuple[Tile, ...]:
    """Return tiles that a caller passes; `name` is the argument, for errors."""
    return row_of_pieces(Tile, tiles, name)
