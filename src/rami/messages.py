"""What the rules know of words and pictures: names of sentences, and that a value can be shown.

The sentences and the drawing are in modules of their own, which the rules do not import: they are loaded here, when
somebody first asks for a sentence or a picture.
"""

from typing import TYPE_CHECKING, Final

from attrs import frozen

if TYPE_CHECKING:
    from pathlib import Path

    from rami.pictures import Mark, Picture

LIBRARY: Final = "rami.sentences"
"""The package that holds the sentences of the library."""


@frozen
class Texts:
    """The sentences of a subject, such as a game.

    They are in `<language>/<subject>.toml` of a package. In a sentence `{name}` stands for a value, `{name:seat}` for a
    seat counted from 1, `{name:card}` for a number with its noun from the table `nouns`, and `{name:and}` for a tuple
    listed as the table `lists` says: `and` between its parts, `and-last` before the last one, and `and-before-i` in its
    stead before a part that starts with an i, as Spanish needs. The library's own nouns and lists serve any game. A
    sentence with plural forms (`one`, `other`, or an exact number) takes that of the value `n`.

    Attributes:
        subject: The name of the file in the folder of each language.
        package: The package that holds the folders, or the path of the folder that does.

    Examples:
        >>> texts = Texts("gin")
        >>> texts.say("violations.too_much_deadwood", "en", deadwood=12, limit=10)
        'Your deadwood would be 12; to knock, it may be at most 10.'
        >>> texts.has("violations.too_much_fun")
        False
    """

    subject: str
    package: "str | Path" = LIBRARY

    def say(self, key: str, lang: str, /, **values: object) -> str:
        """Return a sentence.

        Args:
            key: The key, with dots between its tables.
            lang: The language, in upper or lower case; a sentence that is not translated is said in English.
            values: What fills the places, by name: numbers, pieces, phrases, or tuples of these.

        Raises:
            RamiError: If there is no such language or sentence, or a value is missing.
        """
        from rami.sentences import say  # noqa: PLC0415  # the rules know no words

        return say(self, key, lang, values)

    def has(self, key: str, lang: str = "en") -> bool:
        """Return whether there is a sentence with a key.

        Args:
            key: The key.
            lang: The language.
        """
        from rami.sentences import has  # noqa: PLC0415

        return has(self, key, lang)

    def phrase(self, key: str, /, **values: object) -> "Phrase":
        """Return a sentence that is not rendered before its language is known.

        Args:
            key: The key.
            values: What fills the places, by name; hashable.

        Examples:
            >>> SHARED.phrase("pictures.player", seat=0).say("fr")
            'Joueur 1'
        """
        return Phrase(self, key, tuple(sorted(values.items())))


@frozen(cache_hash=True)
class Phrase:
    """A sentence that is not rendered yet: its key and values, for when the language is known.

    Attributes:
        texts: The sentences that it is one of.
        key: Its key.
        values: What fills its places, by name.
    """

    texts: Texts
    key: str
    values: tuple[tuple[str, object], ...] = ()

    def say(self, lang: str = "en") -> str:
        """Return the sentence in a language.

        Args:
            lang: The language.

        Raises:
            RamiError: If there is no such language or sentence, or a value is missing.
        """
        return self.texts.say(self.key, lang, **dict(self.values))

    def __str__(self) -> str:
        return self.say()


SHARED: Final = Texts("shared")
"""The sentences that no game owns."""


class Pictured:
    """A value that can be shown: a notebook draws it, and `rami.svg` and `rami.text` take it.

    Its picture is made by the function that is registered for its class: `rami.pictures.picture.register`. A class of a
    game of your own may have a property `picture` instead.
    """

    __slots__ = ()

    @property
    def picture(self) -> "Picture":
        """The value as rows of marks, for `svg` and `text`."""
        from rami.pictures import picture  # noqa: PLC0415  # the rules know no pictures

        return picture(self)

    def _repr_svg_(self) -> str:
        from rami.pictures.svg import draw  # noqa: PLC0415

        return draw(self.picture)


class Marked:
    """A value with a mark, such as a tile or a card.

    Register its mark with `rami.pictures.mark.register`. A class of your own game may define a property `mark` instead.
    """

    __slots__ = ()

    @property
    def mark(self) -> "Mark":
        """The value as it looks."""
        from rami.pictures import mark  # noqa: PLC0415  # rules do not import pictures

        return mark(self)
