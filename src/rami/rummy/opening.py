"""The conditions for a player's first melds, and whether a hand can meet them.

A layered search decides one kind of card after another, from the ace and the king down: each card stays in the hand, or
it is in a meld in which it is the first to be decided. Of the paths to the same rest of the hand only the best is kept:
the answers are exact, and take time by the number of different rests, not of choices of melds. An answer says something
of other hands, too, so that a listing of moves, which asks for many hands that are nearly the same, searches few.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from rami.pieces import by_number
from rami.rummy.cards import JOKER, KINDS, RANKS, SUITS, Card
from rami.rummy.legal_melds import cards_that_may_meld, holds_pure_run, melds_in
from rami.rummy.melds import ACE_HIGH, SHORTEST, Group, Meld, Run, kind_at
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

_PRESCRIBED, _GROUP = 256, 16

_NOTHING, _SPARE, _ONE, _MORE = range(4)
"""The rest of the hand: nothing, only the card that may not be discarded, one that may, or two cards or more."""
_SINGLES = frozenset(1 << place for place in _PLACE.values())


class Opening(NamedTuple):
    """The worth of a player's first melds.

    Attributes:
        points: Their points.
        with_run: The points, if a run without a joker is among them; else None.
    """

    points: int
    with_run: int | None


_NO_OPENING = Opening(0, None)


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
            each must: `_PRESCRIBED`, sixteen for each group and one for each run.
        kept: What of the cards that are decided stays in the hand.
    """

    rest: int
    pure: bool
    most: int
    kept: int


_Layer = dict[_SearchState, int]
"""The search states reached, each with its most points; below these, the cards laid for them."""


def opening_of(laid: Iterable[Meld]) -> Opening:
    """Return what melds are worth as a player's first."""
    melds = tuple(laid)
    if not melds:
        return _NO_OPENING
    worth = sum(meld.value for meld in melds)
    return Opening(worth, worth if any(map(_is_pure, melds)) else None)


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


def _is_pure(meld: Meld) -> bool:
    return isinstance(meld, Run) and JOKER not in meld.cards


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
    question, rest = _question(rules, laid, using=using, spare=spare, may_go_out=may_go_out), _packed(hand)
    answers, missing = _answers(question), rules.opening_points - opening_of(laid).points
    known = answers.known(rest, len(hand), missing)
    if known is not None:
        return known

    def is_found(melds: Sequence[Meld]) -> bool:
        opening = _opening(question, hand, melds, missing)
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


class _Question(NamedTuple):
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


def _question(
    rules: Rules,
    laid: Sequence[Meld],
    *,
    using: Card | None = None,
    spare: Card | None = None,
    may_go_out: bool = True,
) -> _Question:
    most = -1 if rules.melds_per_turn is None else rules.melds_per_turn - len(laid)
    if rules.opening_melds:
        groups, runs = still_prescribed(rules, laid)
        most = _PRESCRIBED + _GROUP * groups + runs
    return _Question(rules, opening_of(laid).with_run is not None, most, using, spare, may_go_out)


def _opening(question: _Question, hand: tuple[Card, ...], melds: Sequence[Meld], missing: int) -> int | None:
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


def _layers(
    question: _Question, hand: Sequence[Card], melds: Iterable[Meld], missing: int = 0, *, whole: bool = False
) -> Iterator[_Layer]:
    """Yield the search states before any kind of card is decided, and after each; if `whole`, few cards are kept."""
    candidates = _candidates(question.rules, melds)
    layer: _Layer = {_SearchState(_packed(hand), question.pure, question.most, _NOTHING): 0}
    if question.using is not None:
        using = [each for row in candidates.values() for each in row if _holds(each, question.using)]
        layer = _lay_one(layer, using)
    yield layer
    for kind, left in _remaining_kinds(hand, candidates):
        layer = _expand(layer, kind, candidates.get(kind, ()), question.spare, missing - left)
        if whole:
            layer = {key: points for key, points in layer.items() if key.kept != _MORE}
        yield layer


class _Answers:
    """The openings found for a question, and hands without one.

    Who has all cards of an opening and two more can open. Who has no card that a hand without an opening lacks, and
    needs as many points, cannot, unless the last card may be one that is not discarded.
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
def _answers(question: _Question) -> _Answers:  # noqa: ARG001  # the key
    """Return the answers to one question, whatever the hand."""
    return _Answers()


def _count(cards: int) -> int:
    """Return how many cards there are in a number without guards."""
    jokers = cards >> _PLACE[JOKER]
    naturals = cards - (jokers << _PLACE[JOKER])
    return jokers + naturals.bit_count() + (naturals & _TWICE).bit_count()


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
    *_, last = _layers(question, hand, _useful_melds(rules, hand, laid), whole=True)
    return any(_cards_left(key) < _MORE and _can_discard(question, key) for key in last)


def might_open(rules: Rules, hand: tuple[Card, ...], laid: tuple[Meld, ...]) -> bool:
    """Return whether a hand may have the melds that an opening lacks: a quick look that never wrongly says no."""
    if rules.opening_melds and min(still_prescribed(rules, laid)) < 0:
        return False  # a search would say the same
    before = opening_of(laid)
    if rules.opening_pure_run and before.with_run is None and not holds_pure_run(rules, hand):
        return False  # a search would say the same
    missing = rules.opening_points - before.points
    return missing <= 0 or sum([_MOST[card] for card in cards_that_may_meld(rules, hand)]) >= missing


def best_opening(rules: Rules, hand: tuple[Card, ...], laid: tuple[Meld, ...]) -> Opening:
    """Return the most that the first melds of a turn can be worth."""
    before = opening_of(laid).points
    *_, layer = _layers(_question(rules, laid), hand, _useful_melds(rules, hand, laid))
    with_run = [points for key, points in layer.items() if key.pure]
    best = max(layer.values()) >> _CARDS
    return Opening(before + best, before + (max(with_run) >> _CARDS) if with_run else None)


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


def _upper_bound(hand: Sequence[Card], melds: Sequence[Meld]) -> int:
    """Return an upper bound of the points: as if no melds shared cards, and each joker were in the best of them."""
    plain: set[Card] = set()
    joked = 0
    for meld in melds:
        if JOKER in meld.cards:
            joked = max(joked, meld.value)
        else:
            plain.update(meld.cards)
    return sum([_MOST[card] for card in hand if card in plain]) + hand.count(JOKER) * joked


_MOST: tuple[int, ...] = by_number(KINDS, lambda card: 11 if card.rank <= 1 else min(card.rank, 10), 0)
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
        need, meld.value << _CARDS | need, _is_pure(meld), isinstance(meld, Group)
    )


def _holds(candidate: _Candidate, card: Card) -> bool:
    return bool(candidate.need >> _PLACE[card] & (15 if card == JOKER else 3))


def _packed(hand: Iterable[Card]) -> int:
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
    worth = {card: _MOST[card] * (useful >> _PLACE[card] & 3 > 0) for card in hand if card != JOKER}
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
        if most in (0, _PRESCRIBED):
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
    if most < _PRESCRIBED:
        return most - 1
    step = _GROUP if group else 1
    return most - step if most // step % _GROUP else None


def _is_end(question: _Question, key: _SearchState) -> bool:
    """Return whether the melds suffice, points aside, and the turn can end with what is in the hand (C4, C5)."""
    if (question.rules.opening_pure_run and not key.pure) or key.most > _PRESCRIBED:
        return False
    return _cards_left(key) == _MORE or (question.may_go_out and _can_discard(question, key))


def _cards_left(key: _SearchState) -> int:
    """Return `_NOTHING`, `_ONE` or `_MORE` for the cards that stay in the hand, undecided ones among them."""
    left = key.rest - _GUARDS
    if not left:
        return _ONE if key.kept == _SPARE else key.kept
    return _ONE if key.kept == _NOTHING and left in _SINGLES else _MORE


def _can_discard(question: _Question, key: _SearchState) -> bool:
    """Return whether the turn can end with a hand of one card, or none (C4, C5)."""
    left, spare = key.rest - _GUARDS, question.spare
    if not left and key.kept == _NOTHING:
        return question.rules.final_discard == "optional"
    return key.kept != _SPARE and not (spare is not None and key.kept == _NOTHING and left == 1 << _PLACE[spare])
