"""How the baseline players play the contract game."""

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

JOKER_IS_WORTH = 3
"""The fewest points for which a joker token is given away before the last turn."""


def greedy(view: View) -> Move:
    """The contracts that score the most, and the cards after which the hand is best."""
    if view.phase is Phase.FILL and (plan := _filling(view)):
        return plan[0]
    # What is left to choose is which cards to take, or which to discard.
    moves = [move for move in legal_moves(view) if not isinstance(move, Fill)]
    return moves[0] if len(moves) == 1 else max(moves, key=lambda move: _outlook(view, move))


def thoughtful(view: View) -> Move:
    """Like `greedy`, but a contract counts by its symbols too, and cards and points to come are weighed against now."""
    hoped = _with_trophies(view)
    if view.phase is Phase.FILL and (plan := _filling(hoped)):
        return plan[0]
    moves = [move for move in legal_moves(view) if not isinstance(move, Fill)]
    return moves[0] if len(moves) == 1 else max(moves, key=lambda move: _weighed(hoped, move))


TO_COME = 0.3
"""What a point of what lacks one card is worth, and a card that is left in the hand, in points."""
CONTESTED = 1.5
"""By how many symbols one has to lead for a trophy to be nearly sure of it."""


def _weighed(view: View, move: Move) -> float:
    """What a hand is good for after a move, in points."""
    hand = _hand_after(view, move)
    plan = _filling(_with_hand(view, hand))
    left = len(hand) - sum(len(fill.spent) for fill in plan)
    return _points(view, plan) + TO_COME * (_lacking_one(view, hand) + left)


def _with_trophies(view: View) -> View:
    """The same position with contracts that count, in whole points, what they do for the trophies as well.

    Whoever leads by some symbols is as good as sure of a trophy: what a contract shows counts most while it is even.
    """
    seat, worth = view.current_player, view.rules.deck.trophy_points
    leads: dict[Trophy, int] = {}
    for trophy in view.trophies:
        symbols = [sum(map(trophy.symbols, zone)) for zone in view.zones]
        leads[trophy] = symbols.pop(seat) - max(symbols)

    def hoped(contract: Contract) -> Contract:
        gains = [
            tanh((lead + trophy.symbols(contract)) / CONTESTED) - tanh(lead / CONTESTED)
            for trophy, lead in leads.items()
        ]
        return evolve(contract, points=min(MOST_POINTS, contract.points + round(worth * sum(gains))))

    return evolve(view, contract_market=map(hoped, view.contract_market))


def quick(view: View) -> Move:
    """The first contract that can be filled; else the most cards, or the first to discard."""
    moves = legal_moves(view)
    if view.phase is Phase.FILL:
        return next(moves)
    return max((move for move in moves if isinstance(move, Take)), key=lambda move: len(move.cards))


def _with_hand(view: View, hand: Sequence[Card], jokers: int | None = None) -> View:
    """The same position with another hand, ready to fill contracts: what a player thinks about."""
    seat = view.current_player
    own = view.jokers[seat] if jokers is None else jokers
    return evolve(view, phase=Phase.FILL, hand=hand, jokers=(*view.jokers[:seat], own, *view.jokers[seat + 1 :]))


def _points(view: View, plan: Sequence[Fill]) -> int:
    """What contracts score at once, with their bonus cards."""
    offered = {card.id: card for card in view.contract_market}
    filled = [(offered[fill.contract], fill) for fill in plan]
    return sum(card.points + sum(spent.color is card.bonus for spent in fill.spent) for card, fill in filled)


def _filling(view: View) -> Sequence[Fill]:
    """The contracts to fill: the best with the joker, if it is worth it or this is the last turn."""
    best = best_fills(view)
    if not any(fill.joker for fill in best):
        return best
    thrifty = best_fills(_with_hand(view, view.hand, jokers=0))
    gain = _points(view, best) - _points(view, thrifty)
    last = view.last_turn is not None and view.turn + view.players > view.last_turn
    return best if gain >= JOKER_IS_WORTH or last else thrifty


def _outlook(view: View, move: Move) -> tuple[int, int, int]:
    """What a hand is good for after a move: points now, points of what lacks one card, and its size."""
    hand = _hand_after(view, move)
    return _points(view, _filling(_with_hand(view, hand))), _lacking_one(view, hand), len(hand)


def _hand_after(view: View, move: Move) -> list[Card]:
    hand = [*view.hand, *(move.cards if isinstance(move, Take) else ())]
    for card in move.discards if isinstance(move, End) else ():
        hand.remove(card)
    return hand


def _lacking_one(view: View, hand: Sequence[Card]) -> int:
    """The points of the contracts that a hand could fill if it had one more card for each."""
    rich = _with_hand(view, hand, jokers=len(view.contract_market))
    return _points(rich, best_fills(rich))


LIKELY = 6
"""How many moves are worth a look, at most."""


def shortlist(view: View) -> list[Move]:
    """Moves worth a look: the contracts to fill, if there are any; else those after which the hand is best.

    Not to fill what can be filled looks better than it is where simple players play on: they leave it for later.
    """
    hoped = _with_trophies(view)
    if view.phase is Phase.FILL and (plan := _filling(hoped)):
        return list(plan)
    moves: list[Move] = [move for move in legal_moves(view) if not isinstance(move, Fill)]
    if len(moves) > 1:
        moves.sort(key=lambda move: _weighed(hoped, move), reverse=True)
    return moves[:LIKELY]


def standing(state: State) -> list[float]:
    """What each seat has scored, with a part of what its hand could fill, and of what lacks one card."""
    return [sheet.total + _hopes(observe(state, seat), seat) for seat, sheet in enumerate(score_sheet(state))]


def _hopes(view: View, seat: int) -> float:
    own = evolve(view, current_player=seat)
    return (
        _points(own, best_fills(_with_hand(own, view.hand))) / 2 + _lacking_one(own, view.hand) / 4 + len(view.hand) / 4
    )


def absent(view: View) -> Move:
    """As few cards as may be taken, no contract, and an end with whatever must be discarded."""
    moves = [move for move in legal_moves(view) if not isinstance(move, Fill)]
    return min(moves, key=lambda move: len(move.cards) if isinstance(move, Take) else 0)
