"""What is wrong with a move."""

from collections.abc import Iterator
from contextlib import suppress
from typing import cast

from attrs import evolve

from rami.errors import InvalidMeld, Violation
from rami.pieces import without
from rami.rummy.can_end_turn import has_end
from rami.rummy.cards import JOKER, Card
from rami.rummy.layoffs import addition, exchange
from rami.rummy.legal_melds import meld_violations
from rami.rummy.limits import MOST_CARDS
from rami.rummy.melds import Meld
from rami.rummy.moves import Discard, DrawStock, LayMeld, LayOff, Move, ReplaceJoker, TakeDiscard
from rami.rummy.opening import Opening, best_opening, opening_of, still_prescribed
from rami.rummy.rules import Rules
from rami.rummy.state import Phase, State, View
from rami.rummy.turns import (
    Turn,
    is_pending,
    may_add,
    may_add_joker,
    may_meld,
    must_lay_taken,
    turn_of,
    with_addition,
    with_exchange,
    with_meld,
)
from rami.rummy.violations import Code

_DRAW = Phase.DRAW
_FINE: tuple[Violation, ...] = ()


def move_violations(position: State | View, hand: tuple[Card, ...], move: Move) -> tuple[Violation, ...]:
    """What is wrong with a move of the player whose turn it is, in a deal that is running.

    Args:
        position: A position, or the view of the player who moves.
        hand: The hand of that player.
        move: The move.
    """
    kind = type(move)
    if kind is Discard and position.phase is not _DRAW:
        return _discard_violations(position, hand, cast("Discard", move).card)
    if kind is DrawStock and position.phase is _DRAW:
        return _FINE
    return tuple(_violations(position, move))


def _discard_violations(position: State | View, hand: tuple[Card, ...], card: Card) -> tuple[Violation, ...]:
    """004.6, C5: any card but the one just taken, and nothing may be owed."""
    rules, taken = position.rules, position.taken
    free = taken is None or (taken != card and rules.take_discard == "free" and not position.deep)
    if free and card in hand and not position.laid and not position.jokers_owed:
        return _FINE  # as most discards are
    turn = turn_of(position)
    problems: list[Violation] = []
    if card not in hand:
        problems.append(Violation(Code.NOT_IN_HAND, (card,)))
    elif card == turn.taken and rules.discard_taken == "forbidden" and hand.count(card) == 1:
        problems.append(Violation(Code.JUST_TAKEN, (card,)))
    if is_pending(rules, turn):
        problems += _owed(rules, turn, opening_of(turn.laid))
    return tuple(problems)


def _violations(position: State | View, move: Move) -> Iterator[Violation]:
    """What is wrong with any other move; whether the turn can end after it is asked only if nothing else is."""
    drawing = isinstance(move, DrawStock | TakeDiscard)
    if (position.phase is _DRAW) != drawing:
        yield Violation(Code.ALREADY_DRAWN if drawing else Code.DRAW_FIRST)
    rules, turn = position.rules, turn_of(position)
    if isinstance(move, TakeDiscard):
        yield from take_violations(position, turn, move.count)
    elif isinstance(move, Discard):
        if move.card not in turn.hand:
            yield Violation(Code.NOT_IN_HAND, (move.card,))
    elif isinstance(move, LayMeld):
        yield from _meld_violations(rules, turn, move.meld)
    elif isinstance(move, LayOff | ReplaceJoker):
        yield from _change_violations(rules, turn, move)


def take_violations(position: State | View, turn: Turn, count: int) -> Iterator[Violation]:
    """What is wrong with taking a number of cards from the discard pile.

    Args:
        position: The position.
        turn: The turn of the player who moves.
        count: How many cards.

    Yields:
        The violations.
    """
    rules = position.rules
    if not position.discard_pile:
        yield Violation(Code.NO_DISCARD)
        return
    if count > 1:
        problem = _depth_violation(position, turn, count)
        if problem is not None:
            yield problem
            return
    if position.turn // position.players + 1 < rules.take_from_round:
        yield Violation(Code.TAKE_TOO_EARLY, numbers=(rules.take_from_round,))
    if len(turn.hand) == 1 and not rules.take_with_one_card:
        yield Violation(Code.TAKE_WITH_ONE_CARD)
    following = turn if count == 1 else turn._replace(deep=True)
    if must_lay_taken(rules, following):
        cards = position.discard_pile[-count:]
        card = cards[0]
        following = following._replace(hand=tuple(sorted((*turn.hand, *cards))), taken=card)
        if not has_end(rules, following):
            yield Violation(Code.TAKEN_NOT_LAID, (card,))


def _depth_violation(position: State | View, turn: Turn, count: int) -> Violation | None:
    """What is wrong with taking more than the top card, whatever is done with it."""
    if position.rules.take_depth == "top":
        return Violation(Code.TAKE_TOP_ONLY)
    most = min(position.discard_size, MOST_CARDS - len(turn.hand))
    return Violation(Code.TAKE_TOO_MANY, numbers=(count, most)) if count > most else None


def _meld_violations(rules: Rules, turn: Turn, meld: Meld) -> Iterator[Violation]:
    sound = True
    for problem in meld_problems(rules, turn, meld):
        sound = False
        yield problem
    if sound:
        yield from end_violations(rules, with_meld(rules, turn, meld))


def meld_problems(rules: Rules, turn: Turn, meld: Meld) -> Iterator[Violation]:
    """What is wrong with a new meld, apart from how the turn would end.

    Args:
        rules: The rules.
        turn: The turn.
        meld: The meld.

    Yields:
        The violations.
    """
    if missing := without(meld.cards, turn.hand):
        yield Violation(Code.NOT_IN_HAND, missing)
    if rules.opening_melds:
        if not may_meld(rules, turn) or min(still_prescribed(rules, (*turn.laid, meld))) < 0:
            yield Violation(Code.OPENING_MELDS, numbers=rules.opening_melds)
    elif not may_meld(rules, turn):
        yield Violation(Code.MELD_LIMIT, numbers=(cast("int", rules.melds_per_turn),))
    yield from meld_violations(rules, meld)


def _change_violations(rules: Rules, turn: Turn, move: LayOff | ReplaceJoker) -> Iterator[Violation]:
    """What is wrong with adding to a meld of the table, or taking a joker from it."""
    sound = True
    for problem in _change_problems(rules, turn, move):
        sound = False
        yield problem
    if sound:
        yield from end_violations(rules, changed_turn(rules, turn, move))


def _change_problems(rules: Rules, turn: Turn, move: LayOff | ReplaceJoker) -> Iterator[Violation]:
    if move.card not in turn.hand:
        yield Violation(Code.NOT_IN_HAND, (move.card,))
    if not may_add(rules, turn):
        missing = rules.layoff_needs_own_meld and not turn.melded
        yield Violation(Code.MELD_FIRST if missing else Code.MELD_IN_EARLIER_TURN)
    if isinstance(move, ReplaceJoker) and not rules.replace_joker:
        yield Violation(Code.JOKER_STAYS)
        return
    if move.meld not in turn.table.melds:
        yield Violation(Code.NO_SUCH_MELD)
    elif isinstance(move, ReplaceJoker):
        if exchange(rules, turn.table, move) is None:
            yield Violation(Code.NOT_THE_JOKER, (move.card,))
    elif addition(rules, turn.table, move) is None:
        yield _misfit(rules, move)
    elif move.card == JOKER and not may_add_joker(rules, turn):
        yield Violation(Code.JOKER_NEEDS_NEW_MELD)


def _misfit(rules: Rules, move: LayOff) -> Violation:
    """Why a card cannot be added to a meld: a joker too many, an ace in a wrong place, or no place at all."""
    kind, cards = type(move.meld), move.meld.cards
    rows = [(move.card, *cards)] if move.front else [(*cards, move.card), (move.card, *cards)]
    problems: list[Violation] = []
    for row in rows:
        with suppress(InvalidMeld):
            problems += meld_violations(rules, kind(row))
    return problems[0] if problems else Violation(Code.DOES_NOT_FIT, (move.card,))


def changed_turn(rules: Rules, turn: Turn, move: LayOff | ReplaceJoker) -> Turn:
    """The turn after an addition or an exchange that fits.

    Args:
        rules: The rules.
        turn: The turn.
        move: The move.
    """
    if isinstance(move, LayOff):
        longer = addition(rules, turn.table, move)
        assert longer is not None  # check saw to it
        return with_addition(turn, move, longer)
    changed = exchange(rules, turn.table, move)
    assert changed is not None  # check saw to it
    return with_exchange(rules, turn, move, changed)


def end_violations(rules: Rules, turn: Turn) -> Iterator[Violation]:
    """Why a turn could no longer end, if it could not (C4, C5).

    Args:
        rules: The rules.
        turn: The turn after a move.

    Yields:
        The violations.
    """
    if has_end(rules, turn):
        return
    if rules.final_discard == "required" and has_end(evolve(rules, final_discard="optional"), turn):
        yield Violation(Code.LAST_CARD)
    elif turn.taken is not None and has_end(evolve(rules, discard_taken="allowed"), turn):
        yield Violation(Code.NO_END, (turn.taken,))
    else:
        yield from tuple(_owed(rules, turn, best_opening(rules, turn.hand, turn.laid))) or (Violation(Code.LAST_CARD),)


def _owed(rules: Rules, turn: Turn, opening: Opening) -> Iterator[Violation]:
    """What has to be laid before the turn can end, and is not."""
    if turn.laid and not turn.melded:
        if rules.opening_melds and any(still_prescribed(rules, turn.laid)):
            yield Violation(Code.OPENING_MELDS, numbers=rules.opening_melds)
        if rules.opening_pure_run and opening.with_run is None:
            yield Violation(Code.OPENING_NEEDS_RUN)
        best = opening.with_run if rules.opening_pure_run and opening.with_run is not None else opening.points
        if best < rules.opening_points:
            yield Violation(Code.OPENING_TOO_LOW, numbers=(rules.opening_points, best))
    if turn.taken is not None and must_lay_taken(rules, turn):
        yield Violation(Code.TAKEN_NOT_LAID, (turn.taken,))
    if turn.owed:
        yield Violation(Code.JOKER_NOT_LAID if rules.joker_reuse == "any" else Code.JOKER_NEEDS_NEW_MELD)
