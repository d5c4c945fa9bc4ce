"""The contract game: value cards, contracts, the deck as data, positions, the referee and the score.

`GAME` gathers the functions of the game for programs that work with any game.
"""

from sys import modules

from rami.contracts.best import best_fills
from rami.contracts.best_turns import best_turn
from rami.contracts.cards import JOKER, Card, Color, format_cards, parse_cards
from rami.contracts.dealing import Deal, deal, from_deal, new_game, set_up
from rami.contracts.deck import Deck
from rami.contracts.determinizing import determinize
from rami.contracts.events import seen
from rami.contracts.explaining import explain
from rami.contracts.filling import fillings
from rami.contracts.moves import MOVES, End, Fill, Move, Take, parse_move
from rami.contracts.pictures import name, svg, text
from rami.contracts.prose import told
from rami.contracts.referee import apply, check, legal_moves
from rami.contracts.requirements import Contract, Requirement, Run, Same
from rami.contracts.rules import DEFAULT, PRESETS, Rules, pieces, seats
from rami.contracts.scoring import Score, result, score, score_sheet, trophy_holder
from rami.contracts.state import Phase, State, View, observe
from rami.contracts.trophies import Trophy
from rami.contracts.validity import flaws
from rami.contracts.violations import Code
from rami.errors import Violation
from rami.game import EndReason, Game, Result, digest

GAME: Game[Rules, State, Move, View] = Game.of(
    modules[__name__],
    moves=MOVES,
    parse_piece=Card.parse,
    unlisted=(Fill,),
    told=told,
    secret=("hands", "value_pile", "contract_pile", "bonus_piles", "seed"),
)
"""The contract game as one value."""

__all__ = [
    "DEFAULT",
    "GAME",
    "JOKER",
    "PRESETS",
    "Card",
    "Code",
    "Color",
    "Contract",
    "Deal",
    "Deck",
    "End",
    "EndReason",
    "Fill",
    "Game",
    "Move",
    "Phase",
    "Requirement",
    "Result",
    "Rules",
    "Run",
    "Same",
    "Score",
    "State",
    "Take",
    "Trophy",
    "View",
    "Violation",
    "apply",
    "best_fills",
    "best_turn",
    "check",
    "deal",
    "determinize",
    "digest",
    "explain",
    "fillings",
    "flaws",
    "format_cards",
    "from_deal",
    "legal_moves",
    "name",
    "new_game",
    "observe",
    "parse_cards",
    "parse_move",
    "pieces",
    "result",
    "score",
    "score_sheet",
    "seats",
    "seen",
    "set_up",
    "svg",
    "text",
    "trophy_holder",
]


def __dir__() -> list[str]:
    return __all__
