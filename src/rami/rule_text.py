"""Rules in words, for a player or a language model to read before the game."""

from collections.abc import Iterator, Sequence
from typing import Any, cast

from rami.errors import Language, RamiError, RulesError
from rami.game import game_of
from rami.sentences import SHARED, language
from rami.sentences.rules import Paragraph, Sentence
from rami.shapes import instance, typed


def prose(rules: object, lang: str = "en") -> str:
    r"""Return rules in words: a sentence for every field, and what is the same in all editions.

    Args:
        rules: The rules of a game: an edition, or any other; or a row with the rules of each deal of a match, such as
            `rummy.MATCHES["continental"]`. What differs from deal to deal has a sentence for each.
        lang: The language, in upper or lower case.

    Returns:
        Paragraphs parted by empty lines, each after its heading and a full stop. They name every number of the rules.

    Raises:
        RamiError: If there is no such language, or the game has no rules in words.
        RulesError: If a row is empty.
        WrongType: If `rules` are not those of a game, or a row of them.

    Examples:
        >>> from rami import gin, rummikub, rummy
        >>> print(prose(rummy.MATCHES["continental"]).split("\n\n")[-1])
        The deals. Deal 1: 7 cards, 2 groups. Deal 2: 8 cards, 1 group and 1 run. ...
        >>> print(prose(gin.PRESETS["straight-gin"]).split("\n\n")[3])
        Knocking. Instead of only discarding, a player may discard and knock. ...
        >>> "30 points" in prose(rummikub.Rules()), "30 points" in prose(rummikub.Rules(opening_points=50))
        (True, False)
    """
    spoken = language(lang)
    return "\n\n".join(filter(None, (_written(paragraph, spoken) for paragraph in told(rules))))


def _written(paragraph: Paragraph, lang: Language) -> str:
    """Return a paragraph after its heading; "" where the rules say nothing of the subject."""
    sentences = [each.phrase.say(lang) for each in paragraph.sentences if each.phrase]
    return " ".join([f"{paragraph.heading.say(lang)}.", *sentences]) if sentences else ""


@typed
def told(rules: object) -> tuple[Paragraph, ...]:
    """Return the paragraphs of `prose`: each sentence with the fields that it depends on.

    Args:
        rules: The rules of a game; or a row with those of each deal.

    Returns:
        The paragraphs: as many, with as many sentences, for all rules of a game, so that editions can be compared.
        For a row of different rules there is one more, with what each deal asks for.

    Raises:
        RamiError: If the game has no `told`.
        RulesError: If a row is empty.
        WrongType: If `rules` are not those of a game, or a row of them.

    Examples:
        >>> from rami import gin
        >>> told(gin.Rules())[0].heading.say("fr")
        'Le but'
    """
    if not isinstance(rules, (tuple, list)):
        return _told(rules, rules)
    row = cast("Sequence[object]", rules)
    if not row:
        raise RulesError("rules must be those of one deal or more")
    each = [_told(one, row[0]) for one in row]
    return each[0] if all(one == each[0] for one in each) else _deal_by_deal(each)


def _deal_by_deal(deals: Sequence[tuple[Paragraph, ...]]) -> tuple[Paragraph, ...]:
    """Return what all deals share, and then what each has for itself."""
    shared: list[Paragraph] = []
    own: list[tuple[Sentence, ...]] = []  # each sentence that differs, as every deal has it
    for paragraphs in zip(*deals, strict=True):  # the same paragraph of each deal
        kept: list[Sentence] = []
        for sentences in zip(*(each.sentences for each in paragraphs), strict=True):  # the same sentence of each deal
            first = sentences[0]
            if all(each.phrase == first.phrase for each in sentences):
                kept.append(first)
            else:
                own.append(sentences)
                kept.append(first._replace(phrase=first.general))
        shared.append(Paragraph(paragraphs[0].heading, tuple(kept)))
    listed: list[Sentence] = []
    for number, sentences in enumerate(zip(*own, strict=True), 1):  # all that one deal has for itself
        listed += _of_deal(number, sentences)
    return (*shared, Paragraph(SHARED.phrase("rules.deals.title"), tuple(listed)))


def _of_deal(number: int, own: Sequence[Sentence]) -> Iterator[Sentence]:
    """Yield what one deal has for itself: in a few words where all of it can be said so."""
    fields = tuple(dict.fromkeys(field for sentence in own for field in sentence.fields))
    if all(sentence.brief for sentence in own):
        parts = tuple(sentence.brief for sentence in own)
        yield Sentence(fields, SHARED.phrase("rules.deals.deal", deal=number, parts=parts))
    else:
        yield Sentence(fields, SHARED.phrase("rules.deals.other", deal=number))
        yield from own


def _told(rules: object, first: object) -> tuple[Paragraph, ...]:
    """Return the paragraphs of one deal, whose game must be that of the first."""
    game: Any = game_of(first)
    instance("rules", rules, game.rules)
    if game.told is None:
        raise RamiError(f"{game.name} does not tell its rules: its Game has no `told`")
    paragraphs: tuple[Paragraph, ...] = game.told(rules)
    return paragraphs
