"""What every referee does alike: is it a move, does the deal run, whose turn is it; then what the game says."""

from collections.abc import Callable, Iterator
from functools import wraps
from typing import Any, TypeVar, cast

from attrs import frozen

from rami.errors import IllegalMove, Violation, ViolationCode
from rami.shapes import one_of

__all__ = ["Referee"]

F = TypeVar("F", bound=Callable[..., Any])


@frozen
class Referee:
    """The questions that come before the rules of a game.

    Its methods decorate the functions of the game, which then see only moves of the player whose turn it is.

    Attributes:
        state: The class of the states.
        view: The class of the views.
        moves: The classes of the moves.
        game_over: The code for a move after the end.
        not_your_turn: The code for a move in the view of another player; its number is the seat that is to move.
    """

    state: type[Any]
    view: type[Any]
    moves: tuple[type, ...]
    game_over: ViolationCode
    not_your_turn: ViolationCode

    def check(self, violations: F) -> F:
        """Decorate `check(position, move)`, which returns what is wrong with a move.

        Args:
            violations: The function; it is called while the deal runs, for the player whose turn it is.

        Returns:
            The function with these questions before it.
        """
        state_class, view_class, moves = self.state, self.view, self.moves
        over = (Violation(self.game_over),)

        @wraps(violations)
        def check(position: Any, move: object) -> tuple[Violation, ...]:
            if type(position) is not state_class and type(position) is not view_class:
                one_of("position", position, (state_class, view_class))
            if type(move) not in moves:
                one_of("move", move, moves)
            if position.is_over:
                return over
            if isinstance(position, view_class) and position.player != position.current_player:
                return (Violation(self.not_your_turn, numbers=(position.current_player,)),)
            return cast("tuple[Violation, ...]", violations(position, move))

        return cast("F", check)

    def apply(self, check: Callable[[Any, Any], tuple[Violation, ...]]) -> Callable[[F], F]:
        """Decorate `apply(state, move)`, which returns the state after a legal move.

        Args:
            check: The function that says what is wrong with a move.

        Returns:
            The decorator: an illegal move raises `IllegalMove`.
        """
        state_class = self.state

        def decorate(after: F) -> F:
            @wraps(after)
            def apply(state: Any, move: object) -> object:
                if type(state) is not state_class:
                    one_of("state", state, (state_class,))
                if problems := check(state, move):
                    raise IllegalMove(problems)
                return after(state, move)

            return cast("F", apply)

        return decorate

    def legal_moves(self, moves: F) -> F:
        """Decorate `legal_moves(position)`, which yields the moves of the player whose turn it is.

        Args:
            moves: The function; it is called while the deal runs, for the player whose turn it is.

        Returns:
            The function, which yields nothing otherwise.
        """
        state_class, view_class = self.state, self.view

        @wraps(moves)
        def legal_moves(position: Any) -> Iterator[object]:
            if type(position) is not state_class and type(position) is not view_class:
                one_of("position", position, (state_class, view_class))
            if position.is_over or (isinstance(position, view_class) and position.player != position.current_player):
                return iter(())
            return cast("Iterator[object]", moves(position))

        return cast("F", legal_moves)
