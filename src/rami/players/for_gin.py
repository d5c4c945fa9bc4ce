"""How the baseline players play Gin."""

from rami.gin import (
    Discard,
    Done,
    DrawStock,
    Knock,
    Move,
    Pass,
    Phase,
    Spread,
    TakeDiscard,
    View,
    best_layoffs,
    legal_moves,
)
from rami.gin.knocking import limit_of
from rami.gin.rules import CARDS
from rami.gin.showdown import lay_off, layoffs
from rami.pieces import without
from rami.players.for_rummy import promise
from rami.rummy import Card, best_melds, deadwood


def greedy(view: View) -> Move:
    """Whatever leaves the least deadwood; a knock as soon as there may be one, and the best that can be laid off."""
    if view.phase is Phase.LAY_OFF:
        return _best_addition(view)
    if view.phase is not Phase.PLAY:
        return _drawn(view)
    return _away(view, min(_free(view), key=lambda card: (_left(view, card), *promise(view.hand, card, CARDS))))


def quick(view: View) -> Move:
    """The discard that goes with the fewest others; a knock with it if there may be one, and any card laid off."""
    if view.phase is Phase.LAY_OFF:
        return next(layoffs(_knocked(view).melds, view.hand), Done())
    if view.phase is not Phase.PLAY:
        return _drawn(view)
    melded = {card for meld in best_melds(view.hand, CARDS) for card in meld.cards}
    return _away(view, min(_free(view), key=lambda card: (card in melded, *promise(view.hand, card, CARDS))))


def _knocked(view: View) -> Spread:
    return view.spreads[1 - view.current_player] or Spread()


def _drawn(view: View) -> Move:
    """The top discard, if it makes a meld that leaves less; else a card of the stock, or no card."""
    if view.phase is not Phase.STOCK:
        top = view.discard_pile[-1]
        hand = (*view.hand, top)
        melded = any(top in meld.cards for meld in best_melds(hand, CARDS))
        if melded and deadwood(hand, CARDS) < deadwood(view.hand, CARDS):
            return TakeDiscard()
    return Pass() if view.phase is Phase.OFFER else DrawStock()


def _free(view: View) -> list[Card]:
    """The cards that may be discarded."""
    return [card for card in view.hand if card != view.taken]


def _left(view: View, card: Card) -> int:
    return deadwood(without(view.hand, (card,)), CARDS)


def _least_with_top(view: View) -> int:
    """The deadwood that can be left with the top discard taken, and another card given away for it."""
    top = view.discard_pile[-1]
    return min(deadwood((*without(view.hand, (card,)), top), CARDS) for card in view.hand)


def _away(view: View, card: Card) -> Move:
    """A card discarded, with a knock where that is possible; big gin before all."""
    if view.rules.big_gin_bonus is not None and not deadwood(view.hand, CARDS):
        return Knock()
    return Knock(card) if _left(view, card) <= limit_of(view) else Discard(card)


def _best_addition(view: View) -> Move:
    """An addition after which the least can be left, if that is less than now; else the end of them."""
    laid = _knocked(view)
    choices: list[tuple[int, Move]] = [(deadwood(view.hand, CARDS), Done())]
    for move in layoffs(laid.melds, view.hand):
        melds, hand = lay_off(laid, move).melds, without(view.hand, (move.card,))
        choices.append((deadwood(without(hand, best_layoffs(melds, hand)), CARDS), move))
    return min(choices, key=lambda choice: choice[0])[1]


_KEPT_TOGETHER = 0.3
"""What it is worth to keep two cards that go together, in points of deadwood and of `promise`."""
_EARLY = 12
"""Before this turn a player knocks as soon as there may be a knock: the opponent still has much."""
_LATE = 15
"""From this turn on only gin is worth it: a knock would often be undercut."""
_LITTLE = 4
"""With how much deadwood to knock in between."""


def thoughtful(view: View) -> Move:
    """Like `greedy`, but it keeps cards together, takes a card with which it can knock, and waits for gin later on."""
    if view.phase is Phase.LAY_OFF:
        return _best_addition(view)
    most = limit_of(view) if view.turn < _EARLY else min(limit_of(view), _LITTLE if view.turn < _LATE else 0)
    if view.phase is not Phase.PLAY:
        return TakeDiscard() if view.phase is not Phase.STOCK and _least_with_top(view) <= most else _drawn(view)
    promises = {card: promise(view.hand, card, CARDS) for card in _free(view)}
    least = min(promises, key=lambda card: (_left(view, card), *promises[card]))
    knock = _away(view, least)
    if knock == Knock() or (isinstance(knock, Knock) and _left(view, least) <= most):
        return knock
    return Discard(
        min(promises, key=lambda card: (_left(view, card) + _KEPT_TOGETHER * promises[card][0], *promises[card]))
    )


LIKELY = 5
"""How many discards are worth a look, at most."""


def shortlist(view: View) -> list[Move]:
    """Moves worth a look: every draw; the discards that leave the least, and a knock if there may be one."""
    if view.phase is Phase.LAY_OFF:
        return [_best_addition(view)]
    if view.phase is not Phase.PLAY:
        return list(legal_moves(view))
    cards = sorted(_free(view), key=lambda card: (_left(view, card), *promise(view.hand, card, CARDS)))
    others = sorted(_free(view), key=lambda card: promise(view.hand, card, CARDS))
    discards = [Discard(card) for card in dict.fromkeys((*cards[:LIKELY], *others[:2]))]
    return list(dict.fromkeys((_away(view, cards[0]), *discards)))


def absent(view: View) -> Move:
    """No upcard, a card of the stock, and the last card of the hand away again; no knock, and nothing laid off."""
    match view.phase:
        case Phase.OFFER:
            return Pass()
        case Phase.LAY_OFF:
            return Done()
        case Phase.PLAY:
            return Discard(_free(view)[-1])
        case _:
            return DrawStock()
