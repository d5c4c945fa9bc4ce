"""A player that finishes when it can, and keeps tiles that have neighbours."""

from random import Random

from rami.rummikub import JOKER

from .moves import Discard, Draw, Finish, Move
from .referee import legal_moves
from .rules import okey_of
from .state import View


def sensible(view: View, random: Random) -> Move:
    """Finish if that is possible; else draw, and discard the tile that fits the others the least."""
    moves = list(legal_moves(view))
    finishing = [move for move in moves if isinstance(move, Finish)]
    discards = [move for move in moves if isinstance(move, Discard)]
    if finishing:
        return finishing[0]
    return min(discards, key=lambda move: (_use(view, move), random.random())) if discards else _taken(moves)


def _taken(moves: list[Move]) -> Move:
    return Draw() if Draw() in moves else moves[0]


def _use(view: View, move: Discard) -> int:
    """Return how many tiles of the hand a tile goes well with."""
    tile = move.tile
    if tile in (okey_of(view.indicator), JOKER):
        return 99
    same = sum(other.number == tile.number and other.color != tile.color for other in set(view.hand))
    near = sum(other.color == tile.color and 0 < abs(other.number - tile.number) < 3 for other in set(view.hand))
    return same + 2 * near
