"""Rows of marks as SVG: cards, tiles and tokens in plain text that loads nothing and runs nothing."""

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal, get_args

from attrs import evolve, frozen

from rami.errors import Language, RamiError, WrongType, clean, shown
from rami.pictures.model import Mark, Marked, Picture, Row, compared, listed, lit
from rami.pictures.svg_pieces import drawn, escaped, size
from rami.sentences import SHARED

Theme = Literal["auto", "light", "dark"]
"""Whether a picture is light or dark; `auto` follows the reader's system."""


class Svg(str):
    """A picture as the text of an SVG document; a notebook shows it.

    Examples:
        >>> from rami.rummikub import Run
        >>> picture = svg(Run("R4-R5-R6"))
        >>> picture[:4], picture == picture._repr_svg_()
        ('<svg', True)
    """

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)


class Pictured:
    """A value that can be shown: a notebook draws it, and `rami.svg` and `rami.sentences` take it."""

    __slots__ = ()

    @property
    @abstractmethod
    def picture(self) -> Picture:
        """The value as rows of marks, for `svg` and `text`."""

    def _repr_svg_(self) -> str:
        return draw(self.picture)


Shown = Pictured | Iterable[Pictured]
"""An argument of `svg` and `text`: a value that can be shown, or a row of such values."""


def picture_of(value: Shown) -> Picture:
    """Return the picture of a value, or of a row of values: pieces that follow each other are one row."""
    if isinstance(value, Pictured):
        return value.picture
    try:
        pictures = [item.picture for item in value]
    except (AttributeError, TypeError):
        raise WrongType(
            f"a picture is of a value of a game, or of a row of pieces or melds, not {shown(value)}"
        ) from None
    rows: list[tuple[Row, list[Mark]]] = []
    for row in (row for picture in pictures for row in picture.rows):
        if rows and not row.joint and not rows[-1][0].joint and len(row.marks) == 1:
            rows[-1][1].extend(row.marks)
        else:
            rows.append((row, [*row.marks]))
    return Picture(listed(*(each.title for each in pictures)), [evolve(row, marks=marks) for row, marks in rows])


_THEMES: Mapping[str, Mapping[str, str]] = {
    "light": {"mat": "#eef3ee", "edge": "#c3d0c5", "ink": "#17251c", "halo": "#7a1fb8"},
    "dark": {"mat": "#18241d", "edge": "#3d5145", "ink": "#e9f1ea", "halo": "#d79bff"},
}
_STYLE = 'fill-rule="evenodd" font-family="system-ui,-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif"'
"""The attributes of the whole picture; the fonts are those of the reader's system."""
_PAD, _GAP, _LINE, _RAISED = 12, 14, 20, 7
_WIDTH = 694
"""The widest that a picture gets: a rack of fourteen tiles."""
_MOST_BACKS, _MOST_TOGETHER = 20, 16
"""The most backs that are drawn, since the label says how many there are; and the most cards on one line."""


def svg(
    value: Shown,
    *,
    before: Shown | None = None,
    highlight: Iterable[Marked] = (),
    theme: Theme = "auto",
    lang: Language = "en",
) -> Svg:
    """Draw any value of a game: a position, a move, a table, a row of pieces.

    A view shows the player's own hand, and the others face down.

    Args:
        value: The value, or a row of values.
        before: The position before the move: what was laid since stands out, with a dashed ring what only moved.
        highlight: The kinds of pieces that stand out.
        theme: `"light"`, `"dark"`, or `"auto"`, which follows the reader's system.
        lang: The language of its words.

    Returns:
        An SVG document; the same arguments give the same text.

    Raises:
        RamiError: If the value cannot be shown, or there is no such theme or language.
        TooLarge: If it has more than 10,000 pieces, or more than 200 melds have changed.

    Examples:
        >>> from rami.rummikub import Table, Tile
        >>> table = Table("R4-R5-R6-R7")
        >>> "<desc>red 4, red 5, red 6, red 7 (marked).</desc>" in svg(table, before=Table("R4-R5-R6"))
        True
        >>> svg(Tile.row("R7 K1")) == svg(Tile.row("R7 K1"), highlight=Tile.row("B5"))
        True
    """
    picture = picture_of(value)
    if before is not None:
        picture = compared(picture_of(before), picture)
    try:
        marks = {piece.mark for piece in highlight}
    except (AttributeError, TypeError):
        raise WrongType(f"highlight must be pieces, not {shown(highlight)}") from None
    return draw(lit(picture, marks), theme=theme, lang=lang)


def draw(picture: Picture, *, theme: Theme = "auto", lang: Language = "en") -> Svg:
    """Draw a picture as SVG: the same text for the same arguments, always.

    It has no script and no identifiers, loads nothing, says its content in `<title>` and `<desc>`, and can be put
    into a page as it is. Marks that stand out are raised and have a ring, dashed where they only moved.

    Args:
        picture: The rows to draw.
        theme: `"light"`, `"dark"`, or `"auto"`, which follows the reader's system.
        lang: The language of its words.

    Returns:
        The document.

    Raises:
        RamiError: If there is no such theme or language.

    Examples:
        >>> from rami.rummikub import Tile
        >>> print(draw(Tile.parse("R7").picture)[-6:])
        </svg>
    """
    if theme not in get_args(Theme):
        raise RamiError(f"theme must be one of {', '.join(map(repr, get_args(Theme)))}, not {theme!r:.40}")
    colors = _THEMES["dark" if theme == "dark" else "light"]
    placed = _placed(picture.rows, lang)
    width = max((item.x + item.width for item in placed), default=0) + _PAD
    height = max((item.y + item.height for item in placed), default=0) + _PAD
    box = f'viewBox="0 0 {width} {height}" width="{width}" height="{height}" style="max-width:100%;height:auto"'
    mat = f'x=".5" y=".5" width="{width - 1}" height="{height - 1}" rx="9"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="rami rami-{theme}" role="img" {box} {_STYLE}>',
        f"<title>{escaped(picture.title.say(lang))}</title><desc>{escaped(described(picture, lang))}</desc>",
        _style() if theme == "auto" else "",
        f'<rect class="mat" {mat} fill="{colors["mat"]}" stroke="{colors["edge"]}"/>',
    ]
    for item in placed:
        if isinstance(item.what, str):
            weight = ' font-weight="700"' if item.strong else ""
            parts.append(
                f'<text class="ink" x="{item.x}" y="{item.y + 15}" font-size="15"{weight} '
                f'fill="{colors["ink"]}">{escaped(item.what)}</text>'
            )
        else:
            raised = _RAISED if item.what.lit else 0
            parts.append(f'<g transform="translate({item.x} {item.y - raised})">')
            parts.append(drawn(item.what, lang))
            if item.what.lit:
                parts.append(_ring(item.what, item.width, item.height, colors["halo"]))
            parts.append("</g>")
    return Svg("".join([*parts, "</svg>"]))


def described(picture: Picture, lang: Language) -> str:
    """Return the content of a picture in words, as a screen reader says it.

    Args:
        picture: The picture.
        lang: The language.

    Examples:
        >>> from rami.rummikub import Run
        >>> described(Run.parse("R4-*-R6").picture, "fr")
        '4 rouge, joker, 6 rouge.'
    """
    lines: list[str] = []
    for row in picture.rows:
        names = ", ".join(_named(mark, lang) for mark in row.marks if mark.up)
        lines.append(": ".join(filter(None, [row.label.say(lang), names])))
    return " ".join(f"{line}." for line in lines if line)


def _named(mark: Mark, lang: Language) -> str:
    name = mark.name if mark.note is None else listed(mark.name, mark.note)
    if mark.known:
        name = SHARED.phrase("pictures.known", piece=name)
    return SHARED.say(f"pictures.{mark.lit}", lang, piece=name) if mark.lit else name.say(lang)


def _style() -> str:
    """Return the colours of the dark theme, for this picture alone and not for the page around it."""
    colors = _THEMES["dark"]
    rules = [
        f".rami-auto .mat{{fill:{colors['mat']};stroke:{colors['edge']}}}",
        f".rami-auto .ink{{fill:{colors['ink']}}}",
        f".rami-auto .halo{{stroke:{colors['halo']}}}",
    ]
    return f"<style>@media(prefers-color-scheme:dark){{{''.join(rules)}}}</style>"


# ------------------------------------------------------------------------------------------------------------- layout


@frozen
class _Placed:
    """A mark, or a line of text, and where it is."""

    what: Mark | str
    x: int
    y: int
    width: int
    height: int
    strong: bool = False


def _placed(rows: Sequence[Row], lang: Language) -> list[_Placed]:
    """Place everything: melds side by side as long as the line has room, each label on a line of its own."""
    from textwrap import wrap  # noqa: PLC0415  # slow to import, and not needed before the first picture

    placed: list[_Placed] = []
    room = _RAISED if any(mark.lit for row in rows for mark in row.marks) else 0
    x, y, deep = _PAD, _PAD, 0
    for row in rows:
        label = clean(row.label.say(lang))
        if label and placed:
            x, y, deep = _PAD, y + deep + _GAP, 0
        for line in wrap(("▶ " if row.active else "") + label, 70)[:4] if label else ():
            placed.append(_Placed(line, x, y, round(8.2 * len(line)), _LINE, row.active))
            y += _LINE + 5
        for unit in _units(row):
            sizes = [size(mark, lang) for mark in unit]
            steps = [_step(mark, width) for mark, (width, _) in zip(unit, sizes, strict=True)]
            if x > _PAD and x + sum(steps[:-1]) + sizes[-1][0] > _WIDTH - _PAD:
                x, y, deep = _PAD, y + deep + _GAP, 0
            for mark, (width, height), step in zip(unit, sizes, steps, strict=True):
                placed.append(_Placed(mark, x, y + room, width, height))
                x, deep = x + step, max(deep, room + height)
            x += sizes[-1][0] - steps[-1] + (_GAP if len(unit) == len(row.marks) else 2)
    return placed


def _units(row: Row) -> Iterator[Sequence[Mark]]:
    """Yield what stays on one line: a meld, a fan of cards, a stack of backs, or a single piece."""
    shown = [mark for mark in row.marks if mark.up]
    together = row.joint or (shown and shown[0].shape in ("card", "value"))
    most = _MOST_TOGETHER if together else 1
    for start in range(0, len(shown), most):
        yield shown[start : start + most]
    if hidden := [mark for mark in row.marks if not mark.up]:
        yield hidden[:_MOST_BACKS]


def _step(mark: Mark, width: int) -> int:
    """Return how far to the right the next mark begins: cards and backs overlap."""
    if not mark.up:
        return 9
    return 34 if mark.shape in ("card", "value") else width


def _ring(mark: Mark, width: int, height: int, color: str) -> str:
    dashes = ' stroke-dasharray="5 4"' if mark.lit == "moved" else ""
    return (
        f'<rect class="halo" x="-1" y="-1" width="{width + 2}" height="{height + 2}" rx="8" fill="none" '
        f'stroke="{color}" stroke-width="3.5"{dashes}/>'
    )
