"""Which melds rules allow, and every one of them that a hand holds."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import combinations

from rami.errors import Violation
from rami.pieces import by_number
from rami.rummy.cards import JOKER, KINDS, RANK, RANKS, SUIT_INDEX, SUITS, Card
from rami.rummy.melds import ACE_HIGH, LONGEST, SHORTEST, Group, Meld, Run, kind_at
from rami.rummy.rules import Rules
from rami.rummy.violations import Code

# A hand without jokers as one number: a suit takes sixteen bits, of which rank 1 has the second. The bit after the
# king's is free, for an ace that follows it.
_BIT: tuple[int, ...] = by_number(KINDS, lambda card: 1 << 16 * SUIT_INDEX[card] + RANK[card], 0)
_SUIT_BITS = 0xFFFF
_FIRST_THREE = 0b111
_ACES = sum(_BIT[kind_at(suit, 1)] for suit in range(len(SUITS)))
_TWOS = _ACES << 1
_CIRCLES = [[kind_at(suit, place) for place in range(2 * LONGEST)] for suit in range(len(SUITS))]
"""The cards of each suit by their places, twice around the circle."""


@lru_cache(maxsize=2**14)
def _run(cards: tuple[Card, ...]) -> Run:
    return Run(cards)


@lru_cache(maxsize=2**14)
def _group(cards: tuple[Card, ...]) -> Group:
    return Group(cards)


@lru_cache(maxsize=2**10)
def _plain_run(first: int, length: int) -> Run:
    """The run without jokers that starts at a card, by the place of its bit."""
    suit, start = divmod(first, 16)
    return Run(kind_at(suit, start + index) for index in range(length))


def melds_in(rules: Rules, hand: tuple[Card, ...], longest: int = LONGEST) -> Iterator[Meld]:
    """Every meld that can be made of cards of a hand, each once, in a fixed order: runs, then groups (004.4).

    Args:
        rules: The rules.
        hand: The cards, sorted.
        longest: The most cards in a run.

    Yields:
        The melds, which the rules allow.
    """
    jokers = min(hand.count(JOKER), most_jokers(rules)) if hand and hand[-1] == JOKER else 0
    if jokers or rules.ace == "wrap":
        yield from _runs_with_jokers(rules, hand, jokers, longest)
        yield from _groups(hand, jokers)
        return
    bits = _bits(hand)
    spades, hearts, diamonds, clubs = bits, bits >> 16, bits >> 32, bits >> 48
    triples = (spades & hearts & (diamonds | clubs) | diamonds & clubs & (spades | hearts)) & _SUIT_BITS
    bits = _with_high_ends(rules, bits)
    starts = bits & bits >> 1 & bits >> 2
    while starts:
        first = (starts & -starts).bit_length() - 1
        starts &= starts - 1
        length = SHORTEST
        while length <= longest and bits >> first + length - 1 & 1:
            yield _plain_run(first, length)
            length += 1
    if triples:
        yield from _groups(hand, 0)


def _bits(hand: Iterable[Card]) -> int:
    bits = 0
    for card in hand:
        bits |= _BIT[card]
    return bits


def _with_high_ends(rules: Rules, bits: int) -> int:
    """A hand with what may follow a king once more, after it: the ace, and where runs go on the two as well (C1)."""
    after = {"low": 0, "high_or_low": _ACES, "wrap": _ACES | _TWOS}[rules.ace]
    return bits | (bits & after) << len(RANKS)


def holds_plain_run(rules: Rules, hand: Iterable[Card]) -> bool:
    """Whether a hand has a run without jokers.

    Args:
        rules: The rules.
        hand: The cards.
    """
    bits = _with_high_ends(rules, _bits(card for card in hand if card != JOKER))
    return bits & bits >> 1 & bits >> 2 != 0


def _runs_with_jokers(rules: Rules, hand: tuple[Card, ...], jokers: int, longest: int) -> Iterator[Run]:
    """The runs of each suit, start and length, with every choice of jokers."""
    last, bits = last_place(rules), _with_high_ends(rules, _bits(card for card in hand if card != JOKER))
    for suit in {SUIT_INDEX[card]: None for card in hand if card != JOKER}:
        circle, held = _CIRCLES[suit], bits >> (suit << 4) & _SUIT_BITS
        held |= held << len(RANKS) & ~_SUIT_BITS if rules.ace == "wrap" else 0
        for start in range(1, len(RANKS) + 1):
            if (held >> start & _FIRST_THREE).bit_count() + jokers < SHORTEST:
                continue
            rows: list[tuple[tuple[Card, ...], int]] = [((), jokers)]
            for place in range(start, min(last, start + longest - 1) + 1):
                card = circle[place]
                longer = [((*row, card), left) for row, left in rows] if held >> place & 1 else []
                rows = [*longer, *[((*row, JOKER), left - 1) for row, left in rows if left]]
                if not rows:
                    break
                if place >= start + SHORTEST - 1:
                    yield from (_run(row) for row, left in rows if len(row) > jokers - left)


def _groups(hand: tuple[Card, ...], jokers: int) -> Iterator[Group]:
    """The groups of each rank, with every choice of suits and jokers."""
    by_rank: dict[int, list[Card]] = {}
    for card in dict.fromkeys(hand):
        by_rank.setdefault(RANK[card], []).append(card)
    for rank in sorted(by_rank):
        cards = by_rank[rank]
        if not rank or len(cards) + jokers < SHORTEST:
            continue
        for size in (SHORTEST, len(SUITS)):
            for naturals in range(max(1, size - jokers), min(size, len(cards)) + 1):
                for row in combinations(cards, naturals):
                    yield _group((*row, *[JOKER] * (size - naturals)))


def meld_violations(rules: Rules, meld: Meld) -> Iterator[Violation]:
    """What rules have against a meld that exists: where its ace lies (C1), and how many jokers it has.

    Args:
        rules: The rules.
        meld: The meld.

    Yields:
        The violations.
    """
    if isinstance(meld, Run) and not ace_fits(rules, meld.start, meld.end):
        yield Violation(Code.ACE_PLACE, meld.cards)
    if meld.cards.count(JOKER) > most_jokers(rules):
        yield Violation(Code.TOO_MANY_JOKERS, meld.cards, (most_jokers(rules),))


def most_jokers(rules: Rules) -> int:
    """The most jokers that a meld may have.

    Args:
        rules: The rules.
    """
    return LONGEST if rules.max_jokers_per_meld is None else rules.max_jokers_per_meld


def last_place(rules: Rules) -> int:
    """The last place of a run: 13 is the king, 14 an ace after it; more where runs go on (C1).

    Args:
        rules: The rules.
    """
    return {"low": LONGEST, "high_or_low": ACE_HIGH, "wrap": LONGEST + LONGEST - 1}[rules.ace]


def ace_fits(rules: Rules, start: int, end: int) -> bool:
    """Whether a run may go from a place to a place, the start being 1 to 13, or 0 where it was lengthened there."""
    return end <= last_place(rules) and (start > 0 or rules.ace == "wrap")
