"""Moves as each seat sees them, and turns explained step by step."""

from collections.abc import Callable, Iterable
from typing import Generic, Protocol, TypeVar, cast

from attrs import evolve, field, frozen

from rami.errors import Language, person
from rami.messages import Marked, Pictured
from rami.pictures import MarkRow, Picture
from rami.pictures.comparing import lit
from rami.referee import Motion, PlayerView
from rami.sentences import SHARED, Phrase
from rami.shapes import instance, row_of

M = TypeVar("M")


@frozen(kw_only=True)
class MoveEvent(Generic[M]):
    """A move as one seat may know it: for logs, spectators, and screens that show what just happened.

    Attributes:
        seat: The seat that moved, 0-based.
        player: The seat that looks on; None for a spectator.
        move: The move; the moves of the library say nothing that is hidden.
        motions: What goes where, in the order in which it goes.
        words: What the player did: the predicate of a sentence, whose subject is the player.
    """

    seat: int
    player: int | None
    move: M
    motions: tuple[Motion, ...] = field(default=(), converter=tuple[Motion, ...])
    words: Phrase

    def message(self, lang: Language = "en", *, name: str | None = None) -> str:
        """Return what happened, as a sentence.

        Args:
            lang: The language.
            name: The name of the player who moved, cut after 40 characters; None for the player's number, from 1.

        Raises:
            RamiError: If there is no such language.
            WrongType: If the name is not text.

        Examples:
            >>> from rami import rummikub
            >>> state = rummikub.new_game(2, seed=1)
            >>> event = rummikub.GAME.event(state, rummikub.Draw(), None)
            >>> event.message("fr"), event.message(name="Ada")
            ('Le joueur 2 pioche 1 plaque.', 'Ada draws 1 tile.')
        """
        player = SHARED.phrase("events.player", seat=self.seat) if name is None else person(instance("name", name, str))
        return SHARED.say("events.event", lang, player=player, action=self.words)

    def __str__(self) -> str:
        return self.message()


def then(*parts: Phrase | None) -> Phrase:
    """Return what a player did, one thing after the other.

    Args:
        parts: What was done, each beginning with a verb; None for what is left out.

    Examples:
        >>> then(SHARED.phrase("ends.blocked"), None, SHARED.phrase("ends.went_out")).say()
        'nobody can continue, and somebody went out'
    """
    return SHARED.phrase("events.then", parts=tuple(part for part in parts if part))


S = TypeVar("S")


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
        ('Poser 8♥=8♦=8♣.', (Card('8H'), Card('8D'), Card('8C')))
    """

    move: M
    pieces: tuple[Marked, ...]
    words: Phrase = field(repr=False)
    position: Picture = field(repr=False)

    @property
    def picture(self) -> Picture:
        """The sentence above the position, for `svg` and `text`."""
        return evolve(self.position, rows=(MarkRow(label=self.words), *self.position.rows))

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


def step(view: _View, move: M, words: Phrase, pieces: tuple[Marked, ...]) -> TurnStep[M]:
    """Return a step of a turn: the sentence above the position before the move, the pieces lit.

    Args:
        view: The view before the move.
        move: The move.
        words: The sentence.
        pieces: The pieces that it speaks of.
    """
    return TurnStep(move, pieces, words, lit(view.picture, {piece.mark for piece in pieces}))


def moves_of(turn: M | str | Iterable[M | str], parse: Callable[[str], M]) -> list[M]:
    """Return the moves of a turn, each a value or text; one alone needs no row."""
    alone = isinstance(turn, str) or not isinstance(turn, Iterable)
    row = (cast("object", turn),) if alone else row_of("the moves of a turn", cast("object", turn), object)
    return [parse(move) if isinstance(move, str) else cast("M", move) for move in row]
