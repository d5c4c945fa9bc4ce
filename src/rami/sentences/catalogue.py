"""The sentences of a subject in a language, loaded when one of them is first asked for."""

from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from rami.errors import RamiError, WrongType, shown
from rami.sentences.plurals import CATEGORIES

if TYPE_CHECKING:  # slow to import
    from pathlib import Path

LIBRARY: Final = "rami.sentences"
"""The package that holds the sentences of the library."""
LONGEST_NAME: Final = 35
"""The most characters of the name of a language (RFC 5646, 4.4.1)."""
FALLBACK: Final = "en"
"""The language of a subject that is not translated."""


class Part(NamedTuple):
    """A piece of a sentence: literal text, the place after it, and how the place is filled."""

    literal: str
    name: str | None
    how: str


Sentence = tuple[Part, ...]
Forms = Mapping[str, Sentence]
"""The forms of a sentence by plural category or exact number; a sentence without plurals is its `other` form."""


class Catalogue(NamedTuple):
    """The sentences of one file."""

    lang: str
    sentences: Mapping[str, Forms]


@cache
def languages(package: "str | Path" = LIBRARY) -> tuple[str, ...]:
    """Return the languages of a package.

    Args:
        package: The package or folder that holds a folder for each language.

    Examples:
        >>> {"en", "fr"} <= {*languages()}
        True
    """
    from importlib.resources import files  # noqa: PLC0415  # slow to import, and rarely needed

    root = files(package) if isinstance(package, str) else package
    return tuple(sorted(each.name for each in root.iterdir() if each.is_dir() and _is_name(each.name)))


def language(lang: str, package: "str | Path" = LIBRARY) -> str:
    """Return the name of a language in lower case.

    Args:
        lang: Its name, in upper or lower case.
        package: The package or folder that may have further languages.

    Raises:
        RamiError: If there is no such language; it names those that exist.
        WrongType: If it is no text.

    Examples:
        >>> language("FR")
        'fr'
    """
    if not isinstance(lang, str):
        raise WrongType(_refusal(lang, package))
    spoken = lang.lower()
    if not (_is_name(spoken) and speaks(spoken)) and spoken not in languages(package):
        raise RamiError(_refusal(lang, package))
    return spoken


@lru_cache(maxsize=64)
def speaks(lang: str) -> bool:
    """Return whether the library has sentences in a language, without a look at all languages."""
    return _document(LIBRARY, "shared", lang) is not None


def _refusal(lang: object, package: "str | Path") -> str:
    *others, last = map(repr, dict.fromkeys([*languages(), *languages(package)]))
    return f"lang must be {', '.join(others)} or {last}, not {shown(lang)}"


def catalogue(package: "str | Path", subject: str, lang: str) -> Catalogue:
    """Return the sentences of a subject, in English where the subject is not translated."""
    if not isinstance(lang, str):
        raise WrongType(_refusal(lang, package))
    return _catalogue(package, subject, lang)


@cache
def _catalogue(package: "str | Path", subject: str, lang: str) -> Catalogue:
    from tomllib import loads  # noqa: PLC0415  # needed only once somebody reads a sentence

    spoken = language(lang, package)
    document = _document(package, subject, spoken)
    if document is None:
        spoken, document = FALLBACK, _document(package, subject, FALLBACK)
    if document is None:
        raise RamiError(f"{package} has no file {FALLBACK}/{subject}.toml")
    return Catalogue(spoken, MappingProxyType(dict(_flat(loads(document.decode()), ""))))


def _document(package: "str | Path", subject: str, lang: str) -> bytes | None:
    """Return the content of a file; None if there is none."""
    name = f"{lang}/{subject}.toml"
    from pkgutil import get_data  # noqa: PLC0415  # slow to import, and not needed before the first sentence

    try:
        return get_data(package, name) if isinstance(package, str) else (package / name).read_bytes()
    except OSError:
        return None


def _is_name(lang: str) -> bool:
    """Tell whether a language can be called so: no path, and short enough to be cached, whatever a caller passes."""
    return len(lang) <= LONGEST_NAME and lang.replace("-", "").isalnum()


def _flat(table: Mapping[str, Any], prefix: str) -> Iterator[tuple[str, Forms]]:
    for name, value in table.items():
        key = prefix + name
        if isinstance(value, str):
            yield key, {"other": _parsed(value)}
        elif all(form in CATEGORIES or form.isdecimal() for form in value):
            yield key, {"other": _parsed(value["other"]), **{form: _parsed(text) for form, text in value.items()}}
        else:
            yield from _flat(value, f"{key}.")


def _parsed(sentence: str) -> Sentence:
    from string import Formatter  # noqa: PLC0415  # likewise

    return tuple(Part(literal, name, how or "") for literal, name, how, _ in Formatter().parse(sentence))
