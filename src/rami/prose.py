"""Rules in words: what a player, or a language model, is told before the game.

`rami.prose(rules)` is `prose` of this module, which may be called itself.
"""

import sys
from types import ModuleType
from typing import Any

from rami.errors import RamiError, WrongType, shown
from rami.game import Game
from rami.games import GAMES
from rami.text import language
from rami.text.rules import Paragraph


def prose(rules: object, lang: str = "en", *, game: Game[Any, Any, Any, Any] | None = None) -> str:
    r"""Rules in words: every field has its sentence, and what is the same in all editions is told too.

    Args:
        rules: The rules of a game: an edition, or any other.
        lang: `"en"` for English, `"fr"` for French; in upper or lower case.
        game: The game, if it is none of the library's; it has to have `told`.

    Returns:
        Paragraphs parted by empty lines, each after its heading and a full stop. Every number of the rules is in it.

    Raises:
        RamiError: If `lang` is another language, or the game does not tell its rules.
        WrongType: If `rules` are not those of a game.

    Examples:
        >>> from rami import gin, rummikub
        >>> told = prose(gin.PRESETS["straight-gin"])
        >>> print(told.split("\n\n")[3])
        Knocking. Instead of a plain discard a player may knock: ...
        >>> "30 points" in prose(rummikub.DEFAULT), "30 points" in prose(rummikub.PRESETS["ramikubic"])
        (True, False)
    """
    spoken = language(lang)
    written: list[str] = []
    for paragraph in told(rules, game=game):
        sentences = [each.phrase.say(spoken) for each in paragraph.sentences if each.phrase]
        if sentences:
            written.append(" ".join([f"{paragraph.heading.say(spoken)}.", *sentences]))
    return "\n\n".join(written)


def told(rules: object, *, game: Game[Any, Any, Any, Any] | None = None) -> tuple[Paragraph, ...]:
    """What `prose` is made of: each sentence with the fields that it tells of, in both languages.

    Args:
        rules: The rules of a game.
        game: The game, if it is none of the library's.

    Returns:
        The paragraphs: as many, with as many sentences, for all rules of a game, so that editions can be compared.

    Raises:
        RamiError: If the game does not tell its rules.
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
    """This module, which is called like its function."""

    def __call__(self, rules: object, lang: str = "en", *, game: Game[Any, Any, Any, Any] | None = None) -> str:
        """The same as `prose`."""
        return prose(rules, lang, game=game)


sys.modules[__name__].__class__ = _Callable
