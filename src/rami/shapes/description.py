"""Annotations, read once: one description of a type that checks, JSON, schemas and samples are made from."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from functools import cache
from types import MappingProxyType, NoneType, UnionType
from typing import Annotated, Any, Literal, NamedTuple, TypeVar, Union, get_args, get_origin, get_type_hints

from attrs import fields


class Form(Enum):
    """The forms of types that the library knows."""

    ANYTHING = "anything"
    """`Any` and `object`."""
    VARIABLE = "type variable"
    """A type variable: a game may say what it stands for."""
    EXACT = "exact class"
    """`int`, `bool` or `None`, without their subclasses: True is no number, and neither is a piece."""
    CLASS = "class"
    """Any other class, with its subclasses."""
    CHOICE = "choice"
    """A `Literal`."""
    UNION = "union"
    """One of several types."""
    ROW = "row"
    """Items of one type: a tuple of any length, a `Sequence` or an `Iterable`."""
    TUPLE = "tuple"
    """A tuple with a type for each item."""
    FUNCTION = "function"
    """A `Callable`."""


class Range(NamedTuple):
    """The lowest and the highest number of a field: `Annotated[int, Range(0, 100)]`."""

    low: int
    high: int


class Shape(NamedTuple):
    """The description of a type."""

    form: Form
    kind: Any
    """The class of an exact class, a class or a row; elsewhere the annotation."""
    parts: tuple["Shape", ...] = ()
    """The members of a union, the types of the items of a tuple, or the one type of those of a row."""
    choices: tuple[Any, ...] = ()
    """The values of a choice."""
    range: Range | None = None
    """The numbers that are allowed, of an annotated one."""


_FUNCTION = get_origin(Callable[[], None])


def describe(annotation: Any) -> Shape:
    """Describe the type that an annotation asks for.

    Args:
        annotation: A class, or what the `typing` module makes of classes. Of a generic class only the class counts.

    Returns:
        The description.

    Examples:
        >>> describe(tuple[int, ...]).form, describe(tuple[int, ...]).parts[0].kind
        (<Form.ROW: 'row'>, <class 'int'>)
    """
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        bounds = next((each for each in arguments[1:] if isinstance(each, Range)), None)
        return describe(arguments[0])._replace(range=bounds)
    if origin is Literal:
        return Shape(Form.CHOICE, annotation, choices=arguments)
    if origin in (Union, UnionType):
        return Shape(Form.UNION, annotation, tuple(map(describe, arguments)))
    if origin in (Iterable, Sequence) or (origin is tuple and arguments[-1] is Ellipsis):
        return Shape(Form.ROW, origin, (describe(arguments[0]),))
    if origin is tuple:
        return Shape(Form.TUPLE, annotation, tuple(map(describe, arguments)))
    return Shape(_form_of_one(annotation, origin), origin or annotation)


def _form_of_one(annotation: Any, origin: Any) -> Form:
    if annotation in (Any, object):
        return Form.ANYTHING
    if isinstance(annotation, TypeVar):
        return Form.VARIABLE
    if annotation in (bool, int, NoneType):
        return Form.EXACT
    return Form.FUNCTION if origin is _FUNCTION else Form.CLASS


@cache
def fields_of(kind: type) -> Mapping[str, Shape]:
    """Describe the fields that the constructor of an attrs class takes.

    Args:
        kind: The class.

    Returns:
        The types of the fields by their names, in their order.

    Examples:
        >>> from rami.game import Result
        >>> [f"{name}: {shape.form.value}" for name, shape in fields_of(Result).items()]
        ['scores: row', 'winners: row', 'reason: class', 'detail: union']
    """
    hints = get_type_hints(kind, include_extras=True)
    return MappingProxyType({each.name: describe(hints[each.name]) for each in fields(kind) if each.init})
