"""Moves that no list has offered: legal ones among them are missing from `legal_moves`."""

from collections.abc import Iterator, Sequence
from enum import Enum
from itertools import product
from math import prod
from random import Random
from types import NoneType, UnionType
from typing import Any, Generic, Union, cast, get_args, get_origin, get_type_hints

from attrs import NOTHING, Attribute, frozen

from rami.game import M
from rami.testing.exploring import pick, reservoir
from rami.testing.piece_paths import parts, parts_of, with_fields

MOST = 3
"""How long the rows are that are made up."""

FEW = 300
"""Up to how many choices of what is seen are gone through."""


class _Unknown(Exception):  # no error: nothing can be made up
    """Nothing is known of the type of a field."""


@frozen
class Inventor(Generic[M]):
    """Makes moves up, of what is seen in a position.

    Attributes:
        kinds: The classes of moves.
        pieces: All kinds of pieces.
        random: The source of chance.
    """

    kinds: Sequence[type[M]]
    pieces: Sequence[Any]
    random: Random

    def variants(self, view: object, moves: Sequence[M], count: int) -> list[M]:
        """Moves that differ from given ones in a field.

        Args:
            view: What the player who moves sees.
            moves: The moves.
            count: How many to try; those that a class refuses are left out.
        """
        values = list(_values(view))
        kinds: dict[type, list[M]] = {}
        for move in moves:
            kinds.setdefault(type(move), []).append(move)
        found: list[M] = []
        for _ in range(count if moves else 0):
            kind = pick(list(kinds), self.random)
            chosen: Any = pick(kinds[kind], self.random)
            if not (fields := parts(chosen)):
                continue
            part = pick(fields, self.random)
            try:
                known = _default(part) if self.random.random() < 1 / 2 else ()
                value = known[0] if known else self._value(_hints(kind)[part.name], values)
                found.append(with_fields(chosen, {part.name: value}))
            except (_Unknown, KeyError, ValueError, TypeError):  # what the class refuses, too
                continue
        return found

    def made_up(self, view: object, kind: type[M], count: int) -> list[M]:
        """Moves of a kind, made of what is seen: all of them where there are few, else some.

        Args:
            view: What the player who moves sees.
            kind: The class of the moves.
            count: How many to try; those that the class refuses are left out.
        """
        values = list(dict.fromkeys(_values(view)))
        fields = parts_of(kind)
        try:
            hints = _hints(kind)
            rows = self._rows([(hints[each.name], _default(each)) for each in fields], values, count)
        except (_Unknown, KeyError):
            return []
        found: list[M] = []
        for row in rows:
            try:
                found.append(kind(**dict(zip([each.alias or each.name for each in fields], row, strict=True))))
            except (ValueError, TypeError):
                continue
        return found

    def _rows(
        self, parts: Sequence[tuple[Any, tuple[Any, ...]]], values: Sequence[Any], count: int
    ) -> list[tuple[Any, ...]]:
        """A value of each type, or its default: every choice of what is seen where there are few, else some choices."""
        try:
            choices = [list(dict.fromkeys((*default, *_seen(hint, values)))) for hint, default in parts]
        except _Unknown:
            choices = []
        if choices and prod(map(len, choices)) <= FEW:
            return reservoir(product(*choices), count, self.random)
        return [tuple(self._value(hint, values) for hint, _ in parts) for _ in range(count)]

    def _value(self, hint: Any, values: Sequence[Any]) -> Any:
        """A value of a type: one that is seen, or one that is put together of such."""
        arguments, origin = get_args(hint), get_origin(hint)
        if origin in (Union, UnionType):
            return self._value(pick(arguments, self.random), values)
        if hint is NoneType:
            return None
        if origin is tuple and arguments:
            if arguments[-1] is not Ellipsis:
                return tuple(self._value(each, values) for each in arguments)
            return tuple(self._value(arguments[0], values) for _ in range(int(self.random.random() * (MOST + 1))))
        if not isinstance(hint, type):
            raise _Unknown
        if hint is bool or issubclass(hint, Enum):
            return pick((False, True) if hint is bool else tuple(cast("Any", hint)), self.random)
        seen = [value for value in values if isinstance(value, hint) and not isinstance(value, bool)]
        others = [piece for piece in self.pieces if isinstance(piece, hint)]
        if not seen or (others and self.random.random() < 1 / 4):
            seen = others
        if not seen:
            raise _Unknown
        return pick(seen, self.random)


def _default(part: "Attribute[Any]") -> tuple[Any, ...]:
    """The default of a field, if it has one that needs no making."""
    default: Any = part.default
    return () if default is NOTHING or hasattr(default, "factory") else (default,)


def _seen(hint: Any, values: Sequence[Any]) -> list[Any]:
    """The values of a type that are seen."""
    if get_origin(hint) in (Union, UnionType):
        return [value for each in get_args(hint) for value in _seen(each, values)]
    if hint is NoneType:
        return [None]
    if not isinstance(hint, type):
        raise _Unknown
    return [value for value in values if isinstance(value, hint)]


def _hints(kind: type) -> dict[str, Any]:
    try:
        return get_type_hints(kind)
    except Exception as error:  # names that are known only to a checker of types
        raise _Unknown from error


def _values(value: object) -> Iterator[object]:
    """A value, and all that it is made of."""
    if isinstance(value, tuple):
        for item in cast("tuple[object, ...]", value):
            yield from _values(item)
        return
    yield value
    for each in parts(value):
        if each.name != "rules":
            yield from _values(getattr(value, each.name))
