"""How the baseline players play the contract game."""

from collections.abc import Sequence

from attrs import evolve

from rami.contracts import (
    Card,
    End,
    Fill,
    Move,
    Phase,
    State,
    Take,
    View,
    best_fills,
    legal_moves,
    observe,
    score_sheet,
)

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
    """Like `greedy`, but points to come and the number of cards are weighed against points now."""
    if view.phase is Phase.FILL and (plan := _filling(view)):
        return plan[0]
    moves = [move for move in legal_moves(view) if not isinstance(move, Fill)]
    return moves[0] if len(moves) == 1 else max(moves, key=lambda move: _weighed(*_outlook(view, move)))


def _weighed(points: int, lacking_one: int, cards: int) -> float:
    return points + (lacking_one + cards) * _TO_COME


_TO_COME = 0.3
"""What a point that lacks one card is worth, and a card in the hand, in points."""


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
    filled = [(view.rules.deck.by_id[fill.contract], fill) for fill in plan]
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
    if isinstance(move, Take):
        hand = [*view.hand, *move.cards]
    else:
        hand = list(view.hand)
        for card in move.discards if isinstance(move, End) else ():
            hand.remove(card)
    now = _with_hand(view, hand)
    lacking_one = _with_hand(view, hand, jokers=len(view.contract_market))
    return _points(view, _filling(now)), _points(view, best_fills(lacking_one)), len(hand)


LIKELY = 6
"""How many moves are worth a look, at most."""


def shortlist(view: View) -> list[Move]:
    """Moves worth a look: those after which the hand is best, and the contracts to fill."""
    fills: list[Move] = list(_filling(view)) if view.phase is Phase.FILL else []
    moves = [move for move in legal_moves(view) if not isinstance(move, Fill)]
    if len(moves) > 1:
        moves.sort(key=lambda move: _outlook(view, move), reverse=True)
    return [*fills, *moves[:LIKELY]]


def standing(state: State) -> list[float]:
    """What each seat has scored, with a part of what its hand could fill, and of what lacks one card."""
    return [sheet.total + _hopes(observe(state, seat), seat) for seat, sheet in enumerate(score_sheet(state))]


def _hopes(view: View, seat: int) -> float:
    own = evolve(view, current_player=seat)
    lacking_one = _with_hand(own, view.hand, jokers=len(view.contract_market))
    return (
        _points(own, best_fills(_with_hand(own, view.hand))) / 2
        + _points(own, best_fills(lacking_one)) / 4
        + len(view.hand) / 4
    )


def absent(view: View) -> Move:
    """As few cards as may be taken, no contract, and an end with whatever must be discarded."""
    moves = [move for move in legal_moves(view) if not isinstance(move, Fill)]
    return min(moves, key=lambda move: len(move.cards) if isinstance(move, Take) else 0)
