"""What every referee does alike: read moves, ask whether it is a move of a running deal and whose turn it is."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, wraps
from typing import Any, ClassVar, TypeVar, cast

from attrs import fields

from rami.errors import IllegalMove, NotationError, Violation, ViolationCode
from rami.pictures.model import Mark, Marked, Picture, Row, Shape, backs
from rami.pictures.svg import Pictured
from rami.pieces import MeldTable, Piece, first_word
from rami.shapes import one_of
from rami.text import Texts

__all__ = ["BaseMove", "Reader", "Referee", "alone", "read_move"]

F = TypeVar("F", bound=Callable[..., Any])
M = TypeVar("M")


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
    """What the move takes that lies face down."""

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
"""What reads the parts of a move: it is given the whole text, and where the parts start."""


def alone(move: M) -> Reader[M]:
    """Return the reader of a move that is nothing but its verb.

    Args:
        move: The move.
    """

    def read(text: str, start: int) -> M:
        if text[start:].strip():
            raise NotationError(f"nothing follows {first_word(text)[0]}", text, start)
        return move

    return read


def read_move(text: str, verbs: Mapping[str, Reader[M]], *, wanted: str = "a move starts with") -> M:
    """Read a move from its notation.

    Args:
        text: The notation.
        verbs: The readers of the moves, by their verbs.
        wanted: How the error about any other verb begins.

    Returns:
        The move.

    Raises:
        NotationError: If the text is not a move; it says where.
        WrongType: If it is no text.

    Examples:
        >>> read_move(" Pass ", {"draw": alone(1), "pass": alone(2)})
        2
    """
    verb, _, start = first_word(text)
    if verb not in verbs:
        *others, last = verbs
        raise NotationError(f"{wanted} {', '.join(others)} or {last}", text)
    return verbs[verb](text, start)


# ------------------------------------------------------------------------------------------ what is asked of every move


class Referee:
    """The questions that come before the rules of a game.

    Its methods decorate the functions of the game, which then see only moves of the player whose turn it is.

    Args:
        state: The class of the states.
        view: The class of the views.
        moves: The classes of the moves.
        game_over: The code for a move after the end.
        not_your_turn: The code for a move in the view of another player; its number is the seat that is to move.
    """

    def __init__(
        self,
        state: type[Any],
        view: type[Any],
        moves: tuple[type, ...],
        game_over: ViolationCode,
        not_your_turn: ViolationCode,
    ) -> None:
        self.state = state
        self.view = view
        self.moves = moves
        self.game_over = game_over
        self.not_your_turn = not_your_turn

    def check(self, violations: F) -> F:
        """Decorate `check(position, move)`, which returns what is wrong with a move.

        Args:
            violations: The function; it is called while the deal runs, for the player whose turn it is.

        Returns:
            The function with these questions before it.
        """
        state_class, view_class, moves = self.state, self.view, frozenset(self.moves)
        over = (Violation(self.game_over),)

        @wraps(violations)
        def check(position: Any, move: object) -> tuple[Violation, ...]:
            if type(position) is not state_class and type(position) is not view_class:
                one_of("position", position, (state_class, view_class))
            if type(move) not in moves:
                one_of("move", move, self.moves)
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
