"""Events of moves, and explanations of turns."""

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
    """A move as one seat sees it.

    Use it for logs, spectators and animations.

    Attributes:
        seat: The seat that moved, 0-based.
        player: The seat that sees the move, or None for a spectator.
        move: The move. Moves of the library's games contain nothing hidden.
        motions: The motions of the pieces, in order.
        words: The predicate of a sentence. Its subject is the player who moved.

    Examples:
        >>> from rami import gin
        >>> event = gin.GAME.event(gin.new_game(2, seed=1), gin.TakeDiscard(), None)
        >>> event.seat, event.player, event.message()
        (1, None, 'Player 2 takes 3C from the discard pile.')
    """

    seat: int
    player: int | None
    move: M
    motions: tuple[Motion, ...] = field(default=(), converter=tuple[Motion, ...])
    words: Phrase

    def message(self, lang: Language = "en", *, name: str | None = None) -> str:
        """Return a sentence that describes the move.

        Args:
            lang: The language.
            name: The name of the player who moved, cut after 40 characters. None for the player's number, from 1.

        Raises:
            RamiError: If the language does not exist.
            WrongType: If the name is not a string.

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
    """Join the actions of a player into one phrase.

    Args:
        parts: The actions in order, each beginning with a verb. None is skipped.

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
    """One move of a turn, with an instruction for the player.

    Attributes:
        move: The move.
        pieces: The pieces in the instruction.
        words: The instruction.
        position: The player's view before the move, with the pieces highlighted.

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
        """The picture of the instruction with the position below it."""
        return evolve(self.position, rows=(MarkRow(label=self.words), *self.position.rows))

    def message(self, lang: Language = "en") -> str:
        """Return the instruction as a sentence for a user interface.

        Args:
            lang: The language.

        Raises:
            RamiError: If the language does not exist.
        """
        return self.words.say(lang)

    def __str__(self) -> str:
        return self.message()


def step(view: _View, move: M, words: Phrase, pieces: tuple[Marked, ...]) -> TurnStep[M]:
    """Return a step of a turn.

    Args:
        view: The view before the move.
        move: The move.
        words: The instruction.
        pieces: The pieces in the instruction, which the picture highlights.

    Examples:
        >>> from rami.rummy import Card, Discard, set_up
        >>> card = Card("KD")
        >>> step(set_up("AS KD"), Discard(card), SHARED.phrase("ends.went_out"), (card,)).message()
        'somebody went out'
    """
    return TurnStep(move, pieces, words, lit(view.picture, {piece.mark for piece in pieces}))


def moves_of(turn: M | str | Iterable[M | str], parse: Callable[[str], M]) -> list[M]:
    """Return the moves of a turn as a list.

    Args:
        turn: A move, or the moves of the turn. Each is a value or text.
        parse: The parser of moves.

    Raises:
        WrongType: If `turn` cannot be read as moves.

    Examples:
        >>> from rami.gin import Discard, DrawStock, parse_move
        >>> moves_of("draw", parse_move), moves_of([DrawStock(), "discard KD"], parse_move)
        ([DrawStock()], [DrawStock(), Discard(card=Card('KD'))])
    """
    alone = isinstance(turn, str) or not isinstance(turn, Iterable)
    row = (cast("object", turn),) if alone else row_of("the moves of a turn", cast("object", turn), object)
    return [parse(move) if isinstance(move, str) else cast("M", move) for move in row]
