"""The players' strategy in the contract game."""


from rami.contracts import Fill, Move, Phase, Take, View, legal_moves
from rami.players.strategy import Strategy


def _takes_and_ends(view: View) -> list[Move]:
    return [move for move in legal_moves(view) if not isinstance(move, Fill)]


def quick(view: View) -> Move:
    """Fill the first contract that can be filled; else take the most cards, or discard the first."""
    moves = legal_moves(view)
    if view.phase is Phase.FILL:
        return next(moves)
    return max((move for move in moves if isinstance(move, Take)), key=lambda move: len(move.cards))


def absent(view: View) -> Move:
    """Take as few cards as possible, fill no contract, and discard only what must be discarded."""
    moves = _takes_and_ends(view)
    return min(moves, key=lambda move: len(move.cards) if isinstance(move, Take) else 0)


STRATEGY = Strategy(quick=quick, absent=absent)
