"""Moves of card rummy, and changes of melds on the table."""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from attrs import field, frozen

from rami.cards import JOKER, KINDS, Card
from rami.cards.legal_melds import fitting_group, longer_melds
from rami.cards.melds import LONGEST, MAKERS, Group, Meld, Run, Table, meld_of
from rami.errors import NotationError
from rami.pieces import first_word, joined, made, one_piece, piece_at
from rami.referee import BaseMove, check_nothing, parts_of, unknown_verb
from rami.rummy.rules import TEXTS, Rules
from rami.shapes import instance, whole


def _card(value: str | Card) -> Card:
    return one_piece(Card, value, "the card of a move")


def _front(value: bool) -> bool:
    return instance("front", value, bool, "True or False")


def _count(value: int) -> int:
    return whole("count", value, 1, MOST_TAKEN)


class _Move(BaseMove):
    __slots__ = ()
    texts = TEXTS

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(repr(str(part)) for part in parts_of(self))})"


@frozen
class DrawStock(_Move):
    """Take the top card of the stock (004.6).

    Examples:
        >>> str(DrawStock())
        'draw'
    """

    verb = "draw"


@frozen
class TakeDiscard(_Move):
    """Take one or more cards from the discard pile (004.6).

    The top card may be taken, or a deeper card with all cards above it.

    Attributes:
        count: The number of cards, 1 to 25. More than 1 is legal only if `Rules.take_depth` is `"any"`.

    Raises:
        RulesError: If `count` is out of range.
        WrongType: If `count` is not a whole number.

    Examples:
        >>> str(TakeDiscard()), str(TakeDiscard(3))
        ('take', 'take 3')
    """

    verb = "take"
    count: int = field(default=1, converter=_count)

    def __str__(self) -> str:
        return "take" if self.count == 1 else f"take {self.count}"


@frozen(cache_hash=True, repr=False)
class LayMeld(_Move):
    """Lay a new meld from the hand on the table (004.6).

    Attributes:
        meld: The run or group; may be given as text.

    Raises:
        InvalidMeld: If the cards in a text are not a meld.
        NotationError: If a text cannot be read.
        WrongType: If `meld` is neither text nor a meld.

    Examples:
        >>> str(LayMeld("as-2s-3s"))
        'meld AS-2S-3S'
    """

    verb = "meld"
    meld: Meld = field(converter=meld_of)


@frozen(cache_hash=True, repr=False)
class LayOff(_Move):
    """Add a card to a meld on the table (004.6).

    A card that fits at both ends of a run, such as a joker, is added at the end unless `front` is True.

    Attributes:
        card: The card; may be given as text.
        meld: The meld on the table before the move; may be given as text.
        front: Whether to add the card at the start of the run.

    Raises:
        InvalidMeld: If the cards in a text are not a meld.
        NotationError: If a text cannot be read.
        WrongType: If a field has a value of another type.

    Examples:
        >>> str(LayOff("4S", "AS-2S-3S")), str(LayOff("*", "4S-5S-6S", front=True))
        ('add 4S AS-2S-3S', 'add * 4S-5S-6S front')
    """

    verb = "add"
    card: Card = field(converter=_card)
    meld: Meld = field(converter=meld_of)
    front: bool = field(default=False, converter=_front, kw_only=True)

    def __str__(self) -> str:
        return f"add {self.card} {self.meld}{' front' if self.front else ''}"

    def __repr__(self) -> str:
        return f"LayOff({str(self.card)!r}, {str(self.meld)!r}{', front=True' if self.front else ''})"


@frozen(cache_hash=True, repr=False)
class ReplaceJoker(_Move):
    """Replace a joker on the table and take it into the hand.

    The new card is the one that the joker stands for.

    Attributes:
        card: The card; may be given as text.
        meld: The meld on the table before the move; may be given as text.

    Raises:
        InvalidMeld: If the cards in a text are not a meld.
        NotationError: If a text cannot be read.
        WrongType: If a field has a value of another type.

    Examples:
        >>> str(ReplaceJoker("5S", "4S-*-6S"))
        'replace 5S 4S-*-6S'
    """

    verb = "replace"
    card: Card = field(converter=_card)
    meld: Meld = field(converter=meld_of)


@frozen(repr=False)
class Discard(_Move):
    """Discard a card and end the turn (004.6).

    Attributes:
        card: The card; may be given as text.

    Raises:
        NotationError: If a text is not one card.
        WrongType: If `card` is neither text nor a card.

    Examples:
        >>> str(Discard("KD"))
        'discard KD'
    """

    verb = "discard"
    card: Card = field(converter=_card)


@frozen
class Pass(_Move):
    """Do not take or buy the discard (`Rules.buying`).

    If the player whose turn it is passes, the others may buy the discard.

    Examples:
        >>> str(Pass())
        'pass'
    """

    verb = "pass"


@frozen
class Buy(_Move):
    """Buy the offered discard (`Rules.buying`).

    The buyer also gets a card from the stock.

    Examples:
        >>> str(Buy())
        'buy'
    """

    verb = "buy"


Move = DrawStock | TakeDiscard | Pass | Buy | LayMeld | LayOff | ReplaceJoker | Discard
"""Any move."""

Laying = LayMeld | LayOff | ReplaceJoker
"""A move that lays cards on the table."""

MOVES: tuple[type[Move], ...] = (DrawStock, TakeDiscard, LayMeld, LayOff, ReplaceJoker, Discard, Pass, Buy)
"""The classes of moves."""

MOST_TAKEN = 25
"""The maximum number of discards that one move can take."""

DRAW_STOCK = DrawStock()
TAKE_DISCARD = TakeDiscard()
PASS, BUY = Pass(), Buy()
_ALONE: Mapping[str, Move] = {move.verb: move for move in (DRAW_STOCK, PASS, BUY)}
"""Map from verbs to the moves without arguments."""
DISCARDS = {card: Discard(card) for card in KINDS.values()}
"""One `Discard` for each kind of card.

All positions share these objects, because moves are immutable.
"""

lay: Callable[[Meld], LayMeld] = lru_cache(maxsize=2**14)(LayMeld)
"""Return the move that lays a meld.

Moves are cached, because hands contain the same few melds again and again.
"""


def parse_move(text: str) -> Move:
    """Read a move from its notation.

    This is the inverse of `str(move)`.

    Args:
        text: `draw`, `take`, `take <count>`, `pass`, `buy`, `meld <meld>`, `add <card> <meld>`, `replace <card>
            <meld>` or `discard <card>`, in upper or lower case. `front` at the end of an `add` puts the card at the
            start of the run.

    Returns:
        The move.

    Raises:
        NotationError: If the text is not a move. The error has the position of the mistake.
        InvalidMeld: If joined cards are not a meld.
        WrongType: If the argument is not text.

    Examples:
        >>> parse_move("add 4s AS-2S-3S")
        LayOff('4S', 'AS-2S-3S')
        >>> parse_move("discard KD")
        Discard('KD')
    """
    verb, start = first_word(text)
    if verb in _ALONE:
        check_nothing(text, start)
        return _ALONE[verb]
    if verb == "take":
        return _read_take(text, start)
    if verb == "meld":
        return LayMeld(_read_meld(text, start))
    if verb == "discard":
        return DISCARDS[piece_at(Card, text[start:].rstrip(), text, start)]
    if verb not in ("add", "replace"):
        raise unknown_verb(text, "draw take pass buy meld add replace discard")
    found = _CARD_AND_MELD.fullmatch(text, start, len(text.rstrip()))
    if found is None:
        raise NotationError(TEXTS.phrase("notation.card-and-meld", verb=verb), text, start)
    front = verb == "add" and found[3] is not None
    card = piece_at(Card, found[1], text, start)
    meld = _read_meld(text[: found.end(2)] if front else text, found.start(2))
    return LayOff(card, meld, front=front) if verb == "add" else ReplaceJoker(card, meld)


_COUNT = re.compile(r"[1-9][0-9]?", re.ASCII)
_CARD_AND_MELD = re.compile(r"([^\s,]+)[\s,]+(?!front$)(\S.*?)(\s+front)?", re.IGNORECASE | re.DOTALL)


def _read_take(text: str, start: int) -> TakeDiscard:
    count = text[start:].rstrip()
    if _COUNT.fullmatch(count) and int(count) <= MOST_TAKEN:
        return TakeDiscard(int(count))
    if count:
        raise NotationError(TEXTS.phrase("notation.take"), text, start)
    return TAKE_DISCARD


def _read_meld(text: str, start: int) -> Meld:
    rows = list(joined(Card, text, start=start))
    if len(rows) != 1 or not rows[0][0]:
        raise NotationError(TEXTS.phrase("notation.meld"), text, start)
    joint, row = rows[0]
    return made(MAKERS[joint], row)


# ------------------------------------------------------------------------------------------- what fits on the table


class TableMoves(NamedTuple):
    """The legal changes to the melds on a table.

    The changes do not depend on the hands.

    Attributes:
        layoffs: The `LayOff` moves of each card, each with the resulting meld.
        exchanges: The `ReplaceJoker` moves of each card, each with the resulting meld.
    """

    layoffs: Mapping[Card, Sequence[tuple[LayOff, Meld]]]
    exchanges: Mapping[Card, Sequence[tuple[ReplaceJoker, Meld]]]


# Many moves leave the table unchanged, so a cache saves time.
@lru_cache(maxsize=1024)
def table_moves(rules: Rules, table: Table) -> TableMoves:
    """Return the legal changes to the melds on a table.

    If melds are equal, their changes are returned only once (004.6, 004.7).
    """
    layoffs: dict[Card, list[tuple[LayOff, Meld]]] = {}
    exchanges: dict[Card, list[tuple[ReplaceJoker, Meld]]] = {}
    for meld in dict.fromkeys(table):
        for layoff, longer in _layoffs(rules, meld):
            layoffs.setdefault(layoff.card, []).append((layoff, longer))
        if rules.replace_joker and JOKER in meld.cards:
            for exchange, changed in _exchanges(rules, meld):
                exchanges.setdefault(exchange.card, []).append((exchange, changed))
    return TableMoves(layoffs, exchanges)


# A move leaves most melds unchanged, so a cache saves time.
@lru_cache(maxsize=2**12)
def _layoffs(rules: Rules, meld: Meld) -> tuple[tuple[LayOff, Meld], ...]:
    found: dict[LayOff, Meld] = {}
    for card, longer in longer_melds(rules, meld):
        fits_at_end = LayOff(card, meld) in found
        found[LayOff(card, meld, front=fits_at_end)] = longer
    return tuple(found.items())


@lru_cache(maxsize=2**12)
def _exchanges(rules: Rules, meld: Meld) -> tuple[tuple[ReplaceJoker, Meld], ...]:
    row = list(meld.cards)
    if isinstance(meld, Group):
        row.remove(JOKER)
        return tuple((ReplaceJoker(card, meld), Group((*row, card))) for card in fitting_group(rules, meld))
    return tuple(
        (ReplaceJoker(card, meld), Run((*row[:index], card, *row[index + 1 :])))
        for index, (card,) in meld.stands_for.items()
        # In a run of 14 cards, a joker at either end cannot be replaced.
        if len(row) <= LONGEST or 0 < index < LONGEST
    )


def meld_after(rules: Rules, table: Table, move: LayOff | ReplaceJoker) -> Meld | None:
    """Return the meld that results from a move, or None.

    The result is None if the card does not fit, or if no joker stands for the card.

    `front` is also accepted if the card fits only at the start of the run.
    """
    known = table_moves(rules, table)
    if isinstance(move, ReplaceJoker):
        return dict(known.exchanges.get(move.card, ())).get(move)
    for layoff, longer in known.layoffs.get(move.card, ()):
        if layoff == move or (move.front and layoff.meld == move.meld and _is_at_front(layoff.meld, longer)):
            return longer
    return None


def _is_at_front(meld: Meld, longer: Meld) -> bool:
    return isinstance(meld, Run) and longer.cards[1:] == meld.cards
