"""The violations of a move of the player whose turn it is."""

from collections.abc import Iterator

from rami.contracts.filling import fill_violations
from rami.contracts.moves import End, Fill, Move, Take
from rami.contracts.state import Phase, State, View
from rami.contracts.taking import take_violations
from rami.contracts.violations import Code
from rami.errors import Violation
from rami.pieces import without


def move_violations(position: State | View, move: Move) -> Iterator[Violation]:
    """Yield what is wrong with a move: the steps of a turn are taken in order (003.6)."""
    if isinstance(move, Take):
        if position.phase is not Phase.TAKE:
            yield Violation(Code.ALREADY_TAKEN)
        yield from take_violations(position, move)
        return
    if position.phase is Phase.TAKE:
        yield Violation(Code.TAKE_FIRST)
    yield from fill_violations(position, move) if isinstance(move, Fill) else _end_violations(position, move)


def _end_violations(position: State | View, move: End) -> Iterator[Violation]:
    """003.9: exactly the cards above the limit are discarded."""
    hand, most = position.hand_to_move, position.rules.deck.max_hand
    excess = max(0, len(hand) - most)
    if len(move.discards) != excess:
        yield Violation(Code.WRONG_DISCARDS, numbers=(most, len(hand), excess, len(move.discards)))
    if foreign := without(move.discards, hand):
        yield Violation(Code.DISCARD_NOT_IN_HAND, foreign)
