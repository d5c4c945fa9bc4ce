"""The referee: what is wrong with a move, what comes of it, and which moves there are."""

from collections.abc import Iterable, Iterator

from rami.errors import Violation, ViolationCode
from rami.known import known_after
from rami.positions import replaced
from rami.referee import Apply, Check, IsLegal, LegalMoves, Referee
from rami.rummy.buying import is_on_offer, next_buyer
from rami.rummy.can_end_turn import can_begin, can_end_turn
from rami.rummy.cards import JOKER, Card
from rami.rummy.checks import discard_violations, laying_violations, offer_violation, take_violations
from rami.rummy.layoffs import table_moves
from rami.rummy.limits import DRAWN_WITH_BUY, MOST_CARDS
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
    LayMeld,
    LayOff,
    Move,
    Pass,
    ReplaceJoker,
    TakeDiscard,
    lay,
    parse_move,
)
from rami.rummy.rules import Rules
from rami.rummy.scoring import with_points
from rami.rummy.state import FirstTurns, Phase, State, View
from rami.rummy.turns import Turn, turn_of
from rami.rummy.violations import Code, rule_in
from rami.shapes import alterer
from rami.shuffling import derive, shuffled

_DRAW, _PLAY = Phase.DRAW, Phase.PLAY
_altered = alterer(State)


def _cite(code: ViolationCode, rules: Rules) -> str:
    return rule_in(code, has_source=rules == Rules())


def _violations(position: State | View, move: Move) -> tuple[Violation, ...]:
    if (position.rules.buying or isinstance(move, Pass | Buy)) and (problem := offer_violation(position, move)):
        return (problem,)
    is_draw = False
    if isinstance(move, Discard):
        problems = discard_violations(position, move.card)
    elif isinstance(move, DrawStock | Pass | Buy):
        is_draw, problems = True, ()
    elif isinstance(move, TakeDiscard):
        is_draw, problems = True, tuple(take_violations(position, move.count))
    else:
        problems = laying_violations(position, move)
    if (position.phase is not _PLAY) is is_draw:
        return problems
    return (Violation(Code.ALREADY_DRAWN if is_draw else Code.DRAW_FIRST), *problems)


def _draws(position: State | View) -> Iterator[Move]:
    """Yield the moves that begin a turn."""
    yield PASS if is_on_offer(position) else DRAW_STOCK
    if not any(take_violations(position, 1)):
        yield TAKE_DISCARD
    if position.rules.take_depth == "any":
        most = min(len(position.discard_pile), MOST_CARDS - len(position.hand_to_move))
        for count in range(2, most + 1):
            if not any(take_violations(position, count)):
                yield TakeDiscard(count)


def _plays(position: State | View) -> Iterator[Move]:
    """Yield the moves after a card was taken: melds, lay-offs, exchanges, discards."""
    rules, turn = position.rules, turn_of(position)
    hand, cards, must_lay_more = turn.hand, dict.fromkeys(turn.hand), turn.must_lay_more
    is_opening = rules.has_opening and not turn.has_melded
    is_free = not must_lay_more and not is_opening  # two cards left are enough for an end
    if not is_opening or can_begin(turn):
        for meld in turn.melds():
            if (is_free and len(meld.cards) + 1 < len(hand)) or can_end_turn(turn.after_meld(meld)):
                yield lay(meld)
    if turn.table.melds and turn.may_lay_off:
        yield from _changes(turn, cards, is_free=is_free and len(hand) > 2)
    if must_lay_more:
        return
    if turn.taken is not None and hand.count(turn.taken) == 1:
        del cards[turn.taken]
    if len(hand) > 1 or turn.may_go_out:
        yield from map(DISCARDS.__getitem__, cards)


def _changes(turn: Turn, cards: Iterable[Card], *, is_free: bool) -> Iterator[Move]:
    """Yield the lay-offs and exchanges after which the turn can end; if it is free, it can after every lay-off."""
    known = table_moves(turn.rules, turn.table)
    layoffs, exchanges = known.layoffs, known.exchanges
    for card in cards:
        if card in layoffs and (card != JOKER or turn.may_lay_off_joker):
            for move, longer in layoffs[card]:
                if is_free or can_end_turn(turn.after_layoff(move, longer)):
                    yield move
    for card in cards if exchanges else ():
        for exchange, changed in exchanges.get(card, ()):
            if can_end_turn(turn.after_exchange(exchange, changed)):
                yield exchange


def after_legal(state: State, move: Move) -> State:
    """Return the position after a move that `legal_moves` lists, without checking it again."""
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
    """004.6, 004.9: the turn ends, or, with the last card, the deal."""
    seat, hands = state.current_player, state.hands
    hand = hands[seat]
    index = hand.index(card)
    hand = (*hand[:index], *hand[index + 1 :])
    return _altered(
        state,
        current_player=(seat + 1) % len(hands) if hand else seat,
        turn=state.turn + 1 if hand else state.turn,
        phase=_DRAW if hand else _PLAY,
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
    """The next player is asked whether to buy the discard; after the last one the turn begins with a draw."""
    mover = state.current_player if state.in_turn is None else state.in_turn
    if (seat := next_buyer(state)) is None:
        return _altered(state, current_player=mover, phase=_DRAW, in_turn=None, offered=True)
    return _altered(state, current_player=seat, phase=Phase.BUY, in_turn=mover)


def _buy(state: State) -> State:
    """The top discard goes to the player who buys it, with a card of the stock; then the turn begins with a draw."""
    assert state.in_turn is not None  # check saw to it
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
    """004.6, 004.8: the top card of the stock, which is renewed first if it is exhausted."""
    if not state.stock:
        stock, pile = _restocked(state)
        state = _altered(state, stock=stock, discards=pile, restocks=state.restocks + 1)
    return _altered(state, phase=_PLAY, hands=_with_cards(state, state.stock[:1]), stock=state.stock[1:])


def _take(state: State, count: int) -> State:
    """004.6, C5: the top card of the discard pile, which is remembered; or more of them, of which the lowest is."""
    pile, cards = state.discards[:-count], state.discards[-count:]
    hands = _with_cards(state, cards)
    known = known_after(state.known, state.current_player, came=cards)
    return _altered(state, phase=_PLAY, hands=hands, discards=pile, taken=cards[0], deep=count > 1, known=known)


def _with_cards(state: State, cards: tuple[Card, ...]) -> tuple[tuple[Card, ...], ...]:
    """Return all hands, that of the player who moves with more cards."""
    seat, hands = state.current_player, state.hands
    return replaced(hands, seat, tuple(sorted((*hands[seat], *cards))))


def _restocked(state: State) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """C6: the new stock and discard pile. In a pile that is turned over the first discard is on top."""
    pile = state.discards
    if state.rules.restock == "shuffle_keep_top":
        return shuffled(pile[:-1], derive(state.seed, "restock", state.restocks)), pile[-1:]
    return pile, ()


def _lay(state: State, move: LayMeld | LayOff | ReplaceJoker) -> State:
    """004.6: a new meld, a lay-off, or a joker replaced. With the last card the deal is over (004.9)."""
    turn, seat = turn_of(state).after(move), state.current_player
    return _altered(
        state,
        hands=replaced(state.hands, seat, turn.hand),
        table=turn.table,
        taken=turn.taken,
        laid=turn.laid,
        jokers_owed=turn.jokers_owed,
        melded_in=_noted(state, state.melded_in) if turn.has_melded else state.melded_in,
        laid_in=_noted(state, state.laid_in),
        laid_points=with_points(state, move),
        known=_known_after(state, move, turn.jokers_owed),
    )


def _known_after(state: State, move: LayMeld | LayOff | ReplaceJoker, jokers_owed: int) -> tuple[tuple[Card, ...], ...]:
    """Return what everybody knows of the hands once cards were laid; jokers that are owed are still there."""
    left = move.meld.cards if isinstance(move, LayMeld) else (move.card,)
    came = (JOKER,) if isinstance(move, ReplaceJoker) else ()
    seat = state.current_player
    known = known_after(state.known, seat, left=left, came=came)
    if not jokers_owed:
        return known
    return known_after(known, seat, came=(JOKER,) * (jokers_owed - known[seat].count(JOKER)))


def _noted(state: State, turns: FirstTurns) -> FirstTurns:
    """Return the first turns of all players, this one for the player who moves if there was none before."""
    seat = state.current_player
    return replaced(turns, seat, state.turn) if turns[seat] is None else turns


def _listed(position: State | View) -> Iterator[Move]:
    """Yield every legal move of the player who moves, in a fixed order: melds, additions, exchanges, discards."""
    if position.phase is Phase.BUY:
        return iter((PASS, BUY))
    return _draws(position) if position.phase is _DRAW else _plays(position)


REFEREE: Referee[State, View, Move] = Referee(
    State, View, MOVES, parse_move, Code, violations=_violations, after=after_legal, listed=_listed, cite=_cite
)
check: Check[State, View, Move] = REFEREE.check
"""Return everything that is wrong with a move, () if it is legal: [`Referee.check`][rami.own.Referee.check]."""
is_legal: IsLegal[State, View, Move] = REFEREE.is_legal
"""Return whether a move is legal: [`Referee.is_legal`][rami.own.Referee.is_legal]."""
apply: Apply[State, Move] = REFEREE.apply
"""Return the state after a move, or raise `IllegalMove`: [`Referee.apply`][rami.own.Referee.apply]."""
legal_moves: LegalMoves[State, View, Move] = REFEREE.legal_moves
"""Yield every legal move, lazily and in a fixed order: [`Referee.legal_moves`][rami.own.Referee.legal_moves]."""
