"""Errors of a converter as one sentence with the path to the fault."""

from cattrs.errors import AttributeValidationNote, BaseValidationError, IterableValidationNote

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
    first: Exception = error.exceptions[0]
    match next(iter(getattr(first, "__notes__", ())), None):
        case IterableValidationNote() as note:
            return f"[{note.index}]", first
        case AttributeValidationNote() as note:
            return f".{note.name}", first
        case _:
            return "", first
