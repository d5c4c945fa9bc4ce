"""Rules in words, for a player or a language model to read before the game.

The module can be called: `rami.prose(rules)` is its function `prose`.
"""

import sys
from types import ModuleType
from typing import Any

from rami.errors import Language, RamiError, WrongType, shown
from rami.game import Game
from rami.games import GAMES
from rami.shapes import typed
from rami.text import language
from rami.text.rules import Paragraph

__all__ = ["prose", "told"]


def prose(rules: object, lang: str = "en", *, game: Game[Any, Any, Any, Any] | None = None) -> str:
    r"""Return rules in words: a sentence for every field, and what is the same in all editions.

    Args:
        rules: The rules of a game: an edition, or any other.
        lang: The language, in upper or lower case.
        game: The game, if it is none of the library's; it needs `told`.

    Returns:
        Paragraphs parted by empty lines, each after its heading and a full stop. They name every number of the rules.

    Raises:
        RamiError: If there is no such language, or the game has no `told`.
        WrongType: If `rules` are not those of a game.

    Examples:
        >>> from rami import gin, rummikub
        >>> print(prose(gin.PRESETS["straight-gin"]).split("\n\n")[3])
        Knocking. Instead of just discarding, a player may discard and knock: ...
        >>> "30 points" in prose(rummikub.DEFAULT), "30 points" in prose(rummikub.Rules(opening_points=50))
        (True, False)
    """
    spoken = language(lang)
    return "\n\n".join(filter(None, (_written(paragraph, spoken) for paragraph in told(rules, game=game))))


def _written(paragraph: Paragraph, lang: Language) -> str:
    """Return a paragraph after its heading; "" where the rules say nothing of the subject."""
    sentences = [each.phrase.say(lang) for each in paragraph.sentences if each.phrase]
    return " ".join([f"{paragraph.heading.say(lang)}.", *sentences]) if sentences else ""


@typed
def told(rules: object, *, game: Game[Any, Any, Any, Any] | None = None) -> tuple[Paragraph, ...]:
    """Return the paragraphs of `prose`: each sentence with the fields that it depends on.

    Args:
        rules: The rules of a game.
        game: The game, if it is none of the library's.

    Returns:
        The paragraphs: as many, with as many sentences, for all rules of a game, so that editions can be compared.

    Raises:
        RamiError: If the game has no `told`.
        WrongType: If `rules` are not those of a game.

    Examples:
        >>> from rami import gin
        >>> told(gin.DEFAULT)[0].heading.say("fr")
        'Le but'
    """
    games = GAMES if game is None else (game,)
    for known in games:
        if isinstance(rules, known.rules):
            if known.told is None:
                raise RamiError(f"{known.name} does not tell its rules: its Game has no `told`")
            return known.told(rules)
    raise WrongType(f"rules must be the Rules of {', '.join(each.name for each in games)}, not {shown(rules)}")


class _Callable(ModuleType):
    """A module that is called like its function."""

    def __call__(self, rules: object, lang: str = "en", *, game: Game[Any, Any, Any, Any] | None = None) -> str:
        """Call `prose`."""
        return prose(rules, lang, game=game)


sys.modules[__name__].__class__ = _Callable
