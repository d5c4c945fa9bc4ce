"""A turn in steps, each with a sentence and a picture."""

from collections.abc import Iterable

from attrs import evolve

from rami.explaining import Explaining, TurnStep
from rami.rummy.cards import TEXTS, Card
from rami.rummy.determinizing import determinize
from rami.rummy.moves import Buy, DrawStock, LayMeld, LayOff, Move, Pass, ReplaceJoker, TakeDiscard, parse_move
from rami.rummy.referee import apply, check
from rami.rummy.state import Phase, View, observe
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
        >>> from rami.rummy import best_turn, set_up
        >>> view = set_up("6S 8H 8D 8C KD", "3S-4S-5S")
        >>> for step in explain(view, best_turn(view)):
        ...     print(step)
        Lay 8H=8D=8C.
        Add 6S to 3S-4S-5S.
        Discard KD and go out.
    """
    instance("view", view, View)
    return _EXPLAINING.explain(view, turn)


def _said(view: View, move: Move) -> tuple[Phrase, tuple[Card, ...]]:
    match move:
        case DrawStock():
            return TEXTS.phrase("steps.draw"), ()
        case TakeDiscard(count):
            cards = view.discard_pile[-count:]
            return TEXTS.phrase("steps.take", cards=cards), cards
        case Pass():
            key = "steps.decline" if view.phase is Phase.BUY else "steps.leave"
            return TEXTS.phrase(key, card=view.discard_pile[-1]), view.discard_pile[-1:]
        case Buy():
            return TEXTS.phrase("steps.buy", card=view.discard_pile[-1]), view.discard_pile[-1:]
        case LayMeld(meld):
            return TEXTS.phrase("steps.lay", meld=meld), meld.cards
        case LayOff(card, meld):
            key = "steps.add-front" if move.front else "steps.add"
            return TEXTS.phrase(key, card=card, meld=meld), (card, *meld.cards)
        case ReplaceJoker(card, meld):
            return TEXTS.phrase("steps.replace", card=card, meld=meld), (card, *meld.cards)
        case _:
            key = "steps.discard" if view.hand[1:] else "steps.discard-last"
            return TEXTS.phrase(key, card=move.card), (move.card,)


def _foreseen(before: View, move: Move, after: View) -> View:
    """Return the view after a move; what lies below a card that is taken is not foreseen."""
    count = move.count if isinstance(move, TakeDiscard) else 0
    return evolve(after, discard_pile=before.discard_pile[: len(before.discard_pile) - count])


_EXPLAINING = Explaining(
    parse_move, check, apply, observe, determinize, _said, foreseen=_foreseen, unseen=(DrawStock, Buy)
)
