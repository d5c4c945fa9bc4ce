"""The best disjoint melds of a hand."""

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from functools import lru_cache
from itertools import accumulate, combinations
from typing import NamedTuple

from rami.errors import RulesError
from rami.rummy.cards import JOKER, RANKS, SUIT_INDEX, SUITS, Card, cards_of
from rami.rummy.legal_melds import first_place, last_place, meld_violations, melds_in, most_jokers
from rami.rummy.melds import LONGEST, SHORTEST, Group, Meld, Run, kind_at
from rami.rummy.rules import MOST_CARDS, Rules, card_values
from rami.shapes import typed

_BEAM = 48
"""How many states the first, inexact search keeps in each layer."""
_CARD = 64
"""The weight of a point against a card: of equal deadwood, fewer cards are better."""


class Candidate(NamedTuple):
    """A meld that could be laid.

    Attributes:
        bits: The natural cards in it, packed as in a search state.
        jokers: The number of jokers it needs.
        room: How many more jokers could be added to it.
        spared: The cards of the hand that its jokers need not replace.
        row: The cards in order.
        is_group: Whether it is a group.
        kinds: The kinds of natural cards in it, one bit each.
        twice: The kinds of which it needs two copies or more (C8).
        thrice: The kinds of which it needs three.
    """

    bits: int
    jokers: int
    room: int
    spared: int
    row: tuple[Card, ...]
    is_group: bool
    kinds: int
    twice: int = 0
    thrice: int = 0


def _candidate(row: tuple[Card, ...], bits: Mapping[Card, int], *, room: int, spared: int, is_group: bool) -> Candidate:
    naturals = [bits[card] for card in row if card != JOKER]
    kinds = set(naturals)
    counts = [(bit, naturals.count(bit)) for bit in kinds] if len(kinds) < len(naturals) else []
    twice = sum(bit for bit, count in counts if count > 1)
    thrice = sum(bit for bit, count in counts if count > 2)
    return Candidate(sum(naturals), row.count(JOKER), room, spared, row, is_group, sum(kinds), twice, thrice)


def cheapest_melds(rules: Rules, naturals: tuple[Card, ...], jokers: int) -> list[Candidate]:
    """Return the melds that leave the fewest points, and of such the fewest cards."""
    bits = BITS_ACE_LAST if rules.ace == "low" else BITS_ACE_FIRST
    if jokers and rules.joker_place == "apart":
        candidates = _restricted_candidates(rules, naturals, jokers, bits)
    elif jokers:
        candidates = _joker_candidates(rules, naturals, jokers, bits)
    else:
        candidates = _natural_candidates(rules, naturals, bits)
    useful = 0
    for candidate in candidates:
        useful |= candidate.kinds
    values = card_values(rules)
    cards = [(bits[card], values[card] * _CARD + 1) for card in naturals if bits[card] & useful]
    if len(candidates) > 1 or len(cards) > sum(len(each.row) - each.jokers for each in candidates):
        return _cheapest(candidates, sorted(cards), jokers, rules.joker_points * _CARD + 1)
    return candidates


_KING_FIRST = tuple(range(len(RANKS), 1, -1))


def _kind_bits(ranks: Iterable[int]) -> dict[Card, int]:
    kinds = [kind_at(suit, rank) for rank in ranks for suit in range(len(SUITS))]
    return {card: 1 << 2 * index for index, card in enumerate(kinds)}


# A search state counts the copies left of each kind in two bits. The lowest bits are decided first: high cards, for
# they cost more, and before them the ace where it may be the highest.
BITS_ACE_LAST = _kind_bits([*_KING_FIRST, 1])
BITS_ACE_FIRST = _kind_bits([1, *_KING_FIRST])
_WIDTH = 2 * len(BITS_ACE_LAST)
_CARDS = (1 << _WIDTH) - 1
_LOW_BITS = _CARDS // 3
_JOKERS = _WIDTH + 5
"""Above the cards, a search state has the room for jokers, in five bits, and the jokers left."""
_ROOM = 31


def _natural_candidates(rules: Rules, naturals: tuple[Card, ...], bits: Mapping[Card, int]) -> list[Candidate]:
    """Return the melds of a hand without jokers; a longer one could be cut in two."""
    return [
        _candidate(meld.cards, bits, room=0, spared=0, is_group=isinstance(meld, Group))
        for meld in melds_in(rules, naturals)
        if len(meld.cards) < 2 * (SHORTEST if isinstance(meld, Group) else rules.shortest_run)
    ]


def _joker_candidates(
    rules: Rules, naturals: tuple[Card, ...], jokers: int, bits: Mapping[Card, int]
) -> list[Candidate]:
    """Return the melds of a hand with jokers: for each choice of cards, one with the fewest jokers.

    Where a meld may have all the jokers, a joker need not replace a card that is still in the hand: card and joker
    could change places. `spared` prunes such melds.
    """
    most = min(jokers, most_jokers(rules))
    found: dict[int, Candidate] = {}
    held = set(naturals)
    for row, kinds, is_group in (*_run_rows(rules, held, most), *_group_rows(rules, naturals, most)):
        needed = row.count(JOKER)
        key = sum([bits[card] for card in row if card != JOKER])
        spared = 0
        if needed and most == jokers and (not is_group or rules.group_suits == "different"):
            spared = sum([bits[card] for card in kinds if card in held and card not in row])
        known = found.get(key)
        if known is None or needed < known.jokers:
            longest = len(SUITS) if is_group and rules.group_suits == "different" else LONGEST
            room = min(most_jokers(rules) - needed, longest - len(row))
            found[key] = _candidate(row, bits, room=room, spared=spared, is_group=is_group)
        elif needed == known.jokers:
            found[key] = known._replace(spared=known.spared & spared)
    return list(found.values())


def _restricted_candidates(
    rules: Rules, naturals: tuple[Card, ...], jokers: int, bits: Mapping[Card, int]
) -> list[Candidate]:
    """Return the melds of a hand whose jokers lie apart: one for each choice of cards and of jokers.

    A longer run could be cut in two, for no part of it is all jokers.
    """
    found: dict[tuple[int, int], Candidate] = {}
    for meld in melds_in(rules, (*naturals, *[JOKER] * jokers), 2 * rules.shortest_run - 1):
        candidate = _candidate(meld.cards, bits, room=0, spared=0, is_group=isinstance(meld, Group))
        found.setdefault((candidate.bits, candidate.jokers), candidate)
    return list(found.values())


class _Row(NamedTuple):
    """The cards of a meld, the kinds that its jokers may stand for among others, and whether it is a group."""

    cards: tuple[Card, ...]
    kinds: tuple[Card, ...]
    is_group: bool


def _run_rows(rules: Rules, held: Set[Card], most: int) -> Iterator[_Row]:
    """Yield the runs of held cards and at most that many jokers; a longer one could be cut in two."""
    last = last_place(rules)
    for suit in sorted({SUIT_INDEX[card] for card in held}):
        for start in range(max(1, first_place(rules)), len(RANKS) + 1):
            for length in range(rules.shortest_run, min(2 * rules.shortest_run - 1, LONGEST, last - start + 1) + 1):
                kinds = tuple(kind_at(suit, start + index) for index in range(length))
                places = [index for index, card in enumerate(kinds) if card in held]
                for used in range(max(1, length - most), len(places) + 1):
                    for chosen in combinations(places, used):
                        yield _Row(tuple([kinds[i] if i in chosen else JOKER for i in range(length)]), kinds, False)


def _group_rows(rules: Rules, naturals: tuple[Card, ...], most: int) -> Iterator[_Row]:
    """Yield the groups of held cards and as few jokers as possible; six cards or more would make two."""
    for rank in range(1, len(RANKS) + 1):
        kinds = tuple(kind_at(suit, rank) for suit in range(len(SUITS)))
        cards = [card for card in naturals if card in kinds]
        if rules.group_suits == "different":
            cards = list(dict.fromkeys(cards))
        for used in range(max(1, SHORTEST - most), min(len(cards), 2 * SHORTEST - 1) + 1):
            for chosen in dict.fromkeys(combinations(cards, used)):
                yield _Row((*chosen, *[JOKER] * (SHORTEST - used)), kinds, True)


# ------------------------------------------------------------------------------------------------- search


class _Path(NamedTuple):
    """The melds chosen on the way to a search state, the last one first."""

    candidate: Candidate
    before: "_Path | None"


_Layer = dict[int, tuple[int, _Path | None]]
"""The search states reached, each with its least cost and the path."""


class _Step(NamedTuple):
    """A card to decide: its bit, its cost as deadwood, and the melds in which it is the first."""

    bit: int
    cost: int
    candidates: Sequence[Candidate]


class _Cheapest(NamedTuple):
    """The least cost below a bound, its path, and whether the search left nothing out."""

    cost: int
    path: _Path | None
    is_exact: bool


def _cheapest(
    candidates: Sequence[Candidate], cards: Sequence[tuple[int, int]], jokers: int, joker_cost: int
) -> list[Candidate]:
    """Return the melds of the least cost; `cards` are those that fit a meld, each as its bit and its cost."""
    by_first: dict[int, list[Candidate]] = {bit: [] for bit, _ in cards}
    for candidate in candidates:
        by_first[candidate.kinds & -candidate.kinds].append(candidate)
    steps = [_Step(bit, cost, by_first[bit]) for bit, cost in cards]
    start = sum(bit for bit, _ in cards) | jokers << _JOKERS
    bound = sum(cost for _, cost in cards) + jokers * joker_cost
    best = _search(steps, start, joker_cost, bound + 1, beam=_BEAM)
    if best.cost and not best.is_exact:
        exact = _search(steps, start, joker_cost, best.cost, beam=None)
        best = exact if exact.cost < best.cost else best
    chosen: list[Candidate] = []
    path = best.path
    while path is not None:
        chosen.append(path.candidate)
        path = path.before
    return chosen


def _search(steps: Sequence[_Step], start: int, joker_cost: int, bound: int, *, beam: int | None) -> _Cheapest:
    layer: _Layer = {start: (0, None)}
    is_exact = True
    for step in steps:
        if beam is not None and len(layer) > beam:
            layer = dict(sorted(layer.items(), key=lambda item: (item[1][0], -(item[0] >> _JOKERS), item[0]))[:beam])
            is_exact = False
        layer = _expand(layer, step, bound)
    best = _Cheapest(bound, None, is_exact)
    for state, (cost, path) in layer.items():
        jokers_left = (state >> _JOKERS) - (state >> _WIDTH & _ROOM)
        total = cost + max(0, jokers_left) * joker_cost
        if total < best.cost:
            best = _Cheapest(total, path, is_exact)
    return best


def _expand(layer: _Layer, step: _Step, bound: int) -> _Layer:
    """Return the states after one more card is decided."""
    copies = 3 * step.bit
    following: _Layer = {}
    for state, known in layer.items():
        if not state & copies:  # laid before
            if state not in following or known[0] < following[state][0]:
                following[state] = known
            continue
        cost, path = known
        left = state - step.bit
        total = cost + step.cost
        if total < bound and (left not in following or total < following[left][0]):
            following[left] = (total, path)
        there = (state | state >> 1) & _LOW_BITS
        jokers = state >> _JOKERS
        for candidate in step.candidates:
            if (
                candidate.kinds & there != candidate.kinds
                or candidate.jokers > jokers
                or candidate.spared & there
                or (candidate.twice and not _has_copies(state, candidate))
            ):
                continue
            left = state - candidate.bits
            if jokers:
                left = _with_room(left, jokers - candidate.jokers, candidate.room)
            if left not in following or cost < following[left][0]:
                following[left] = (cost, _Path(candidate, path))
    return following


def _has_copies(state: int, candidate: Candidate) -> bool:
    """Return whether a state has every card that a meld needs more than once."""
    two = state >> 1 & _LOW_BITS
    three = two & state
    return not (candidate.twice & ~two or candidate.thrice & ~three)


def _with_room(state: int, jokers: int, room: int) -> int:
    """Return a state with that many jokers left, and more room for them; room beyond the jokers makes no difference."""
    room = min(jokers, room + (state >> _WIDTH & _ROOM))
    return state & _CARDS | room << _WIDTH | jokers << _JOKERS


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
