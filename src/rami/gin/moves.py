"""Moves of Gin and their notation."""

from collections.abc import Mapping

from attrs import field, frozen

from rami.cards import KINDS, Card
from rami.cards.melds import MAKERS, Meld, Melds, Table, meld_of
from rami.errors import NotationError, Violation
from rami.gin.rules import TEXTS, Code
from rami.pieces import first_word, joined, one_piece, read_melds
from rami.referee import BaseMove, check_nothing, unknown_verb


def pack_card(card: str | Card, name: str) -> Card:
    """Convert an argument to a card.

    Raise `NotationError` for a joker, because the pack has no jokers (G1).
    """
    one = one_piece(Card, card, name)
    if one.is_joker:
        raise NotationError(Violation(Code.NO_JOKER, (one,)))
    return one


def _card(value: str | Card) -> Card:
    return pack_card(value, "the card of a move")


def _card_or_none(value: str | Card | None) -> Card | None:
    return None if value is None else _card(value)


def _table(melds: Melds) -> Table:
    return melds if isinstance(melds, Table) else Table(melds)


class _Move(BaseMove):
    __slots__ = ()
    texts = TEXTS


@frozen
class Pass(_Move):
    """Decline the first upcard while it is offered (G5).

    Examples:
        >>> str(Pass())
        'pass'
    """

    verb = "pass"


@frozen
class DrawStock(_Move):
    """Take the top card of the stock (G6).

    Examples:
        >>> str(DrawStock())
        'draw'
    """

    verb = "draw"


@frozen
class TakeDiscard(_Move):
    """Take the top card of the discard pile (G6).

    Examples:
        >>> str(TakeDiscard())
        'take'
    """

    verb = "take"


@frozen
class Discard(_Move):
    """Discard a card and end the turn (G6).

    Attributes:
        card: The card, or its notation.

    Raises:
        NotationError: If `card` is a joker.
        NotationError: If a text is not one card.
        WrongType: If `card` is neither a card nor text.

    Examples:
        >>> str(Discard("KD"))
        'discard KD'
    """

    verb = "discard"
    card: Card = field(converter=_card)


@frozen(cache_hash=True)
class Knock(_Move):
    """Discard a card and lay the hand open (G8).

    The open hand consists of melds and unmatched cards.

    Attributes:
        card: The discarded card, or its notation. None declares big gin: all eleven cards are in melds (G14).
        melds: The melds that the knocker chooses, or their notation. If empty, the melds with the least deadwood are
            used.

    Raises:
        NotationError: If `card` is a joker.
        InvalidMeld: If cards joined together in a text are not a meld.
        NotationError: If a text cannot be read.
        WrongType: If a field has the wrong type.

    Examples:
        >>> str(Knock("KC", "AS-2S-3S 4H-5H-6H")), str(Knock("KC")), str(Knock())
        ('knock KC AS-2S-3S 4H-5H-6H', 'knock KC', 'knock')
    """

    verb = "knock"
    card: Card | None = field(default=None, converter=_card_or_none)
    melds: Table = field(default=Table(), converter=_table)


@frozen(cache_hash=True)
class LayOff(_Move):
    """Add a card to a meld of the knocker (G12).

    Attributes:
        card: The card, or its notation.
        meld: The meld as it is on the table, or its notation.

    Raises:
        NotationError: If `card` is a joker.
        InvalidMeld: If the cards of a text are not a meld.
        NotationError: If a text cannot be read.
        WrongType: If a field has the wrong type.

    Examples:
        >>> str(LayOff("4S", "AS-2S-3S"))
        'add 4S AS-2S-3S'
    """

    verb = "add"
    card: Card = field(converter=_card)
    meld: Meld = field(converter=meld_of)


@frozen
class Done(_Move):
    """Finish laying off (G13).

    Both hands are then counted.

    Examples:
        >>> str(Done())
        'done'
    """

    verb = "done"


Move = Pass | DrawStock | TakeDiscard | Discard | Knock | LayOff | Done
"""A move of Gin."""

MOVES: tuple[type[Move], ...] = (Pass, DrawStock, TakeDiscard, Discard, Knock, LayOff, Done)
"""Classes of moves."""

PASS, DRAW_STOCK, TAKE_DISCARD, DONE = Pass(), DrawStock(), TakeDiscard(), Done()
_ALONE: Mapping[str, Move] = {move.verb: move for move in (PASS, DRAW_STOCK, TAKE_DISCARD, DONE)}
"""Map from verbs to the moves without arguments."""
DISCARDS = {card: Discard(card) for card in KINDS.values() if not card.is_joker}
"""One `Discard` for each card.

All positions share these objects, because moves are immutable.
"""


def parse_move(text: str) -> Move:
    """Read a move from its notation.

    This is the inverse of `str(move)`.

    Args:
        text: `pass`, `draw`, `take`, `discard <card>`, `knock <card> <melds>`, `add <card> <meld>` or `done`, in upper
            or lower case. A `knock` without melds uses the best melds. A `knock` without a card is big gin.

    Returns:
        The move.

    Raises:
        NotationError: If the text is not a move. The error has the position of the mistake.
        InvalidMeld: If cards joined together are not a meld.

    Examples:
        >>> parse_move("discard kd")
        Discard(card=Card('KD'))
        >>> parse_move("knock KC AS-2S-3S").melds
        Table('AS-2S-3S')
    """
    verb, start = first_word(text)
    if verb in _ALONE:
        check_nothing(text, start)
        return _ALONE[verb]
    if verb not in ("discard", "knock", "add"):
        raise unknown_verb(text, "pass draw take discard knock add done")
    card, melds = _card_and_melds(text, start)
    if verb == "knock":
        return Knock(card, melds)
    if verb == "discard":
        if card is None or melds:
            raise NotationError(TEXTS.phrase("notation.discard"), text, start)
        # `DISCARDS` has no joker, so `Discard` raises the error for a joker.
        return DISCARDS.get(card) or Discard(card)
    if card is None or len(melds) != 1:
        raise NotationError(TEXTS.phrase("notation.card-and-meld", verb="add"), text, start)
    return LayOff(card, melds[0])


def _card_and_melds(text: str, start: int) -> tuple[Card | None, list[Meld]]:
    # `read_melds` separates cards from melds, so check first that the card comes before the melds.
    rows = list(joined(Card, text, start=start))
    if not all(joint for joint, _ in rows[1:]):
        raise NotationError(TEXTS.phrase("notation.one-card", verb=first_word(text)[0]), text, start)
    melds, loose = read_melds(Card, text, MAKERS, start=start)
    return loose[0] if loose else None, melds
