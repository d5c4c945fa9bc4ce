"""The plural forms of each language, by the categories of the Unicode CLDR."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

Plural = Callable[[int], str]
"""Returns the plural category of a whole number that is not negative."""

CATEGORIES: Final = frozenset(["zero", "one", "two", "few", "many", "other"])


def _english(number: int) -> str:
    return "one" if number == 1 else "other"


def _french(number: int) -> str:
    return "one" if number in (0, 1) else "other"


def _polish(number: int) -> str:
    if number == 1:
        return "one"
    return "few" if number % 10 in (2, 3, 4) and number % 100 not in (12, 13, 14) else "many"


PLURALS: Final[Mapping[str, Plural]] = MappingProxyType(
    {
        "de": _english,
        "en": _english,
        "es": _english,
        "fr": _french,
        "pl": _polish,
        "pt": _french,
    }
)
"""The plural category of a whole number, by language; those of a language that is not here are as in English."""


def category(number: int, lang: str) -> str:
    """Return the plural category of a number in a language."""
    return PLURALS.get(lang, _english)(abs(number))
