"""What the playground says, as data: a folder of `text` for each language, and a file for each board."""

import re
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from rami import Game, RamiError
from rami.rummikub import Tile
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
_VALUE_CARD = re.compile(r"(?<![\w*])([1-9]\d?)([HCYD])(?!\w)")
_SIGNS = {"H": "♥", "C": "♣", "Y": "🍒", "D": "♦"}


_TILE = re.compile(r"(?<![\w*])[RKBO]\d{1,2}(?!\w)")


def named(text: str, lang: Any) -> str:
    """Return a text with the names of tiles instead of their codes, for screen readers."""
    return _TILE.sub(lambda found: Tile(found[0]).name(lang), text)


def spoken(text: str, game: Game[Any, Any, Any, Any], lang: Any) -> str:
    """Return a text with the signs of suits instead of letters, and the ranks as in pictures of a language."""
    if game.name == "contracts":
        return _VALUE_CARD.sub(lambda found: found[1] + _SIGNS[found[2]], text)
    if game.name == "rummikub":
        return text
    return _CARD.sub(lambda found: Card(found[0]).mark.spoken(lang).word, text)
