"""The moves of a turn, and their notation."""

import re
from collections.abc import Callable
from functools import lru_cache

from attrs import field, frozen

from rami.errors import NotationError
from rami.pictures.model import Picture, Row, Words, backs
from rami.pictures.svg import Pictured
from rami.pieces import first_word, joined, one_piece, piece_at
from rami.rummy.cards import KINDS, Card
from rami.rummy.melds import Group, Meld, Run, parse_meld
from rami.shapes import instance, one_of, whole


def _card(value: str | Card) -> Card:
    return one_piece(Card, value, "the card of a move")


def meld_of(value: str | Meld) -> Meld:
    """The meld that a move names.

    Args:
        value: The meld, or its notation.

    Raises:
        InvalidMeld: If the cards of a text are not a meld.
        NotationError: If a text is not one meld.
        WrongType: If it is neither text nor a meld.
    """
    if isinstance(value, str):
        return parse_meld(value)
    one_of("the meld of a move", value, (Run, Group))
    return value


def _front(value: bool) -> bool:
    return instance("front", value, bool, "True or False")


def _count(value: int) -> int:
    return whole("count", value, 1, MOST_TAKEN)


def _to_meld(label: Words, card: Card, meld: Meld) -> Picture:
    return Picture(label, (Row(label=label, marks=[card.mark]), *meld.picture.rows))


@frozen
class DrawStock(Pictured):
    """Take the top card of the stock (004.6).

    Examples:
        >>> str(DrawStock())
        'draw'
    """

    @property
    def picture(self) -> Picture:
        """A card that lies face down, for `svg` and `text`."""
        row = Row(label=("Draw from the stock", "Piocher au talon"), marks=backs(1, "card"))
        return Picture(("draw", "pioche"), (row,))

    def __str__(self) -> str:
        return "draw"


@frozen
class TakeDiscard(Pictured):
    """Take the top card of the discard pile (004.6), or a card from deeper in it with all above it.

    Attributes:
        count: How many cards, 1 or more; more than the top one only where the rules allow it (`Rules.take_depth`).

    Raises:
        RulesError: If `count` is out of its range.
        WrongType: If it is no whole number.

    Examples:
        >>> str(TakeDiscard()), str(TakeDiscard(3))
        ('take', 'take 3')
    """

    count: int = field(default=1, converter=_count)

    @property
    def picture(self) -> Picture:
        """The words, for `svg` and `text`: the card is not part of the move."""
        label = ("Take the top discard", "Prendre la carte de la défausse")
        if self.count > 1:
            label = (f"Take the top {self.count} discards", f"Prendre les {self.count} cartes du dessus de la défausse")
        return Picture(("take", "prise"), (Row(label=label),))

    def __str__(self) -> str:
        return "take" if self.count == 1 else f"take {self.count}"


@frozen(cache_hash=True, repr=False)
class LayMeld(Pictured):
    """Lay a new meld from the hand on the table (004.6).

    Attributes:
        meld: The run or group; may be given as text.

    Raises:
        InvalidMeld: If the cards of a text are not a meld.
        NotationError: If a text cannot be read.
        WrongType: If `meld` is neither text nor a meld.

    Examples:
        >>> str(LayMeld("as-2s-3s"))
        'meld AS-2S-3S'
    """

    meld: Meld = field(converter=meld_of)

    @property
    def picture(self) -> Picture:
        """The meld, for `svg` and `text`."""
        return Picture(("lay a meld", "poser une combinaison"), self.meld.picture.rows)

    def __str__(self) -> str:
        return f"meld {self.meld}"

    def __repr__(self) -> str:
        return f"LayMeld({str(self.meld)!r})"


@frozen(cache_hash=True, repr=False)
class LayOff(Pictured):
    """Add a card to a meld on the table (004.6).

    A card that fits at both ends of a run, as a joker does, goes to the end, unless `front` says otherwise.

    Attributes:
        card: The card; may be given as text.
        meld: The meld as it lies on the table; may be given as text.
        front: Whether the card goes to the start of the run.

    Raises:
        InvalidMeld: If the cards of a text are not a meld.
        NotationError: If a text cannot be read.
        WrongType: If a field has a value of another type.

    Examples:
        >>> str(LayOff("4S", "AS-2S-3S")), str(LayOff("*", "4S-5S-6S", front=True))
        ('add 4S AS-2S-3S', 'add * 4S-5S-6S front')
    """

    card: Card = field(converter=_card)
    meld: Meld = field(converter=meld_of)
    front: bool = field(default=False, converter=_front, kw_only=True)

    @property
    def picture(self) -> Picture:
        """The card, and the meld that it goes to, for `svg` and `text`."""
        return _to_meld(("Add to a meld", "Compléter une combinaison"), self.card, self.meld)

    def __str__(self) -> str:
        return f"add {self.card} {self.meld}{' front' if self.front else ''}"

    def __repr__(self) -> str:
        return f"LayOff({str(self.card)!r}, {str(self.meld)!r}{', front=True' if self.front else ''})"


@frozen(cache_hash=True, repr=False)
class ReplaceJoker(Pictured):
    """Put a card in the place of the joker that stands for it on the table, and take the joker into the hand.

    Attributes:
        card: The card; may be given as text.
        meld: The meld as it lies on the table; may be given as text.

    Raises:
        InvalidMeld: If the cards of a text are not a meld.
        NotationError: If a text cannot be read.
        WrongType: If a field has a value of another type.

    Examples:
        >>> str(ReplaceJoker("5S", "4S-*-6S"))
        'replace 5S 4S-*-6S'
    """

    card: Card = field(converter=_card)
    meld: Meld = field(converter=meld_of)

    @property
    def picture(self) -> Picture:
        """The card, and the meld whose joker it replaces, for `svg` and `text`."""
        return _to_meld(("Replace a joker", "Remplacer un joker"), self.card, self.meld)

    def __str__(self) -> str:
        return f"replace {self.card} {self.meld}"

    def __repr__(self) -> str:
        return f"ReplaceJoker({str(self.card)!r}, {str(self.meld)!r})"


@frozen(repr=False)
class Discard(Pictured):
    """Discard a card, which ends the turn (004.6).

    Attributes:
        card: The card; may be given as text.

    Raises:
        NotationError: If a text is not one card.
        WrongType: If `card` is neither text nor a card.

    Examples:
        >>> str(Discard("KD"))
        'discard KD'
    """

    card: Card = field(converter=_card)

    @property
    def picture(self) -> Picture:
        """The card, for `svg` and `text`."""
        return Picture(("discard", "défausse"), (Row(label=("Discard", "Défausser"), marks=[self.card.mark]),))

    def __str__(self) -> str:
        return f"discard {self.card}"

    def __repr__(self) -> str:
        return f"Discard({str(self.card)!r})"


Move = DrawStock | TakeDiscard | LayMeld | LayOff | ReplaceJoker | Discard
"""A move: one step of a turn."""

MOVES = (DrawStock, TakeDiscard, LayMeld, LayOff, ReplaceJoker, Discard)
"""The classes of moves."""

MOST_TAKEN = 25
"""The most cards that can be taken from the discard pile at once."""

DRAW_STOCK = DrawStock()
TAKE_DISCARD = TakeDiscard()
DISCARDS = {card: Discard(card) for card in KINDS.values()}
"""One `Discard` for each kind of card: moves are values, so they need not be made anew."""

lay: Callable[[Meld], LayMeld] = lru_cache(maxsize=2**14)(LayMeld)
"""The move that lays a meld. There are few melds without jokers, so that each is made once."""


def parse_move(text: str) -> Move:
    """Read a move from its notation: the inverse of `str(move)`.

    Args:
        text: `draw`, `take`, `take <count>`, `meld <meld>`, `add <card> <meld>`, `replace <card> <meld>` or `discard
            <card>`, in upper or lower case. `front` after an `add` puts the card at the start of the run.

    Returns:
        The move.

    Raises:
        NotationError: If the text is not a move; it says where.
        InvalidMeld: If cards joined together are not a meld.
        WrongType: If it is no text.

    Examples:
        >>> parse_move("add 4s AS-2S-3S")
        LayOff('4S', 'AS-2S-3S')
        >>> parse_move("discard KD")
        Discard('KD')
    """
    verb, rest, start = first_word(text)
    if verb in ("draw", "take"):
        if verb == "take" and _COUNT.fullmatch(rest) and int(rest) <= MOST_TAKEN:
            return TakeDiscard(int(rest))
        if rest:
            raise NotationError(f"nothing follows {verb}" + " but a number" * (verb == "take"), text, start)
        return DRAW_STOCK if verb == "draw" else TAKE_DISCARD
    if verb == "meld":
        return LayMeld(_meld_at(text, start))
    if verb == "discard":
        return DISCARDS[piece_at(Card, rest, text, start)]
    if verb not in ("add", "replace"):
        raise NotationError("a move starts with draw, take, meld, add, replace or discard", text)
    found = _CARD_AND_MELD.fullmatch(text, start, start + len(rest))
    if found is None:
        raise NotationError(f"{verb} is followed by a card and a meld", text, start)
    card = piece_at(Card, found[1], text, start)
    front = verb == "add" and found[3] is not None
    meld = _meld_at(text[: found.end(2)] if front else text, found.start(2))
    return LayOff(card, meld, front=front) if verb == "add" else ReplaceJoker(card, meld)


_COUNT = re.compile(r"[1-9][0-9]?", re.ASCII)
_CARD_AND_MELD = re.compile(r"([^\s,]+)[\s,]+(?!front$)(\S.*?)(\s+front)?", re.IGNORECASE | re.DOTALL)


def _meld_at(text: str, start: int) -> Meld:
    """The one meld that a move names, from a place in its text."""
    rows = list(joined(Card, text, start=start))
    if len(rows) != 1 or not rows[0][0]:
        raise NotationError("one meld is expected, its cards joined by '-' or '='", text, start)
    joint, row = rows[0]
    return Run(row) if joint == "-" else Group(row)
