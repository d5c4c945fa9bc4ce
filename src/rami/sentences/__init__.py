"""Sentences for people as data: `<language>/<subject>.toml`, and the one formatter that fills them in.

A language is a folder: whoever adds one writes its files, and nothing else, unless its plurals differ from those of
English (`PLURALS`).
"""

from rami.sentences.phrases import PLURALS, SHARED, Phrase, Texts, language, languages

__all__ = ["PLURALS", "SHARED", "Phrase", "Texts", "language", "languages"]
