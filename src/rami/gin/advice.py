"""Bots for Gin.

They are `best_turn` and the two simpler bots `quick` and `absent`.
"""

from collections.abc import Iterator, Mapping, Set
from itertools import combinations

from attrs import evolve

from rami.cards import Card
from rami.cards.advice import pairs, promise, thirds
from rami.cards.legal_melds import card_values, value_of
from rami.gin.moves import Discard, Done, DrawStock, Knock, Move, Pass, TakeDiscard
from rami.gin.position import Phase, View, knocker_spread
from rami.gin.rules import CARDS, HAND, PACK, barred_card
from rami.gin.scoring import best_melds, deadwood, layoffs, layoffs_to_make, limit_of
from rami.pieces import without
from rami.positions import check_to_move
from rami.shapes import typed

_CHANCE_WEIGHT = 0.09
"""Weight of a pair of cards in the cost of a hand.

It is multiplied by the points of the pair and by the number of unseen cards that complete the pair to a meld.
"""
_GIFT_COST = 2.5
"""Cost of a discard that helps the opponent.

The cost is in points of deadwood, for each pair of the opponent that the card completes to a meld.
"""
_DRAW_WORTH = 2.5
"""Minimum gain, in points of deadwood, for which the bot takes the discard."""
_EARLY = 12
"""From this turn on, the bot knocks only with gin.

Late knocks with deadwood are often undercut.
"""


@typed
def best_turn(view: View) -> tuple[Move, ...]:
    """Return the moves that a good player would make in the rest of the turn.

    Lay-offs are optimal: they leave the least deadwood. All other choices are heuristic. The player takes the discard
    if it allows a knock or improves the hand more than an unseen card would. Early in the deal, the player knocks as
    soon as possible. Later, the player knocks only with gin. Discards keep deadwood low, keep pairs that can still
    become melds, and avoid cards that the opponent probably needs.

    Args:
        view: The view of the player to move.

    Returns:
        The moves up to the end of the turn, or up to a draw from the stock. () if the deal is over or the opponent is
        to move.

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
    """Yield the moves of `best_turn` one at a time."""
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
    return limit_of(view) if view.turn < _EARLY else 0


def _draw(view: View) -> Move:
    if view.phase is not Phase.STOCK:
        after = _with_top(view)
        least = min(_deadwood_without(after, card) for card in _discardable(after))
        if least <= _most_to_knock(view) or min(_costs(after).values()) < _cost(view.hand, _unseen(view)) - _DRAW_WORTH:
            return TakeDiscard()
    return Pass() if view.phase is Phase.OFFER else DrawStock()


def _with_top(view: View) -> View:
    top = view.discard_pile[-1]
    return evolve(view, phase=Phase.PLAY, hand=(*view.hand, top), taken=top)


def _discard_or_knock(view: View) -> Move:
    least = min(_discardable(view), key=lambda card: (_deadwood_without(view, card), *promise(view.hand, card, CARDS)))
    knock = _with_knock(view, least)
    if knock == Knock() or (isinstance(knock, Knock) and _deadwood_without(view, least) <= _most_to_knock(view)):
        return knock
    return Discard(_cheapest(_costs(view)))


def discard_reason(view: View, card: Card) -> tuple[str, Card] | None:
    """Return the rule that decides a discard of `best_turn`.

    The second value is the card that would be discarded without this rule. The result is None if `best_turn` discards
    another card, or if no single rule decides.

    The rule `"wait"` delays a knock, and the second value is then `card`. Other rules keep a card: `"wanted"` if the
    opponent may want it, `"pair"` if it can become part of a meld, and `"meld"` if it belongs to a meld.
    """
    if _discard_or_knock(view) != Discard(card):
        return None
    if min(_deadwood_without(view, each) for each in _discardable(view)) <= limit_of(view):
        return "wait", card
    wanted, pair = _cheapest(_costs(view, gift_cost=0)), _cheapest(_costs(view, chance_weight=0))
    if wanted != card:
        return "wanted", wanted
    if pair != card:
        return "pair", pair
    values, melded = card_values(CARDS), {each for meld in best_melds(view.hand) for each in meld.cards}
    highest = max(_discardable(view), key=values.__getitem__)
    return ("meld", highest) if highest in melded and values[highest] > values[card] else None


def _cheapest(costs: Mapping[Card, float]) -> Card:
    values = card_values(CARDS)
    return min(costs, key=lambda card: (costs[card], -values[card]))


def _costs(view: View, *, chance_weight: float = _CHANCE_WEIGHT, gift_cost: float = _GIFT_COST) -> dict[Card, float]:
    held, unseen = _opponent_cards(view), _unseen(view)
    odds = (HAND - len(held)) / max(1, len(unseen))
    likely = dict.fromkeys(unseen, odds) | dict.fromkeys(held, 1.0)

    def gift(card: Card) -> float:
        return sum(likely.get(one, 0) * likely.get(other, 0) for one, other in pairs(card))

    return {
        card: _cost(without(view.hand, (card,)), unseen, chance_weight) + gift_cost * gift(card)
        for card in _discardable(view)
    }


def _cost(hand: tuple[Card, ...], unseen: Set[Card], chance_weight: float = _CHANCE_WEIGHT) -> float:
    values = card_values(CARDS)
    melded = {card for meld in best_melds(hand) for card in meld.cards}
    left = [card for card in hand if card not in melded]
    saved = [
        (values[one] + values[other]) * sum(third in unseen for third in thirds(one, other))
        for one, other in combinations(left, 2)
    ]
    return value_of(left, CARDS) - chance_weight * sum(saved)


def _opponent_cards(view: View) -> tuple[Card, ...]:
    return view.known[1 - view.current_player]


def _unseen(view: View) -> frozenset[Card]:
    return frozenset(PACK).difference(view.hand, view.discard_pile, _opponent_cards(view))


def _with_knock(view: View, card: Card) -> Discard | Knock:
    if view.rules.big_gin_bonus is not None and not deadwood(view.hand):
        return Knock()
    return Knock(card) if _deadwood_without(view, card) <= limit_of(view) else Discard(card)


def _discardable(view: View) -> list[Card]:
    barred = barred_card(view.rules, view.taken)
    return [card for card in view.hand if card != barred]


def _deadwood_without(view: View, card: Card) -> int:
    return deadwood(without(view.hand, (card,)))


# ---------------------------------------------------------------------------------------------------- simpler players


def quick(view: View) -> Move:
    """Return the move of a simple player.

    The player discards the least useful card, and knocks and lays off as soon as possible.
    """
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
    """Return the move of an absent player.

    The player draws from the stock and discards the last card of the hand. The player never knocks or lays off.
    """
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
    if view.phase is not Phase.STOCK:
        top = view.discard_pile[-1]
        if deadwood((*view.hand, top)) < deadwood(view.hand):
            return TakeDiscard()
    return Pass() if view.phase is Phase.OFFER else DrawStock()
