"""A move as one seat, or a spectator, may know it: what goes from where to where, and a sentence about it."""

from collections.abc import Iterable
from typing import Generic, TypeVar

from attrs import field, frozen

from rami.errors import Language, person
from rami.sentences import SHARED, Phrase
from rami.shapes import instance

M = TypeVar("M")


@frozen(kw_only=True)
class Motion:
    """Pieces that go from one place to another together, for a screen to move them.

    Attributes:
        pieces: The pieces, in the library's order; () where they lie face down for this seat.
        count: How many pieces go, shown or hidden.
        source: The place that they come from, in the words of the game, such as `"pool"`. A rack or a hand is that of
            the player who moves.
        target: The place that they go to.
        source_meld: The index of the meld that they come from, on the table before the move; None elsewhere.
        target_meld: The index of the meld that they go to, on the table after the move; None elsewhere.
        revealed: Whether the pieces are shown here, and the player who moves did not know them before the move.
    """

    pieces: tuple[object, ...] = field(default=(), converter=tuple[object, ...])
    count: int
    source: str
    target: str
    source_meld: int | None = None
    target_meld: int | None = None
    revealed: bool = False


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


def face_up(
    pieces: Iterable[object], source: str, target: str, *, revealed: bool = False, **melds: int | None
) -> tuple[Motion, ...]:
    """Return a motion of pieces that everybody sees; none where there are no pieces.

    Args:
        pieces: The pieces.
        source: Where they come from.
        target: Where they go to.
        revealed: Whether the player who moves did not know them before.
        melds: `source_meld` and `target_meld`, as `Motion` has them.
    """
    row = tuple(pieces)
    if not row:
        return ()
    return (Motion(pieces=row, count=len(row), source=source, target=target, revealed=revealed, **melds),)


def face_down(count: int, source: str, target: str, pieces: Iterable[object] = ()) -> tuple[Motion, ...]:
    """Return a motion of pieces that lie face down, but perhaps not for their owner; none where there are no pieces.

    Args:
        count: How many go.
        source: Where they come from.
        target: Where they go to.
        pieces: The pieces, for a seat that may know them.
    """
    row = tuple(pieces)
    return (Motion(pieces=row, count=count, source=source, target=target, revealed=bool(row)),) if count else ()


def then(*parts: Phrase | None) -> Phrase:
    """Return what a player did, one thing after the other.

    Args:
        parts: What was done, each beginning with a verb; None for what is left out.

    Examples:
        >>> then(SHARED.phrase("ends.blocked"), None, SHARED.phrase("ends.went_out")).say()
        'nobody can go on, and somebody went out'
    """
    return SHARED.phrase("events.then", parts=tuple(part for part in parts if part))
