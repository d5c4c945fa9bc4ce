"""Rules of thumb for discards: what a card promises the hand, and what it may give the others."""

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from itertools import combinations

from rami.pieces import by_number
from rami.rummy.best import best_melds
from rami.rummy.card_points import card_values
from rami.rummy.cards import JOKER, KINDS, Card, full_pack
from rami.rummy.layoffs import table_moves
from rami.rummy.moves import Discard
from rami.rummy.rules import Rules
from rami.rummy.state import View

_POINT_WEIGHT = 1.5
"""The weight of a card point against one chance of a meld, divided by the cards of the player nearest to going out."""
_LAYOFF_COST = 5
"""The cost of a discard that another player could lay off, in chances of a meld."""
_WANTED_COST = 2
"""The cost of a discard for each pair that the next player is likely to hold and that makes a meld with it."""
_JOKER_PROMISE = 3
"""The promise of a joker with any card; that of a pair, or of two neighbours, is 2."""
_PACK = full_pack()


def makes_a_meld(view: View) -> bool:
    """Return whether the top discard makes a meld with the hand, so that it is worth buying."""
    top = view.discard_pile[-1]
    melded = [card for meld in best_melds((*view.hand, top), view.rules) for card in meld.cards]
    return melded.count(top) > view.hand.count(top)


def best_discard(view: View, discards: Iterable[Discard]) -> Discard | None:
    """Return the discard that costs the hand the least and helps the others the least.

    The cost of a card is the number of unseen cards that would make a meld with it, less its points, which weigh more
    the sooner another player may go out; and more if others could lay it off or are likely to want it.

    Returns:
        The discard; None if each is a joker or breaks a meld.
    """
    unseen, values = unseen_cards(view), card_values(view.rules)
    point_weight = _POINT_WEIGHT / fewest_cards(view)
    others = [seat for seat in range(view.players) if seat != view.player]
    can_lay_off = not view.rules.layoff_needs_own_meld or any(view.has_melded[seat] for seat in others)
    fed = frozenset(table_moves(view.rules, view.table).layoffs) if can_lay_off else frozenset[Card]()
    share = view.hand_sizes[(view.current_player + 1) % view.players] / max(1, unseen.total())

    def cost(card: Card) -> tuple[float, int]:
        wanted = sum([unseen[one] * unseen[other] for one, other in pairs(card)]) * share**2
        kept = meld_chances(view.hand, card, unseen) - point_weight * values[card]
        return kept + _LAYOFF_COST * (card in fed) + _WANTED_COST * wanted, -values[card]

    return min(spare_discards(view, discards), key=lambda move: cost(move.card), default=None)


def spare_discards(view: View, discards: Iterable[Discard]) -> list[Discard]:
    """Return the discards that break no meld and are no jokers."""
    melded = {card for meld in best_melds(view.hand, view.rules) for card in meld.cards}
    return [move for move in discards if move.card not in melded and move.card != JOKER]


def unseen_cards(view: View) -> Counter[Card]:
    """Return the cards of the pack that a view does not show."""
    return Counter(view.rules.pieces) - Counter((*view.hand, *view.table.cards, *view.discard_pile))


def fewest_cards(view: View) -> int:
    """Return the number of cards of the opponent nearest to going out."""
    seat = view.current_player
    return max(1, min([*view.hand_sizes[:seat], *view.hand_sizes[seat + 1 :]]))


def meld_chances(hand: Iterable[Card], card: Card, unseen: Mapping[Card, int]) -> int:
    """Count the unseen cards that would make a meld with a card and one other of the hand."""
    return sum([unseen.get(third, 0) for third in {third for other in hand for third in thirds(card, other)}])


@cache
def thirds(card: Card, other: Card) -> tuple[Card, ...]:
    """Return the cards that make a meld of three with two natural ones; an ace is low here."""
    if card == other or JOKER in (card, other):
        return ()
    if card.rank == other.rank:
        return tuple(third for third in _PACK if third.rank == card.rank and third not in (card, other))
    low, high = sorted((card.rank, other.rank))
    ranks = {1: (low - 1, high + 1), 2: (low + 1,)}.get(high - low, ())
    return tuple(third for third in _PACK if third.suit == card.suit == other.suit and third.rank in ranks)


@cache
def pairs(card: Card) -> tuple[tuple[Card, Card], ...]:
    """Return the pairs of natural cards that make a meld of three with a card."""
    return tuple((one, other) for one, other in combinations(_PACK, 2) if other in thirds(card, one))


def promise(hand: tuple[Card, ...], card: Card, rules: Rules) -> tuple[int, int]:
    """Return how much the other cards of a hand promise a meld with one of them, and the negative of its points."""
    row = _closeness(card)
    return sum([row[other] for other in hand]) - row[card], -card_values(rules)[card]


@cache
def _closeness(card: Card) -> tuple[int, ...]:
    """Return the promise of a card with each other card, by the number of that card."""
    return by_number(KINDS, lambda other: _close(card, other), 0)


def _close(card: Card, other: Card) -> int:
    if JOKER in (card, other):
        return _JOKER_PROMISE
    if card.rank == other.rank:
        return 2 if card != other else 0
    return max(0, 3 - abs(card.rank - other.rank)) if card.suit == other.suit else 0
