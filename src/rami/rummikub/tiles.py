"""Tiles: their kinds, the full set, and their notation."""

from collections.abc import Iterable
from enum import StrEnum
from functools import cache
from typing import Self

from rami.drawing import Pictured
from rami.errors import InvalidPiece, NotationError
from rami.marks import Ink, Mark, Picture, Row
from rami.pieces import named, separated

HIGHEST = 13
"""The highest number on a tile (000.2)."""


class Color(StrEnum):
    """The four colours; the value is the letter of the notation."""

    RED = "R"
    BLACK = "K"
    BLUE = "B"
    ORANGE = "O"


COLORS = tuple(Color)
_INDEX = {color: index for index, color in enumerate(COLORS)}
_JOKER_CODE = len(COLORS) << 4


class Tile(int, Pictured):
    """A tile, `Tile(color, number)`, or the joker.

    There is one object per kind, and it is an `int` (the red tiles, then black, blue, orange, the joker last, each
    colour in ascending order), so tiles sort, compare and hash at the speed of integers. Two copies of a tile are the
    same object twice.

    Attributes:
        color: The colour; None for the joker.
        number: The number, 1 to 13; 0 for the joker.

    Raises:
        InvalidPiece: If there is no such tile.

    Examples:
        >>> tile = Tile(Color.RED, 7)
        >>> str(tile), tile.color, tile.number, tile is Tile.parse("r7")
        ('R7', <Color.RED: 'R'>, 7, True)
    """

    __slots__ = ()

    def __new__(cls, color: Color, number: int) -> Self:
        """Return the one object of this kind."""
        if not isinstance(color, Color):
            raise InvalidPiece(f"the colour of a tile is a Color, not {color!r}")
        if not isinstance(number, int) or isinstance(number, bool) or not 1 <= number <= HIGHEST:
            raise InvalidPiece(f"the number of a tile is 1 to {HIGHEST}, not {number!r}")
        return _KINDS[_INDEX[color] << 4 | number]  # type: ignore[return-value]  # Tile is never subclassed

    @property
    def color(self) -> Color | None:
        """The colour; None for a joker."""
        return None if self == _JOKER_CODE else COLORS[self >> 4]

    @property
    def number(self) -> int:
        """The number, 1 to 13; 0 for a joker, which stands for any."""
        return self & 15

    @property
    def is_joker(self) -> bool:
        """Whether this is the joker."""
        return self == _JOKER_CODE

    @property
    def mark(self) -> Mark:
        """The tile as it looks."""
        return _mark(self)

    @property
    def picture(self) -> Picture:
        """The tile as a row of one mark, for `svg` and `text`."""
        return Picture(self.mark.name, (Row(marks=(self.mark,)),))

    @classmethod
    def parse(cls, text: str) -> "Tile":
        """Read a tile from its notation: a colour letter and a number, or `*` for a joker.

        Args:
            text: For example `"R7"`, `"k13"`, `"*"`.

        Returns:
            The tile.

        Raises:
            NotationError: If the text is not one tile.

        Examples:
            >>> Tile.parse("K13"), Tile.parse("*")
            (Tile.parse('K13'), Tile.parse('*'))
        """
        tiles = parse_tiles(text)
        if len(tiles) != 1:
            raise NotationError(f"one tile is expected, not {len(tiles)}", text)
        return tiles[0]

    def __str__(self) -> str:
        return _NAMES[self]

    def __repr__(self) -> str:
        return f"Tile.parse({_NAMES[self]!r})"

    def __format__(self, spec: str) -> str:
        return format(_NAMES[self], spec)

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return Tile.parse, (_NAMES[self],)


def _every_kind() -> dict[int, Tile]:
    codes = [index << 4 | number for index in range(len(COLORS)) for number in range(1, HIGHEST + 1)]
    return {code: int.__new__(Tile, code) for code in [*codes, _JOKER_CODE]}


_KINDS = _every_kind()
_NAMES: dict[int, str] = {code: f"{COLORS[code >> 4]}{code & 15}" for code in _KINDS if code != _JOKER_CODE}
_NAMES[_JOKER_CODE] = "*"
_BY_NAME = {name: _KINDS[code] for code, name in _NAMES.items()}

JOKER = _KINDS[_JOKER_CODE]
"""The joker."""


_LOOKS: dict[Color, tuple[str, str, Ink, str]] = {
    Color.RED: ("red", "rouge", "red", "circle"),
    Color.BLACK: ("black", "noir", "black", "square"),
    Color.BLUE: ("blue", "bleu", "blue", "triangle"),
    Color.ORANGE: ("orange", "orange", "orange", "lozenge"),
}
"""The name of a colour in English and French, its ink, and the sign that goes with it."""


@cache
def _mark(tile: Tile) -> Mark:
    if tile.color is None:
        return Mark(name=("joker", "joker"), word="*", sign="joker", shape="tile")
    english, french, ink, sign = _LOOKS[tile.color]
    number = str(tile.number)
    names = (f"{english} {number}", f"{number} {french}")
    return Mark(name=names, word=str(tile), text=number, sign=sign, ink=ink, shape="tile")


def parse_tiles(text: str) -> tuple[Tile, ...]:
    """Read tiles that are separated by spaces, in the order written.

    Args:
        text: For example `"R7 K13 *"`; upper or lower case; may be empty.

    Returns:
        The tiles in that order.

    Raises:
        NotationError: If a word is not a tile; it says where.

    Examples:
        >>> parse_tiles("r7 K13  *")
        (Tile.parse('R7'), Tile.parse('K13'), Tile.parse('*'))
        >>> parse_tiles("R7 R14")
        Traceback (most recent call last):
        ...
        rami.errors.NotationError: 'R14' is not a tile: ... (position 3, in 'R7 R14')
    """
    return separated(text, tile_at)


def tile_at(word: str, text: str, position: int) -> Tile:
    """The tile that a word of a longer text names.

    Args:
        word: The word, such as `"R7"`.
        text: The whole text, for the error.
        position: Where the word starts in it.

    Raises:
        NotationError: If the word is not a tile.
    """
    return named(_BY_NAME, word, text, position, wanted=f"a tile: a letter of R K B O and 1 to {HIGHEST}, or *")


def format_tiles(tiles: Iterable[Tile]) -> str:
    """Tiles in notation, separated by spaces: the inverse of `parse_tiles`.

    Args:
        tiles: The tiles.

    Returns:
        For example `"R7 K13 *"`.

    Examples:
        >>> format_tiles((Tile(Color.RED, 7), JOKER))
        'R7 *'
    """
    return " ".join(map(str, tiles))


def full_set(
    *, max_number: int = HIGHEST, colors: Iterable[Color] = COLORS, copies: int = 2, jokers: int = 2
) -> tuple[Tile, ...]:
    """Every tile of a set, in canonical order (000.2, A1).

    Args:
        max_number: The highest number in play.
        colors: The colours in play.
        copies: How many of each numbered tile there are.
        jokers: How many jokers there are.

    Returns:
        The tiles, sorted.

    Examples:
        >>> len(full_set())
        106
    """
    numbered = (Tile(color, n) for color in colors for n in range(1, max_number + 1) for _ in range(copies))
    return tuple(sorted([*numbered, *[JOKER] * jokers]))
