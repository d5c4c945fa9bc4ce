"""What to collect in card Rami while the first melds must be so many groups and runs."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import combinations_with_replacement, product

from attrs import frozen

from rami.rummy.cards import JOKER, Card, full_pack
from rami.rummy.discarding import unseen_cards
from rami.rummy.melds import SHORTEST
from rami.rummy.moves import Discard
from rami.rummy.rules import Rules
from rami.rummy.state import View

_MOST_TRIED = 8
"""The number of groups, and of runs, from which a plan is made: those of which the hand has the most cards."""
_RARE = 0.5
"""The extra cost of a missing card if no copy of the cards that would do is unseen."""


@frozen
class _Goal:
    """A meld to collect: so many of these cards."""

    cards: tuple[Card, ...]
    size: int


def needs_plan(view: View) -> bool:
    """Return whether the player must still lay melds that a contract prescribes."""
    return bool(view.rules.opening_melds) and not view.has_melded[view.current_player]


def plan(view: View, hand: Iterable[Card]) -> tuple[float, Counter[Card]]:
    """Return how many cards a hand lacks for the first melds, and its cards that go into them, for the best choice."""
    held, unseen = Counter(hand), unseen_cards(view)
    by_kind = [
        combinations_with_replacement(
            sorted(goals, key=lambda goal: len(_lacking(goal, held)[0]), reverse=True)[:_MOST_TRIED], number
        )
        for goals, number in zip(_goals(view.rules), view.rules.opening_melds, strict=True)
    ]
    plans = (_collected((*groups, *runs), held, unseen) for groups, runs in product(*by_kind))
    return min(plans, key=lambda found: found[0])


def is_needed(view: View) -> bool:
    """Return whether the hand lacks fewer cards for the first melds with the top discard."""
    return plan(view, (*view.hand, view.discard_pile[-1]))[0] < plan(view, view.hand)[0]


def loose_discards(view: View, discards: list[Discard]) -> list[Discard]:
    """Return the discards that the first melds of a contract do not need; all where there is none."""
    if not needs_plan(view):
        return discards
    _, needed = plan(view, view.hand)
    held = Counter(view.hand)
    return [move for move in discards if move.card != JOKER and held[move.card] > needed[move.card]] or discards


def _collected(
    goals: Iterable[_Goal], held: Mapping[Card, int], unseen: Mapping[Card, int]
) -> tuple[float, Counter[Card]]:
    """Return how many cards are lacking for some melds, and the cards that go into them."""
    left, used, lacking = Counter(held), Counter[Card](), 0.0
    for goal in goals:
        found, others = _lacking(goal, left)
        left.subtract(found)
        used.update(found)
        rare = sum([not unseen[card] for card in others]) if len(goal.cards) == goal.size else 0
        lacking += goal.size - len(found) + _RARE * rare
    return lacking - held[JOKER], used


def _lacking(goal: _Goal, held: Mapping[Card, int]) -> tuple[list[Card], list[Card]]:
    """Return the cards of a hand that go into a meld, and those of its other cards that the hand does not have."""
    free, found, others = Counter(held), list[Card](), list[Card]()
    for card in goal.cards:
        if free[card] > 0 and len(found) < goal.size:
            free[card] -= 1
            found.append(card)
        else:
            others.append(card)
    return found, others


@cache
def _goals(rules: Rules) -> tuple[tuple[_Goal, ...], tuple[_Goal, ...]]:
    """Return the groups and the runs that may be collected, without jokers."""
    pack = full_pack()
    copies = rules.packs if rules.group_suits == "any" else 1
    ranks = {card.rank: [other for other in pack if other.rank == card.rank] * copies for card in pack}
    groups = [_Goal(tuple(cards), SHORTEST) for cards in ranks.values()]
    runs = {
        _Goal(tuple(sorted(card for card in pack if card.suit == suit and card.rank in some)), len(some))
        for suit in {card.suit for card in pack}
        for some in _sequences(rules)
    }
    return tuple(groups), tuple(sorted(runs, key=lambda goal: goal.cards))


def _sequences(rules: Rules) -> Iterator[frozenset[int]]:
    """Yield the ranks of each run of the shortest length."""
    low, high = 2 if rules.ace == "high" else 1, 13 if rules.ace == "low" else 14
    last = 13 if rules.ace == "wrap" else high - rules.shortest_run + 1
    for start in range(low, last + 1):
        yield frozenset((rank - 1) % 13 + 1 for rank in range(start, start + rules.shortest_run))
