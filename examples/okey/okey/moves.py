"""The moves, and their notation."""

from attrs import field, frozen

from rami.errors import NotationError
from rami.pieces import one_piece, separated
from rami.referee import BaseMove, Reader, alone, read_move
from rami.rummikub import Tile

from .rules import TEXTS


def _tile(value: str | Tile) -> Tile:
    return one_piece(Tile, value, "the tile of a move")


class _Move(BaseMove):
    __slots__ = ()
    texts = TEXTS


@frozen
class Draw(_Move):
    """Draw the next tile of the stock."""

    verb = "draw"
    back = "tile"


@frozen
class Take(_Move):
    """Take the tile that the left neighbour has just discarded."""

    verb = "take"


@frozen
class Discard(_Move):
    """Discard a tile, for the right neighbour."""

    verb = "discard"
    tile: Tile = field(converter=_tile)


@frozen
class Finish(_Move):
    """Discard a tile, and show the other fourteen: all in melds, or in seven pairs."""

    verb = "finish"
    tile: Tile = field(converter=_tile)


Move = Draw | Take | Discard | Finish
MOVES = (Draw, Take, Discard, Finish)


def _with_tile(kind: type[Discard] | type[Finish]) -> Reader[Move]:
    def read(text: str, start: int) -> Move:
        tiles = separated(Tile, text, start=start)
        if len(tiles) != 1:
            raise NotationError(f"{kind.verb} is followed by a tile", text)
        return kind(tiles[0])

    return read


def parse_move(text: str) -> Move:
    """Read a move from its notation."""
    verbs: dict[str, Reader[Move]] = {
        "draw": alone(Draw()),
        "take": alone(Take()),
        "discard": _with_tile(Discard),
        "finish": _with_tile(Finish),
    }
    return read_move(text, verbs)
