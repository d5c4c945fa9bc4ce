"""Okey, on the tiles of Rummikub: a game as somebody else would write it for `rami`."""
# ruff: noqa: F401  # `Game.of` gathers the names of this module
# pyright: reportUnusedImport=false

from sys import modules

from rami import rummikub
from rami.game import Game
from rami.rummikub import name, svg, text

from .events import seen
from .hands import is_in_melds, is_seven_pairs
from .moves import MOVES, Discard, Draw, Finish, Move, Take, parse_move
from .players import sensible
from .referee import (
    Ending,
    apply,
    check,
    deal,
    determinize,
    flaws,
    from_deal,
    legal_moves,
    match_end,
    new_game,
    next_starter,
    result,
)
from .rules import DEFAULT, PRESETS, Code, Rules, longest, okey_of, pieces, seats, told
from .state import Phase, State, View, observe

GAME: Game[Rules, State, Move, View] = Game.of(
    modules[__name__], name="okey", parse_piece=rummikub.Tile.parse, secret=("hands", "stock")
)

__all__ = [
    "DEFAULT",
    "GAME",
    "PRESETS",
    "Code",
    "Discard",
    "Draw",
    "Ending",
    "Finish",
    "Phase",
    "Rules",
    "State",
    "Take",
    "View",
    "sensible",
]
