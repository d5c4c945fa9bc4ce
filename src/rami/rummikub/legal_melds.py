"""The melds that an edition allows, and those that given tiles can make."""

from collections.abc import Iterator, Set
from itertools import combinations

from rami.errors import Violation
from rami.rummikub.melds import SHORTEST, Group, Meld, Run
from rami.rummikub.rules import Rules
from rami.rummikub.tiles import COLORS, JOKER, Tile
from rami.rummikub.violations import Code


def meld_violations(rules: Rules, meld: Meld) -> Iterator[Violation]:
    """Yield what is wrong with a meld under these rules, whatever lies around it (000.7, A8, A9)."""
    if isinstance(meld, Group):
        if len(meld.tiles) > len(COLORS):
            yield Violation(Code.NO_SUCH_TILE, meld.tiles)
        return
    if meld.start + len(meld.tiles) - 1 > rules.max_number:
        yield Violation(Code.NO_SUCH_TILE, meld.tiles)


def melds_from(rules: Rules, lowest: Tile, naturals: Set[Tile], jokers: int) -> Iterator[Meld]:
    """Yield every meld that fits the rules, long ones of each start first."""
    for meld in (*_groups(rules, lowest, naturals, jokers), *_runs(rules, lowest, naturals, jokers)):
        if not any(meld_violations(rules, meld)):
            yield meld


def _groups(rules: Rules, lowest: Tile, naturals: Set[Tile], jokers: int) -> Iterator[Meld]:
    others = sorted(tile for tile in naturals if tile.number == lowest.number and tile > lowest)
    for size in range(len(COLORS), SHORTEST - 1, -1):
        for with_jokers in range(min(jokers, size - 1) + 1):
            for chosen in combinations(others, size - 1 - with_jokers):
                yield Group((lowest, *chosen, *[JOKER] * with_jokers))


def _runs(rules: Rules, lowest: Tile, naturals: Set[Tile], jokers: int) -> Iterator[Meld]:
    color = lowest.color
    assert color is not None
    at_hand = {tile.number for tile in naturals if tile.color == color and tile > lowest}
    for start in range(max(1, lowest.number - jokers), lowest.number + 1):
        leading = lowest.number - start
        for rest in _continuations(at_hand, lowest.number + 1, rules.max_number, jokers - leading):
            if leading + 1 + len(rest) >= SHORTEST:
                yield Run((*[JOKER] * leading, lowest, *(Tile(color, n) if n else JOKER for n in rest)))


def _continuations(at_hand: Set[int], number: int, last: int, jokers: int) -> Iterator[tuple[int, ...]]:
    """Yield every continuation of a run from a number on, with natural tiles and jokers (0), the longest first."""
    if number <= last:
        if number in at_hand:
            yield from ((number, *rest) for rest in _continuations(at_hand, number + 1, last, jokers))
        if jokers:
            yield from ((0, *rest) for rest in _continuations(at_hand, number + 1, last, jokers - 1))
    yield ()
