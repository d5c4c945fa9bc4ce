"""Playing cards: their kinds, the full pack, and their notation."""

from collections.abc import Iterable
from enum import StrEnum
from functools import cache
from typing import Self

from rami.drawing import Pictured
from rami.errors import InvalidPiece, NotationError
from rami.marks import Ink, Mark, Picture, Row
from rami.pieces import named, separated

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
"""The ranks in their order, the ace low (004.4), as they are written."""


class Suit(StrEnum):
    """The four suits; the value is the letter of the notation."""

    SPADES = "S"
    HEARTS = "H"
    DIAMONDS = "D"
    CLUBS = "C"


SUITS = tuple(Suit)
_INDEX = {suit: index for index, suit in enumerate(SUITS)}
_JOKER_CODE = len(SUITS) << 4


class Card(int, Pictured):
    """A playing card, `Card(rank, suit)`, or the joker.

    There is one object per kind, and it is an `int` (spades, then hearts, diamonds, clubs, the joker last, each suit
    from the ace to the king), so cards sort, compare and hash at the speed of integers. Two copies of a card are the
    same object twice.

    Attributes:
        rank: 1 for the ace, 11, 12 and 13 for jack, queen and king; 0 for the joker.
        suit: The suit; None for the joker.

    Raises:
        InvalidPiece: If there is no such card.

    Examples:
        >>> card = Card(13, Suit.DIAMONDS)
        >>> str(card), card.rank, card.suit, card is Card.parse("kd")
        ('KD', 13, <Suit.DIAMONDS: 'D'>, True)
    """

    __slots__ = ()

    def __new__(cls, rank: int, suit: Suit) -> Self:
        """Return the one object of this kind."""
        if not isinstance(suit, Suit):
            raise InvalidPiece(f"the suit of a card is a Suit, not {suit!r}")
        if not isinstance(rank, int) or isinstance(rank, bool) or not 1 <= rank <= len(RANKS):
            raise InvalidPiece(f"the rank of a card is 1 to {len(RANKS)}, not {rank!r}")
        return KINDS[_INDEX[suit] << 4 | rank]  # type: ignore[return-value]  # Card is never subclassed

    @property
    def rank(self) -> int:
        """The rank, 1 for the ace to 13 for the king; 0 for a joker, which stands for any."""
        return self & 15

    @property
    def suit(self) -> Suit | None:
        """The suit; None for a joker."""
        return None if self == _JOKER_CODE else SUITS[self >> 4]

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
        """Read a card from its notation: a rank and a letter of the suit, or `*` for a joker.

        Args:
            text: For example `"AS"`, `"10h"`, `"*"`.

        Returns:
            The card.

        Raises:
            NotationError: If the text is not one card.

        Examples:
            >>> Card.parse("10H"), Card.parse("*")
            (Card.parse('10H'), Card.parse('*'))
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
    codes = [index << 4 | rank for index in range(len(SUITS)) for rank in range(1, len(RANKS) + 1)]
    return {code: int.__new__(Card, code) for code in [*codes, _JOKER_CODE]}


KINDS = _every_kind()
"""Every kind of card by its number: sixteen times the index of the suit, plus the rank."""

_NAMES: dict[int, str] = {code: RANKS[(code & 15) - 1] + SUITS[code >> 4] for code in KINDS if code != _JOKER_CODE}
_NAMES[_JOKER_CODE] = "*"
_BY_NAME = {name: KINDS[code] for code, name in _NAMES.items()}

JOKER = KINDS[_JOKER_CODE]
"""The joker."""


_LOOKS: dict[Suit, tuple[str, str, Ink, str, str]] = {
    Suit.SPADES: ("spades", "pique", "black", "spade", "♠"),
    Suit.HEARTS: ("hearts", "cœur", "red", "heart", "♥"),
    Suit.DIAMONDS: ("diamonds", "carreau", "red", "diamond", "♦"),
    Suit.CLUBS: ("clubs", "trèfle", "black", "club", "♣"),
}
"""The name of a suit in English and French, its ink, the sign drawn for it, and the one written."""

_SPOKEN = {1: ("ace", "as"), 11: ("jack", "valet"), 12: ("queen", "dame"), 13: ("king", "roi")}


@cache
def _mark(card: Card) -> Mark:
    if card.suit is None:
        return Mark(name=("joker", "joker"), word="*", sign="joker", shape="card")
    english, french, ink, sign, letter = _LOOKS[card.suit]
    rank = RANKS[card.rank - 1]
    spoken = _SPOKEN.get(card.rank, (rank, rank))
    names = (f"{spoken[0]} of {english}", f"{spoken[1]} de {french}")
    return Mark(name=names, word=rank + letter, text=rank, sign=sign, ink=ink, shape="card")


def parse_cards(text: str) -> tuple[Card, ...]:
    """Read cards that are separated by spaces, in the order written.

    Args:
        text: For example `"AS 10H *"`; upper or lower case; may be empty.

    Returns:
        The cards in that order.

    Raises:
        NotationError: If a word is not a card; it says where.

    Examples:
        >>> parse_cards("as 10H  *")
        (Card.parse('AS'), Card.parse('10H'), Card.parse('*'))
        >>> parse_cards("AS 1H")
        Traceback (most recent call last):
        ...
        rami.errors.NotationError: '1H' is not a card: ... (position 3, in 'AS 1H')
    """
    return separated(text, card_at)


def card_at(word: str, text: str, position: int) -> Card:
    """The card that a word of a longer text names.

    Args:
        word: The word, such as `"10H"`.
        text: The whole text, for the error.
        position: Where the word starts in it.

    Raises:
        NotationError: If the word is not a card.
    """
    return named(_BY_NAME, word, text, position, wanted="a card: A 2 to 10 J Q K and a letter of S H D C, or *")


def format_cards(cards: Iterable[Card]) -> str:
    """Cards in notation, separated by spaces: the inverse of `parse_cards`.

    Args:
        cards: The cards.

    Returns:
        For example `"AS 10H *"`.

    Examples:
        >>> format_cards((Card(1, Suit.SPADES), JOKER))
        'AS *'
    """
    return " ".join(map(str, cards))


def full_pack(*, packs: int = 1, jokers: int = 0) -> tuple[Card, ...]:
    """Every card of some packs shuffled together, in canonical order (004.1).

    Args:
        packs: How many packs of 52.
        jokers: How many jokers there are in all.

    Returns:
        The cards, sorted.

    Examples:
        >>> len(full_pack()), len(full_pack(packs=2, jokers=4))
        (52, 108)
    """
    suited = (Card(rank, suit) for suit in SUITS for rank in range(1, len(RANKS) + 1) for _ in range(packs))
    return (*suited, *[JOKER] * jokers)
