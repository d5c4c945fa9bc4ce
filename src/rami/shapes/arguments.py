"""Checks of arguments and fields by their type annotations.

They help callers without a type checker.

A value of the wrong type raises `WrongType` before it is used. Checks are built at the first call of a function or
class, to keep imports fast.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from functools import wraps
from inspect import signature
from typing import Any, NamedTuple, ParamSpec, TypeVar, cast, get_type_hints

from attrs import Attribute

from rami.errors import RamiError, WrongType, shown
from rami.shapes.values import Form, Shape, describe, is_whole, wanted

P = ParamSpec("P")
T = TypeVar("T")


class _Check(NamedTuple):
    exact: frozenset[type]
    """Types whose values are always valid."""
    fits: Callable[[object], bool]
    """Function that returns whether a value of another type is valid."""
    shape: Shape
    """The expected type, for the error message."""
    by_type: bool = True
    """True if only the type of a value is checked.

    It is False for numbers and rows, since their values are checked, too.
    """

    def passes(self, value: object) -> bool:
        return type(value) in self.exact or self.fits(value)


def typed(function: Callable[P, T]) -> Callable[P, T]:
    """Decorate a function to check its arguments at each call.

    The annotations of the arguments have the expected types.

    Two things are not checked: the items of an `Iterable`, which may be consumable only once, and the values of a
    `Literal`. The function has to check them.

    Args:
        function: The function.

    Returns:
        The decorated function. It raises `WrongType` if an argument has the wrong type.

    Examples:
        >>> @typed
        ... def half(number: int) -> float:
        ...     return number / 2
        >>> half("7")
        Traceback (most recent call last):
        ...
        rami.errors.WrongType: number must be a whole number, not '7'
    """
    checks: dict[str, _Check] | None = None

    def checks_of_arguments() -> dict[str, _Check]:
        hints = get_type_hints(function)
        return {name: _check(describe(hints.get(name, object))) for name in signature(function).parameters}

    @wraps(function)
    def checked(*args: P.args, **kwargs: P.kwargs) -> T:
        nonlocal checks
        # Two threads may both build the checks. The checks are equal, so no lock is needed.
        if checks is None:
            checks = checks_of_arguments()
        # A strict zip is slower, and optional arguments may be missing.
        for value, (exact, fits, _, _) in zip(args, checks.values()):  # noqa: B905
            if type(value) not in exact and not fits(value):
                # Check the arguments again, to raise an error with the name of the argument.
                _check_arguments(checks, dict(zip(checks, args, strict=False)))
        if kwargs:
            _check_arguments(checks, kwargs)
        return function(*args, **kwargs)

    return checked


def _check_arguments(checks: Mapping[str, _Check], arguments: Mapping[str, object]) -> None:
    for name, value in arguments.items():
        if name in checks and not checks[name].passes(value):
            hint = "; an edition is PRESETS[name]" if name == "rules" else ""
            raise WrongType(f"{name} must be {wanted(checks[name].shape)}, not {shown(value)}{hint}")


def typed_fields(_: type, attributes: "list[Attribute[Any]]") -> "list[Attribute[Any]]":
    """Check the fields of a frozen class by their annotations.

    Pass this function to attrs as `field_transformer`.

    A value that a converter cannot handle, or whose type is wrong, raises `WrongType`. The validators of the fields are
    removed, so do other checks in `__attrs_post_init__`.

    Args:
        _: The class. Not used.
        attributes: The fields of the class.

    Returns:
        The fields with checks.

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
    if not attributes:
        return []
    checks: list[tuple[str, frozenset[type], Callable[[object], bool], Shape]] | None = None

    def validate(instance: object, *_unused: object) -> None:
        nonlocal checks
        # Two threads may both build the checks. The checks are equal, so no lock is needed.
        if checks is None:
            checks = [(each.name, *_check(describe(each.type))[:3]) for each in attributes]
        for name, exact, fits, shape in checks:
            item = getattr(instance, name)
            if type(item) not in exact and not fits(item):
                raise WrongType(f"{name} must be {wanted(shape)}, not {shown(item)}")

    # Validators run after all fields are set, so the first one checks all fields.
    first, *others = (each.evolve(validator=None, converter=_converter(each)) for each in attributes)
    return [first.evolve(validator=validate), *others]


def _converter(attribute: "Attribute[Any]") -> Callable[[Any], object] | None:
    converter = cast("Callable[[object], object] | None", getattr(attribute, "converter"))  # noqa: B009  # it is untyped
    # Inherited converters are already wrapped.
    if converter is None or hasattr(converter, "__wrapped__"):
        return converter

    # attrs reads the type of the argument from the wrapped function.
    @wraps(converter)
    def convert(value: Any) -> object:
        try:
            return converter(value)
        except RamiError:
            # `WrongType` is also a TypeError, so handle it first.
            raise
        except (AttributeError, TypeError):
            kind = wanted(describe(attribute.type))
            raise WrongType(f"{attribute.name} must be {kind}, not {shown(value)}") from None

    return convert


def _check(shape: Shape) -> _Check:
    match shape.form:
        case Form.ANYTHING | Form.VARIABLE:
            return _Check(frozenset(), _always, shape)
        case Form.EXACT if shape.kind is int:
            # A number may be too large, so its value is checked, too.
            return _Check(frozenset(), is_whole, shape, by_type=False)
        case Form.EXACT:
            return _Check(frozenset([shape.kind]), _never, shape)
        case Form.CLASS | Form.CHOICE:
            kind = str if shape.form is Form.CHOICE else shape.kind
            return _Check(frozenset([kind]), _is_instance(kind), shape)
        case Form.FUNCTION:
            return _Check(frozenset(), callable, shape)
        case Form.UNION:
            return _union(shape, list(map(_check, shape.parts)))
        case Form.ROW:
            return _row(shape, _check(shape.parts[0]))
        case _:
            return _tuple(shape, list(map(_check, shape.parts)))


def _is_instance(kind: type) -> Callable[[object], bool]:
    def fits(value: object) -> bool:
        return isinstance(value, kind)

    return fits


def _never(_: object) -> bool:
    return False


def _always(_: object) -> bool:
    return True


def _union(shape: Shape, members: list[_Check]) -> _Check:
    tests = [member.fits for member in members if member.fits is not _never]

    def any_fits(value: object) -> bool:
        return any(test(value) for test in tests)

    fits = tests[0] if len(tests) == 1 else any_fits
    exact = frozenset[type]().union(*(member.exact for member in members))
    return _Check(exact, fits, shape, all(member.by_type for member in members))


def _row(shape: Shape, item: _Check) -> _Check:
    kind, exact = shape.kind, item.exact

    def fits(row: object) -> bool:
        is_row = type(row) is tuple or (isinstance(row, kind) and not isinstance(row, str))
        if not is_row or kind is Iterable:
            return is_row
        items = cast("Collection[object]", row)
        if not exact:
            return all(map(item.fits, items))
        # This is the fast path for long rows of pieces.
        if exact.issuperset(map(type, items)):
            return True
        if item.by_type:
            # All items of one type are equally valid, so check one item of each type.
            items = {type(each): each for each in items}.values()
        return all(map(item.passes, items))

    return _Check(frozenset(), fits, shape, by_type=False)


def _tuple(shape: Shape, items: list[_Check]) -> _Check:
    def fits(value: object) -> bool:
        row = cast("tuple[object, ...]", value)
        return (
            isinstance(value, tuple)
            and len(row) == len(items)
            and all(item.passes(each) for item, each in zip(items, row, strict=True))
        )

    return _Check(frozenset(), fits, shape, by_type=False)
