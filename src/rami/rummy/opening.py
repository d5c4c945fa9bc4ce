"""What a player's first melds need, and what a hand can give of it.

Which melds can be laid together is decided kind by kind, from the ace and the king down: each card stays in the hand,
or it is in a meld in which it is the first to be decided. Of the ways to the same rest of the hand only the best goes
on. So the answers are exact, and take as long as a hand has different rests, however many ways there are to lay melds.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from rami.pieces import by_number
from rami.rummy.cards import JOKER, KINDS, RANKS, SUITS, Card
from rami.rummy.legal_melds import holds_plain_run, melds_in, that_could_lie
from rami.rummy.melds import Group, Meld, Run, kind_at
from rami.rummy.rules import Rules

# What is left of a hand as one number: of each kind how many, in three bits, the third a guard that is always set:
# taking away more than there is clears it. The kinds come in the order in which they are decided, the jokers last.
_ORDER = [kind_at(suit, rank) for rank in (1, *range(len(RANKS), 1, -1)) for suit in range(len(SUITS))]
_PLACE = {card: 3 * place for place, card in enumerate(_ORDER)} | {JOKER: 3 * len(_ORDER)}
_GUARDS = sum(4 << _PLACE[card] for card in _ORDER) | 16 << _PLACE[JOKER]

_PRESCRIBED, _GROUP = 256, 16

_NOTHING, _ONE_CARD, _ENOUGH = range(3)
"""What stays in the hand: nothing, only the card that may not be discarded, or a card that may."""


class Opening(NamedTuple):
    """What a player's first melds come to.

    Attributes:
        points: Their points.
        with_run: The points, if a run without a joker is among them; else None.
    """

    points: int
    with_run: int | None


_NO_OPENING = Opening(0, None)


class _Share(NamedTuple):
    """A meld that could be laid: its cards as a rest has them, its points, and of what sort it is."""

    need: int
    points: int
    plain: bool
    group: bool


class _Key(NamedTuple):
    """What decides which melds can follow, and whether they are enough, points aside.

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


_Ways = dict[_Key, int]
"""What can be reached, with the most points of the ways there."""


def opening_of(laid: Iterable[Meld]) -> Opening:
    """What melds come to as a player's first.

    Args:
        laid: The melds.
    """
    melds = tuple(laid)
    if not melds:
        return _NO_OPENING
    worth = sum(meld.value for meld in melds)
    return Opening(worth, worth if any(map(_is_plain, melds)) else None)


def is_opening(rules: Rules, laid: Iterable[Meld]) -> bool:
    """Whether melds are all that a player's first melds need.

    Args:
        rules: The rules.
        laid: The melds.
    """
    melds = tuple(laid)
    if rules.opening_melds and any(still_prescribed(rules, melds)):
        return False
    worth, with_run = opening_of(melds)
    return worth >= rules.opening_points and (with_run is not None or not rules.opening_pure_run)


def still_prescribed(rules: Rules, laid: Iterable[Meld]) -> tuple[int, int]:
    """How many groups and how many runs the rules prescribe besides melds that are laid; below zero if too many are.

    Args:
        rules: The rules; they have `opening_melds`.
        laid: The melds laid in this turn.
    """
    groups, runs = rules.opening_melds
    for meld in laid:
        if isinstance(meld, Group):
            groups -= 1
        else:
            runs -= 1
    return groups, runs


def _is_plain(meld: Meld) -> bool:
    return isinstance(meld, Run) and JOKER not in meld.cards


def can_open(
    rules: Rules,
    hand: tuple[Card, ...],
    laid: tuple[Meld, ...],
    *,
    using: Card | None = None,
    spare: Card | None = None,
) -> bool:
    """Whether a hand has the melds that an opening lacks, and the turn can end after them.

    Args:
        rules: The rules.
        hand: The cards, sorted.
        laid: The melds laid in this turn before.
        using: A card that has to be in one of the melds; None for none.
        spare: A card that may not be the only one left; None for none.
    """
    if not might_open(rules, hand, laid):
        return False
    missing = rules.opening_points - opening_of(laid).points
    melds = _melds(rules, hand, laid)
    if _at_most(hand, melds) < missing:
        return False
    pieces = _pieces(rules, melds)
    layer: _Ways = {_start(rules, hand, laid): 0}
    if using is not None:
        layer = _with_pieces(layer, [piece for row in pieces.values() for piece in row if _holds(piece, using)])
    for kind, left in _still_to_come(hand, pieces):
        if any(points >= missing and _is_end(rules, key, spare) for key, points in layer.items()):
            return True
        layer = _decided(layer, kind, pieces.get(kind, ()), spare, missing - left)
    return any(points >= missing and _is_end(rules, key, spare) for key, points in layer.items())


def might_open(rules: Rules, hand: tuple[Card, ...], laid: tuple[Meld, ...]) -> bool:
    """Whether a hand may have the melds that an opening lacks: a quick look that never wrongly says no.

    Args:
        rules: The rules.
        hand: The cards, sorted.
        laid: The melds laid in this turn before.
    """
    if rules.opening_melds and min(still_prescribed(rules, laid)) < 0:
        return False
    before = opening_of(laid)
    if rules.opening_pure_run and before.with_run is None and not holds_plain_run(rules, hand):
        return False
    missing = rules.opening_points - before.points
    return missing <= 0 or sum([_MOST[card] for card in that_could_lie(rules, hand)]) >= missing


def best_opening(rules: Rules, hand: tuple[Card, ...], laid: tuple[Meld, ...]) -> Opening:
    """What the first melds of a turn can come to at most.

    Args:
        rules: The rules.
        hand: The cards, sorted.
        laid: The melds laid in this turn before.
    """
    pieces, before = _pieces(rules, _melds(rules, hand, laid)), opening_of(laid).points
    layer: _Ways = {_start(rules, hand, laid): 0}
    for kind, _ in _still_to_come(hand, pieces):
        layer = _decided(layer, kind, pieces.get(kind, ()), None, 0)
    with_run = [points for key, points in layer.items() if key.pure]
    return Opening(before + max(layer.values()), before + max(with_run) if with_run else None)


def _melds(rules: Rules, hand: tuple[Card, ...], laid: tuple[Meld, ...]) -> list[Meld]:
    """The melds of a hand that matter: long runs can be cut in two, unless a turn has few melds."""
    if rules.opening_melds:
        return list(melds_in(rules, hand))
    if rules.melds_per_turn is None:
        return list(melds_in(rules, hand, 2 * rules.shortest_run - 1))
    return list(melds_in(rules, hand)) if len(laid) < rules.melds_per_turn else []


def _at_most(hand: Sequence[Card], melds: Sequence[Meld]) -> int:
    """What melds would come to if none stood in another's way, each joker being in the best of them."""
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


def _pieces(rules: Rules, melds: Iterable[Meld]) -> Mapping[Card, Sequence[_Share]]:
    """The melds by the kind that is decided first.

    Of those of the same cards the one with the most points will do, unless it matters which is a run: with two jokers a
    card makes either.
    """
    prescribed = rules.opening_melds != ()
    found: dict[Card, dict[int, _Share]] = {}
    for first, share in map(_share, melds):
        row = found.setdefault(first, {})
        key = 2 * share.need + (prescribed and share.group)
        known = row.get(key)
        if known is None or known.points < share.points:
            row[key] = share
    return {kind: tuple(row.values()) for kind, row in found.items()}


@lru_cache(maxsize=2**14)
def _share(meld: Meld) -> tuple[Card, _Share]:
    """A meld as it is counted here, and the kind of it that is decided first."""
    need = sum(1 << _PLACE[card] for card in meld.cards)
    return _ORDER[((need & -need).bit_length() - 1) // 3], _Share(
        need, meld.value, _is_plain(meld), isinstance(meld, Group)
    )


def _holds(piece: _Share, card: Card) -> bool:
    return bool(piece.need >> _PLACE[card] & (15 if card == JOKER else 3))


def _start(rules: Rules, hand: Sequence[Card], laid: Sequence[Meld]) -> _Key:
    rest = _GUARDS + sum(1 << _PLACE[card] for card in hand)
    most = -1 if rules.melds_per_turn is None else rules.melds_per_turn - len(laid)
    if rules.opening_melds:
        groups, runs = still_prescribed(rules, laid)
        most = _PRESCRIBED + _GROUP * groups + runs
    return _Key(rest, opening_of(laid).with_run is not None, most, _NOTHING)


def _still_to_come(hand: Sequence[Card], pieces: Mapping[Card, Sequence[_Share]]) -> Iterator[tuple[Card, int]]:
    """The kinds of a hand in their order, with the most points that can still come after each is decided."""
    useful = 0
    for row in pieces.values():
        for piece in row:
            useful |= piece.need
    worth = {card: _MOST[card] * (useful >> _PLACE[card] & 3 > 0) for card in hand if card != JOKER}
    left = sum(worth.get(card, 11) for card in hand)
    for kind in sorted(worth, key=_PLACE.__getitem__):
        left -= worth[kind] * hand.count(kind)
        yield kind, left


def _decided(layer: _Ways, kind: Card, pieces: Sequence[_Share], spare: Card | None, least: int) -> _Ways:
    """What can be reached when the cards of a kind are laid or kept; what cannot come to enough points is left out."""
    place = _PLACE[kind]
    reached, step = dict(layer), layer
    while pieces and step:
        step = {key: points for key, points in _with_pieces(step, pieces).items() if points > reached.get(key, -1)}
        reached |= step
    after: _Ways = {}
    for key, points in reached.items():
        if points < least:
            continue
        copies = key.rest >> place & 3
        if copies:
            kept = _ONE_CARD if kind == spare and copies == 1 and key.kept == _NOTHING else _ENOUGH
            key = _Key(key.rest - (copies << place), key.pure, key.most, kept)  # noqa: PLW2901  # the same way, one on
        if points > after.get(key, -1):
            after[key] = points
    return after


def _with_pieces(layer: _Ways, pieces: Sequence[_Share]) -> _Ways:
    """What can be reached by one more meld."""
    after: _Ways = {}
    for (rest, pure, most, kept), points in layer.items():
        if most in (0, _PRESCRIBED):
            continue
        for need, worth, plain, group in pieces:
            left = rest - need
            if left & _GUARDS == _GUARDS:
                following = _one_less(most, group)
                if following is None:
                    continue
                key = _Key(left, pure or plain, following, kept)
                if points + worth > after.get(key, -1):
                    after[key] = points + worth
    return after


def _one_less(most: int, group: bool) -> int | None:
    """How many melds may follow one more; None if it is of a sort that is no longer prescribed."""
    if most < 0:
        return most
    if most < _PRESCRIBED:
        return most - 1
    step = _GROUP if group else 1
    return most - step if most // step % _GROUP else None


def _is_end(rules: Rules, key: _Key, spare: Card | None) -> bool:
    """Whether the melds are enough, points aside, and the turn can end with what is in the hand (C4, C5)."""
    if (rules.opening_pure_run and not key.pure) or key.most > _PRESCRIBED:
        return False
    left = key.rest - _GUARDS
    if key.kept == _NOTHING and not left:
        return rules.final_discard == "optional"
    only_spare = key.kept == _ONE_CARD and not left
    return not only_spare and not (key.kept == _NOTHING and spare is not None and left == 1 << _PLACE[spare])
