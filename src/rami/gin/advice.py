"""The best turn: what to draw, when to knock, what to discard and to lay off; and two simpler players."""

from collections.abc import Iterator, Set
from itertools import combinations

from attrs import evolve

from rami.cards import Card
from rami.cards.advice import pairs, promise, thirds
from rami.cards.legal_melds import card_values, value_of
from rami.gin.moves import Discard, Done, DrawStock, Knock, Move, Pass, TakeDiscard
from rami.gin.position import Phase, View, knocker_spread
from rami.gin.rules import CARDS, HAND, PACK
from rami.gin.scoring import best_melds, deadwood, layoffs, layoffs_to_make, limit_of
from rami.pieces import without
from rami.positions import check_to_move
from rami.shapes import typed

_CHANCE_WEIGHT = 0.09
"""The weight of a card point of a pair, for each unseen card that makes a meld with it, against a point of deadwood."""
_GIFT_COST = 2.5
"""The cost of a discard for each pair that the opponent is likely to hold and that makes a meld with it."""
_DRAW_WORTH = 2.5
"""How much the discard must improve the hand to be better than a card of the stock."""
_EARLY = 12
"""Before this turn a player knocks as soon as possible; later on others would often be undercut, so only with gin."""


@typed
def best_turn(view: View) -> tuple[Move, ...]:
    """Return the turn that a good player would make.

    What is laid off is exact: it leaves the least deadwood. The rest follows rules of thumb: take the discard where it
    allows a knock or improves the hand more than a card of the stock would; knock at once early in the deal, later
    with gin alone; keep little deadwood and pairs that unseen cards can make melds of, and discard nothing that the
    opponent is likely to want.

    Args:
        view: The view of the player who moves.

    Returns:
        The moves to the end of the turn, or to a card that is drawn unseen; in the offer of the first upcard and while
        laying off, the answer to it. () if the deal is over or it is the opponent's turn.

    Raises:
        WrongType: If `view` is not a `View`.

    Examples:
        >>> from rami.gin import set_up
        >>> view = set_up("AS 2S 3S 5H 5D 5C 9H 10H JH KD 7C", discard="7D")
        >>> [str(move) for move in best_turn(view)]
        ['knock KD']
    """
    return tuple(turn_moves(view))


def turn_moves(view: View) -> Iterator[Move]:
    """Yield the moves of the best turn one by one, each found when it is asked for."""
    if view.is_over or view.player != view.current_player:
        return
    if view.phase is Phase.LAY_OFF:
        yield from layoffs_to_make(knocker_spread(view).melds, view.hand)
        yield Done()
    elif view.phase is Phase.PLAY:
        yield _discard_or_knock(view)
    else:
        draw = _draw(view)
        yield draw
        if isinstance(draw, TakeDiscard):
            yield _discard_or_knock(_with_top(view))


def _most_to_knock(view: View) -> int:
    """Return the most deadwood with which a knock is worth it."""
    return limit_of(view) if view.turn < _EARLY else 0


def _draw(view: View) -> Move:
    if view.phase is not Phase.STOCK:
        after = _with_top(view)
        least = min(_deadwood_without(after, card) for card in _discardable(after))
        if least <= _most_to_knock(view) or min(_costs(after).values()) < _cost(view.hand, _unseen(view)) - _DRAW_WORTH:
            return TakeDiscard()
    return Pass() if view.phase is Phase.OFFER else DrawStock()


def _with_top(view: View) -> View:
    """Return the view after the top discard is taken."""
    top = view.discard_pile[-1]
    return evolve(view, phase=Phase.PLAY, hand=(*view.hand, top), taken=top)


def _discard_or_knock(view: View) -> Move:
    """Knock if that is worth it; else discard, keeping cards together."""
    least = min(_discardable(view), key=lambda card: (_deadwood_without(view, card), *promise(view.hand, card, CARDS)))
    knock = _with_knock(view, least)
    if knock == Knock() or (isinstance(knock, Knock) and _deadwood_without(view, least) <= _most_to_knock(view)):
        return knock
    costs, values = _costs(view), card_values(CARDS)
    return Discard(min(costs, key=lambda card: (costs[card], -values[card])))


def _costs(view: View) -> dict[Card, float]:
    """Return what each discard costs: by the hand that it leaves, and by what it may give the opponent."""
    held, unseen = _opponent_cards(view), _unseen(view)
    odds = (HAND - len(held)) / max(1, len(unseen))
    likely = dict.fromkeys(unseen, odds) | dict.fromkeys(held, 1.0)

    def gift(card: Card) -> float:
        return sum(likely.get(one, 0) * likely.get(other, 0) for one, other in pairs(card))

    return {card: _cost(without(view.hand, (card,)), unseen) + _GIFT_COST * gift(card) for card in _discardable(view)}


def _cost(hand: tuple[Card, ...], unseen: Set[Card]) -> float:
    """Return the deadwood of a hand, less what its pairs may save with unseen cards."""
    values = card_values(CARDS)
    melded = {card for meld in best_melds(hand) for card in meld.cards}
    left = [card for card in hand if card not in melded]
    saved = [
        (values[one] + values[other]) * sum(third in unseen for third in thirds(one, other))
        for one, other in combinations(left, 2)
    ]
    return value_of(left, CARDS) - _CHANCE_WEIGHT * sum(saved)


def _opponent_cards(view: View) -> tuple[Card, ...]:
    """Return the cards that the opponent has taken from the discard pile and still holds."""
    return view.known[1 - view.current_player]


def _unseen(view: View) -> frozenset[Card]:
    """Return the cards of which a player does not know where they are."""
    return frozenset(PACK).difference(view.hand, view.discard_pile, _opponent_cards(view))


def _with_knock(view: View, card: Card) -> Discard | Knock:
    """Return the discard of a card, with a knock where that is possible; big gin comes first."""
    if view.rules.big_gin_bonus is not None and not deadwood(view.hand):
        return Knock()
    return Knock(card) if _deadwood_without(view, card) <= limit_of(view) else Discard(card)


def _discardable(view: View) -> list[Card]:
    """Return the cards of the hand that may be discarded."""
    return [card for card in view.hand if card != view.taken]


def _deadwood_without(view: View, card: Card) -> int:
    """Return the deadwood of the hand without a card."""
    return deadwood(without(view.hand, (card,)))


# ---------------------------------------------------------------------------------------------------- simpler players


def quick(view: View) -> Move:
    """Discard the card that goes with the fewest others, knock if that is possible, and lay off any card."""
    check_to_move(view, View)
    if view.phase is Phase.LAY_OFF:
        return next(layoffs(knocker_spread(view).melds, view.hand), Done())
    if view.phase is not Phase.PLAY:
        return _draw_for_melds(view)
    melded = {card for meld in best_melds(view.hand) for card in meld.cards}
    return _with_knock(
        view, min(_discardable(view), key=lambda card: (card in melded, *promise(view.hand, card, CARDS)))
    )


def absent(view: View) -> Move:
    """Refuse the upcard, draw from the stock, discard the last card; never knock or lay off."""
    check_to_move(view, View)
    match view.phase:
        case Phase.OFFER:
            return Pass()
        case Phase.LAY_OFF:
            return Done()
        case Phase.PLAY:
            return Discard(_discardable(view)[-1])
        case _:
            return DrawStock()


def _draw_for_melds(view: View) -> Move:
    """Take the top discard if it makes a meld that leaves less deadwood; else draw, or pass."""
    if view.phase is not Phase.STOCK:
        top = view.discard_pile[-1]
        if deadwood((*view.hand, top)) < deadwood(view.hand):
            return TakeDiscard()
    return Pass() if view.phase is Phase.OFFER else DrawStock()
