"""The best turn: what to draw, when to knock, what to discard and to lay off."""

from collections.abc import Iterator

from attrs import evolve

from rami.gin.knocking import limit_of
from rami.gin.moves import Discard, Done, DrawStock, Knock, LayOff, Move, Pass, TakeDiscard
from rami.gin.rules import CARDS
from rami.gin.showdown import best_layoffs, lay_off, layoffs
from rami.gin.state import Phase, Spread, View
from rami.pieces import without
from rami.rummy import Card, deadwood
from rami.rummy.discarding import promise
from rami.shapes import instance

_PROMISE_WEIGHT = 0.3
"""The weight of a point of `promise` against a point of deadwood."""
_EARLY = 12
"""Before this turn a player knocks as soon as possible: the opponent still has much deadwood."""
_LATE = 15
"""From this turn on only gin is worth a knock: others would often be undercut."""
_LITTLE = 4
"""The most deadwood to knock with in between."""


def best_turn(view: View) -> tuple[Move, ...]:
    """Return the turn that a good player would make.

    What is laid off is exact: it leaves the least deadwood. The rest follows rules of thumb: take the discard where it
    allows a knock or makes a meld that leaves less deadwood; knock at once early in the deal, later with little
    deadwood, in the end with gin alone; discard what leaves the least deadwood and promises the fewest melds.

    Args:
        view: The view of the player who moves.

    Returns:
        The moves to the end of the turn, or to a card that is drawn unseen; in the offer of the first upcard and while
        laying off, the answer to it. () if the deal is over or it is the opponent's turn.

    Raises:
        WrongType: If `view` is no `View`.

    Examples:
        >>> from rami.gin import set_up
        >>> view = set_up("AS 2S 3S 5H 5D 5C 9H 10H JH KD 7C", discard="7D")
        >>> [str(move) for move in best_turn(view)]
        ['knock KD']
    """
    return tuple(turn_moves(view))


def turn_moves(view: View) -> Iterator[Move]:
    """Yield the moves of the best turn one by one, each found when it is asked for."""
    instance("view", view, View)
    if view.is_over or view.player != view.current_player:
        return
    if view.phase is Phase.LAY_OFF:
        yield from _best_layoffs(view)
    elif view.phase is Phase.PLAY:
        yield _discard_or_knock(view)
    else:
        draw = _draw(view)
        yield draw
        if isinstance(draw, TakeDiscard):
            top = view.discard_pile[-1]
            yield _discard_or_knock(evolve(view, phase=Phase.PLAY, hand=(*view.hand, top), taken=top))


def _most_to_knock(view: View) -> int:
    """Return the most deadwood with which a knock is worth it."""
    limit = limit_of(view)
    return limit if view.turn < _EARLY else min(limit, _LITTLE if view.turn < _LATE else 0)


def _draw(view: View) -> Move:
    if view.phase is not Phase.STOCK and _least_with_top(view) <= _most_to_knock(view):
        return TakeDiscard()
    return draw_for_melds(view)


def draw_for_melds(view: View) -> Move:
    """Take the top discard if it makes a meld that leaves less deadwood; else draw, or pass."""
    if view.phase is not Phase.STOCK:
        top = view.discard_pile[-1]
        if deadwood((*view.hand, top), CARDS) < deadwood(view.hand, CARDS):
            return TakeDiscard()
    return Pass() if view.phase is Phase.OFFER else DrawStock()


def _least_with_top(view: View) -> int:
    """Return the least deadwood after taking the top discard and discarding another card."""
    top = view.discard_pile[-1]
    return min(deadwood((*without(view.hand, (card,)), top), CARDS) for card in view.hand)


def _discard_or_knock(view: View) -> Move:
    """Knock if that is worth it; else discard, keeping cards together."""
    promises = {card: promise(view.hand, card, CARDS) for card in discardable(view)}
    left = {card: deadwood_without(view, card) for card in promises}
    least = min(promises, key=lambda card: (left[card], *promises[card]))
    knock = with_knock(view, least)
    if knock == Knock() or (isinstance(knock, Knock) and left[least] <= _most_to_knock(view)):
        return knock
    return Discard(min(promises, key=lambda card: (left[card] + _PROMISE_WEIGHT * promises[card][0], *promises[card])))


def with_knock(view: View, card: Card) -> Discard | Knock:
    """Return the discard of a card, with a knock where that is possible; big gin comes first."""
    if view.rules.big_gin_bonus is not None and not deadwood(view.hand, CARDS):
        return Knock()
    return Knock(card) if deadwood_without(view, card) <= limit_of(view) else Discard(card)


def discardable(view: View) -> list[Card]:
    """Return the cards of the hand that may be discarded."""
    return [card for card in view.hand if card != view.taken]


def deadwood_without(view: View, card: Card) -> int:
    """Return the deadwood of the hand without a card."""
    return deadwood(without(view.hand, (card,)), CARDS)


def knocker_spread(view: View) -> Spread:
    """Return the melds of the knocker, on which cards are laid off."""
    return view.spreads[1 - view.current_player] or Spread()


def _best_layoffs(view: View) -> Iterator[Move]:
    """Yield the lay-offs that leave the least deadwood, each as long as it saves points, and the end of them."""
    laid, hand = knocker_spread(view), view.hand
    while move := _best_layoff(laid, hand):
        yield move
        laid, hand = lay_off(laid, move), without(hand, (move.card,))
    yield Done()


def _best_layoff(laid: Spread, hand: tuple[Card, ...]) -> LayOff | None:
    """Return the lay-off after which the least deadwood can be left; None if that is no less than now."""
    least, best = deadwood(hand, CARDS), None
    for move in layoffs(laid.melds, hand):
        melds, rest = lay_off(laid, move).melds, without(hand, (move.card,))
        left = deadwood(without(rest, best_layoffs(melds, rest)), CARDS)
        if left < least:
            least, best = left, move
    return best
