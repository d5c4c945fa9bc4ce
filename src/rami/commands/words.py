"""The words of the prompt: typed in the language of the person or in notation, and moves written in that language."""

import re
from typing import Any, Final

from rami import rummy
from rami.errors import Language
from rami.game import Game
from rami.text import Texts

TEXTS: Final = Texts("commands")
"""The sentences and words of the command line."""

CARDS: Final = Texts("rummy")
"""The sentences that have the letters of court cards."""

WORDS: Final = (
    *("add", "bot", "buy", "discard", "done", "draw", "end", "fill", "help", "hint", "knock", "meld", "moves", "pass"),
    *("play", "quit", "rack", "replace", "reset", "split", "take", "timeout", "undo"),
)
"""The commands, and the verbs of the notation of moves."""

_COURT: Final = {11: "J", 12: "Q", 13: "K"}
_SUITS = "SHDC♠♥♦♣♤♡♢♧"


def command_of(word: str, lang: Language) -> str:
    """Return the command or verb that a word means; "" if it is none."""
    typed = word.lower()
    return {**_typed(lang), "?": "help"}.get(typed, "")


def near(word: str, lang: Language) -> tuple[str, ...]:
    """Return the words of a language that look like another."""
    from difflib import get_close_matches  # noqa: PLC0415  # slow to import, and needed for misspelt words only

    return tuple(get_close_matches(word.lower()[:40], _typed(lang)))


def read(line: str, game: Game[Any, Any, Any, Any], lang: Language) -> str:
    """Return what a person typed in the notation of the library."""
    first, *rest = line.split(maxsplit=1)
    line = " ".join([command_of(first, lang) or first, *rest])
    return _with_ranks(line, _ranks(lang), game)


def write(move: object, game: Game[Any, Any, Any, Any], lang: Language) -> str:
    """Return a move as a person types it: the inverse of `read`."""
    first, *rest = str(move).split(maxsplit=1)
    return spoken(" ".join([TEXTS.say(f"words.{first}", lang), *rest]), game, lang)


def spoken(text: str, game: Game[Any, Any, Any, Any], lang: Language) -> str:
    """Return a text with the letters of court cards as a language has them."""
    return _with_ranks(text, {written: letter for letter, written in _ranks(lang).items()}, game)


def has_playing_cards(game: Game[Any, Any, Any, Any]) -> bool:
    """Return whether a game is played with playing cards."""
    rules = next(iter(game.presets.values()))
    return game.pieces is not None and isinstance(game.pieces(rules)[0], rummy.Card)


def _typed(lang: Language) -> dict[str, str]:
    """Return what may be typed: the words of a language, and those of the notation."""
    return {**{TEXTS.say(f"words.{word}", lang): word for word in WORDS}, **{word: word for word in WORDS}}


def _ranks(lang: Language) -> dict[str, str]:
    """Return the letters of the notation for court cards, by those of a language."""
    return {CARDS.say(f"cards.index-{rank}", lang): letter for rank, letter in _COURT.items()}


def _with_ranks(line: str, letters: dict[str, str], game: Game[Any, Any, Any, Any]) -> str:
    """Exchange the letters of court cards; other letters stay."""
    if not has_playing_cards(game):
        return line
    court = re.compile(rf"(?<![\w*])([{''.join(letters)}])(?=[{_SUITS}](?!\w))", re.IGNORECASE)
    return court.sub(lambda found: letters[found[1].upper()], line)
