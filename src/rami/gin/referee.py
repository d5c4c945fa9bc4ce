"""The referee: what is wrong with a move, what it leads to, and which moves there are."""

from collections.abc import Iterator

from rami.gin.checks import move_violations
from rami.gin.knocking import arrangements, least_possible, limit_of, spread
from rami.gin.moves import (
    DISCARDS,
    DONE,
    DRAW_STOCK,
    MOVES,
    PASS,
    TAKE_DISCARD,
    Discard,
    DrawStock,
    Knock,
    LayOff,
    Move,
    Pass,
    TakeDiscard,
    parse_move,
)
from rami.gin.rules import CARDS, DEAD_STOCK, MOST_TURNS
from rami.gin.showdown import lay_off, layoffs
from rami.gin.state import Phase, Spread, State, View
from rami.gin.violations import Code
from rami.known import known_after
from rami.pieces import without
from rami.positions import next_seat, replaced
from rami.referee import Apply, Check, IsLegal, LegalMoves, Referee
from rami.rummy import Card
from rami.rummy.card_points import card_values
from rami.shapes import alterer

_altered = alterer(State)


def after_legal(state: State, move: Move) -> State:
    """Return the position after a move that `legal_moves` lists, without checking it again."""
    if isinstance(move, Pass):
        return _next_turn(state, Phase.STOCK if state.turn else Phase.OFFER)
    if isinstance(move, DrawStock):
        return _altered(state, phase=Phase.PLAY, hands=_hands(state, state.stock[:1]), stock=state.stock[1:])
    if isinstance(move, TakeDiscard):
        taken, pile = state.discard_pile[-1], state.discard_pile[:-1]
        known = known_after(state.known, state.current_player, came=(taken,))
        hands = _hands(state, (taken,))
        return _altered(state, phase=Phase.PLAY, hands=hands, discard_pile=pile, taken=taken, known=known)
    if isinstance(move, Discard):
        return _discard(state, move.card)
    if isinstance(move, Knock):
        return _knock(state, move)
    return _add(state, move) if isinstance(move, LayOff) else _counted(state)


def _hands(state: State, drawn: tuple[Card, ...] = (), away: tuple[Card, ...] = ()) -> tuple[tuple[Card, ...], ...]:
    """Return the hands of all, with cards drawn to and taken away from that of the player who moves."""
    own = state.hand_to_move
    left = without(own, away) if away else tuple(sorted((*own, *drawn)))
    return replaced(state.hands, state.current_player, left)


def _next_turn(state: State, phase: Phase) -> State:
    return _altered(state, current_player=next_seat(state), turn=state.turn + 1, phase=phase, taken=None)


def _discard(state: State, card: Card) -> State:
    """G6, G16: the turn ends; with two cards in the stock, the deal."""
    hands, pile = _hands(state, away=(card,)), (*state.discard_pile, card)
    dead = state.stock_size <= DEAD_STOCK or state.turn + 1 >= MOST_TURNS
    return _altered(
        state,
        current_player=state.current_player if dead else next_seat(state),
        turn=state.turn + (not dead),
        phase=Phase.OVER if dead else Phase.DRAW,
        hands=hands,
        discard_pile=pile,
        taken=None,
        known=known_after(state.known, state.current_player, left=(card,)),
    )


def _knock(state: State, move: Knock) -> State:
    """G8, G12, G14: the hand is laid open; the opponent may lay off, if there is something left to count."""
    seat = state.current_player
    away = () if move.card is None else (move.card,)
    laid = spread(without(state.hands[seat], away), move.melds or None)
    state = _altered(
        state,
        hands=_hands(state, away=state.hands[seat]),
        discard_pile=(*state.discard_pile, *away),
        knocker=seat,
        spreads=tuple(laid if owner == seat else None for owner in range(state.players)),
        taken=None,
        known=replaced(state.known, seat, ()),
    )
    if laid.unmatched:
        return _next_turn(state, Phase.LAY_OFF)
    return _counted(state)


def _add(state: State, move: LayOff) -> State:
    """G12: a card goes to a meld of the knocker."""
    spreads = tuple(laid and lay_off(laid, move) for laid in state.spreads)
    known = known_after(state.known, state.current_player, left=(move.card,))
    return _altered(state, hands=_hands(state, away=(move.card,)), spreads=spreads, known=known)


def _counted(state: State) -> State:
    """G13: the hand that is still held is laid open, with its best melds."""
    spreads = tuple(laid or spread(hand) for laid, hand in zip(state.spreads, state.hands, strict=True))
    nothing = ((),) * state.players
    return _altered(state, phase=Phase.OVER, hands=nothing, spreads=spreads, known=nothing)


def _knocks(position: State | View, hand: tuple[Card, ...]) -> Iterator[Knock]:
    """G8, G9, G14: for each discard the best melds, then every choice; big gin last."""
    limit = limit_of(position)
    least = least_possible(hand)
    values = card_values(CARDS)
    if least - max((values[card] for card in hand), default=0) > limit:
        return
    for card in hand:
        if card != position.taken:
            yield from _knocks_with(card, without(hand, (card,)), limit)
    if position.rules.big_gin_bonus is not None and not least:
        yield from _knocks_with(None, hand, 0)


def _knocks_with(card: Card | None, kept: tuple[Card, ...], limit: int) -> Iterator[Knock]:
    choices = list(arrangements(kept, limit))
    if choices or (card is not None and spread(kept).deadwood <= limit):
        yield Knock(card)
    yield from (Knock(card, melds) for melds in choices)


def _listed(position: State | View) -> Iterator[Move]:
    """Yield every legal move, in a fixed order: draws, discards, knocks, additions, the end of them."""
    if position.phase is Phase.OFFER:
        yield from (TAKE_DISCARD, PASS)
    elif position.phase is Phase.STOCK:
        yield DRAW_STOCK
    elif position.phase is Phase.DRAW:
        yield from (DRAW_STOCK, TAKE_DISCARD)
    elif position.phase is Phase.PLAY:
        hand = position.hand_to_move
        yield from (DISCARDS[card] for card in hand if card != position.taken)
        yield from _knocks(position, hand)
    else:
        knocked = position.spreads[1 - position.current_player] or Spread()
        yield from layoffs(knocked.melds, position.hand_to_move)
        yield DONE


REFEREE: Referee[State, View, Move] = Referee(
    State, View, MOVES, parse_move, Code, violations=move_violations, after=after_legal, listed=_listed
)
check: Check[State, View, Move] = REFEREE.check
"""Return everything that is wrong with a move, () if it is legal: [`Referee.check`][rami.own.Referee.check]."""
is_legal: IsLegal[State, View, Move] = REFEREE.is_legal
"""Return whether a move is legal: [`Referee.is_legal`][rami.own.Referee.is_legal]."""
apply: Apply[State, Move] = REFEREE.apply
"""Return the state after a move, or raise `IllegalMove`: [`Referee.apply`][rami.own.Referee.apply]."""
legal_moves: LegalMoves[State, View, Move] = REFEREE.legal_moves
"""Yield every legal move, lazily and in a fixed order: [`Referee.legal_moves`][rami.own.Referee.legal_moves]."""
