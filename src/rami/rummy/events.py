"""What a seat sees of a move: what is laid and discarded, and of a drawn card only that it was drawn."""

from rami.events import Motion, MoveEvent, face_down, face_up, then
from rami.pictures.model import Words
from rami.pieces import without
from rami.rummy.cards import JOKER, format_cards
from rami.rummy.melds import Table
from rami.rummy.moves import DrawStock, LayMeld, LayOff, Move, ReplaceJoker, TakeDiscard
from rami.rummy.referee import apply
from rami.rummy.state import State, View, observe
from rami.shapes import typed


@typed
def seen(state: State, move: Move, player: int | None) -> MoveEvent[Move]:
    """A move as a seat may know it: what goes from where to where, and a sentence about it.

    The places are `"hand"`, `"stock"`, `"discard pile"` and `"table"`. What is told follows from the views of that seat
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
        >>> print(seen(state, DrawStock(), 1), seen(state, DrawStock(), 0))
        Player 2 draws 6C. Player 2 draws a card.
    """
    return _told(observe(state, player), move, observe(apply(state, move), player))


def _told(before: View, move: Move, after: View) -> MoveEvent[Move]:
    seat = before.current_player
    restock: Words | None = None
    match move:
        case DrawStock():
            motions, words, restock = _drawn(before, after)
        case TakeDiscard(count):
            cards = before.discard_pile[-count:]
            motions = face_up(cards, "discard pile", "hand")
            named = format_cards(cards)
            words = f"takes {named} from the discard pile", f"prend {named} à la défausse"
        case LayMeld(meld):
            motions = face_up(meld.cards, "hand", "table", target_meld=_new(before.table, after.table))
            words = f"lays {meld}", f"pose {meld}"
        case LayOff(card, meld):
            motions = face_up([card], "hand", "table", target_meld=_new(before.table, after.table))
            words = f"adds {card} to {meld}", f"ajoute {card} à {meld}"
        case ReplaceJoker(card, meld):
            motions = (
                *face_up([JOKER], "table", "hand", source_meld=before.table.melds.index(meld)),
                *face_up([card], "hand", "table", target_meld=_new(before.table, after.table)),
            )
            words = f"takes the joker of {meld} for {card}", f"prend le joker de {meld} contre {card}"
        case _:
            motions = face_up([move.card], "hand", "discard pile")
            words = f"discards {move.card}", f"défausse {move.card}"
    over = ("goes out", "a tout posé") if not after.hand_sizes[seat] else None
    told = then(restock, words, over)
    return MoveEvent(seat=seat, player=before.player, move=move, motions=motions, words=told)


def _drawn(before: View, after: View) -> tuple[tuple[Motion, ...], Words, Words | None]:
    """A card from the stock, which may have to be renewed first (C6)."""
    own = before.player == before.current_player
    cards = without(after.hand, before.hand) if own else ()
    motions = face_down(1, "stock", "hand", cards)
    words = (f"draws {cards[0]}", f"pioche {cards[0]}") if cards else ("draws a card", "pioche une carte")
    if after.restocks == before.restocks:
        return motions, words, None
    turned = before.discard_size - after.discard_size
    return (*face_down(turned, "discard pile", "stock"), *motions), words, ("renews the stock", "renouvelle le talon")


def _new(old: Table, new: Table) -> int:
    """The index of the meld that is on the new table once more than on the old one."""
    [meld] = without(new.melds, old.melds)
    return max(index for index, each in enumerate(new.melds) if each == meld)
