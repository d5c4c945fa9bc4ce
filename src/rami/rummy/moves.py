"""The moves of a turn, and their notation."""

from collections.abc import Callable
from functools import lru_cache

from attrs import field, frozen

from rami.drawing import Pictured
from rami.errors import InvalidMeld, InvalidPiece, NotationError
from rami.marks import Picture, Row, Words, backs
from rami.pieces import joined
from rami.rummy.cards import KINDS, Card, card_at
from rami.rummy.melds import Group, Meld, Run


def _card(value: Card) -> Card:
    if not isinstance(value, Card):
        raise InvalidPiece(f"a move names a card, not {value!r:.80}")
    return value


def _meld(value: Meld) -> Meld:
    if not isinstance(value, Run | Group):
        raise InvalidMeld(f"a move names a run or a group, not {value!r:.80}")
    return value


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
    """Take the top card of the discard pile (004.6).

    Examples:
        >>> str(TakeDiscard())
        'take'
    """

    @property
    def picture(self) -> Picture:
        """The words, for `svg` and `text`: the card is not part of the move."""
        return Picture(("take", "prise"), (Row(label=("Take the top discard", "Prendre la carte de la défausse")),))

    def __str__(self) -> str:
        return "take"


@frozen(cache_hash=True)
class LayMeld(Pictured):
    """Lay a new meld from the hand on the table (004.6).

    Attributes:
        meld: The run or group.

    Raises:
        InvalidMeld: If `meld` is neither.

    Examples:
        >>> str(LayMeld(Run.parse("as-2s-3s")))
        'meld AS-2S-3S'
    """

    meld: Meld = field(converter=_meld)

    @property
    def picture(self) -> Picture:
        """The meld, for `svg` and `text`."""
        return Picture(("lay a meld", "poser une combinaison"), self.meld.picture.rows)

    def __str__(self) -> str:
        return f"meld {self.meld}"


@frozen(cache_hash=True)
class LayOff(Pictured):
    """Add a card to a meld on the table (004.6).

    A card that fits at both ends of a run, as a joker does, goes to the end, unless `front` says otherwise.

    Attributes:
        card: The card.
        meld: The meld as it lies on the table.
        front: Whether the card goes to the start of the run.

    Raises:
        InvalidPiece: If `card` is no card.
        InvalidMeld: If `meld` is neither a run nor a group.

    Examples:
        >>> from rami.rummy.cards import JOKER
        >>> run = Run.parse("AS-2S-3S")
        >>> str(LayOff(Card.parse("4S"), run)), str(LayOff(JOKER, Run.parse("4S-5S-6S"), front=True))
        ('add 4S AS-2S-3S', 'add * 4S-5S-6S front')
    """

    card: Card = field(converter=_card)
    meld: Meld = field(converter=_meld)
    front: bool = field(default=False, converter=bool, kw_only=True)

    @property
    def picture(self) -> Picture:
        """The card, and the meld that it goes to, for `svg` and `text`."""
        return _to_meld(("Add to a meld", "Compléter une combinaison"), self.card, self.meld)

    def __str__(self) -> str:
        return f"add {self.card} {self.meld}{' front' if self.front else ''}"


@frozen(cache_hash=True)
class ReplaceJoker(Pictured):
    """Put a card in the place of the joker that stands for it on the table, and take the joker into the hand.

    Attributes:
        card: The card.
        meld: The meld as it lies on the table.

    Raises:
        InvalidPiece: If `card` is no card.
        InvalidMeld: If `meld` is neither a run nor a group.

    Examples:
        >>> str(ReplaceJoker(Card.parse("5S"), Run.parse("4S-*-6S")))
        'replace 5S 4S-*-6S'
    """

    card: Card = field(converter=_card)
    meld: Meld = field(converter=_meld)

    @property
    def picture(self) -> Picture:
        """The card, and the meld whose joker it replaces, for `svg` and `text`."""
        return _to_meld(("Replace a joker", "Remplacer un joker"), self.card, self.meld)

    def __str__(self) -> str:
        return f"replace {self.card} {self.meld}"


@frozen
class Discard(Pictured):
    """Discard a card, which ends the turn (004.6).

    Attributes:
        card: The card.

    Raises:
        InvalidPiece: If `card` is no card.

    Examples:
        >>> str(Discard(Card.parse("KD")))
        'discard KD'
    """

    card: Card = field(converter=_card)

    @property
    def picture(self) -> Picture:
        """The card, for `svg` and `text`."""
        return Picture(("discard", "défausse"), (Row(label=("Discard", "Défausser"), marks=[self.card.mark]),))

    def __str__(self) -> str:
        return f"discard {self.card}"


Move = DrawStock | TakeDiscard | LayMeld | LayOff | ReplaceJoker | Discard
"""A move: one step of a turn."""

DRAW_STOCK = DrawStock()
TAKE_DISCARD = TakeDiscard()
DISCARDS = {card: Discard(card) for card in KINDS.values()}
"""One `Discard` for each kind of card: moves are values, so they need not be made anew."""

lay: Callable[[Meld], LayMeld] = lru_cache(maxsize=2**14)(LayMeld)
"""The move that lays a meld. There are few melds without jokers, so that each is made once."""


def parse_move(text: str) -> Move:
    """Read a move from its notation: the inverse of `str(move)`.

    Args:
        text: `draw`, `take`, `meld <meld>`, `add <card> <meld>`, `replace <card> <meld>` or `discard <card>`, in upper
            or lower case. `front` after an `add` puts the card at the start of the run.

    Returns:
        The move.

    Raises:
        NotationError: If the text is not a move; it says where.
        InvalidMeld: If cards joined together are not a meld.

    Examples:
        >>> parse_move("add 4s AS-2S-3S")
        LayOff(card=Card.parse('4S'), meld=Run.parse('AS-2S-3S'), front=False)
        >>> parse_move("discard KD")
        Discard(card=Card.parse('KD'))
    """
    if not isinstance(text, str):
        raise NotationError(f"text is expected, not {type(text).__name__}", repr(text))
    words = text.split(maxsplit=1)
    verb, rest = (words[0].lower(), words[1].rstrip() if len(words) > 1 else "") if words else ("", "")
    start = text.index(rest, text.index(words[0]) + len(verb)) if rest else len(text)
    if verb in ("draw", "take"):
        if rest:
            raise NotationError(f"nothing follows {verb}", text, start)
        return DRAW_STOCK if verb == "draw" else TAKE_DISCARD
    if verb == "meld":
        return LayMeld(_meld_at(text, start))
    if verb == "discard":
        return DISCARDS[card_at(rest, text, start)]
    if verb not in ("add", "replace"):
        raise NotationError("a move starts with draw, take, meld, add, replace or discard", text)
    front = verb == "add" and rest.lower().endswith(" front")
    parts = rest[: -len(" front")].split(maxsplit=1) if front else rest.split(maxsplit=1)
    if len(parts) < 2:
        raise NotationError(f"{verb} is followed by a card and a meld", text, start)
    card = card_at(parts[0], text, start)
    meld = _meld_at(text[: start + len(rest) - len(" front")] if front else text, start + len(parts[0]))
    return LayOff(card, meld, front=front) if verb == "add" else ReplaceJoker(card, meld)


def _meld_at(text: str, start: int) -> Meld:
    """The one meld that a move names, from a place in its text."""
    rows = list(joined(text, card_at, piece="card", start=start))
    if len(rows) != 1 or not rows[0][0]:
        raise NotationError("one meld is expected, its cards joined by '-' or '='", text, start)
    joint, row = rows[0]
    return Run(row) if joint == "-" else Group(row)
