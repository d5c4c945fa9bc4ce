"""Moves that no list has offered: legal ones among them are missing from `legal_moves`."""

from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from itertools import product
from math import prod
from random import Random
from types import NoneType
from typing import Any, Generic, cast

from attrs import NOTHING, Attribute, frozen, has

from rami.game import M
from rami.shapes import Form, Shape, fields_of
from rami.testing.exploring import pick, reservoir
from rami.testing.piece_paths import init_fields, with_fields

LONGEST_ROW = 3
"""How long the rows are that are made, at most."""

FEW = 300
"""Up to how many combinations of visible values are enumerated."""


class _UnknownType(Exception):  # no error: no value can be made
    """Nothing is known of the type of a field."""


@frozen
class CandidateMoves(Generic[M]):
    """Makes moves from what is visible in a position."""

    pieces: Sequence[Any]
    random: Random

    def variants(self, view: object, moves: Sequence[M], count: int) -> list[M]:
        """Return up to `count` moves that differ from given ones in a field."""
        visible = list(_values_in(view))
        kinds: dict[type, list[M]] = {}
        for move in moves:
            kinds.setdefault(type(move), []).append(move)
        found: list[M] = []
        for _ in range(count if moves else 0):
            kind = pick(list(kinds), self.random)
            chosen: Any = pick(kinds[kind], self.random)
            if not (fields := init_fields(chosen)):
                continue
            part = pick(fields, self.random)
            try:
                default = _default(part) if self.random.random() < 1 / 2 else ()
                value = default[0] if default else self._value(_shapes(kind)[part.name], visible)
                found.append(with_fields(chosen, {part.name: value}))
            except (_UnknownType, KeyError, ValueError, TypeError):  # what the class refuses, too
                continue
        return found

    def combined(self, view: object, kind: type[M], count: int) -> list[M]:
        """Return up to `count` moves of a kind, combined from visible values: all of them where there are few."""
        visible = list(dict.fromkeys(_values_in(view)))
        fields = init_fields(kind)
        try:
            shapes = _shapes(kind)
            rows = self._rows([(shapes[each.name], _default(each)) for each in fields], visible, count)
        except (_UnknownType, KeyError):
            return []
        found: list[M] = []
        for row in rows:
            try:
                found.append(kind(**dict(zip([each.alias or each.name for each in fields], row, strict=True))))
            except (ValueError, TypeError):
                continue
        return found

    def _rows(
        self, fields: Sequence[tuple[Shape, tuple[Any, ...]]], visible: Sequence[Any], count: int
    ) -> list[tuple[Any, ...]]:
        """Return rows with a value of each type: all combinations where there are few, else some."""
        try:
            choices = [list(dict.fromkeys((*default, *_of_type(shape, visible)))) for shape, default in fields]
        except _UnknownType:
            choices = []
        if choices and prod(map(len, choices)) <= FEW:
            return reservoir(product(*choices), count, self.random)
        return [tuple(self._value(shape, visible) for shape, _ in fields) for _ in range(count)]

    def _value(self, shape: Shape, visible: Sequence[Any]) -> Any:
        """Return a value of a type, visible or put together from visible ones."""
        match shape.form:
            case Form.UNION:
                return self._value(pick(shape.parts, self.random), visible)
            case Form.TUPLE:
                return tuple(self._value(part, visible) for part in shape.parts)
            case Form.ROW if shape.kind is tuple:
                length = int(self.random.random() * (LONGEST_ROW + 1))
                return tuple(self._value(shape.parts[0], visible) for _ in range(length))
            case Form.EXACT | Form.CLASS:
                return self._single(shape.kind, visible)
            case _:
                raise _UnknownType

    def _single(self, kind: Any, visible: Sequence[Any]) -> Any:
        if kind is NoneType:
            return None
        if kind is bool or issubclass(kind, Enum):
            return pick((False, True) if kind is bool else tuple(cast("Any", kind)), self.random)
        seen = [value for value in visible if isinstance(value, kind) and not isinstance(value, bool)]
        others = [piece for piece in self.pieces if isinstance(piece, kind)]
        if not seen or (others and self.random.random() < 1 / 4):
            seen = others
        if not seen:
            raise _UnknownType
        return pick(seen, self.random)


def _default(part: "Attribute[Any]") -> tuple[Any, ...]:
    """Return the default of a field in a row, or () where there is none, or a factory."""
    default: Any = part.default
    return () if default is NOTHING or hasattr(default, "factory") else (default,)


def _of_type(shape: Shape, visible: Sequence[Any]) -> list[Any]:
    match shape.form:
        case Form.UNION:
            return [value for part in shape.parts for value in _of_type(part, visible)]
        case Form.EXACT | Form.CLASS:
            return [None] if shape.kind is NoneType else [value for value in visible if isinstance(value, shape.kind)]
        case _:
            raise _UnknownType


def _shapes(kind: type) -> Mapping[str, Shape]:
    try:
        return fields_of(kind) if has(kind) else {}
    except Exception as error:  # names that are known only to a type checker
        raise _UnknownType from error


def _values_in(value: object) -> Iterator[object]:
    """Yield a value and everything inside it, except rules."""
    if isinstance(value, tuple):
        for item in cast("tuple[object, ...]", value):
            yield from _values_in(item)
        return
    yield value
    for each in init_fields(value):
        if each.name != "rules":
            yield from _values_in(getattr(value, each.name))
