"""Faults of a document: a sentence with the path to the fault."""

import json
from collections.abc import Mapping
from typing import Any, Final, cast

from rami.errors import RamiError, RecordError, Sentence, Violation
from rami.sentences import SHARED

MOST_REASON: Final = 400
"""The most characters of a reason in a message."""

MOST_EXCERPT: Final = 60
"""The most characters of a value in a message."""

DOCUMENT_ERRORS: Final = (RamiError, TypeError, ValueError, RecursionError)
"""Errors that a document can be blamed for. Others, such as a lack of memory or a timeout of the caller, pass."""


class Fault(RecordError):
    """A fault inside a document, which gathers its path on the way out."""

    reason: str
    steps: list[str]

    def __init__(self, error: Exception, step: str) -> None:
        self.reason = _reason(error)
        super().__init__(self.reason, _for_players(error))
        self.steps = [step]


def with_step(error: Exception, step: str) -> Fault:
    """Return a fault one step further out: `step` is the `.name` or `[index]` that the error was raised under."""
    if isinstance(error, Fault):
        error.steps.append(step)
        return error
    return Fault(error, step)


def with_path(error: Exception, start: str) -> RecordError:
    """Return the error for callers: the whole path from `start`, such as `"$.value"`, and the reason."""
    steps = reversed(error.steps) if isinstance(error, Fault) else ()
    reason = error.reason if isinstance(error, Fault) else _reason(error)
    path = f"{start}{''.join(steps)}"
    reasons = _for_players(error) or (SHARED.phrase("documents.value", path=path),)
    return RecordError(f"{path}: {_cut(reason, MOST_REASON)}", reasons)


def _for_players(error: Exception) -> tuple[Sentence | Violation, ...]:
    """Return the reasons of an error that have a message in every language."""
    reasons = error.reasons if isinstance(error, RamiError) else ()
    return tuple(reason for reason in reasons if not isinstance(reason, str))


def _reason(error: Exception) -> str:
    return str(error) if isinstance(error, RamiError) else f"impossible value ({type(error).__name__}: {error})"


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else text[:most] + "…"


def unexpected(value: object, wanted: str) -> RecordError:
    """Return the error for a value that is not what the document should have here."""
    return RecordError(f"{wanted} is expected, not {excerpt(value)}")


def excerpt(value: object) -> str:
    """Return a value of a document for a message, cut short."""
    if isinstance(value, dict | list | tuple):
        return "an object" if isinstance(value, dict) else "an array"
    text = json.dumps(value, ensure_ascii=False) if isinstance(value, str | int | None) else type(value).__name__
    return _cut(text, MOST_EXCERPT)


def as_object(value: object) -> Mapping[str, Any]:
    """Return a value that has to be an object."""
    if type(value) is not dict:
        raise unexpected(value, "an object")
    return cast("Mapping[str, Any]", value)


def as_notation(value: object) -> str:
    """Return a value that has to be a string of notation."""
    if type(value) is not str:
        raise unexpected(value, "a string in notation")
    return value
