"""Gin Rummy: rules and editions, positions, the referee, the showdown, and the score of deals and matches.

Cards, melds and the best melds of a hand are those of `rami.rummy`. `GAME` gathers the functions of the game
for programs that work with any game.
"""

from sys import modules

from rami.cards import Card
from rami.game import Game
from rami.gin.advice import best_turn
from rami.gin.moves import MOVES, Code, Discard, Done, DrawStock, Knock, LayOff, Move, Pass, TakeDiscard, parse_move
from rami.gin.position import Phase, State, View, observe
from rami.gin.referee import apply, check, event, explain, is_legal, legal_moves
from rami.gin.rules import PRESETS, Rules, longest, told
from rami.gin.scoring import Ending, MatchScore, match_bonuses, next_starter, result, score, score_match
from rami.gin.setup import determinize, flaws, from_deal, new_game, set_up, shuffle

GAME: Game[Rules, State, Move, View] = Game.of(
    modules[__name__],
    shuffle=shuffle,
    event=event,
    flaws=flaws,
    next_starter=next_starter,
    match_bonuses=match_bonuses,
    longest=longest,
    moves=MOVES,
    parse_piece=Card.parse,
    told=told,
    secret=("hands", "stock"),
)
"""Gin Rummy as one value."""

__all__ = [
    "GAME",
    "PRESETS",
    "Card",
    "Code",
    "Discard",
    "Done",
    "DrawStock",
    "Ending",
    "Knock",
    "LayOff",
    "MatchScore",
    "Move",
    "Pass",
    "Phase",
    "Rules",
    "State",
    "TakeDiscard",
    "View",
    "apply",
    "best_turn",
    "check",
    "determinize",
    "explain",
    "from_deal",
    "is_legal",
    "legal_moves",
    "new_game",
    "observe",
    "parse_move",
    "result",
    "score",
    "score_match",
    "set_up",
]


def __dir__() -> list[str]:
    return __all__
