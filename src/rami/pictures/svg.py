"""Draw pictures as SVG."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal, get_args

from attrs import evolve, frozen

from rami.errors import Language, RamiError, WrongType, clean, shown
from rami.messages import SHARED, Marked
from rami.pictures import Ink, Mark, MarkRow, Picture, Shown, listed, picture_of
from rami.pictures.comparing import compared, lit

_INKS: Mapping[Ink, str] = {
    "red": "#b3001e",
    "black": "#15161a",
    "blue": "#0050b5",
    "orange": "#c85a00",
    "green": "#00693c",
    "purple": "#8a1a78",
}
"""Colors of the ink.

They have a contrast of at least 4:1 to the faces. Each color also has a sign for color-blind readers.
"""

# Each path fills a box of 24 by 24 units.
_SIGNS: Mapping[str, str] = {
    "heart": "M12 22C5 16 1.5 12 1.5 7.5A5.4 5.4 0 0 1 12 5.5A5.4 5.4 0 0 1 22.5 7.5C22.5 12 19 16 12 22Z",
    "diamond": "M12 1L21 12L12 23L3 12Z",
    "spade": (
        "M12 1C17 7 22 10 22 15A4.7 4.7 0 0 1 13.3 17.5C13.5 20 14.5 21.5 16.5 23H7.5"
        "C9.5 21.5 10.5 20 10.7 17.5A4.7 4.7 0 0 1 2 15C2 10 7 7 12 1Z"
    ),
    "club": (
        "M12 1A5 5 0 0 1 16 9.2A5 5 0 1 1 13.3 16.5C13.5 19.5 14.5 21.5 16.5 23H7.5"
        "C9.5 21.5 10.5 19.5 10.7 16.5A5 5 0 1 1 8 9.2A5 5 0 0 1 12 1Z"
    ),
    "cherries": (
        "M20 1L18.8 4.5C17 7 17 9.5 17.6 11.9A5 5 0 1 1 15.7 12.3C15 10 15.3 7.5 16.3 5.3"
        "C12.5 6.7 9.5 9.5 8.1 13.1A5 5 0 1 1 6.1 12.6C8 7.5 12.5 3.5 18 2.3Z"
    ),
    "circle": "M12 2A10 10 0 1 1 12 22A10 10 0 1 1 12 2Z",
    "square": "M3 3H21V21H3Z",
    "triangle": "M12 2L23 21.5H1Z",
    "lozenge": "M12 0L24 12L12 24L0 12Z",
    "crown": "M2 7L7.5 11.5L12 3L16.5 11.5L22 7L20 18.5H4ZM4 20H20V22.5H4Z",
    "joker": (
        "M12 1A11 11 0 1 1 12 23A11 11 0 1 1 12 1ZM8 6.5A1.8 2.3 0 1 0 8 11.1A1.8 2.3 0 1 0 8 6.5Z"
        "M16 6.5A1.8 2.3 0 1 0 16 11.1A1.8 2.3 0 1 0 16 6.5ZM5 13.5C7 21 17 21 19 13.5C15 16.5 9 16.5 5 13.5Z"
    ),
}
# Each pip has a column and a line from 0 to 12. The pips of the lower half are upside down.
_PIPS: Mapping[str, str] = {
    "2": "m0 m12",
    "3": "m0 m6 m12",
    "4": "l0 r0 l12 r12",
    "5": "l0 r0 m6 l12 r12",
    "6": "l0 r0 l6 r6 l12 r12",
    "7": "l0 r0 m3 l6 r6 l12 r12",
    "8": "l0 r0 m3 l6 r6 m9 l12 r12",
    "9": "l0 r0 l4 r4 m6 l8 r8 l12 r12",
    "10": "l0 r0 m2 l4 r4 l8 r8 m10 l12 r12",
}
_PAPER, _IVORY, _EDGE = "#ffffff", "#fff9ea", "#5d6470"
_SIZES = {"tile": (46, 60), "card": (72, 100), "value": (72, 100), "token": (46, 46)}


_KNOWN = "#7a1fb8"
"""Color of the dot on a known piece."""


def size(mark: Mark, lang: Language) -> tuple[int, int]:
    """Return the width and height of a mark."""
    if mark.shape == "sheet":
        head, *others = [len(line.say(lang)) for line in mark.written] or [0]
        return 40 + round(max(9 * head, 7.6 * max(others, default=0))), 14 + 18 * max(1, len(mark.written))
    return _SIZES[mark.shape]


def drawn(mark: Mark, lang: Language) -> str:
    """Draw a mark as SVG elements.

    Its upper left corner is at the origin.
    """
    width, height = size(mark, lang)
    if not mark.up:
        return _back(mark, width, height)
    if mark.shape == "sheet":
        return "".join(_sheet(mark, width, height, lang))
    face = {"tile": _tile, "token": _token, "card": _card, "value": _card}[mark.shape]
    dot = f'<circle cx="8" cy="{height - 9}" r="4" fill="{_KNOWN}"/>' if mark.known else ""
    return "".join([*face(mark.spoken(lang), width, height), dot])


def _back(mark: Mark, width: int, height: int) -> str:
    fill, line = ("#d3c6a8", "#877751") if mark.shape == "tile" else ("#2f566b", "#b9d0dc")
    inner = f'<rect x="5" y="5" width="{width - 10}" height="{height - 10}" rx="4" fill="none" stroke="{line}"/>'
    return _plate(width, height, fill) + inner


def _tile(mark: Mark, width: int, height: int) -> Iterator[str]:
    yield _plate(width, height, "#d8c9a6")
    yield f'<rect x="1" y="1" width="{width - 2}" height="{height - 5}" rx="6" fill="{_IVORY}"/>'
    if mark.text:
        yield _text(mark.text, width / 2, 31, 28, mark.ink, middle=True) + _sign(mark.sign, width / 2, 44, 16, mark.ink)
    else:
        yield _sign(mark.sign, width / 2, 28, 32, mark.ink)


def _token(mark: Mark, width: int, height: int) -> Iterator[str]:
    x, y = width / 2, height / 2
    yield f'<circle cx="{x:g}" cy="{y:g}" r="{x - 1:g}" fill="{_IVORY}" stroke="{_EDGE}"/>'
    yield _text(mark.text, x, y + 7, 20, mark.ink, middle=True) if mark.text else _sign(mark.sign, x, y, 30, mark.ink)


def _sheet(mark: Mark, width: int, height: int, lang: Language) -> Iterator[str]:
    yield _plate(width, height, "#fffdf6") + _sign(mark.sign, width - 16, 17, 16, mark.ink)
    for number, line in enumerate(mark.written):
        yield _text(line.say(lang), 10, 22 + 18 * number, 14, "black", strong=not number)


def _card(mark: Mark, width: int, height: int) -> Iterator[str]:
    yield _plate(width, height, _PAPER)
    corner = _corner(mark)
    yield f'{corner}<g transform="rotate(180 {width / 2:g} {height / 2:g})">{corner}</g>'
    yield from _draw_middle(mark, width, height)


def _corner(mark: Mark) -> str:
    if not mark.text:
        return _sign(mark.sign, 13, 15, 18, mark.ink)
    size = 19 if len(mark.text) == 1 else 15
    return _text(mark.text, 12.5, 20, size, mark.ink, middle=True) + _sign(mark.sign, 12.5, 32, 13, mark.ink)


def _draw_middle(mark: Mark, width: int, height: int) -> Iterator[str]:
    x, y = width / 2, height / 2
    if mark.shape == "value" and mark.text:
        yield _text(mark.text, x, y + 12, 34, mark.ink, middle=True)
    elif mark.shape == "value":
        yield _sign("joker", x, y, 30, mark.ink)
    elif mark.text in _PIPS:
        columns = {"l": x - 9, "m": x, "r": x + 9}
        for pip in _PIPS[mark.text].split():
            line = int(pip[1:])
            yield _sign(mark.sign, columns[pip[0]], y + (line - 6) * 5.5, 10.5, mark.ink, turned=line > 6)
    elif mark.text in ("", "A"):
        yield _sign(mark.sign, x, y, 30, mark.ink)
    else:
        frame = f'x="24" y="12" width="{width - 48}" height="{height - 24}" rx="3"'
        yield f'<rect {frame} fill="#fbeecb" stroke="#a07c22"/>'
        yield _sign("crown", x, 26, 17, "orange") + _text(mark.text, x, y + 9, 24, mark.ink, middle=True)
        yield _sign(mark.sign, x, 75, 14, mark.ink)


def _plate(width: int, height: int, fill: str) -> str:
    return f'<rect x=".5" y=".5" width="{width - 1}" height="{height - 1}" rx="6.5" fill="{fill}" stroke="{_EDGE}"/>'


def _text(text: str, x: float, y: float, size: int, ink: Ink, *, middle: bool = False, strong: bool = True) -> str:
    style = ' font-weight="700"' * strong + ' text-anchor="middle"' * middle
    place = f'x="{x:g}" y="{y:g}" font-size="{size}"{style}'
    return f'<text {place} fill="{_INKS[ink]}">{escaped(text)}</text>'


_ESCAPED = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;"})


def escaped(text: str) -> str:
    """Escape a text for SVG.

    The module `html` is slow to import.
    """
    return clean(text).translate(_ESCAPED)


def _sign(sign: str, x: float, y: float, size: float, ink: Ink, *, turned: bool = False) -> str:
    if not sign:
        return ""
    scale = size / 24
    turn = " rotate(180)" if turned else ""
    return (
        f'<path transform="translate({x:g} {y:g}){turn} scale({scale:.3g}) translate(-12 -12)" fill="{_INKS[ink]}" '
        f'd="{_SIGNS[sign]}"/>'
    )


Theme = Literal["auto", "light", "dark"]
"""Color theme of a picture.

`auto` follows the reader's system.
"""


class Svg(str):
    """A picture as an SVG document.

    Notebooks display it.

    Examples:
        >>> from rami.rummikub import Run
        >>> picture = svg(Run("R4-R5-R6"))
        >>> picture[:4], picture == picture._repr_svg_()
        ('<svg', True)
    """

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)


_THEMES: Mapping[str, Mapping[str, str]] = {
    "light": {"mat": "#eef3ee", "edge": "#c3d0c5", "ink": "#17251c", "halo": "#7a1fb8"},
    "dark": {"mat": "#18241d", "edge": "#3d5145", "ink": "#e9f1ea", "halo": "#d79bff"},
}
_STYLE = 'fill-rule="evenodd" font-family="system-ui,-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif"'
"""SVG attributes of the whole picture.

The fonts are system fonts.
"""
_PAD, _GAP, _LINE, _RAISED = 12, 14, 20, 7
_WIDTH = 694
"""Maximum width of a picture.

It is enough for fourteen tiles.
"""
_MOST_BACKS, _MOST_TOGETHER = 20, 16
"""Maximum number of card backs in a row, and of cards on one line.

The label has the number of cards, so not all backs need to be drawn.
"""


def svg(
    value: Shown,
    *,
    before: Shown | None = None,
    highlight: Iterable[Marked] = (),
    theme: Theme = "auto",
    lang: Language = "en",
) -> Svg:
    """Draw a value of a game as SVG.

    Examples are a position, a move, a table or a tuple of pieces.

    A view shows the player's own hand. Other hands are face down.

    Args:
        value: The value, or a sequence of values.
        before: The position before the move. New pieces stand out, and pieces that only moved have a dashed ring.
        highlight: The kinds of pieces to highlight.
        theme: `"light"`, `"dark"`, or `"auto"`, which follows the reader's system.
        lang: The language of labels and descriptions.

    Returns:
        An SVG document. The same arguments always give the same text.

    Raises:
        RamiError: If the value cannot be drawn, or the theme or language does not exist.
        TooLarge: If the picture has more than 10,000 pieces, or more than 200 melds have changed.
        WrongType: If `highlight` is not an iterable of pieces.

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
    """Draw a picture as an SVG document.

    The same arguments always give the same text.

    The document has no scripts, identifiers or external resources, so it can be embedded in any page. `<title>` and
    `<desc>` describe its content. Highlighted marks are raised and have a ring, which is dashed if they only moved.

    Raises:
        RamiError: If the theme or language does not exist.
    """
    if theme not in get_args(Theme):
        raise RamiError(f"theme must be one of {', '.join(map(repr, get_args(Theme)))}, not {shown(theme)}")
    colors = _THEMES["dark" if theme == "dark" else "light"]
    placed = _place_rows(picture.rows, lang)
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
            ring = _ring(item.what, item.width, item.height, colors["halo"]) if item.what.lit else ""
            parts.append(f'<g transform="translate({item.x} {item.y - raised})">{drawn(item.what, lang)}{ring}</g>')
    return Svg("".join([*parts, "</svg>"]))


def described(picture: Picture, lang: Language) -> str:
    """Return a description of a picture, for screen readers."""
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
    what: Mark | str
    x: int
    y: int
    width: int
    height: int
    strong: bool = False


def _place_rows(rows: Sequence[MarkRow], lang: Language) -> list[_Placed]:
    from textwrap import wrap  # noqa: PLC0415  # slow to import, and only needed for pictures

    placed: list[_Placed] = []
    # Highlighted marks are drawn higher, so leave room above the marks.
    room = _RAISED if any(mark.lit for row in rows for mark in row.marks) else 0
    x, y, height = _PAD, _PAD, 0
    for row in rows:
        label = clean(row.label.say(lang))
        if label and placed:
            x, y, height = _PAD, y + height + _GAP, 0
        for line in wrap(("▶ " if row.active else "") + label, 70)[:4] if label else ():
            placed.append(_Placed(line, x, y, round(8.2 * len(line)), _LINE, row.active))
            y += _LINE + 5
        for unit in _units(row):
            marks = _side_by_side(unit, lang)
            width = marks[-1].x + marks[-1].width
            if x > _PAD and x + width > _WIDTH - _PAD:
                x, y, height = _PAD, y + height + _GAP, 0
            placed += [evolve(mark, x=x + mark.x, y=y + room) for mark in marks]
            height = max(height, *(room + mark.height for mark in marks))
            x += width + (_GAP if len(unit) == len(row.marks) else 2)
    return placed


def _side_by_side(unit: Sequence[Mark], lang: Language) -> list[_Placed]:
    placed: list[_Placed] = []
    x = 0
    for mark in unit:
        width, height = size(mark, lang)
        placed.append(_Placed(mark, x, 0, width, height))
        x += _distance_to_next(mark, width)
    return placed


def _units(row: MarkRow) -> Iterator[Sequence[Mark]]:
    shown = [mark for mark in row.marks if mark.up]
    together = row.joint or (shown and shown[0].shape in ("card", "value"))
    most = _MOST_TOGETHER if together else 1
    for start in range(0, len(shown), most):
        yield shown[start : start + most]
    if hidden := [mark for mark in row.marks if not mark.up]:
        yield hidden[:_MOST_BACKS]


def _distance_to_next(mark: Mark, width: int) -> int:
    if not mark.up:
        return 9
    return 34 if mark.shape in ("card", "value") else width


def _ring(mark: Mark, width: int, height: int, color: str) -> str:
    dashes = ' stroke-dasharray="5 4"' if mark.lit == "moved" else ""
    return (
        f'<rect class="halo" x="-1" y="-1" width="{width + 2}" height="{height + 2}" rx="8" fill="none" '
        f'stroke="{color}" stroke-width="3.5"{dashes}/>'
    )
