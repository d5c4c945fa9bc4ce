"""The referee of Gin.

It checks moves, applies them, lists the legal ones, and shows which cards move.
"""

from collections.abc import Iterable, Iterator

from attrs import evolve

from rami.cards import Card, Cards
from rami.cards.legal_melds import card_values, meld_faults
from rami.errors import IllegalMove, RulesError, Violation
from rami.gin.moves import (
    DISCARDS,
    DONE,
    DRAW_STOCK,
    MOVES,
    PASS,
    TAKE_DISCARD,
    Discard,
    Done,
    DrawStock,
    Knock,
    LayOff,
    Move,
    Pass,
    TakeDiscard,
    pack_card,
    parse_move,
)
from rami.gin.position import Phase, Spread, State, View, knocker_spread
from rami.gin.rules import CARDS, DEAD_STOCK, HAND, MOST_TURNS, Code, Rules, barred_card
from rami.gin.scoring import arrangements, lay_off, layoffs, least_possible, limit_of, limit_with, read_hand, spread
from rami.pieces import without
from rami.positions import is_to_move, known_after, next_seat, replaced
from rami.reading import as_sent
from rami.referee import Motion, face_down, face_up, read
from rami.shapes import alterer, instance, one_of, typed

# The decorators `typed` and `altered` would make simulations a quarter slower.
# `_altered` does not sort hands, so pass sorted hands.
_POSITIONS = (State, View)
_altered = alterer(State)


def check(position: State | View, move: Move | str) -> tuple[Violation, ...]:
    """Return every reason why a move is illegal.

    Args:
        position: A state, or the view of the player to move.
        move: The move, or its notation.

    Returns:
        The violations; () if the move is legal. In the view of any other player, every move is `not_your_turn`.

    Raises:
        NotationError: If the text is not valid notation.
        WrongType: If an argument has the wrong type.

    Examples:
        >>> from rami.gin import new_game
        >>> check(new_game(2, seed=1), "pass")
        ()
        >>> [str(problem) for problem in check(new_game(2, seed=1), "draw")]
        ['The first upcard is offered: take it, or pass. [upcard_offered, rule G5]']
    """
    if type(position) not in _POSITIONS:
        one_of("position", position, _POSITIONS)
    return _judged(position, move)[1]


def is_legal(position: State | View, move: Move | str) -> bool:
    """Return whether a move is legal.

    Do not use `"draw" in legal_moves(state)` for this. It compares text with moves and is always False.

    Args:
        position: A state, or the view of the player to move.
        move: The move, or its notation.

    Raises:
        NotationError: If the text is not valid notation.
        WrongType: If an argument has the wrong type.

    Examples:
        >>> from rami.gin import new_game
        >>> is_legal(new_game(2, seed=1), "pass"), is_legal(new_game(2, seed=1), "draw")
        (True, False)
    """
    return not check(position, move)


def apply(state: State, move: Move | str) -> State:
    """Return the state after a move.

    Args:
        state: The state before the move. It is not changed.
        move: The move of the current player, or its notation.

    Returns:
        The new state.

    Raises:
        IllegalMove: If the move is illegal. Its `violations` are the result of `check`.
        NotationError: If the text is not valid notation.
        WrongType: If an argument has the wrong type.

    Examples:
        >>> from rami.gin import new_game
        >>> apply(new_game(2, seed=1), "pass").turn
        1
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
        position: A state, or the view of the player to move. The view of any other player has no legal moves.

    Yields:
        The moves. There is at least one until the deal is over.

    Raises:
        WrongType: If `position` has the wrong type.

    Examples:
        >>> from rami.gin import new_game
        >>> [str(move) for move in legal_moves(new_game(2, seed=1))]
        ['take', 'pass']
    """
    if type(position) not in _POSITIONS:
        one_of("position", position, _POSITIONS)
    return iter(()) if position.is_over or not is_to_move(position) else _listed(position)


def _judged(position: State | View, move: Move | str) -> tuple[Move | None, tuple[Violation, ...]]:
    parsed, problems = read(move, MOVES, parse_move, Code)
    if position.is_over:
        problems = (Violation(Code.GAME_OVER),)
    elif not is_to_move(position):
        problems = (Violation(Code.NOT_YOUR_TURN, numbers=(position.current_player,)),)
    elif parsed is not None:
        problems = tuple(_violations(position, parsed))
        # Most moves are legal and return here.
        if not problems:
            return parsed, ()
        problems = as_sent(problems, Card, move)
    return None, problems


# ---------------------------------------------------------------------------------------------------------- violations

_PHASE_MOVES: dict[Phase, tuple[tuple[type, ...], Code]] = {
    Phase.OFFER: ((Pass, TakeDiscard), Code.UPCARD_OFFERED),
    Phase.STOCK: ((DrawStock,), Code.UPCARD_REFUSED),
    Phase.DRAW: ((DrawStock, TakeDiscard), Code.DRAW_FIRST),
    Phase.PLAY: ((Discard, Knock), Code.ALREADY_DRAWN),
    Phase.LAY_OFF: ((LayOff, Done), Code.LAY_OFF),
}
"""The possible moves of each phase, and the violation of most other moves."""


def _violations(position: State | View, move: Move) -> Iterable[Violation]:
    if not isinstance(move, _PHASE_MOVES[position.phase][0]):
        return (Violation(_wrong_phase_code(position.phase, move)),)
    if isinstance(move, Discard):
        return _discard_violations(position, move.card)
    if isinstance(move, Knock):
        return _knock_violations(position, move)
    return _layoff_violations(position, move) if isinstance(move, LayOff) else ()


def _wrong_phase_code(phase: Phase, move: Move) -> Code:
    if phase not in (Phase.OFFER, Phase.LAY_OFF):
        if isinstance(move, Pass):
            return Code.NO_PASS
        if isinstance(move, LayOff | Done):
            return Code.NO_KNOCK
    return _PHASE_MOVES[phase][1]


def _discard_violations(position: State | View, card: Card) -> Iterator[Violation]:
    """Yield the violations of a discard (G6, G7)."""
    if card not in position.hand_to_move:
        yield Violation(Code.NOT_IN_HAND, (card,))
    if card == barred_card(position.rules, position.taken):
        yield Violation(Code.JUST_TAKEN, (card,))


def _knock_violations(position: State | View, move: Knock) -> Iterator[Violation]:
    """Yield the violations of a knock (G8, G9, G14)."""
    hand = position.hand_to_move
    discarded = () if move.card is None else (move.card,)
    if not discarded and position.rules.big_gin_bonus is None:
        yield Violation(Code.NO_BIG_GIN)
    if barred_card(position.rules, position.taken) in discarded:
        yield Violation(Code.JUST_TAKEN, discarded)
    if missing := without((*discarded, *move.melds.cards), hand):
        rows = [meld.cards for meld in move.melds if not {*missing}.isdisjoint(meld.cards)]
        yield Violation(Code.NOT_IN_HAND, missing, rows=rows)
        return
    for meld in move.melds:
        for problem in Code.own(meld_faults(CARDS, meld)):
            yield evolve(problem, rows=(meld.cards,))
    kept = without(hand, discarded)
    laid = _open_hand(kept, move)
    is_big_gin = move.card is None
    if is_big_gin:
        if laid.unmatched:
            yield Violation(Code.NOT_BIG_GIN, laid.unmatched)
    elif laid.deadwood > (limit := limit_of(position)):
        yield Violation(Code.TOO_MUCH_DEADWOOD, numbers=(laid.deadwood, limit))


def _open_hand(kept: tuple[Card, ...], move: Knock) -> Spread:
    return spread(kept, move.melds or None)


def _layoff_violations(position: State | View, move: LayOff) -> Iterator[Violation]:
    """Yield the violations of a lay-off (G12)."""
    if move.card not in position.hand_to_move:
        yield Violation(Code.NOT_IN_HAND, (move.card,))
    knocked = knocker_spread(position)
    if move.meld not in knocked.melds.melds:
        yield Violation(Code.NO_SUCH_MELD, move.meld.cards, rows=(move.meld.cards,))
    elif move not in layoffs(knocked.melds, (move.card,)):
        yield Violation(Code.DOES_NOT_FIT, (move.card,), rows=(move.meld.cards,))


# ----------------------------------------------------------------------------------------------------------- new states


def after_legal(state: State, move: Move) -> State:
    """Return the state after a legal move, without checking legality."""
    if isinstance(move, Pass):
        return _next_turn(state, Phase.STOCK if state.turn else Phase.OFFER)
    if isinstance(move, DrawStock):
        return _altered(state, phase=Phase.PLAY, hands=_hands_after(state, state.stock[:1]), stock=state.stock[1:])
    if isinstance(move, TakeDiscard):
        taken, pile = state.discard_pile[-1], state.discard_pile[:-1]
        known = known_after(state.known, state.current_player, came=(taken,))
        hands = _hands_after(state, (taken,))
        return _altered(state, phase=Phase.PLAY, hands=hands, discard_pile=pile, taken=taken, known=known)
    if isinstance(move, Discard):
        return _discard(state, move.card)
    if isinstance(move, Knock):
        return _knock(state, move)
    return _add(state, move) if isinstance(move, LayOff) else _with_both_hands_open(state)


def _hands_after(
    state: State, drawn: tuple[Card, ...] = (), away: tuple[Card, ...] = ()
) -> tuple[tuple[Card, ...], ...]:
    own = state.hand_to_move
    kept = without(own, away) if away else tuple(sorted((*own, *drawn)))
    return replaced(state.hands, state.current_player, kept)


def _next_turn(state: State, phase: Phase) -> State:
    return _altered(state, current_player=next_seat(state), turn=state.turn + 1, phase=phase, taken=None)


def _discard(state: State, card: Card) -> State:
    """Return the state after a discard (G6, G16)."""
    is_dead = state.stock_size <= DEAD_STOCK or state.turn + 1 >= MOST_TURNS
    return _altered(
        state,
        current_player=state.current_player if is_dead else next_seat(state),
        turn=state.turn if is_dead else state.turn + 1,
        phase=Phase.OVER if is_dead else Phase.DRAW,
        hands=_hands_after(state, away=(card,)),
        discard_pile=(*state.discard_pile, card),
        taken=None,
        known=known_after(state.known, state.current_player, left=(card,)),
    )


def _knock(state: State, move: Knock) -> State:
    """Return the state after a knock (G8, G12, G14)."""
    seat = state.current_player
    discarded = () if move.card is None else (move.card,)
    laid = _open_hand(without(state.hands[seat], discarded), move)
    state = _altered(
        state,
        hands=replaced(state.hands, seat, ()),
        discard_pile=(*state.discard_pile, *discarded),
        knocker=seat,
        spreads=tuple(laid if owner == seat else None for owner in range(state.players)),
        taken=None,
        known=replaced(state.known, seat, ()),
    )
    if laid.unmatched or state.rules.layoff_on_gin:
        return _next_turn(state, Phase.LAY_OFF)
    return _with_both_hands_open(state)


def _add(state: State, move: LayOff) -> State:
    """Return the state after a lay-off (G12)."""
    spreads = tuple(laid and evolve(laid, melds=lay_off(laid.melds, move)) for laid in state.spreads)
    known = known_after(state.known, state.current_player, left=(move.card,))
    return _altered(state, hands=_hands_after(state, away=(move.card,)), spreads=spreads, known=known)


def _with_both_hands_open(state: State) -> State:
    """Return the state after both hands are laid open (G13)."""
    spreads = tuple(laid or spread(hand) for laid, hand in zip(state.spreads, state.hands, strict=True))
    nothing = ((),) * state.players
    return _altered(state, phase=Phase.OVER, hands=nothing, spreads=spreads, known=nothing)


# ------------------------------------------------------------------------------------------------------ the legal moves


def _listed(position: State | View) -> Iterator[Move]:
    if position.phase is Phase.OFFER:
        yield from (TAKE_DISCARD, PASS)
    elif position.phase is Phase.STOCK:
        yield DRAW_STOCK
    elif position.phase is Phase.DRAW:
        yield from (DRAW_STOCK, TAKE_DISCARD)
    elif position.phase is Phase.PLAY:
        hand, barred = position.hand_to_move, barred_card(position.rules, position.taken)
        yield from (DISCARDS[card] for card in hand if card != barred)
        yield from _knocks(position.rules, hand, limit_of(position), barred)
    else:
        yield from layoffs(knocker_spread(position).melds, position.hand_to_move)
        yield DONE


@typed
def knocks(
    hand: Cards, rules: Rules = Rules(), *, upcard: Card | str | None = None, taken: Card | str | None = None
) -> Iterator[Knock]:
    """Yield the legal knocks of a hand (G8, G9, G14).

    Args:
        hand: The eleven cards after the draw.
        rules: The rules of the deal.
        upcard: The first upcard of the deal, which sets the limit under `knock_by_upcard`.
        taken: The card just taken from the discard pile, which may not be discarded unless `discard_taken` is True;
            None for a card of the stock.

    Yields:
        The knocks in the order of `legal_moves`. For each discard, the knock with the best melds comes first, then a
        knock for every choice of melds. Big gin comes last.

    Raises:
        RulesError: If the hand has another size or a card twice, does not have `taken`, or `knock_by_upcard` needs an
            upcard.
        NotationError: If a text cannot be read, or there is a joker.
        WrongType: If an argument has another type.

    Examples:
        >>> [str(knock) for knock in knocks("AS 2S 3S 4H 5H 6H 7D 8D 9D QC KC")]
        ['knock QC', 'knock QC AS-2S-3S 4H-5H-6H 7D-8D-9D', 'knock KC', 'knock KC AS-2S-3S 4H-5H-6H 7D-8D-9D']
    """
    own = read_hand("hand", hand, HAND + 1)
    if rules.knock_by_upcard and upcard is None:
        raise RulesError("upcard must be given, because knock_by_upcard is True")
    first = None if upcard is None else pack_card(upcard, "upcard")
    just_taken = None if taken is None else pack_card(taken, "taken")
    if just_taken is not None and just_taken not in own:
        raise RulesError(f"taken is {just_taken}, which is not in the hand")
    return _knocks(rules, own, limit_with(rules, first), barred_card(rules, just_taken))


def _knocks(rules: Rules, hand: tuple[Card, ...], limit: int, barred: Card | None) -> Iterator[Knock]:
    """Yield the legal knocks of a sorted hand (G8, G9, G14)."""
    least = least_possible(hand)
    values = card_values(CARDS)
    if least - max((values[card] for card in hand), default=0) > limit:
        return
    for card in hand:
        if card != barred:
            yield from _knocks_with(card, without(hand, (card,)), limit)
    if rules.big_gin_bonus is not None and not least:
        yield from _knocks_with(None, hand, 0)


def _knocks_with(card: Card | None, kept: tuple[Card, ...], limit: int) -> Iterator[Knock]:
    choices = list(arrangements(kept, limit))
    if choices or (card is not None and spread(kept).deadwood <= limit):
        yield Knock(card)
    yield from (Knock(card, melds) for melds in choices)


# -------------------------------------------------------------------------------------------------------------- motions


def motions(before: View, move: Move, after: View) -> tuple[Motion, ...]:
    """Return the motions that a legal move causes, as seen by one seat.

    Args:
        before: The view of the seat before the move.
        move: The move.
        after: The view of the seat after the move.

    Examples:
        >>> from rami.gin import new_game, observe
        >>> state = apply(apply(new_game(2, seed=1), "pass"), "pass")
        >>> drawn = apply(state, "draw")
        >>> [motions(observe(state, seat), DRAW_STOCK, observe(drawn, seat))[0].pieces for seat in (0, 1)]
        [(), (Card('6C'),)]
    """
    seat = before.current_player
    moved: tuple[Motion, ...] = ()
    match move:
        case DrawStock():
            own = without(after.hand, before.hand) if before.player == seat else ()
            moved = face_down(1, "stock", "hand", own)
        case TakeDiscard():
            moved = face_up(before.discard_pile[-1:], "discard pile", "hand")
        case Discard(card):
            moved = face_up([card], "hand", "discard pile")
        case Knock(card):
            away = () if card is None else (card,)
            laid = knocker_spread(after).cards
            moved = (*face_up(away, "hand", "discard pile"), *face_up(laid, "hand", "table"))
        case LayOff(card):
            moved = face_up([card], "hand", "table")
        case _:
            pass
    return (*moved, *_showdown_motion(before, after))


def _showdown_motion(before: View, after: View) -> tuple[Motion, ...]:
    """Return the motion that lays the opponent's hand open after a knock (G13)."""
    for seat, (old, new) in enumerate(zip(before.spreads, after.spreads, strict=True)):
        if new and not old and seat != after.knocker:
            if seat == before.current_player:
                return face_up(new.cards, "hand", "table")
            return face_up(new.cards, "opponent's hand", "table", revealed=True)
    return ()
