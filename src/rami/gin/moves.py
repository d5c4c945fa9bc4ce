"""The moves of a turn, and their notation."""

from collections.abc import Iterable

from attrs import field, frozen

from rami.errors import InvalidPiece, NotationError
from rami.pictures.model import Picture, Row, backs
from rami.pictures.svg import Pictured
from rami.pieces import first_word, joined, one_piece
from rami.rummy import Card, Group, Meld, Run, Table
from rami.rummy.cards import KINDS
from rami.rummy.moves import meld_of


def pack_card(card: str | Card, name: str) -> Card:
    """A card of the pack, which has no joker (G1).

    Args:
        card: The card, or its notation.
        name: What it is, for the error.

    Raises:
        NotationError: If a text is not one card.
        InvalidPiece: If it is a joker.
        WrongType: If it is neither text nor a card.
    """
    one = one_piece(Card, card, name)
    if one.is_joker:
        raise InvalidPiece(f"{name} must be a card of the pack, which has no joker")
    return one


def _card(value: str | Card) -> Card:
    return pack_card(value, "the card of a move")


def _card_or_none(value: str | Card | None) -> Card | None:
    return None if value is None else _card(value)


def _table(melds: str | Table | Iterable[Meld]) -> Table:
    return melds if isinstance(melds, Table) else Table(melds)


@frozen
class Pass(Pictured):
    """Refuse the first upcard while it is offered (G5).

    Examples:
        >>> str(Pass())
        'pass'
    """

    @property
    def picture(self) -> Picture:
        """The words, for `svg` and `text`."""
        return Picture(("pass", "passe"), (Row(label=("Refuse the upcard", "Refuser la retourne")),))

    def __str__(self) -> str:
        return "pass"


@frozen
class DrawStock(Pictured):
    """Take the top card of the stock (G6).

    Examples:
        >>> str(DrawStock())
        'draw'
    """

    @property
    def picture(self) -> Picture:
        """A card that lies face down, for `svg` and `text`."""
        return Picture(
            ("draw", "pioche"), (Row(label=("Draw from the stock", "Piocher au talon"), marks=backs(1, "card")),)
        )

    def __str__(self) -> str:
        return "draw"


@frozen
class TakeDiscard(Pictured):
    """Take the top card of the discard pile (G6).

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


@frozen
class Discard(Pictured):
    """Discard a card, which ends the turn (G6).

    Attributes:
        card: The card; may be given as text.

    Raises:
        InvalidPiece: If `card` is a joker.
        NotationError: If a text is not one card.
        WrongType: If it is neither text nor a card.

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


@frozen(cache_hash=True)
class Knock(Pictured):
    """Discard a card, and lay the hand open: melds, and what is left (G8).

    Attributes:
        card: The card that is discarded; None for big gin, where all eleven cards are in melds (G14). It may be given
            as text.
        melds: The melds as the knocker wants them to lie; none for those that leave the least. They may be given as
            text.

    Raises:
        InvalidPiece: If `card` is a joker.
        InvalidMeld: If cards joined together in a text are not a meld.
        NotationError: If a text cannot be read.
        WrongType: If a field has a value of another type.

    Examples:
        >>> str(Knock("KC", "AS-2S-3S 4H-5H-6H")), str(Knock("KC")), str(Knock())
        ('knock KC AS-2S-3S 4H-5H-6H', 'knock KC', 'knock')
    """

    card: Card | None = field(default=None, converter=_card_or_none)
    melds: Table = field(default=Table(), converter=_table)

    @property
    def picture(self) -> Picture:
        """The card that is discarded, and the melds that are named, for `svg` and `text`."""
        return Picture(
            ("knock", "frappe"),
            (
                Row(label=("Knock", "Frapper"), marks=[] if self.card is None else [self.card.mark]),
                *(row for meld in self.melds for row in meld.picture.rows),
            ),
        )

    def __str__(self) -> str:
        return " ".join(["knock", *([] if self.card is None else [str(self.card)]), *map(str, self.melds)])


@frozen(cache_hash=True)
class LayOff(Pictured):
    """Add a card to a meld of the knocker (G12).

    Attributes:
        card: The card; may be given as text.
        meld: The meld as it lies on the table; may be given as text.

    Raises:
        InvalidPiece: If `card` is a joker.
        InvalidMeld: If the cards of a text are not a meld.
        NotationError: If a text cannot be read.
        WrongType: If a field has a value of another type.

    Examples:
        >>> str(LayOff("4S", "AS-2S-3S"))
        'add 4S AS-2S-3S'
    """

    card: Card = field(converter=_card)
    meld: Meld = field(converter=meld_of)

    @property
    def picture(self) -> Picture:
        """The card, and the meld that it goes to, for `svg` and `text`."""
        return Picture(
            ("lay off", "compléter"),
            (Row(label=("Lay off", "Compléter"), marks=[self.card.mark]), *self.meld.picture.rows),
        )

    def __str__(self) -> str:
        return f"add {self.card} {self.meld}"


@frozen
class Done(Pictured):
    """Finish laying off: the hands are counted (G13).

    Examples:
        >>> str(Done())
        'done'
    """

    @property
    def picture(self) -> Picture:
        """The words, for `svg` and `text`."""
        return Picture(("done", "fini"), (Row(label=("Finish laying off", "Ne plus rien compléter")),))

    def __str__(self) -> str:
        return "done"


Move = Pass | DrawStock | TakeDiscard | Discard | Knock | LayOff | Done
"""A move: one step of a turn."""

MOVES = (Pass, DrawStock, TakeDiscard, Discard, Knock, LayOff, Done)
"""The classes of moves."""

PASS = Pass()
DRAW_STOCK = DrawStock()
TAKE_DISCARD = TakeDiscard()
DONE = Done()
DISCARDS = {card: Discard(card) for card in KINDS.values() if not card.is_joker}
"""One `Discard` for each card: moves are values, so they need not be made anew."""

_ALONE: dict[str, Move] = {str(move): move for move in (PASS, DRAW_STOCK, TAKE_DISCARD, DONE)}


def parse_move(text: str) -> Move:
    """Read a move from its notation: the inverse of `str(move)`.

    Args:
        text: `pass`, `draw`, `take`, `discard <card>`, `knock <card> <melds>`, `add <card> <meld>` or `done`, in upper
            or lower case. A `knock` without melds has the best ones, one without a card is big gin.

    Returns:
        The move.

    Raises:
        NotationError: If the text is not a move; it says where.
        InvalidMeld: If cards joined together are not a meld.

    Examples:
        >>> parse_move("discard kd")
        Discard(card=Card('KD'))
        >>> parse_move("knock KC AS-2S-3S").melds
        Table('AS-2S-3S')
    """
    verb, rest, start = first_word(text)
    if verb in _ALONE:
        if rest:
            raise NotationError(f"nothing follows {verb}", text, start)
        return _ALONE[verb]
    if verb not in ("discard", "knock", "add"):
        raise NotationError("a move is pass, draw, take, discard, knock, add or done", text)
    rows = list(joined(Card, text, start=start))
    alone = [row[0] for joint, row in rows if not joint]
    melds: list[Meld] = [Run(row) if joint == "-" else Group(row) for joint, row in rows if joint]
    if rows[1:] and not all(joint for joint, _ in rows[1:]):
        raise NotationError(f"{verb} names at most one card, and before the melds", text, start)
    if verb == "knock":
        return Knock(alone[0] if alone else None, melds)
    if not alone or len(melds) != (verb == "add"):
        raise NotationError(f"{verb} is followed by a card{' and a meld' * (verb == 'add')}", text, start)
    return LayOff(alone[0], melds[0]) if verb == "add" else DISCARDS[alone[0]]
