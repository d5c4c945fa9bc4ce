"""Pictures of any game: rows of marks, which `svg` draws and `terminal` writes."""

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
"""The colours of marks."""

MarkShape = Literal["tile", "card", "value", "sheet", "token"]
"""The shape of a mark: a tile, a playing card, a card with a number, a sheet of text, or a round token."""

Light = Literal["", "laid", "moved"]
"""Whether a mark stands out: it was laid or is pointed at, or it came from elsewhere on the table."""

MOST_MARKS: Final = 10_000
"""The most marks of a picture."""

TABLE = "table"
"""The zone whose rows are the melds on the table."""

NOTHING: Final = SHARED.phrase("pictures.list", parts=())
"""The phrase that says nothing."""


def player(seat: int, *, you: bool = False) -> Phrase:
    """Return a player, counted from 1 as people count.

    Args:
        seat: The seat, 0-based.
        you: Whether the picture is for that player.

    Examples:
        >>> player(0, you=True).say("fr")
        'Joueur 1 (vous)'
    """
    return SHARED.phrase("pictures.you" if you else "pictures.player", seat=seat)


def count(number: int, shape: MarkShape) -> Phrase:
    """Return a number of tiles or cards.

    Args:
        number: How many.
        shape: What they are.

    Examples:
        >>> count(0, "card").say("fr"), count(0, "tile").say("en")
        ('0 carte', '0 tiles')
    """
    return SHARED.phrase("nouns.tile" if shape == "tile" else "nouns.card", n=number)


def counted(what: Phrase, pieces: Phrase) -> Phrase:
    """Return what there is and how many pieces it has, with the colon of each language.

    Args:
        what: What it is, such as `player(0)`.
        pieces: How many pieces it has, such as `count(3, "tile")`.

    Examples:
        >>> counted(player(0), count(3, "tile")).say("fr")
        'Joueur 1 : 3 plaques'
    """
    return SHARED.phrase("pictures.counted", what=what, pieces=pieces)


def listed(*parts: Phrase | None) -> Phrase:
    """Return phrases parted by commas.

    Args:
        parts: The phrases; None for one that is left out.

    Examples:
        >>> listed(player(0), None, count(3, "card")).say()
        'Player 1, 3 cards'
    """
    return SHARED.phrase("pictures.list", parts=tuple(part for part in parts if part))


@frozen(kw_only=True, cache_hash=True)
class Mark:
    """One piece as it looks.

    Attributes:
        name: How a person says it, such as "red 7".
        word: How a terminal shows it, such as `"R7"`.
        text: What is written on it, such as `"7"`; may be empty.
        sign: The name of the shape that is drawn on it beside the text, such as `"heart"`; "" for none.
        ink: The colour of both.
        shape: What it is drawn as.
        lines: The lines of a sheet.
        up: Whether it lies face up.
        lit: Whether it stands out; no comparison looks at that.
        known: Whether everybody knows that it is in the hand where it is; no comparison looks at that.
        index: What `text` is in each language, where it is not the same in all.
        note: What is said of it in a position, such as what a contract still lacks; no comparison looks at that.
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
        """The lines of a sheet, and the note."""
        return self.lines if self.note is None else (*self.lines, self.note)

    def spoken(self, lang: str) -> "Mark":
        """Return the mark with its index in a language.

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
    """Marks that lie together.

    Attributes:
        marks: The marks in order.
        label: What is said above the row; a row without a label follows the one before it on the same line.
        joint: How a terminal joins the marks, `"-"` or `"="`; "" where they are apart.
        active: Whether this is the row of the player who moves.
        zone: Where the marks are, such as `"table"`, by which two pictures are compared; "" for nowhere.
    """

    marks: tuple[Mark, ...] = field(default=(), converter=tuple[Mark, ...])
    label: Phrase = NOTHING
    joint: str = ""
    active: bool = False
    zone: str = ""


@frozen(cache_hash=True)
class Picture:
    """A value as it is shown.

    Attributes:
        title: What it is, in a few words.
        rows: Its rows from top to bottom.

    Raises:
        TooLarge: If it has more than 10,000 marks.
    """

    title: Phrase
    rows: tuple[MarkRow, ...] = field(default=(), converter=tuple[MarkRow, ...])

    def __attrs_post_init__(self) -> None:
        """Refuse a picture of many megabytes."""
        marks = sum(len(row.marks) for row in self.rows)
        if marks > MOST_MARKS:
            raise TooLarge(SHARED.phrase("limits.picture", most=MOST_MARKS, marks=marks))


@singledispatch
def picture(value: Pictured) -> Picture:
    """Return the picture of a value: by the function that is registered for its class.

    A game registers those of its positions: `@picture.register` above a function of one. Moves, pieces, melds and
    tables have pictures already.

    Args:
        value: The value.

    Raises:
        WrongType: If nothing is registered for its class.
    """
    raise WrongType(f"there is no picture of a {type(value).__name__}")


@singledispatch
def mark(value: Marked) -> Mark:
    """Return a value as it looks: by the function that is registered for its class.

    Args:
        value: The value, such as a piece.

    Raises:
        WrongType: If nothing is registered for its class.
    """
    raise WrongType(f"there is no mark of a {type(value).__name__}")


@picture.register
def _(piece: Piece) -> Picture:
    return Picture(piece.mark.name, (MarkRow(marks=(piece.mark,)),))


@picture.register(BaseMeld)  # named here, for an annotation would be of the plain class
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
    """Return the words and the pieces of a move in a row, and its melds.

    Args:
        move: The move.
        back: The face-down piece that it takes.
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
    lines: list[list[MarkRow]] = []  # of each row of the picture, the rows that it is made of
    for row in (row for picture in pictures for row in picture.rows):
        # A single piece goes on with the loose pieces before.
        if len(row.marks) == 1 and _is_loose(row) and lines and _is_loose(lines[-1][0]):
            lines[-1].append(row)
        else:
            lines.append([row])
    rows = [evolve(first, marks=[mark for row in (first, *others) for mark in row.marks]) for first, *others in lines]
    return Picture(listed(*(each.title for each in pictures)), rows)


def _is_loose(row: MarkRow) -> bool:
    """Return whether a row is of pieces alone: no meld, and under no label."""
    return not row.joint and row.label == NOTHING


def backs(number: int, shape: MarkShape) -> tuple[Mark, ...]:
    """Return marks that lie face down, and say nothing else.

    Args:
        number: How many; more than a picture may have are one too many.
        shape: What they are.
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
    """Return a pile that lies face down, and how many pieces it has.

    Args:
        label: What it is.
        number: How many pieces it has; three of them are shown at most.
        shape: What they are.

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
    """Yield the hands or racks of all seats, that of the player who moves marked.

    Args:
        position: The position, or a view of it, whose `player` is "you", and whose `known` are the pieces of each hand
            that everybody knows.
        hands: What each seat holds, by seat; None for a hand that lies face down.
        sizes: How many pieces each seat holds.
        shape: What the pieces are.
        notes: What else is said of a seat.
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
    """Yield the marks of a hand, those of the known pieces marked as such."""
    left = Counter(piece.mark for piece in known)
    for mark in held:
        left[mark] -= 1
        yield mark if left[mark] < 0 else evolve(mark, known=True)
