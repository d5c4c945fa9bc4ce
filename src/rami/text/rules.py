"""What the rules of a game are in words: sentences for each field, in paragraphs."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, TypeVar

from attrs import frozen

from rami.pictures.model import Words

R = TypeVar("R")

Teller = tuple[str, Callable[[R], Words]]
"""The fields of rules that some sentences tell of, parted by blanks, and what makes them; nothing is said by `""`."""

Topics = Sequence[tuple[Words, Sequence[Teller[R]]]]
"""The headings of paragraphs, and what is told below each."""


class Sentence(NamedTuple):
    """What rules say in one place.

    Attributes:
        fields: The fields of the rules that it tells of; () for what is the same in all editions.
        words: One sentence or more, in English and in French; empty where there is nothing to say.
    """

    fields: tuple[str, ...]
    words: Words


@frozen
class Paragraph:
    """What rules say of one subject.

    Attributes:
        heading: The subject, in English and in French.
        sentences: What is said, in order; for all rules of a game they are as many, and tell of the same fields.
    """

    heading: Words
    sentences: tuple[Sentence, ...]


def paragraphs(rules: R, topics: Topics[R]) -> tuple[Paragraph, ...]:
    """What rules say.

    Args:
        rules: The rules.
        topics: What is told of the rules of the game.

    Returns:
        A paragraph for each topic.

    Examples:
        >>> topics = [(("Cards", "Cartes"), [always("Shuffle.", "Mélangez."), choice("real", {0: ("No.", "Non.")})])]
        >>> paragraphs(0, topics)[0].sentences
        (Sentence(fields=(), words=('Shuffle.', 'Mélangez.')), Sentence(fields=('real',), words=('No.', 'Non.')))
    """
    return tuple(
        Paragraph(heading, tuple(Sentence(tuple(names.split()), words(rules)) for names, words in tellers))
        for heading, tellers in topics
    )


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
