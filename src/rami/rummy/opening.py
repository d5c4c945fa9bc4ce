"""The conditions for a player's first melds, and whether a hand can meet them.

An answer says something of other hands, too, so that a listing of moves, which asks for many hands that are nearly the
same, searches few.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from rami.rummy.cards import JOKER, Card
from rami.rummy.legal_melds import cards_that_may_meld, holds_pure_run, melds_in
from rami.rummy.melds import ACE_HIGH, SHORTEST, Group, Meld, Run
from rami.rummy.opening_search import (
    GROUP,
    MOST,
    PRESCRIBED,
    Question,
    answers_to,
    find_opening,
    is_pure,
    lays_all,
    most_points,
    packed,
)
from rami.rummy.rules import Rules


class Opening(NamedTuple):
    """The worth of a player's first melds.

    Attributes:
        points: Their points.
        with_run: The points, if a run without a joker is among them; else None.
    """

    points: int
    with_run: int | None


_NO_OPENING = Opening(0, None)


def opening_of(laid: Iterable[Meld]) -> Opening:
    """Return what melds are worth as a player's first."""
    melds = tuple(laid)
    if not melds:
        return _NO_OPENING
    worth = sum(meld.value for meld in melds)
    return Opening(worth, worth if any(map(is_pure, melds)) else None)


def is_opening(rules: Rules, laid: Iterable[Meld]) -> bool:
    """Return whether melds meet all conditions for a player's first melds."""
    melds = tuple(laid)
    if rules.opening_melds and any(still_prescribed(rules, melds)):
        return False
    worth, with_run = opening_of(melds)
    return worth >= rules.opening_points and (with_run is not None or not rules.opening_pure_run)


def still_prescribed(rules: Rules, laid: Iterable[Meld]) -> tuple[int, int]:
    """Return how many more groups and runs `opening_melds` prescribes; below zero if too many are laid."""
    groups, runs = rules.opening_melds
    for meld in laid:
        if isinstance(meld, Group):
            groups -= 1
        else:
            runs -= 1
    return groups, runs


def can_open(
    rules: Rules,
    hand: tuple[Card, ...],
    laid: tuple[Meld, ...],
    *,
    using: Card | None = None,
    spare: Card | None = None,
    may_go_out: bool = True,
) -> bool:
    """Return whether a hand has the melds that an opening lacks, and the turn can end after them.

    A card in `using` has to be in one of the melds; a card in `spare` may not be the only one left. A player who may
    not go out keeps a card after the discard.
    """
    if not might_open(rules, hand, laid):
        return False
    question, rest = _question(rules, laid, using=using, spare=spare, may_go_out=may_go_out), packed(hand)
    answers, missing = answers_to(question), rules.opening_points - opening_of(laid).points
    known = answers.known(rest, len(hand), missing)
    if known is not None:
        return known

    def is_found(melds: Sequence[Meld]) -> bool:
        opening = find_opening(question, hand, melds, missing)
        if opening is not None:
            answers.add_opening(opening)
        return opening is not None

    if missing <= 0 and is_found(_shortest_melds(rules, hand, laid)):
        return True
    if (missing > 0 or spare is not None) and is_found(_useful_melds(rules, hand, laid)):
        return True
    if spare is None:
        answers.add_failure(rest, missing)
    return False


def can_lay_all(
    rules: Rules,
    hand: tuple[Card, ...],
    laid: tuple[Meld, ...],
    *,
    using: Card | None = None,
    spare: Card | None = None,
) -> bool:
    """Return whether a hand can be laid in melds but for a discard, which is not `spare` (C4, C5, C11)."""
    question = _question(rules, laid, using=using, spare=spare)
    return lays_all(question, hand, _useful_melds(rules, hand, laid))


def might_open(rules: Rules, hand: tuple[Card, ...], laid: tuple[Meld, ...]) -> bool:
    """Return whether a hand may have the melds that an opening lacks: a quick look that never wrongly says no."""
    if rules.opening_melds and min(still_prescribed(rules, laid)) < 0:
        return False  # a search would say the same
    before = opening_of(laid)
    if rules.opening_pure_run and before.with_run is None and not holds_pure_run(rules, hand):
        return False  # a search would say the same
    missing = rules.opening_points - before.points
    return missing <= 0 or sum([MOST[card] for card in cards_that_may_meld(rules, hand)]) >= missing


def best_opening(rules: Rules, hand: tuple[Card, ...], laid: tuple[Meld, ...]) -> Opening:
    """Return the most that the first melds of a turn can be worth."""
    before = opening_of(laid).points
    points, with_run = most_points(_question(rules, laid), hand, _useful_melds(rules, hand, laid))
    return Opening(before + points, None if with_run is None else before + with_run)


def _question(
    rules: Rules,
    laid: Sequence[Meld],
    *,
    using: Card | None = None,
    spare: Card | None = None,
    may_go_out: bool = True,
) -> Question:
    most = -1 if rules.melds_per_turn is None else rules.melds_per_turn - len(laid)
    if rules.opening_melds:
        groups, runs = still_prescribed(rules, laid)
        most = PRESCRIBED + GROUP * groups + runs
    return Question(rules, opening_of(laid).with_run is not None, most, using, spare, may_go_out)


def _shortest_melds(rules: Rules, hand: tuple[Card, ...], laid: tuple[Meld, ...]) -> list[Meld]:
    """Return the melds that matter where no points are missing: of a longer one, a part will do."""
    melds = _next_melds(rules, hand, laid, rules.shortest_run)
    return [meld for meld in melds if isinstance(meld, Run) or len(meld.cards) == SHORTEST]


def _useful_melds(rules: Rules, hand: tuple[Card, ...], laid: tuple[Meld, ...]) -> list[Meld]:
    """Return the melds of a hand that matter: long runs can be cut in two, unless a turn has few melds.

    Nor can they be cut where a part might be all jokers.
    """
    if not rules.opening_melds and rules.melds_per_turn is None and hand.count(JOKER) < rules.shortest_run:
        return list(melds_in(rules, hand, 2 * rules.shortest_run - 1))
    return list(_next_melds(rules, hand, laid, ACE_HIGH))


def _next_melds(rules: Rules, hand: tuple[Card, ...], laid: tuple[Meld, ...], longest: int) -> Iterator[Meld]:
    """Return the melds that may be laid next (C3)."""
    if rules.opening_melds:
        groups, runs = still_prescribed(rules, laid)
        return melds_in(rules, hand, longest, groups=groups > 0, runs=runs > 0)
    if rules.melds_per_turn is not None and len(laid) >= rules.melds_per_turn:
        return iter(())
    return melds_in(rules, hand, longest)
