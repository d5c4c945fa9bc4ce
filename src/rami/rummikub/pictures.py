"""Any value of Rummikub as a picture and as text for a terminal, and a tile in words."""

from collections.abc import Iterable, Iterator

from rami.errors import Language
from rami.pictures.svg import Pictured, Shown, Svg, Theme
from rami.rummikub.melds import parse_arrangement
from rami.rummikub.tiles import Tile
from rami.shapes import typed
from rami.showing import Showing


def _read(notation: str) -> Iterator[Pictured]:
    melds, loose = parse_arrangement(notation)
    yield from melds
    yield from loose


_SHOWING = Showing(Tile, _read)


@typed
def svg(
    value: Shown,
    *,
    before: Shown | None = None,
    highlight: str | Iterable[Tile] = (),
    theme: Theme = "auto",
    lang: Language = "en",
) -> Svg:
    """Draw a value: tiles, melds, a table, a rack, a move, a view or a state.

    A view shows the own rack, and the others face down. Tiles that stand out are raised and have a ring.

    Args:
        value: What to draw; melds and loose tiles may be given in notation.
        before: What was there before, such as the position in which a play is made: what was laid since stands out,
            and with a dashed ring what comes from another meld of the table.
        highlight: The kinds of tiles that stand out, in notation or as tiles.
        theme: `"light"`, `"dark"`, or `"auto"`, which follows the reader's system.
        lang: The language of its words.

    Returns:
        An SVG document; the same arguments give the same text.

    Raises:
        RamiError: If the value cannot be shown, or there is no such theme or language.
        TooLarge: If it has more than 10,000 pieces, or more than 200 melds have changed.
        NotationError: If a text cannot be read.
        InvalidMeld: If tiles joined together are not a meld.

    Examples:
        >>> from rami.rummikub import parse_move, set_up
        >>> view = set_up("R7 K1", "R4-R5-R6")
        >>> svg(view) == view._repr_svg_()
        True
        >>> "<desc>red 4, red 5, red 6, red 7 (marked).</desc>" in svg(parse_move("play R4-R5-R6-R7"), before=view)
        True
    """
    return _SHOWING.svg(value, before=before, highlight=highlight, theme=theme, lang=lang)


@typed
def text(value: Shown, *, color: bool = False, width: int = 80, lang: Language = "en") -> str:
    """Write a value as lines of text for a terminal; `str` of a state or a view is its plain form.

    Args:
        value: What to show, as for `svg`.
        color: Whether to colour the tiles, with the escape sequences of terminals.
        width: How many columns there are, 20 to 1000. A meld is not broken.
        lang: The language of its words.

    Returns:
        The lines.

    Raises:
        RamiError: If the value cannot be shown, the width is out of range, or there is no such language.
        NotationError: If a text cannot be read.
        InvalidMeld: If tiles joined together are not a meld.

    Examples:
        >>> from rami.rummikub import set_up
        >>> print(text(set_up("R7 K1", "R4-R5-R6", pool_size=20)))
        Rummikub, turn 1
        Table
          R4-R5-R6
        > Player 1 (you): 2 tiles
          R7 K1
        Player 2: 81 tiles
        Pool: 20 tiles
    """
    return _SHOWING.text(value, color=color, width=width, lang=lang)


@typed
def name(piece: str | Tile, lang: Language = "en") -> str:
    """Return the name of a tile as a person says it.

    Args:
        piece: The tile, or its notation.
        lang: The language.

    Returns:
        Its name.

    Raises:
        WrongType: If it is no tile.
        NotationError: If a text is not one tile.
        RamiError: If there is no such language.

    Examples:
        >>> name("R7"), name("R7", "fr"), name("*")
        ('red 7', '7 rouge', 'joker')
    """
    return _SHOWING.name(piece, lang)
