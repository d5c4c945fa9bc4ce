"""A turn in steps, each with a sentence and a picture."""

from collections.abc import Iterable

from rami.explaining import Explaining, TurnStep
from rami.gin.determinizing import determinize
from rami.gin.knocking import spread
from rami.gin.moves import Discard, DrawStock, Knock, LayOff, Move, Pass, TakeDiscard, parse_move
from rami.gin.referee import apply, check
from rami.gin.rules import TEXTS
from rami.gin.state import View, observe
from rami.pieces import without
from rami.rummy import Card
from rami.sentences import Phrase
from rami.shapes import instance


def explain(view: View, turn: str | Iterable[Move | str]) -> tuple[TurnStep[Move], ...]:
    """Explain a turn as steps, a sentence and a picture for each move.

    Args:
        view: The view of the player who moves.
        turn: The moves, such as those of `best_turn`; each, or one alone, may be given as text.

    Returns:
        A step for each move.

    Raises:
        IllegalMove: If the rules forbid a move.
        RulesError: If moves follow a card that is drawn unseen.
        NotationError: If a text cannot be read.
        WrongType: If `view` is no `View`, or `turn` is no moves.

    Examples:
        >>> from rami.gin import best_turn, set_up
        >>> view = set_up("AS 2S 3S 5H 5D 5C 9H 10H JH KD 7C", discard="7D")
        >>> print(*explain(view, best_turn(view)))
        Discard KD and knock, with deadwood of 7.
    """
    instance("view", view, View)
    return _EXPLAINING.explain(view, turn)


def _said(view: View, move: Move) -> tuple[Phrase, tuple[Card, ...]]:
    match move:
        case Pass():
            return TEXTS.phrase("steps.pass", card=view.discard_pile[-1]), view.discard_pile[-1:]
        case DrawStock():
            return TEXTS.phrase("steps.draw"), ()
        case TakeDiscard():
            return TEXTS.phrase("steps.take", card=view.discard_pile[-1]), view.discard_pile[-1:]
        case Discard(card):
            return TEXTS.phrase("steps.discard", card=card), (card,)
        case Knock():
            return _knock(view, move)
        case LayOff(card, meld):
            return TEXTS.phrase("steps.add", card=card, meld=meld), (card, *meld.cards)
        case _:
            return TEXTS.phrase("steps.done"), ()


def _knock(view: View, move: Knock) -> tuple[Phrase, tuple[Card, ...]]:
    if move.card is None:
        return TEXTS.phrase("steps.big-gin"), view.hand
    left = spread(without(view.hand, (move.card,)), move.melds or None).deadwood
    return TEXTS.phrase("steps.knock" if left else "steps.gin", card=move.card, deadwood=left), (move.card,)


_EXPLAINING = Explaining(parse_move, check, apply, observe, determinize, _said, unseen=(DrawStock,))
