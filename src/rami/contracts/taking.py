"""Step 1 of a turn: which cards may be taken from the market."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations

from rami.contracts.cards import COLOR, VALUE, Card
from rami.contracts.deck import MOST_TAKEN
from rami.contracts.moves import Take
from rami.contracts.state import State, View
from rami.contracts.violations import Code
from rami.errors import Violation
from rami.pieces import without
from rami.shapes import row_maker

_new_take = row_maker(Take, ("cards",))


@lru_cache(maxsize=2**12)  # moves are values: those of all markets of the default deck fit in
def _take(cards: tuple[Card, ...]) -> Take:
    return _new_take((cards,))


def take_violations(position: State | View, move: Take) -> Iterator[Violation]:
    """Yield every reason why a take is illegal (003.6, B1)."""
    market, taken = position.value_market, move.cards
    if missing := without(taken, market):
        yield Violation(Code.NOT_IN_MARKET, missing)
    if len(taken) > MOST_TAKEN:
        yield Violation(Code.TOO_MANY_TAKEN, numbers=(MOST_TAKEN, len(taken)))
    if taken and not _go_together(taken):
        yield Violation(Code.NOTHING_IN_COMMON, taken)
    if market and not taken:
        yield Violation(Code.TOO_FEW_TAKEN)


def takes(position: State | View) -> Iterator[Take]:
    """Yield every legal take, each multiset once, those with fewer cards first."""
    if not position.value_market:
        yield _take(())
    features = _features(position.value_market)
    for size in range(1, MOST_TAKEN + 1):
        for cards in sorted({cards for group in features for cards in combinations(group, size)}):
            yield _take(cards)


def _go_together(cards: Sequence[Card]) -> bool:
    """Return whether cards share their value or their colour."""
    return len({VALUE[card] for card in cards}) == 1 or len({COLOR[card] for card in cards}) == 1


@lru_cache(maxsize=2**10)  # asked of each market for the moves, and again for the one that is made
def _features(market: tuple[Card, ...]) -> tuple[tuple[Card, ...], ...]:
    """Return the cards of the market that share a feature: those of each value, and those of each colour."""
    groups: dict[object, list[Card]] = {}
    for card in market:
        groups.setdefault(VALUE[card], []).append(card)
        groups.setdefault(COLOR[card], []).append(card)
    return tuple(map(tuple, groups.values()))
