"""Legal melds, additions to melds, and card points."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import lru_cache
from itertools import combinations, pairwise
from typing import Literal

from rami.cards.faults import Fault
from rami.cards.melds import ACE_HIGH, LONGEST, SHORTEST, Group, Meld, Run, has_each_rank_once, kind_at
from rami.cards.pack import JOKER, KINDS, RANK, RANKS, SUIT_INDEX, SUITS, Card
from rami.errors import InvalidMeld, Violation
from rami.pieces import by_number

# A packed hand is an integer that has three bits for each kind of card. These bits are the number of copies.
# The lowest three bits of a packed hand are the number of jokers.
BIT: tuple[int, ...] = by_number(
    KINDS, lambda card: 1 << 12 * RANK[card] + 3 * (3 - SUIT_INDEX[card]) if RANK[card] else 1, 0
)
"""The packed hand of each single card, indexed by card."""
ONE_OF_EACH = sum(BIT) - BIT[JOKER]
ACES = sum(BIT[kind_at(suit, 1)] for suit in range(len(SUITS)))
_RANKS = sum(1 << 12 * rank for rank in range(len(RANKS) + 1))
_FOUR_SUITS = 0o1111
Ace = Literal["low", "high", "high_or_low", "wrap"]
"""The allowed places of aces in runs.

An ace may be before the two, after the king, at either end, or at any place.

Cards of a run have place numbers: 1 is the ace before the two, 13 the king, and 14 the ace after the king.
"""
_LAST_PLACE: Mapping[Ace, int] = {
    "low": LONGEST,
    "high": ACE_HIGH,
    "high_or_low": ACE_HIGH,
    "wrap": LONGEST + LONGEST - 1,
}
_FIRST_PLACE: Mapping[Ace, int] = {"low": 1, "high": 2, "high_or_low": 1, "wrap": 0}
_AFTER_KING = {"high": ACES, "high_or_low": ACES, "wrap": ONE_OF_EACH}
_CIRCLES = [[kind_at(suit, place) for place in range(2 * LONGEST)] for suit in range(len(SUITS))]
"""The cards of each suit in the order of a run, listed twice.

Place 0 is the king, place 1 is the ace, and place 25 is the queen.
"""


RANK_POINTS = (2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)
"""The usual points of the ranks from 2 to king."""


class MeldRules:
    """Rules of melds and card points.

    The rules of every card game have these attributes.
    """

    __slots__ = ()

    ace: Ace
    shortest_run: int
    longest_run: int
    group_suits: Literal["different", "any"]
    joker_place: Literal["any", "apart"]
    max_jokers_per_meld: int | None
    ace_points: int
    joker_points: int
    rank_points: tuple[int, ...]


_run: Callable[[tuple[Card, ...]], Run] = lru_cache(maxsize=2**14)(Run)
_group: Callable[[tuple[Card, ...]], Group] = lru_cache(maxsize=2**14)(Group)


def melds_in(
    rules: MeldRules, hand: tuple[Card, ...], longest: int = ACE_HIGH, *, runs: bool = True, groups: bool = True
) -> Iterator[Meld]:
    """Yield every legal meld that can be made from a sorted hand.

    Runs of at most `longest` cards come first, then groups. There are no duplicates.
    """
    held = kinds_of(hand)
    jokers = min(hand.count(JOKER), most_jokers(rules))
    if runs:
        yield from _runs_in(rules, held, jokers, longest)
    if groups and rules.group_suits == "any":
        yield from _groups_of_any_suits(hand, jokers)
    elif groups and (jokers or _ranks_in_three_suits(held)):
        for rank in range(1, len(RANKS) + 1):
            if of_rank := held >> 12 * rank & _FOUR_SUITS:
                yield from _groups_of(rank, of_rank, jokers)


def _runs_in(rules: MeldRules, held: int, jokers: int, longest: int) -> Iterator[Run]:
    starts = held if jokers else _run_starts(rules, held, SHORTEST)
    if not starts:
        return
    lengths, apart = (rules.shortest_run, min(longest, rules.longest_run)), rules.joker_place == "apart"
    for suit in range(len(SUITS)):
        shift = 3 * (3 - suit)
        if starts >> shift & _RANKS:
            yield from _runs_of(suit, held >> shift & _RANKS, jokers, rules.ace, lengths, apart=apart)


def packed(hand: Iterable[Card]) -> int:
    """Convert a hand to a packed hand, which is one integer."""
    return sum([BIT[card] for card in hand])


def kinds_of(hand: Iterable[Card]) -> int:
    """Convert a hand to a packed hand without jokers and duplicates."""
    held = 0
    for card in hand:
        held |= BIT[card]
    return held & ONE_OF_EACH


def _ranks_in_three_suits(held: int) -> int:
    suits = held + (held >> 3) + (held >> 6) + (held >> 9) & 7 * _RANKS
    # Adding 5 to a count sets the fourth bit if the count is at least 3: 0b011 + 0b101 is 0b1000.
    return suits + 5 * _RANKS >> 3 & _RANKS


def _groups_of_any_suits(hand: tuple[Card, ...], jokers: int) -> Iterator[Meld]:
    for rank in range(1, len(RANKS) + 1):
        cards = [card for card in hand if RANK[card] == rank]
        for naturals in range(1, len(cards) + 1):
            numbers = range(max(0, SHORTEST - naturals), min(jokers, LONGEST - naturals) + 1)
            joker_rows = [(JOKER,) * number for number in numbers]
            # The hand may have copies of a card, so remove duplicate rows.
            for row in dict.fromkeys(combinations(cards, naturals)):
                yield from [_group(row + joker_row) for joker_row in joker_rows]


def _run_starts(rules: MeldRules, held: int, length: int) -> int:
    if rules.ace != "low":
        held |= (held & _AFTER_KING[rules.ace]) << 12 * len(RANKS)
        if rules.ace == "high":
            held &= ~ACES
    starts = held & held >> 12 & held >> 24
    for step in range(SHORTEST, length):
        starts &= held >> 12 * step
    return starts


def holds_pure_run(rules: MeldRules, hand: Iterable[Card]) -> bool:
    """Return whether a hand has a run without jokers."""
    return _run_starts(rules, kinds_of(hand), rules.shortest_run) != 0


def cards_that_may_meld(rules: MeldRules, hand: tuple[Card, ...]) -> Iterator[Card]:
    """Yield the cards of a hand that might fit in a meld.

    This quick test may also yield cards that fit in no meld.
    """
    if JOKER in hand[-1:] or rules.group_suits == "any":
        yield from hand
        return
    held = kinds_of(hand)
    starts = _run_starts(rules, held, SHORTEST)
    in_runs = starts | starts << 12 | starts << 24
    in_melds = in_runs | in_runs >> 12 * len(RANKS) | _ranks_in_three_suits(held) * _FOUR_SUITS
    for card in hand:
        if in_melds & BIT[card]:
            yield card


_Unfinished = list[tuple[tuple[Card, ...], int]]
"""Partial runs, each with the number of jokers that are still available."""


@lru_cache(maxsize=2**14)
def _runs_of(suit: int, held: int, jokers: int, ace: Ace, lengths: tuple[int, int], *, apart: bool) -> tuple[Run, ...]:
    # A new card changes the runs of only one suit, so cache each suit separately.
    (shortest, longest), found = lengths, list[Run]()
    # A run may continue past the king, so repeat the ranks.
    held |= held << 12 * len(RANKS)
    window = _RANKS & ((1 << 12 * shortest) - 1)
    # Place 0 is the same king as place 13, so skip it to avoid duplicate runs.
    for start in range(max(1, _FIRST_PLACE[ace]), len(RANKS) + 1):
        if ((held >> 12 * start) & window).bit_count() + jokers < shortest:
            continue
        last = min(_LAST_PLACE[ace], start + longest - 1)
        rows: _Unfinished = [((), jokers)]
        for place in range(start, last + 1):
            is_held = bool(held >> 12 * place & 1)
            rows = _extended_runs(rows, _CIRCLES[suit][place], is_held=is_held, apart=apart)
            if place >= start + shortest - 1:
                found += [_run(row) for row, left in rows if len(row) > jokers - left and has_each_rank_once(row)]
    return tuple(found)


def _extended_runs(rows: _Unfinished, card: Card, *, is_held: bool, apart: bool) -> _Unfinished:
    longer = [((*row, card), left) for row, left in rows] if is_held else []
    for row, left in rows:
        if left and not (apart and JOKER in row[-1:]):
            longer.append(((*row, JOKER), left - 1))
    return longer


@lru_cache(maxsize=2**11)
def _groups_of(rank: int, held: int, jokers: int) -> tuple[Group, ...]:
    of_rank = [kind_at(suit, rank) for suit in range(len(SUITS))]
    cards = [card for card in of_rank if held << 12 * rank & BIT[card]]
    found: list[Group] = []
    for size in (SHORTEST, len(SUITS)):
        for naturals in range(max(1, size - jokers), min(size, len(cards)) + 1):
            found += [_group((*row, *[JOKER] * (size - naturals))) for row in combinations(cards, naturals)]
    return tuple(found)


def meld_faults(rules: MeldRules, meld: Meld) -> Iterator[Violation]:
    """Yield the reasons why a meld is illegal.

    The reasons concern aces, the length, suits and jokers.
    """
    if isinstance(meld, Run) and not ace_fits(rules, meld.start, meld.end):
        yield Violation(Fault.ACE_PLACE, meld.cards)
    if isinstance(meld, Run) and len(meld.cards) < rules.shortest_run:
        yield Violation(Fault.RUN_TOO_SHORT, meld.cards, (rules.shortest_run,))
    if len(meld.cards) > rules.longest_run:
        yield Violation(Fault.RUN_TOO_LONG, meld.cards, (rules.longest_run,))
    if isinstance(meld, Group) and rules.group_suits == "different" and not meld.differs:
        yield Violation(Fault.GROUP_SUITS, meld.cards)
    if meld.cards.count(JOKER) > most_jokers(rules):
        yield Violation(Fault.TOO_MANY_JOKERS, meld.cards, (most_jokers(rules),))
    if rules.joker_place == "apart" and isinstance(meld, Run) and (JOKER, JOKER) in pairwise(meld.cards):
        yield Violation(Fault.JOKER_PLACE, meld.cards)


def most_jokers(rules: MeldRules) -> int:
    """Return the maximum number of jokers in a meld."""
    return LONGEST if rules.max_jokers_per_meld is None else rules.max_jokers_per_meld


def ace_fits(rules: MeldRules, start: int, end: int) -> bool:
    """Return whether the rule for aces allows a run.

    The run goes from place `start` to place `end`. Place 0 is a king before an ace.
    """
    return start >= _FIRST_PLACE[rules.ace] and end <= _LAST_PLACE[rules.ace]


# A move leaves most melds unchanged, so a cache saves time.
@lru_cache(maxsize=2**12)
def longer_melds(rules: MeldRules, meld: Meld) -> tuple[tuple[Card, Meld], ...]:
    """Return each card that may be added to a meld, together with the longer meld.

    Cards for the end of a run come first.
    """
    found: list[tuple[Card, Meld]] = []
    for card, row in _longer_rows(rules, meld):
        with suppress(InvalidMeld):
            longer = type(meld)(row)
            if not any(meld_faults(rules, longer)):
                found.append((card, longer))
    return tuple(found)


def _longer_rows(rules: MeldRules, meld: Meld) -> Iterator[tuple[Card, tuple[Card, ...]]]:
    if isinstance(meld, Run):
        suit = SUITS.index(meld.suit)
        for card in (kind_at(suit, meld.end + 1), JOKER):
            yield card, (*meld.cards, card)
        for card in (kind_at(suit, meld.start - 1), JOKER):
            yield card, (card, *meld.cards)
    else:
        assert isinstance(meld, Group)
        for card in (*fitting_group(rules, meld), JOKER):
            yield card, (*meld.cards, card)


def fitting_group(rules: MeldRules, group: Group) -> tuple[Card, ...]:
    """Return the cards that can be added to a group.

    The cards have the missing suits, or any suit if suits may repeat.
    """
    return group.of_rank if rules.group_suits == "any" else group.missing


@lru_cache(maxsize=256)
def card_values(rules: MeldRules) -> tuple[int, ...]:
    """Return the points of each card that is left in a hand, indexed by card."""
    values = (rules.joker_points, rules.ace_points, *rules.rank_points)
    return by_number(KINDS, lambda card: values[card.rank], 0)


@lru_cache(maxsize=2**14)
def meld_value(rules: MeldRules, meld: Meld) -> int:
    """Return the points of a meld among a player's first melds.

    A joker counts as the card that it stands for.
    """
    if rules.rank_points == RANK_POINTS:
        return meld.value
    if isinstance(meld, Group):
        return len(meld.cards) * (11 if meld.rank == 1 else rules.rank_points[meld.rank - 2])
    assert isinstance(meld, Run)
    points = (11, 1, *rules.rank_points)
    # Place 14 is the ace after the king, and place 15 is the two after this ace.
    return sum(
        [points[0 if place == ACE_HIGH else (place - 1) % LONGEST + 1] for place in range(meld.start, meld.end + 1)]
    )


def value_of(cards: Iterable[Card], rules: MeldRules) -> int:
    """Return the points of cards that are left in a hand."""
    values = card_values(rules)
    return sum([values[card] for card in cards])
