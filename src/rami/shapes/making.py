"""Fast constructors that do not check the values of fields."""

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import fields

__all__ = ["altered", "alterer", "filled", "row_maker"]

T = TypeVar("T")


def row_maker(kind: type[T], names: Sequence[str]) -> Callable[[Iterable[object]], T]:
    """Return a constructor without checks and converters.

    It takes the values of all fields in one iterable.

    Args:
        kind: A frozen, slotted attrs class.
        names: The names of all fields, in the order of the values.

    Returns:
        A function that takes the values and returns an instance. The values are stored as they are.

    Examples:
        >>> from rami.results import EndReason, Result
        >>> make = row_maker(Result, ("reason", "scores", "winners", "detail", "parts"))
        >>> make((EndReason.BLOCKED, (0, 0), (), None, ())).scores
        (0, 0)
    """
    first = ["def make(values):", f"    {''.join(f'{name}, ' for name in names)}= values"]
    return cast("Callable[[Iterable[object]], T]", _compiled(cast("type", kind), first, str))


def filled(kind: type[T], **values: object) -> T:
    """Return an instance with the given values, without checks and converters.

    Other fields get their defaults.

    Args:
        kind: A frozen, slotted attrs class.
        values: The values of fields. They are stored as they are.

    Examples:
        >>> from rami.results import EndReason, Result
        >>> filled(Result, scores=(0, 0), winners=(), reason=EndReason.BLOCKED).parts
        ()
    """
    make, defaults = _filler(cast("type", kind), tuple(values))
    return cast("T", make((*values.values(), *defaults)))


@cache
def _filler(kind: type, names: tuple[str, ...]) -> tuple[Callable[[Iterable[object]], Any], tuple[object, ...]]:
    others = [each for each in fields(kind) if each.name not in names]
    return row_maker(kind, (*names, *(each.name for each in others))), tuple(each.default for each in others)


def alterer(kind: type[T]) -> Callable[..., T]:
    """Return a function that works like `altered`, for one class.

    It is twice as fast. Use it in functions that run at every move.

    Args:
        kind: A frozen, slotted attrs class.

    Examples:
        >>> from rami.results import EndReason, Result
        >>> alterer(Result)(Result((1, 0), (0,), EndReason.WENT_OUT), detail="gin").detail
        'gin'
    """
    return cast("Callable[..., T]", _alterer(cast("type", kind)))


if TYPE_CHECKING:
    # Type checkers have a special case for `evolve`, so they check calls of `altered`, too.
    from attrs import evolve as altered
else:

    def altered(value: T, **changes: object) -> T:
        """Return a copy of a value with some fields changed, without checks.

        It skips the checks and converters of `attrs.evolve`.

        Args:
            value: An instance of a frozen, slotted attrs class.
            changes: The new values of fields. They are stored as they are.

        Returns:
            The copy.

        Examples:
            >>> from rami.results import EndReason, Result
            >>> altered(Result((1, 0), (0,), EndReason.WENT_OUT), detail="gin").detail
            'gin'
        """
        try:
            return _alterer(type(value))(value, **changes)
        except TypeError:
            names = {each.name for each in fields(type(value))}
            unknown = ", ".join(name for name in changes if name not in names)
            raise TypeError(f"{type(value).__name__} has no field {unknown}") from None


@cache
def _alterer(kind: type) -> Callable[..., Any]:
    names = ", ".join(f"{each.name}=KEPT" for each in fields(kind))
    return _compiled(
        kind, [f"def make(value, *, {names}):"], lambda name: f"value.{name} if {name} is KEPT else {name}"
    )


def _compiled(kind: type, first: list[str], value_of: Callable[[str], str]) -> Callable[..., Any]:
    """Compile the source code of a constructor, as attrs does."""
    # Setting slots is four times faster before the instance is frozen.
    melted = {"__slots__": (), "__setattr__": object.__setattr__, "__delattr__": object.__delattr__}
    known: dict[str, object] = {"kind": kind, "new": object.__new__, "KEPT": object()}
    known["melted"] = type(kind.__name__, (kind,), melted)
    lines = [*first, "    made = new(melted)"]
    lines += [f"    made.{each.name} = {value_of(each.name)}" for each in fields(kind)]
    if hasattr(kind, "_attrs_cached_hash"):
        lines.append("    made._attrs_cached_hash = None")
    # The source has only names of fields, so `exec` is safe.
    exec("\n".join([*lines, "    made.__class__ = kind", "    return made"]), known)
    return cast("Callable[..., Any]", known["make"])
