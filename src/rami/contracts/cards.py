"""Value cards: their kinds, the joker token among them, and their notation."""

from collections.abc import Iterable
from enum import StrEnum
from functools import cache
from typing import Self

from rami.drawing import Pictured
from rami.errors import InvalidPiece, NotationError
from rami.marks import Ink, Mark, Picture, Row
from rami.pieces import named, separated

HIGHEST = 20
"""The highest value that a deck can have."""


class Color(StrEnum):
    """The four colours (003, components); the value is the letter of the notation."""

    HEARTS = "H"
    CLUBS = "C"
    CHERRIES = "Y"
    DIAMONDS = "D"


COLORS = tuple(Color)
_INDEX = {color: index for index, color in enumerate(COLORS)}
_JOKER_CODE = len(COLORS) << 5


class Card(int, Pictured):
    """A value card, `Card(value, color)`; or the joker token, where it stands for one.

    There is one object per kind, and it is an `int` (hearts, then clubs, cherries, diamonds, the joker last, each
    colour in ascending order), so cards sort, compare and hash at the speed of integers. Two copies of a card are the
    same object twice.

    Attributes:
        value: The number on the card, 1 to 20; which of them are in play, the deck says. 0 for the joker.
        color: The colour; None for the joker.

    Raises:
        InvalidPiece: If there is no such card.

    Examples:
        >>> card = Card(5, Color.HEARTS)
        >>> str(card), card.value, card.color, card is Card.parse("5h")
        ('5H', 5, <Color.HEARTS: 'H'>, True)
    """

    __slots__ = ()

    def __new__(cls, value: int, color: Color) -> Self:
        """Return the one object of this kind."""
        if not isinstance(color, Color):
            raise InvalidPiece(f"the colour of a card is a Color, not {color!r}")
        if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= HIGHEST:
            raise InvalidPiece(f"the value of a card is 1 to {HIGHEST}, not {value!r}")
        return _KINDS[_INDEX[color] << 5 | value]  # type: ignore[return-value]  # Card is never subclassed

    @property
    def value(self) -> int:
        """The number on the card; 0 for the joker, which stands for any."""
        return self & 31

    @property
    def color(self) -> Color | None:
        """The colour; None for the joker, which never has the bonus colour (003.15)."""
        return None if self == _JOKER_CODE else COLORS[self >> 5]

    @property
    def is_joker(self) -> bool:
        """Whether this is the joker."""
        return self == _JOKER_CODE

    @property
    def mark(self) -> Mark:
        """The card as it looks."""
        return _mark(self)

    @property
    def picture(self) -> Picture:
        """The card as a row of one mark, for `svg` and `text`."""
        return Picture(self.mark.name, (Row(marks=(self.mark,)),))

    @classmethod
    def parse(cls, text: str) -> "Card":
        """Read a card from its notation: a value and a colour letter, or `*` for the joker.

        Args:
            text: For example `"5H"`, `"8y"`, `"*"`.

        Returns:
            The card.

        Raises:
            NotationError: If the text is not one card.

        Examples:
            >>> Card.parse("8Y"), Card.parse("*")
            (Card.parse('8Y'), Card.parse('*'))
        """
        cards = parse_cards(text)
        if len(cards) != 1:
            raise NotationError(f"one card is expected, not {len(cards)}", text)
        return cards[0]

    def __str__(self) -> str:
        return _NAMES[self]

    def __repr__(self) -> str:
        return f"Card.parse({_NAMES[self]!r})"

    def __format__(self, spec: str) -> str:
        return format(_NAMES[self], spec)

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return Card.parse, (_NAMES[self],)


def _every_kind() -> dict[int, Card]:
    codes = [index << 5 | value for index in range(len(COLORS)) for value in range(1, HIGHEST + 1)]
    return {code: int.__new__(Card, code) for code in [*codes, _JOKER_CODE]}


_KINDS = _every_kind()
_NAMES: dict[int, str] = {code: f"{code & 31}{COLORS[code >> 5]}" for code in _KINDS if code != _JOKER_CODE}
_NAMES[_JOKER_CODE] = "*"
_BY_NAME = {name: _KINDS[code] for code, name in _NAMES.items()}

JOKER = _KINDS[_JOKER_CODE]
"""The joker token in the place of a card."""


LOOKS: dict[Color, tuple[str, str, Ink, str, str]] = {
    Color.HEARTS: ("hearts", "cœur", "red", "heart", "♥"),
    Color.CLUBS: ("clubs", "trèfle", "green", "club", "♣"),
    Color.CHERRIES: ("cherries", "cerise", "purple", "cherries", "Y"),
    Color.DIAMONDS: ("diamonds", "carreau", "blue", "diamond", "♦"),
}
"""The name of a colour in English and French, its ink, the sign drawn for it, and the one written."""


@cache
def _mark(card: Card) -> Mark:
    if card.color is None:
        return Mark(name=("joker", "joker"), word="*", sign="joker", shape="value")
    english, french, ink, sign, letter = LOOKS[card.color]
    value = str(card.value)
    names = (f"{value} of {english}", f"{value} de {french}")
    return Mark(name=names, word=value + letter, text=value, sign=sign, ink=ink, shape="value")


def parse_cards(text: str) -> tuple[Card, ...]:
    """Read cards that are separated by spaces, in the order written.

    Args:
        text: For example `"5H 8Y"`; upper or lower case; may be empty.

    Returns:
        The cards in that order.

    Raises:
        NotationError: If a word is not a card; it says where.

    Examples:
        >>> parse_cards("5h  8Y")
        (Card.parse('5H'), Card.parse('8Y'))
        >>> parse_cards("5H 5S")
        Traceback (most recent call last):
        ...
        rami.errors.NotationError: '5S' is not a card: ... (position 3, in '5H 5S')
    """
    return separated(text, card_at)


def card_at(word: str, text: str, position: int) -> Card:
    """The card that a word of a longer text names.

    Args:
        word: The word, such as `"5H"`.
        text: The whole text, for the error.
        position: Where the word starts in it.

    Raises:
        NotationError: If the word is not a card.
    """
    return named(_BY_NAME, word, text, position, wanted=f"a card: 1 to {HIGHEST} and a letter of H C Y D, or *")


def format_cards(cards: Iterable[Card]) -> str:
    """Cards in notation, separated by spaces: the inverse of `parse_cards`.

    Args:
        cards: The cards.

    Returns:
        For example `"5H 8Y"`.

    Examples:
        >>> format_cards((Card(5, Color.HEARTS), JOKER))
        '5H *'
    """
    return " ".join(map(str, cards))
