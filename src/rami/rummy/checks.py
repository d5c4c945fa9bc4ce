"""The violations of a move."""

from collections.abc import Iterator
from contextlib import suppress
from typing import cast

from rami.errors import InvalidMeld, Violation
from rami.pieces import without
from rami.rummy.buying import is_on_offer
from rami.rummy.can_end_turn import can_end_turn
from rami.rummy.cards import JOKER, Card
from rami.rummy.layoffs import meld_after
from rami.rummy.legal_melds import meld_violations
from rami.rummy.limits import MOST_CARDS
from rami.rummy.melds import Meld
from rami.rummy.moves import Buy, DrawStock, LayMeld, LayOff, Move, Pass, ReplaceJoker
from rami.rummy.opening import Opening, best_opening, opening_of, still_prescribed
from rami.rummy.rules import Rules
from rami.rummy.state import Phase, State, View
from rami.rummy.turns import Turn, turn_of
from rami.rummy.violations import Code


def discard_violations(position: State | View, card: Card) -> tuple[Violation, ...]:
    """004.6, C5: any card but the one just taken, and nothing may be owed."""
    hand, rules, taken = position.hand_to_move, position.rules, position.taken
    is_free = taken is None or (taken != card and rules.take_discard == "free" and not position.deep)
    if is_free and len(hand) > 1 and card in hand and not position.laid and not position.jokers_owed:
        return ()  # as most discards are
    turn = turn_of(position)
    problems: list[Violation] = []
    if card not in hand:
        problems.append(Violation(Code.NOT_IN_HAND, (card,)))
    elif card == taken and hand.count(card) == 1:
        problems.append(Violation(Code.JUST_TAKEN, (card,)))
    elif len(hand) == 1 and not turn.may_go_out:
        problems.append(Violation(Code.OUT_TOO_EARLY, numbers=(rules.out_from_round,)))
    if turn.must_lay_more:
        problems += _owed(turn, opening_of(turn.laid))
    return tuple(problems)


def offer_violation(position: State | View, move: Move) -> Violation | None:
    """Return what is wrong with a move because a discard is on offer, or because none is (`Rules.buying`)."""
    if position.phase is Phase.BUY:
        return None if isinstance(move, Pass | Buy) else Violation(Code.ANSWER_FIRST)
    if isinstance(move, Pass | Buy):
        may_leave = isinstance(move, Pass) and position.phase is Phase.DRAW and is_on_offer(position)
        return None if may_leave else Violation(Code.OFFER_OVER)
    if position.phase is Phase.DRAW and isinstance(move, DrawStock) and is_on_offer(position):
        return Violation(Code.OFFER_OPEN)
    return None


def take_violations(position: State | View, count: int) -> Iterator[Violation]:
    """Yield what is wrong with taking that many cards from the discard pile."""
    rules = position.rules
    if position.offered:
        yield Violation(Code.OFFER_OVER)
        return
    if not position.discard_pile:
        yield Violation(Code.NO_DISCARD)
        return
    if count > 1 and (problem := _depth_violation(position, count)):
        yield problem
        return
    if rules.take_from_round > 1 and position.turn // position.players + 1 < rules.take_from_round:
        yield Violation(Code.TAKE_TOO_EARLY, numbers=(rules.take_from_round,))
    if not rules.take_with_one_card and len(position.hand_to_move) == 1:
        yield Violation(Code.TAKE_WITH_ONE_CARD)
    is_deep = count > 1 or position.deep
    if rules.take_discard == "free" and not is_deep:
        return
    cards = position.discard_pile[-count:]
    hand = tuple(sorted((*position.hand_to_move, *cards)))
    turn = turn_of(position)._replace(hand=hand, taken=cards[0], deep=is_deep)
    if turn.must_lay_taken and not can_end_turn(turn):
        yield Violation(Code.TAKEN_NOT_LAID, cards[:1])


def _depth_violation(position: State | View, count: int) -> Violation | None:
    """Return what is wrong with taking more than the top card, whatever is done with it."""
    if position.rules.take_depth == "top":
        return Violation(Code.TAKE_TOP_ONLY)
    most = min(position.discard_size, MOST_CARDS - len(position.hand_to_move))
    return Violation(Code.TAKE_TOO_MANY, numbers=(count, most)) if count > most else None


def laying_violations(position: State | View, move: LayMeld | LayOff | ReplaceJoker) -> tuple[Violation, ...]:
    """Return what is wrong with laying cards; whether the turn can end after it is asked only if nothing else is."""
    turn = turn_of(position)
    problems = _meld_problems(turn, move.meld) if isinstance(move, LayMeld) else _change_problems(turn, move)
    return tuple(problems) or tuple(_end_violations(turn.after(move)))


def _meld_problems(turn: Turn, meld: Meld) -> Iterator[Violation]:
    """Yield what is wrong with a new meld, apart from how the turn would end."""
    rules = turn.rules
    if missing := without(meld.cards, turn.hand):
        yield Violation(Code.NOT_IN_HAND, missing)
    if rules.opening_melds:
        if not turn.may_meld or min(still_prescribed(rules, (*turn.laid, meld))) < 0:
            yield Violation(Code.OPENING_MELDS, numbers=rules.opening_melds)
    elif not turn.may_meld:
        yield Violation(Code.MELD_LIMIT, numbers=(cast("int", rules.melds_per_turn),))
    yield from meld_violations(rules, meld)


def _change_problems(turn: Turn, move: LayOff | ReplaceJoker) -> Iterator[Violation]:
    """Yield what is wrong with adding to a meld of the table, or replacing its joker, but for the end of the turn."""
    rules = turn.rules
    if move.card not in turn.hand:
        yield Violation(Code.NOT_IN_HAND, (move.card,))
    if not turn.may_lay_off:
        missing = rules.layoff_needs_own_meld and not turn.has_melded
        yield Violation(Code.MELD_FIRST if missing else Code.MELD_IN_EARLIER_TURN)
    if isinstance(move, ReplaceJoker) and not rules.replace_joker:
        yield Violation(Code.JOKER_STAYS)
    elif move.meld not in turn.table.melds:
        yield Violation(Code.NO_SUCH_MELD)
    elif meld_after(rules, turn.table, move) is None:
        yield Violation(Code.NOT_THE_JOKER, (move.card,)) if isinstance(move, ReplaceJoker) else _misfit(rules, move)
    elif isinstance(move, LayOff) and move.card == JOKER and not turn.may_lay_off_joker:
        yield Violation(Code.JOKER_NEEDS_NEW_MELD)


def _misfit(rules: Rules, move: LayOff) -> Violation:
    """Return why a card cannot be added to a meld: a joker too many, an ace in a wrong place, or no place at all."""
    kind, cards = type(move.meld), move.meld.cards
    rows = [(move.card, *cards)] if move.front else [(*cards, move.card), (move.card, *cards)]
    problems: list[Violation] = []
    for row in rows:
        with suppress(InvalidMeld):
            problems += meld_violations(rules, kind(row))
    return problems[0] if problems else Violation(Code.DOES_NOT_FIT, (move.card,))


def _end_violations(turn: Turn) -> Iterator[Violation]:
    """Yield why the turn could no longer end, if it could not (C4, C5)."""
    if can_end_turn(turn):
        return
    rules = turn.rules
    if not turn.may_go_out and can_end_turn(turn._replace(may_go_out=True)):
        yield Violation(Code.OUT_TOO_EARLY, numbers=(rules.out_from_round,))
    elif rules.final_discard == "required" and can_end_turn(
        turn._replace(rules=rules.evolve(final_discard="optional"))
    ):
        yield Violation(Code.LAST_CARD)
    elif turn.taken is not None and not turn.must_lay_taken and can_end_turn(turn._replace(taken=None)):
        yield Violation(Code.NO_END, (turn.taken,))
    else:
        yield from tuple(_owed(turn, best_opening(rules, turn.hand, turn.laid))) or (Violation(Code.LAST_CARD),)


def _owed(turn: Turn, opening: Opening) -> Iterator[Violation]:
    """Yield what has to be laid before the turn can end, and is not."""
    rules = turn.rules
    if turn.laid and not turn.has_melded:
        if rules.opening_melds and any(still_prescribed(rules, turn.laid)):
            yield Violation(Code.OPENING_MELDS, numbers=rules.opening_melds)
        if rules.opening_pure_run and opening.with_run is None:
            yield Violation(Code.OPENING_NEEDS_RUN)
        best = opening.with_run if rules.opening_pure_run and opening.with_run is not None else opening.points
        if best < rules.opening_points:
            yield Violation(Code.OPENING_TOO_LOW, numbers=(rules.opening_points, best))
    if turn.taken is not None and turn.must_lay_taken:
        yield Violation(Code.TAKEN_NOT_LAID, (turn.taken,))
    if turn.jokers_owed:
        yield Violation(Code.JOKER_NOT_LAID if rules.joker_reuse == "any" else Code.JOKER_NEEDS_NEW_MELD)
