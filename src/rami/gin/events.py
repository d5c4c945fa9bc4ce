"""A move as one seat may know it: discards, knocks, cards laid off; a drawn card only that it was drawn."""

from rami.events import Motion, MoveEvent, face_down, face_up, then
from rami.gin.moves import Discard, DrawStock, Knock, LayOff, Move, Pass, TakeDiscard
from rami.gin.referee import apply
from rami.gin.rules import TEXTS
from rami.gin.state import State, View, observe
from rami.pieces import without
from rami.sentences import Phrase
from rami.shapes import typed


@typed
def event(state: State, move: Move, player: int | None) -> MoveEvent[Move]:
    """Return a move as a seat may know it: what goes from where to where, and a sentence about it.

    The places are `"hand"`, `"stock"`, `"discard pile"`, `"table"` for what is laid open, and `"opponent's hand"` for
    the hand that is laid open when a deal is counted. The event follows from the views of that seat before and
    after the move, and from nothing else.

    Args:
        state: The position before the move.
        move: A legal move.
        player: The seat that looks on, 0-based, or None for a spectator.

    Returns:
        The event; a card from the stock is shown to the player who draws it.

    Raises:
        IllegalMove: If the rules forbid the move.
        RulesError: If there is no such seat.

    Examples:
        >>> from rami.gin import TakeDiscard, new_game
        >>> print(event(new_game(2, seed=1), TakeDiscard(), None))
        Player 2 takes 3C from the discard pile.
    """
    return _event(observe(state, player), move, observe(apply(state, move), player))


def _event(before: View, move: Move, after: View) -> MoveEvent[Move]:
    seat = before.current_player
    motions: tuple[Motion, ...] = ()
    match move:
        case Pass():
            words = TEXTS.phrase("events.passes")
        case DrawStock():
            cards = without(after.hand, before.hand) if before.player == seat else ()
            motions = face_down(1, "stock", "hand", cards)
            words = TEXTS.phrase("events.draws", card=cards[0]) if cards else TEXTS.phrase("events.draws-hidden")
        case TakeDiscard():
            top = before.discard_pile[-1]
            motions = face_up([top], "discard pile", "hand")
            words = TEXTS.phrase("events.takes", card=top)
        case Discard(card):
            motions = face_up([card], "hand", "discard pile")
            words = TEXTS.phrase("events.discards", card=card)
        case Knock():
            motions, words = _knocked(move, after)
        case LayOff(card, meld):
            motions = face_up([card], "hand", "table")
            words = TEXTS.phrase("events.lays-off", card=card, meld=meld)
        case _:
            words = TEXTS.phrase("events.done")
    motions += _counted(before, after)
    return MoveEvent(seat=seat, player=before.player, move=move, motions=motions, words=words)


def _knocked(move: Knock, after: View) -> tuple[tuple[Motion, ...], Phrase]:
    """Return what a knock lays open and discards (G8, G14)."""
    assert after.knocker is not None
    spread = after.spreads[after.knocker]
    assert spread is not None
    card = () if move.card is None else (move.card,)
    motions = (*face_up(card, "hand", "discard pile"), *face_up(spread.cards, "hand", "table"))
    away = TEXTS.phrase("events.discards", card=move.card) if card else None
    left = TEXTS.phrase("events.is-left", deadwood=spread.deadwood)
    return motions, then(TEXTS.phrase("events.knocks"), away, left)


def _counted(before: View, after: View) -> tuple[Motion, ...]:
    """Return the motion of the hand that is laid open to be counted (G13)."""
    for seat, (old, new) in enumerate(zip(before.spreads, after.spreads, strict=True)):
        if new and not old and seat != after.knocker:
            own = seat == before.current_player
            return face_up(new.cards, "hand" if own else "opponent's hand", "table", revealed=not own)
    return ()
