"""Moves of card rummy as each seat sees them, and explained."""

from collections.abc import Iterable, Iterator

from attrs import evolve

from rami.explaining import Explaining, Motion, MoveEvent, TurnStep, face_down, face_up, then
from rami.pieces import without
from rami.rummy.cards import JOKER, TEXTS, Card
from rami.rummy.dealing import determinize
from rami.rummy.melds import Table
from rami.rummy.moves import Buy, DrawStock, LayMeld, LayOff, Move, Pass, ReplaceJoker, TakeDiscard, parse_move
from rami.rummy.referee import apply, check
from rami.rummy.rules import DRAWN_WITH_BUY
from rami.rummy.state import Phase, State, View, observe
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
    return MoveEvent(
        seat=seat,
        player=player,
        move=move,
        motions=tuple(_motions(before, move, after)),
        words=then(
            _say("restock") if after.restocks != before.restocks else None,
            _words(before, move, after),
            None if after.hand_sizes[seat] else _say("out"),
        ),
    )


def _say(key: str, **values: object) -> Phrase:
    return TEXTS.phrase(f"events.{key}", **values)


def _words(before: View, move: Move, after: View) -> Phrase:
    """Return what the player did."""
    match move:
        case DrawStock():
            drawn = _drawn(before, after)
            return _say("draw-known", card=drawn[0]) if drawn else _say("draw")
        case Pass() | Buy():
            return _say(move.verb, card=before.discard_pile[-1])
        case TakeDiscard(count):
            return _say("take", cards=before.discard_pile[-count:])
        case LayMeld(meld):
            return _say("meld", meld=meld)
        case LayOff(card, meld) | ReplaceJoker(card, meld):
            return _say(move.verb, card=card, meld=meld)
        case _:
            return _say("discard", card=move.card)


def _motions(before: View, move: Move, after: View) -> Iterator[Motion]:
    """Yield what goes where; the stock may have to be renewed first (C6)."""
    if after.restocks != before.restocks:
        yield from face_down(before.discard_size - after.discard_size, "discard pile", "stock")
    match move:
        case DrawStock():
            yield from face_down(1, "stock", "hand", _drawn(before, after))
        case TakeDiscard(count):
            yield from face_up(before.discard_pile[-count:], "discard pile", "hand")
        case Buy():
            drawn = without(_drawn(before, after), before.discard_pile[-1:])
            yield from face_up(before.discard_pile[-1:], "discard pile", "hand")
            yield from face_down(DRAWN_WITH_BUY, "stock", "hand", drawn)
        case Pass():
            return
        case LayMeld(meld):
            yield from face_up(meld.cards, "hand", "table", target_meld=_new_meld(before.table, after.table))
        case LayOff(card):
            yield from face_up([card], "hand", "table", target_meld=_new_meld(before.table, after.table))
        case ReplaceJoker(card, meld):
            yield from face_up([JOKER], "table", "hand", source_meld=before.table.melds.index(meld))
            yield from face_up([card], "hand", "table", target_meld=_new_meld(before.table, after.table))
        case _:
            yield from face_up([move.card], "hand", "discard pile")


def _drawn(before: View, after: View) -> tuple[Card, ...]:
    """Return the card from the stock, if this seat has drawn it."""
    return without(after.hand, before.hand) if before.player == before.current_player else ()


def _new_meld(old: Table, new: Table) -> int:
    """Return the index of the meld that is on the new table once more than on the old one."""
    [meld] = without(new.melds, old.melds)
    return max(index for index, each in enumerate(new.melds) if each == meld)


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
