"""Descriptions of rules, built from the sentences in TOML files."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Generic, NamedTuple, TypeVar

from attrs import AttrsInstance, fields, frozen

from rami.sentences import Phrase, Texts

R = TypeVar("R", bound=AttrsInstance)


class Sentence(NamedTuple):
    """One or more sentences that describe a part of the rules.

    If the deals of a match have different phrases, `general` replaces the phrase, and a list of deals follows.

    Attributes:
        fields: The fields of the rules that the phrase depends on, or () if all editions have the same phrase.
        phrase: The text, or None if it does not apply to these rules.
        brief: A short version of the phrase for the list of deals.
        general: The text that replaces the phrase before the list of deals.
    """

    fields: tuple[str, ...]
    phrase: Phrase | None
    brief: Phrase | None = None
    general: Phrase | None = None


class Paragraph(NamedTuple):
    """A section of the description of rules.

    Attributes:
        heading: The heading.
        sentences: The sentences in order. Their number and their fields are the same for all rules of a game.
    """

    heading: Phrase
    sentences: tuple[Sentence, ...]


@frozen(eq=False, repr=False)
class Choice(Generic[R]):
    """A sentence that a function chooses, given the rules.

    Attributes:
        fields: The fields of the rules that the sentence depends on, separated by spaces.
        phrase: Function that returns the sentence, or None if no sentence applies.
        brief: Function that returns `Sentence.brief`.
        general: The value of `Sentence.general`.
    """

    fields: str
    phrase: Callable[[R], Phrase | None]
    brief: Callable[[R], Phrase | None] | None = None
    general: Phrase | None = None


@frozen(eq=False, repr=False)
class When(Generic[R]):
    """The sentence of a field that is used only if a condition holds.

    Attributes:
        field: The field.
        others: The fields that the condition depends on, separated by spaces.
        holds: Function that returns whether the condition holds.
    """

    field: str
    others: str
    holds: Callable[[R], bool]


Topics = Mapping[str, Sequence[str | Choice[R] | When[R]]]
"""The sentences of each paragraph, by the key of the paragraph.

A string is the name of a field, or the key of a sentence that all rules share.
"""


def paragraphs(texts: Texts, rules: R, topics: Topics[R], **constants: object) -> tuple[Paragraph, ...]:
    """Return paragraphs that describe rules.

    The key of a field's sentence is `rules.<topic>.<field>`. If there is a sentence for each value, the keys end in
    `<field>-true`, `<field>-none` or `<field>-0`, and in `<field>-else` for other values. A sentence may use its field
    as a placeholder. If the field is a number, `n` has the same value.

    Args:
        texts: The sentences of the game.
        rules: The rules.
        topics: The paragraphs and their sentences, in order.
        constants: Values of other placeholders.

    Returns:
        A paragraph for each topic.

    Examples:
        >>> from rami.gin import Rules
        >>> [paragraph] = paragraphs(Texts("gin"), Rules(), {"match": ["match_points"]})
        >>> paragraph.heading.say("fr"), paragraph.sentences[0].phrase.say("en")
        ('La partie', 'A match ends when a player has 100 points or more, and this player wins it.')
    """
    names = {each.name for each in fields(type(rules))}

    def of_field(topic: str, name: str) -> Phrase:
        """Return the sentence for a field.

        Try the key for the value of the field, then the key with `-else`, then the plain key.
        """
        key, value = f"rules.{topic}.{name}", getattr(rules, name)
        forms = (f"{key}-{str(value).lower()}", f"{key}-else")
        form = next((form for form in forms if texts.has(form)), key)
        values = {**constants, name: value}
        if type(value) is int:
            values["n"] = value
        return texts.phrase(form, **values)

    def sentences(topic: str) -> Iterator[Sentence]:
        for item in topics[topic]:
            if isinstance(item, Choice):
                brief = item.brief(rules) if item.brief else None
                yield Sentence(tuple(item.fields.split()), item.phrase(rules), brief, item.general)
            elif isinstance(item, When):
                phrase = of_field(topic, item.field) if item.holds(rules) else None
                yield Sentence((item.field, *item.others.split()), phrase)
            elif item in names:
                yield Sentence((item,), of_field(topic, item))
            else:
                yield Sentence((), texts.phrase(f"rules.{topic}.{item}", **constants))

    return tuple(Paragraph(texts.phrase(f"rules.{topic}.title"), tuple(sentences(topic))) for topic in topics)
