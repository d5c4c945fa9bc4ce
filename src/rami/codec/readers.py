"""Readers: for each type a function that makes a value of plain data, strictly."""

import json
from collections.abc import Callable, Mapping
from enum import Enum
from functools import cache, lru_cache
from types import NoneType
from typing import Any, Final, Literal, cast, get_args, get_origin

from attrs import evolve

from rami.codec.faults import TOLD, at, dictionary, text_of, told
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
from rami.codec.writers import VIOLATION_FIELDS
from rami.digests import defaults_of
from rami.errors import RamiError, RecordError, Violation, ViolationCode
from rami.game import Deal, Game

Reader = Callable[[Any], Any]

LONGEST_PIECE: Final = 8
"""The longest text of a piece that is kept for the next time: white space around it would fill the memory."""


@cache
def reader_of(kind: Any, game: Game) -> Reader:
    """The reader of the values of a type.

    Args:
        kind: The type.
        game: The game that it is of.

    Returns:
        A function that makes such a value of plain data, or raises one of `rami.codec.faults.TOLD`.
    """
    kind = resolved(kind, game)
    return _MAKERS[writing_of(kind, game)](kind, game)


# ------------------------------------------------------------------------------------------- numbers, rows, and choices

_WANTED: Mapping[Any, str] = {int: "a whole number", bool: "true or false", str: "a string", NoneType: "null"}


def _plain(kind: Any, game: Game) -> Reader:
    if kind in _WANTED:
        return _exactly(kind, _WANTED[kind])
    if get_origin(kind) is Literal:
        return _one_of(get_args(kind))
    if get_origin(kind) is tuple:
        return _row(get_args(kind), game)
    kinds = kinds_in(kind)
    if (some := without_none(kinds)) is not None:
        inner = reader_of(some, game)
        return lambda value: None if value is None else inner(value)
    if (both := one_or_row(kinds)) is not None:
        one, row = (reader_of(each, game) for each in both)
        return lambda value: (row if type(value) is list else one)(value)
    if is_either(kinds):
        return _either({tag(each): reader_of(each, game) for each in kinds})
    if is_either_notation(kinds) or is_either_plain(kinds):
        return _first([reader_of(each, game) for each in kinds])
    raise RecordError(f"no JSON of a {kind!r:.80}")


def _exactly(kind: type, wanted: str) -> Reader:
    """Values of one plain type, and of no subclass of it: true is no number."""

    def read(value: Any) -> Any:
        if type(value) is not kind:
            raise RecordError(f"{wanted} is expected, not {told(value)}")
        return value

    return read


def _one_of(choices: tuple[Any, ...]) -> Reader:
    def read(value: Any) -> Any:
        for choice in choices:
            if type(value) is type(choice) and value == choice:
                return value
        raise RecordError(f"one of {', '.join(map(json.dumps, choices))} is expected, not {told(value)}")

    return read


def _choice(kind: type[Enum], _: Game) -> Reader:
    members = {member.value: member for member in kind}

    def read(value: Any) -> Any:
        if type(value) is not str or value not in members:
            raise RecordError(f"one of {', '.join(members)} is expected, not {told(value)}")
        return members[value]

    return read


def _row(types: tuple[Any, ...], game: Game) -> Reader:
    """Rows: of one type and any length, or of as many types as it has items."""
    if types[-1] is not Ellipsis:
        readers = [reader_of(each, game) for each in types]
        return lambda value: tuple(
            _item(reader, index, item)
            for index, (reader, item) in enumerate(zip(readers, _array(value, len(readers)), strict=True))
        )
    reader = reader_of(types[0], game)

    def read(value: Any) -> Any:
        row = _array(value, None)
        try:
            return tuple(map(reader, row))
        except TOLD:
            return tuple(_item(reader, index, item) for index, item in enumerate(row))  # raises again, and says where

    return read


def _array(value: Any, length: int | None) -> list[Any]:
    row = cast("list[Any]", value)
    if type(value) is not list or length not in (None, len(row)):
        raise RecordError(f"an array{'' if length is None else f' of {length}'} is expected, not {told(row)}")
    return row


def _item(reader: Reader, index: int, item: Any) -> Any:
    try:
        return reader(item)
    except TOLD as error:
        raise at(f"[{index}]", error) from None


def _field(reader: Reader, found: Mapping[str, Any], name: str) -> Any:
    try:
        return reader(found[name])
    except TOLD as error:
        raise at(f".{name}", error) from None


def _either(readers: Mapping[str, Reader]) -> Reader:
    """One of several classes: an object that says in `kind` which."""

    def chosen(name: Any) -> Reader:
        if not isinstance(name, str) or name not in readers:
            raise RecordError(f"one of {', '.join(readers)} is expected, not {told(name)}")
        return readers[name]

    def read(value: Any) -> Any:
        found = dictionary(value)
        reader = _field(chosen, {"kind": found.get("kind")}, "kind")
        return reader({name: item for name, item in found.items() if name != "kind"})

    return read


def _first(readers: list[Reader]) -> Reader:
    """One of several types whose values say by themselves which they are of: the first that can read the value."""

    def read(value: Any) -> Any:
        problems: list[str] = []
        for reader in readers:
            try:
                return reader(value)
            except RamiError as error:
                problems.append(str(error))
        raise RecordError("; or ".join(dict.fromkeys(problems)))

    return read


# ------------------------------------------------------------------------------------------------------------- objects


def _object(kind: Any, game: Game) -> Reader:
    """Objects of the fields of an attrs class and no others; a position has to be able to exist.

    A field that has its default may be left out.
    """
    flaws = game.flaws if kind in (game.state, game.view) else None
    names = fields_of(kind).keys()
    needed = names - defaults_of(kind).keys()

    @cache
    def readers() -> list[tuple[str, Reader]]:  # made when first needed: a class may be a part of itself
        pieces = PIECE_ROWS if issubclass(kind, Deal) else ()
        types = fields_of(kind).items()
        return [(name, _pieces(game) if name in pieces else reader_of(each, game)) for name, each in types]

    def read(value: Any) -> Any:
        found = dictionary(value)
        _check_names(found, needed, names)
        result = kind(**{name: _field(reader, found, name) for name, reader in readers() if name in found})
        if flaws is not None and (problems := flaws(result)):
            raise RecordError(f"this {kind.__name__} cannot exist: {'; '.join(problems)}")
        return result

    return read


def _check_names(found: Mapping[str, Any], needed: set[str] | frozenset[str], known: Any) -> None:
    if not needed <= found.keys():
        raise RecordError(f"missing: {', '.join(sorted(needed - found.keys()))}")
    if not found.keys() <= known:
        raise RecordError(f"unknown: {', '.join(map(told, sorted(found.keys() - known)[:5]))}")


def _pieces(game: Game) -> Reader:
    strings = reader_of(tuple[str, ...], game)

    def read(value: Any) -> Any:
        if game.parse_piece is None:
            raise RecordError(f"the game {game.name} does not say how its pieces are read: it has no parse_piece")
        return tuple(map(game.parse_piece, strings(value)))

    return read


# ------------------------------------------------------------------------------------ what has a notation of its own


def _notation(kind: Any, _: Game) -> Reader:
    parse: Callable[[str], Any] = kind.parse
    if not issubclass(kind, int):
        return lambda value: parse(text_of(value))
    known = lru_cache(maxsize=512)(parse)  # pieces are few, and come often

    def read(value: Any) -> Any:
        return (known if len(text_of(value)) <= LONGEST_PIECE else parse)(value)

    return read


def _document(kind: Any, _: Game) -> Reader:
    return lambda value: kind.from_json(json.dumps(dictionary(value)))


def _move(kind: Any, game: Game) -> Reader:
    wanted = kinds_in(kind)

    def read(value: Any) -> Any:
        move = game.parse_move(text_of(value))
        if not isinstance(move, wanted):
            raise RecordError(f"a {' or '.join(each.__name__ for each in wanted)} is expected, not {told(value)}")
        return move

    return read


# -------------------------------------------------------------------------------------------- rules, games, violations


def _rules(kind: Any, game: Game) -> Reader:
    """Rules: the name of a preset, or an object of a preset, `base`, and of the fields that differ."""

    def preset(name: Any) -> Any:
        if not isinstance(name, str) or name not in game.presets:
            raise RecordError(f"one of {', '.join(game.presets)} is expected, not {told(name)}")
        return game.presets[name]

    readers = {name: reader_of(each, game) for name, each in fields_of(kind).items()}

    def read(value: Any) -> Any:
        if isinstance(value, str):
            return preset(value)
        found = dictionary(value)
        base = _field(preset, {"base": found.get("base")}, "base")
        _check_names(found, set(), readers.keys() | {"base"})
        changes = {name: _field(reader, found, name) for name, reader in readers.items() if name in found}
        return evolve(base, **changes)

    return read


def _game(_: Any, game: Game) -> Reader:
    def read(value: Any) -> Any:
        if value != game.name:
            raise RecordError(f"the game {game.name} is expected, not {told(value)}")
        return game

    return read


def codes_of(game: Game) -> type[ViolationCode]:
    """The kinds of violation of a game.

    Args:
        game: The game.

    Returns:
        The class of the codes.

    Raises:
        RecordError: If the game does not say.
    """
    if game.codes is None:
        raise RecordError(f"the game {game.name} does not say which violations it has: it has no codes")
    return game.codes


def _violation(_: Any, game: Game) -> Reader:
    codes = {str(code): code for code in codes_of(game)}

    def code(value: Any) -> ViolationCode:
        if text_of(value) not in codes:
            raise RecordError(f"no violation of {game.name} has the code {told(value)}")
        return codes[value]

    text = reader_of(str, game)

    def sentences(value: Any) -> None:
        found = dictionary(value)
        _check_names(found, {"en", "fr"}, {"en", "fr"})
        for name in found:
            _field(text, found, name)

    own: Mapping[str, Reader] = {"code": code, "pieces": _pieces(game), "numbers": reader_of(tuple[int, ...], game)}
    derived: Mapping[str, Reader] = {"rule": text, "message": sentences}  # another version may word them otherwise

    def read(value: Any) -> Any:
        found = dictionary(value)
        _check_names(found, set(VIOLATION_FIELDS), set(VIOLATION_FIELDS))
        for name, reader in derived.items():
            _field(reader, found, name)
        return Violation(**{name: _field(reader, found, name) for name, reader in own.items()})

    return read


_MAKERS: Mapping[Writing, Callable[[Any, Game], Reader]] = {
    Writing.OBJECT: _object,
    Writing.NOTATION: _notation,
    Writing.MOVE: _move,
    Writing.RULES: _rules,
    Writing.DOCUMENT: _document,
    Writing.VIOLATION: _violation,
    Writing.GAME: _game,
    Writing.CHOICE: _choice,
    Writing.PLAIN: _plain,
}
