"""How the players play Gin."""

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
from rami.players.strategies.rummy import promise
from rami.players.strategy import Strategy
from rami.rummy import Card, best_melds, deadwood


def greedy(view: View) -> Move:
    """Leave the least deadwood, knock as soon as possible, and lay off what saves the most."""
    if view.phase is Phase.LAY_OFF:
        return _best_layoff(view)
    if view.phase is not Phase.PLAY:
        return _draw(view)
    return _discard_or_knock(
        view,
        min(_discardable(view), key=lambda card: (_deadwood_without(view, card), *promise(view.hand, card, CARDS))),
    )


def quick(view: View) -> Move:
    """Discard what goes with the fewest others, knock if that is possible, and lay off any card."""
    if view.phase is Phase.LAY_OFF:
        return next(layoffs(_knocker_spread(view).melds, view.hand), Done())
    if view.phase is not Phase.PLAY:
        return _draw(view)
    melded = {card for meld in best_melds(view.hand, CARDS) for card in meld.cards}
    return _discard_or_knock(
        view, min(_discardable(view), key=lambda card: (card in melded, *promise(view.hand, card, CARDS)))
    )


def _knocker_spread(view: View) -> Spread:
    return view.spreads[1 - view.current_player] or Spread()


def _draw(view: View) -> Move:
    """Take the top discard if it makes a meld that leaves less deadwood; else draw, or pass."""
    if view.phase is not Phase.STOCK:
        top = view.discard_pile[-1]
        if deadwood((*view.hand, top), CARDS) < deadwood(view.hand, CARDS):
            return TakeDiscard()
    return Pass() if view.phase is Phase.OFFER else DrawStock()


def _discardable(view: View) -> list[Card]:
    return [card for card in view.hand if card != view.taken]


def _deadwood_without(view: View, card: Card) -> int:
    return deadwood(without(view.hand, (card,)), CARDS)


def _least_with_top(view: View) -> int:
    """Return the least deadwood after taking the top discard and discarding another card."""
    top = view.discard_pile[-1]
    return min(deadwood((*without(view.hand, (card,)), top), CARDS) for card in view.hand)


def _discard_or_knock(view: View, card: Card) -> Move:
    """Discard a card, with a knock where that is possible; big gin comes first."""
    if view.rules.big_gin_bonus is not None and not deadwood(view.hand, CARDS):
        return Knock()
    return Knock(card) if _deadwood_without(view, card) <= limit_of(view) else Discard(card)


def _best_layoff(view: View) -> Move:
    """Lay off the card after which the least deadwood can be left, if that is less than now; else be done."""
    laid = _knocker_spread(view)
    choices: list[tuple[int, Move]] = [(deadwood(view.hand, CARDS), Done())]
    for move in layoffs(laid.melds, view.hand):
        melds, hand = lay_off(laid, move).melds, without(view.hand, (move.card,))
        choices.append((deadwood(without(hand, best_layoffs(melds, hand)), CARDS), move))
    return min(choices, key=lambda choice: choice[0])[1]


_PROMISE_WEIGHT = 0.3
"""The weight of a point of `promise` against a point of deadwood."""
_EARLY = 12
"""Before this turn a player knocks as soon as possible: the opponent still has much deadwood."""
_LATE = 15
"""From this turn on only gin is worth a knock: others would often be undercut."""
_LITTLE = 4
"""The most deadwood to knock with in between."""


def thoughtful(view: View) -> Move:
    """Keep cards together, take a card that allows a knock, and wait for gin later on."""
    if view.phase is Phase.LAY_OFF:
        return _best_layoff(view)
    most = limit_of(view) if view.turn < _EARLY else min(limit_of(view), _LITTLE if view.turn < _LATE else 0)
    if view.phase is not Phase.PLAY:
        return TakeDiscard() if view.phase is not Phase.STOCK and _least_with_top(view) <= most else _draw(view)
    promises = {card: promise(view.hand, card, CARDS) for card in _discardable(view)}
    least = min(promises, key=lambda card: (_deadwood_without(view, card), *promises[card]))
    knock = _discard_or_knock(view, least)
    if knock == Knock() or (isinstance(knock, Knock) and _deadwood_without(view, least) <= most):
        return knock
    return Discard(
        min(
            promises,
            key=lambda card: (_deadwood_without(view, card) + _PROMISE_WEIGHT * promises[card][0], *promises[card]),
        )
    )


_SHORTLISTED = 5
"""The number of discards with the least deadwood that are worth a search."""


def shortlist(view: View) -> list[Move]:
    """Return every draw; the discards that leave the least deadwood, and a knock if possible."""
    if view.phase is Phase.LAY_OFF:
        return [_best_layoff(view)]
    if view.phase is not Phase.PLAY:
        return list(legal_moves(view))
    cards = sorted(
        _discardable(view), key=lambda card: (_deadwood_without(view, card), *promise(view.hand, card, CARDS))
    )
    others = sorted(_discardable(view), key=lambda card: promise(view.hand, card, CARDS))
    discards = [Discard(card) for card in dict.fromkeys((*cards[:_SHORTLISTED], *others[:2]))]
    return list(dict.fromkeys((_discard_or_knock(view, cards[0]), *discards)))


def absent(view: View) -> Move:
    """Refuse the upcard, draw from the stock, discard the last card; never knock or lay off."""
    match view.phase:
        case Phase.OFFER:
            return Pass()
        case Phase.LAY_OFF:
            return Done()
        case Phase.PLAY:
            return Discard(_discardable(view)[-1])
        case _:
            return DrawStock()


STRATEGY = Strategy(quick=quick, greedy=greedy, thoughtful=thoughtful, absent=absent, shortlist=shortlist)
