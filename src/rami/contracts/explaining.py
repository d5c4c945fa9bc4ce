"""A turn in steps, each with a sentence and a picture."""

from collections.abc import Iterable

from rami.contracts.cards import TEXTS
from rami.contracts.determinizing import determinize
from rami.contracts.filling import market_contract
from rami.contracts.moves import Fill, Move, Rows, Take, parse_move
from rami.contracts.referee import apply, check
from rami.contracts.state import View, observe
from rami.explaining import Explaining, TurnStep
from rami.pictures.model import Marked
from rami.sentences import Phrase
from rami.shapes import instance


def explain(view: View, turn: str | Iterable[Move | str]) -> tuple[TurnStep[Move], ...]:
    """Explain a turn as steps, a sentence and a picture for each move.

    Args:
        view: The view of the player who moves.
        turn: The moves, such as those of `best_turn`; each, or one alone, may be given as text.

    Returns:
        A step for each move.

    Raises:
        IllegalMove: If the rules forbid a move.
        NotationError: If a text cannot be read.
        WrongType: If `view` is no `View`, or `turn` is no moves.

    Examples:
        >>> from rami.contracts import best_turn, set_up
        >>> view = set_up("4H 4D 5C 6C 7Y", contracts="C18")
        >>> for step in explain(view, best_turn(view)):
        ...     print(step)
        Fill C18 with 4H=4D 5C-6C-7Y.
        End the turn.
    """
    instance("view", view, View)
    return _EXPLAINING.explain(view, turn)


def _said(view: View, move: Move) -> tuple[Phrase, tuple[Marked, ...]]:
    match move:
        case Take(cards):
            return TEXTS.phrase("steps.take" if cards else "steps.take-nothing", cards=cards), cards
        case Fill():
            sheet = market_contract(view, move.contract)
            assert sheet is not None  # the move is legal
            return TEXTS.phrase("steps.fill", contract=move.contract, cards=Rows(move.cards)), (sheet, *move.spent)
        case _:
            return TEXTS.phrase("steps.discard" if move.discards else "steps.end", cards=move.discards), move.discards


_EXPLAINING = Explaining(parse_move, check, apply, observe, determinize, _said)
