"""The converters: for each game one that writes its values as plain data, and reads them back strictly."""

import json
from collections.abc import Callable, Mapping
from enum import Enum
from functools import cache, lru_cache
from types import NoneType
from typing import Any, cast, get_origin

from attrs import evolve
from cattrs import Converter
from cattrs.gen import make_dict_structure_fn, make_dict_unstructure_fn, override

from rami.codec.kinds import AnyGame, Writing, fields_of, kinds_in, reachable, writing_of
from rami.codec.primitives import (
    Reader,
    Writer,
    choice_reader,
    dictionary,
    either_notation_reader,
    either_reader,
    either_writer,
    enum_reader,
    exactly,
    in_field,
    is_choice,
    is_either,
    is_either_notation,
    is_either_plain,
    is_row,
    row_reader,
    shown,
)
from rami.errors import RecordError, Violation, ViolationCode
from rami.game import Deal

PIECE_ROWS = ("order", "draws")
"""The fields of a deal that hold pieces, which only the game can read."""


@cache
def converter_of(game: AnyGame) -> Converter:
    """The converter for the values of a game.

    Args:
        game: The game.

    Returns:
        The converter; what it raises is told by `rami.codec.faults.fault`.
    """
    converter = Converter(detailed_validation=True)
    for plain, wanted in ((int, "a whole number"), (bool, "true or false"), (str, "a string"), (NoneType, "null")):
        converter.register_structure_hook(plain, exactly(plain, wanted))
    for predicate, reader in (
        (is_choice, choice_reader),
        (is_row, row_reader),
        (is_either, either_reader),
        (is_either_notation, either_notation_reader),
        (is_either_plain, either_notation_reader),
    ):
        converter.register_structure_hook_factory(predicate, reader)
    converter.register_unstructure_hook_factory(is_either, either_writer)
    converter.register_unstructure_hook_factory(is_either_notation, lambda _, __: str)

    def kinds_written(writing: Writing) -> Callable[[Any], bool]:
        return lambda kind: writing_of(kind, game) is writing

    for writing, read, write in (
        (Writing.OBJECT, _object_reader, _object_writer),
        (Writing.NOTATION, _notation_reader, _text_writer),
        (Writing.MOVE, _move_reader, _text_writer),
        (Writing.RULES, _rules_reader, _rules_writer),
        (Writing.DOCUMENT, _document_reader, _document_writer),
        (Writing.VIOLATION, _violation_reader, _violation_writer),
        (Writing.GAME, _game_reader, _game_writer),
    ):
        converter.register_structure_hook_factory(kinds_written(writing), _with_game(read, game))
        converter.register_unstructure_hook_factory(kinds_written(writing), _with_game(write, game))
    for kind in reachable(game):  # cattrs takes a subclass of int or str for one, unless it is told
        if issubclass(kind, Enum):
            converter.register_structure_hook(kind, enum_reader(kind))
        elif issubclass(kind, int | str):
            converter.register_structure_hook(kind, _notation_reader(kind, converter, game))
            converter.register_unstructure_hook(kind, str)
    return converter


def _with_game(factory: Callable[[Any, Converter, AnyGame], Any], game: AnyGame) -> Callable[[Any, Converter], Any]:
    def with_game(kind: Any, converter: Converter) -> Any:
        return factory(kind, converter, game)

    return with_game


# ------------------------------------------------------------------------------------------------------------- objects


def _check_names(found: Mapping[str, Any], names: frozenset[str]) -> None:
    if found.keys() == names:
        return
    if missing := sorted(names - found.keys()):
        raise RecordError(f"missing: {', '.join(missing)}")
    raise RecordError(f"unknown: {', '.join(map(shown, sorted(found.keys() - names)[:5]))}")


def _object_reader(kind: Any, converter: Converter, game: AnyGame) -> Reader:
    """Objects of the fields of an attrs class, all of them and no others; a position has to be able to exist."""
    kind = game.deals if kind is Deal else kind  # a record says Deal, and means that of its game
    bare = get_origin(kind) or kind
    names = frozenset(fields_of(kind))
    read_pieces = _pieces_reader(converter, game)
    pieces: Any = {name: override(struct_hook=read_pieces) for name in PIECE_ROWS if issubclass(bare, Deal)}
    build: Reader = make_dict_structure_fn(kind, converter, _cattrs_detailed_validation=True, **pieces)
    flaws = game.flaws if bare in (game.state, game.view) else None

    def read(value: Any, _: Any) -> Any:
        _check_names(dictionary(value), names)
        result = build(value, kind)
        if flaws is not None and (problems := flaws(result)):
            raise RecordError(f"this {bare.__name__} cannot exist: {'; '.join(problems)}")
        return result

    return read


def _object_writer(kind: Any, converter: Converter, game: AnyGame) -> Writer:
    kind = game.deals if kind is Deal else kind
    bare = get_origin(kind) or kind
    pieces: Any = {name: override(unstruct_hook=_pieces_writer) for name in PIECE_ROWS if issubclass(bare, Deal)}
    return cast("Writer", make_dict_unstructure_fn(kind, converter, **pieces))


def _pieces_reader(converter: Converter, game: AnyGame) -> Reader:
    def read(value: Any, _: Any) -> Any:
        if game.parse_piece is None:
            raise RecordError(f"the game {game.name} does not say how its pieces are read: it has no parse_piece")
        return tuple(map(game.parse_piece, converter.structure(value, tuple[str, ...])))

    return read


def _pieces_writer(pieces: tuple[int, ...]) -> list[str]:
    return [str(piece) for piece in pieces]


# ------------------------------------------------------------------------------------ what has a notation of its own


def _text(value: Any) -> str:
    if type(value) is not str:
        raise RecordError(f"a string in notation is expected, not {shown(value)}")
    return value


def _notation_reader(kind: Any, _: Converter, __: AnyGame) -> Reader:
    parse: Callable[[str], Any] = kind.parse
    if issubclass(kind, int):  # pieces are few, and come often
        parse = lru_cache(maxsize=512)(parse)

    def read(value: Any, _: Any) -> Any:
        return parse(_text(value))

    return read


def _text_writer(_: Any, __: Converter, ___: AnyGame) -> Writer:
    return str


def _move_reader(kind: Any, _: Converter, game: AnyGame) -> Reader:
    wanted = kinds_in(kind)

    def read(value: Any, _: Any) -> Any:
        move = game.parse_move(_text(value))
        if not isinstance(move, wanted):
            raise RecordError(f"a {' or '.join(each.__name__ for each in wanted)} is expected, not {shown(value)}")
        return move

    return read


def _document_reader(kind: Any, _: Converter, __: AnyGame) -> Reader:
    def read(value: Any, _: Any) -> Any:
        return kind.from_json(json.dumps(dictionary(value)))

    return read


def _document_writer(_: Any, __: Converter, ___: AnyGame) -> Writer:
    def write(value: Any) -> Any:
        return json.loads(value.to_json())

    return write


# -------------------------------------------------------------------------------------------- rules, games, violations


def _rules_reader(kind: Any, converter: Converter, game: AnyGame) -> Reader:
    """Rules: the name of a preset, or an object of a preset, `base`, and of the fields that differ."""
    types = fields_of(kind)

    def preset(name: Any) -> Any:
        if not isinstance(name, str) or name not in game.presets:
            raise RecordError(f"one of {', '.join(game.presets)} is expected, not {shown(name)}")
        return game.presets[name]

    def read(value: Any, _: Any) -> Any:
        if isinstance(value, str):
            return preset(value)
        found = dictionary(value)
        try:
            base = preset(found.get("base"))
        except RecordError as error:
            raise in_field("base", error) from None
        if unknown := sorted(found.keys() - types.keys() - {"base"}):
            raise RecordError(f"unknown: {', '.join(map(shown, unknown[:5]))}")
        changes: dict[str, Any] = {}
        for name in types:
            if name in found:
                try:
                    changes[name] = converter.structure(found[name], types[name])
                except Exception as error:
                    raise in_field(name, error) from None
        return evolve(base, **changes)

    return read


def _rules_writer(kind: Any, converter: Converter, game: AnyGame) -> Writer:
    names = {rules: name for name, rules in game.presets.items()}
    types = fields_of(kind)

    def differences(rules: Any, base: str) -> dict[str, Any]:
        preset = game.presets[base]
        return {name: getattr(rules, name) for name in types if getattr(rules, name) != getattr(preset, name)}

    def write(rules: Any) -> Any:
        if rules in names:
            return names[rules]
        base = min(game.presets, key=lambda name: len(differences(rules, name)))
        changed = differences(rules, base).items()
        return {"base": base, **{name: converter.unstructure(value, types[name]) for name, value in changed}}

    return write


def _game_reader(_: Any, __: Converter, game: AnyGame) -> Reader:
    def read(value: Any, _: Any) -> Any:
        if value != game.name:
            raise RecordError(f"the game {game.name} is expected, not {shown(value)}")
        return game

    return read


def _game_writer(_: Any, __: Converter, ___: AnyGame) -> Writer:
    def write(game: AnyGame) -> Any:
        return game.name

    return write


VIOLATION_FIELDS = ("code", "rule", "pieces", "numbers", "message")
"""The fields of a violation, two of which follow from the others."""


def codes_of(game: AnyGame) -> type[ViolationCode]:
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


def _violation_reader(_: Any, converter: Converter, game: AnyGame) -> Reader:
    pieces = _pieces_reader(converter, game)
    numbers = converter.get_structure_hook(tuple[int, ...])
    readers: Mapping[str, Reader] = {"code": _code_reader(game), "pieces": pieces, "numbers": numbers}

    def read(value: Any, _: Any) -> Any:
        found = dictionary(value)
        _check_names(found, frozenset(VIOLATION_FIELDS))
        known: dict[str, Any] = {}
        for name, reader in readers.items():
            try:
                known[name] = reader(found[name], tuple[int, ...])
            except Exception as error:
                raise in_field(name, error) from None
        violation = Violation(**known)
        written = _written_violation(violation)
        for name in ("rule", "message"):
            if found[name] != written[name]:
                raise in_field(name, RecordError(f"the code has {shown(written[name])}, not {shown(found[name])}"))
        return violation

    return read


def _code_reader(game: AnyGame) -> Reader:
    def read(value: Any, _: Any) -> Any:
        codes = {str(code): code for code in codes_of(game)}
        if _text(value) not in codes:
            raise RecordError(f"no violation of {game.name} has the code {shown(value)}")
        return codes[value]

    return read


def _written_violation(violation: Violation) -> dict[str, Any]:
    return {
        "code": str(violation.code),
        "rule": violation.rule,
        "pieces": _pieces_writer(violation.pieces),
        "numbers": list(violation.numbers),
        "message": {"en": violation.message("en"), "fr": violation.message("fr")},
    }


def _violation_writer(_: Any, __: Converter, ___: AnyGame) -> Writer:
    return _written_violation
