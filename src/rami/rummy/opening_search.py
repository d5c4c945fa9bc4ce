"""The search for melds of a hand that have no card in common, as an opening needs them.

A layered search decides one kind of card after another, from the ace and the king down: each card stays in the hand, or
it is in a meld in which it is the first to be decided. Of the paths to the same rest of the hand only the best is kept:
the answers are exact, and take time by the number of different rests, not of choices of melds.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from rami.pieces import by_number
from rami.rummy.cards import JOKER, KINDS, RANKS, SUITS, Card
from rami.rummy.melds import Group, Meld, Run, kind_at
from rami.rummy.rules import Rules

# What is left of a hand as one number: of each kind how many, in three bits, the third a guard that is always set:
# taking away more than there is clears it. The kinds come in the order in which they are decided, the jokers last.
_ORDER = [kind_at(suit, rank) for rank in (1, *range(len(RANKS), 1, -1)) for suit in range(len(SUITS))]
_PLACE = {card: 3 * place for place, card in enumerate(_ORDER)} | {JOKER: 3 * len(_ORDER)}
_GUARDS = sum(4 << _PLACE[card] for card in _ORDER) | 16 << _PLACE[JOKER]

_CARDS = 3 * len(_ORDER) + 5
"""How many bits the cards of a hand take; above them a search state has its points."""
_TWICE = sum(2 << _PLACE[card] for card in _ORDER)
_KEPT = 64
"""How many openings, and how many hands without one, are remembered for a question."""

PRESCRIBED, GROUP = 256, 16

_NOTHING, _SPARE, _ONE, _MORE = range(4)
"""The rest of the hand: nothing, only the card that may not be discarded, one that may, or two cards or more."""
_SINGLES = frozenset(1 << place for place in _PLACE.values())


class _Candidate(NamedTuple):
    """A meld that could be laid: its cards packed as in a search state, its worth as in a layer, and its kind."""

    need: int
    worth: int
    pure: bool
    group: bool


class _SearchState(NamedTuple):
    """The facts that decide which melds can follow, and whether they suffice, points aside.

    Attributes:
        rest: The cards that are not decided yet, with the guards.
        pure: Whether a run without jokers is laid.
        most: How many melds may follow; below zero for any number. Where groups and runs are prescribed, how many of
            each must: `PRESCRIBED`, sixteen for each group and one for each run.
        kept: What of the cards that are decided stays in the hand.
    """

    rest: int
    pure: bool
    most: int
    kept: int


_Layer = dict[_SearchState, int]
"""The search states reached, each with its most points; below these, the cards laid for them."""


class Question(NamedTuple):
    """What is asked of a hand, points aside.

    Attributes:
        rules: The rules.
        pure: Whether a run without jokers is laid.
        most: How many melds may follow, as in a search state.
        using: The card that has to be in one of the melds.
        spare: The card that may not be the only one left.
        may_go_out: Whether no card has to be left after the discard.
    """

    rules: Rules
    pure: bool
    most: int
    using: Card | None
    spare: Card | None
    may_go_out: bool


def find_opening(question: Question, hand: tuple[Card, ...], melds: Sequence[Meld], missing: int) -> int | None:
    """Return the points and the cards of an opening from these melds after which the turn can end; None if none is."""
    if _upper_bound(hand, melds) < missing:
        return None
    return next(
        (
            points
            for layer in _layers(question, hand, melds, missing)
            for key, points in layer.items()
            if points >> _CARDS >= missing and _is_end(question, key)
        ),
        None,
    )


def lays_all(question: Question, hand: Sequence[Card], melds: Iterable[Meld]) -> bool:
    """Return whether these melds can take a hand but for a discard (C4, C5, C11)."""
    *_, last = _layers(question, hand, melds, whole=True)
    return any(_cards_left(key) < _MORE and _can_discard(question, key) for key in last)


def most_points(question: Question, hand: Sequence[Card], melds: Iterable[Meld]) -> tuple[int, int | None]:
    """Return the most points of these melds, and the most with a run without jokers among them, if one can be."""
    *_, last = _layers(question, hand, melds)
    with_run = [points for key, points in last.items() if key.pure]
    return max(last.values()) >> _CARDS, max(with_run) >> _CARDS if with_run else None


def _layers(
    question: Question, hand: Sequence[Card], melds: Iterable[Meld], missing: int = 0, *, whole: bool = False
) -> Iterator[_Layer]:
    """Yield the search states before any kind of card is decided, and after each; if `whole`, few cards are kept."""
    candidates = _candidates(question.rules, melds)
    layer: _Layer = {_SearchState(packed(hand), question.pure, question.most, _NOTHING): 0}
    if question.using is not None:
        using = [each for row in candidates.values() for each in row if _holds(each, question.using)]
        layer = _lay_one(layer, using)
    yield layer
    for kind, left in _remaining_kinds(hand, candidates):
        layer = _expand(layer, kind, candidates.get(kind, ()), question.spare, missing - left)
        if whole:
            layer = {key: points for key, points in layer.items() if key.kept != _MORE}
        yield layer


def _upper_bound(hand: Sequence[Card], melds: Sequence[Meld]) -> int:
    """Return an upper bound of the points: as if no melds shared cards, and each joker were in the best of them."""
    plain: set[Card] = set()
    joked = 0
    for meld in melds:
        if JOKER in meld.cards:
            joked = max(joked, meld.value)
        else:
            plain.update(meld.cards)
    return sum([MOST[card] for card in hand if card in plain]) + hand.count(JOKER) * joked


MOST: tuple[int, ...] = by_number(KINDS, lambda card: 11 if card.rank <= 1 else min(card.rank, 10), 0)
"""A table looked up by a card: the most that it can count in a meld."""


def _candidates(rules: Rules, melds: Iterable[Meld]) -> Mapping[Card, Sequence[_Candidate]]:
    """Return the melds by the kind that is decided first.

    Of melds of the same cards only the one with the most points is kept, unless groups and runs are prescribed: with
    two jokers a card makes either.
    """
    prescribed = rules.opening_melds != ()
    found: dict[Card, dict[int, _Candidate]] = {}
    for first, candidate in map(_candidate, melds):
        row = found.setdefault(first, {})
        key = 2 * candidate.need + (prescribed and candidate.group)
        known = row.get(key)
        if known is None or known.worth < candidate.worth:
            row[key] = candidate
    return {kind: tuple(row.values()) for kind, row in found.items()}


@lru_cache(maxsize=2**14)
def _candidate(meld: Meld) -> tuple[Card, _Candidate]:
    """Return a meld as a candidate, and the kind in it that is decided first."""
    need = sum(1 << _PLACE[card] for card in meld.cards)
    return _ORDER[((need & -need).bit_length() - 1) // 3], _Candidate(
        need, meld.value << _CARDS | need, is_pure(meld), isinstance(meld, Group)
    )


def _holds(candidate: _Candidate, card: Card) -> bool:
    return bool(candidate.need >> _PLACE[card] & (15 if card == JOKER else 3))


def packed(hand: Iterable[Card]) -> int:
    """Return a hand as one number, with the guards."""
    return _GUARDS + sum(1 << _PLACE[card] for card in hand)


def _remaining_kinds(
    hand: Sequence[Card], candidates: Mapping[Card, Sequence[_Candidate]]
) -> Iterator[tuple[Card, int]]:
    """Yield the kinds of a hand in order, with the most points that can still come after each is decided."""
    useful = 0
    for row in candidates.values():
        for candidate in row:
            useful |= candidate.need
    worth = {card: MOST[card] * (useful >> _PLACE[card] & 3 > 0) for card in hand if card != JOKER}
    left = sum(worth.get(card, 11) for card in hand)
    for kind in sorted(worth, key=_PLACE.__getitem__):
        left -= worth[kind] * hand.count(kind)
        yield kind, left


def _expand(layer: _Layer, kind: Card, candidates: Sequence[_Candidate], spare: Card | None, least: int) -> _Layer:
    """Return the states after a kind is decided; those that cannot reach enough points are pruned."""
    place = _PLACE[kind]
    reached, step = dict(layer), layer
    while candidates and step:
        step = {key: points for key, points in _lay_one(step, candidates).items() if points > reached.get(key, -1)}
        reached |= step
    after: _Layer = {}
    for key, points in reached.items():
        if points < least << _CARDS:
            continue
        copies = key.rest >> place & 3
        if copies:
            kept = _MORE
            if copies == 1 and key.kept == _NOTHING:
                kept = _SPARE if kind == spare else _ONE
            key = _SearchState(key.rest - (copies << place), key.pure, key.most, kept)  # noqa: PLW2901  # the same state, one kind on
        if points > after.get(key, -1):
            after[key] = points
    return after


def _lay_one(layer: _Layer, candidates: Sequence[_Candidate]) -> _Layer:
    """Return the states after one more meld."""
    after: _Layer = {}
    for (rest, pure, most, kept), points in layer.items():
        if most in (0, PRESCRIBED):
            continue
        for need, worth, candidate_pure, group in candidates:
            left = rest - need
            if left & _GUARDS == _GUARDS:
                following = _one_less(most, group)
                if following is None:
                    continue
                key = _SearchState(left, pure or candidate_pure, following, kept)
                if points + worth > after.get(key, -1):
                    after[key] = points + worth
    return after


def _one_less(most: int, group: bool) -> int | None:
    """Return how many melds may follow one more; None if no more melds of its kind are prescribed."""
    if most < 0:
        return most
    if most < PRESCRIBED:
        return most - 1
    step = GROUP if group else 1
    return most - step if most // step % GROUP else None


def _is_end(question: Question, key: _SearchState) -> bool:
    """Return whether the melds suffice, points aside, and the turn can end with what is in the hand (C4, C5)."""
    if (question.rules.opening_pure_run and not key.pure) or key.most > PRESCRIBED:
        return False
    return _cards_left(key) == _MORE or (question.may_go_out and _can_discard(question, key))


def _cards_left(key: _SearchState) -> int:
    """Return `_NOTHING`, `_ONE` or `_MORE` for the cards that stay in the hand, undecided ones among them."""
    left = key.rest - _GUARDS
    if not left:
        return _ONE if key.kept == _SPARE else key.kept
    return _ONE if key.kept == _NOTHING and left in _SINGLES else _MORE


def _can_discard(question: Question, key: _SearchState) -> bool:
    """Return whether the turn can end with a hand of one card, or none (C4, C5)."""
    left, spare = key.rest - _GUARDS, question.spare
    if not left and key.kept == _NOTHING:
        return question.rules.final_discard == "optional"
    return key.kept != _SPARE and not (spare is not None and key.kept == _NOTHING and left == 1 << _PLACE[spare])


def is_pure(meld: Meld) -> bool:
    """Return whether a meld is a run without jokers."""
    return isinstance(meld, Run) and JOKER not in meld.cards


class Answers:
    """The openings found for a question, and hands without one, newest first.

    A hand with all cards of an opening and two more can open. A hand whose cards are among those of a hand without an
    opening, and which needs as many points, cannot, if no card is spare.
    """

    __slots__ = ("_failures", "_openings")

    def __init__(self) -> None:
        self._openings: tuple[tuple[int, int, int], ...] = ()
        self._failures: tuple[tuple[int, int], ...] = ()

    def known(self, rest: int, size: int, missing: int) -> bool | None:
        """Return whether a hand can open, if an answer for another hand says so."""
        for cards, count, points in self._openings:
            if points >= missing and count + 2 <= size and (rest - cards) & _GUARDS == _GUARDS:
                return True
        cards = rest - _GUARDS
        for other, lacked in self._failures:
            if missing >= lacked and (other - cards) & _GUARDS == _GUARDS:
                return False
        return None

    def add_opening(self, opening: int) -> None:
        """Remember the points and the cards of an opening."""
        cards = opening & (1 << _CARDS) - 1
        self._openings = ((cards, _count(cards), opening >> _CARDS), *self._openings[: _KEPT - 1])

    def add_failure(self, rest: int, missing: int) -> None:
        """Remember a hand that cannot open."""
        self._failures = ((rest, missing), *self._failures[: _KEPT - 1])


@lru_cache(maxsize=2**8)
def answers_to(question: Question) -> Answers:  # noqa: ARG001  # the key
    """Return the answers known to a question, whatever the hand."""
    return Answers()


def _count(cards: int) -> int:
    """Return how many cards there are in a number without guards."""
    jokers = cards >> _PLACE[JOKER]
    naturals = cards - (jokers << _PLACE[JOKER])
    return jokers + naturals.bit_count() + (naturals & _TWICE).bit_count()
