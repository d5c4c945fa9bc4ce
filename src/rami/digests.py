"""Digests of values.

Fields that have their default value do not affect a digest.
"""

from collections.abc import Iterator, Mapping
from enum import StrEnum
from functools import cache
from types import MappingProxyType
from typing import Any, cast

from attrs import NOTHING, fields, has

from rami.errors import RulesError


def digest(state: object) -> str:
    """Return a digest of a state.

    Equal states have equal digests on every machine and Python version.

    Unlike `hash()`, a digest can be stored and sent. It depends on hidden pieces, so keep the digest of a running deal
    secret. Otherwise, players can compare it with the digests of their guesses.

    Args:
        state: A state, or any other value of a game.

    Returns:
        64 hexadecimal digits.

    Raises:
        RulesError: If the value does not belong to a game.

    Examples:
        >>> from rami import rummikub
        >>> digest(rummikub.new_game(2, seed=1)) == digest(rummikub.new_game(2, seed=1))
        True
    """
    from hashlib import sha256  # noqa: PLC0415  # slow to import, and rarely needed

    try:
        return sha256(_canonical(state).encode()).hexdigest()
    except RecursionError:
        raise RulesError("the value is nested too deeply to be a value of a game") from None


_LARGE = 10**1000


def _canonical(value: object) -> str:
    if isinstance(value, int) and not -_LARGE < value < _LARGE:
        # CPython refuses to convert very large numbers to decimal, so use hexadecimal.
        return hex(value)
    if value is None or type(value) in (bool, int, str):
        return repr(value)
    # Pieces are integers.
    if isinstance(value, int | StrEnum):
        return str(value)
    if isinstance(value, tuple):
        return "[" + ",".join(map(_canonical, cast("tuple[object, ...]", value))) + "]"
    kind = type(value)
    if has(kind):
        parts = [f"{name}={_canonical(item)}" for name, item in changed_fields(value)]
        return f"{kind.__name__}({','.join(parts)})"
    raise RulesError(f"{type(value).__name__} has no digest: it is not a value of a game")


def changed_fields(value: object) -> Iterator[tuple[str, Any]]:
    """Yield the fields that differ from their defaults.

    They are in alphabetical order.

    Args:
        value: An instance of an attrs class.

    Yields:
        The name and value of a field.

    Examples:
        >>> from rami.game import Deal
        >>> dict(changed_fields(Deal((7, 8), seed=5)))
        {'order': (7, 8), 'seed': 5}
    """
    kind: Any = type(value)
    for name, default in _sorted_fields(kind):
        item = getattr(value, name)
        # Compare types too, since True equals 1.
        if type(item) is not type(default) or item != default:
            yield name, item


@cache
def defaults_of(kind: type) -> Mapping[str, object]:
    """Return the default values of the fields of an attrs class.

    Args:
        kind: The class.

    Returns:
        The defaults by field name.

    Examples:
        >>> from rami.game import Deal
        >>> dict(defaults_of(Deal))
        {'draws': (), 'starter': None, 'seed': 0}
    """
    known = {each.name: each.default for each in fields(kind) if each.init and each.default is not NOTHING}
    return MappingProxyType(known)


@cache
def _sorted_fields(kind: type) -> tuple[tuple[str, object], ...]:
    return tuple(sorted((each.name, each.default) for each in fields(kind) if each.init))
