"""The players' strategy in Gin."""

from rami.gin import (
    Discard,
    Done,
    DrawStock,
    Move,
    Pass,
    Phase,
    View,
)
from rami.gin.best_turns import discardable, draw_for_melds, knocker_spread, with_knock
from rami.gin.rules import CARDS
from rami.gin.showdown import layoffs
from rami.players.strategy import Strategy
from rami.rummy import best_melds
from rami.rummy.discarding import promise


def quick(view: View) -> Move:
    """Discard what goes with the fewest others, knock if that is possible, and lay off any card."""
    if view.phase is Phase.LAY_OFF:
        return next(layoffs(knocker_spread(view).melds, view.hand), Done())
    if view.phase is not Phase.PLAY:
        return draw_for_melds(view)
    melded = {card for meld in best_melds(view.hand, CARDS) for card in meld.cards}
    return with_knock(view, min(discardable(view), key=lambda card: (card in melded, *promise(view.hand, card, CARDS))))


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


STRATEGY = Strategy(quick=quick, absent=absent)
