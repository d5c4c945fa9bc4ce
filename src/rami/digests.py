"""Digests of values, over the fields that differ from their defaults."""

from collections.abc import Iterator, Mapping
from enum import StrEnum
from functools import cache
from types import MappingProxyType
from typing import Any, cast

from attrs import NOTHING, fields, has

from rami.errors import RulesError


def digest(state: object) -> str:
    """Return a fingerprint of a state: equal states have equal digests, on every machine and Python version.

    `hash()` differs from process to process; a digest can be stored and sent. It covers hidden pieces, so keep the
    digest of a running deal secret: with it, anybody can try out which hidden pieces fit.

    Args:
        state: A state, or any value of a game.

    Returns:
        64 hexadecimal digits.

    Raises:
        RulesError: If the value is not one of a game's.

    Examples:
        >>> from rami import rummikub
        >>> digest(rummikub.new_game(2, seed=1)) == digest(rummikub.new_game(2, seed=1))
        True
    """
    from hashlib import sha256  # noqa: PLC0415  # slow to import, and rarely needed

    try:
        return sha256(_canonical(state).encode()).hexdigest()
    except RecursionError:
        raise RulesError("no digest of rows in rows without end: they are not a value of a game") from None


_LARGE = 10**1000


def _canonical(value: object) -> str:
    """Serialize a value: different values of a game give different texts.

    Fields are sorted by name, and those with their defaults are left out, so that neither the order of the fields nor a
    field that a later version adds changes an older digest.
    """
    if isinstance(value, int) and not -_LARGE < value < _LARGE:
        return hex(value)  # CPython refuses to write thousands of digits
    if value is None or type(value) in (bool, int, str):
        return repr(value)
    if isinstance(value, int | StrEnum):  # a piece, or a named choice
        return str(value)
    if isinstance(value, tuple):
        return "[" + ",".join(map(_canonical, cast("tuple[object, ...]", value))) + "]"
    kind = type(value)
    if has(kind):
        parts = [f"{name}={_canonical(item)}" for name, item in changed_fields(value)]
        return f"{kind.__name__}({','.join(parts)})"
    raise RulesError(f"no digest of a {type(value).__name__}: it is not a value of a game")


def changed_fields(value: object) -> Iterator[tuple[str, Any]]:
    """Yield the fields of a value that differ from their defaults, sorted by name.

    Args:
        value: A value of an attrs class.

    Yields:
        The name and the value of each.

    Examples:
        >>> from rami.game import Deal
        >>> dict(changed_fields(Deal((7, 8), seed=5)))
        {'order': (7, 8), 'seed': 5}
    """
    kind: Any = type(value)
    for name, default in _sorted_fields(kind):
        item = getattr(value, name)
        if type(item) is not type(default) or item != default:  # by type, too: True is not 1
            yield name, item


@cache
def defaults_of(kind: type) -> Mapping[str, object]:
    """Return the defaults of an attrs class.

    Args:
        kind: The class.

    Returns:
        The defaults by the names of their fields.

    Examples:
        >>> from rami.game import Deal
        >>> dict(defaults_of(Deal))
        {'draws': (), 'starter': None, 'seed': 0}
    """
    known = {each.name: each.default for each in fields(kind) if each.init and each.default is not NOTHING}
    return MappingProxyType(known)


@cache
def _sorted_fields(kind: type) -> tuple[tuple[str, object], ...]:
    """Return the names and defaults of the fields that the constructor takes."""
    return tuple(sorted((each.name, each.default) for each in fields(kind) if each.init))
