"""Print every sentence of a language with examples, for a translator.

python -m tools.sentences de            all sentences, each with 0, 1, 2 and 5 of what it counts
python -m tools.sentences de gin rummy  the sentences of some subjects
"""

import sys
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from rami.sentences import LIBRARY, Texts, catalog, language

COUNTS: Final = (0, 1, 2, 5)
EXAMPLES: Final[dict[str, dict[str, Any]]] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
"""Example values for the placeholders of each subject, and of single sentences."""


def sentences(lang: str, subject: str) -> Iterator[tuple[str, Sequence[str]]]:
    """Yield each key of a subject with its sentence: once for each count where they differ."""
    for key in catalog(LIBRARY, subject, lang).sentences:
        yield key, tuple(dict.fromkeys(filled(lang, subject, key, number) for number in COUNTS))


def filled(lang: str, subject: str, key: str, number: int) -> str:
    """Return a sentence filled with examples; what it counts comes to a number."""
    forms = catalog(LIBRARY, subject, lang).sentences[key].values()
    names = {part.name for form in forms for part in form if part.name is not None}
    examples = EXAMPLES[subject] | EXAMPLES[subject].get(key, {})
    values = {name: _example(lang, examples.get(name, 0), number) for name in names}
    return Texts(subject).say(key, lang, **values | {"n": number})


def _example(lang: str, written: object, number: int) -> object:
    if isinstance(written, list):
        return tuple(_example(lang, each, number) for each in written)
    if isinstance(written, str) and written.startswith("@"):
        subject, key = written[1:].split()
        return filled(lang, subject, key, number)
    return written or number


def main(arguments: Sequence[str]) -> None:
    """Print the sentences of a language."""
    lang, *subjects = arguments
    for subject in subjects or EXAMPLES:
        print(f"\n# {subject}")
        for key, said in sentences(language(lang), subject):
            print(f"\n{key}", *said, sep="\n    ")


if __name__ == "__main__":
    main(sys.argv[1:] or ["en"])
