"""The conditions for a player's first melds, and whether a hand can meet them."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from rami.cards import JOKER, KINDS, Card
from rami.cards.legal_melds import BIT, cards_that_may_meld, holds_pure_run, melds_in, packed
from rami.cards.meld_search import (
    BARRED,
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
    Steps,
    cards_left,
    chosen_melds,
    contains,
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

_MOST: tuple[int, ...] = by_number(KINDS, lambda card: 11 if card.rank <= 1 else min(card.rank, 10), 0)
"""The most that a card can count in a meld, by the number of the card."""
_SINGLES = frozenset(BIT)
"""The hands of one card, and the hand of none."""
_ONE_EACH = (1,) * len(_MOST)
"""A loss of one for each card that is kept."""
_NO_LIMIT = 10**6
_CANDIDATE_STEPS = 5
"""The steps of a meld that is found in a hand."""


class Opening(NamedTuple):
    """The worth of a player's first melds.

    Attributes:
        points: Their points.
        with_run: The points, if a run without a joker is among them; else None.
    """

    points: int
    with_run: int | None


@lru_cache(maxsize=2**11)
def opening_of(laid: tuple[Meld, ...]) -> Opening:
    """Return what melds are worth as a player's first."""
    worth = sum(meld.value for meld in laid)
    return Opening(worth, worth if any(map(_is_pure, laid)) else None)


def _is_pure(meld: Meld) -> bool:
    """Return whether a meld is a run without jokers."""
    return isinstance(meld, Run) and JOKER not in meld.cards


def is_opening(rules: Rules, laid: tuple[Meld, ...]) -> bool:
    """Return whether melds meet all conditions for a player's first melds."""
    if rules.opening_melds and any(still_prescribed(rules, laid)):
        return False
    worth, with_run = opening_of(laid)
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


def might_open(rules: Rules, hand: tuple[Card, ...], laid: tuple[Meld, ...]) -> bool:
    """Return whether a hand may have the melds that an opening lacks: a quick look that never wrongly says no."""
    if rules.opening_melds and min(still_prescribed(rules, laid)) < 0:
        return False
    before = opening_of(laid)
    if rules.opening_pure_run and before.with_run is None and not holds_pure_run(rules, hand):
        return False
    missing = rules.opening_points - before.points
    return missing <= 0 or sum([_MOST[card] for card in cards_that_may_meld(rules, hand)]) >= missing


class _Question(NamedTuple):
    """The facts that decide, besides the hand and the points, whether a player can open.

    Attributes:
        rules: The rules.
        start: What of a search state is not cards: the melds that may follow, and whether a run without jokers is laid.
        using: The card that has to be in one of the melds.
        barred: The card that may not be the only one left, as it may not be discarded.
        may_go_out: Whether no card has to be left after the discard.
    """

    rules: Rules
    start: int
    using: Card | None = None
    barred: Card | None = None
    may_go_out: bool = True


def _start(rules: Rules, laid: tuple[Meld, ...]) -> int:
    """Return the part of a search state that is not cards, as in `_Question`."""
    groups, runs = 0, 0
    if rules.opening_melds:
        groups, runs = still_prescribed(rules, laid)
    elif rules.melds_per_turn is not None:
        groups = rules.melds_per_turn - len(laid)  # melds of either sort are counted as groups
    return max(0, groups) << GROUPS | max(0, runs) << RUNS | any(map(_is_pure, laid)) << PURE


@lru_cache(maxsize=2**14)
def _candidate(rules: Rules, meld: Meld) -> Candidate:
    need = packed(meld.cards)
    if rules.opening_melds:
        need += 1 << (GROUPS if isinstance(meld, Group) else RUNS)
    elif rules.melds_per_turn is not None:
        need += 1 << GROUPS  # as in `_start`
    loss = sum(_MOST[card] for card in meld.cards) - meld.value
    return Candidate(meld, need, loss, _is_pure(meld) << PURE)


def _layers(
    question: _Question,
    hand: tuple[Card, ...],
    candidates: Iterable[Candidate],
    steps: Steps,
    *,
    losses: Sequence[int] = _MOST,
    most_lost: int = _NO_LIMIT,
) -> Iterator[Layer]:
    """Search the melds of a hand, one with the card `using` laid before all others, and yield the layers of states."""
    row = tuple(candidates)
    steps.spend(_CANDIDATE_STEPS * len(row))
    start = undecided(hand) | question.start
    first: Layer = {}
    if question.using is None:
        first[start] = 0, None  # nothing is lost or laid
    else:  # add the states with a meld of that card
        with_card = [each for each in row if question.using in each.meld.cards]
        lay_one(first, start, (0, None), with_card, most_lost)
    decisions = decisions_of(question.rules, hand, row, losses, barred=question.barred)
    return search(first, decisions, most_lost, steps)


def can_open(
    rules: Rules,
    hand: tuple[Card, ...],
    laid: tuple[Meld, ...],
    steps: Steps,
    *,
    using: Card | None = None,
    barred: Card | None = None,
    may_go_out: bool = True,
) -> bool:
    """Return whether a hand has the melds that an opening lacks, and the turn can end after them.

    The card `using` has to be in one of the melds; the card `barred` may not be discarded. A player who may
    not go out keeps a card after the discard.
    """
    if not might_open(rules, hand, laid):
        return False
    question = _Question(rules, _start(rules, laid), using, barred, may_go_out)
    missing = rules.opening_points - opening_of(laid).points
    answers = _answers_to(question)
    packed_hand = undecided(hand)
    known = answers.known(packed_hand, len(hand), missing)
    if known is not None:
        return known
    attempts: list[Iterable[Meld]] = []  # the melds to search; the second ones if the first have no opening
    if missing <= 0:
        attempts.append(_shortest_melds(rules, hand, laid))
    # The shortest melds may leave just the barred card; longer ones may take it in.
    if missing > 0 or barred is not None:
        attempts.append(_melds_to_open(rules, hand, laid))
    for melds in attempts:
        if (opening := _find_opening(question, hand, tuple(melds), missing, steps)) is not None:
            answers.add_opening(opening)
            return True
    # A failure answers for parts of the hand, too. The barred card may be why it failed, and a part may lack that.
    if barred is None:
        answers.add_failure(packed_hand, missing)
    return False


def _find_opening(
    question: _Question, hand: tuple[Card, ...], melds: tuple[Meld, ...], missing: int, steps: Steps
) -> list[Meld] | None:
    """Return an opening of these melds after which the turn can end; None if there is none."""
    useful = {card for meld in melds for card in meld.cards}
    # The most that the useful cards can count, less what is missing: a greater loss leaves too few points.
    most_lost = sum(_MOST[card] for card in hand if card in useful) - missing
    if most_lost < 0:
        return None
    candidates = [_candidate(question.rules, meld) for meld in melds]
    # Any layer may have one: cards that are not decided yet may stay in the hand, which no loss counts.
    for layer in _layers(question, hand, candidates, steps, most_lost=most_lost):
        for state, (_, path) in layer.items():
            if _is_end(question, state) and _points(path) >= missing:
                return chosen_melds(path)
    return None


def _points(path: Path | None) -> int:
    return sum([meld.value for meld in chosen_melds(path)])


def _is_end(question: _Question, state: int) -> bool:
    """Return whether the melds suffice, points aside, and the turn can end with what is in the hand."""
    rules = question.rules
    if (rules.opening_pure_run and not state >> PURE & 1) or (rules.opening_melds and state & COUNTED):
        return False
    cards, is_barred = _left(question, state)
    return can_stop(rules, cards, is_barred=is_barred, may_go_out=question.may_go_out)


def _left(question: _Question, state: int) -> tuple[int, bool]:
    """Return how many cards stay in the hand, two for more, and whether the only one is barred."""
    undecided_cards, kept, barred = cards_left(state), state >> KEPT, question.barred
    if kept == MORE:
        return 2, False
    if not undecided_cards:  # only cards kept are left
        return int(kept != NOTHING), kept == BARRED
    if kept != NOTHING or undecided_cards not in _SINGLES:
        return 2, False
    return 1, barred is not None and undecided_cards == BIT[barred]


def can_stop(rules: Rules, cards: int, *, is_barred: bool, may_go_out: bool) -> bool:
    """Return whether a turn in which nothing is owed can end with so many cards in the hand (004.9, C4, C5).

    The only card is barred if it was just taken from the discard pile.
    """
    can_go_out = not is_barred if cards else rules.final_discard == "optional"
    return cards > 1 or (may_go_out and can_go_out)


def can_lay_all(
    rules: Rules,
    hand: tuple[Card, ...],
    laid: tuple[Meld, ...],
    steps: Steps,
    *,
    using: Card | None = None,
    barred: Card | None = None,
) -> bool:
    """Return whether a hand, but for a discard that is not `barred`, can be laid in melds, one of them with `using`."""
    question = _Question(rules, _start(rules, laid), using, barred)
    # C4, C5, C11: at most one card is kept. In this search a card that is kept loses one, and a meld nothing.
    candidates = [_candidate(rules, meld)._replace(loss=0) for meld in _melds_to_open(rules, hand, laid)]
    ends = last_layer(_layers(question, hand, candidates, steps, losses=_ONE_EACH, most_lost=1))
    rests = [_left(question, state) for state in ends]  # with the cards that are in no meld, which lose nothing
    return any(cards < 2 and can_stop(rules, cards, is_barred=is_barred, may_go_out=True) for cards, is_barred in rests)


def best_opening(rules: Rules, hand: tuple[Card, ...], laid: tuple[Meld, ...], steps: Steps) -> Opening:
    """Return the most that the first melds of a turn can be worth."""
    before, question = opening_of(laid).points, _Question(rules, _start(rules, laid))
    candidates = [_candidate(rules, meld) for meld in _melds_to_open(rules, hand, laid)]
    last = last_layer(_layers(question, hand, candidates, steps))
    points = {state: before + _points(path) for state, (_, path) in last.items()}
    with_run = [worth for state, worth in points.items() if state >> PURE & 1]
    return Opening(max(points.values()), max(with_run, default=None))


def next_melds(rules: Rules, hand: tuple[Card, ...], laid: tuple[Meld, ...], longest: int = ACE_HIGH) -> Iterator[Meld]:
    """Return the melds of a hand that may be laid next in a turn, if any may."""
    groups, runs = still_prescribed(rules, laid) if rules.opening_melds else (1, 1)
    return melds_in(rules, hand, longest, groups=groups > 0, runs=runs > 0)


def _shortest_melds(rules: Rules, hand: tuple[Card, ...], laid: tuple[Meld, ...]) -> Iterator[Meld]:
    """Yield the melds that matter where no points are missing: of a longer one, a part will do."""
    for meld in next_melds(rules, hand, laid, rules.shortest_run):
        if isinstance(meld, Run) or len(meld.cards) == SHORTEST:
            yield meld


def is_helpful(rules: Rules, laid: tuple[Meld, ...], meld: Meld, owed: Card | None) -> bool:
    """Return whether a meld has the card that is owed; for a joker, or where none is, whether it helps to open."""
    may_be_laid = not rules.opening_melds or min(still_prescribed(rules, (*laid, meld))) >= 0
    if owed not in (None, JOKER):
        return may_be_laid and owed in meld.cards
    needs_pure_run = rules.opening_pure_run and opening_of(laid).with_run is None
    return may_be_laid and (isinstance(meld, Run) or not needs_pure_run)


def triples(rules: Rules, cards: tuple[Card, ...]) -> list[Meld]:
    """Return the shortest melds without jokers, those with the first cards first."""
    places = {card: place for place, card in reversed([*enumerate(cards)])}  # of copies, the place of the first
    hand = tuple(sorted(card for card in places if card != JOKER))
    melds = _shortest_melds(rules, hand, ())
    return sorted(melds, key=lambda meld: min(places[card] for card in meld.cards))


def _melds_to_open(rules: Rules, hand: tuple[Card, ...], laid: tuple[Meld, ...]) -> Iterator[Meld]:
    """Yield the melds that matter where points are missing."""
    if rules.opening_melds or rules.melds_per_turn is not None:
        return next_melds(rules, hand, laid)
    return useful_melds(rules, hand)


_MOST_KEPT = 64
"""How many openings, and how many hands without one, are remembered for a question."""


class _Answers:
    """The openings found for a question, and hands without one, newest first.

    A hand with all cards of an opening and two more can open. A hand whose cards are among those of a hand without an
    opening, and which needs as many points, cannot, if no card is barred. So a listing of moves, which asks for many
    hands that are nearly the same, searches few.
    """

    __slots__ = ("_failures", "_openings")

    def __init__(self) -> None:
        self._openings: tuple[tuple[int, int, int], ...] = ()
        self._failures: tuple[tuple[int, int], ...] = ()

    def known(self, hand: int, size: int, missing: int) -> bool | None:
        """Return whether a hand can open, if an answer for another hand says so."""
        for cards, count, points in self._openings:
            if points >= missing and count + 2 <= size and contains(hand, cards):
                return True
        if any(missing >= lacked and contains(other, cards_left(hand)) for other, lacked in self._failures):
            return False
        return None

    def add_opening(self, melds: list[Meld]) -> None:
        """Remember the cards of an opening, their number, and its points."""
        cards = [card for meld in melds for card in meld.cards]
        known = packed(cards), len(cards), sum(meld.value for meld in melds)
        self._openings = (known, *self._openings[: _MOST_KEPT - 1])

    def add_failure(self, hand: int, missing: int) -> None:
        """Remember a hand that cannot open, and so no part of it."""
        self._failures = ((hand, missing), *self._failures[: _MOST_KEPT - 1])


@lru_cache(maxsize=2**8)
def _answers_to(question: _Question) -> _Answers:  # noqa: ARG001  # the key
    """Return the answers known to a question, whatever the hand."""
    return _Answers()
