"""The best turn: what to draw, all that can be laid, and a discard by a rule of thumb."""

from collections.abc import Iterator
from typing import NamedTuple

from attrs import evolve

from rami.pieces import without
from rami.positions import replaced
from rami.rummy.best import deadwood
from rami.rummy.buying import is_on_offer
from rami.rummy.can_end_turn import can_begin, can_end_turn, might_lay, turn_key
from rami.rummy.card_points import card_values, hand_value
from rami.rummy.cards import JOKER
from rami.rummy.collecting import is_needed, loose_discards, needs_plan
from rami.rummy.discarding import best_discard, makes_a_meld
from rami.rummy.layoffs import table_moves
from rami.rummy.moves import BUY, DRAW_STOCK, PASS, Discard, LayMeld, LayOff, Move, ReplaceJoker, TakeDiscard, lay
from rami.rummy.referee import legal_moves
from rami.rummy.state import Phase, View
from rami.rummy.turns import Turn, turn_of
from rami.shapes import instance

MOST_TURNS = 3_000
"""The most continuations of a turn that are looked at; turns of play have needed a seventh of that."""

Laying = LayMeld | LayOff | ReplaceJoker


class _Rank(NamedTuple):
    """Rank of a way to lay cards; the least is the best.

    Attributes:
        stays_in: Whether the deal goes on after it.
        closed: Whether the first melds that the rules ask for are still to be laid.
        deadwood: The points left that later melds of the hand would not lay; after a contract there are none.
        points: The points left.
        cards: How many cards are left.
        moves: How many moves it takes.
    """

    stays_in: bool
    closed: bool
    deadwood: int
    points: int
    cards: int
    moves: int


class _Plan(NamedTuple):
    rank: _Rank
    moves: tuple[Laying, ...]
    turn: Turn


def best_turn(view: View) -> tuple[Move, ...]:
    """Return the turn that a good player would make.

    What is laid is exact: it goes out if that is possible; else it lays the first melds that the rules ask for, if it
    can, leaves the least deadwood, and of such ways the fewest points. (Beyond 3,000 ways to go on, the best of those
    looked at.) The top discard is taken if that is no worse than a turn without a drawn card. The discard follows a
    rule of thumb: a card that breaks no meld, has few chances of one and counts much, and is of least use to others.
    While a contract is due, what it lacks is taken and kept.

    Args:
        view: The view of the player who moves.

    Returns:
        The moves to the end of the turn, or to a card that is drawn unseen; the answer to an offer; () if the deal is
        over, it is another player's turn, or the turn has no legal move, which no play leads to.

    Raises:
        WrongType: If `view` is no `View`.

    Examples:
        >>> from rami.rummy import set_up
        >>> [str(move) for move in best_turn(set_up("6S 8H 8D 8C KD", "3S-4S-5S"))]
        ['meld 8H=8D=8C', 'add 6S 3S-4S-5S', 'discard KD']
    """
    instance("view", view, View)
    if view.is_over or view.player != view.current_player:
        return ()
    if view.phase is Phase.BUY:
        is_wanted = is_needed(view) if needs_plan(view) else makes_a_meld(view)
        return (BUY if is_wanted else PASS,)
    if view.phase is Phase.DRAW:
        return _with_draw(view)
    plan = _best_plan(turn_of(view))
    return () if plan is None else _ended(view, plan)


def _with_draw(view: View) -> tuple[Move, ...]:
    """Take discards if that is no worse than the turn without a drawn card; else draw."""
    takes = [move for move in legal_moves(view) if isinstance(move, TakeDiscard)]
    after = {take: _after_take(view, take.count) for take in takes}
    plans = {take: plan for take, taken in after.items() if (plan := _best_plan(turn_of(taken)))}
    best = min(plans, key=lambda take: plans[take].rank, default=None)
    if best is None or not _is_worth_taking(view, plans[best]):
        return (PASS if is_on_offer(view) else DRAW_STOCK,)
    return (best, *_ended(after[best], plans[best]))


def _is_worth_taking(view: View, plan: _Plan) -> bool:
    if plan.rank.closed and needs_plan(view):
        return is_needed(view)
    without_it = _best_plan(turn_of(view))
    return without_it is None or plan.rank[:3] <= without_it.rank[:3]


def _after_take(view: View, count: int) -> View:
    cards = view.discard_pile[-count:]
    hand = (*view.hand, *cards)
    return evolve(
        view,
        phase=Phase.PLAY,
        hand=hand,
        hand_sizes=replaced(view.hand_sizes, view.current_player, len(hand)),
        discard_pile=view.discard_pile[:-count],
        discard_size=view.discard_size - count,
        taken=cards[0],
        deep=count > 1,
    )


def _ended(view: View, plan: _Plan) -> tuple[Move, ...]:
    """Return the moves of a plan and the discard that ends the turn, unless every card is laid."""
    turn = plan.turn
    if not turn.hand:
        return plan.moves
    after = evolve(
        view,
        hand=turn.hand,
        hand_sizes=replaced(view.hand_sizes, view.current_player, len(turn.hand)),
        table=turn.table,
        taken=turn.taken,
        laid=turn.laid,
        jokers_owed=turn.jokers_owed,
        melded_in=replaced(view.melded_in, view.current_player, view.turn if turn.laid else None)
        if turn.has_melded and view.melded_in[view.current_player] is None
        else view.melded_in,
    )
    discards = loose_discards(after, [move for move in legal_moves(after) if isinstance(move, Discard)])
    return (*plan.moves, best_discard(after, discards) or min(discards, key=lambda move: _loss(after, move)))


def _loss(view: View, move: Discard) -> tuple[bool, int, int]:
    """Return the cost of a discard that breaks a meld: jokers last, then the deadwood and the points left."""
    left = without(view.hand, (move.card,))
    return move.card == JOKER, deadwood(left, view.rules), hand_value(left, view.rules)


# -------------------------------------------------------------------------------------------------------------- laying


def _best_plan(start: Turn) -> _Plan | None:
    """Return the best way to lay cards in a turn, searching the most points first; None if no way ends the turn."""
    stuck = sum(card_values(start.rules)[card] for card in start.hand if not might_lay(start, card))
    best = None
    frontier: list[tuple[Turn, tuple[Laying, ...]]] = [(start, ())]
    seen = {turn_key(start)}
    visited = 0
    while frontier and (visited < MOST_TURNS or best is None):
        turn, moves = frontier.pop()
        if turn.can_end_now:
            plan = _Plan(_rank(turn, moves), moves, turn)
            best = plan if best is None else min(best, plan, key=lambda each: each.rank)
            if not best.rank.stays_in or best.rank.points == stuck:  # nothing can be better
                break
        elif not can_end_turn(turn):
            continue
        visited += 1
        following = sorted(_following(turn), key=lambda pair: hand_value(pair[1].hand, turn.rules), reverse=True)
        for move, after in following:
            if (key := turn_key(after)) not in seen:
                seen.add(key)
                frontier.append((after, (*moves, move)))
    return best


def _rank(turn: Turn, moves: tuple[Laying, ...]) -> _Rank:
    rules, cards, points = turn.rules, len(turn.hand), hand_value(turn.hand, turn.rules)
    left = points if rules.opening_melds and turn.has_melded else deadwood(turn.hand, rules)
    return _Rank(cards > 1, rules.has_opening and not turn.has_melded, left, points, cards, len(moves))


def _following(turn: Turn) -> Iterator[tuple[Laying, Turn]]:
    """Yield each move that lays cards or takes a joker, with the turn after it."""
    rules, hand = turn.rules, turn.hand
    if turn.has_melded or not rules.has_opening or can_begin(turn):
        for meld in turn.melds():
            yield lay(meld), turn.after_meld(meld)
    if not turn.may_lay_off:
        return
    known = table_moves(rules, turn.table)
    for card in dict.fromkeys(hand):
        if card != JOKER or turn.may_lay_off_joker:
            for layoff, longer in known.layoffs.get(card, ()):
                yield layoff, turn.after_layoff(layoff, longer)
        for exchange, changed in known.exchanges.get(card, ()):
            yield exchange, turn.after_exchange(exchange, changed)
