"""JSON formats of basic types, and the errors of documents."""

import json
from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from types import NoneType
from typing import Any, Final, cast

from attrs import frozen

from rami.errors import RamiError, RecordError, Violation
from rami.messages import Phrase
from rami.sentences import SHARED
from rami.shapes import MOST_DIGITS

MOST_REASON: Final = 400
"""Maximum length of a reason in an error message, in characters."""

MOST_EXCERPT: Final = 60
"""Maximum length of a quoted value in an error message, in characters."""

DOCUMENT_ERRORS: Final = (RamiError, TypeError, ValueError, RecursionError)
"""Errors that an invalid document can cause.

Other errors, such as `MemoryError`, are not caught.
"""


class Fault(RecordError):
    """An error inside a document.

    Every enclosing object or array adds a step to the path of the error.
    """

    reason: str
    steps: list[str]

    def __init__(self, error: Exception) -> None:
        self.reason = _reason(error)
        super().__init__(self.reason, _reasons_for_players(error))
        self.steps = []


def with_step(error: Exception, step: str) -> Fault:
    """Return the error with a step added at the start of its path.

    A step is `.name` or `[index]`.
    """
    fault = error if isinstance(error, Fault) else Fault(error)
    fault.steps.append(step)
    return fault


def with_path(error: Exception, start: str) -> RecordError:
    """Return a `RecordError` with the full path of the fault.

    The message begins with the path, such as `"$.value.melds[2]"`.
    """
    fault = error if isinstance(error, Fault) else Fault(error)
    path = f"{start}{''.join(reversed(fault.steps))}"
    reasons = _reasons_for_players(error) or (SHARED.phrase("documents.value", path=path),)
    return RecordError(f"{path}: {_cut(fault.reason, MOST_REASON)}", reasons)


def _reasons_for_players(error: Exception) -> tuple[Phrase | Violation, ...]:
    reasons = error.reasons if isinstance(error, RamiError) else ()
    return tuple(reason for reason in reasons if not isinstance(reason, str))


def _reason(error: Exception) -> str:
    return str(error) if isinstance(error, RamiError) else f"impossible value ({type(error).__name__}: {error})"


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else text[:most] + "…"


def unexpected(value: object, wanted: str) -> RecordError:
    """Return the error for a value of the wrong kind."""
    return RecordError(f"{wanted} is expected, not {excerpt(value)}")


def excerpt(value: object) -> str:
    """Return a short description of a value for error messages."""
    if isinstance(value, dict | list | tuple):
        return "an object" if isinstance(value, dict) else "an array"
    text = json.dumps(value, ensure_ascii=False) if isinstance(value, str | int | None) else type(value).__name__
    return _cut(text, MOST_EXCERPT)


Write = Callable[[Any], Any]
Read = Callable[[Any], Any]
Schema = dict[str, Any]
Definitions = dict[str, Schema]


@frozen
class Format:
    """The JSON format of a type."""

    write: Write
    """Function that converts a value to plain data."""
    read: Read
    """Function that converts plain data to a value.

    It raises one of `DOCUMENT_ERRORS` if the data is invalid.
    """
    schema: Callable[[Definitions], Schema]
    """Function that returns the JSON Schema of the type.

    The argument collects the definitions that the schema refers to.
    """


_BOUND = 10**MOST_DIGITS


def unchanged(value: Any) -> Any:
    """Return the value itself."""
    return value


def fixed(schema: Schema) -> Callable[[Definitions], Schema]:
    """Return a function that always returns the same schema.

    The function is for `Format.schema` and adds no definitions.
    """
    return lambda _: schema


def _bounded(value: int) -> int:
    if not -_BOUND < value < _BOUND:
        raise RecordError(f"a number has more than {MOST_DIGITS} digits")
    return value


def _reader_of_exact_type(kind: type, wanted: str) -> Read:
    def read(value: Any) -> Any:
        if type(value) is not kind:
            raise unexpected(value, wanted)
        return value

    return read


as_object: Final[Callable[[object], Mapping[str, Any]]] = _reader_of_exact_type(dict, "an object")
"""Return the value if it is a JSON object, or else raise an error."""

as_notation: Final[Callable[[object], str]] = _reader_of_exact_type(str, "a string in notation")
"""Return the value if it is a string, or else raise an error."""


def _read_whole(value: Any) -> int:
    if type(value) is not int:
        raise unexpected(value, "a whole number")
    return _bounded(value)


INTEGER: Final = Format(_bounded, _read_whole, fixed({"type": "integer"}))
STRING: Final = Format(unchanged, _reader_of_exact_type(str, "a string"), fixed({"type": "string"}))
BOOLEAN: Final = Format(unchanged, _reader_of_exact_type(bool, "true or false"), fixed({"type": "boolean"}))
PRIMITIVES: Final[Mapping[Any, Format]] = {
    int: INTEGER,
    str: STRING,
    bool: BOOLEAN,
    NoneType: Format(unchanged, _reader_of_exact_type(NoneType, "null"), fixed({"type": "null"})),
}


def ranged(low: int, high: int) -> Format:
    """Return the JSON format of whole numbers from `low` to `high`.

    The schema has the range, but only the constructor checks the number.
    """
    return Format(_bounded, INTEGER.read, fixed({"type": "integer", "minimum": low, "maximum": high}))


def choice(values: tuple[Any, ...]) -> Format:
    """Return the format of a value that must be one of the given values."""

    def read(value: Any) -> Any:
        for each in values:
            if type(value) is type(each) and value == each:
                return value
        raise unexpected(value, f"one of {', '.join(map(json.dumps, values))}")

    return Format(unchanged, read, fixed({"enum": list(values)}))


def member(kind: type[Enum]) -> Format:
    """Return the format of an enumeration.

    Members are written as their values.
    """
    members = {each.value: each for each in kind}

    def read(value: Any) -> Any:
        if type(value) is not str or value not in members:
            raise unexpected(value, f"one of {', '.join(members)}")
        return members[value]

    return Format({each: each.value for each in kind}.__getitem__, read, fixed({"enum": list(members)}))


def row(item: Format) -> Format:
    """Return the format of a tuple of any length.

    It is written as an array.
    """

    def write(values: Any) -> Any:
        return list(map(item.write, values))

    def read(value: Any) -> Any:
        values = as_array(value)
        try:
            return tuple(map(item.read, values))
        except DOCUMENT_ERRORS:
            # Read item by item to find the index of the invalid item.
            return tuple(read_item(item.read, index, each) for index, each in enumerate(values))

    return Format(write, read, lambda definitions: {"type": "array", "items": item.schema(definitions)})


def fixed_row(items: Sequence[Format]) -> Format:
    """Return the format of a tuple of fixed length.

    It is written as an array, with a format for each item.
    """

    def write(values: Any) -> Any:
        return [item.write(value) for item, value in zip(items, values, strict=True)]

    def read(value: Any) -> Any:
        pairs = zip(items, as_array(value, len(items)), strict=True)
        return tuple(read_item(item.read, index, each) for index, (item, each) in enumerate(pairs))

    def schema(definitions: Definitions) -> Schema:
        schemas = [item.schema(definitions) for item in items]
        return {"type": "array", "prefixItems": schemas, "minItems": len(items), "maxItems": len(items)}

    return Format(write, read, schema)


def as_array(value: Any, length: int | None = None) -> list[Any]:
    """Return the value if it is an array.

    Raise `RecordError` for other values, and for a wrong length.
    """
    values = cast("list[Any]", value)
    if type(value) is not list or length not in (None, len(values)):
        raise unexpected(values, "an array" if length is None else f"an array of {length}")
    return values


def read_item(read: Read, index: int, value: Any) -> Any:
    """Read an item of an array.

    Add its index to the path of errors.
    """
    try:
        return read(value)
    except DOCUMENT_ERRORS as error:
        raise with_step(error, f"[{index}]") from None


def optional(inner: Format) -> Format:
    """Return the format of an optional value."""

    def schema(definitions: Definitions) -> Schema:
        found = inner.schema(definitions)
        return {"anyOf": [*found.get("anyOf", [found]), {"type": "null"}]}

    return Format(
        lambda value: None if value is None else inner.write(value),
        lambda value: None if value is None else inner.read(value),
        schema,
    )


def one_or_row(one: Format, many: Format) -> Format:
    """Return the format of one value or several values.

    Several values are a tuple, which is written as an array.
    """
    return Format(
        lambda value: (many if isinstance(value, tuple) else one).write(value),
        lambda value: (many if type(value) is list else one).read(value),
        any_of([one, many]),
    )


def first_that_reads(members: Sequence[Format], write: Write) -> Format:
    """Return the format of a union.

    The first member that accepts the data reads it.
    """

    def read(value: Any) -> Any:
        problems: list[str] = []
        for each in members:
            try:
                return each.read(value)
            except RamiError as error:
                problems.append(str(error))
        raise RecordError("; or ".join(dict.fromkeys(problems)))

    return Format(write, read, any_of(members))


def bounded_if_number(value: Any) -> Any:
    """Return plain data unchanged.

    Raise `RecordError` for a number with too many digits.
    """
    return _bounded(value) if type(value) is int else value


def any_of(members: Sequence[Format]) -> Callable[[Definitions], Schema]:
    """Return a function that returns a schema for any of the formats."""
    return lambda definitions: {"anyOf": [each.schema(definitions) for each in members]}
