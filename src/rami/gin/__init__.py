"""Gin Rummy.

The package has rules, positions, moves, and scores of deals and matches.

Cards and melds come from `rami.cards`. `GAME` is for programs that work with any game.
"""

from rami.cards import Card, Cards
from rami.cards import pictures as _card_pictures  # noqa: F401  # registers looks  # pyright: ignore[reportUnusedImport]
from rami.game import Game
from rami.gin import pictures as _pictures  # noqa: F401  # registers looks  # pyright: ignore[reportUnusedImport]
from rami.gin.advice import absent, best_turn, quick
from rami.gin.moves import MOVES, Discard, Done, DrawStock, Knock, LayOff, Move, Pass, TakeDiscard, parse_move
from rami.gin.position import Phase, State, View, observe
from rami.gin.referee import apply, check, is_legal, knocks, legal_moves
from rami.gin.rules import PRESETS, Code, Rules, longest
from rami.gin.scoring import Ending, MatchScore, PartReason, next_starter, result, score, score_match
from rami.gin.setup import determinize, flaws, from_deal, new_game, set_up, shuffle
from rami.gin.words import event, explain, match_bonuses, told

GAME: Game[Rules, State, Move, View] = Game(
    name="gin",
    module=__name__,
    rules=Rules,
    state=State,
    view=View,
    moves=MOVES,
    codes=Code,
    endings=Ending,
    part_reasons=PartReason,
    presets=PRESETS,
    shuffle=shuffle,
    from_deal=from_deal,
    check=check,
    apply=apply,
    legal_moves=legal_moves,
    observe=observe,
    determinize=determinize,
    result=result,
    parse_move=parse_move,
    parse_piece=Card.parse,
    flaws=flaws,
    longest=longest,
    next_starter=next_starter,
    match_bonuses=match_bonuses,
    event=event,
    told=told,
    best_turn=best_turn,
    quick=quick,
    absent=absent,
    secret=("hands", "stock"),
)
"""The functions and classes of Gin Rummy in one object."""

__all__ = [
    "GAME",
    "PRESETS",
    "Card",
    "Cards",
    "Code",
    "Discard",
    "Done",
    "DrawStock",
    "Ending",
    "Knock",
    "LayOff",
    "MatchScore",
    "Move",
    "PartReason",
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
    "knocks",
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
