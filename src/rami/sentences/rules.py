"""The rules of a game in words: which sentences in which order. The sentences themselves are data."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Generic, NamedTuple, TypeVar

from attrs import AttrsInstance, fields, frozen

from rami.sentences import Phrase, Texts

R = TypeVar("R", bound=AttrsInstance)


class Sentence(NamedTuple):
    """A paragraph of the rules in words.

    Attributes:
        fields: The fields of the rules that it depends on; () for what is the same in all editions.
        phrase: One sentence or more; None where these rules say nothing.
        brief: The same in a few words, for a list of deals that differ in it.
        general: What is said once, before such a list.
    """

    fields: tuple[str, ...]
    phrase: Phrase | None
    brief: Phrase | None = None
    general: Phrase | None = None


class Paragraph(NamedTuple):
    """A section of the rules in words.

    Attributes:
        heading: The subject.
        sentences: What is said, in order. All rules of a game have equally many, about the same fields.
    """

    heading: Phrase
    sentences: tuple[Sentence, ...]


@frozen(eq=False, repr=False)
class Choice(Generic[R]):
    """A sentence that a function chooses, where one field alone does not decide.

    Attributes:
        fields: The fields of the rules that it depends on, parted by blanks.
        phrase: Returns the sentence; None where nothing is said.
        brief: Returns the same in a few words, for a list of deals that differ in it; None where nothing is said.
        general: What is said once, before such a list.
    """

    fields: str
    phrase: Callable[[R], Phrase | None]
    brief: Callable[[R], Phrase | None] | None = None
    general: Phrase | None = None


@frozen(eq=False, repr=False)
class When(Generic[R]):
    """The sentence of a field that is said under a condition only.

    Attributes:
        field: The field.
        others: The fields that the condition depends on, parted by blanks.
        holds: Returns whether the field matters.
    """

    field: str
    others: str
    holds: Callable[[R], bool]


Topics = Mapping[str, Sequence[str | Choice[R] | When[R]]]
"""The keys of the paragraphs, and in each the keys of its sentences: a field, or a name for what is always said."""


def paragraphs(texts: Texts, rules: R, topics: Topics[R], **constants: object) -> tuple[Paragraph, ...]:
    """Return rules in words.

    The sentence of a field is `rules.<topic>.<field>`, or has a key for each value: `<field>-true`, `<field>-none`,
    `<field>-0`, and `<field>-else` for the others. It may name its field; `n` is the field, where that is a number.

    Args:
        texts: The sentences of the game.
        rules: The rules.
        topics: What is said, in order.
        constants: What sentences name that is no field of the rules.

    Returns:
        A paragraph for each topic.

    Examples:
        >>> from rami.gin import Rules
        >>> [paragraph] = paragraphs(Texts("gin"), Rules(), {"match": ["match_points"]})
        >>> paragraph.heading.say("fr"), paragraph.sentences[0].phrase.say("en")
        ('La partie', 'A match ends when a player has 100 points or more; that player wins it.')
    """
    names = {each.name for each in fields(type(rules))}

    def of_field(topic: str, name: str) -> Phrase:
        """Return the sentence for the value of a field: that of the value, that of all others, or the only one."""
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
