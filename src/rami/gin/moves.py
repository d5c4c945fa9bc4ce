"""The moves of Gin and the kinds of violation."""

from collections.abc import Iterable, Mapping
from typing import ClassVar

from attrs import field, frozen

from rami.cards import KINDS, Card
from rami.cards.melds import MAKERS, Meld, Table, meld_of
from rami.errors import NotationError, Violation, ViolationCode
from rami.gin.rules import TEXTS
from rami.pictures import Shape
from rami.pieces import first_word, joined, one_piece, read_melds
from rami.referee import BaseMove, Reader, alone, read_move


class Code(ViolationCode, texts=TEXTS):
    """The kinds of violation in Gin."""

    GAME_OVER = "game_over", "G17"
    NOT_YOUR_TURN = "not_your_turn", "G6", "seat"
    UPCARD_OFFERED = "upcard_offered", "G5"
    UPCARD_REFUSED = "upcard_refused", "G5"
    NO_PASS = "no_pass", "G6"
    DRAW_FIRST = "draw_first", "G6"
    ALREADY_DRAWN = "already_drawn", "G6"
    NOT_IN_HAND = "not_in_hand", "G6"
    NO_JOKER = "no_joker", "G1"
    JUST_TAKEN = "just_taken", "G7"
    TOO_MUCH_DEADWOOD = "too_much_deadwood", "G9", "deadwood", "limit"
    ACE_PLACE = "ace_place", "G3"
    TOO_FEW_CARDS = "too_few_cards", "G3"
    TOO_MANY_CARDS = "too_many_cards", "G3"
    ONLY_JOKERS = "only_jokers", "G1"
    DIFFERENT_RANKS = "different_ranks", "G3"
    DIFFERENT_SUITS = "different_suits", "G3"
    NOT_CONSECUTIVE = "not_consecutive", "G3"
    NO_BIG_GIN = "no_big_gin", "G14"
    NOT_BIG_GIN = "not_big_gin", "G14"
    NO_KNOCK = "no_knock", "G12"
    LAY_OFF = "lay_off", "G12"
    NO_SUCH_MELD = "no_such_meld", "G12"
    DOES_NOT_FIT = "does_not_fit", "G12"


def pack_card(card: str | Card, name: str) -> Card:
    """Return a card that a caller passes; refuse the joker, which the pack does not have (G1)."""
    one = one_piece(Card, card, name)
    if one.is_joker:
        raise NotationError(Violation(Code.NO_JOKER, (one,)))
    return one


def _card(value: str | Card) -> Card:
    return pack_card(value, "the card of a move")


def _card_or_none(value: str | Card | None) -> Card | None:
    return None if value is None else _card(value)


def _table(melds: str | Table | Iterable[Meld | str]) -> Table:
    return melds if isinstance(melds, Table) else Table(melds)


class _Move(BaseMove):
    __slots__ = ()
    texts = TEXTS


@frozen
class Pass(_Move):
    """Refuse the first upcard while it is offered (G5).

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
    back: ClassVar[Shape | None] = "card"


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
    """Discard a card, which ends the turn (G6).

    Attributes:
        card: The card; may be given as text.

    Raises:
        NotationError: If `card` is a joker.
        NotationError: If a text is not one card.
        WrongType: If it is neither text nor a card.

    Examples:
        >>> str(Discard("KD"))
        'discard KD'
    """

    verb = "discard"
    card: Card = field(converter=_card)


@frozen(cache_hash=True)
class Knock(_Move):
    """Discard a card, and lay the hand open: melds, and what is left (G8).

    Attributes:
        card: The card that is discarded; None for big gin, where all eleven cards are in melds (G14). It may be given
            as text.
        melds: The melds as the knocker wants them to lie; none for those that leave the least. They may be given as
            text.

    Raises:
        NotationError: If `card` is a joker.
        InvalidMeld: If cards joined together in a text are not a meld.
        NotationError: If a text cannot be read.
        WrongType: If a field has a value of another type.

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
        card: The card; may be given as text.
        meld: The meld as it is on the table; may be given as text.

    Raises:
        NotationError: If `card` is a joker.
        InvalidMeld: If the cards of a text are not a meld.
        NotationError: If a text cannot be read.
        WrongType: If a field has a value of another type.

    Examples:
        >>> str(LayOff("4S", "AS-2S-3S"))
        'add 4S AS-2S-3S'
    """

    verb = "add"
    card: Card = field(converter=_card)
    meld: Meld = field(converter=meld_of)


@frozen
class Done(_Move):
    """Finish laying off: the hands are counted (G13).

    Examples:
        >>> str(Done())
        'done'
    """

    verb = "done"


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
    return read_move(text, _VERBS)


def _read_discard(text: str, start: int) -> Discard:
    card, melds = _card_and_melds(text, start)
    if card is None or melds:
        raise NotationError(TEXTS.phrase("notation.discard"), text, start)
    return DISCARDS.get(card) or Discard(card)


def _read_knock(text: str, start: int) -> Knock:
    return Knock(*_card_and_melds(text, start))


def _read_layoff(text: str, start: int) -> LayOff:
    card, melds = _card_and_melds(text, start)
    if card is None or len(melds) != 1:
        raise NotationError(TEXTS.phrase("notation.card-and-meld", verb="add"), text, start)
    return LayOff(card, melds[0])


def _card_and_melds(text: str, start: int) -> tuple[Card | None, list[Meld]]:
    """Read at most one card, and melds after it."""
    rows = list(joined(Card, text, start=start))
    if not all(joint for joint, _ in rows[1:]):
        raise NotationError(TEXTS.phrase("notation.one-card", verb=first_word(text)[0]), text, start)
    melds, loose = read_melds(Card, text, MAKERS, start=start)
    return loose[0] if loose else None, melds


_VERBS: Mapping[str, Reader[Move]] = {
    "pass": alone(PASS),
    "draw": alone(DRAW_STOCK),
    "take": alone(TAKE_DISCARD),
    "discard": _read_discard,
    "knock": _read_knock,
    "add": _read_layoff,
    "done": alone(DONE),
}
