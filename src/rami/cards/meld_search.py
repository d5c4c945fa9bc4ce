"""Search for the best melds of a hand.

The search decides the cards in a fixed order. Each decision keeps a card in the hand or chooses a meld that starts with
it. A layer holds the nodes after a decision, each with its best path. Results are exact, and the running time depends
on the number of distinct remaining hands, not on the number of combinations of melds.
"""

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from rami.budget import Budget, remembered
from rami.cards.legal_melds import (
    ACES,
    BIT,
    ONE_OF_EACH,
    MeldRules,
    card_values,
    meld_faults,
    melds_in,
    packed,
    value_of,
)
from rami.cards.melds import ACE_HIGH, LONGEST, SHORTEST, Group, Meld, Run
from rami.cards.pack import JOKER, Card

_BEAM = 48
"""Beam width of the first search. This search is not exact."""
_CARD = 64
"""The loss for each point of deadwood.

Each card adds 1 to the loss, so that ties are broken by the fewest cards.
"""

# A search node is one integer. Its lowest bits are the packed hand of the undecided cards.
# The next ten bits are the number of groups and the number of runs that may still be laid.
# Each count has a guard bit, which a subtraction clears if the result would be negative.
GROUPS, RUNS = 12 * (LONGEST + 1), 12 * (LONGEST + 1) + 5
PURE, KEPT = RUNS + 5, RUNS + 6
COUNTED = 15 << GROUPS | 15 << RUNS
_CARDS = (1 << GROUPS) - 1
_GUARDS = ONE_OF_EACH << 2 | 16 | 16 << GROUPS | 16 << RUNS
NOTHING, APART, ONE, MORE = range(4)
"""Codes for the cards that the search has kept in the hand.

The codes mean no card, only the card `apart` of `decisions_of`, only one other card, or several cards.
"""

MOST_STEPS: Final = 20_000_000
"""Maximum number of search steps in a call.

A step takes 0.1 to 0.3 microseconds. No turn in play has needed half of this maximum.
"""


def new_budget() -> Budget:
    """Return a new step budget for a call.

    Trying one meld at one node takes one step, and examining a turn takes 200 steps.
    """
    return Budget(MOST_STEPS)


class Candidate(NamedTuple):
    """A meld that the search may choose.

    Attributes:
        meld: The meld.
        need: The number to subtract from a node: the packed cards and, if melds are limited, the meld itself.
        loss: The difference between the highest value of its cards and its value.
        mark: The `PURE` flag if it is a run without jokers; else 0.
    """

    meld: Meld
    need: int
    loss: int = 0
    mark: int = 0


class Path(NamedTuple):
    """Linked list of chosen melds, with the last meld first."""

    meld: Meld
    before: "Path | None"


Layer = dict[int, tuple[int, Path | None]]
"""The nodes after a decision. Each node has its smallest loss and the path with this loss."""


class Decision(NamedTuple):
    """The options of the search for one card.

    The search keeps the card in the hand, or lays a meld that starts with the card.

    Attributes:
        bit: The packed hand of the card.
        loss: The loss if the card is kept.
        kept: The code of the kept cards if only this card is kept: `APART` or `ONE`.
        candidates: The melds that start with the card.
    """

    bit: int
    loss: int
    kept: int
    candidates: Sequence[Candidate]


def undecided(hand: Iterable[Card]) -> int:
    """Return the node at which the search of a hand starts."""
    return packed(hand) | _GUARDS


def cards_left(node: int) -> int:
    """Return the undecided cards of a node as a packed hand."""
    return node - _GUARDS & _CARDS


def useful_melds(rules: MeldRules, hand: tuple[Card, ...]) -> Iterator[Meld]:
    """Yield the melds that cannot be split into two melds.

    These melds are enough if the number of melds in a turn is not limited.
    """
    jokers = hand.count(JOKER)
    can_cut = rules.joker_place == "apart" or jokers < rules.shortest_run
    for meld in melds_in(rules, hand, 2 * rules.shortest_run - 1 if can_cut else ACE_HIGH):
        if isinstance(meld, Run) or len(meld.cards) < 2 * SHORTEST or jokers >= SHORTEST:
            yield meld


def decisions_of(
    rules: MeldRules,
    hand: Iterable[Card],
    candidates: Iterable[Candidate],
    losses: Sequence[int],
    *,
    apart: Card | None = None,
) -> list[Decision]:
    """Return the decisions of a search in order.

    Jokers and cards that are in no candidate need no decision.

    Args:
        rules: The rules.
        hand: The cards.
        candidates: The melds that may be laid.
        losses: The loss of each card if the card is kept, indexed by card.
        apart: The distinguished card, which counts as `APART` if it is the only card kept.
    """
    # High cards cost more, so decide them first.
    high_aces = 0 if rules.ace == "low" else ACES
    in_melds = 0
    by_first: dict[int, dict[int, Candidate]] = {}
    for candidate in candidates:
        need = candidate.need
        in_melds |= need
        cheapest = by_first.setdefault(_first_card(need, high_aces), {})
        if need not in cheapest or candidate.loss < cheapest[need].loss:
            cheapest[need] = candidate
    # Two bits hold a count, so the mask of a count is 3 * BIT.
    cards = [card for card in hand if card != JOKER and (3 * BIT[card]) & in_melds]
    cards.sort(key=lambda card: (BIT[card] & high_aces, BIT[card]), reverse=True)
    return [
        Decision(
            BIT[card],
            losses[card],
            APART if card == apart else ONE,
            tuple(by_first.get(BIT[card], {}).values()),
        )
        for card in cards
    ]


def _first_card(need: int, high_aces: int) -> int:
    held = (need | need >> 1) & ONE_OF_EACH
    return 1 << ((held & high_aces) or held).bit_length() - 1


def search(
    layer: Layer, decisions: Iterable[Decision], most_lost: int, steps: Budget, *, beam: int | None = None
) -> Iterator[Layer]:
    """Yield the first layer of a search, and then the layer after each decision.

    Args:
        layer: The first layer.
        decisions: The decisions in order.
        most_lost: The maximum loss of a node.
        steps: The step budget.
        beam: The number of nodes to keep before each decision; None for all.
    """
    yield layer
    for decision in decisions:
        if beam is not None and len(layer) > beam:
            layer = dict(sorted(layer.items(), key=lambda item: (item[1][0], item[0]))[:beam])
        steps.spend(len(layer) * (1 + len(decision.candidates)))
        layer = _expand(layer, decision, most_lost)
        yield layer


def last_layer(layers: Iterable[Layer]) -> Layer:
    """Return the layer after the last decision."""
    [last] = deque(layers, maxlen=1)
    return last


def _expand(layer: Layer, decision: Decision, most_lost: int) -> Layer:
    bit, loss_of_card, kept_alone, candidates = decision
    copies = 3 * bit
    after: Layer = {}
    for node, known in layer.items():
        loss, path = known
        if not node & copies:
            if node not in after or loss < after[node][0]:
                after[node] = known
            continue
        loss_if_kept = loss + loss_of_card
        if loss_if_kept <= most_lost:
            kept_before = node >> KEPT
            kept = kept_alone if kept_before == NOTHING else MORE
            rest = node - bit + ((kept - kept_before) << KEPT)
            if rest not in after or loss_if_kept < after[rest][0]:
                after[rest] = (loss_if_kept, path)
        lay_one(after, node, known, candidates, most_lost)
    return after


def lay_one(
    after: Layer, node: int, known: tuple[int, Path | None], candidates: Iterable[Candidate], most_lost: int
) -> None:
    """Lay each candidate meld at a node, and add the resulting nodes to a layer.

    Melds that the node does not allow are skipped.
    """
    loss, path = known
    for candidate in candidates:
        left = node - candidate.need
        lost = loss + candidate.loss
        if left & _GUARDS == _GUARDS and lost <= most_lost:
            left |= candidate.mark
            if left not in after or lost < after[left][0]:
                after[left] = (lost, Path(candidate.meld, path))


def chosen_melds(path: Path | None) -> list[Meld]:
    """Return the melds of a path, with the last meld first."""
    melds: list[Meld] = []
    while path is not None:
        melds.append(path.meld)
        path = path.before
    return melds


# ---------------------------------------------------------------------------------------------------------- best melds


def deadwood_of(hand: tuple[Card, ...], rules: MeldRules, steps: Budget) -> int:
    """Return the deadwood of a sorted hand."""
    melded = [card for meld in best_of(hand, rules, steps) for card in meld.cards]
    return value_of(hand, rules) - value_of(melded, rules)


@remembered(maxsize=2**12)
def best_of(hand: tuple[Card, ...], rules: MeldRules, steps: Budget) -> tuple[Meld, ...]:
    """Return the melds of a hand that leave the least deadwood.

    Ties are broken by the fewest cards left.

    A beam search gives an upper bound. If it dropped nodes, an exact search looks for a smaller loss.
    """
    losses = _losses_of_kept_cards(rules)
    candidates = [Candidate(meld, packed(meld.cards)) for meld in useful_melds(rules, hand)]
    if not candidates:
        return ()
    decisions = decisions_of(rules, hand, candidates, losses)
    start: Layer = {undecided(hand) | MORE << KEPT: (0, None)}
    no_limit = sum([losses[card] for card in hand])
    layers = list(search(start, decisions, no_limit, steps, beam=_BEAM))
    loss, path = _least_loss(layers[-1], losses[JOKER])
    was_cut = max(map(len, layers[:-1])) > _BEAM
    # `search` ignores jokers that are left over, so the exact result may be worse than the first result.
    if loss and was_cut and (exact := last_layer(search(start, decisions, loss - 1, steps))):
        exact_loss, exact_path = _least_loss(exact, losses[JOKER])
        path = exact_path if exact_loss <= loss else path
    return _merge_runs(rules, chosen_melds(path))


@lru_cache(maxsize=256)
def _losses_of_kept_cards(rules: MeldRules) -> tuple[int, ...]:
    return tuple(value * _CARD + 1 for value in card_values(rules))


def _least_loss(layer: Layer, joker_loss: int) -> tuple[int, Path | None]:
    totals = [(loss + (node & 15) * joker_loss, path) for node, (loss, path) in layer.items()]
    return min(totals, key=lambda total: total[0])


def _merge_runs(rules: MeldRules, melds: Iterable[Meld]) -> tuple[Meld, ...]:
    groups = sorted([meld for meld in melds if isinstance(meld, Group)], key=lambda group: group.cards)
    runs: list[Run] = []
    for run in sorted([meld for meld in melds if isinstance(meld, Run)], key=lambda run: (run.kinds, run.cards)):
        for index, earlier in enumerate(runs):
            if merged := _merged(rules, earlier, run):
                runs[index] = merged
                break
        else:
            runs.append(run)
    return (*runs, *groups)


def _merged(rules: MeldRules, run: Run, following: Run) -> Run | None:
    cards = (*run.cards, *following.cards)
    if run.suit != following.suit or run.end + 1 != following.start or len(cards) > LONGEST:
        return None
    merged = Run(cards)
    return None if any(meld_faults(rules, merged)) else merged
