"""The contract game.

The package has decks, contracts, rules, positions, moves and scores.

`GAME` is for programs that work with any game.
"""

from rami.contracts import pictures as _pictures  # noqa: F401  # registers looks  # pyright: ignore[reportUnusedImport]
from rami.contracts.advice import absent, best_turn, quick
from rami.contracts.cards import JOKER, Card, Color
from rami.contracts.moves import MOVES, End, Fill, Move, Take, parse_move
from rami.contracts.position import Phase, State, View, observe
from rami.contracts.referee import apply, check, fillings, is_legal, legal_moves
from rami.contracts.requirements import Contract, Run, Same
from rami.contracts.rules import PRESETS, Code, Deck, Rules, Trophy, longest
from rami.contracts.scoring import PartReason, Score, breakdown, result, score
from rami.contracts.setup import Deal, determinize, flaws, from_deal, new_game, set_up, shuffle
from rami.contracts.words import event, explain, told
from rami.game import Game

GAME: Game[Rules, State, Move, View] = Game(
    name="contracts",
    module=__name__,
    rules=Rules,
    state=State,
    view=View,
    moves=MOVES,
    unlisted=(Fill,),
    deals=Deal,
    codes=Code,
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
    event=event,
    told=told,
    best_turn=best_turn,
    quick=quick,
    absent=absent,
    secret=("hands", "value_pile", "contract_pile", "bonus_piles", "seed"),
)
"""The functions and classes of the contract game in one object."""

__all__ = [
    "GAME",
    "JOKER",
    "PRESETS",
    "Card",
    "Code",
    "Color",
    "Contract",
    "Deck",
    "End",
    "Fill",
    "Move",
    "PartReason",
    "Phase",
    "Rules",
    "Run",
    "Same",
    "Score",
    "State",
    "Take",
    "Trophy",
    "View",
    "apply",
    "best_turn",
    "breakdown",
    "check",
    "determinize",
    "explain",
    "fillings",
    "from_deal",
    "is_legal",
    "legal_moves",
    "new_game",
    "observe",
    "parse_move",
    "result",
    "score",
    "set_up",
]


def __dir__() -> list[str]:
    return __all__
