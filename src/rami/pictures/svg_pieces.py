"""The pieces as SVG elements: tiles, playing cards, cards with a number, sheets and tokens, their faces and backs."""

from collections.abc import Iterator, Mapping

from rami.errors import Language, clean
from rami.pictures.model import Ink, Mark

_INKS: Mapping[Ink, str] = {
    "red": "#b3001e",
    "black": "#15161a",
    "blue": "#0050b5",
    "orange": "#c85a00",
    "green": "#00693c",
    "purple": "#8a1a78",
}
"""Each has a contrast of 4 to 1 or more with the faces; a sign goes with each, for readers who cannot tell colours."""

_SIGNS: Mapping[str, str] = {  # in a box of 24 by 24
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
_PIPS: Mapping[str, str] = {  # the places on a grid of 3 columns and 13 lines: a letter of the column, then the line
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
"""The colour of the dot on a piece that everybody knows to be in a hand."""


def size(mark: Mark, lang: Language) -> tuple[int, int]:
    """Return the width and the height of a mark."""
    if mark.shape == "sheet":
        head, *others = [len(line.say(lang)) for line in mark.written] or [0]
        return 40 + round(max(9 * head, 7.6 * max(others, default=0))), 14 + 18 * max(1, len(mark.written))
    return _SIZES[mark.shape]


def drawn(mark: Mark, lang: Language) -> str:
    """Draw a mark as SVG elements, its upper left corner at the origin."""
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
    yield from _middle(mark, width, height)


def _corner(mark: Mark) -> str:
    """Draw the index of a card, which is all that a fan of cards shows of it."""
    if not mark.text:
        return _sign(mark.sign, 13, 15, 18, mark.ink)
    size = 19 if len(mark.text) == 1 else 15
    return _text(mark.text, 12.5, 20, size, mark.ink, middle=True) + _sign(mark.sign, 12.5, 32, 13, mark.ink)


def _middle(mark: Mark, width: int, height: int) -> Iterator[str]:
    """Yield the middle of a card: pips, a crown for a court card, or a large sign or number."""
    x, y = width / 2, height / 2
    if mark.shape == "value":
        yield (
            _text(mark.text, x, y + 12, 34, mark.ink, middle=True) if mark.text else _sign("joker", x, y, 30, mark.ink)
        )
    elif mark.text in _PIPS:
        for place in _PIPS[mark.text].split():
            line = int(place[1:])
            left, top = x + 9 * ("lmr".index(place[0]) - 1), y + (line - 6) * 5.5
            yield _sign(mark.sign, left, top, 10.5, mark.ink, turned=line > 6)
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
    """Return a text as it stands in SVG; the module `html` takes longer to import than this one."""
    return clean(text).translate(_ESCAPED)


def _sign(sign: str, x: float, y: float, size: float, ink: Ink, *, turned: bool = False) -> str:
    """Draw a sign around a point, upside down if it is turned; nothing for no sign."""
    if not sign:
        return ""
    scale = size / 24
    turn = " rotate(180)" if turned else ""
    return (
        f'<path transform="translate({x:g} {y:g}){turn} scale({scale:.3g}) translate(-12 -12)" fill="{_INKS[ink]}" '
        f'd="{_SIGNS[sign]}"/>'
    )
