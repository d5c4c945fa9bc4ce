"""The melds of a hand that leave the least deadwood."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import accumulate

from rami.errors import RulesError
from rami.rummy.card_points import card_values
from rami.rummy.cards import JOKER, Card, cards_of
from rami.rummy.legal_melds import last_place, meld_violations, melds_in
from rami.rummy.limits import MOST_CARDS
from rami.rummy.meld_search import BITS_ACE_LAST, Candidate, cheapest_melds
from rami.rummy.melds import LONGEST, Group, Meld, Run
from rami.rummy.rules import Rules
from rami.shapes import typed

_MOST_COPIES = 3


@typed
def deadwood(hand: str | Iterable[Card], rules: Rules = Rules()) -> int:
    """Return the fewest points that can be left of a hand when melds are laid.

    Args:
        hand: The cards, in notation or as cards; at most 26.
        rules: The rules, which say where an ace may lie, how many jokers a meld may have, and what cards count.

    Returns:
        The points of the cards left over.

    Raises:
        NotationError: If `hand` is a text that cannot be read.
        RulesError: If it has too many cards, or more than three of a kind.

    Examples:
        >>> deadwood("3S 4S 5S 5H 5D KD")
        17
        >>> deadwood("3S 4S 5S 5H 5D KD *")
        10
    """
    cards = _read_hand(hand)
    values = card_values(rules)
    total = sum([values[card] for card in cards])
    if (cards and cards[-1] == JOKER) or len(set(cards)) < len(cards):
        return total - sum([values[card] for meld in _best_melds(cards, rules) for card in meld.cards])
    return total - _max_points(melds_in(rules, cards, 2 * rules.shortest_run - 1), values)


def _max_points(melds: Iterable[Meld], values: Sequence[int]) -> int:
    """Return the most points of disjoint melds, for a hand without jokers and with each card once.

    Each meld in turn is laid or not; a search state is the cards laid that later melds need as well.
    """
    bits = BITS_ACE_LAST
    candidates = [
        (sum([bits[card] for card in meld.cards]), sum([values[card] for card in meld.cards])) for meld in melds
    ]
    if len(candidates) < 2:
        return candidates[0][1] if candidates else 0
    candidates.sort(key=lambda candidate: candidate[0] & -candidate[0])
    needed_later = list(accumulate([cards for cards, _ in candidates[:0:-1]], int.__or__))[::-1]
    layer = {0: 0}
    for (cards, worth), later in zip(candidates, (*needed_later, 0), strict=True):
        following: dict[int, int] = {}
        for laid, points in layer.items():
            if following.get(laid & later, -1) < points:
                following[laid & later] = points
            if not laid & cards and following.get((laid | cards) & later, -1) < points + worth:
                following[(laid | cards) & later] = points + worth
        layer = following
    return max(layer.values())


@typed
def best_melds(hand: str | Iterable[Card], rules: Rules = Rules()) -> tuple[Meld, ...]:
    """Return the melds of a hand that leave the fewest points; of such, those that leave the fewest cards.

    They are those of the hand, not of a turn: how many melds a turn may lay (one in `horesca`), and what the first
    ones need, is not asked.

    Args:
        hand: The cards, in notation or as cards; at most 26.
        rules: The rules, which say where an ace may lie, how many jokers a meld may have, and what cards count.

    Returns:
        The melds, runs first.

    Raises:
        NotationError: If `hand` is a text that cannot be read.
        RulesError: If it has too many cards, or more than three of a kind.

    Examples:
        >>> [str(meld) for meld in best_melds("3S 4S 5S 5H 5D KD")]
        ['5S=5H=5D']
        >>> [str(meld) for meld in best_melds("3S 4S 5S 5H 5D KD *")]
        ['3S-4S-5S', '5H=5D=*']
    """
    return _best_melds(_read_hand(hand), rules)


def _read_hand(hand: str | Iterable[Card]) -> tuple[Card, ...]:
    cards = cards_of(hand, "the hand")
    if len(cards) > MOST_CARDS:
        raise RulesError(f"a hand has at most {MOST_CARDS} cards, not {len(cards)}")
    cards = tuple(sorted(cards))
    for card, fourth in zip(cards, cards[_MOST_COPIES:], strict=False):
        if card == fourth != JOKER:
            raise RulesError(f"there are at most {_MOST_COPIES} cards of a kind: {card}")
    return cards


@lru_cache(maxsize=2**12)  # a search asks the same again and again
def _best_melds(hand: tuple[Card, ...], rules: Rules) -> tuple[Meld, ...]:
    jokers = hand.count(JOKER)
    chosen = cheapest_melds(rules, hand[: len(hand) - jokers], jokers)
    return _merge_runs(rules, _with_spare_jokers(rules, chosen, jokers))


def _with_spare_jokers(rules: Rules, chosen: Sequence[Candidate], jokers: int) -> list[Meld]:
    """Return the melds, with the jokers that none of them needs added where there is room."""
    left = jokers - sum(candidate.jokers for candidate in chosen)
    melds: list[Meld] = []
    for candidate in chosen:
        meld: Group | Run = Group(candidate.row) if candidate.is_group else Run(candidate.row)
        for _ in range(min(left, candidate.room)):
            left -= 1
            if isinstance(meld, Group):
                meld = Group((*meld.cards, JOKER))
            elif meld.end < last_place(rules):
                meld = Run((*meld.cards, JOKER))
            else:
                meld = Run((JOKER, *meld.cards))
        melds.append(meld)
    return melds


def _merge_runs(rules: Rules, melds: Iterable[Meld]) -> tuple[Meld, ...]:
    """Return the melds in order, runs that continue one another merged."""
    groups = sorted([meld for meld in melds if isinstance(meld, Group)], key=lambda group: group.cards)
    runs: list[Run] = []
    for run in sorted([meld for meld in melds if isinstance(meld, Run)], key=lambda run: (run.kinds, run.cards)):
        for index, other in enumerate(runs):
            cards = (*other.cards, *run.cards)
            continues = other.suit == run.suit and other.end + 1 == run.start
            if continues and len(cards) <= LONGEST and not any(meld_violations(rules, longer := Run(cards))):
                runs[index] = longer
                break
        else:
            runs.append(run)
    return (*runs, *groups)
