"""What the playground says, as data: a folder of `text` for each language, and a file for each board."""

import re
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from rami import Game, RamiError
from rami.rummy import Card
from rami.sentences import languages

YOU = 0


def sentences(lang: str, board: str = "board") -> Mapping[str, Any]:
    """Return what a board says in a language; in the browser the files are in an archive."""
    path = Path(__file__).parent / "text" / lang / f"{board}.toml"
    return tomllib.loads(__loader__.get_data(str(path)).decode())  # type: ignore[name-defined]


SENTENCES = {lang: sentences(lang) for lang in languages()}
LANGUAGES: Mapping[str, str] = {lang: said["name"] for lang, said in SENTENCES.items()}
WORDS: Mapping[str, Mapping[str, str]] = {lang: said["words"] for lang, said in SENTENCES.items()}
NAMES: Mapping[str, Sequence[str]] = {lang: said["names"] for lang, said in SENTENCES.items()}


def mistake(error: ValueError, lang: str) -> str:
    """Return what is wrong: in full in English, in short where the library has a sentence in English alone."""
    if lang == "en" and isinstance(error, RamiError):
        return str(error)
    if isinstance(error, RamiError) and error.message(lang) != error.message():
        return error.message(lang)
    said: Mapping[str, str] = SENTENCES[lang]["mistakes"]
    kinds = (kind.__name__ for kind in type(error).__mro__)
    return next(said[kind] for kind in kinds if kind in said)


_CARD = re.compile(r"(?<![\w*])(?:10|[2-9AJQK])[SHDC](?!\w)")


def spoken(text: str, game: Game[Any, Any, Any, Any], lang: Any) -> str:
    """Return a text with its cards as the pictures of a language write them; in English as they are typed."""
    if lang == "en" or game.name not in ("rummy", "gin"):
        return text
    return _CARD.sub(lambda found: Card(found[0]).mark.spoken(lang).word, text)
