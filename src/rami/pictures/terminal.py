"""Write pictures as text for terminals."""

from collections.abc import Iterator, Sequence
from typing import Final

from attrs import Factory, define

from rami.errors import Language, RamiError, clean, shown
from rami.pictures import Ink, Mark, MarkRow, Picture, Shown, picture_of

NARROWEST, WIDEST = 20, 1000
"""Minimum and maximum width of a text, in columns."""

_COLORS: dict[Ink, int] = {"red": 160, "black": 16, "blue": 25, "orange": 166, "green": 28, "purple": 90}
"""Indexes in the 256-color palette of terminals."""
_PAPER, _INDENT = 230, "  "
_BRACKETS: Final = {"": ("", ""), "laid": ("[", "]"), "moved": ("(", ")")}


def text(value: Shown, *, color: bool = False, width: int = 80, lang: Language = "en") -> str:
    """Write a value of a game as text for a terminal.

    Args:
        value: The value, or a sequence of values.
        color: Whether to color the pieces with terminal escape sequences.
        width: The maximum width in columns, from 20 to 1000. Melds are not wrapped.
        lang: The language of labels.

    Returns:
        The lines, without a line break at the end.

    Raises:
        RamiError: If the value cannot be shown, the language does not exist, or the width is out of range.

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
    return write(picture_of(value), color=color, width=width, lang=lang)


def write(picture: Picture, *, color: bool = False, width: int = 80, lang: Language = "en") -> str:
    """Write a picture as text.

    New pieces are in square brackets, and pieces that only moved are in round brackets. `•` follows a piece that is
    known to be in a hand, and `>` marks the player to move.

    Args:
        picture: The picture.
        color: Whether to color the pieces with terminal escape sequences.
        width: The maximum width in columns, from 20 to 1000. Melds are not wrapped.
        lang: The language of labels.

    Returns:
        The lines, without a line break at the end.

    Raises:
        RamiError: If the language does not exist, or the width is out of range.

    Examples:
        >>> from rami.rummikub import Table
        >>> print(write(Table.parse("R4-R5-*-R7-R8 K8=B8=O8").picture, width=20))
        R4-R5-*-R7-R8
        K8=B8=O8
    """
    from textwrap import wrap  # noqa: PLC0415  # slow to import, and only needed for texts

    if not isinstance(width, int) or isinstance(width, bool) or not NARROWEST <= width <= WIDEST:
        raise RamiError(f"width must be a whole number from {NARROWEST} to {WIDEST}, not {shown(width)}")
    page = _Page(width, _INDENT if any(row.label.say(lang) for row in picture.rows) else "")
    for row in picture.rows:
        label = clean(row.label.say(lang))
        if label:
            page.end()
            page.lines += wrap(("> " if row.active else "") + label, width, subsequent_indent=_INDENT)
        for number, unit in enumerate(_units(row)):
            # A sheet of text may be wrapped, but a meld may not.
            if unit[0].shape == "sheet":
                page.end()
                lines = clean(", ".join(line.say(lang) for line in unit[0].written))
                page.lines += wrap(lines, width, initial_indent=page.indent, subsequent_indent=page.indent + _INDENT)
                continue
            words = [_word(mark.spoken(lang)) for mark in unit]
            # Escape sequences have no width.
            columns = len(row.joint.join(words))
            if color:
                words = list(map(_colored, unit, words))
            page.put(" " if number else _INDENT, row.joint.join(words), columns)
    page.end()
    return "\n".join(page.lines)


@define
class _Page:
    width: int
    indent: str
    lines: list[str] = Factory(list[str])
    line: str = ""
    used: int = 0

    def put(self, gap: str, text: str, size: int) -> None:
        """Add a text to the current line.

        If it does not fit, begin a new line.
        """
        if self.line and self.used + len(gap) + size > self.width:
            self.end()
        before = gap if self.line else self.indent
        self.line += before + text
        self.used += len(before) + size

    def end(self) -> None:
        """Finish the current line, unless it is empty."""
        if self.line:
            self.lines.append(self.line)
        self.line, self.used = "", 0


def _units(row: MarkRow) -> Iterator[Sequence[Mark]]:
    marks = [mark for mark in row.marks if mark.up]
    if row.joint and marks:
        yield marks
    else:
        yield from ([mark] for mark in marks)


def _word(mark: Mark) -> str:
    opening, closing = _BRACKETS[mark.lit]
    return opening + mark.word + "•" * mark.known + closing


def _colored(mark: Mark, word: str) -> str:
    return f"\x1b[1;38;5;{_COLORS[mark.ink]};48;5;{_PAPER}m{word}\x1b[0m"
