"""The players' strategy in card Rami."""

from collections.abc import Iterable, Sequence

from attrs import evolve

from rami.errors import RamiError
from rami.players.strategy import Strategy
from rami.rummy import (
    JOKER,
    Buy,
    Card,
    Discard,
    DrawStock,
    LayMeld,
    LayOff,
    Move,
    Pass,
    Phase,
    ReplaceJoker,
    TakeDiscard,
    View,
    legal_moves,
)
from rami.rummy.collecting import is_needed, needs_plan
from rami.rummy.discarding import (
    makes_a_meld,
    promise,
)
from rami.shuffling import derive

_PATIENCE = 30
"""The rounds for which a player waits for the cards that it wants: others may hold them for ever."""


def _draw(view: View) -> Move:
    """Return the draw, or what leaves the discard to the others before it."""
    return next(move for move in legal_moves(view) if isinstance(move, DrawStock | Pass))


def _bid(view: View) -> Move:
    """Buy a discard that makes a meld with the hand, or that the first melds of a contract need."""
    needed = is_needed(view) if needs_plan(view) else makes_a_meld(view)
    return Buy() if needed else Pass()


def quick(view: View) -> Move:
    """Lay the first meld or addition; else discard the highest card that goes with no other."""
    if view.phase is Phase.BUY:
        return _bid(view)
    laying, discards = _plays(view)
    if view.phase is Phase.DRAW:
        return TakeDiscard() if _can_lay_top(view) else _draw(view)
    if laying:
        return laying[0]
    return (
        min(discards, key=lambda move: promise(view.hand, move.card, view.rules))
        if _is_patient(view)
        else _rotating_discard(view, discards)
    )


def _is_patient(view: View) -> bool:
    return view.turn // view.players < _PATIENCE


Laying = LayMeld | LayOff | ReplaceJoker


def _plays(view: View) -> tuple[list[Laying], list[Discard]]:
    """Return the moves that lay cards, and the discards."""
    moves = list(legal_moves(view))
    if not moves:
        raise RamiError("there is no legal move: this position cannot be reached")
    laying = [move for move in moves if isinstance(move, Laying)]
    return laying, [move for move in moves if isinstance(move, Discard)]


def _cards(move: Laying) -> Sequence[Card]:
    return move.meld.cards if isinstance(move, LayMeld) else (move.card,)


def _can_lay_top(view: View) -> bool:
    """Return whether the top discard may be taken, and could be laid at once."""
    if TakeDiscard() not in legal_moves(view):
        return False
    top = view.discard_pile[-1]
    hand = tuple(sorted((*view.hand, top)))
    after = evolve(view, phase=Phase.PLAY, hand=hand, taken=top)
    return any(isinstance(move, Laying) and top in _cards(move) for move in legal_moves(after))


def _rotating_discard(view: View, discards: Iterable[Discard]) -> Discard:
    """Return another discard at every turn: a player who keeps waiting for the same cards may wait for ever.

    The order is not fixed, or all players might go round in a circle with a stock that nobody shuffles.
    """
    free = [move for move in discards if move.card != JOKER] or list(discards)
    return free[derive(view.turn, "discard") % len(free)]


def absent(view: View) -> Move:
    """Draw from the stock, lay what the turn already owes, and discard the last card."""
    if view.phase is Phase.BUY:
        return Pass()
    if view.phase is Phase.DRAW:
        return _draw(view)
    laying, discards = _plays(view)
    if not discards:
        return laying[0]
    return next((move for move in reversed(discards) if move.card != JOKER), discards[0])


STRATEGY = Strategy(quick=quick, absent=absent)
