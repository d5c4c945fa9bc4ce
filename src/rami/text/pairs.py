"""Bridge for games whose sentences are still pairs of texts, in English and in French."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeVar

from rami.text.catalogue import language
from rami.text.phrases import Phrase, Texts
from rami.text.rules import Paragraph, Sentence

Words = tuple[str, str]
"""A text in English and in French."""


class _Pairs(Texts):
    """Stands for the sentences of a subject: a pair is its own sentence."""

    __slots__ = ()

    def say(self, key: str, lang: str, /, **values: object) -> str:
        """Return one of two texts."""
        return str(values["fr" if language(lang) == "fr" else key])


_PAIRS: Final = _Pairs("pairs")


def phrase(words: Words | Phrase) -> Phrase:
    """Return a pair of texts as a phrase."""
    return _PAIRS.phrase("en", en=words[0], fr=words[1]) if isinstance(words, tuple) else words


def said(words: Words | Phrase, lang: str) -> str:
    """Return a text in a language."""
    return phrase(words).say(lang)


CARD_WORDS: Final[tuple[Words, Words]] = (("card", "carte"), ("cards", "cartes"))
TILE_WORDS: Final[tuple[Words, Words]] = (("tile", "plaque"), ("tiles", "plaques"))


def numbered(number: int, one: Words, many: Words) -> Words:
    """Return a number with its noun."""
    return f"{number} {(one if number == 1 else many)[0]}", f"{number} {(one if number < 2 else many)[1]}"


R = TypeVar("R")

Teller = tuple[str, Callable[[R], Words]]
"""The fields of rules that some sentences tell of, parted by blanks, and what makes them; nothing is said by `""`."""

Topics = Sequence[tuple[Words, Sequence[Teller[R]]]]
"""The headings of paragraphs, and what is told below each."""


def paragraphs(rules: R, topics: Topics[R]) -> tuple[Paragraph, ...]:
    """What rules say.

    Args:
        rules: The rules.
        topics: What is told of the rules of the game.

    Returns:
        A paragraph for each topic.

    Examples:
        >>> topics = [(("Cards", "Cartes"), [always("Shuffle.", "Mélangez."), choice("real", {0: ("No.", "Non.")})])]
        >>> [each.phrase.say("fr") for each in paragraphs(0, topics)[0].sentences]
        ['Mélangez.', 'Non.']
    """
    return tuple(
        Paragraph(phrase(heading), tuple(_sentence(names, words(rules)) for names, words in tellers))
        for heading, tellers in topics
    )


def _sentence(names: str, words: Words) -> Sentence:
    return Sentence(tuple(names.split()), phrase(words) if words[0] else None)


def always(english: str, french: str) -> Teller[object]:
    """What is said whatever the rules are.

    Args:
        english: The sentences in English.
        french: The same in French.
    """
    return "", lambda _: (english, french)


def choice(field: str, words: Mapping[object, Words]) -> Teller[object]:
    """What is said of a field by its value.

    Args:
        field: The name of the field.
        words: What is said for each value that it can have.
    """
    return field, lambda rules: words[getattr(rules, field)]


def enumerated(parts: Sequence[Words]) -> Words:
    """Texts one after the other, the last after "and".

    Args:
        parts: The texts, at least one.

    Examples:
        >>> enumerated([("red", "rouge"), ("black", "noir"), ("blue", "bleu")])
        ('red, black and blue', 'rouge, noir et bleu')
    """
    *others, last = parts
    if not others:
        return last
    rows = [", ".join(each[lang] for each in others) for lang in range(2)]
    return f"{rows[0]} and {last[0]}", f"{rows[1]} et {last[1]}"


def span(low: int, high: int) -> Words:
    """A row of numbers, such as those of players.

    Args:
        low: The lowest.
        high: The highest.

    Examples:
        >>> span(2, 2), span(5, 6), span(2, 4)
        (('2', '2'), ('5 or 6', '5 ou 6'), ('2 to 4', '2 à 4'))
    """
    if low == high:
        return str(low), str(low)
    between = ("or", "ou") if high == low + 1 else ("to", "à")
    return f"{low} {between[0]} {high}", f"{low} {between[1]} {high}"


def times(number: int) -> Words:
    """How often.

    Args:
        number: The number.

    Examples:
        >>> times(2), times(3)
        (('twice', 'deux fois'), ('3 times', '3 fois'))
    """
    return ("twice", "deux fois") if number == 2 else (f"{number} times", f"{number} fois")
