"""The referee of card rummy.

It checks moves, applies them, lists the legal ones, and shows which cards move.
"""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Final, cast

from attrs import evolve

from rami.budget import Budget
from rami.cards import JOKER, Card
from rami.cards.faults import Fault
from rami.cards.legal_melds import meld_faults
from rami.cards.meld_search import new_budget
from rami.cards.melds import Meld
from rami.dealing import derive, shuffled
from rami.errors import IllegalMove, InvalidMeld, Violation, ViolationCode
from rami.pieces import without
from rami.positions import is_to_move, known_after, replaced
from rami.reading import as_sent
from rami.referee import Motion, face_down, face_up, read
from rami.rummy.moves import (
    BUY,
    DISCARDS,
    DRAW_STOCK,
    MOVES,
    PASS,
    TAKE_DISCARD,
    Buy,
    Discard,
    DrawStock,
    Laying,
    LayMeld,
    LayOff,
    Move,
    Pass,
    ReplaceJoker,
    TakeDiscard,
    meld_after,
    parse_move,
)
from rami.rummy.opening import Opening, best_opening, opening_of, still_prescribed
from rami.rummy.position import FirstTurns, Phase, State, View, is_on_offer, next_buyer
from rami.rummy.rules import DRAWN_WITH_BUY, MOST_CARDS, Code, Rules
from rami.rummy.scoring import with_points
from rami.rummy.turns import (
    Turn,
    barred_cards,
    can_end_turn,
    can_stop,
    legal_layings,
    may_owe,
    turn_after_take,
    turn_of,
)
from rami.shapes import alterer, instance, one_of

_DRAW, _PLAY = Phase.DRAW, Phase.PLAY
_CLASSES = frozenset(MOVES)
# `isinstance` is faster with tuples than with unions.
_ANSWERS, _BEGINNINGS = (Pass, Buy), (DrawStock, Pass, Buy)
_altered = alterer(State)


def check(position: State | View, move: Move | str) -> tuple[Violation, ...]:
    """Return every rule violation of a move.

    Args:
        position: The state, or the view of the player who moves.
        move: The move, or its notation.

    Returns:
        The violations; () if the move is legal. With another player's view, the violation is `not_your_turn`.

    Raises:
        NotationError: If a text cannot be read.
        WrongType: If an argument has another type.

    Examples:
        >>> from rami.rummy import new_game
        >>> check(new_game(2, seed=1), "draw")
        ()
        >>> [str(problem) for problem in check(new_game(2, seed=1), "pass")]
        ['No discard is offered to you: draw from the stock, or continue your turn. [offer_over, rule buying]']
    """
    if type(position) is not State and type(position) is not View:
        one_of("position", position, (State, View))
    return _judged(position, move)[1]


def is_legal(position: State | View, move: Move | str) -> bool:
    """Return whether a move is legal.

    Args:
        position: The state, or the view of the player who moves.
        move: The move, or its notation. Do not test `"draw" in legal_moves(state)`, which is always False: a text is
            not equal to a move.

    Raises:
        NotationError: If a text cannot be read.
        WrongType: If an argument has another type.

    Examples:
        >>> from rami.rummy import new_game
        >>> is_legal(new_game(2, seed=1), "draw"), is_legal(new_game(2, seed=1), "pass")
        (True, False)
    """
    return not check(position, move)


def apply(state: State, move: Move | str) -> State:
    """Return the state after a move.

    Args:
        state: The state.
        move: The move of the player whose turn it is, or its notation.

    Returns:
        The next state. The given state is unchanged.

    Raises:
        IllegalMove: If the rules forbid the move. Its `violations` are the result of `check`.
        NotationError: If a text cannot be read.
        WrongType: If an argument has another type.

    Examples:
        >>> from rami.rummy import new_game
        >>> apply(new_game(2, seed=1), "draw").hand_sizes
        (10, 11)
    """
    if type(state) is not State:
        instance("state", state, State)
    legal, problems = _judged(state, move)
    if legal is None:
        raise IllegalMove(problems)
    return after_legal(state, legal)


def legal_moves(position: State | View) -> Iterator[Move]:
    """Yield every legal move of the current player.

    The order is fixed, and moves are computed one at a time.

    Args:
        position: The state, or the view of the player who moves. Other views have no legal moves.

    Yields:
        Draws, or melds, additions, exchanges and discards; at least one move until the deal is over.

    Raises:
        WrongType: If `position` has another type.

    Examples:
        >>> from rami.rummy import new_game
        >>> [str(move) for move in legal_moves(new_game(2, seed=1))]
        ['draw', 'take']
    """
    # `one_of` is slow, so test the two common types first.
    if type(position) is not State and type(position) is not View:
        one_of("position", position, (State, View))
    return iter(()) if position.is_over or not is_to_move(position) else _listed(position)


def _judged(position: State | View, move: Move | str) -> tuple[Move | None, tuple[Violation, ...]]:
    # Inlining `read` and `is_to_move` saves a third of the time of a check.
    known: Move | None
    problems: tuple[Violation, ...]
    if isinstance(move, str) or type(move) not in _CLASSES:
        known, problems = read(move, MOVES, parse_move, Code)
    else:
        known, problems = move, ()
    if position.is_over:
        problems = (Violation(Code.GAME_OVER),)
    elif isinstance(position, View) and position.player != position.current_player:
        problems = (Violation(Code.NOT_YOUR_TURN, numbers=(position.current_player,)),)
    elif known is not None:
        problems = _violations(position, known)
        if not problems:
            return known, ()
        problems = as_sent(problems, Card, move)
    return None, tuple(evolve(problem, rule=_cite(problem.code, position.rules)) for problem in problems)


_SOURCE_RULES = Rules()
"""The rules of the edition in source 004."""

_OF_SOURCE: dict[ViolationCode, str] = {
    Code.MELD_FIRST: "004.6",
    Code.MELD_LIMIT: "004.6",
    Code.ACE_PLACE: "004.4",
    Code.JUST_TAKEN: "004.6",
    Code.NO_END: "004.6",
}
"""The rule identifiers that source 004 has for some violation codes.

In other editions, these codes have the rule identifiers of `Code`.
"""


def _cite(code: ViolationCode, rules: Rules) -> str:
    if rules == _SOURCE_RULES:
        return _OF_SOURCE.get(code, code.rule)
    return f"cf. {code.rule}" if code.rule[0].isdigit() else code.rule


# ----------------------------------------------------------------------------------------------------------- violations


def _violations(position: State | View, move: Move) -> tuple[Violation, ...]:
    if (position.rules.buying or isinstance(move, _ANSWERS)) and (problem := _offer_violation(position, move)):
        return (problem,)
    if isinstance(move, Discard):
        begins_turn, problems = False, _discard_violations(position, move.card)
    elif isinstance(move, _BEGINNINGS):
        begins_turn, problems = True, ()
    elif isinstance(move, TakeDiscard):
        begins_turn, problems = True, tuple(_take_violations(position, move.count))
    else:
        begins_turn, problems = False, _laying_violations(position, move)
    must_draw = position.phase is not _PLAY
    if begins_turn is must_draw:
        return problems
    return (Violation(Code.DRAW_FIRST if must_draw else Code.ALREADY_DRAWN), *problems)


def _discard_violations(position: State | View, card: Card) -> tuple[Violation, ...]:
    """Return the violations of a discard (004.6, C5)."""
    hand, rules = position.hand_to_move, position.rules
    fault = Code.NOT_IN_HAND if card not in hand else barred_cards(rules, hand, position.taken).get(card)
    # Building a turn is slow, and most discards do not need it.
    if fault is None and len(hand) > 1 and not may_owe(position):
        return ()
    turn = turn_of(position)
    problems: list[Violation] = []
    if fault is not None:
        problems.append(Violation(fault, (card,)))
    elif not can_stop(rules, len(hand), is_barred=False, may_go_out=True):
        problems.append(Violation(Code.LAST_DISCARD, (card,)))
    elif not can_stop(rules, len(hand), is_barred=False, may_go_out=turn.may_go_out):
        problems.append(Violation(Code.OUT_TOO_EARLY, numbers=(rules.out_from_round,)))
    if turn.must_lay_more:
        problems += _owed_violations(turn, opening_of(rules, turn.laid))
    return tuple(problems)


def _offer_violation(position: State | View, move: Move) -> Violation | None:
    if position.phase is Phase.BUY:
        return None if isinstance(move, _ANSWERS) else Violation(Code.ANSWER_FIRST)
    if isinstance(move, _ANSWERS):
        may_leave = isinstance(move, Pass) and position.phase is Phase.DRAW and is_on_offer(position)
        return None if may_leave else Violation(Code.OFFER_OVER)
    if position.phase is Phase.DRAW and isinstance(move, DrawStock) and is_on_offer(position):
        return Violation(Code.OFFER_OPEN)
    return None


def _take_violations(position: State | View, count: int, steps: Budget | None = None) -> Iterator[Violation]:
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
    if rules.take_discard == "free" and count == 1 and not position.deep:
        return
    turn = turn_after_take(position, count, steps)
    if turn.must_lay_taken and not can_end_turn(turn):
        yield Violation(Code.TAKEN_NOT_LAID, position.discard_pile[-count:][:1])


def _depth_violation(position: State | View, count: int) -> Violation | None:
    if position.rules.take_depth == "top":
        return Violation(Code.TAKE_TOP_ONLY)
    most = min(position.discard_size, MOST_CARDS - len(position.hand_to_move))
    return Violation(Code.TAKE_TOO_MANY, numbers=(count, most)) if count > most else None


def _laying_violations(position: State | View, move: Laying) -> tuple[Violation, ...]:
    turn = turn_of(position)
    problems = _meld_problems(turn, move.meld) if isinstance(move, LayMeld) else _change_problems(turn, move)
    # `_end_violations` needs a search, so call it only if there are no other violations.
    found = tuple(problems) or tuple(_end_violations(turn.after(move)))
    return tuple(evolve(each, rows=(move.meld.cards,)) if _concerns_meld(each, move) else each for each in found)


def _concerns_meld(problem: Violation, move: Laying) -> bool:
    return problem.code in (_OF_NEW_MELD if isinstance(move, LayMeld) else _OF_OLD_MELD)


_FAULTS: Final = frozenset(code for code in Code if code in {*Fault})
_OPENING: Final = frozenset([Code.OPENING_MELDS, Code.OPENING_NEEDS_RUN, Code.OPENING_TOO_LOW])
_OF_NEW_MELD: Final = _FAULTS | _OPENING | {Code.NOT_IN_HAND, Code.MELD_LIMIT}
_OF_OLD_MELD: Final = _FAULTS | {
    Code.NO_SUCH_MELD,
    Code.DOES_NOT_FIT,
    Code.NOT_THE_JOKER,
    Code.JOKER_STAYS,
    Code.JOKER_NEEDS_NEW_MELD,
}


def _meld_problems(turn: Turn, meld: Meld) -> Iterator[Violation]:
    rules = turn.rules
    if missing := without(meld.cards, turn.hand):
        yield Violation(Code.NOT_IN_HAND, missing)
    if rules.opening_melds:
        if not turn.may_meld or min(still_prescribed(rules, (*turn.laid, meld))) < 0:
            yield Violation(Code.OPENING_MELDS, numbers=rules.opening_melds)
    elif not turn.may_meld:
        yield Violation(Code.MELD_LIMIT, numbers=(cast("int", rules.melds_per_turn),))
    yield from Code.own(meld_faults(rules, meld))


def _change_problems(turn: Turn, move: LayOff | ReplaceJoker) -> Iterator[Violation]:
    rules = turn.rules
    if move.card not in turn.hand:
        yield Violation(Code.NOT_IN_HAND, (move.card,))
    if not turn.may_lay_off:
        needs_meld = rules.layoff_needs_own_meld and not turn.has_melded
        yield Violation(Code.MELD_FIRST if needs_meld else Code.MELD_IN_EARLIER_TURN)
    if isinstance(move, ReplaceJoker) and not rules.replace_joker:
        yield Violation(Code.JOKER_STAYS)
    elif move.meld not in turn.table.melds:
        yield Violation(Code.NO_SUCH_MELD)
    elif meld_after(rules, turn.table, move) is None:
        yield _misfit(rules, move)
    elif isinstance(move, LayOff) and move.card == JOKER and not turn.may_lay_off_joker:
        yield Violation(Code.JOKER_NEEDS_NEW_MELD)


def _misfit(rules: Rules, move: LayOff | ReplaceJoker) -> Violation:
    if isinstance(move, ReplaceJoker):
        return Violation(Code.NOT_THE_JOKER, (move.card,))
    kind, cards = type(move.meld), move.meld.cards
    rows = [(move.card, *cards)] if move.front else [(*cards, move.card), (move.card, *cards)]
    problems: list[Violation] = []
    for row in rows:
        with suppress(InvalidMeld):
            problems += Code.own(meld_faults(rules, kind(row)))
    return problems[0] if problems else Violation(Code.DOES_NOT_FIT, (move.card,))


def _end_violations(turn: Turn) -> Iterator[Violation]:
    """Yield the reasons why a turn cannot end (C4, C5)."""
    if can_end_turn(turn):
        return
    rules = turn.rules
    last = Code.LAST_DISCARD if rules.final_discard == "forbidden" else Code.LAST_CARD
    if not turn.may_go_out and can_end_turn(turn._replace(may_go_out=True)):
        yield Violation(Code.OUT_TOO_EARLY, numbers=(rules.out_from_round,))
    elif can_end_turn(turn._replace(rules=rules.evolve(final_discard="optional"))):
        yield Violation(last)
    # Only the taken card would be left, and it may not be discarded.
    elif turn.taken is not None and not turn.must_lay_taken and can_end_turn(turn._replace(taken=None)):
        yield Violation(Code.NO_END, (turn.taken,))
    else:
        owed = tuple(_owed_violations(turn, best_opening(rules, turn.hand, turn.laid, turn.steps)))
        # If no card must still be laid, a combination of two rules prevents the end of the turn.
        yield from owed or (Violation(last),)


def _owed_violations(turn: Turn, opening: Opening) -> Iterator[Violation]:
    rules = turn.rules
    if turn.laid and not turn.has_melded:
        if rules.opening_melds and any(still_prescribed(rules, turn.laid)):
            yield Violation(Code.OPENING_MELDS, numbers=rules.opening_melds)
        best = opening.with_run if rules.opening_pure_run else opening.points
        if best is None:
            yield Violation(Code.OPENING_NEEDS_RUN)
            best = opening.points
        if best < rules.opening_points:
            yield Violation(Code.OPENING_TOO_LOW, numbers=(rules.opening_points, best))
    if turn.taken is not None and turn.must_lay_taken:
        yield Violation(Code.TAKEN_NOT_LAID, (turn.taken,))
    if turn.jokers_owed:
        yield Violation(Code.JOKER_NOT_LAID if rules.joker_reuse == "any" else Code.JOKER_NEEDS_NEW_MELD)


# ----------------------------------------------------------------------------------------------- the state after a move


def after_legal(state: State, move: Move) -> State:
    """Return the state after a legal move, without checking legality."""
    if isinstance(move, Discard):
        return _discard(state, move.card)
    if isinstance(move, DrawStock):
        return _draw(state)
    if isinstance(move, TakeDiscard):
        return _take(state, move.count)
    if isinstance(move, Pass):
        return _pass(state)
    return _buy(state) if isinstance(move, Buy) else _lay(state, move)


def _discard(state: State, card: Card) -> State:
    seat, hands = state.current_player, state.hands
    hand = hands[seat]
    index = hand.index(card)
    # Slicing is faster than `without`.
    hand = (*hand[:index], *hand[index + 1 :])
    goes_out = not hand
    return _altered(
        state,
        current_player=seat if goes_out else (seat + 1) % len(hands),
        turn=state.turn if goes_out else state.turn + 1,
        phase=_PLAY if goes_out else _DRAW,
        hands=replaced(hands, seat, hand),
        discards=(*state.discards, card),
        taken=None,
        deep=False,
        laid=(),
        jokers_owed=0,
        known=known_after(state.known, seat, left=(card,)),
        offered=False,
    )


def _pass(state: State) -> State:
    mover = state.current_player if state.in_turn is None else state.in_turn
    if (seat := next_buyer(state)) is None:
        return _altered(state, current_player=mover, phase=_DRAW, in_turn=None, offered=True)
    return _altered(state, current_player=seat, phase=Phase.BUY, in_turn=mover)


def _buy(state: State) -> State:
    assert state.in_turn is not None
    seat, top = state.current_player, state.discards[-1:]
    bought = state.bought or (0,) * state.players
    return _altered(
        state,
        current_player=state.in_turn,
        phase=_DRAW,
        in_turn=None,
        offered=True,
        hands=_with_cards(state, (*top, *state.stock[:DRAWN_WITH_BUY])),
        discards=state.discards[:-1],
        stock=state.stock[DRAWN_WITH_BUY:],
        known=known_after(state.known, seat, came=top),
        bought=replaced(bought, seat, bought[seat] + 1),
    )


def _draw(state: State) -> State:
    """Return the state after a draw from the stock (004.6, 004.8)."""
    if not state.stock:
        stock, pile = _restocked(state)
        state = _altered(state, stock=stock, discards=pile, restocks=state.restocks + 1)
    return _altered(state, phase=_PLAY, hands=_with_cards(state, state.stock[:1]), stock=state.stock[1:])


def _take(state: State, count: int) -> State:
    """Return the state after a player takes discards (004.6, C5)."""
    pile, cards = state.discards[:-count], state.discards[-count:]
    hands, known = _with_cards(state, cards), known_after(state.known, state.current_player, came=cards)
    return _altered(state, phase=_PLAY, hands=hands, discards=pile, taken=cards[0], deep=count > 1, known=known)


def _with_cards(state: State, cards: tuple[Card, ...]) -> tuple[tuple[Card, ...], ...]:
    seat, hands = state.current_player, state.hands
    return replaced(hands, seat, tuple(sorted((*hands[seat], *cards))))


def _restocked(state: State) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """Return the new stock and the new discard pile (C6)."""
    pile = state.discards
    if state.rules.restock == "shuffle_keep_top":
        return shuffled(pile[:-1], derive(state.seed, "restock", state.restocks)), pile[-1:]
    return pile, ()


def _lay(state: State, move: Laying) -> State:
    turn, seat = turn_of(state).after(move), state.current_player
    return _altered(
        state,
        hands=replaced(state.hands, seat, turn.hand),
        table=turn.table,
        taken=turn.taken,
        laid=turn.laid,
        jokers_owed=turn.jokers_owed,
        melded_in=_with_current_turn(state, state.melded_in) if turn.has_melded else state.melded_in,
        laid_in=_with_current_turn(state, state.laid_in),
        laid_points=with_points(state, move),
        known=_known_after(state, move, turn.jokers_owed),
    )


def _known_after(state: State, move: Laying, jokers_owed: int) -> tuple[tuple[Card, ...], ...]:
    left = move.meld.cards if isinstance(move, LayMeld) else (move.card,)
    came = (JOKER,) if isinstance(move, ReplaceJoker) else ()
    seat = state.current_player
    known = known_after(state.known, seat, left=left, came=came)
    if not jokers_owed:
        return known
    missing = jokers_owed - known[seat].count(JOKER)
    return known_after(known, seat, came=(JOKER,) * missing)


def _with_current_turn(state: State, turns: FirstTurns) -> FirstTurns:
    seat = state.current_player
    return replaced(turns, seat, state.turn) if turns[seat] is None else turns


# ------------------------------------------------------------------------------------------------------ the legal moves


def _listed(position: State | View) -> Iterator[Move]:
    if position.phase is Phase.BUY:
        return iter((PASS, BUY))
    return _draws(position) if position.phase is _DRAW else _plays(position)


def _draws(position: State | View) -> Iterator[Move]:
    yield PASS if is_on_offer(position) else DRAW_STOCK
    most = len(position.discard_pile) if position.rules.take_depth == "any" else 1
    # The checks of all possible takes share one budget of steps.
    steps = new_budget() if most > 1 else None
    for count in range(1, most + 1):
        if not any(_take_violations(position, count, steps)):
            yield TAKE_DISCARD if count == 1 else TakeDiscard(count)


def _plays(position: State | View) -> Iterator[Move]:
    turn = turn_of(position)
    yield from legal_layings(turn)
    yield from map(DISCARDS.__getitem__, turn.discards())


# ------------------------------------------------------------------------------------------------------------- motions


def motions(before: View, move: Move, after: View) -> tuple[Motion, ...]:
    """Return the motions that a legal move causes, as seen by one seat.

    The places are `"hand"`, `"stock"`, `"discard pile"` and `"table"`. If the stock is renewed, its motion comes first
    (C6).

    Args:
        before: The view before the move.
        move: The move.
        after: The view of the same seat after the move.

    Returns:
        The motions, with face-down cards that this seat cannot see.

    Examples:
        >>> from rami.rummy import DrawStock, new_game, observe
        >>> state = new_game(2, seed=1)
        >>> views = [observe(each, 0) for each in (state, apply(state, "draw"))]
        >>> motions(views[0], DrawStock(), views[1])
        (Motion(pieces=(), count=1, source='stock', target='hand', ...),)
    """
    renewed: tuple[Motion, ...] = ()
    if after.restocks != before.restocks:
        renewed = face_down(before.discard_size - after.discard_size, "discard pile", "stock")
    return (*renewed, *_motions(before, move, after))


def _motions(before: View, move: Move, after: View) -> tuple[Motion, ...]:
    match move:
        case DrawStock():
            return face_down(1, "stock", "hand", _drawn(before, after))
        case Pass():
            return ()
        case Buy():
            top = before.discard_pile[-1:]
            came = face_down(DRAWN_WITH_BUY, "stock", "hand", without(_drawn(before, after), top))
            return (*face_up(top, "discard pile", "hand"), *came)
        case TakeDiscard(count):
            return face_up(before.discard_pile[-count:], "discard pile", "hand")
        case Discard(card):
            return face_up([card], "hand", "discard pile")
        case LayMeld(meld):
            return _to_table(meld.cards, before, after)
        case LayOff(card):
            return _to_table([card], before, after)
        case _:
            joker = face_up([JOKER], "table", "hand", source_meld=before.table.melds.index(move.meld))
            return (*joker, *_to_table([move.card], before, after))


def _drawn(before: View, after: View) -> tuple[Card, ...]:
    return without(after.hand, before.hand) if before.player == before.current_player else ()


def _to_table(cards: Iterable[Card], before: View, after: View) -> tuple[Motion, ...]:
    melds = after.table.melds
    [changed] = without(melds, before.table.melds)
    last = max(index for index, meld in enumerate(melds) if meld == changed)
    return face_up(cards, "hand", "table", target_meld=last)
