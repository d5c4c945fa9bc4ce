"""What a seat, or a spectator, sees of a move: what goes from where to where, and a sentence about it."""

from collections.abc import Iterable
from typing import Generic, TypeVar

from attrs import field, frozen

from rami.errors import Language
from rami.pictures.model import Words, said

M = TypeVar("M")


@frozen(kw_only=True)
class Motion:
    """Pieces that go from one place to another together, for a screen to move them.

    Attributes:
        pieces: What goes, in the library's order; () where it lies face down for who looks on.
        count: How many pieces go, shown or hidden.
        source: The place that they come from, in the words of the game, such as `"pool"`. A rack or a hand is that of
            the player who moves.
        target: The place that they go to.
        source_meld: The index of the meld that they come from, on the table before the move; None elsewhere.
        target_meld: The index of the meld that they go to, on the table after the move; None elsewhere.
    """

    pieces: tuple[object, ...] = field(default=(), converter=tuple[object, ...])
    count: int
    source: str
    target: str
    source_meld: int | None = None
    target_meld: int | None = None


@frozen(kw_only=True)
class Seen(Generic[M]):
    """A move as one seat may know it: for logs, spectators, and screens that show what just happened.

    Attributes:
        seat: The seat that moved, 0-based.
        player: The seat that looks on; None for a spectator.
        move: The move. What the library's moves say is known to everybody.
        motions: What goes where, in the order in which it goes.
        words: What the player did, in English and in French, as it follows on who it was.
    """

    seat: int
    player: int | None
    move: M
    motions: tuple[Motion, ...] = field(default=(), converter=tuple[Motion, ...])
    words: Words

    def message(self, lang: Language = "en", *, name: str | None = None) -> str:
        """What happened, as a sentence.

        Args:
            lang: `"en"` for English, `"fr"` for French.
            name: Who moved, for the sentence to begin with; None for the player's number, from 1.

        Raises:
            RamiError: If `lang` is another language.

        Examples:
            >>> from rami import rummikub
            >>> state = rummikub.new_game(2, seed=1)
            >>> sight = rummikub.seen(state, rummikub.Draw(), None)
            >>> sight.message("fr"), sight.message(name="Ada")
            ('Le joueur 2 pioche 1 plaque.', 'Ada draws 1 tile.')
        """
        who = (f"Player {self.seat + 1}", f"Le joueur {self.seat + 1}")
        return f"{said(who, lang) if name is None else name} {said(self.words, lang)}."

    def __str__(self) -> str:
        return self.message()


def shown(pieces: Iterable[object], source: str, target: str, **melds: int | None) -> tuple[Motion, ...]:
    """A motion of pieces that everybody sees; none where there are no pieces.

    Args:
        pieces: What goes.
        source: Where it comes from.
        target: Where it goes to.
        melds: `source_meld` and `target_meld`, as `Motion` has them.
    """
    row = tuple(pieces)
    return (Motion(pieces=row, count=len(row), source=source, target=target, **melds),) if row else ()


def hidden(count: int, source: str, target: str, pieces: Iterable[object] = ()) -> tuple[Motion, ...]:
    """A motion of pieces that lie face down, but perhaps not for who gets them; none where there are no pieces.

    Args:
        count: How many go.
        source: Where they come from.
        target: Where they go to.
        pieces: What they are, for who may know it.
    """
    return (Motion(pieces=tuple(pieces), count=count, source=source, target=target),) if count else ()


def then(*parts: Words | None) -> Words:
    """What a player did, one thing after the other.

    Args:
        parts: What was done, each beginning with a verb; None for what is left out.

    Examples:
        >>> then(("draws", "pioche"), None, ("goes out", "a tout posé"))
        ('draws, and goes out', 'pioche, et a tout posé')
    """
    there = [part for part in parts if part]
    return _enumerated([part[0] for part in there], "and"), _enumerated([part[1] for part in there], "et")


def _enumerated(parts: list[str], last: str) -> str:
    return ", ".join([*parts[:-1], f"{last} {parts[-1]}" if len(parts) > 1 else parts[-1]])
