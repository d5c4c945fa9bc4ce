"""The search for melds of a hand that have no card in common, and the melds that leave the least.

A layered search decides one card after another: it stays in the hand, or is laid in a meld in which it comes first. Of
the paths to the same rest of the hand only the best is kept: answers are exact, and take time by the number of
different rests, not of choices of melds.
"""

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

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
from rami.errors import TooLarge
from rami.messages import SHARED

_BEAM = 48
"""How many nodes the first, inexact search for the best melds keeps in each layer."""
_CARD = 64
"""The weight of a point against a card: of equal deadwood, fewer cards are better."""

# A node of the search is one number: a packed hand with the undecided cards. Its guards are always set: taking away
# more than there is clears one. After the cards come the melds that may follow, in five bits each; whether a run
# without jokers is laid; and which decided cards were kept.
GROUPS, RUNS = 12 * (LONGEST + 1), 12 * (LONGEST + 1) + 5
PURE, KEPT = RUNS + 5, RUNS + 6
COUNTED = 15 << GROUPS | 15 << RUNS
_CARDS = (1 << GROUPS) - 1
_GUARDS = ONE_OF_EACH << 2 | 16 | 16 << GROUPS | 16 << RUNS
NOTHING, APART, ONE, MORE = range(4)
"""The cards kept: none, only the card that is told apart, one other card, or two cards or more."""

MOST_STEPS: Final = 20_000_000
"""The steps of a call, of a tenth to a third of a microsecond each; no turn of play has taken half of them."""


class Steps:
    """The steps left to a call, which measure processor time. Answers are remembered whatever is left: all are equal.

    A step is a meld that is tried on a node of a search. A turn that is looked at is two hundred.
    """

    __slots__ = ("left",)

    def __init__(self) -> None:
        self.left: int = MOST_STEPS

    def spend(self, steps: int) -> None:
        """Take steps, or raise TooLarge if none are left."""
        self.left -= steps
        if self.left < 0:
            raise TooLarge(SHARED.phrase("limits.steps", most=MOST_STEPS))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Steps)

    def __hash__(self) -> int:
        return 0


class Candidate(NamedTuple):
    """A meld that could be laid.

    Attributes:
        meld: The meld.
        need: Its cards, and the meld itself where they are counted, as in a node.
        loss: The points that it has less than its cards could have.
        mark: The flag of a node in which a run without jokers is laid, if it is one.
    """

    meld: Meld
    need: int
    loss: int = 0
    mark: int = 0


class Path(NamedTuple):
    """The melds chosen on the way to a node, the last one first."""

    meld: Meld
    before: "Path | None"


Layer = dict[int, tuple[int, Path | None]]
"""The nodes reached, each with its least loss and the path."""


class Decision(NamedTuple):
    """A card to decide: in a meld in which it comes first, or kept.

    Attributes:
        bit: Its bit.
        loss: The loss if it is kept.
        kept: The cards kept if no other is: `APART` or `ONE`.
        candidates: The melds in which it comes first.
    """

    bit: int
    loss: int
    kept: int
    candidates: Sequence[Candidate]


def undecided(hand: Iterable[Card]) -> int:
    """Return a hand as a node in which nothing is decided."""
    return packed(hand) | _GUARDS


def cards_left(node: int) -> int:
    """Return the cards of a node that are not decided, packed without guards."""
    return node - _GUARDS & _CARDS


def useful_melds(rules: MeldRules, hand: tuple[Card, ...]) -> Iterator[Meld]:
    """Yield the melds of a hand that matter where any number may be laid: a longer one could be cut in two.

    A meld cannot be cut where a part might be all jokers.
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
    """Return the decisions on the cards of a hand in order, but for jokers and cards that fit no candidate.

    High cards come first, since they cost more, and before them the ace where it may be the highest. The card `apart`
    counts as `APART` if it is the only one kept.
    """
    high_aces = 0 if rules.ace == "low" else ACES
    in_melds = 0
    by_first: dict[int, dict[int, Candidate]] = {}  # by the bit of the card decided first, then by what they need
    for candidate in candidates:
        need = candidate.need
        in_melds |= need
        cheapest = by_first.setdefault(_first_card(need, high_aces), {})
        if need not in cheapest or candidate.loss < cheapest[need].loss:
            cheapest[need] = candidate
    # The cards that a candidate needs: 3 * BIT is either bit of the count of a card.
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
    """Return the bit of the card of a meld that is decided first: a high ace, else its highest card."""
    held = (need | need >> 1) & ONE_OF_EACH  # each card once, whatever its count
    return 1 << ((held & high_aces) or held).bit_length() - 1


def search(
    layer: Layer, decisions: Iterable[Decision], most_lost: int, steps: Steps, *, beam: int | None = None
) -> Iterator[Layer]:
    """Yield the nodes before any card is decided, and after each."""
    yield layer
    for decision in decisions:
        if beam is not None and len(layer) > beam:
            layer = dict(sorted(layer.items(), key=lambda item: (item[1][0], item[0]))[:beam])
        steps.spend(len(layer) * (1 + len(decision.candidates)))
        layer = _expand(layer, decision, most_lost)
        yield layer


def last_layer(layers: Iterable[Layer]) -> Layer:
    """Return the nodes after the last card is decided."""
    [last] = deque(layers, maxlen=1)
    return last


def _expand(layer: Layer, decision: Decision, most_lost: int) -> Layer:
    """Return the nodes after one more card is decided."""
    bit, loss_of_card, kept_alone, candidates = decision
    copies = 3 * bit  # either bit of the count
    after: Layer = {}
    for node, known in layer.items():
        loss, path = known
        if not node & copies:  # an earlier meld has the card: nothing to decide
            if node not in after or loss < after[node][0]:
                after[node] = known
            continue
        loss_if_kept = loss + loss_of_card
        if loss_if_kept <= most_lost:  # it may be kept
            kept_before = node >> KEPT
            kept = kept_alone if kept_before == NOTHING else MORE
            rest = node - bit + ((kept - kept_before) << KEPT)
            if rest not in after or loss_if_kept < after[rest][0]:
                after[rest] = (loss_if_kept, path)
        lay_one(after, node, known, candidates, most_lost)  # or laid
    return after


def lay_one(
    after: Layer, node: int, known: tuple[int, Path | None], candidates: Iterable[Candidate], most_lost: int
) -> None:
    """Add the nodes after one more meld."""
    loss, path = known
    for candidate in candidates:
        left = node - candidate.need
        lost = loss + candidate.loss
        if left & _GUARDS == _GUARDS and lost <= most_lost:
            left |= candidate.mark
            if left not in after or lost < after[left][0]:
                after[left] = (lost, Path(candidate.meld, path))


def chosen_melds(path: Path | None) -> list[Meld]:
    """Return the melds of a path."""
    melds: list[Meld] = []
    while path is not None:
        melds.append(path.meld)
        path = path.before
    return melds


# ---------------------------------------------------------------------------------------------------------- best melds


def deadwood_of(hand: tuple[Card, ...], rules: MeldRules, steps: Steps) -> int:
    """Return the deadwood of a sorted hand."""
    melded = [card for meld in best_of(hand, rules, steps) for card in meld.cards]
    return value_of(hand, rules) - value_of(melded, rules)


@lru_cache(maxsize=2**12)  # a search asks the same again and again
def best_of(hand: tuple[Card, ...], rules: MeldRules, steps: Steps) -> tuple[Meld, ...]:
    """Return the best melds of a sorted hand.

    They are those of a beam search; where that has left nodes out, an exact search is made for less than it lost.
    """
    losses = _losses(rules)
    candidates = [Candidate(meld, packed(meld.cards)) for meld in useful_melds(rules, hand)]
    if not candidates:
        return ()
    decisions = decisions_of(rules, hand, candidates, losses)
    start: Layer = {undecided(hand) | MORE << KEPT: (0, None)}  # MORE, as it does not matter how many are kept
    no_limit = sum(losses)  # more than any hand can lose
    layers = list(search(start, decisions, no_limit, steps, beam=_BEAM))
    loss, path = _least(layers[-1], losses[JOKER])
    # Layers but the last are cut to the beam before they are expanded.
    was_cut = max(map(len, layers[:-1])) > _BEAM
    # The limit of a search does not count the jokers that are kept, as `_least` does: so what it finds may lose more.
    if loss and was_cut and (exact := last_layer(search(start, decisions, loss - 1, steps))):
        exact_loss, exact_path = _least(exact, losses[JOKER])
        path = exact_path if exact_loss <= loss else path
    return _merge_runs(rules, chosen_melds(path))


@lru_cache(maxsize=256)
def _losses(rules: MeldRules) -> tuple[int, ...]:
    """Return what each card costs that is left, by the number of the card."""
    return tuple(value * _CARD + 1 for value in card_values(rules))


def _least(layer: Layer, joker_loss: int) -> tuple[int, Path | None]:
    """Return the least loss in the last layer, jokers that are left included, and its path."""
    totals = [(loss + (node & 15) * joker_loss, path) for node, (loss, path) in layer.items()]
    return min(totals, key=lambda total: total[0])


def _merge_runs(rules: MeldRules, melds: Iterable[Meld]) -> tuple[Meld, ...]:
    """Return the melds in order, runs that continue one another merged."""
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
    """Return two runs as one; None if the second does not continue the first, or the rules forbid so long a run."""
    cards = (*run.cards, *following.cards)
    if run.suit != following.suit or run.end + 1 != following.start or len(cards) > LONGEST:
        return None
    merged = Run(cards)
    return None if any(meld_faults(rules, merged)) else merged
