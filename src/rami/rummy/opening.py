"""The conditions for a player's first melds, and the search for such melds.

The first melds are called the opening.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from rami.budget import Budget
from rami.cards import JOKER, KINDS, Card
from rami.cards.legal_melds import BIT, cards_that_may_meld, holds_pure_run, meld_value, melds_in, packed
from rami.cards.meld_search import (
    APART,
    COUNTED,
    GROUPS,
    KEPT,
    MORE,
    NOTHING,
    PURE,
    RUNS,
    Candidate,
    Layer,
    Path,
    cards_left,
    chosen_melds,
    decisions_of,
    last_layer,
    lay_one,
    search,
    undecided,
    useful_melds,
)
from rami.cards.melds import ACE_HIGH, SHORTEST, Group, Meld, Run
from rami.pieces import by_number
from rami.rummy.rules import Rules

_SINGLES = frozenset(BIT)
"""All hands of at most one card, each packed into an integer."""
_ONE_EACH = (1,) * len(BIT)
"""The loss of each card if it is kept in the hand. The loss is always 1."""
_NO_LIMIT = 10**6
_CANDIDATE_STEPS = 5
"""The number of search steps that each candidate meld costs."""


@lru_cache(maxsize=256)
def _most_values(rules: Rules) -> tuple[int, ...]:
    """Return the highest value that each card can have in a meld, indexed by card."""
    # A joker may stand for any card.
    values = (max(11, *rules.rank_points), 11, *rules.rank_points)
    return by_number(KINDS, lambda card: values[card.rank], 0)


class Opening(NamedTuple):
    """The value of a player's first melds.

    Attributes:
        points: The total points.
        with_run: The total points if one of the melds is a run without jokers; else None.
    """

    points: int
    with_run: int | None


@lru_cache(maxsize=2**11)
def opening_of(rules: Rules, laid: tuple[Meld, ...]) -> Opening:
    """Return the value of a player's first melds."""
    worth = sum(meld_value(rules, meld) for meld in laid)
    return Opening(worth, worth if any(map(_is_pure, laid)) else None)


def _is_pure(meld: Meld) -> bool:
    return isinstance(meld, Run) and JOKER not in meld.cards


def is_opening(rules: Rules, laid: tuple[Meld, ...]) -> bool:
    """Return whether melds satisfy all conditions for a player's first melds."""
    if rules.opening_melds and any(still_prescribed(rules, laid)):
        return False
    worth, with_run = opening_of(rules, laid)
    return worth >= rules.opening_points and (with_run is not None or not rules.opening_pure_run)


def still_prescribed(rules: Rules, laid: Iterable[Meld]) -> tuple[int, int]:
    """Return the numbers of groups and runs that `Rules.opening_melds` still requires.

    A number is negative if too many melds are laid.
    """
    groups, runs = rules.opening_melds
    for meld in laid:
        if isinstance(meld, Group):
            groups -= 1
        else:
            runs -= 1
    return groups, runs


def might_open(rules: Rules, hand: tuple[Card, ...], laid: tuple[Meld, ...]) -> bool:
    """Return whether a hand might complete an opening.

    This quick test may also return True for a hand that cannot complete an opening.
    """
    if rules.opening_melds and min(still_prescribed(rules, laid)) < 0:
        return False
    before = opening_of(rules, laid)
    if rules.opening_pure_run and before.with_run is None and not holds_pure_run(rules, hand):
        return False
    missing, most = rules.opening_points - before.points, _most_values(rules)
    return missing <= 0 or sum([most[card] for card in cards_that_may_meld(rules, hand)]) >= missing


class Rest(NamedTuple):
    """The cards left in the hand after melds are laid.

    Attributes:
        cards: The number of cards, capped at 2.
        is_barred: Whether the only card left may not be discarded.
    """

    cards: int
    is_barred: bool


class _Request(NamedTuple):
    """The arguments of `rests_of_openings`."""

    rules: Rules
    hand: tuple[Card, ...]
    laid: tuple[Meld, ...]
    steps: Budget
    using: Card | None = None
    barred: Card | None = None


def _start_bits(rules: Rules, laid: tuple[Meld, ...]) -> int:
    groups, runs = 0, 0
    if rules.opening_melds:
        groups, runs = still_prescribed(rules, laid)
    elif rules.melds_per_turn is not None:
        # Groups and runs share one limit here, so one counter is enough.
        groups = rules.melds_per_turn - len(laid)
    return max(0, groups) << GROUPS | max(0, runs) << RUNS | any(map(_is_pure, laid)) << PURE


@lru_cache(maxsize=2**14)
def _candidate(rules: Rules, meld: Meld) -> Candidate:
    need = packed(meld.cards)
    if rules.opening_melds:
        need += 1 << (GROUPS if isinstance(meld, Group) else RUNS)
    elif rules.melds_per_turn is not None:
        need += 1 << GROUPS
    most = _most_values(rules)
    loss = sum(most[card] for card in meld.cards) - meld_value(rules, meld)
    return Candidate(meld, need, loss, _is_pure(meld) << PURE)


def _layers(
    request: _Request,
    candidates: Iterable[Candidate],
    *,
    losses: Sequence[int] | None = None,
    most_lost: int = _NO_LIMIT,
) -> Iterator[Layer]:
    rules, hand, laid, steps, using, barred = request
    row = tuple(candidates)
    steps.spend(_CANDIDATE_STEPS * len(row))
    start = undecided(hand) | _start_bits(rules, laid)
    first: Layer = {}
    if using is None:
        first[start] = 0, None
    else:
        lay_one(first, start, (0, None), [each for each in row if using in each.meld.cards], most_lost)
    return search(first, decisions_of(rules, hand, row, losses or _most_values(rules), apart=barred), most_lost, steps)


def rests_of_openings(
    rules: Rules,
    hand: tuple[Card, ...],
    laid: tuple[Meld, ...],
    steps: Budget,
    *,
    using: Card | None = None,
    barred: Card | None = None,
) -> Iterator[Rest]:
    """Yield the cards left in the hand after each possible opening.

    The results are computed one at a time and may have duplicates.

    Args:
        rules: The rules.
        hand: The hand, sorted.
        laid: The new melds of the turn so far.
        steps: The step budget of the call.
        using: The card that one of the melds must contain; None for any melds.
        barred: The card that may not be discarded if it is the only one left.
    """
    if not might_open(rules, hand, laid):
        return
    request = _Request(rules, hand, laid, steps, using, barred)
    missing = rules.opening_points - opening_of(rules, laid).points
    if missing <= 0:
        yield from _rests_with(request, _shortest_melds(rules, hand, laid), missing)
    # Longer melds count more points, and they may contain a last card that may not be discarded.
    if missing > 0 or barred is not None or rules.final_discard == "forbidden":
        yield from _rests_with(request, _melds_to_open(rules, hand, laid), missing)


def _rests_with(request: _Request, melds: Iterable[Meld], missing: int) -> Iterator[Rest]:
    rules, row = request.rules, tuple(melds)
    useful = {card for meld in row for card in meld.cards}
    # If the loss is greater than this limit, the melds have too few points for an opening.
    most = _most_values(rules)
    most_lost = sum(most[card] for card in request.hand if card in useful) - missing
    if most_lost < 0:
        return
    candidates = [_candidate(rules, meld) for meld in row]
    for layer in _layers(request, candidates, most_lost=most_lost):
        for node, (_, path) in layer.items():
            if _is_opening(rules, node) and _points(rules, path) >= missing:
                yield _rest(node, request.barred)


def _points(rules: Rules, path: Path | None) -> int:
    return sum([meld_value(rules, meld) for meld in chosen_melds(path)])


def _is_opening(rules: Rules, node: int) -> bool:
    return not ((rules.opening_pure_run and not node >> PURE & 1) or (rules.opening_melds and node & COUNTED))


def _rest(node: int, barred: Card | None) -> Rest:
    cards, kept = cards_left(node), node >> KEPT
    if kept == MORE:
        return _TWO
    if not cards:
        return Rest(int(kept != NOTHING), kept == APART)
    if kept != NOTHING or cards not in _SINGLES:
        return _TWO
    return Rest(1, barred is not None and cards == BIT[barred])


_TWO = Rest(2, is_barred=False)


def rests_of_whole_hand(
    rules: Rules,
    hand: tuple[Card, ...],
    laid: tuple[Meld, ...],
    steps: Budget,
    *,
    using: Card | None = None,
    barred: Card | None = None,
) -> Iterator[Rest]:
    """Yield the cards left in the hand after melds that leave at most one card (C4, C5, C11).

    See `rests_of_openings` for the arguments.
    """
    request = _Request(rules, hand, laid, steps, using, barred)
    candidates = [_candidate(rules, meld)._replace(loss=0) for meld in _melds_to_open(rules, hand, laid)]
    for node in last_layer(_layers(request, candidates, losses=_ONE_EACH, most_lost=1)):
        # The loss does not include cards that are in no candidate meld, so count all cards left.
        rest = _rest(node, barred)
        if rest.cards < 2:
            yield rest


def best_opening(rules: Rules, hand: tuple[Card, ...], laid: tuple[Meld, ...], steps: Budget) -> Opening:
    """Return the highest possible value of an opening.

    The melds already laid in the turn are included.
    """
    before = opening_of(rules, laid).points
    candidates = [_candidate(rules, meld) for meld in _melds_to_open(rules, hand, laid)]
    last = last_layer(_layers(_Request(rules, hand, laid, steps), candidates))
    points = {node: before + _points(rules, path) for node, (_, path) in last.items()}
    with_run = [worth for node, worth in points.items() if node >> PURE & 1]
    return Opening(max(points.values()), max(with_run, default=None))


def next_melds(rules: Rules, hand: tuple[Card, ...], laid: tuple[Meld, ...], longest: int = ACE_HIGH) -> Iterator[Meld]:
    """Return the melds of a hand that may be laid next.

    The turn must allow new melds.
    """
    groups, runs = still_prescribed(rules, laid) if rules.opening_melds else (1, 1)
    return melds_in(rules, hand, longest, groups=groups > 0, runs=runs > 0)


def _shortest_melds(rules: Rules, hand: tuple[Card, ...], laid: tuple[Meld, ...]) -> Iterator[Meld]:
    for meld in next_melds(rules, hand, laid, rules.shortest_run):
        if isinstance(meld, Run) or len(meld.cards) == SHORTEST:
            yield meld


def is_helpful(rules: Rules, laid: tuple[Meld, ...], meld: Meld, owed: Card | None) -> bool:
    """Return whether a meld may be laid and contains the card that must be laid.

    If that card, `owed`, is a joker or None, return whether the meld may be laid and can be part of an opening.
    """
    may_be_laid = not rules.opening_melds or min(still_prescribed(rules, (*laid, meld))) >= 0
    if owed not in (None, JOKER):
        return may_be_laid and owed in meld.cards
    needs_pure_run = rules.opening_pure_run and opening_of(rules, laid).with_run is None
    return may_be_laid and (isinstance(meld, Run) or not needs_pure_run)


def triples(rules: Rules, cards: tuple[Card, ...]) -> list[Meld]:
    """Return the shortest melds without jokers.

    They are sorted by the position of their first card in `cards`.
    """
    places = {card: place for place, card in reversed([*enumerate(cards)])}
    hand = tuple(sorted(card for card in places if card != JOKER))
    melds = _shortest_melds(rules, hand, ())
    return sorted(melds, key=lambda meld: min(places[card] for card in meld.cards))


def _melds_to_open(rules: Rules, hand: tuple[Card, ...], laid: tuple[Meld, ...]) -> Iterator[Meld]:
    if rules.opening_melds or rules.melds_per_turn is not None:
        return next_melds(rules, hand, laid)
    return useful_melds(rules, hand)
