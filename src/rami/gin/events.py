"""What a seat sees of a move: discards, the knock and what is laid off, and of a drawn card only that it was drawn."""

from rami.events import Motion, MoveEvent, face_down, face_up, then
from rami.gin.moves import Discard, DrawStock, Knock, LayOff, Move, Pass, TakeDiscard
from rami.gin.referee import apply
from rami.gin.state import State, View, observe
from rami.pictures.model import Words, numbered
from rami.pieces import without
from rami.shapes import typed
from rami.text import Phrase


@typed
def seen(state: State, move: Move, player: int | None) -> MoveEvent[Move]:
    """A move as a seat may know it: what goes from where to where, and a sentence about it.

    The places are `"hand"`, `"stock"`, `"discard pile"`, `"table"` for what is laid open, and `"opponent's hand"` for
    the hand that is laid open when a deal is counted. What is told follows from the views of that seat before and
    after the move, and from nothing else.

    Args:
        state: The position before the move.
        move: A legal move.
        player: The seat that looks on, 0-based, or None for a spectator.

    Returns:
        The move as it is seen; a card from the stock is shown to who draws it.

    Raises:
        IllegalMove: If the rules forbid the move.
        RulesError: If there is no such seat.

    Examples:
        >>> from rami.gin import TakeDiscard, new_game
        >>> print(seen(new_game(2, seed=1), TakeDiscard(), None))
        Player 2 takes 3C from the discard pile.
    """
    return _told(observe(state, player), move, observe(apply(state, move), player))


def _told(before: View, move: Move, after: View) -> MoveEvent[Move]:
    seat = before.current_player
    motions: tuple[Motion, ...] = ()
    words: Words | Phrase
    match move:
        case Pass():
            words = ("refuses the upcard", "refuse la retourne")
        case DrawStock():
            cards = without(after.hand, before.hand) if before.player == seat else ()
            motions = face_down(1, "stock", "hand", cards)
            words = (f"draws {cards[0]}", f"pioche {cards[0]}") if cards else ("draws a card", "pioche une carte")
        case TakeDiscard():
            top = before.discard_pile[-1]
            motions = face_up([top], "discard pile", "hand")
            words = f"takes {top} from the discard pile", f"prend {top} à la défausse"
        case Discard(card):
            motions = face_up([card], "hand", "discard pile")
            words = f"discards {card}", f"défausse {card}"
        case Knock():
            motions, words = _knocked(move, after)
        case LayOff(card, meld):
            motions = face_up([card], "hand", "table")
            words = f"adds {card} to {meld}", f"ajoute {card} à {meld}"
        case _:
            words = ("finishes laying off", "ne complète plus rien")
    motions += _counted(before, after)
    return MoveEvent(seat=seat, player=before.player, move=move, motions=motions, words=words)


def _knocked(move: Knock, after: View) -> tuple[tuple[Motion, ...], Phrase]:
    """The hand is laid open, and a card is discarded, except at big gin (G8, G14)."""
    assert after.knocker is not None
    spread = after.spreads[after.knocker]
    assert spread is not None
    card = () if move.card is None else (move.card,)
    motions = (*face_up(card, "hand", "discard pile"), *face_up(spread.cards, "hand", "table"))
    points = numbered(spread.deadwood, ("point", "point"), ("points", "points"))
    away: Words | None = (f"discards {move.card}", f"défausse {move.card}") if card else None
    return motions, then(("knocks", "frappe"), away, (f"is left with {points[0]}", f"garde {points[1]}"))


def _counted(before: View, after: View) -> tuple[Motion, ...]:
    """The hand that is still held when the deal is counted is laid open (G13)."""
    for seat, (old, new) in enumerate(zip(before.spreads, after.spreads, strict=True)):
        if new and not old and seat != after.knocker:
            return face_up(new.cards, "hand" if seat == before.current_player else "opponent's hand", "table")
    return ()
