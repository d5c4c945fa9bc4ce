"""Moves of card rummy as each seat sees them, and explained."""

from collections.abc import Iterable

from attrs import evolve

from rami.cards import JOKER, Card
from rami.explaining import Explaining, MoveEvent, TurnStep, then
from rami.pieces import without
from rami.referee import Motion, face_down, face_up
from rami.rummy.moves import Buy, Discard, DrawStock, LayMeld, LayOff, Move, Pass, ReplaceJoker, TakeDiscard, parse_move
from rami.rummy.position import Phase, State, View, observe
from rami.rummy.referee import apply, check
from rami.rummy.rules import DRAWN_WITH_BUY, TEXTS
from rami.rummy.setup import determinize
from rami.sentences import Phrase
from rami.shapes import instance, typed


@typed
def event(state: State, move: Move, player: int | None) -> MoveEvent[Move]:
    """Return a move as a seat may know it: what goes from where to where, and a sentence about it.

    The places are `"hand"`, `"stock"`, `"discard pile"` and `"table"`. The answer follows from the views of that seat
    before and after the move, and from nothing else.

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
        >>> from rami.rummy import DrawStock, new_game
        >>> state = new_game(2, seed=1)
        >>> print(event(state, DrawStock(), 1), event(state, DrawStock(), 0))
        Player 2 draws 6C. Player 2 draws a card.
    """
    before, after = observe(state, player), observe(apply(state, move), player)
    seat = before.current_player
    motions, words = _seen(before, move, after)
    restock, out = None, None if after.hand_sizes[seat] else _say("out")
    if after.restocks != before.restocks:
        motions = (*face_down(before.discard_size - after.discard_size, "discard pile", "stock"), *motions)
        restock = _say("restock")
    return MoveEvent(seat=seat, player=player, move=move, motions=motions, words=then(restock, words, out))


def _say(key: str, **values: object) -> Phrase:
    return TEXTS.phrase(f"events.{key}", **values)


def _seen(before: View, move: Move, after: View) -> tuple[tuple[Motion, ...], Phrase]:
    """Return what goes where, the renewed stock apart (C6), and what the player did."""
    top = before.discard_pile[-1:]
    match move:
        case DrawStock():
            drawn = _drawn(before, after)
            words = _say("draw-known", card=drawn[0]) if drawn else _say("draw")
            return face_down(1, "stock", "hand", drawn), words
        case Pass():
            return (), _say("pass", card=top[0])
        case Buy():
            came = face_down(DRAWN_WITH_BUY, "stock", "hand", without(_drawn(before, after), top))
            return (*face_up(top, "discard pile", "hand"), *came), _say("buy", card=top[0])
        case TakeDiscard(count):
            cards = before.discard_pile[-count:]
            return face_up(cards, "discard pile", "hand"), _say("take", cards=cards)
        case Discard(card):
            return face_up([card], "hand", "discard pile"), _say("discard", card=card)
        case LayMeld(meld):
            return _to_table(meld.cards, before, after), _say("meld", meld=meld)
        case LayOff(card, meld):
            return _to_table([card], before, after), _say("add", card=card, meld=meld)
        case _:  # ReplaceJoker
            joker = face_up([JOKER], "table", "hand", source_meld=before.table.melds.index(move.meld))
            return (*joker, *_to_table([move.card], before, after)), _say("replace", card=move.card, meld=move.meld)


def _drawn(before: View, after: View) -> tuple[Card, ...]:
    """Return the cards that have come into the hand, if this seat sees them."""
    return without(after.hand, before.hand) if before.player == before.current_player else ()


def _to_table(cards: Iterable[Card], before: View, after: View) -> tuple[Motion, ...]:
    """Return the motion of cards to the meld that is on the table once more than before."""
    melds = after.table.melds
    [changed] = without(melds, before.table.melds)
    last = max(index for index, meld in enumerate(melds) if meld == changed)
    return face_up(cards, "hand", "table", target_meld=last)


def explain(view: View, turn: Move | str | Iterable[Move | str]) -> tuple[TurnStep[Move], ...]:
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
        WrongType: If `view` is not a `View`, or `turn` is not moves.

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
    """Return the sentence on a move, and the cards that it is about."""
    match move:
        case DrawStock():
            return TEXTS.phrase("steps.draw"), ()
        case TakeDiscard(count):
            cards = view.discard_pile[-count:]
            return TEXTS.phrase("steps.take", cards=cards), cards
        case Pass():
            # Who passes a draw leaves the card to those who may buy it.
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
        case _:  # Discard
            key = "steps.discard" if view.hand[1:] else "steps.discard-last"
            return TEXTS.phrase(key, card=move.card), (move.card,)


def _foreseen(before: View, move: Move, after: View) -> View:
    """Return the view after a move; what lies below a card that is taken is not foreseen."""
    count = move.count if isinstance(move, TakeDiscard) else 0
    return evolve(after, discard_pile=before.discard_pile[: len(before.discard_pile) - count])


_EXPLAINING = Explaining(
    parse_move, check, apply, observe, determinize, _said, foreseen=_foreseen, unseen=(DrawStock, Buy)
)
