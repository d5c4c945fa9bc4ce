"""What the playground says, as data: a folder of `text` for each language, and a file for each board."""

import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from rami.errors import IllegalMove, Language, NotationError, RamiError

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
    """Return what is wrong, where no rule of the game is broken: in full in English, in short in other languages."""
    if lang == "en" and isinstance(error, RamiError):
        return str(error)
    said: Mapping[str, str] = SENTENCES[lang]["mistakes"]
    if isinstance(error, IllegalMove):
        return error.message(lang)
    if isinstance(error, NotationError):
        word = error.text[error.position :].split()[:1]
        return (
            said["unread"].format(word[0][:12]) if word else said["unfinished"]
        )
    kinds = (kind.__name__ for kind in type(error).__mro__)
    return next(said[kind] for kind in kinds if kind in said)
