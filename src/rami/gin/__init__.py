"""Gin Rummy: rules and editions, positions, the referee, the showdown, and the score of deals and matches.

Cards, melds and the best melds of a hand are those of card Rami, `rami.rummy`. `GAME` gathers the functions of the game
for programs that work with any game.
"""

from sys import modules

from rami.errors import Violation
from rami.game import Deal, EndReason, Game, Result, digest
from rami.gin.best_turns import best_turn
from rami.gin.dealing import deal, from_deal, new_game, set_up
from rami.gin.determinizing import determinize
from rami.gin.events import seen
from rami.gin.explaining import explain
from rami.gin.knocking import knock_discards, knock_limit
from rami.gin.moves import MOVES, Discard, Done, DrawStock, Knock, LayOff, Move, Pass, TakeDiscard, parse_move
from rami.gin.prose import told
from rami.gin.referee import apply, check, legal_moves
from rami.gin.rules import DEFAULT, MOST_TURNS, PACK, PRESETS, Rules, longest, pieces, seats
from rami.gin.scoring import MatchScore, next_starter, result, score, score_match
from rami.gin.showdown import Ending, Showdown, best_layoffs, showdown
from rami.gin.state import Phase, Spread, State, View, observe
from rami.gin.validity import flaws
from rami.gin.violations import Code
from rami.rummy import Card, name, svg, text

GAME: Game[Rules, State, Move, View] = Game.of(
    modules[__name__], moves=MOVES, parse_piece=Card.parse, told=told, secret=("hands", "stock")
)
"""Gin Rummy as one value."""

__all__ = [
    "DEFAULT",
    "GAME",
    "MOST_TURNS",
    "PACK",
    "PRESETS",
    "Code",
    "Deal",
    "Discard",
    "Done",
    "DrawStock",
    "EndReason",
    "Ending",
    "Game",
    "Knock",
    "LayOff",
    "MatchScore",
    "Move",
    "Pass",
    "Phase",
    "Result",
    "Rules",
    "Showdown",
    "Spread",
    "State",
    "TakeDiscard",
    "View",
    "Violation",
    "apply",
    "best_layoffs",
    "best_turn",
    "check",
    "deal",
    "determinize",
    "digest",
    "explain",
    "flaws",
    "from_deal",
    "knock_discards",
    "knock_limit",
    "legal_moves",
    "longest",
    "name",
    "new_game",
    "next_starter",
    "observe",
    "parse_move",
    "pieces",
    "result",
    "score",
    "score_match",
    "seats",
    "seen",
    "set_up",
    "showdown",
    "svg",
    "text",
]


def __dir__() -> list[str]:
    return __all__
