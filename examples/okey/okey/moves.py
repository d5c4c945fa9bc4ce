"""Moves and their notation."""

from collections.abc import Callable

from attrs import field, frozen

from rami.own import BaseMove, alone, read_move, typed_fields

from .tiles import TEXTS, Tile


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
    """Take the tile that the left neighbor has just discarded."""

    verb = "take"


@frozen(field_transformer=typed_fields)
class Discard(_Move):
    """Discard a tile, for the right neighbor."""

    verb = "discard"
    tile: Tile = field(converter=Tile)


@frozen(field_transformer=typed_fields)
class Finish(_Move):
    """Discard a tile and show the other fourteen, all in melds or in seven pairs."""

    verb = "finish"
    tile: Tile = field(converter=Tile)


Move = Draw | Take | Discard | Finish
MOVES: tuple[type[Move], ...] = (Draw, Take, Discard, Finish)


READERS: dict[str, Callable[[str, int], Move]] = {
    "draw": alone(Draw()),
    "take": alone(Take()),
    "discard": lambda text, start: Discard(text[start:]),
    "finish": lambda text, start: Finish(text[start:]),
}


def parse_move(text: str) -> Move:
    """Parse the notation of a move."""
    return read_move(text, READERS)
