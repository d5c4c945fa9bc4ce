"""The drawings of the contract game: any value as a picture, as text for a terminal, and a card in words."""

from collections.abc import Iterable

from rami.contracts.cards import Card, parse_cards
from rami.errors import Language
from rami.pictures.svg import Shown, Svg, Theme
from rami.shapes import typed
from rami.showing import Showing

_SHOWING = Showing(Card, parse_cards)


@typed
def svg(
    value: Shown,
    *,
    before: Shown | None = None,
    highlight: str | Iterable[Card] = (),
    theme: Theme = "auto",
    lang: Language = "en",
) -> Svg:
    """Return a value as a picture: cards, a contract, a move, a view or a state.

    A view shows the own hand, and the others face down. Cards that stand out are raised and have a ring.

    Args:
        value: What to draw; cards may be given in notation.
        before: What was there before, such as an earlier view: what came to the
            market and to the own hand since stands out.
        highlight: The kinds of cards that stand out, in notation or as cards.
        theme: `"light"`, `"dark"`, or `"auto"`, which follows the reader's system.
        lang: The language of its words.

    Returns:
        An SVG document; the same arguments give the same text.

    Raises:
        RamiError: If the value cannot be shown, or there is no such theme or language.
        TooLarge: If it has more than 10,000 pieces, or more than 200 melds have changed.
        NotationError: If a text cannot be read.

    Examples:
        >>> "<desc>5 of hearts, 5 of cherries (marked).</desc>" in svg("5H 5Y", highlight="5Y")
        True
    """
    return _SHOWING.svg(value, before=before, highlight=highlight, theme=theme, lang=lang)


@typed
def text(value: Shown, *, color: bool = False, width: int = 80, lang: Language = "en") -> str:
    """Return a value as lines of text for a terminal; `str` of a state or a view is its plain form.

    Args:
        value: What to show, as for `svg`.
        color: Whether to colour the cards, with the escape sequences of terminals.
        width: How many columns there are, 20 to 1000.
        lang: The language of its words.

    Returns:
        The lines.

    Raises:
        RamiError: If the value cannot be shown, the width is out of range, or there is no such language.
        NotationError: If a text cannot be read.

    Examples:
        >>> from rami.contracts import DEFAULT
        >>> print(text(DEFAULT.deck.by_id["C18"], lang="fr"))
        C18 : 3 points, bonus trèfle, paire, suite de 3
    """
    return _SHOWING.text(value, color=color, width=width, lang=lang)


@typed
def name(piece: str | Card, lang: Language = "en") -> str:
    """Return a card as a person says it.

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
        >>> name("5Y"), name("5Y", "fr"), name("*")
        ('5 of cherries', '5 de cerise', 'joker')
    """
    return _SHOWING.name(piece, lang)
