"""The common part of all referees: read moves, ask whether it is a move of a running deal and whose turn it is."""

from collections.abc import Callable, Iterable, Mapping
from functools import cache, wraps
from typing import Any, ClassVar, Generic, TypeVar, cast

from attrs import evolve, fields

from rami.errors import (
    IllegalMove,
    InvalidMeld,
    InvalidPiece,
    NotationError,
    Refusal,
    Violation,
    ViolationCode,
)
from rami.game import M, S, V
from rami.pictures.model import Mark, Marked, Picture, Row, Shape, backs
from rami.pictures.svg import Pictured
from rami.pieces import MeldTable, Piece, first_word
from rami.shapes import one_of
from rami.text import SHARED, Texts

__all__ = ["BaseMove", "Reader", "Referee", "alone", "read_move"]

F = TypeVar("F", bound=Callable[..., Any])


# ------------------------------------------------------------------------------------------------ notation of moves


class BaseMove(Pictured):
    """A move of one verb; a class of attrs adds the parts that follow it as fields.

    The words of a picture are sentences of the game: `moves.<verb>.title` for its title, and `moves.<verb>.label` for
    the row of the pieces, if there is one.
    """

    __slots__ = ()

    verb: ClassVar[str]
    """The word with which the notation begins."""
    texts: ClassVar[Texts]
    """The sentences of the game."""
    back: ClassVar[Shape | None] = None
    """The face-down piece that the move takes."""

    @property
    def picture(self) -> Picture:
        """The words and the pieces of the move in a row, and its melds, for `svg` and `text`."""
        marks: list[Mark] = [] if self.back is None else [*backs(1, self.back)]
        rows: list[Row] = []
        for part in self._parts():
            if isinstance(part, Piece):
                marks.append(cast("Marked", part).mark)
            elif isinstance(part, Pictured):
                rows += part.picture.rows
        key = f"moves.{self.verb}"
        if self.texts.has(f"{key}.label"):
            rows.insert(0, Row(label=self.texts.phrase(f"{key}.label"), marks=marks))
        return Picture(self.texts.phrase(f"{key}.title"), rows)

    def __str__(self) -> str:
        return " ".join([self.verb, *map(str, self._parts())])

    def _parts(self) -> list[object]:
        """Return the values of the fields, the pieces and melds of a row one by one, without None."""
        kind: Any = type(self)
        parts: list[object] = []
        for name in _field_names(kind):
            value: object = getattr(self, name)
            if isinstance(value, _ROWS):
                parts += cast("Iterable[object]", value)
            elif value is not None:
                parts.append(value)
        return parts


@cache
def _field_names(kind: Any) -> tuple[str, ...]:
    return tuple(each.name for each in fields(kind))


_ROWS = (tuple, MeldTable)


Reader = Callable[[str, int], M]
"""A reader of the parts of a move: it is given the whole text, and where the parts start."""


def alone(move: M) -> Reader[M]:
    """Return the reader of a move that is nothing but its verb.

    Args:
        move: The move.
    """

    def read(text: str, start: int) -> M:
        if text[start:].strip():
            raise NotationError(SHARED.phrase("notation.nothing", verb=first_word(text)[0]), text, start)
        return move

    return read


def read_move(text: str, verbs: Mapping[str, Reader[M]]) -> M:
    """Read a move from its notation.

    Args:
        text: The notation.
        verbs: The readers of the moves, by their verbs.

    Returns:
        The move.

    Raises:
        NotationError: If the text is not a move; it says where.
        WrongType: If it is no text.

    Examples:
        >>> read_move(" Pass ", {"draw": alone(1), "pass": alone(2)})
        2
    """
    verb, start = first_word(text)
    if verb not in verbs:
        raise NotationError(SHARED.phrase("notation.verb", verbs=tuple(verbs)), text)
    return verbs[verb](text, start)


# ------------------------------------------------------------------------------------------ what is asked of every move


class Referee(Generic[S, V, M]):
    """The questions that come before the rules of a game, which judges only moves of the player whose turn it is.

    Args:
        state: The class of the states.
        view: The class of the views.
        moves: The classes of the moves.
        parse_move: Reads a move from its notation.
        game_over: The code for a move after the end.
        not_your_turn: The code for a move in the view of another player; its number is the seat that is to move.
        cite: Returns the identifier of the rule that a code breaks under given rules; None for that of the code.
    """

    def __init__(
        self,
        state: type[S],
        view: type[V],
        moves: tuple[type[M], ...],
        parse_move: Callable[[str], M],
        game_over: ViolationCode,
        not_your_turn: ViolationCode,
        cite: Callable[[ViolationCode, Any], str] | None = None,
    ) -> None:
        self.state = state
        self.view = view
        self.moves = moves
        self.parse_move = parse_move
        self.game_over = game_over
        self.not_your_turn = not_your_turn
        self.cite = cite
        self._move_classes = frozenset(moves)

    def check(
        self, position: S | V, move: M | str, violations: Callable[[S | V, M], Iterable[Violation]]
    ) -> tuple[Violation, ...]:
        """Return everything that is wrong with a move.

        Args:
            position: The state, or a view of it.
            move: The move, or its notation.
            violations: Returns what the rules of the game have against a move of the player whose turn it is.

        Raises:
            NotationError: If a text cannot be read.
            WrongType: If `position` or `move` has another type.
        """
        if type(position) is not self.state and type(position) is not self.view:
            one_of("position", position, (self.state, self.view))
        return self._judged(position, move, violations)[0]

    def cited(self, problems: Iterable[Violation], rules: object) -> tuple[Violation, ...]:
        """Return violations with the rules of the edition that is played.

        Args:
            problems: The violations.
            rules: The rules of the deal.
        """
        cite = self.cite
        if cite is None:
            return tuple(problems)
        return tuple(evolve(problem, rule=cite(problem.code, rules)) for problem in problems)

    def legal(self, state: S, move: M | str, violations: Callable[[S | V, M], Iterable[Violation]]) -> M:
        """Return a move that is legal, read from its notation if it is text.

        Args:
            state: The state.
            move: The move, or its notation.
            violations: Returns what the rules of the game have against a move.

        Raises:
            IllegalMove: If the move is illegal.
            NotationError: If a text cannot be read.
            WrongType: If `state` or `move` has another type.
        """
        if type(state) is not self.state:
            one_of("state", state, (self.state,))
        problems, legal = self._judged(state, move, violations)
        if problems:
            raise IllegalMove(problems)
        return legal

    def _judged(
        self, position: S | V, move: M | str, violations: Callable[[S | V, M], Iterable[Violation]]
    ) -> tuple[tuple[Violation, ...], M]:
        """Return what is wrong with a move, and the move, read from its notation if it can be."""
        unread: tuple[Violation, ...] = ()
        known: Any = move  # a cast is a call, and this is asked of every move
        if type(move) not in self._move_classes:
            try:
                known = self._read(move)
            except (InvalidMeld, InvalidPiece) as error:
                unread = self._own_violations(error)
        if position.is_over:
            return self.cited((Violation(self.game_over),), position.rules), known
        if isinstance(position, self.view) and position.player != position.current_player:
            problem = Violation(self.not_your_turn, numbers=(position.current_player,))
            return self.cited((problem,), position.rules), known
        problems = unread or tuple(violations(position, known))
        return (self.cited(problems, position.rules) if problems else problems), known

    def _read(self, move: object) -> M:
        one_of("move", move, (*self.moves, str))
        return self.parse_move(move) if isinstance(move, str) else cast("M", move)

    def _own_violations(self, error: Refusal) -> tuple[Violation, ...]:
        """Return what is wrong with the pieces and melds of a text, with the codes of this game.

        A game that plays with the pieces of another one has codes of its own for what is wrong with them.
        """
        if not error.violations:
            raise error
        codes = cast("Callable[[str], ViolationCode]", type(self.game_over))
        return tuple(evolve(each, code=codes(each.code), rule="") for each in error.violations)

    def legal_moves(self, moves: F) -> F:
        """Decorate `legal_moves(position)`, which yields the moves of the player whose turn it is.

        Args:
            moves: The function; it is called while the deal runs, for the player whose turn it is.

        Returns:
            The function, which yields nothing otherwise.
        """
        state_class, view_class = self.state, self.view

        @wraps(moves)
        def legal_moves(position: Any) -> Any:
            if type(position) is not state_class and type(position) is not view_class:
                one_of("position", position, (state_class, view_class))
            if position.is_over or (type(position) is view_class and position.player != position.current_player):
                return iter(())
            return moves(position)

        return cast("F", legal_moves)
