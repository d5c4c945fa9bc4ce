"""The drawings of card Rami: any value as a picture, as text for a terminal, and a card in words."""

from collections.abc import Iterable, Iterator

from rami.errors import Language
from rami.pictures.svg import Pictured, Shown, Svg, Theme
from rami.pieces import joined
from rami.rummy.cards import Card
from rami.rummy.melds import MAKERS
from rami.shapes import typed
from rami.showing import Showing


def _read(notation: str) -> Iterator[Pictured]:
    for joint, row in joined(Card, notation):
        yield from [MAKERS[joint](row)] if joint else row


_SHOWING = Showing(Card, _read)


@typed
def svg(
    value: Shown,
    *,
    before: Shown | None = None,
    highlight: str | Iterable[Card] = (),
    theme: Theme = "auto",
    lang: Language = "en",
) -> Svg:
    """Draw a value as a picture: cards, melds, a table, a hand, a move, a view or a state.

    A view shows the own hand, and the others face down. Cards that stand out are raised and have a ring.

    Args:
        value: What to draw; melds and loose cards may be given in notation.
        before: What was there before, such as the position in which a play is made: what was laid since stands out,
            and with a dashed ring what comes from another meld of the table.
        highlight: The kinds of cards that stand out, in notation or as cards.
        theme: `"light"`, `"dark"`, or `"auto"`, which follows the reader's system.
        lang: The language of its words.

    Returns:
        An SVG document; the same arguments give the same text.

    Raises:
        RamiError: If the value cannot be shown, or there is no such theme or language.
        TooLarge: If it has more than 10,000 pieces, or more than 200 melds have changed.
        NotationError: If a text cannot be read.
        InvalidMeld: If cards joined together are not a meld.

    Examples:
        >>> from rami.rummy import Table
        >>> picture = svg(Table.parse("4S-5S-6S-7S"), before=Table.parse("4S-5S-6S"))
        >>> "<desc>4 of spades, 5 of spades, 6 of spades, 7 of spades (marked).</desc>" in picture
        True
    """
    return _SHOWING.svg(value, before=before, highlight=highlight, theme=theme, lang=lang)


@typed
def text(value: Shown, *, color: bool = False, width: int = 80, lang: Language = "en") -> str:
    """Write a value as lines of text for a terminal; `str` of a state or a view is its plain form.

    Args:
        value: What to show, as for `svg`.
        color: Whether to colour the cards, with the escape sequences of terminals.
        width: How many columns there are, 20 to 1000. A meld is not broken.
        lang: The language of its words.

    Returns:
        The lines.

    Raises:
        RamiError: If the value cannot be shown, the width is out of range, or there is no such language.
        NotationError: If a text cannot be read.
        InvalidMeld: If cards joined together are not a meld.

    Examples:
        >>> from rami.rummy import set_up
        >>> print(text(set_up("4S KD", "8S=8H=8C", discard="5D", stock_size=20)))
        Rami, turn 3, a card has been taken
        Table
          8♠=8♥=8♣
        > Player 1 (you): 2 cards, first player
          4♠ K♦
        Player 2: 26 cards
        Discard pile: 1 card
          5♦
        Stock: 20 cards
    """
    return _SHOWING.text(value, color=color, width=width, lang=lang)


@typed
def name(piece: str | Card, lang: Language = "en") -> str:
    """Return the name of a card.

    Args:
        piece: The card, or its notation.
        lang: The language.

    Returns:
        Its name.

    Raises:
        WrongType: If it is no card.
        NotationError: If a text is not one card.
        RamiError: If there is no such language.

    Examples:
        >>> name("QH"), name("QH", "fr"), name("*")
        ('queen of hearts', 'dame de cœur', 'joker')
    """
    return _SHOWING.name(piece, lang)
