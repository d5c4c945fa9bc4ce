"""Rules in words, for a player or a language model to read before the game."""

from rami.errors import Language, RamiError
from rami.game import game_of
from rami.sentences import language
from rami.sentences.rules import Paragraph
from rami.shapes import instance, typed


def prose(rules: object, lang: str = "en") -> str:
    r"""Return rules in words: a sentence for every field, and what is the same in all editions.

    Args:
        rules: The rules of a game: an edition, or any other.
        lang: The language, in upper or lower case.

    Returns:
        Paragraphs parted by empty lines, each after its heading and a full stop. They name every number of the rules.

    Raises:
        RamiError: If there is no such language, or the game has no `told`.
        WrongType: If `rules` are not those of a game.

    Examples:
        >>> from rami import gin, rummikub
        >>> print(prose(gin.PRESETS["straight-gin"]).split("\n\n")[3])
        Knocking. Instead of just discarding, a player may discard and knock: ...
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
        rules: The rules of a game.

    Returns:
        The paragraphs: as many, with as many sentences, for all rules of a game, so that editions can be compared.

    Raises:
        RamiError: If the game has no `told`.
        WrongType: If `rules` are not those of a game.

    Examples:
        >>> from rami import gin
        >>> told(gin.Rules())[0].heading.say("fr")
        'Le but'
    """
    game = game_of(rules)
    instance("rules", rules, game.rules)
    if game.told is None:
        raise RamiError(f"{game.name} does not tell its rules: its Game has no `told`")
    return game.told(rules)
