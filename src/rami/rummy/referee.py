"""The referee: what is wrong with a move, what comes of it, and which moves there are."""

from bisect import bisect
from collections.abc import Iterator

from rami.errors import IllegalMove, Violation
from rami.rummy.can_end_turn import has_end
from rami.rummy.cards import JOKER, Card
from rami.rummy.checks import changed_turn, move_violations, take_violations
from rami.rummy.layoffs import changes
from rami.rummy.legal_melds import melds_in
from rami.rummy.limits import MOST_CARDS
from rami.rummy.making import made
from rami.rummy.moves import (
    DISCARDS,
    DRAW_STOCK,
    MOVES,
    TAKE_DISCARD,
    Discard,
    DrawStock,
    LayMeld,
    LayOff,
    Move,
    ReplaceJoker,
    TakeDiscard,
    lay,
)
from rami.rummy.opening import can_open
from rami.rummy.rules import Rules
from rami.rummy.scoring import with_points
from rami.rummy.state import FirstTurns, Phase, State, View
from rami.rummy.turns import (
    Turn,
    is_pending,
    may_add,
    may_add_joker,
    may_meld,
    turn_of,
    with_addition,
    with_exchange,
    with_meld,
)
from rami.rummy.violations import Code
from rami.shapes import one_of
from rami.shuffling import derive, shuffled

_DRAW, _PLAY = Phase.DRAW, Phase.PLAY


def check(position: State | View, move: Move) -> tuple[Violation, ...]:
    """Everything that is wrong with a move.

    Args:
        position: A position, or the view of the player who moves.
        move: The move.

    Returns:
        Every reason why the move is illegal; () if it is legal. In a view of anybody but the player who moves, every
        move is illegal, for it is not that player's turn.

    Raises:
        WrongType: If `position` is neither a `State` nor a `View`, or `move` is no move of the game.

    Examples:
        >>> from rami.rummy import parse_move, set_up
        >>> view = set_up("AS 5H KD", "3S-4S-5S")
        >>> for problem in check(view, parse_move("add AS 3S-4S-5S")):
        ...     print(problem)
        This card cannot be added to this meld: AS. [does_not_fit, rule 004.4]
    """
    if type(move) not in MOVES:
        one_of("move", move, MOVES)
    hand = _hand(position)
    if position.is_over:
        return (Violation(Code.GAME_OVER),)
    if hand is None:
        return (Violation(Code.NOT_YOUR_TURN, numbers=(position.current_player,)),)
    return move_violations(position, hand, move)


def _hand(position: State | View) -> tuple[Card, ...] | None:
    """The hand of the player who moves; None in a view of another player."""
    if isinstance(position, State):
        return position.hands[position.current_player]
    one_of("position", position, (State, View))
    return position.hand if position.player == position.current_player else None


def legal_moves(position: State | View) -> Iterator[Move]:
    """Every legal move of the player who moves, in a fixed order: melds, additions, exchanges, discards.

    A card that fits at one end of a run only is given without `front`.

    Args:
        position: A position, or the view of the player who moves.

    Yields:
        Legal moves; at least one while the deal runs, none in a view of another player.

    Raises:
        WrongType: If `position` is neither a `State` nor a `View`.

    Examples:
        >>> from rami.rummy import set_up
        >>> [str(move) for move in legal_moves(set_up("6S 8H KD", "3S-4S-5S"))]
        ['add 6S 3S-4S-5S', 'discard 6S', 'discard 8H', 'discard KD']
    """
    hand = _hand(position)
    if hand is None or position.is_over:
        return
    if position.phase is _DRAW:
        yield DRAW_STOCK
        if position.discard_pile and not any(take_violations(position, turn_of(position), 1)):
            yield TAKE_DISCARD
        if position.rules.take_depth == "any":
            yield from _deep_takes(position)
    else:
        yield from _plays(position, hand)


def _deep_takes(position: State | View) -> Iterator[Move]:
    """The ways to take more than the top card of the discard pile."""
    turn = turn_of(position)
    for count in range(2, min(len(position.discard_pile), MOST_CARDS - len(turn.hand)) + 1):
        if not any(take_violations(position, turn, count)):
            yield TakeDiscard(count)


def _plays(position: State | View, hand: tuple[Card, ...]) -> Iterator[Move]:
    """The moves after a card was drawn."""
    rules, turn = position.rules, turn_of(position)
    pending = is_pending(rules, turn)
    opening = rules.has_opening and not turn.melded
    easy = not pending and not opening  # two cards left are enough for an end
    if may_meld(rules, turn) and (not opening or can_open(rules, turn.hand, turn.laid)):
        for meld in melds_in(rules, hand):
            if (easy and len(meld.cards) + 1 < len(hand)) or has_end(rules, with_meld(rules, turn, meld)):
                yield lay(meld)
    if position.table.melds and may_add(rules, turn):
        yield from _changes(rules, turn, easy=easy and len(hand) > 2)
    if pending:
        return
    kept = turn.taken if rules.discard_taken == "forbidden" else None
    previous = None
    for card in hand:
        if card != previous and (card != kept or hand.count(card) > 1):
            yield DISCARDS[card]
        previous = card


def _changes(rules: Rules, turn: Turn, *, easy: bool) -> Iterator[Move]:
    """The additions and exchanges after which the turn can end."""
    hand, known = turn.hand, changes(rules, turn.table)
    jokers = hand[-1] != JOKER or may_add_joker(rules, turn)
    additions, exchanges = known.additions, known.exchanges
    previous = None
    for card in hand:
        if card in additions and card != previous and (card != JOKER or jokers):
            for move, longer in additions[card]:
                if easy or has_end(rules, with_addition(turn, move, longer)):
                    yield move
        previous = card
    previous = None
    for card in hand if exchanges else ():
        if card in exchanges and card != previous:
            for exchange, changed in exchanges[card]:
                if has_end(rules, with_exchange(rules, turn, exchange, changed)):
                    yield exchange
        previous = card


def apply(state: State, move: Move) -> State:
    """The position after a move.

    Args:
        state: The position.
        move: The move of the player whose turn it is.

    Returns:
        The next position; the given one is as it was.

    Raises:
        IllegalMove: If the rules forbid the move; its `violations` are what `check` returns.
        WrongType: If `state` is not a `State`, or `move` is no move of the game.

    Examples:
        >>> from rami.rummy import new_game
        >>> state = new_game(2, seed=1)
        >>> after = apply(state, DRAW_STOCK)
        >>> after.phase, after.hand_sizes[after.current_player], after.stock_size
        (<Phase.PLAY: 'play'>, 11, 30)
    """
    if type(state) is not State:
        one_of("state", state, (State,))
    problems = check(state, move)
    if problems:
        raise IllegalMove(problems)
    if isinstance(move, Discard):
        return _discard(state, move.card)
    if isinstance(move, DrawStock):
        return _draw(state)
    if isinstance(move, TakeDiscard):
        return _take(state, move.count)
    return _lay(state, move)


def _with(state: State, hand: tuple[Card, ...]) -> tuple[tuple[Card, ...], ...]:
    """The hands of all, that of the player who moves being new."""
    seat, hands = state.current_player, state.hands
    return (*hands[:seat], hand, *hands[seat + 1 :])


def _discard(state: State, card: Card) -> State:
    """004.6, 004.9: the turn ends, or, with the last card, the deal."""
    seat, turn, hand = state.current_player, state.turn, state.hands[state.current_player]
    index = hand.index(card)
    hand = (*hand[:index], *hand[index + 1 :])
    phase = _PLAY
    hands = _with(state, hand)
    if hand:
        seat, turn, phase = (seat + 1) % len(hands), turn + 1, _DRAW
    return made(
        state.rules,
        seat,
        turn,
        phase,
        hands,
        state.stock,
        (*state.discard_pile, card),
        state.table,
        None,
        (),
        0,
        state.melded_in,
        state.laid_in,
        state.restocks,
        state.seed,
        False,
        state.laid_points,
    )


def _draw(state: State) -> State:
    """004.6, 004.8: the top card of the stock, which is renewed first if it is exhausted."""
    stock, pile, restocks = state.stock, state.discard_pile, state.restocks
    if not stock:
        stock, pile = _restocked(state)
        restocks += 1
    hand = _sorted_in(state.hands[state.current_player], stock[0])
    return _drawn(state, hand, stock[1:], pile, None, restocks)


def _take(state: State, count: int) -> State:
    """004.6, C5: the top card of the discard pile, which is remembered; or more of them, of which the lowest is."""
    pile, hand = state.discard_pile, state.hands[state.current_player]
    if count == 1:
        return _drawn(state, _sorted_in(hand, pile[-1]), state.stock, pile[:-1], pile[-1], state.restocks)
    hand = tuple(sorted((*hand, *pile[-count:])))
    return _drawn(state, hand, state.stock, pile[:-count], pile[-count], state.restocks, deep=True)


def _sorted_in(hand: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    index = bisect(hand, card)
    return (*hand[:index], card, *hand[index:])


def _drawn(  # what drawing changes
    state: State,
    hand: tuple[Card, ...],
    stock: tuple[Card, ...],
    pile: tuple[Card, ...],
    taken: Card | None,
    restocks: int,
    deep: bool = False,
) -> State:
    return made(
        state.rules,
        state.current_player,
        state.turn,
        _PLAY,
        _with(state, hand),
        stock,
        pile,
        state.table,
        taken,
        (),
        0,
        state.melded_in,
        state.laid_in,
        restocks,
        state.seed,
        deep,
        state.laid_points,
    )


def _restocked(state: State) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """C6: the new stock and discard pile. A pile that is turned over shows its first card on top."""
    pile = state.discard_pile
    if state.rules.restock == "shuffle_keep_top":
        return shuffled(pile[:-1], derive(state.seed, "restock", state.restocks)), pile[-1:]
    if state.rules.restock == "flip_keep_top":
        return pile[:-1], pile[-1:]
    if state.rules.restock == "flip_new_upcard":
        return pile[1:], pile[:1]
    return pile, ()


def _lay(state: State, move: LayMeld | LayOff | ReplaceJoker) -> State:
    """004.6: a new meld, an addition, or a joker replaced. With the last card the deal is over (004.9)."""
    rules, turn = state.rules, turn_of(state)
    after = with_meld(rules, turn, move.meld) if isinstance(move, LayMeld) else changed_turn(rules, turn, move)
    return made(
        rules,
        state.current_player,
        state.turn,
        _PLAY,
        _with(state, after.hand),
        state.stock,
        state.discard_pile,
        after.table,
        after.taken,
        after.laid,
        after.owed,
        _noted(state, state.melded_in) if after.melded else state.melded_in,
        _noted(state, state.laid_in),
        state.restocks,
        state.seed,
        state.deep,
        with_points(state, move),
    )


def _noted(state: State, turns: FirstTurns) -> FirstTurns:
    """The turns in which players did something first, this one among them."""
    seat = state.current_player
    return turns if turns[seat] is not None else (*turns[:seat], state.turn, *turns[seat + 1 :])
