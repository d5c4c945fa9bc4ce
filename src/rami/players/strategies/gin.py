"""The players' strategy in Gin."""

from rami.gin import (
    Discard,
    Done,
    DrawStock,
    Move,
    Pass,
    Phase,
    View,
    legal_moves,
)
from rami.gin.best_turns import deadwood_without, discardable, draw_for_melds, knocker_spread, turn_moves, with_knock
from rami.gin.rules import CARDS
from rami.gin.showdown import layoffs
from rami.players.strategy import Strategy
from rami.rummy import best_melds
from rami.rummy.discarding import promise


def greedy(view: View) -> Move:
    """Leave the least deadwood, knock as soon as possible, and lay off what saves the most."""
    if view.phase is Phase.LAY_OFF:
        return next(turn_moves(view))
    if view.phase is not Phase.PLAY:
        return draw_for_melds(view)
    return with_knock(
        view,
        min(discardable(view), key=lambda card: (deadwood_without(view, card), *promise(view.hand, card, CARDS))),
    )


def quick(view: View) -> Move:
    """Discard what goes with the fewest others, knock if that is possible, and lay off any card."""
    if view.phase is Phase.LAY_OFF:
        return next(layoffs(knocker_spread(view).melds, view.hand), Done())
    if view.phase is not Phase.PLAY:
        return draw_for_melds(view)
    melded = {card for meld in best_melds(view.hand, CARDS) for card in meld.cards}
    return with_knock(view, min(discardable(view), key=lambda card: (card in melded, *promise(view.hand, card, CARDS))))


def thoughtful(view: View) -> Move:
    """Play the best turn: collect and keep cards together, feed nobody, and knock early or with gin."""
    return next(turn_moves(view))


_SHORTLISTED = 5
"""The number of discards with the least deadwood that are worth a search."""


def shortlist(view: View) -> list[Move]:
    """Return every draw; the discards that leave the least deadwood, and a knock if possible."""
    if view.phase is Phase.LAY_OFF:
        return [next(turn_moves(view))]
    if view.phase is not Phase.PLAY:
        return list(legal_moves(view))
    cards = sorted(discardable(view), key=lambda card: (deadwood_without(view, card), *promise(view.hand, card, CARDS)))
    others = sorted(discardable(view), key=lambda card: promise(view.hand, card, CARDS))
    discards = [Discard(card) for card in dict.fromkeys((*cards[:_SHORTLISTED], *others[:2]))]
    return list(dict.fromkeys((with_knock(view, cards[0]), *discards)))


def absent(view: View) -> Move:
    """Refuse the upcard, draw from the stock, discard the last card; never knock or lay off."""
    match view.phase:
        case Phase.OFFER:
            return Pass()
        case Phase.LAY_OFF:
            return Done()
        case Phase.PLAY:
            return Discard(discardable(view)[-1])
        case _:
            return DrawStock()


STRATEGY = Strategy(quick=quick, greedy=greedy, thoughtful=thoughtful, absent=absent, shortlist=shortlist)
