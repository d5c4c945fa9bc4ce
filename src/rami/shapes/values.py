"""Type descriptions, and functions that check values against them."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from functools import cache
from types import MappingProxyType, NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Final,
    Literal,
    NamedTuple,
    TypeVar,
    Union,
    cast,
    get_args,
    get_origin,
    get_type_hints,
)

from attrs import AttrsInstance, fields

from rami.errors import RulesError, WrongType, shown
from rami.pieces import Piece


class Form(Enum):
    """The kinds of types that the library can check."""

    ANYTHING = "anything"
    """`Any` and `object`."""
    VARIABLE = "type variable"
    """A type variable, whose meaning depends on the game."""
    EXACT = "exact class"
    """One of the classes `int`, `bool` and `NoneType`, without subclasses.

    `True` is not a number, and neither is a piece.
    """
    CLASS = "class"
    """Any other class.

    Instances of subclasses are valid.
    """
    CHOICE = "choice"
    """A `Literal`."""
    UNION = "union"
    """A union of types."""
    ROW = "row"
    """A row of items that have the same type.

    It is a tuple of any length, a `Sequence` or an `Iterable`.
    """
    TUPLE = "tuple"
    """A tuple with a type for each item."""
    FUNCTION = "function"
    """A `Callable`."""


class Range(NamedTuple):
    """Lowest and highest value of a field, as in `Annotated[int, Range(0, 100)]`.

    Attributes:
        low: The lowest value.
        high: The highest value.

    Examples:
        >>> from rami.gin import Rules
        >>> Rules(knock_limit=101)
        Traceback (most recent call last):
        ...
        rami.errors.RulesError: knock_limit must be a whole number from 0 to 100, not 101
    """

    low: int
    high: int


class Shape(NamedTuple):
    """The description of a type."""

    form: Form
    kind: Any
    """The described class or annotation.

    It is a class if `form` is `EXACT`, `CLASS` or `ROW`.
    """
    parts: tuple["Shape", ...] = ()
    """The types of the members of a union, or of the items of a tuple.

    A row has one part, which is the type of its items.
    """
    choices: tuple[Any, ...] = ()
    """The values of a `Literal`."""
    range: Range | None = None
    """The range of an annotated number."""


_FUNCTION = get_origin(Callable[[], None])


def describe(annotation: Any) -> Shape:
    """Return the description of a type.

    Args:
        annotation: A class or a construct of the `typing` module. Arguments of generic classes are ignored.

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
    if origin in (Iterable, Sequence) or (origin is tuple and arguments[-1:] == (Ellipsis,)):
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
    """Return descriptions of the fields of an attrs class.

    Only fields that the constructor takes are included.

    Args:
        kind: The class.

    Returns:
        The shapes of the fields by name, in order.

    Examples:
        >>> from rami.results import Result
        >>> [f"{name}: {shape.form.value}" for name, shape in fields_of(Result).items()]
        ['scores: row', 'winners: row', 'reason: class', 'detail: union', 'parts: row']
    """
    hints = get_type_hints(kind, include_extras=True)
    return MappingProxyType({each.name: describe(hints[each.name]) for each in fields(kind) if each.init})


T = TypeVar("T")

MOST_DIGITS: Final = 400
"""Maximum number of digits of a whole number.

Python itself cannot print more than 4300.
"""

_BEYOND = 10**MOST_DIGITS


def is_whole(value: object) -> bool:
    """Return whether a value is an integer of at most 400 digits.

    Booleans and pieces do not count as integers.
    """
    return type(value) is int and -_BEYOND < value < _BEYOND


def whole(name: str, value: object, low: int | None = None, high: int | None = None, *, none: bool = False) -> int:
    """Check a whole number and its range.

    Args:
        name: The name of the number, for the error.
        value: The number.
        low: The lowest number allowed. None for no limit.
        high: The highest number allowed. None for no limit.
        none: Whether to mention None as an alternative in the error.

    Returns:
        The number.

    Raises:
        WrongType: If the value is not a whole number.
        RulesError: If the number is out of range.

    Examples:
        >>> whole("players", 9, 2, 4)
        Traceback (most recent call last):
        ...
        rami.errors.RulesError: players must be a whole number from 2 to 4, not 9
    """
    wanted = "a whole number" if low is None else _from_to(low, high)
    if none:
        wanted += ", or None"
    if not is_whole(value):
        raise WrongType(f"{name} must be {wanted}, not {shown(value)}")
    number = cast("int", value)
    if (low is not None and number < low) or (high is not None and number > high):
        raise RulesError(f"{name} must be {wanted}, not {shown(number)}")
    return number


def _from_to(low: int, high: int | None) -> str:
    if high is None:
        return f"a whole number of at least {low}"
    return str(low) if low == high else f"a whole number from {low} to {high}"


def check_seat(name: str, value: int | None, players: int) -> int | None:
    """Check a seat.

    Seats are counted from 0. None is valid, too.

    Args:
        name: The name of the seat, for the error.
        value: The seat.
        players: The number of players.

    Returns:
        The seat.

    Raises:
        RulesError: If the seat does not exist.
        WrongType: If the value is neither a whole number nor None.

    Examples:
        >>> check_seat("player", 2, 2)
        Traceback (most recent call last):
        ...
        rami.errors.RulesError: player must be a seat from 0 to 1, or None, not 2
    """
    if value is None or (is_whole(value) and 0 <= value < players):
        return value
    kind = RulesError if is_whole(value) else WrongType
    raise kind(f"{name} must be a seat from 0 to {players - 1}, or None, not {shown(value)}")


def instance(name: str, value: object, kind: type[T], wanted: str = "", hint: str = "") -> T:
    """Check the type of a value.

    Args:
        name: The name of the value, for the error.
        value: The value.
        kind: The expected type.
        wanted: A description of the expected value, for the error. Derived from `kind` by default.
        hint: Advice to add to the error.

    Returns:
        The value.

    Raises:
        WrongType: If the value has another type.

    Examples:
        >>> instance("label", 7, str, "text")
        Traceback (most recent call last):
        ...
        rami.errors.WrongType: label must be text, not 7
    """
    if not isinstance(value, kind):
        advice = f"; {hint}" if hint else ""
        raise WrongType(f"{name} must be {wanted or called(kind)}, not {shown(value)}{advice}")
    return value


def one_of(name: str, value: object, kinds: tuple[type, ...]) -> None:
    """Check that a value is of one of several types.

    Args:
        name: The name of the value, for the error.
        value: The value.
        kinds: The types.

    Raises:
        WrongType: If the value has another type.

    Examples:
        >>> one_of("name", 7, (str, bytes))
        Traceback (most recent call last):
        ...
        rami.errors.WrongType: name must be text or a bytes, not 7
    """
    if not isinstance(value, kinds):
        raise WrongType(f"{name} must be {alternatives(map(called, kinds))}, not {shown(value)}")


def row_of(name: str, values: object, kind: type[T]) -> tuple[T, ...]:
    """Return the items of an iterable as a tuple.

    The type of each item is checked.

    Args:
        name: The name of the values, for the error.
        values: An iterable, but not a string.
        kind: The type of the values.

    Returns:
        The values, in order.

    Raises:
        WrongType: If `values` is not an iterable, or one of the values has another type.

    Examples:
        >>> row_of("end_triggers", [7, 6, "5"], int)
        Traceback (most recent call last):
        ...
        rami.errors.WrongType: each item of end_triggers must be a whole number, not '5'
    """
    if not isinstance(values, Iterable) or isinstance(values, str):
        raise WrongType(f"{name} must be a row, not {shown(values)}")
    row = tuple(cast("Iterable[object]", values))
    for value in row:
        if not isinstance(value, kind) or (kind is int and not is_whole(value)):
            raise WrongType(f"each item of {name} must be {called(kind)}, not {shown(value)}")
    return cast("tuple[T, ...]", row)


def called(kind: type) -> str:
    """Return a noun phrase for a type, for error messages.

    Args:
        kind: The type.

    Returns:
        The noun with its article.

    Examples:
        >>> from rami.rummikub import State, Tile
        >>> called(State), called(Tile), called(str), called(int)
        ('a State', 'a tile', 'text', 'a whole number')
    """
    if kind in _CALLED:
        return _CALLED[kind]
    name = kind.noun if issubclass(kind, Piece) else kind.__name__
    return f"{'an' if name[0] in 'AEIOUaeiou' else 'a'} {name}"


_CALLED = {bool: "True or False", int: "a whole number", str: "text", NoneType: "None"}


def alternatives(names: Iterable[str], last_joint: str = " or ") -> str:
    """Join names in a list such as "a, b or c"."""
    *others, last = names
    return f"{', '.join(others)}{last_joint}{last}" if others else last


def wanted(shape: Shape) -> str:
    """Return a description of a type, for errors and tables.

    Args:
        shape: The shape of the type.

    Returns:
        The description.

    Examples:
        >>> from rami.gin import Rules
        >>> wanted(fields_of(Rules)["gin_bonus"]), wanted(fields_of(Rules)["shutout"])
        ('a whole number from 0 to 1000', "'double', or a whole number from 0 to 10000")
    """
    if shape.range:
        return _from_to(*shape.range)
    match shape.form:
        case Form.ANYTHING | Form.VARIABLE:
            return "anything"
        case Form.FUNCTION:
            return "a function"
        case Form.CHOICE:
            one, *more = map(repr, shape.choices)
            return f"one of {', '.join((one, *more))}" if more else one
        case Form.UNION:
            # A comma before "or" avoids texts such as "from 0 to 9 or None".
            has_range = any(part.range for part in shape.parts)
            return alternatives(dict.fromkeys(map(wanted, shape.parts)), ", or " if has_range else " or ")
        case Form.ROW:
            return f"a {'tuple' if shape.kind is tuple else 'row'} whose items are each {wanted(shape.parts[0])}"
        case Form.TUPLE:
            return f"a tuple of {', '.join(map(wanted, shape.parts))}"
        case _:
            return called(shape.kind)


def check_fields(value: AttrsInstance) -> None:
    """Check the fields of a value by their annotations.

    Types, choices and ranges are checked.

    Rows are skipped, because their converters check them.

    Args:
        value: An instance of an attrs class, such as rules.

    Raises:
        WrongType: If a field has the wrong type.
        RulesError: If the value of a field is not allowed.
    """
    for name, shape in fields_of(type(value)).items():
        item = getattr(value, name)
        if problem := _error_class(shape, item):
            raise problem(f"{name} must be {wanted(shape)}, not {shown(item)}")


def _error_class(shape: Shape, value: object) -> type[RulesError] | None:
    match shape.form:
        case Form.CHOICE:
            is_typed, fits = type(value) in map(type, shape.choices), value in shape.choices
        case Form.EXACT if shape.kind is int:
            low, high = shape.range or (-_BEYOND, _BEYOND)
            is_typed = is_whole(value)
            fits = is_typed and low <= cast("int", value) <= high
        case Form.EXACT | Form.CLASS:
            is_typed = fits = isinstance(value, shape.kind)
        case Form.UNION:
            problems = [_error_class(part, value) for part in shape.parts]
            is_typed, fits = {*problems} != {WrongType}, None in problems
        case _:
            return None
    if not is_typed:
        return WrongType
    return None if fits else RulesError


def near_names(name: str, known: Iterable[str]) -> tuple[str, ...]:
    """Return the names most similar to a misspelled name.

    Args:
        name: The misspelled name.
        known: The known names.

    Returns:
        Names with a similar spelling, then names with the same beginning.

    Examples:
        >>> near_names("knock_limt", ["gin_bonus", "knock_limit", "knock_by_upcard"])
        ('knock_limit', 'knock_by_upcard')
    """
    from difflib import get_close_matches  # noqa: PLC0415  # slow to import, and only needed for misspelled names

    names, start = tuple(known), name.lower()[:4]
    alike = get_close_matches(name.lower()[:40], names)
    begin = [each for each in names if len(start) > 2 and each.startswith(start) and each not in alike]
    return (*alike, *begin)
