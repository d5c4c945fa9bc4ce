"""What is wrong with a document: a sentence, and the path to the fault."""

import json
from collections.abc import Mapping
from typing import Any, Final, cast

from rami.errors import RamiError, RecordError

LONGEST: Final = 400
"""The most characters of a reason that are told."""

TOLD: Final = (RamiError, TypeError, ValueError, RecursionError)
"""What a document can be blamed for. Anything else, such as a lack of memory, or a timeout of the caller, passes."""


class Fault(RecordError):
    """A fault inside a document, that gathers its path on the way out."""

    reason: str
    steps: list[str]

    def __init__(self, reason: str, step: str) -> None:
        super().__init__(reason)
        self.reason = reason
        self.steps = [step]


def at(step: str, error: Exception) -> Fault:
    """The error one step further up.

    Args:
        step: What leads from there to where it was raised: `.name` or `[index]`.
        error: One of `TOLD`.

    Returns:
        The error to raise.
    """
    if isinstance(error, Fault):
        error.steps.append(step)
        return error
    return Fault(_reason(error), step)


def fault(error: Exception, path: str) -> RecordError:
    """The error as one sentence with the whole path.

    Args:
        error: One of `TOLD`.
        path: Where in the document the reader began, such as `"$.value"`.

    Returns:
        The error to raise.
    """
    steps = reversed(error.steps) if isinstance(error, Fault) else ()
    reason = error.reason if isinstance(error, Fault) else _reason(error)
    return RecordError(f"{path}{''.join(steps)}: {reason if len(reason) <= LONGEST else reason[:LONGEST] + '…'}")


def _reason(error: Exception) -> str:
    return str(error) if isinstance(error, RamiError) else f"impossible value ({type(error).__name__}: {error})"


def told(value: object) -> str:
    """A value of a document, cut short, for an error."""
    if isinstance(value, dict | list | tuple):
        return "an object" if isinstance(value, dict) else "an array"
    text = json.dumps(value, ensure_ascii=False) if isinstance(value, str | int | None) else type(value).__name__
    return text if len(text) <= 60 else text[:60] + "…"


def dictionary(value: object) -> Mapping[str, Any]:
    """A value that has to be an object."""
    if type(value) is not dict:
        raise RecordError(f"an object is expected, not {told(value)}")
    return cast("Mapping[str, Any]", value)


def text_of(value: object) -> str:
    """A value that has to be a string of notation."""
    if type(value) is not str:
        raise RecordError(f"a string in notation is expected, not {told(value)}")
    return value
