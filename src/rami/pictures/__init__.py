"""Pictures of pieces. `svg` draws them, and `text` prints them.

This module handles rows of pieces and labels. It does not depend on any game.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import singledispatch
from typing import Any, Final, Literal, Protocol, cast

from attrs import evolve, field, frozen

from rami.errors import TooLarge, WrongType, shown
from rami.messages import SHARED, Marked, Phrase, Pictured
from rami.pieces import BaseMeld, MeldTable, Piece
from rami.referee import BaseMove, parts_of

Ink = Literal["red", "black", "blue", "orange", "green", "purple"]
"""The color of a mark."""

MarkShape = Literal["tile", "card", "value", "sheet", "token"]
"""The shape of a mark.

It is a tile, a playing card, a card with a number, a sheet of text, or a round token.
"""

Light = Literal["", "laid", "moved"]
"""The kind of highlight of a mark.

`""` is no highlight. `laid` is for a mark that is new or pointed out. `moved` is for a mark from elsewhere on the
table.
"""

MOST_MARKS: Final = 10_000
"""Maximum number of marks in a picture."""

TABLE = "table"
"""The zone of the melds on the table."""

NOTHING: Final = SHARED.phrase("pictures.list", parts=())
"""The empty phrase."""


def player(seat: int, *, you: bool = False) -> Phrase:
    """Return a phrase for a player.

    Players are counted from 1.

    Args:
        seat: The seat, 0-based.
        you: Whether the picture is for that player.

    Examples:
        >>> player(0, you=True).say("fr")
        'Joueur 1 (vous)'
    """
    return SHARED.phrase("pictures.you" if you else "pictures.player", seat=seat)


def count(number: int, shape: MarkShape) -> Phrase:
    """Return a phrase for a number of tiles or cards.

    Args:
        number: The number.
        shape: The shape of the pieces.

    Examples:
        >>> count(0, "card").say("fr"), count(0, "tile").say("en")
        ('0 carte', '0 tiles')
    """
    return SHARED.phrase("nouns.tile" if shape == "tile" else "nouns.card", n=number)


def counted(what: Phrase, pieces: Phrase) -> Phrase:
    """Return a phrase such as "Stock: 52 cards".

    Args:
        what: The item, such as `player(0)`.
        pieces: The number of pieces, such as `count(3, "tile")`.

    Examples:
        >>> counted(player(0), count(3, "tile")).say("fr")
        'Joueur 1 : 3 plaques'
    """
    return SHARED.phrase("pictures.counted", what=what, pieces=pieces)


def listed(*parts: Phrase | None) -> Phrase:
    """Return a phrase that consists of phrases separated by commas.

    Args:
        parts: The phrases. None is skipped.

    Examples:
        >>> listed(player(0), None, count(3, "card")).say()
        'Player 1, 3 cards'
    """
    return SHARED.phrase("pictures.list", parts=tuple(part for part in parts if part))


@frozen(kw_only=True, cache_hash=True)
class Mark:
    """The appearance of a piece.

    Attributes:
        name: The name for people, such as "red 7".
        word: The text in a terminal, such as `"R7"`.
        text: The text on the piece, such as `"7"`. May be empty.
        sign: The name of the symbol on the piece, such as `"heart"`, or "" for none.
        ink: The color of the text and the symbol.
        shape: The shape of the piece.
        lines: The lines of a sheet.
        up: Whether the piece is face up.
        lit: The highlight (not compared).
        known: Whether all players know it is in this hand (not compared).
        index: The translations of `text`, or None if it is the same in all languages.
        note: A remark about the position, such as the cards that a contract still needs (not compared).

    Examples:
        >>> from rami.rummikub import Tile
        >>> mark = Tile("R7").mark
        >>> mark.name.say(), mark.word, mark.text, mark.ink, mark.shape
        ('red 7', 'R7', '7', 'red', 'tile')
    """

    name: Phrase
    word: str
    text: str = ""
    sign: str = ""
    ink: Ink = "black"
    shape: MarkShape
    lines: tuple[Phrase, ...] = field(default=(), converter=tuple[Phrase, ...])
    up: bool = True
    lit: Light = field(default="", eq=False)
    known: bool = field(default=False, eq=False)
    index: Phrase | None = None
    note: Phrase | None = field(default=None, eq=False)

    @property
    def written(self) -> tuple[Phrase, ...]:
        """The lines of a sheet of text, with the note as the last line."""
        return self.lines if self.note is None else (*self.lines, self.note)

    def spoken(self, lang: str) -> "Mark":
        """Return the mark with its text in a language.

        Args:
            lang: The language.

        Examples:
            >>> from rami.rummy import Card
            >>> Card("JS").mark.spoken("fr").word
            'V♠'
        """
        if self.index is None or (index := self.index.say(lang)) == self.text:
            return self
        return evolve(self, text=index, word=index + self.word.removeprefix(self.text))


@frozen(kw_only=True, cache_hash=True)
class MarkRow:
    """A row of marks.

    Attributes:
        marks: The marks in order.
        label: The text above the row. A row without a label is on the same line as the row before it.
        joint: The text between two marks in a terminal, `"-"` or `"="`, or "" if the marks are separate.
        active: Whether this is the row of the player who moves.
        zone: The place of the marks, such as `"table"`, or "" for none. Two pictures are compared zone by zone.

    Examples:
        >>> from rami.rummikub import Table
        >>> row = Table("R4-R5-R6").picture.rows[0]
        >>> [mark.word for mark in row.marks], row.joint
        (['R4', 'R5', 'R6'], '-')
    """

    marks: tuple[Mark, ...] = field(default=(), converter=tuple[Mark, ...])
    label: Phrase = NOTHING
    joint: str = ""
    active: bool = False
    zone: str = ""


@frozen(cache_hash=True)
class Picture:
    """The picture of a value.

    Attributes:
        title: A short title.
        rows: The rows from top to bottom.

    Raises:
        TooLarge: If it has more than 10,000 marks.

    Examples:
        >>> from rami.rummikub import Table
        >>> picture = Table("R4-R5-R6 K8=B8=O8").picture
        >>> len(picture.rows)
        2
    """

    title: Phrase
    rows: tuple[MarkRow, ...] = field(default=(), converter=tuple[MarkRow, ...])

    def __attrs_post_init__(self) -> None:
        marks = sum(len(row.marks) for row in self.rows)
        if marks > MOST_MARKS:
            raise TooLarge(SHARED.phrase("limits.picture", most=MOST_MARKS, marks=marks))


@singledispatch
def picture(value: Pictured) -> Picture:
    """Return the picture of a value.

    The function that is registered for the class of the value makes it.

    A game registers functions for its positions with `@picture.register`. Moves, pieces, melds and tables already have
    pictures.

    Args:
        value: The value.

    Raises:
        WrongType: If no function is registered for the class.
    """
    raise WrongType(f"no picture is registered for {type(value).__name__}")


@singledispatch
def mark(value: Marked) -> Mark:
    """Return the mark of a value.

    The function that is registered for the class of the value makes it.

    Args:
        value: The value, such as a piece.

    Raises:
        WrongType: If no function is registered for the class.
    """
    raise WrongType(f"no mark is registered for {type(value).__name__}")


@picture.register
def _(piece: Piece) -> Picture:
    return Picture(piece.mark.name, (MarkRow(marks=(piece.mark,)),))


# `register` cannot read a generic annotation, so name the class.
@picture.register(BaseMeld)
def _(meld: BaseMeld[Any]) -> Picture:
    row = MarkRow(marks=[piece.mark for piece in meld.pieces], joint=meld.joint, zone=TABLE)
    key = f"pictures.{type(meld).__name__.lower()}"
    return Picture(meld.texts.phrase(key, meld=meld, n=len(meld.pieces)), (row,))


@picture.register(MeldTable)
def _(table: MeldTable[Any]) -> Picture:
    rows = [row for meld in table.melds for row in meld.picture.rows]
    return Picture(SHARED.phrase("pictures.table"), rows or (MarkRow(label=SHARED.phrase("pictures.empty-table")),))


@picture.register
def _(move: BaseMove) -> Picture:
    return move_picture(move, cast("MarkShape | None", move.back))


def move_picture(move: BaseMove, back: MarkShape | None = None) -> Picture:
    """Return the picture of a move.

    It has a title, a row with the pieces, and the melds.

    Args:
        move: The move.
        back: The shape of the face-down piece that the move takes, or None.
    """
    marks: list[Mark] = [] if back is None else [*backs(1, back)]
    rows: list[MarkRow] = []
    for part in parts_of(move):
        if isinstance(part, Piece):
            marks.append(part.mark)
        elif isinstance(part, Pictured):
            rows += part.picture.rows
    key = f"moves.{move.verb}"
    if move.texts.has(f"{key}.label"):
        rows.insert(0, MarkRow(label=move.texts.phrase(f"{key}.label"), marks=marks))
    return Picture(move.texts.phrase(f"{key}.title"), rows)


Shown = Pictured | Iterable[Pictured]
"""An argument that can be drawn.

It is a value of a game, or an iterable of such values.
"""


def picture_of(value: Shown) -> Picture:
    """Return the picture of one value or several values.

    Consecutive pieces share a row.
    """
    if isinstance(value, Pictured):
        return value.picture
    try:
        pictures = [item.picture for item in value]
    except (AttributeError, TypeError):
        raise WrongType(f"a picture needs a value of a game, or a row of pieces or melds, not {shown(value)}") from None
    lines: list[list[MarkRow]] = []
    for row in (row for picture in pictures for row in picture.rows):
        if len(row.marks) == 1 and _is_loose(row) and lines and _is_loose(lines[-1][0]):
            lines[-1].append(row)
        else:
            lines.append([row])
    rows = [evolve(first, marks=[mark for row in (first, *others) for mark in row.marks]) for first, *others in lines]
    return Picture(listed(*(each.title for each in pictures)), rows)


def _is_loose(row: MarkRow) -> bool:
    return not row.joint and row.label == NOTHING


def backs(number: int, shape: MarkShape) -> tuple[Mark, ...]:
    """Return face-down marks.

    Args:
        number: The number of marks. The result has at most one mark more than a picture may have.
        shape: The shape of the marks.
    """
    back = Mark(name=SHARED.phrase("pictures.face-down"), word="", shape=shape, up=False)
    return (back,) * min(max(number, 0), MOST_MARKS + 1)


class _Position(Protocol):
    @property
    def current_player(self) -> int: ...

    @property
    def players(self) -> int: ...

    @property
    def is_over(self) -> bool: ...


def pile_row(label: Phrase, number: int, shape: MarkShape) -> MarkRow:
    """Return a row for a face-down pile, labeled with its size.

    Args:
        label: The name of the pile.
        number: The number of pieces. At most three are drawn.
        shape: The shape of the pieces.

    Examples:
        >>> pile_row(player(0), 20, "card").label.say("fr")
        'Joueur 1 : 20 cartes'
    """
    return MarkRow(label=counted(label, count(number, shape)), marks=backs(min(3, number), shape))


def hand_rows(
    position: _Position,
    hands: Iterable[Iterable[Marked] | None],
    sizes: Iterable[int],
    shape: MarkShape,
    notes: Callable[[int], Iterable[Phrase | None]] = lambda _: (),
) -> Iterator[MarkRow]:
    """Yield a row for the hand of each seat.

    The row of the player who moves is active.

    Args:
        position: A state or a view. Its `player`, if any, is labeled as "you". Its `known`, if any, contains the pieces
            of each hand that all players know.
        hands: The pieces of each hand, by seat. None for a face-down hand.
        sizes: The number of pieces of each hand, by seat.
        shape: The shape of the pieces.
        notes: Function that returns more phrases for the label of a seat.
    """
    you = getattr(position, "player", None)
    zone = "rack" if shape == "tile" else "hand"
    known_by_seat: Sequence[Sequence[Marked]] = getattr(position, "known", None) or [()] * position.players
    for seat, (hand, size, known) in enumerate(zip(hands, sizes, known_by_seat, strict=True)):
        face_up = [piece.mark for piece in (known if hand is None else hand)]
        note = SHARED.phrase("pictures.known-number", n=len(known)) if known else None
        yield MarkRow(
            label=listed(counted(player(seat, you=seat == you), count(size, shape)), note, *notes(seat)),
            marks=[*_known_marked(face_up, known), *backs(size - len(face_up), shape)],
            active=seat == position.current_player and not position.is_over,
            zone=f"{zone} {seat}",
        )


def _known_marked(held: Iterable[Mark], known: Iterable[Marked]) -> Iterator[Mark]:
    left = Counter(piece.mark for piece in known)
    for mark in held:
        left[mark] -= 1
        yield mark if left[mark] < 0 else evolve(mark, known=True)
