"""Numbers, choices, rows and one of several: what needs no game; and the errors of all readers."""

import json
from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from types import NoneType, UnionType
from typing import Any, Literal, TypeVar, Union, cast, get_args, get_origin

from attrs import has
from cattrs import Converter
from cattrs.errors import AttributeValidationNote, ClassValidationError, IterableValidationError, IterableValidationNote

from rami.errors import RamiError, RecordError

Reader = Callable[[Any, Any], Any]
Writer = Callable[[Any], Any]


def exactly(plain: type, wanted: str) -> Reader:
    """A reader of values of one plain type, and of no subclass of it: true is no number."""

    def read(value: Any, _: Any) -> Any:
        if type(value) is not plain:
            raise RecordError(f"{wanted} is expected, not {shown(value)}")
        return value

    return read


def is_choice(kind: Any) -> bool:
    """Whether a type is one of a few values."""
    return get_origin(kind) is Literal


def choice_reader(kind: Any, _: Converter) -> Reader:
    """A reader of one of a few values."""
    choices = get_args(kind)

    def read(value: Any, _: Any) -> Any:
        for choice in choices:
            if type(value) is type(choice) and value == choice:
                return value
        raise RecordError(f"one of {', '.join(map(json.dumps, choices))} is expected, not {shown(value)}")

    return read


def enum_reader(kind: type[Enum]) -> Reader:
    """A reader of the members of an enumeration, by their values."""
    members = {member.value: member for member in kind}

    def read(value: Any, _: Any) -> Any:
        if type(value) is not str or value not in members:
            raise RecordError(f"one of {', '.join(members)} is expected, not {shown(value)}")
        return members[value]

    return read


def is_row(kind: Any) -> bool:
    """Whether a type is that of rows."""
    return get_origin(kind) is tuple


def row_reader(kind: Any, converter: Converter) -> Reader:
    """Rows: of one type and any length, or of as many types as it has items."""
    types = get_args(kind)
    length = None if types[-1] is Ellipsis else len(types)
    hooks = [(converter.get_structure_hook(each), each) for each in types if each is not Ellipsis]

    def read(value: Any, _: Any) -> Any:
        row = cast("Sequence[Any]", value)
        if type(value) is not list or length not in (None, len(row)):
            raise RecordError(f"an array{'' if length is None else f' of {length}'} is expected, not {shown(row)}")
        items: list[Any] = []
        for index, item in enumerate(row):
            hook, each = hooks[index if length else 0]
            try:
                items.append(hook(item, each))
            except Exception as error:
                error.add_note(IterableValidationNote("", index, each))
                raise grouped(IterableValidationError, error) from None
        return tuple(items)

    return read


_E = TypeVar("_E", ClassValidationError, IterableValidationError)


def grouped(kind: type[_E], error: Exception) -> _E:
    """An error as cattrs groups it: what it is an error of has no part in what we tell."""
    make: Any = kind  # pyright knows the constructor of exception groups only
    return cast("_E", make("", [error], object))


def is_either(kind: Any) -> bool:
    """Whether a type is one of several classes whose objects have to say which."""
    return _is_union(kind) and all(map(has, get_args(kind))) and not is_either_notation(kind)


def is_either_notation(kind: Any) -> bool:
    """Whether a type is one of several classes that each have a notation, which says by itself which it is."""
    return _is_union(kind) and all(hasattr(each, "parse") for each in get_args(kind))


def is_either_plain(kind: Any) -> bool:
    """Whether a type is one of several that a value of JSON says by itself: a choice of words, or a number."""
    return _is_union(kind) and all(each in (int, str, bool) or is_choice(each) for each in get_args(kind))


def _is_union(kind: Any) -> bool:
    return get_origin(kind) in (Union, UnionType) and not _is_optional(kind)


def _is_optional(kind: Any) -> bool:
    return len(get_args(kind)) == 2 and NoneType in get_args(kind)


def tag(kind: Any) -> str:
    """What says in an object which of several types it is."""
    name: str = kind.__name__
    return name.lower()


def either_reader(kind: Any, converter: Converter) -> Reader:
    """One of several classes: an object that says in `kind` which."""
    classes: dict[str, Any] = {tag(each): each for each in get_args(kind)}

    def read(value: Any, _: Any) -> Any:
        found = dictionary(value)
        chosen = found.get("kind")
        if not isinstance(chosen, str) or chosen not in classes:
            raise in_field("kind", RecordError(f"one of {', '.join(classes)} is expected, not {shown(chosen)}"))
        rest = {name: item for name, item in found.items() if name != "kind"}
        return converter.structure(rest, classes[chosen])

    return read


def either_notation_reader(kind: Any, converter: Converter) -> Reader:
    """One of several types whose values say by themselves which they are of: the first that can read the value."""
    classes = get_args(kind)

    def read(value: Any, _: Any) -> Any:
        problems: list[str] = []
        for each in classes:
            try:
                return converter.structure(value, each)
            except RamiError as error:
                problems.append(str(error))
        raise RecordError("; or ".join(dict.fromkeys(problems)))

    return read


def either_writer(_: Any, converter: Converter) -> Writer:
    """A writer of one of several classes: an object that says in `kind` which."""

    def write(value: Any) -> Any:
        return {"kind": tag(type(value)), **converter.unstructure(value)}

    return write


def dictionary(value: Any) -> Mapping[str, Any]:
    """A value that has to be an object."""
    if type(value) is not dict:
        raise RecordError(f"an object is expected, not {shown(value)}")
    return cast("Mapping[str, Any]", value)


def in_field(name: str, error: Exception) -> ClassValidationError:
    """An error in a field."""
    error.add_note(AttributeValidationNote("", name, None))
    return grouped(ClassValidationError, error)


def shown(value: object) -> str:
    """A value of a document, cut short, for an error."""
    text = json.dumps(value, ensure_ascii=False) if isinstance(value, str | int | None) else type(value).__name__
    named = {"dict": "an object", "list": "an array", "tuple": "an array"}.get(text, text)
    return named if len(named) <= 60 else named[:60] + "…"
