"""Card Rami: cards, melds, rules and editions, positions, the referee, the score, and the best melds of a hand.

`GAME` gathers the functions of the game for programs that work with any game.
"""

from sys import modules

from rami.errors import Violation
from rami.game import Deal, EndReason, Game, Result, digest
from rami.rummy.best import best_melds, deadwood
from rami.rummy.best_turns import best_turn
from rami.rummy.card_points import hand_value
from rami.rummy.cards import JOKER, Card, Suit, format_cards, full_pack, parse_cards
from rami.rummy.dealing import deal, from_deal, new_game, set_up
from rami.rummy.determinizing import determinize
from rami.rummy.events import seen
from rami.rummy.explaining import explain
from rami.rummy.melds import Group, Meld, Run, Table, parse_meld
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
from rami.rummy.pictures import name, svg, text
from rami.rummy.presets import MATCHES, PRESETS
from rami.rummy.prose import told
from rami.rummy.referee import apply, check, legal_moves
from rami.rummy.rules import DEFAULT, Rules, pieces, seats
from rami.rummy.scoring import match_end, next_dealer, next_starter, result, score
from rami.rummy.state import Phase, State, View, observe
from rami.rummy.validity import flaws
from rami.rummy.violations import Code

GAME: Game[Rules, State, Move, View] = Game.of(
    modules[__name__], moves=MOVES, parse_piece=Card.parse, told=told, secret=("hands", "stock", "seed")
)
"""Card Rami as one value."""

__all__ = [
    "DEFAULT",
    "GAME",
    "JOKER",
    "MATCHES",
    "PRESETS",
    "Buy",
    "Card",
    "Code",
    "Deal",
    "Discard",
    "DrawStock",
    "EndReason",
    "Game",
    "Group",
    "LayMeld",
    "LayOff",
    "Meld",
    "Move",
    "Pass",
    "Phase",
    "ReplaceJoker",
    "Result",
    "Rules",
    "Run",
    "State",
    "Suit",
    "Table",
    "TakeDiscard",
    "View",
    "Violation",
    "apply",
    "best_melds",
    "best_turn",
    "check",
    "deadwood",
    "deal",
    "determinize",
    "digest",
    "explain",
    "flaws",
    "format_cards",
    "from_deal",
    "full_pack",
    "hand_value",
    "legal_moves",
    "match_end",
    "name",
    "new_game",
    "next_dealer",
    "next_starter",
    "observe",
    "parse_cards",
    "parse_meld",
    "parse_move",
    "pieces",
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
