"""Rules in natural language."""

from collections.abc import Iterator, Sequence
from typing import Any, cast

from rami.errors import Language, RamiError, RulesError
from rami.game import game_of
from rami.sentences import SHARED, language
from rami.sentences.rules import Paragraph, Sentence
from rami.shapes import instance, typed


def prose(rules: object, lang: str = "en") -> str:
    r"""Return the rules in words.

    The text is for players and for language models. It has a sentence for every field of the rules, and the sentences
    that all editions share.

    Args:
        rules: The rules of a game, or a sequence with the rules of each deal of a match, such as
            `rummy.MATCHES["continental"]`. If the rules of the deals differ, each deal is described separately.
        lang: The language, in upper or lower case.

    Returns:
        Paragraphs separated by empty lines. Each starts with its heading and a period. The text contains every
        number in the rules.

    Raises:
        RamiError: If the language does not exist, or the game has no texts.
        RulesError: If the sequence is empty.
        WrongType: If `rules` is not the rules of a game, or a sequence of them.

    Examples:
        >>> from rami import gin, rummikub, rummy
        >>> print(prose(rummy.MATCHES["continental"]).split("\n\n")[-1])
        The deals. Deal 1: 7 cards, 2 groups. Deal 2: 8 cards, 1 group and 1 run. ...
        >>> print(prose(gin.PRESETS["straight-gin"]).split("\n\n")[3])
        Knocking. A player may knock when discarding. ...
        >>> "30 points" in prose(rummikub.Rules()), "30 points" in prose(rummikub.Rules(opening_points=50))
        (True, False)
    """
    spoken = language(lang)
    return "\n\n".join(filter(None, (_written(paragraph, spoken) for paragraph in told(rules))))


def _written(paragraph: Paragraph, lang: Language) -> str:
    sentences = [each.phrase.say(lang) for each in paragraph.sentences if each.phrase]
    return " ".join([f"{paragraph.heading.say(lang)}.", *sentences]) if sentences else ""


@typed
def told(rules: object) -> tuple[Paragraph, ...]:
    """Return the paragraphs of `prose` as data.

    Each sentence lists the fields that it depends on.

    Args:
        rules: The rules of a game, or a sequence with the rules of each deal.

    Returns:
        The paragraphs. Their number, and the number of sentences in each, is the same for all rules of a game, so
        editions can be compared. If the deals of a sequence differ, there is one more paragraph that describes them.

    Raises:
        RamiError: If the game has no texts for its rules.
        RulesError: If the sequence is empty.
        WrongType: If `rules` is not the rules of a game, or a sequence of them.

    Examples:
        >>> from rami import gin
        >>> told(gin.Rules())[0].heading.say("fr")
        'Le but'
    """
    if not isinstance(rules, (tuple, list)):
        return _told(rules, rules)
    row = cast("Sequence[object]", rules)
    if not row:
        raise RulesError("rules must contain the Rules of at least one deal")
    each = [_told(one, row[0]) for one in row]
    return each[0] if all(one == each[0] for one in each) else _deal_by_deal(each)


def _deal_by_deal(deals: Sequence[tuple[Paragraph, ...]]) -> tuple[Paragraph, ...]:
    shared: list[Paragraph] = []
    own: list[tuple[Sentence, ...]] = []
    for paragraphs in zip(*deals, strict=True):
        kept: list[Sentence] = []
        for sentences in zip(*(each.sentences for each in paragraphs), strict=True):
            first = sentences[0]
            if all(each.phrase == first.phrase for each in sentences):
                kept.append(first)
            else:
                own.append(sentences)
                kept.append(first._replace(phrase=first.general))
        shared.append(Paragraph(paragraphs[0].heading, tuple(kept)))
    listed: list[Sentence] = []
    for number, sentences in enumerate(zip(*own, strict=True), 1):
        listed += _sentences_of_deal(number, sentences)
    return (*shared, Paragraph(SHARED.phrase("rules.deals.title"), tuple(listed)))


def _sentences_of_deal(number: int, own: Sequence[Sentence]) -> Iterator[Sentence]:
    fields = tuple(dict.fromkeys(field for sentence in own for field in sentence.fields))
    if all(sentence.brief for sentence in own):
        parts = tuple(sentence.brief for sentence in own)
        yield Sentence(fields, SHARED.phrase("rules.deals.deal", deal=number, parts=parts))
    else:
        yield Sentence(fields, SHARED.phrase("rules.deals.other", deal=number))
        yield from own


def _told(rules: object, first: object) -> tuple[Paragraph, ...]:
    game: Any = game_of(first)
    instance("rules", rules, game.rules)
    if game.told is None:
        raise RamiError(f"{game.name} has no texts for its rules: the field `told` of its Game is None")
    paragraphs: tuple[Paragraph, ...] = game.told(rules)
    return paragraphs
