"""The players' strategy in the contract game."""

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
from rami.contracts.best_turns import (
    chosen_fills,
    fill_points,
    hand_points,
    points_lacking_one,
    turn_moves,
    with_hand,
    with_trophies,
)
from rami.players.strategy import Strategy


def greedy(view: View) -> Move:
    """Fill the contracts that score the most; take and discard so that the hand is best."""
    if view.phase is Phase.FILL and (plan := chosen_fills(view)):
        return plan[0]
    moves = _takes_and_ends(view)
    return moves[0] if len(moves) == 1 else max(moves, key=lambda move: _hand_rank(view, move))


def _takes_and_ends(view: View) -> list[Move]:
    return [move for move in legal_moves(view) if not isinstance(move, Fill)]


def thoughtful(view: View) -> Move:
    """Play the best turn, which counts the trophies in a contract too."""
    return next(turn_moves(view))


def quick(view: View) -> Move:
    """Fill the first contract that can be filled; else take the most cards, or discard the first."""
    moves = legal_moves(view)
    if view.phase is Phase.FILL:
        return next(moves)
    return max((move for move in moves if isinstance(move, Take)), key=lambda move: len(move.cards))


def _hand_rank(view: View, move: Move) -> tuple[int, int, int]:
    """Return the points now, the points of what lacks one card, and the size of the hand after a move."""
    hand = _hand_after(view, move)
    return (
        fill_points(view.contract_market, chosen_fills(with_hand(view, hand))),
        points_lacking_one(view, hand),
        len(hand),
    )


def _hand_after(view: View, move: Move) -> list[Card]:
    hand = [*view.hand, *(move.cards if isinstance(move, Take) else ())]
    for card in move.discards if isinstance(move, End) else ():
        hand.remove(card)
    return hand


_SHORTLISTED = 6
"""The number of moves that are worth a search."""


def shortlist(view: View) -> list[Move]:
    """Return the contracts to fill, if there are any; else the moves after which the hand is best.

    In playouts not to fill a contract looks better than it is: simple players leave it there for later.
    """
    valued = with_trophies(view)
    if view.phase is Phase.FILL and (plan := chosen_fills(valued)):
        return list(plan)
    moves = _takes_and_ends(view)
    if len(moves) > 1:
        moves.sort(key=lambda move: hand_points(valued, _hand_after(valued, move)), reverse=True)
    return moves[:_SHORTLISTED]


def evaluate(state: State) -> list[float]:
    """Return the score of each seat, with a part of the points that its hand could fill or nearly fill."""
    return [sheet.total + _prospects(observe(state, seat), seat) for seat, sheet in enumerate(score_sheet(state))]


def _prospects(view: View, seat: int) -> float:
    own = evolve(view, current_player=seat)
    return (
        fill_points(own.contract_market, best_fills(with_hand(own, view.hand))) / 2
        + points_lacking_one(own, view.hand) / 4
        + len(view.hand) / 4
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
