"""Arguments and fields that are checked by their annotations, for callers who have no type checker.

What is not of the type that is asked for is a `WrongType`, whatever it is, and before anything is done with it.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from functools import wraps
from inspect import signature
from types import NoneType, UnionType
from typing import Any, Literal, NamedTuple, ParamSpec, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from attrs import Attribute

from rami.errors import RamiError, WrongType, shown
from rami.shapes.values import called

P = ParamSpec("P")
T = TypeVar("T")


class _Kind(NamedTuple):
    """What an annotation asks for."""

    exact: frozenset[type]
    """The types whose values fit, whatever they are."""
    fits: Callable[[object], bool]
    """Whether a value of another type fits."""
    wanted: str
    """What is wanted, for the error."""
    by_type: bool = True
    """Whether the type of a value is all that decides."""


def typed(function: Callable[P, T]) -> Callable[P, T]:
    """Check the arguments of a function by their annotations, each time that it is called.

    What is in an `Iterable` is not looked at, since it may be gone through once only, and neither are the values of a
    `Literal`: the function itself says what is wrong with these.

    Args:
        function: The function.

    Returns:
        The same, which raises `WrongType` before it does anything with an argument of another type.

    Examples:
        >>> @typed
        ... def half(number: int) -> float:
        ...     return number / 2
        >>> half("7")
        Traceback (most recent call last):
        ...
        rami.errors.WrongType: number must be a whole number, not '7'
    """
    kinds: dict[str, _Kind] = {}
    row: list[tuple[frozenset[type], Callable[[object], bool]]] = []

    @wraps(function)
    def checked(*args: P.args, **kwargs: P.kwargs) -> T:
        if not kinds:  # at the first call: import is to be fast
            hints = get_type_hints(function)
            kinds.update({name: _kind(hints.get(name, object)) for name in signature(function).parameters})
            row.extend((kind.exact, kind.fits) for kind in kinds.values())
        for value, (exact, fits) in zip(args, row):  # noqa: B905  # said, it would take time; an argument may be left out
            if type(value) not in exact and not fits(value):
                _refuse(kinds, dict(zip(kinds, args, strict=False)))
        if kwargs:
            _refuse(kinds, kwargs)
        return function(*args, **kwargs)

    return checked


def _refuse(kinds: dict[str, _Kind], arguments: dict[str, object]) -> None:
    for name, value in arguments.items():
        if name in kinds and not _is(kinds[name], value):
            hint = "; an edition is PRESETS[name]" if name == "rules" else ""
            raise WrongType(f"{name} must be {kinds[name].wanted}, not {shown(value)}{hint}")


def typed_fields(_: type, attributes: "list[Attribute[Any]]") -> "list[Attribute[Any]]":
    """Check the fields of a class by their annotations: for the `field_transformer` of attrs.

    What a converter cannot use, and what it leaves of another type, is a `WrongType`.

    Args:
        attributes: The fields of the class.

    Returns:
        The same, with checks.

    Examples:
        >>> from attrs import frozen
        >>> @frozen(field_transformer=typed_fields)
        ... class Named:
        ...     name: str
        >>> Named(7)
        Traceback (most recent call last):
        ...
        rami.errors.WrongType: name must be text, not 7
    """
    kinds: list[tuple[str, frozenset[type], Callable[[object], bool], str]] = []

    def validate(made: object, *_: object) -> None:
        if not kinds:  # at the first value that is made: import is to be fast
            kinds.extend((each.name, *_kind(each.type)[:3]) for each in attributes)
        for name, exact, fits, wanted in kinds:
            value = getattr(made, name)
            if type(value) not in exact and not fits(value):
                raise WrongType(f"{name} must be {wanted}, not {shown(value)}")

    # One check, at the first field, does for all: when it is made, all fields have their values.
    first, *others = (each.evolve(validator=None, converter=_converter(each)) for each in attributes)
    return [first.evolve(validator=validate), *others]


def _converter(attribute: "Attribute[Any]") -> Callable[[Any], object] | None:
    converter = cast("Callable[[object], object] | None", getattr(attribute, "converter"))  # noqa: B009  # has no type
    if converter is None or hasattr(converter, "__wrapped__"):  # of a base class, which has seen to it
        return converter

    @wraps(converter)  # its annotation is that of the argument of the constructor
    def convert(value: Any) -> object:
        try:
            return converter(value)
        except RamiError:
            raise
        except (AttributeError, TypeError):
            raise WrongType(f"{attribute.name} must be {_kind(attribute.type).wanted}, not {shown(value)}") from None

    return convert


# ---------------------------------------------------------------------------------------------------------- annotations


def _kind(kind: Any) -> _Kind:
    """What an annotation asks for."""
    origin, args = get_origin(kind), get_args(kind)
    if kind in (Any, object) or isinstance(kind, TypeVar):
        return _ANYTHING
    if kind in (bool, int, NoneType):  # exactly: True is no number, and no piece is one
        return _Kind(frozenset([kind]), _never, called(kind))
    if origin in (Union, UnionType):
        return _either([_kind(each) for each in args])
    if origin is Literal:
        return _Kind(frozenset([str]), _instances(str), f"one of {', '.join(map(repr, args))}")
    if origin is tuple:
        return _tuple(args)
    if origin is get_origin(Callable[[], None]):
        return _Kind(frozenset(), callable, "a function")
    if origin in (Iterable, Sequence):
        return _rows(origin, _kind(args[0]))
    one: type = origin or kind
    return _Kind(frozenset([one]), _instances(one), called(one))


def _instances(one: type) -> Callable[[object], bool]:
    def fits(value: object) -> bool:
        return isinstance(value, one)

    return fits


def _never(_: object) -> bool:
    return False


def _always(_: object) -> bool:
    return True


_ANYTHING = _Kind(frozenset(), _always, "anything")


def _either(kinds: Sequence[_Kind]) -> _Kind:
    """A value that fits one of some annotations."""
    *others, last = dict.fromkeys(kind.wanted for kind in kinds)

    def fits(value: object) -> bool:
        return any(kind.fits(value) for kind in kinds)

    return _Kind(
        frozenset[type]().union(*(kind.exact for kind in kinds)),
        fits,
        f"{', '.join(others)} or {last}",
        all(kind.by_type for kind in kinds),
    )


def _tuple(args: tuple[Any, ...]) -> _Kind:
    """A tuple of any length of values of one type, or of one value of each type."""
    each = [_kind(arg) for arg in args if arg is not Ellipsis]
    if args[-1] is Ellipsis:
        return _rows(tuple, each[0])
    wanted = f"a tuple of {', '.join(kind.wanted for kind in each)}"

    def fits(value: object) -> bool:
        row = cast("tuple[object, ...]", value)
        return isinstance(value, tuple) and len(row) == len(each) and all(map(_is, each, row))

    return _Kind(
        frozenset(),
        fits,
        wanted,
        by_type=False,
    )


def _rows(origin: type, one: _Kind) -> _Kind:
    """Values of one type in a row; those of an `Iterable` are not looked at."""

    def fits(row: object) -> bool:
        if type(row) is not tuple and (not isinstance(row, origin) or isinstance(row, str)):
            return False
        if origin is Iterable:
            return True
        values = cast("Collection[object]", row)
        if not exact:  # rows of rows
            return all(map(one.fits, values))
        if exact.issuperset(map(type, values)):  # of the rows of pieces, which are long, that is all
            return True
        if one.by_type:
            values = {type(each): each for each in values}.values()
        return all(_is(one, each) for each in values)

    exact = one.exact

    return _Kind(frozenset(), fits, f"a {'tuple' if origin is tuple else 'row'}, each item {one.wanted}", by_type=False)


def _is(kind: _Kind, value: object) -> bool:
    return type(value) in kind.exact or kind.fits(value)
