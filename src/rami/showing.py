"""The values of a game shown: as a picture, as text for a terminal, and a piece in words."""

from collections.abc import Callable, Iterable
from typing import Generic, cast

from attrs import frozen

from rami.errors import Language
from rami.pictures.model import Marked, compared, lit
from rami.pictures.svg import Pictured, Shown, Svg, Theme, draw, picture_of
from rami.pictures.terminal import write
from rami.pieces import P, one_piece, row_of_pieces

__all__ = ["Showing"]


@frozen
class Showing(Generic[P]):
    """The functions `svg`, `text` and `name` of a game.

    Attributes:
        kind: The class of the pieces; each has a `mark`.
        read: Reads the notation of what is shown: pieces, melds.

    Examples:
        >>> from rami.rummy import Card, parse_cards
        >>> showing = Showing(Card, parse_cards)
        >>> showing.text("AS KD"), showing.name("AS", "fr")
        ('A♠ K♦', 'as de pique')
    """

    kind: type[P]
    read: Callable[[str], Iterable[Pictured]]

    def svg(
        self,
        value: Shown,
        *,
        before: Shown | None = None,
        highlight: str | Iterable[P] = (),
        theme: Theme = "auto",
        lang: Language = "en",
    ) -> Svg:
        """Return a value as a picture.

        Args:
            value: The value, or pieces and melds in notation.
            before: What was there before: what was laid since stands out, with a dashed ring what only moved.
            highlight: The kinds of pieces that stand out, in notation or as pieces.
            theme: `"light"`, `"dark"`, or `"auto"`, which follows the reader's system.
            lang: The language of its words.

        Raises:
            RamiError: If the value cannot be shown, or there is no such theme or language.
        """
        picture = picture_of(value, self.read)
        if before is not None:
            picture = compared(picture_of(before, self.read), picture)
        marked = cast("Iterable[Marked]", row_of_pieces(self.kind, highlight, "highlight"))
        return draw(lit(picture, {piece.mark for piece in marked}), theme=theme, lang=lang)

    def text(self, value: Shown, *, color: bool = False, width: int = 80, lang: Language = "en") -> str:
        """Return a value as lines of text for a terminal.

        Args:
            value: The value, or pieces and melds in notation.
            color: Whether to colour the pieces, with the escape sequences of terminals.
            width: How many columns there are, 20 to 1000.
            lang: The language of its words.

        Raises:
            RamiError: If the value cannot be shown, the width is out of range, or there is no such language.
        """
        return write(picture_of(value, self.read), color=color, width=width, lang=lang)

    def name(self, piece: str | P, lang: Language = "en") -> str:
        """Return a piece as a person says it.

        Args:
            piece: The piece, or its notation.
            lang: The language.

        Raises:
            NotationError: If a text is not one piece.
            RamiError: If there is no such language.
            WrongType: If it is no piece.
        """
        return cast("Marked", one_piece(self.kind, piece, "piece")).mark.name.say(lang)
