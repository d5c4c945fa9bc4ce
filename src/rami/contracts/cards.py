"""Value cards and the joker token, with their notation."""

from collections.abc import Iterable
from enum import StrEnum
from typing import ClassVar, Final, Self, overload

from rami.messages import Phrase, Texts
from rami.pieces import Piece, by_number, kinds, row_of_pieces
from rami.shapes import instance

TEXTS: Final = Texts("contracts")
"""Texts of the contract game."""

HIGHEST = 20
"""Highest value of a card in any deck."""


class Color(StrEnum):
    """The four colors (003, components).

    The value of a color is its letter in notation.

    Attributes:
        HEARTS: Hearts, as in `7H`.
        CLUBS: Clubs, as in `7C`.
        CHERRIES: Cherries, as in `7Y`.
        DIAMONDS: Diamonds, as in `7D`.
    """

    HEARTS = "H"
    CLUBS = "C"
    CHERRIES = "Y"
    DIAMONDS = "D"


COLORS = tuple(Color)


class Card(Piece):
    """A value card or the joker token.

    Examples are `Card("5H")`, `Card(5, Color.HEARTS)` and the joker token `Card("*")`.

    Each kind of card has a single object, so two copies of a card are identical. `Card` is a subclass of `int`, which
    makes sorting, comparing and hashing fast. Cards sort by color (hearts, clubs, cherries, diamonds), then by value,
    with the joker last. Arithmetic such as `Card("5H") + 1` is an error. `json.dumps` writes a card as a bare number;
    use `str(card)`, or `rami.codec.to_json` for a whole position.

    Attributes:
        value: The number on the card, from 1 to 20; 0 for the joker. Each deck uses a part of this range.
        color: The color; None for the joker.

    Raises:
        NotationError: If the card does not exist.
        NotationError: If a text is not one card.
        WrongType: If `value` is not a whole number, or `color` is not a `Color`.

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
        """Return the card."""
        if color is None:
            return cls.parse(value)  # type: ignore[arg-type]  # a number without a color raises WrongType
        instance("the color of a card", color, Color)
        value = cls._checked_number("value", value, HIGHEST)
        return KINDS[_number(COLORS.index(color), value)]  # type: ignore[return-value]  # Card is never subclassed

    @property
    def value(self) -> int:
        """Number on the card, or 0 for the joker."""
        return VALUE[self]

    @property
    def color(self) -> Color | None:
        """Color of the card, or None for the joker.

        The joker never counts as the bonus color (003.15).
        """
        return COLOR[self]

    @property
    def is_joker(self) -> bool:
        """True if this is the joker token."""
        return self is JOKER


def _number(color: int, value: int) -> int:
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
"""Map from integers to the kinds of cards, in canonical order."""

Cards = tuple[Card, ...]
"""A tuple of value cards.

The joker is in the position of the card that the joker replaces.
"""

JOKER = KINDS[_JOKER]
"""The joker token."""

VALUE: tuple[int, ...] = by_number(KINDS, lambda card: int(card) % 32, -1)
"""Lookup table from cards to values.

The joker has 0.
"""
COLOR: tuple[Color | None, ...] = by_number(
    KINDS, lambda card: None if card is JOKER else COLORS[int(card) // 32 - 256 // 32], None
)
"""Lookup table from cards to colors.

The joker has None.
"""


def color_name(color: Color) -> Phrase:
    """Return the name of a color."""
    return TEXTS.phrase(f"colors.{color.name.lower()}")


def cards_of(cards: str | Iterable[Card | str], name: str) -> Cards:
    """Convert an argument to a tuple of cards.

    Error messages use `name` as the name of the argument.
    """
    return row_of_pieces(Card, cards, name)
