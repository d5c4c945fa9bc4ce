"""What the playground says, as data: a folder of `text` for each language, and a file for each board."""

import re
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from rami.errors import Language, RamiError
from rami.game import Game
from rami.rummy import Card

YOU = 0
FOLDER = Path(__file__).parent / "text"


def sentences(lang: Language, board: str = "board") -> Mapping[str, Any]:
    """Return what a board says in a language: its words, and the names of players, editions and errors."""
    path = FOLDER / lang / f"{board}.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))


SENTENCES = {
    path.name: sentences(path.name) for path in sorted(FOLDER.iterdir())
}
LANGUAGES: Mapping[Language, str] = {
    lang: said["name"] for lang, said in SENTENCES.items()
}
WORDS: Mapping[Language, Mapping[str, str]] = {
    lang: said["words"] for lang, said in SENTENCES.items()
}
NAMES: Mapping[Language, Sequence[str]] = {
    lang: said["names"] for lang, said in SENTENCES.items()
}


def mistake(error: ValueError, lang: Language) -> str:
    """Return what is wrong: in full in English, in short where the library has a sentence in English alone."""
    if lang == "en" and isinstance(error, RamiError):
        return str(error)
    if isinstance(error, RamiError) and error.message(lang) != error.message():
        return error.message(lang)
    said: Mapping[str, str] = SENTENCES[lang]["mistakes"]
    kinds = (kind.__name__ for kind in type(error).__mro__)
    return next(said[kind] for kind in kinds if kind in said)


_CARD = re.compile(r"(?<![\w*])(?:10|[2-9AJQK])[SHDC](?!\w)")


def spoken(text: str, game: Game[Any, Any, Any, Any], lang: Language) -> str:
    """Return a text with its cards as the pictures of a language write them; in English as they are typed."""
    if lang == "en" or game.name not in ("rummy", "gin"):
        return text
    return _CARD.sub(lambda found: Card(found[0]).mark.spoken(lang).word, text)
