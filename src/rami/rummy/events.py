"""A move as one seat sees it: the cards laid and discarded, and of a drawn card only that it was drawn."""

from collections.abc import Iterator

from rami.events import Motion, MoveEvent, face_down, face_up, then
from rami.pieces import without
from rami.rummy.cards import JOKER, TEXTS, Card
from rami.rummy.limits import DRAWN_WITH_BUY
from rami.rummy.melds import Table
from rami.rummy.moves import Buy, DrawStock, LayMeld, LayOff, Move, Pass, ReplaceJoker, TakeDiscard
from rami.rummy.referee import apply
from rami.rummy.state import State, View, observe
from rami.sentences import Phrase
from rami.shapes import typed


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
