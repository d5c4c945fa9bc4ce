"""A move as one seat may know it."""

from rami.events import MoveEvent, face_down, face_up
from rami.pieces import without

from .moves import Draw, Finish, Move, Take
from .referee import apply
from .rules import TEXTS
from .state import State, observe


def seen(state: State, move: Move, player: int | None) -> MoveEvent[Move]:
    """Return what a seat, or a spectator, sees of a move: the tile that is drawn is the drawer's own."""
    before, after = observe(state, player), observe(apply(state, move), player)
    if isinstance(move, Draw):
        own = without(after.hand, before.hand) if player == state.current_player else ()
        motions = face_down(1, "stock", "hand", own)
        words = TEXTS.phrase("events.draws", tile=own[0]) if own else TEXTS.phrase("events.draws-hidden")
    elif isinstance(move, Take):
        tile = before.discards[before.left_neighbour][-1]
        motions, words = face_up([tile], "discards", "hand"), TEXTS.phrase("events.takes", tile=tile)
    else:
        motions = face_up([move.tile], "hand", "discards")
        if isinstance(move, Finish):
            motions += face_up(after.shown, "hand", "table")
        words = TEXTS.phrase("events.finishes" if isinstance(move, Finish) else "events.discards", tile=move.tile)
    return MoveEvent(seat=state.current_player, player=player, move=move, motions=motions, words=words)
