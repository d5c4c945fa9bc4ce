"""The moves of the simple players in the card games."""

from attrs import evolve

from rami import contracts, gin, rummy
from rami.errors import RamiError
from rami.gin.best_turns import discardable, draw_for_melds, knocker_spread, with_knock
from rami.gin.rules import CARDS
from rami.gin.showdown import layoffs
from rami.rummy.collecting import is_needed, needs_plan
from rami.rummy.discarding import makes_a_meld, promise
from rami.shuffling import derive

# ------------------------------------------------------------------------------------------------------------ card Rami

_PATIENCE = 30
"""Rounds after which a player gives up waiting for the cards that it wants: others may hold them for ever."""

_Laying = rummy.LayMeld | rummy.LayOff | rummy.ReplaceJoker


def quick_rummy(view: rummy.View) -> rummy.Move:
    """Lay the first meld or addition; else discard the highest card that goes with no other."""
    if view.phase is rummy.Phase.BUY:
        needed = is_needed(view) if needs_plan(view) else makes_a_meld(view)
        return rummy.Buy() if needed else rummy.Pass()
    if view.phase is rummy.Phase.DRAW:
        return rummy.TakeDiscard() if _can_lay_top(view) else _draw(view)
    laying, discards = _plays(view)
    if laying:
        return laying[0]
    if view.turn // view.players < _PATIENCE:
        return min(discards, key=lambda move: promise(view.hand, move.card, view.rules))
    # Not in a fixed order, or all players might go round in a circle with a stock that nobody shuffles.
    free = [move for move in discards if move.card != rummy.JOKER] or discards
    return free[derive(view.turn, "discard") % len(free)]


def absent_rummy(view: rummy.View) -> rummy.Move:
    """Draw from the stock, lay what the turn already owes, and discard the last card."""
    if view.phase is rummy.Phase.BUY:
        return rummy.Pass()
    if view.phase is rummy.Phase.DRAW:
        return _draw(view)
    laying, discards = _plays(view)
    if not discards:
        return laying[0]
    return next((move for move in reversed(discards) if move.card != rummy.JOKER), discards[0])


def _draw(view: rummy.View) -> rummy.Move:
    """Return the draw, or what leaves the discard to the others before it."""
    return next(move for move in rummy.legal_moves(view) if isinstance(move, rummy.DrawStock | rummy.Pass))


def _plays(view: rummy.View) -> tuple[list[_Laying], list[rummy.Discard]]:
    """Return the moves that lay cards, and the discards."""
    moves = list(rummy.legal_moves(view))
    if not moves:
        raise RamiError("there is no legal move: this position cannot be reached")
    laying = [move for move in moves if isinstance(move, _Laying)]
    return laying, [move for move in moves if isinstance(move, rummy.Discard)]


def _can_lay_top(view: rummy.View) -> bool:
    """Return whether the top discard may be taken, and could be laid at once."""
    if rummy.TakeDiscard() not in rummy.legal_moves(view):
        return False
    top = view.discard_pile[-1]
    after = evolve(view, phase=rummy.Phase.PLAY, hand=tuple(sorted((*view.hand, top))), taken=top)
    return any(
        top in (move.meld.cards if isinstance(move, rummy.LayMeld) else (move.card,))
        for move in rummy.legal_moves(after)
        if isinstance(move, _Laying)
    )


# ------------------------------------------------------------------------------------------------------------------ Gin


def quick_gin(view: gin.View) -> gin.Move:
    """Discard what goes with the fewest others, knock if that is possible, and lay off any card."""
    if view.phase is gin.Phase.LAY_OFF:
        return next(layoffs(knocker_spread(view).melds, view.hand), gin.Done())
    if view.phase is not gin.Phase.PLAY:
        return draw_for_melds(view)
    melded = {card for meld in rummy.best_melds(view.hand, CARDS) for card in meld.cards}
    return with_knock(view, min(discardable(view), key=lambda card: (card in melded, *promise(view.hand, card, CARDS))))


def absent_gin(view: gin.View) -> gin.Move:
    """Refuse the upcard, draw from the stock, discard the last card; never knock or lay off."""
    match view.phase:
        case gin.Phase.OFFER:
            return gin.Pass()
        case gin.Phase.LAY_OFF:
            return gin.Done()
        case gin.Phase.PLAY:
            return gin.Discard(discardable(view)[-1])
        case _:
            return gin.DrawStock()


# ---------------------------------------------------------------------------------------------------- the contract game


def quick_contracts(view: contracts.View) -> contracts.Move:
    """Fill the first contract that can be filled; else take the most cards, or discard the first."""
    moves = contracts.legal_moves(view)
    if view.phase is contracts.Phase.FILL:
        return next(moves)
    return max((move for move in moves if isinstance(move, contracts.Take)), key=lambda move: len(move.cards))


def absent_contracts(view: contracts.View) -> contracts.Move:
    """Take as few cards as possible, fill no contract, and discard only what must be discarded."""
    moves = [move for move in contracts.legal_moves(view) if not isinstance(move, contracts.Fill)]
    return min(moves, key=lambda move: len(move.cards) if isinstance(move, contracts.Take) else 0)
