"""Errors of a converter as one sentence with the path to the fault."""

from cattrs.errors import BaseValidationError, ClassValidationError, IterableValidationError

from rami.errors import RamiError, RecordError

LONGEST = 400
"""The most characters of a reason that are told."""


def fault(error: Exception, path: str) -> RecordError:
    """The first fault that an error tells of, with the path to it.

    Args:
        error: What a converter has raised.
        path: Where in the document it was at work, such as `"$.value"`.

    Returns:
        The error to raise.
    """
    while isinstance(error, BaseValidationError):
        step, error = _first(error)
        path += step
    reason = str(error) if isinstance(error, RamiError) else f"impossible value ({type(error).__name__}: {error})"
    return RecordError(f"{path}: {reason if len(reason) <= LONGEST else reason[:LONGEST] + '…'}")


def _first(error: BaseValidationError) -> tuple[str, Exception]:
    """The first of the errors in a group, and the step of the path that leads to it."""
    if isinstance(error, IterableValidationError):
        for each, note in error.group_exceptions()[0]:
            return f"[{note.index}]", each
    if isinstance(error, ClassValidationError):
        for each, name in error.group_exceptions()[0]:
            return f".{name.name}", each
    return "", error.exceptions[0]
