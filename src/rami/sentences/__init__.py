"""Catalogs of sentences in several languages.

The sentences of a subject, such as a game, are in the file `<language>/<subject>.toml`.

To add a language, add a folder with these files. No code is needed, unless the plural rules differ from English (see
`PLURALS`).
"""

from collections.abc import Callable, Iterator, Mapping
from functools import cache, lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol, cast, runtime_checkable

from rami.errors import MOST_BITS, RamiError, WrongType, shown
from rami.messages import LIBRARY, SHARED, Phrase, Texts

if TYPE_CHECKING:
    from pathlib import Path

Plural = Callable[[int], str]
"""A function that returns the plural category of a non-negative integer."""

CATEGORIES: Final = frozenset(["zero", "one", "two", "few", "many", "other"])


def _english(number: int) -> str:
    return "one" if number == 1 else "other"


def _french(number: int) -> str:
    return "one" if number in (0, 1) else "other"


PLURALS: Final[Mapping[str, Plural]] = MappingProxyType({"fr": _french})
"""Plural functions by language.

Other languages use the English rule.
"""


def category(number: int, lang: str) -> str:
    """Return the plural category of a number in a language."""
    return PLURALS.get(lang, _english)(abs(number))


__all__ = ["CATEGORIES", "FALLBACK", "LIBRARY", "PLURALS", "SHARED", "Phrase", "Texts", "language", "languages"]
LONGEST_NAME: Final = 35
"""Maximum length of a language code (RFC 5646, 4.4.1)."""
FALLBACK: Final = "en"
"""The language used for sentences without a translation."""


class Part(NamedTuple):
    """A literal text of a sentence and the placeholder that follows it.

    Attributes:
        literal: The text.
        name: The name of the placeholder, or None if no placeholder follows.
        how: The format of the placeholder, such as `point`.
    """

    literal: str
    name: str | None
    how: str


Template = tuple[Part, ...]
Forms = Mapping[str, Template]
"""The plural forms of a sentence.

The keys are plural categories or exact numbers. A sentence without plurals has only `other`.
"""


class Catalog(NamedTuple):
    """The sentences of one TOML file."""

    lang: str
    sentences: Mapping[str, Forms]


@cache
def languages(package: "str | Path" = LIBRARY) -> tuple[str, ...]:
    """Return the languages for which a package has sentences.

    Args:
        package: The package or folder with a folder for each language.

    Examples:
        >>> {"en", "fr"} <= {*languages()}
        True
    """
    from importlib.resources import files  # noqa: PLC0415  # slow to import, and rarely needed

    root = files(package) if isinstance(package, str) else package
    return tuple(sorted(each.name for each in root.iterdir() if each.is_dir() and _is_language_name(each.name)))


def language(lang: str, package: "str | Path" = LIBRARY) -> str:
    """Check that a language exists, and return its code in lower case.

    Args:
        lang: The code, in upper or lower case.
        package: A package or folder that may have further languages.

    Raises:
        RamiError: If the language does not exist. The message lists all languages.
        WrongType: If `lang` is not a string.

    Examples:
        >>> language("FR")
        'fr'
    """
    if not isinstance(lang, str):
        raise WrongType(_refusal(lang, package))
    spoken = lang.lower()
    if not (_is_language_name(spoken) and speaks(spoken)) and spoken not in languages(package):
        raise RamiError(_refusal(lang, package))
    return spoken


@lru_cache(maxsize=64)
def speaks(lang: str) -> bool:
    """Return whether the library has sentences in a language.

    This function is faster than `languages`, because it does not list the folders.
    """
    return _document(LIBRARY, "shared", lang) is not None


def _refusal(lang: object, package: "str | Path") -> str:
    *others, last = map(repr, dict.fromkeys([*languages(), *languages(package)]))
    return f"lang must be {', '.join(others)} or {last}, not {shown(lang)}"


def catalog(package: "str | Path", subject: str, lang: str) -> Catalog:
    """Return the sentences of a subject, such as a game.

    The sentences are in English if the subject is not translated.
    """
    if not isinstance(lang, str):
        raise WrongType(_refusal(lang, package))
    return _catalog(package, subject, lang)


@cache
def _catalog(package: "str | Path", subject: str, lang: str) -> Catalog:
    from tomllib import loads  # noqa: PLC0415  # only needed for sentences

    spoken = language(lang, package)
    document = _document(package, subject, spoken)
    if document is None:
        spoken, document = FALLBACK, _document(package, subject, FALLBACK)
    if document is None:
        raise RamiError(f"{package} has no file {FALLBACK}/{subject}.toml")
    return Catalog(spoken, MappingProxyType(dict(_flat(loads(document.decode()), ""))))


def _document(package: "str | Path", subject: str, lang: str) -> bytes | None:
    name = f"{lang}/{subject}.toml"
    from pkgutil import get_data  # noqa: PLC0415  # slow to import, and only needed for sentences

    try:
        return get_data(package, name) if isinstance(package, str) else (package / name).read_bytes()
    except OSError:
        return None


def _is_language_name(lang: str) -> bool:
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


def _parsed(sentence: str) -> Template:
    from string import Formatter  # noqa: PLC0415  # slow to import

    return tuple(Part(literal, name, how or "") for literal, name, how, _ in Formatter().parse(sentence))


def say(texts: Texts, key: str, lang: str, values: Mapping[str, object]) -> str:
    """Return a sentence with its placeholders filled (see `Texts.say`)."""
    found = _holder(texts, key, lang)
    if found is None:
        spoken = catalog(texts.package, texts.subject, lang).lang
        raise RamiError(f"{texts.subject} has no sentence {key!r} in {spoken!r}")
    return "".join(_filled(texts, _form(found, key, values.get("n")), found.lang, values))


def has(texts: Texts, key: str, lang: str) -> bool:
    """Return whether a sentence exists (see `Texts.has`)."""
    return key in catalog(texts.package, texts.subject, lang).sentences


def _holder(texts: Texts, key: str, lang: str) -> Catalog | None:
    own = catalog(texts.package, texts.subject, lang)
    if key in own.sentences:
        return own
    if key.startswith(("nouns.", "lists.")) and speaks(own.lang):
        shared = catalog(LIBRARY, "shared", own.lang)
        if key in shared.sentences:
            return shared
    english = catalog(texts.package, texts.subject, FALLBACK)
    return english if key in english.sentences else None


def _form(found: Catalog, key: str, number: object) -> Template:
    forms = found.sentences[key]
    if type(number) is not int or len(forms) == 1:
        return forms["other"]
    return forms.get(_written(number)) or forms.get(category(number, found.lang)) or forms["other"]


def _filled(texts: Texts, sentence: Template, lang: str, values: Mapping[str, object]) -> Iterator[str]:
    for literal, name, how in sentence:
        yield literal
        if name is None:
            continue
        if name not in values:
            raise RamiError(f"the placeholder {name!r} of a {texts.subject} sentence has no value")
        yield _rendered(texts, values[name], how, lang)


def _rendered(texts: Texts, value: object, how: str, lang: str) -> str:
    if isinstance(value, Phrase):
        return value.say(lang)
    if isinstance(value, tuple):
        parts = cast("tuple[object, ...]", value)
        return _listed(texts, [_rendered(texts, each, "", lang) for each in parts], how, lang)
    if not how:
        return value.written(lang) if isinstance(value, _Written) else _written(value)
    if how == "seat":
        return _written(value + 1 if isinstance(value, int) else value)
    return texts.say(f"nouns.{how}", lang, n=value)


def _listed(texts: Texts, parts: list[str], how: str, lang: str) -> str:
    if not how or len(parts) < 2:
        return " ".join(parts)
    between = texts.say(f"lists.{how}", lang)
    return _last_link(texts, how, lang, parts[-1]).join([between.join(parts[:-1]), parts[-1]])


def _last_link(texts: Texts, how: str, lang: str, last: str) -> str:
    starts = (f"lists.{how}-before-{last[:length].lower()}" for length in (3, 2, 1))
    return texts.say(next((key for key in starts if _holder(texts, key, lang)), f"lists.{how}-last"), lang)


@runtime_checkable
class _Written(Protocol):
    """A value whose text depends on the language."""

    def written(self, lang: str, /) -> str: ...


def _written(value: object) -> str:
    return shown(value) if isinstance(value, int) and value.bit_length() > MOST_BITS else str(value)
