"""Card rummy.

The package has cards, melds, rules and editions, positions, moves, scores, and best turns.

`GAME` gathers these functions for programs that work with any game.
"""

from rami.cards import JOKER, Card, Cards, Suit
from rami.cards import pictures as _card_pictures  # noqa: F401  # registers looks  # pyright: ignore[reportUnusedImport]
from rami.cards.melds import Group, Meld, Run, Table
from rami.game import Game
from rami.rummy import pictures as _pictures  # noqa: F401  # registers looks  # pyright: ignore[reportUnusedImport]
from rami.rummy.advice import absent, best_turn, quick
from rami.rummy.hands import melds_in, possible_melds
from rami.rummy.moves import (
    MOVES,
    Buy,
    Discard,
    DrawStock,
    LayMeld,
    LayOff,
    Move,
    Pass,
    ReplaceJoker,
    TakeDiscard,
    parse_move,
)
from rami.rummy.position import Phase, State, View, observe
from rami.rummy.presets import MATCHES, PRESETS
from rami.rummy.referee import apply, check, is_legal, legal_moves
from rami.rummy.rules import Code, Rules, best_melds, deadwood, hand_value, longest
from rami.rummy.scoring import PartReason, match_end, next_starter, result, score
from rami.rummy.setup import determinize, flaws, from_deal, new_game, set_up, shuffle
from rami.rummy.words import event, explain, told

GAME: Game[Rules, State, Move, View] = Game(
    name="rummy",
    module=__name__,
    rules=Rules,
    state=State,
    view=View,
    moves=MOVES,
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
    next_starter=next_starter,
    match_end=match_end,
    event=event,
    told=told,
    best_turn=best_turn,
    quick=quick,
    absent=absent,
    secret=("hands", "stock", "seed"),
)
"""The functions and classes of card rummy in one object."""

__all__ = [
    "GAME",
    "JOKER",
    "MATCHES",
    "PRESETS",
    "Buy",
    "Card",
    "Cards",
    "Code",
    "Discard",
    "DrawStock",
    "Group",
    "LayMeld",
    "LayOff",
    "Meld",
    "Move",
    "PartReason",
    "Pass",
    "Phase",
    "ReplaceJoker",
    "Rules",
    "Run",
    "State",
    "Suit",
    "Table",
    "TakeDiscard",
    "View",
    "apply",
    "best_melds",
    "best_turn",
    "check",
    "deadwood",
    "determinize",
    "explain",
    "from_deal",
    "hand_value",
    "is_legal",
    "legal_moves",
    "melds_in",
    "new_game",
    "observe",
    "parse_move",
    "possible_melds",
    "result",
    "score",
    "set_up",
]


def __dir__() -> list[str]:
    return __all__
