"""The referee of Gin: checks, moves made, seen by each seat, and explained."""

from collections.abc import Iterable, Iterator

from attrs import evolve

from rami.cards import Card
from rami.cards.legal_melds import card_values, meld_violations
from rami.counting import known_after
from rami.errors import Violation
from rami.explaining import Explaining, Motion, MoveEvent, TurnStep, face_down, face_up, then
from rami.gin.moves import (
    DISCARDS,
    DONE,
    DRAW_STOCK,
    MOVES,
    PASS,
    TAKE_DISCARD,
    Code,
    Discard,
    Done,
    DrawStock,
    Knock,
    LayOff,
    Move,
    Pass,
    TakeDiscard,
    parse_move,
)
from rami.gin.position import Phase, Spread, State, View, observe
from rami.gin.rules import CARDS, DEAD_STOCK, HAND, MOST_TURNS, TEXTS
from rami.gin.scoring import arrangements, lay_off, layoffs, least_possible, limit_of, spread
from rami.gin.setup import determinize
from rami.pieces import without
from rami.positions import next_seat, replaced
from rami.referee import Apply, Check, IsLegal, LegalMoves, Referee
from rami.sentences import Phrase
from rami.shapes import alterer, instance, typed

_FITS: dict[Phase, tuple[type, ...]] = {
    Phase.OFFER: (Pass, TakeDiscard),
    Phase.STOCK: (DrawStock,),
    Phase.DRAW: (DrawStock, TakeDiscard),
    Phase.PLAY: (Discard, Knock),
    Phase.LAY_OFF: (LayOff, Done),
}
_OTHERWISE: dict[Phase, Code] = {
    Phase.OFFER: Code.UPCARD_OFFERED,
    Phase.STOCK: Code.UPCARD_REFUSED,
    Phase.DRAW: Code.DRAW_FIRST,
    Phase.PLAY: Code.ALREADY_DRAWN,
    Phase.LAY_OFF: Code.LAY_OFF,
}


def move_violations(position: State | View, move: Move) -> Iterable[Violation]:
    """Return what is wrong with a move of the player whose turn it is."""
    if not isinstance(move, _FITS[position.phase]):
        return (Violation(_wrong_time(position.phase, move)),)
    if isinstance(move, Discard):
        return _discard_violations(position, move.card)
    if isinstance(move, Knock):
        return _knock_violations(position, move)
    return _layoff_violations(position, move) if isinstance(move, LayOff) else ()


def _wrong_time(phase: Phase, move: Move) -> Code:
    """Why a move of another phase is not possible."""
    if phase not in (Phase.OFFER, Phase.LAY_OFF):
        if isinstance(move, Pass):
            return Code.NO_PASS
        if isinstance(move, LayOff | Done):
            return Code.NO_KNOCK
    return _OTHERWISE[phase]


def _discard_violations(position: State | View, card: Card) -> Iterator[Violation]:
    """G6, G7: the card is in the hand, and was not just taken."""
    if card not in position.hand_to_move:
        yield Violation(Code.NOT_IN_HAND, (card,))
    if card == position.taken:
        yield Violation(Code.JUST_TAKEN, (card,))


def _knock_violations(position: State | View, move: Knock) -> Iterator[Violation]:
    """G8, G9, G14: the cards are there, and what is left is no more than the limit; at big gin, nothing."""
    hand = position.hand_to_move
    discarded = () if move.card is None else (move.card,)
    if not discarded and position.rules.big_gin_bonus is None:
        yield Violation(Code.NO_BIG_GIN)
    if position.taken in discarded:
        yield Violation(Code.JUST_TAKEN, discarded)
    if missing := without((*discarded, *move.melds.cards), hand):
        yield Violation(Code.NOT_IN_HAND, missing)
        return
    for meld in move.melds:
        if any(meld_violations(CARDS, meld)):
            yield Violation(Code.ACE_PLACE, meld.cards)
    kept = without(hand, discarded)
    laid = spread(kept, move.melds or None)
    if len(kept) > HAND:  # big gin
        if laid.unmatched:
            yield Violation(Code.NOT_BIG_GIN, laid.unmatched)
    elif laid.deadwood > (limit := limit_of(position)):
        yield Violation(Code.TOO_MUCH_DEADWOOD, numbers=(laid.deadwood, limit))


def _layoff_violations(position: State | View, move: LayOff) -> Iterator[Violation]:
    """G12: the card is in the hand, the meld is there, and they fit."""
    if move.card not in position.hand_to_move:
        yield Violation(Code.NOT_IN_HAND, (move.card,))
    knocked = position.spreads[position.knocker] if position.knocker is not None else None
    if knocked is None or move.meld not in knocked.melds.melds:
        yield Violation(Code.NO_SUCH_MELD, move.meld.cards)
    elif move not in layoffs(knocked.melds, (move.card,)):
        yield Violation(Code.DOES_NOT_FIT, (move.card,))


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
    is_dead = state.stock_size <= DEAD_STOCK or state.turn + 1 >= MOST_TURNS
    return _altered(
        state,
        current_player=state.current_player if is_dead else next_seat(state),
        turn=state.turn if is_dead else state.turn + 1,
        phase=Phase.OVER if is_dead else Phase.DRAW,
        hands=_hands(state, away=(card,)),
        discard_pile=(*state.discard_pile, card),
        taken=None,
        known=known_after(state.known, state.current_player, left=(card,)),
    )


def _knock(state: State, move: Knock) -> State:
    """G8, G12, G14: the hand is laid open; the opponent may lay off, if there is something left to count."""
    seat = state.current_player
    discarded = () if move.card is None else (move.card,)
    # A knock that names no melds has the best ones.
    laid = spread(without(state.hands[seat], discarded), move.melds or None)
    state = _altered(
        state,
        hands=_hands(state, away=state.hands[seat]),
        discard_pile=(*state.discard_pile, *discarded),
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
    spreads = tuple(laid and evolve(laid, melds=lay_off(laid.melds, move)) for laid in state.spreads)
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
        return  # too much is left whatever is discarded
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
    """Yield every legal move, in a fixed order: draws, discards, knocks, lay-offs, the end of them."""
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
        knocked = position.spreads[1 - position.current_player] or Spread()  # the knocker has one
        yield from layoffs(knocked.melds, position.hand_to_move)
        yield DONE


REFEREE: Referee[State, View, Move] = Referee(
    State, View, MOVES, parse_move, Code, violations=move_violations, after=after_legal, listed=_listed
)
check: Check[State, View, Move] = REFEREE.check
"""Return every violation of a move, () if it is legal: [`Referee.check`][rami.own.Referee.check]."""
is_legal: IsLegal[State, View, Move] = REFEREE.is_legal
"""Return whether a move is legal: [`Referee.is_legal`][rami.own.Referee.is_legal]."""
apply: Apply[State, Move] = REFEREE.apply
"""Return the state after a move, or raise `IllegalMove`: [`Referee.apply`][rami.own.Referee.apply]."""
legal_moves: LegalMoves[State, View, Move] = REFEREE.legal_moves
"""Yield every legal move, lazily and in a fixed order: [`Referee.legal_moves`][rami.own.Referee.legal_moves]."""


@typed
def event(state: State, move: Move, player: int | None) -> MoveEvent[Move]:
    """Return a move as a seat may know it: what goes from where to where, and a sentence about it.

    The places are `"hand"`, `"stock"`, `"discard pile"`, `"table"` for what is laid open, and `"opponent's hand"` for
    the hand that is laid open when a deal is counted. The event follows from the views of that seat before and
    after the move, and from nothing else.

    Args:
        state: The position before the move.
        move: A legal move.
        player: The seat that looks on, 0-based, or None for a spectator.

    Returns:
        The event; a card from the stock is shown to the player who draws it.

    Raises:
        IllegalMove: If the rules forbid the move.
        RulesError: If there is no such seat.

    Examples:
        >>> from rami.gin import TakeDiscard, new_game
        >>> print(event(new_game(2, seed=1), TakeDiscard(), None))
        Player 2 takes 3C from the discard pile.
    """
    return _event(observe(state, player), move, observe(apply(state, move), player))


def _event(before: View, move: Move, after: View) -> MoveEvent[Move]:
    seat = before.current_player
    motions: tuple[Motion, ...] = ()
    match move:
        case Pass():
            words = TEXTS.phrase("events.passes")
        case DrawStock():
            cards = without(after.hand, before.hand) if before.player == seat else ()
            motions = face_down(1, "stock", "hand", cards)
            words = TEXTS.phrase("events.draws", card=cards[0]) if cards else TEXTS.phrase("events.draws-hidden")
        case TakeDiscard():
            top = before.discard_pile[-1]
            motions = face_up([top], "discard pile", "hand")
            words = TEXTS.phrase("events.takes", card=top)
        case Discard(card):
            motions = face_up([card], "hand", "discard pile")
            words = TEXTS.phrase("events.discards", card=card)
        case Knock():
            motions, words = _knocked(move, after)
        case LayOff(card, meld):
            motions = face_up([card], "hand", "table")
            words = TEXTS.phrase("events.lays-off", card=card, meld=meld)
        case _:
            words = TEXTS.phrase("events.done")
    motions += _shown_down(before, after)
    return MoveEvent(seat=seat, player=before.player, move=move, motions=motions, words=words)


def _knocked(move: Knock, after: View) -> tuple[tuple[Motion, ...], Phrase]:
    """Return what a knock lays open and discards (G8, G14)."""
    assert after.knocker is not None
    spread = after.spreads[after.knocker]
    assert spread is not None
    card = () if move.card is None else (move.card,)
    motions = (*face_up(card, "hand", "discard pile"), *face_up(spread.cards, "hand", "table"))
    away = TEXTS.phrase("events.discards", card=move.card) if card else None
    left = TEXTS.phrase("events.is-left", deadwood=spread.deadwood)
    return motions, then(TEXTS.phrase("events.knocks"), away, left)


def _shown_down(before: View, after: View) -> tuple[Motion, ...]:
    """Return the motion of the hand that is laid open to be counted (G13)."""
    for seat, (old, new) in enumerate(zip(before.spreads, after.spreads, strict=True)):
        if new and not old and seat != after.knocker:
            if seat == before.current_player:
                return face_up(new.cards, "hand", "table")
            return face_up(new.cards, "opponent's hand", "table", revealed=True)
    return ()


def explain(view: View, turn: Move | str | Iterable[Move | str]) -> tuple[TurnStep[Move], ...]:
    """Explain a turn as steps, a sentence and a picture for each move.

    Args:
        view: The view of the player who moves.
        turn: The moves, such as those of `best_turn`; each, or one alone, may be given as text.

    Returns:
        A step for each move.

    Raises:
        IllegalMove: If the rules forbid a move.
        RulesError: If moves follow a card that is drawn unseen.
        NotationError: If a text cannot be read.
        WrongType: If `view` is not a `View`, or `turn` is not moves.

    Examples:
        >>> from rami.gin import best_turn, set_up
        >>> view = set_up("AS 2S 3S 5H 5D 5C 9H 10H JH KD 7C", discard="7D")
        >>> print(*explain(view, best_turn(view)))
        Discard KD and knock, with deadwood of 7.
    """
    instance("view", view, View)
    return _EXPLAINING.explain(view, turn)


def _said(view: View, move: Move) -> tuple[Phrase, tuple[Card, ...]]:
    """Return the sentence on a move, and the cards that it is about."""
    match move:
        case Pass():
            return TEXTS.phrase("steps.pass", card=view.discard_pile[-1]), view.discard_pile[-1:]
        case DrawStock():
            return TEXTS.phrase("steps.draw"), ()
        case TakeDiscard():
            return TEXTS.phrase("steps.take", card=view.discard_pile[-1]), view.discard_pile[-1:]
        case Discard(card):
            return TEXTS.phrase("steps.discard", card=card), (card,)
        case Knock():
            return _said_of_knock(view, move)
        case LayOff(card, meld):
            return TEXTS.phrase("steps.add", card=card, meld=meld), (card, *meld.cards)
        case _:
            return TEXTS.phrase("steps.done"), ()


def _said_of_knock(view: View, move: Knock) -> tuple[Phrase, tuple[Card, ...]]:
    if move.card is None:
        return TEXTS.phrase("steps.big-gin"), view.hand
    left = spread(without(view.hand, (move.card,)), move.melds or None).deadwood
    return TEXTS.phrase("steps.knock" if left else "steps.gin", card=move.card, deadwood=left), (move.card,)


_EXPLAINING = Explaining(parse_move, check, apply, observe, determinize, _said, unseen=(DrawStock,))
