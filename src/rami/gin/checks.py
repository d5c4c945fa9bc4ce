"""The violations of a move."""

from collections.abc import Iterable, Iterator

from rami.errors import Violation
from rami.gin.knocking import limit_of, spread
from rami.gin.moves import Discard, Done, DrawStock, Knock, LayOff, Move, Pass, TakeDiscard
from rami.gin.rules import CARDS, HAND
from rami.gin.showdown import with_card
from rami.gin.state import Phase, State, View
from rami.gin.violations import Code
from rami.pieces import without
from rami.rummy import Card
from rami.rummy.legal_melds import meld_violations

_FITS: dict[Phase, tuple[type, ...]] = {
    Phase.OFFER: (Pass, TakeDiscard),
    Phase.STOCK: (DrawStock,),
    Phase.DRAW: (DrawStock, TakeDiscard),
    Phase.PLAY: (Discard, Knock),
    Phase.LAY_OFF: (LayOff, Done),
}
_OTHERWISE: dict[Phase, Code] = {
    Phase.OFFER: Code.UPCARD_OFFERED,
    Phase.STOCK: Code.UPCARD_REFUSED,
    Phase.DRAW: Code.DRAW_FIRST,
    Phase.PLAY: Code.ALREADY_DRAWN,
    Phase.LAY_OFF: Code.LAY_OFF,
}


def move_violations(position: State | View, move: Move) -> Iterable[Violation]:
    """Return what is wrong with a move of the player whose turn it is."""
    if not isinstance(move, _FITS[position.phase]):
        return (Violation(_wrong_time(position.phase, move)),)
    if isinstance(move, Discard):
        return _discard_violations(position, move.card)
    if isinstance(move, Knock):
        return _knock_violations(position, move)
    return _layoff_violations(position, move) if isinstance(move, LayOff) else ()


def _wrong_time(phase: Phase, move: Move) -> Code:
    """Why a move of another phase is not possible."""
    if phase not in (Phase.OFFER, Phase.LAY_OFF):
        if isinstance(move, Pass):
            return Code.NO_PASS
        if isinstance(move, LayOff | Done):
            return Code.NO_KNOCK
    return _OTHERWISE[phase]


def _discard_violations(position: State | View, card: Card) -> Iterator[Violation]:
    """G6, G7: the card is in the hand, and was not just taken."""
    if card not in position.hand_to_move:
        yield Violation(Code.NOT_IN_HAND, (card,))
    if card == position.taken:
        yield Violation(Code.JUST_TAKEN, (card,))


def _knock_violations(position: State | View, move: Knock) -> Iterator[Violation]:
    """G8, G9, G14: the cards are there, and what is left is no more than the limit; at big gin, nothing."""
    hand = position.hand_to_move
    if move.card is None and position.rules.big_gin_bonus is None:
        yield Violation(Code.NO_BIG_GIN)
    if move.card is not None and move.card == position.taken:
        yield Violation(Code.JUST_TAKEN, (move.card,))
    named = (*([] if move.card is None else [move.card]), *move.melds.cards)
    if missing := without(named, hand):
        yield Violation(Code.NOT_IN_HAND, missing)
        return
    for meld in move.melds:
        if any(meld_violations(CARDS, meld)):
            yield Violation(Code.ACE_PLACE, meld.cards)
    kept = hand if move.card is None else without(hand, (move.card,))
    laid = spread(kept, move.melds or None)
    if len(kept) > HAND:
        if laid.unmatched:
            yield Violation(Code.NOT_BIG_GIN, laid.unmatched)
    elif laid.deadwood > (limit := limit_of(position)):
        yield Violation(Code.TOO_MUCH_DEADWOOD, numbers=(laid.deadwood, limit))


def _layoff_violations(position: State | View, move: LayOff) -> Iterator[Violation]:
    """G12: the card is in the hand, the meld is there, and they fit."""
    if move.card not in position.hand_to_move:
        yield Violation(Code.NOT_IN_HAND, (move.card,))
    knocked = position.spreads[position.knocker] if position.knocker is not None else None
    if knocked is None or move.meld not in knocked.melds.melds:
        yield Violation(Code.NO_SUCH_MELD, move.meld.cards)
    elif with_card(move.meld, move.card) is None:
        yield Violation(Code.DOES_NOT_FIT, (move.card,))
