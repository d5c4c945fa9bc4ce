"""A turn in steps: for each move a sentence, and the position with the pieces that it speaks of lit."""

from collections.abc import Callable, Iterable, Iterator
from typing import Generic, Protocol, TypeVar, cast

from attrs import evolve, field, frozen

from rami.errors import IllegalMove, Language, RulesError, Violation
from rami.pictures.model import Marked, Picture, Row, lit
from rami.pictures.svg import Pictured
from rami.protocols import PlayerView
from rami.sentences import Phrase
from rami.shapes import row_of

S = TypeVar("S")
M = TypeVar("M")


class _View(PlayerView, Protocol):
    @property
    def picture(self) -> Picture: ...


V = TypeVar("V", bound=_View)


@frozen
class TurnStep(Pictured, Generic[M]):
    """One move of a turn, as a person is told to make it.

    Attributes:
        move: The move.
        pieces: The pieces that the sentence speaks of.
        words: The sentence.
        position: How the player sees the position before the move, the pieces lit.

    Examples:
        >>> from rami.rummy import explain, set_up
        >>> view = set_up("6S 8H 8D 8C KD", "3S-4S-5S")
        >>> step = explain(view, ["meld 8H=8D=8C"])[0]
        >>> step.message("fr"), step.pieces
        ('Poser 8H=8D=8C.', (Card('8H'), Card('8D'), Card('8C')))
    """

    move: M
    pieces: tuple[Marked, ...]
    words: Phrase = field(repr=False)
    position: Picture = field(repr=False)

    @property
    def picture(self) -> Picture:
        """The sentence above the position, for `svg` and `text`."""
        return evolve(self.position, rows=(Row(label=self.words), *self.position.rows))

    def message(self, lang: Language = "en") -> str:
        """Return the step as a sentence that a user interface can show as it is.

        Args:
            lang: The language.

        Raises:
            RamiError: If there is no such language.
        """
        return self.words.say(lang)

    def __str__(self) -> str:
        return self.message()


def moves_of(turn: str | Iterable[M | str], parse: Callable[[str], M]) -> list[M]:
    """Return the moves of a turn, each a value or text; text alone is one move."""
    row = row_of("the moves of a turn", [turn] if isinstance(turn, str) else turn, object)
    return [parse(move) if isinstance(move, str) else cast("M", move) for move in row]


@frozen
class Explaining(Generic[S, M, V]):
    """The function `explain` of a game whose turns have many moves.

    Attributes:
        parse: Reads a move.
        check: Returns what is wrong with a move.
        apply: Returns the state after a move.
        observe: Returns what a player sees of a state.
        determinize: Returns a state that fits a view.
        said: Returns the sentence about a move, and the pieces that it speaks of.
        foreseen: Returns the view after a move without what the determinized state has guessed, from the views before
            and after it; None where a view shows no guess until the turn ends.
        unseen: The moves after which the player holds a card that nobody can foresee.
    """

    parse: Callable[[str], M]
    check: Callable[[V, M], tuple[Violation, ...]]
    apply: Callable[[S, M], S]
    observe: Callable[[S, int | None], V]
    determinize: Callable[..., S]
    said: Callable[[V, M], tuple[Phrase, tuple[Marked, ...]]]
    foreseen: Callable[[V, M, V], V] | None = None
    unseen: tuple[type, ...] = ()

    def explain(self, view: V, turn: str | Iterable[M | str]) -> tuple[TurnStep[M], ...]:
        """Return the steps of a turn.

        Args:
            view: The view of the player who moves.
            turn: The moves, or their notation.

        Raises:
            IllegalMove: If the rules forbid a move.
            RulesError: If moves follow a card that is drawn unseen.
            NotationError: If a text cannot be read.
            WrongType: If there is something else than moves and text.
        """
        return tuple(self._steps(view, turn))

    def _steps(self, view: V, turn: str | Iterable[M | str]) -> Iterator[TurnStep[M]]:
        moves = moves_of(turn, self.parse)
        for number, move in enumerate(moves):
            if number:
                before = moves[number - 1]
                if isinstance(before, self.unseen):
                    raise RulesError(f"the card of {before} is not known yet, so {move} cannot be explained")
                after = self.observe(self.apply(self.determinize(view, seed=0), before), view.player)
                view = after if self.foreseen is None else self.foreseen(view, before, after)
            if problems := self.check(view, move):
                raise IllegalMove(problems)
            words, pieces = self.said(view, move)
            yield TurnStep(move, pieces, words, lit(view.picture, {piece.mark for piece in pieces}))
