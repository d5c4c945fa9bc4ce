"""Rummikub.

The package has tiles, melds, rules and editions, positions, the referee and the score.

`GAME` gathers the functions of the game for programs that work with any game.
"""

from rami.game import Game
from rami.rummikub import pictures as _pictures  # noqa: F401  # registers looks  # pyright: ignore[reportUnusedImport]
from rami.rummikub.advice import absent, best_turn, quick, random
from rami.rummikub.draft import Draft
from rami.rummikub.melds import Group, Meld, Run, Table
from rami.rummikub.moves import MOVES, Draw, Move, Pass, Play, TimeOut, parse_move
from rami.rummikub.position import State, View, observe
from rami.rummikub.referee import apply, check, is_legal, legal_moves, quick_to_list
from rami.rummikub.rows import Row, melds_in, possible_melds
from rami.rummikub.rules import PRESETS, Code, Rules, longest
from rami.rummikub.scoring import PartReason, match_winner, rack_value, result, score
from rami.rummikub.setup import determinize, flaws, from_deal, new_game, set_up, shuffle
from rami.rummikub.solver import arrange, best_play, can_play, find_play, playable, plays
from rami.rummikub.steps import Step
from rami.rummikub.tiles import JOKER, Color, Tile, Tiles
from rami.rummikub.words import event, explain, told

GAME: Game[Rules, State, Move, View] = Game(
    name="rummikub",
    module=__name__,
    rules=Rules,
    state=State,
    view=View,
    moves=MOVES,
    values=(Draft, Step),
    unlisted=(Play, TimeOut),
    codes=Code,
    part_reasons=PartReason,
    presets=PRESETS,
    shuffle=shuffle,
    from_deal=from_deal,
    check=check,
    apply=apply,
    legal_moves=legal_moves,
    quick_to_list=quick_to_list,
    observe=observe,
    determinize=determinize,
    result=result,
    parse_move=parse_move,
    parse_piece=Tile.parse,
    flaws=flaws,
    longest=longest,
    match_winner=match_winner,
    event=event,
    told=told,
    best_turn=best_turn,
    quick=quick,
    absent=absent,
    random=random,
    secret=("racks", "pool"),
)
"""The functions and classes of Rummikub in one object."""

__all__ = [
    "GAME",
    "JOKER",
    "PRESETS",
    "Code",
    "Color",
    "Draft",
    "Draw",
    "Group",
    "Meld",
    "Move",
    "PartReason",
    "Pass",
    "Play",
    "Row",
    "Rules",
    "Run",
    "State",
    "Step",
    "Table",
    "Tile",
    "Tiles",
    "TimeOut",
    "View",
    "apply",
    "arrange",
    "best_play",
    "best_turn",
    "can_play",
    "check",
    "determinize",
    "explain",
    "find_play",
    "from_deal",
    "is_legal",
    "legal_moves",
    "melds_in",
    "new_game",
    "observe",
    "parse_move",
    "playable",
    "plays",
    "possible_melds",
    "rack_value",
    "result",
    "score",
    "set_up",
]


def __dir__() -> list[str]:
    return __all__
