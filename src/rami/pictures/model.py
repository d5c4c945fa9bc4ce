"""What pictures and terminals show of a value: rows of marks, which know nothing of any game."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final, Literal, Protocol

from attrs import evolve, field, frozen

from rami.errors import Language, TooLarge
from rami.text import Phrase
from rami.text.pairs import Words as Words  # noqa: PLC0414  # others take it from here
from rami.text.pairs import phrase

Ink = Literal["red", "black", "blue", "orange", "green", "purple"]
"""The colours of marks."""

Shape = Literal["tile", "card", "value", "sheet", "token"]
"""What a mark is drawn as: a tile, a playing card, a card with a number, a sheet of text, or a round token."""

Light = Literal["", "laid", "moved"]
"""Whether a mark stands out: it was laid or is pointed at, or it came from elsewhere on the table."""

MOST_MARKS: Final = 10_000
"""As many marks a picture may have to be drawn or written."""

TABLE = "table"
"""The zone whose rows are the melds on the table."""


def said(words: Words | Phrase, lang: Language) -> str:
    """A text in one language.

    Args:
        words: The text.
        lang: The language.

    Raises:
        RamiError: If there is no such language.

    Examples:
        >>> said(("card", "carte"), "fr")
        'carte'
    """
    return phrase(words).say(lang)


CARD_WORDS: Final[tuple[Words, Words]] = (("card", "carte"), ("cards", "cartes"))
"""One card and many, for `numbered`."""
TILE_WORDS: Final[tuple[Words, Words]] = (("tile", "plaque"), ("tiles", "plaques"))
"""One tile and many, for `numbered`."""


def numbered(number: int, one: Words, many: Words) -> Words:
    """A number with its noun, right for 0, 1 and many in both languages (0 is singular in French only).

    Args:
        number: How many.
        one: The noun for one.
        many: The noun for many.

    Examples:
        >>> numbered(0, ("card", "carte"), ("cards", "cartes"))
        ('0 cards', '0 carte')
    """
    return f"{number} {(one if number == 1 else many)[0]}", f"{number} {(one if number < 2 else many)[1]}"


def player(seat: int, *, you: bool = False) -> Words:
    """A player, counted from 1 as people count.

    Args:
        seat: The seat, 0-based.
        you: Whether it is who looks on.

    Examples:
        >>> player(0, you=True)
        ('Player 1 (you)', 'Joueur 1 (vous)')
    """
    return f"Player {seat + 1}{' (you)' * you}", f"Joueur {seat + 1}{' (vous)' * you}"


def counted(what: Words, pieces: Words) -> Words:
    """What there is and how many pieces it has, with the colon of each language.

    Args:
        what: What it is, such as `player(0)`.
        pieces: How many pieces, as `numbered` says it.

    Examples:
        >>> counted(("Pool", "Pioche"), ("3 tiles", "3 plaques"))
        ('Pool: 3 tiles', 'Pioche : 3 plaques')
    """
    return f"{what[0]}: {pieces[0]}", f"{what[1]} : {pieces[1]}"


def listed(*parts: Words | None) -> Words:
    """Texts one after the other, parted by commas.

    Args:
        parts: The texts; None for one that is left out.

    Examples:
        >>> listed(("Player 1", "Joueur 1"), None, ("3 cards", "3 cartes"))
        ('Player 1, 3 cards', 'Joueur 1, 3 cartes')
    """
    there = [part for part in parts if part]
    return ", ".join(part[0] for part in there), ", ".join(part[1] for part in there)


def clean(text: str) -> str:
    r"""A text without what is not printed: control characters, changes of direction, halves of characters.

    Args:
        text: Any text.

    Examples:
        >>> clean("one\x1b[2Jtwo")
        'one�[2Jtwo'
    """
    return "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in text)


@frozen(kw_only=True, cache_hash=True)
class Mark:
    """One piece as it looks.

    Attributes:
        name: How a person says it, such as `("red 7", "7 rouge")`.
        word: How a terminal shows it, such as `"R7"`.
        text: What is written on it, such as `"7"`; may be empty.
        sign: The name of the shape that is drawn on it beside the text, such as `"heart"`; "" for none.
        ink: The colour of both.
        shape: What it is drawn as.
        lines: The lines of a sheet.
        up: Whether it lies face up.
        lit: Whether it stands out.
    """

    name: Words
    word: str
    text: str = ""
    sign: str = ""
    ink: Ink = "black"
    shape: Shape
    lines: tuple[Words, ...] = ()
    up: bool = True
    lit: Light = ""


@frozen(kw_only=True, cache_hash=True)
class Row:
    """Marks that lie together.

    Attributes:
        marks: The marks in order.
        label: What is said above the row; a row without a label follows the one before it on the same line.
        joint: How a terminal joins the marks, `"-"` or `"="`; "" where they are apart.
        active: Whether this is the row of the player who moves.
        zone: Where the marks are, such as `"table"`, by which two pictures are compared; "" for nowhere.
    """

    marks: tuple[Mark, ...] = field(default=(), converter=tuple[Mark, ...])
    label: Words = ("", "")
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

    title: Words
    rows: tuple[Row, ...] = field(default=(), converter=tuple[Row, ...])

    def __attrs_post_init__(self) -> None:
        """Refuse what would be a picture of many megabytes."""
        marks = sum(len(row.marks) for row in self.rows)
        if marks > MOST_MARKS:
            raise TooLarge(f"a picture has at most {MOST_MARKS} pieces, not {marks}")


def backs(number: int, shape: Shape) -> tuple[Mark, ...]:
    """Marks that lie face down, and say nothing else.

    Args:
        number: How many.
        shape: What they are.
    """
    return (Mark(name=("face down", "face cachée"), word="", shape=shape, up=False),) * number


class Marked(Protocol):
    """What has a mark: a tile, a card."""

    @property
    def mark(self) -> Mark:
        """How it is shown."""
        ...


class Seated(Protocol):
    """What `hand_rows` reads of a position; a view has a `player`, too."""

    @property
    def current_player(self) -> int:
        """The seat that moves next."""
        ...

    @property
    def is_over(self) -> bool:
        """Whether the deal has ended."""
        ...


def pile_row(label: Words, number: int, shape: Shape) -> Row:
    """A pile that lies face down, and how many pieces it has.

    Args:
        label: What it is.
        number: How many pieces it has; three of them are shown at the most.
        shape: What they are.

    Examples:
        >>> pile_row(("Stock", "Talon"), 20, "card").label
        ('Stock: 20 cards', 'Talon : 20 cartes')
    """
    return Row(label=counted(label, numbered(number, *_PIECES[shape])), marks=backs(min(3, number), shape))


def hand_rows(
    position: Seated,
    hands: Iterable[Iterable[Marked] | None],
    sizes: Iterable[int],
    shape: Shape,
    told: Callable[[int], Sequence[Words | None]] = lambda _: (),
) -> Iterator[Row]:
    """The hands or racks of all seats, that of the player who moves marked.

    Args:
        position: The position, or a view of it.
        hands: What each seat holds, by seat; None for what is not seen, and lies face down.
        sizes: How many pieces each seat holds.
        shape: What the pieces are.
        told: What else is said of a seat.
    """
    you, zone = getattr(position, "player", None), "rack" if shape == "tile" else "hand"
    for seat, (hand, size) in enumerate(zip(hands, sizes, strict=True)):
        label = counted(player(seat, you=seat == you), numbered(size, *_PIECES[shape]))
        yield Row(
            label=listed(label, *told(seat)),
            marks=backs(size, shape) if hand is None else [piece.mark for piece in hand],
            active=seat == position.current_player and not position.is_over,
            zone=f"{zone} {seat}",
        )


_PIECES: Final[Mapping[Shape, tuple[Words, Words]]] = MappingProxyType(
    {"tile": TILE_WORDS, "card": CARD_WORDS, "value": CARD_WORDS}
)


def lit(picture: Picture, marks: Collection[Mark]) -> Picture:
    """The picture with every mark that looks like one of these standing out.

    Args:
        picture: The picture.
        marks: The marks to look for.
    """
    rows = [
        evolve(row, marks=[evolve(each, lit="laid") if each in marks else each for each in row.marks])
        for row in picture.rows
    ]
    return evolve(picture, rows=rows)


def compared(old: Picture, new: Picture) -> Picture:
    """The new picture, in which stands out what the old one has not.

    On the table, what was elsewhere on the table is *moved*, and what was not there is *laid*; see `origins`. In any
    other zone that both pictures show, what is there once more than before is *laid*.

    Args:
        old: The picture of what was before.
        new: The picture to compare with it.

    Returns:
        The new picture with its marks lit.
    """
    table = [row.marks for row in old.rows if row.zone == TABLE]
    found = iter(origins(table, [row.marks for row in new.rows if row.zone == TABLE]))
    hands = {row.zone: row.marks for row in old.rows if row.zone}
    rows: list[Row] = []
    for row in new.rows:
        lights: Iterable[Light]
        if row.zone == TABLE:
            home, whence = next(found)
            lights = ["laid" if source is None else "" if source == home else "moved" for source in whence]
        elif row.zone in hands:
            whence = origins([hands[row.zone]], [row.marks])[0][1]
            lights = ["laid" if source is None else "" for source in whence]
        else:
            lights = [mark.lit for mark in row.marks]
        marks = [evolve(mark, lit=light) for mark, light in zip(row.marks, lights, strict=True)]
        rows.append(evolve(row, marks=marks))
    return evolve(new, rows=rows)


MOST_CHANGED: Final = 200
"""As many rows may differ between two tables that are compared."""


def origins(
    old: Sequence[Sequence[object]], new: Sequence[Sequence[object]]
) -> tuple[tuple[int | None, tuple[int | None, ...]], ...]:
    """Where what lies in rows now has come from.

    Equal things cannot be told apart. A row that is there still has stayed; each of the other old rows goes on as the
    new row that has most in common with it, the largest share first. What a new row has beyond that comes from the rest
    of the old rows as far as it is there.

    Args:
        old: The rows before.
        new: The rows after.

    Returns:
        For each new row, the index of the old row that it goes on from, or None, and for each thing in it the index of
        the old row from which it comes, or None where it was in none.

    Raises:
        TooLarge: If more than 200 of the old rows, or of the new ones, have changed.

    Examples:
        >>> origins(["abc", "xyz"], ["bc", "xyza!"])
        ((0, (0, 0)), (1, (1, 1, 1, 0, None)))
    """
    there: dict[tuple[object, ...], list[int]] = {}
    for source, row in enumerate(old):
        there.setdefault(tuple(row), []).append(source)
    homes: list[int | None] = []
    for row in new:
        same = there.get(tuple(row))
        homes.append(same.pop(0) if same else None)
    whence: list[list[int | None]] = [[home] * len(row) for home, row in zip(homes, new, strict=True)]
    left = {source: list(old[source]) for sources in there.values() for source in sources}
    changed = [target for target, home in enumerate(homes) if home is None]
    if max(len(left), len(changed)) > MOST_CHANGED:
        raise TooLarge(f"at most {MOST_CHANGED} rows may differ, not {max(len(left), len(changed))}")

    def take(source: int, target: int) -> None:
        for place, thing in enumerate(new[target]):
            if whence[target][place] is None and thing in left[source]:
                left[source].remove(thing)
                whence[target][place] = source

    shares = [(_shared(old[source], new[target]), -source, -target) for source in left for target in changed]
    for share, source, target in sorted(shares, reverse=True):
        if share and homes[-target] is None and -source not in homes:
            homes[-target] = -source
            take(-source, -target)
    for source in sorted(left):
        for target in changed:
            take(source, target)
    return tuple((home, tuple(row)) for home, row in zip(homes, whence, strict=True))


def _shared(one: Sequence[object], other: Sequence[object]) -> int:
    """How many things two rows have in common, equal copies counted."""
    rest = list(other)
    for thing in one:
        if thing in rest:
            rest.remove(thing)
    return len(other) - len(rest)
