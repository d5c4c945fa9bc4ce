"""Rummikub: tiles, melds, rules and editions, positions, the referee and the score.

`GAME` gathers the functions of the game for programs that work with any game.
"""

from sys import modules

from rami.errors import Violation
from rami.game import Deal, EndReason, Game, Result, digest
from rami.rummikub.best_turns import best_turn
from rami.rummikub.checks import played_tiles
from rami.rummikub.dealing import deal, from_deal, new_game, set_up
from rami.rummikub.determinizing import determinize
from rami.rummikub.draft import Draft, Place
from rami.rummikub.events import seen
from rami.rummikub.explaining import explain
from rami.rummikub.melds import Group, Meld, Run, Table, parse_meld, read_meld
from rami.rummikub.moves import MOVES, Draw, Move, Pass, Play, TimeOut, parse_move
from rami.rummikub.pictures import name, svg, text
from rami.rummikub.prose import told
from rami.rummikub.referee import apply, check, legal_moves, quick_to_list
from rami.rummikub.rows import Row
from rami.rummikub.rules import DEFAULT, PRESETS, Rules, pieces, seats
from rami.rummikub.scoring import match_winner, rack_value, result, score
from rami.rummikub.solver import arrange, best_play, can_play, layable, play_of, plays
from rami.rummikub.state import State, View, observe
from rami.rummikub.steps import Origin, Step
from rami.rummikub.tiles import JOKER, Color, Tile, format_tiles, full_set, parse_tiles
from rami.rummikub.validity import flaws
from rami.rummikub.violations import Code

GAME: Game[Rules, State, Move, View] = Game.of(
    modules[__name__],
    moves=MOVES,
    values=(Draft, Step),
    parse_piece=Tile.parse,
    unlisted=(Play, TimeOut),
    quick_to_list=quick_to_list,
    told=told,
    secret=("racks", "pool"),
)
"""Rummikub as one value."""

__all__ = [
    "DEFAULT",
    "GAME",
    "JOKER",
    "PRESETS",
    "Code",
    "Color",
    "Deal",
    "Draft",
    "Draw",
    "EndReason",
    "Game",
    "Group",
    "Meld",
    "Move",
    "Origin",
    "Pass",
    "Place",
    "Play",
    "Result",
    "Row",
    "Rules",
    "Run",
    "State",
    "Step",
    "Table",
    "Tile",
    "TimeOut",
    "View",
    "Violation",
    "apply",
    "arrange",
    "best_play",
    "best_turn",
    "can_play",
    "check",
    "deal",
    "determinize",
    "digest",
    "explain",
    "flaws",
    "format_tiles",
    "from_deal",
    "full_set",
    "layable",
    "legal_moves",
    "match_winner",
    "name",
    "new_game",
    "observe",
    "parse_meld",
    "parse_move",
    "parse_tiles",
    "pieces",
    "play_of",
    "played_tiles",
    "plays",
    "rack_value",
    "read_meld",
    "result",
    "score",
    "seats",
    "seen",
    "set_up",
    "svg",
    "text",
]


def __dir__() -> list[str]:
    return __all__
