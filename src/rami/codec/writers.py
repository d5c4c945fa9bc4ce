"""Writers: for each type a function that writes its values as plain data."""

import json
from collections.abc import Callable, Mapping
from functools import cache
from types import NoneType
from typing import Any, Final, Literal, get_args, get_origin

from attrs import NOTHING

from rami.codec.kinds import (
    PIECE_ROWS,
    Writing,
    fields_of,
    is_either,
    is_either_notation,
    is_either_plain,
    kinds_in,
    one_or_row,
    resolved,
    tag,
    without_none,
    writing_of,
)
from rami.digests import defaults_of
from rami.errors import RecordError, Violation
from rami.game import Deal, Game
from rami.pieces import Piece

Writer = Callable[[Any], Any]

MOST_DIGITS: Final = 400
"""The longest number that is written, or read."""

_BOUND = 10**MOST_DIGITS


@cache
def writer_of(kind: Any, game: Game) -> Writer:
    """The writer of the values of a type.

    Args:
        kind: The type.
        game: The game that it is of.

    Returns:
        A function that makes plain data of such a value.
    """
    kind = resolved(kind, game)
    match writing_of(kind, game):
        case Writing.OBJECT:
            return _object(kind, game)
        case Writing.NOTATION | Writing.MOVE:
            return _notation(kind)
        case Writing.RULES:
            return _rules(kind, game)
        case Writing.DOCUMENT:
            return lambda value: json.loads(value.to_json())
        case Writing.VIOLATION:
            return written_violation
        case Writing.GAME:
            return lambda value: value.name
        case Writing.CHOICE:
            return {member: member.value for member in kind}.__getitem__
        case _:
            return _plain(kind, game)


def _plain(kind: Any, game: Game) -> Writer:
    if kind is int:
        return _whole
    if kind in (bool, str, NoneType) or get_origin(kind) is Literal:
        return _as_it_is
    if get_origin(kind) is tuple:
        return _row(get_args(kind), game)
    kinds = kinds_in(kind)
    if (some := without_none(kinds)) is not None:
        inner = writer_of(some, game)
        return lambda value: None if value is None else inner(value)
    if (both := one_or_row(kinds)) is not None:
        one, row = (writer_of(each, game) for each in both)
        return lambda value: (row if isinstance(value, tuple) else one)(value)
    if is_either(kinds):
        return _either({each: (tag(each), writer_of(each, game)) for each in kinds})
    if is_either_notation(kinds):
        return str
    if is_either_plain(kinds):
        return lambda value: _whole(value) if type(value) is int else value
    raise RecordError(f"no JSON of a {kind!r:.80}")


def _notation(kind: Any) -> Writer:
    """Notation; that of pieces, which are many, is looked up."""
    return kind.names.__getitem__ if isinstance(kind, type) and issubclass(kind, Piece) else str


def _as_it_is(value: Any) -> Any:
    return value


def _whole(value: int) -> int:
    if not -_BOUND < value < _BOUND:
        raise RecordError(f"a number has more than {MOST_DIGITS} digits")
    return value


def _row(types: tuple[Any, ...], game: Game) -> Writer:
    if types[-1] is Ellipsis:
        writer = writer_of(types[0], game)
        return lambda row: list(map(writer, row))
    writers = [writer_of(each, game) for each in types]
    return lambda row: [write(item) for write, item in zip(writers, row, strict=True)]


def _either(writers: Mapping[type, tuple[str, Writer]]) -> Writer:
    """One of several classes: an object that says in `kind` which."""

    def write(value: Any) -> Any:
        name, writer = writers[type(value)]
        return {"kind": name, **writer(value)}

    return write


def _object(kind: Any, game: Game) -> Writer:
    """An object of the fields that have not their defaults."""

    @cache
    def writers() -> list[tuple[str, Any, Writer | None]]:  # made when first needed: a class may be a part of itself
        pieces, defaults = PIECE_ROWS if issubclass(kind, Deal) else (), defaults_of(kind)
        made = {name: _pieces if name in pieces else writer_of(each, game) for name, each in fields_of(kind).items()}
        return [
            (name, defaults.get(name, NOTHING), None if writer is _as_it_is else writer)
            for name, writer in made.items()
        ]

    def write(value: Any) -> Any:
        told: dict[str, Any] = {}
        for name, default, writer in writers():
            item = getattr(value, name)
            if item is default or (type(item) is type(default) and item == default):  # by type: True is not 1
                continue
            told[name] = item if writer is None else writer(item)
        return told

    return write


def _pieces(pieces: tuple[int, ...]) -> list[str]:
    return list(map(str, pieces))


def _rules(kind: Any, game: Game) -> Writer:
    names = {rules: name for name, rules in game.presets.items()}
    writers = {name: writer_of(each, game) for name, each in fields_of(kind).items()}

    def differences(rules: Any, base: str) -> dict[str, Any]:
        preset = game.presets[base]
        return {name: getattr(rules, name) for name in writers if getattr(rules, name) != getattr(preset, name)}

    def write(rules: Any) -> Any:
        if rules in names:
            return names[rules]
        base = min(game.presets, key=lambda name: len(differences(rules, name)))
        changed = differences(rules, base).items()
        return {"base": base, **{name: writers[name](value) for name, value in changed}}

    return write


VIOLATION_FIELDS: Final = ("code", "rule", "pieces", "numbers", "message")
"""The fields of a violation, two of which follow from the others."""


def written_violation(violation: Violation) -> dict[str, Any]:
    """A violation as plain data, with its sentence in each language."""
    return {
        "code": str(violation.code),
        "rule": violation.rule,
        "pieces": _pieces(violation.pieces),
        "numbers": list(map(_whole, violation.numbers)),
        "message": {"en": violation.message("en"), "fr": violation.message("fr")},
    }
