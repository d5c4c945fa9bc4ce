"""Value cards: their kinds, the joker token among them, and their notation."""

from collections.abc import Iterable
from enum import StrEnum
from typing import ClassVar, Final, Self, overload

from rami.messages import Phrase, Texts
from rami.pieces import Piece, by_number, kinds, row_of_pieces
from rami.shapes import instance

TEXTS: Final = Texts("contracts")
"""The sentences of the contract game."""

HIGHEST = 20
"""The highest value that a deck can have."""


class Color(StrEnum):
    """The four colours (003, components); the value is the letter of the notation."""

    HEARTS = "H"
    CLUBS = "C"
    CHERRIES = "Y"
    DIAMONDS = "D"


COLORS = tuple(Color)


class Card(Piece):
    """A value card, `Card("5H")` or `Card(5, Color.HEARTS)`; or the joker token where it stands for one, `Card("*")`.

    There is one object per kind, and it is an `int` (hearts, then clubs, cherries, diamonds, the joker last, each
    colour in ascending order), so cards sort, compare and hash at the speed of integers. Two copies of a card are the
    same object twice. A card does not support arithmetic: `Card("5H") + 1` is an error. `json.dumps` would write a bare
    number; use `str(card)`, or `rami.codec.to_json` for a whole position.

    Attributes:
        value: The number on the card, 1 to 20; which of them are in play, the deck says. 0 for the joker.
        color: The colour; None for the joker.

    Raises:
        NotationError: If there is no such card.
        NotationError: If a text is not one card.
        WrongType: If `value` is not a whole number, or `color` no `Color`.

    Examples:
        >>> card = Card("5H")
        >>> str(card), card.value, card.color, card is Card(5, Color.HEARTS)
        ('5H', 5, <Color.HEARTS: 'H'>, True)
    """

    __slots__ = ()

    noun: ClassVar[str] = "card"
    wanted: ClassVar[str | Phrase] = TEXTS.phrase("notation.piece")

    @overload
    def __new__(cls, value: str, /) -> Self: ...
    @overload
    def __new__(cls, value: int, color: Color) -> Self: ...
    def __new__(cls, value: int | str, color: Color | None = None) -> Self:
        """Return the one object of this kind."""
        if color is None:
            return cls.parse(value)  # type: ignore[arg-type]  # who gives a value alone is told that text is expected
        instance("the colour of a card", color, Color)
        value = cls._checked_number("value", value, HIGHEST)
        return KINDS[_number(COLORS.index(color), value)]  # type: ignore[return-value]  # Card is never subclassed

    @property
    def value(self) -> int:
        """The number on the card; 0 for the joker, which stands for any."""
        return VALUE[self]

    @property
    def color(self) -> Color | None:
        """The colour; None for the joker, which never has the bonus colour (003.15)."""
        return COLOR[self]

    @property
    def is_joker(self) -> bool:
        """Whether this is the joker."""
        return self is JOKER


def _number(color: int, value: int) -> int:
    """Return the number of a kind: 256, 32 times the index of its colour, and its value; the joker comes last."""
    return 256 + 32 * color + value


_JOKER = _number(len(COLORS), 0)
_NAMES = {
    _number(index, value): f"{value}{color}" for index, color in enumerate(COLORS) for value in range(1, HIGHEST + 1)
}
_SIGNS = {"H": "♥♡", "C": "♣♧", "Y": "🍒", "D": "♦♢"}

KINDS = kinds(
    Card,
    {**_NAMES, _JOKER: "*"},
    {
        "JOKER": _JOKER,
        **{name[:-1] + sign: code for code, name in _NAMES.items() for sign in _SIGNS[name[-1]]},
    },
)
"""Every kind of card by its number, in canonical order."""

Cards = tuple[Card, ...]
"""Value cards in a row, with the joker in the place of a card that it replaces."""

JOKER = KINDS[_JOKER]
"""The joker token in the place of a card."""

VALUE: tuple[int, ...] = by_number(KINDS, lambda card: int(card) % 32, -1)
"""The value of each card, by its number."""
COLOR: tuple[Color | None, ...] = by_number(
    KINDS, lambda card: None if card is JOKER else COLORS[int(card) // 32 - 256 // 32], None
)
"""The colour of each card, by its number."""


def color_name(color: Color) -> Phrase:
    """Return the name of a colour."""
    return TEXTS.phrase(f"colors.{color.name.lower()}")


def cards_of(cards: str | Iterable[Card | str], name: str) -> Cards:
    """Return cards that a caller passes; `name` is the argument, for errors."""
    return row_of_pieces(Card, cards, name)
