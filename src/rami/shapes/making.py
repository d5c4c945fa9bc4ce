"""Values made without checks and converters, from fields that are right already: for the rules themselves."""

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import fields

__all__ = ["altered", "alterer", "row_maker"]

T = TypeVar("T")


def row_maker(kind: type[T], names: Sequence[str]) -> Callable[[Iterable[object]], T]:
    """Return a constructor that takes the values of all fields in a row, without checks and converters.

    Args:
        kind: A frozen class of attrs with slots.
        names: All its fields, in the order of the values.

    Returns:
        A function of the values, each as its field will hold it.

    Examples:
        >>> from rami.game import EndReason, Result
        >>> row_maker(Result, ("reason", "scores", "winners", "detail"))((EndReason.BLOCKED, (0, 0), (), None)).scores
        (0, 0)
    """
    first = ["def make(values):", f"    {''.join(f'{name}, ' for name in names)}= values"]
    return cast("Callable[[Iterable[object]], T]", _compiled(cast("type", kind), first, str))


def alterer(kind: type[T]) -> Callable[..., T]:
    """Return `altered` for values of one class, which takes half the time: for what every move does.

    Args:
        kind: A frozen class of attrs with slots.

    Examples:
        >>> from rami.game import EndReason, Result
        >>> alterer(Result)(Result((1, 0), (0,), EndReason.WENT_OUT), detail="gin").detail
        'gin'
    """
    return cast("Callable[..., T]", _alterer(cast("type", kind)))


if TYPE_CHECKING:
    from attrs import evolve as altered  # checkers know which fields it takes
else:

    def altered(value: T, **changes: object) -> T:
        """Return a value with some fields changed, without the checks and converters of `attrs.evolve`.

        Args:
            value: A value of a frozen class of attrs with slots.
            changes: The new values of fields, each as the field will hold it.

        Returns:
            The new value.

        Examples:
            >>> from rami.game import EndReason, Result
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
    """Return a constructor compiled as attrs compiles its own, from its first lines and the value of each field.

    The value is made in a class that is not frozen, and then moved: slots are set in a quarter of the time.
    """
    melted = {"__slots__": (), "__setattr__": object.__setattr__, "__delattr__": object.__delattr__}
    known: dict[str, object] = {"kind": kind, "new": object.__new__, "KEPT": object()}
    known["melted"] = type(kind.__name__, (kind,), melted)
    lines = [*first, "    made = new(melted)"]
    lines += [f"    made.{each.name} = {value_of(each.name)}" for each in fields(kind)]
    if hasattr(kind, "_attrs_cached_hash"):
        lines.append("    made._attrs_cached_hash = None")
    exec("\n".join([*lines, "    made.__class__ = kind", "    return made"]), known)  # of names of fields alone
    return cast("Callable[..., Any]", known["make"])
