"""Sentences for people as data: `<language>/<subject>.toml`, and the one formatter that fills them in.

A language is a folder: whoever adds one writes its files, and nothing else, unless its plurals differ from those of
English (`PLURALS`).
"""

from rami.text.catalogue import language as language
from rami.text.catalogue import languages as languages
from rami.text.phrases import SHARED as SHARED
from rami.text.phrases import Phrase as Phrase
from rami.text.phrases import Texts as Texts
from rami.text.plurals import PLURALS as PLURALS

__all__ = ["PLURALS", "SHARED", "Phrase", "Texts", "language", "languages"]
