"""Sentences in several languages, and base classes of values that can be drawn.

The rules import this module, but neither the sentences nor the drawing code. Both are loaded here when the first
sentence or picture is requested.
"""

from typing import TYPE_CHECKING, Final

from attrs import frozen

if TYPE_CHECKING:
    from pathlib import Path

    from rami.pictures import Mark, Picture

LIBRARY: Final = "rami.sentences"
"""The package with the sentences of the library."""


@frozen
class Texts:
    """A collection of sentences, such as the sentences of a game.

    The sentences are in `<language>/<subject>.toml` of a package. A sentence can have these placeholders:

    - `{name}`: a value.
    - `{name:seat}`: a seat, counted from 1.
    - `{name:card}`: a number with its noun from the table `nouns`.
    - `{name:and}`: the items of a tuple. The table `lists` has the text `and` between two items and `and-last` before
      the last. `and-before-i` replaces `and-last` if the last item starts with an i, as Spanish needs.

    The library's own nouns and lists are available to any game. If a sentence has plural forms (`one`, `other`, or an
    exact number), the value `n` selects one.

    Attributes:
        subject: The name of the file in the folder of each language.
        package: The package with the language folders, or the path of their parent folder.

    Examples:
        >>> texts = Texts("gin")
        >>> texts.say("violations.too_much_deadwood", "en", deadwood=12, limit=10)
        'You may knock with at most 10 points of deadwood, but you would have 12.'
        >>> texts.has("violations.too_much_fun")
        False
    """

    subject: str
    package: "str | Path" = LIBRARY

    def say(self, key: str, lang: str, /, **values: object) -> str:
        """Return a sentence in a language.

        Args:
            key: The key, with dots between its tables.
            lang: The language, in upper or lower case. A sentence without a translation is returned in English.
            values: The values of the placeholders by name: numbers, pieces, phrases, or tuples of these.

        Raises:
            RamiError: If the language or the sentence does not exist, or a value is missing.
        """
        from rami.sentences import say  # noqa: PLC0415  # rules do not import sentences

        return say(self, key, lang, values)

    def has(self, key: str, lang: str = "en") -> bool:
        """Return whether a sentence exists.

        Args:
            key: The key.
            lang: The language.
        """
        from rami.sentences import has  # noqa: PLC0415

        return has(self, key, lang)

    def phrase(self, key: str, /, **values: object) -> "Phrase":
        """Return a sentence that is rendered later, in any language.

        Args:
            key: The key.
            values: The values of the placeholders by name. They must be hashable.

        Examples:
            >>> SHARED.phrase("pictures.player", seat=0).say("fr")
            'Joueur 1'
        """
        return Phrase(self, key, tuple(sorted(values.items())))


@frozen(cache_hash=True)
class Phrase:
    """A sentence that is rendered later, in any language.

    Attributes:
        texts: The sentences of its subject.
        key: The key of the sentence.
        values: The values of its placeholders, by name.

    Examples:
        >>> from rami.rummikub import Tile
        >>> name = Tile("R7").mark.name
        >>> name.say(), name.say("fr")
        ('red 7', '7 rouge')
    """

    texts: Texts
    key: str
    values: tuple[tuple[str, object], ...] = ()

    def say(self, lang: str = "en") -> str:
        """Return the sentence in a language.

        Args:
            lang: The language.

        Raises:
            RamiError: If the language or the sentence does not exist, or a value is missing.
        """
        return self.texts.say(self.key, lang, **dict(self.values))

    def __str__(self) -> str:
        return self.say()


SHARED: Final = Texts("shared")
"""The sentences that all games share."""


class Pictured:
    """A value that can be drawn.

    Notebooks, `rami.svg` and `rami.text` draw it.

    Register a function for its picture with `rami.pictures.picture.register`. A class of your own game may define a
    property `picture` instead.
    """

    __slots__ = ()

    @property
    def picture(self) -> "Picture":
        """The picture of the value, which `svg` and `text` draw."""
        from rami.pictures import picture  # noqa: PLC0415  # rules do not import pictures

        return picture(self)

    def _repr_svg_(self) -> str:
        from rami.pictures.svg import draw  # noqa: PLC0415

        return draw(self.picture)


class Marked:
    """A value that is drawn as one mark.

    Examples are a tile and a card.

    Register its mark with `rami.pictures.mark.register`. A class of your own game may define a property `mark` instead.
    """

    __slots__ = ()

    @property
    def mark(self) -> "Mark":
        """The mark that represents the value in a picture."""
        from rami.pictures import mark  # noqa: PLC0415  # rules do not import pictures

        return mark(self)
