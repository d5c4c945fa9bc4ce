"""How the players play the contract game."""

from collections.abc import Sequence
from math import tanh

from attrs import evolve

from rami.contracts import (
    Card,
    Contract,
    End,
    Fill,
    Move,
    Phase,
    State,
    Take,
    Trophy,
    View,
    best_fills,
    legal_moves,
    observe,
    score_sheet,
)
from rami.contracts.requirements import MOST_POINTS
from rami.players.strategy import Strategy

_JOKER_VALUE = 3
"""The fewest points for which a joker token is spent before the last turn."""


def greedy(view: View) -> Move:
    """Fill the contracts that score the most; take and discard so that the hand is best."""
    if view.phase is Phase.FILL and (plan := _fills(view)):
        return plan[0]
    moves = _takes_and_ends(view)
    return moves[0] if len(moves) == 1 else max(moves, key=lambda move: _hand_rank(view, move))


def _takes_and_ends(view: View) -> list[Move]:
    return [move for move in legal_moves(view) if not isinstance(move, Fill)]


def thoughtful(view: View) -> Move:
    """Count the trophies in a contract too, and weigh cards and points to come against points now."""
    valued = _with_trophies(view)
    if view.phase is Phase.FILL and (plan := _fills(valued)):
        return plan[0]
    moves = _takes_and_ends(view)
    return moves[0] if len(moves) == 1 else max(moves, key=lambda move: _hand_points(valued, move))


_FUTURE_WEIGHT = 0.3
"""The value of a point of a contract that lacks one card, and of a card kept, in points."""
_SURE_LEAD = 1.5
"""The lead in symbols that makes a trophy nearly sure."""


def _hand_points(view: View, move: Move) -> float:
    """Return the value of the hand after a move, in points."""
    hand = _hand_after(view, move)
    plan = _fills(_with_hand(view, hand))
    left = len(hand) - sum(len(fill.spent) for fill in plan)
    return _points(view, plan) + _FUTURE_WEIGHT * (_lacking_one(view, hand) + left)


def _with_trophies(view: View) -> View:
    """Return the position with the value for the trophies, in whole points, added to each contract.

    A player who leads by some symbols is nearly sure of a trophy: symbols count most while it is even.
    """
    seat, worth = view.current_player, view.rules.deck.trophy_points
    leads: dict[Trophy, int] = {}
    for trophy in view.trophies:
        symbols = [sum(map(trophy.symbols, zone)) for zone in view.zones]
        leads[trophy] = symbols.pop(seat) - max(symbols)

    def with_trophies(contract: Contract) -> Contract:
        gains = [
            tanh((lead + trophy.symbols(contract)) / _SURE_LEAD) - tanh(lead / _SURE_LEAD)
            for trophy, lead in leads.items()
        ]
        return evolve(contract, points=min(MOST_POINTS, contract.points + round(worth * sum(gains))))

    return evolve(view, contract_market=map(with_trophies, view.contract_market))


def quick(view: View) -> Move:
    """Fill the first contract that can be filled; else take the most cards, or discard the first."""
    moves = legal_moves(view)
    if view.phase is Phase.FILL:
        return next(moves)
    return max((move for move in moves if isinstance(move, Take)), key=lambda move: len(move.cards))


def _with_hand(view: View, hand: Sequence[Card], jokers: int | None = None) -> View:
    """Return the position with another hand, ready to fill contracts."""
    seat = view.current_player
    own = view.jokers[seat] if jokers is None else jokers
    return evolve(view, phase=Phase.FILL, hand=hand, jokers=(*view.jokers[:seat], own, *view.jokers[seat + 1 :]))


def _points(view: View, plan: Sequence[Fill]) -> int:
    """Return the points of some fills, with their bonus cards."""
    offered = {card.id: card for card in view.contract_market}
    filled = [(offered[fill.contract], fill) for fill in plan]
    return sum(card.points + sum(spent.color is card.bonus for spent in fill.spent) for card, fill in filled)


def _fills(view: View) -> Sequence[Fill]:
    """Return the best fills, with the joker only if it gains enough or this is the last turn."""
    best = best_fills(view)
    if not any(fill.joker for fill in best):
        return best
    thrifty = best_fills(_with_hand(view, view.hand, jokers=0))
    gain = _points(view, best) - _points(view, thrifty)
    last = view.last_turn is not None and view.turn + view.players > view.last_turn
    return best if gain >= _JOKER_VALUE or last else thrifty


def _hand_rank(view: View, move: Move) -> tuple[int, int, int]:
    """Return the points now, the points of what lacks one card, and the size of the hand after a move."""
    hand = _hand_after(view, move)
    return _points(view, _fills(_with_hand(view, hand))), _lacking_one(view, hand), len(hand)


def _hand_after(view: View, move: Move) -> list[Card]:
    hand = [*view.hand, *(move.cards if isinstance(move, Take) else ())]
    for card in move.discards if isinstance(move, End) else ():
        hand.remove(card)
    return hand


def _lacking_one(view: View, hand: Sequence[Card]) -> int:
    """Return the points of the contracts that a hand could fill with one more card for each."""
    rich = _with_hand(view, hand, jokers=len(view.contract_market))
    return _points(rich, best_fills(rich))


_SHORTLISTED = 6
"""The number of moves that are worth a search."""


def shortlist(view: View) -> list[Move]:
    """Return the contracts to fill, if there are any; else the moves after which the hand is best.

    In playouts not to fill a contract looks better than it is: simple players leave it there for later.
    """
    valued = _with_trophies(view)
    if view.phase is Phase.FILL and (plan := _fills(valued)):
        return list(plan)
    moves = _takes_and_ends(view)
    if len(moves) > 1:
        moves.sort(key=lambda move: _hand_points(valued, move), reverse=True)
    return moves[:_SHORTLISTED]


def evaluate(state: State) -> list[float]:
    """Return the score of each seat, with a part of the points that its hand could fill or nearly fill."""
    return [sheet.total + _prospects(observe(state, seat), seat) for seat, sheet in enumerate(score_sheet(state))]


def _prospects(view: View, seat: int) -> float:
    own = evolve(view, current_player=seat)
    return (
        _points(own, best_fills(_with_hand(own, view.hand))) / 2 + _lacking_one(own, view.hand) / 4 + len(view.hand) / 4
    )


def absent(view: View) -> Move:
    """Take as few cards as possible, fill no contract, and discard only what must be discarded."""
    moves = _takes_and_ends(view)
    return min(moves, key=lambda move: len(move.cards) if isinstance(move, Take) else 0)


STRATEGY = Strategy(
    quick=quick,
    greedy=greedy,
    thoughtful=thoughtful,
    absent=absent,
    shortlist=shortlist,
    evaluate=evaluate,
    playout_turns=4,
)
