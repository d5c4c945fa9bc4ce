"""The types of a game, and their names and JSON formats."""

from collections.abc import Mapping
from enum import Enum
from functools import cache
from inspect import isclass
from types import NoneType
from typing import Any, Union, cast

from attrs import fields, has

from rami.codec import formats, objects
from rami.codec.formats import PRIMITIVES, Format
from rami.errors import RamiError, RecordError, Violation, shown
from rami.game import Deal, Game
from rami.pieces import MeldTable
from rami.reading import MeldType
from rami.results import Result
from rami.shapes import Form, Shape, describe, fields_of

PIECE_ROWS = ("order", "draws")
"""Fields of a deal that hold pieces.

Only the game can parse these pieces.
"""


@cache
def format_of(annotation: Any, game: Game) -> Format:
    """Return the JSON format of a type in a game."""
    return _format(describe(annotation), game)


@cache
def _format(shape: Shape, game: Game) -> Format:
    kinds = _classes(shape)
    # All moves share one format, because the notation shows the type of a move.
    if kinds and set(kinds) <= set(game.moves):
        return objects.named("Move", None, objects.move(kinds, game))
    match shape.form:
        case Form.EXACT:
            return formats.ranged(*shape.range) if shape.range else PRIMITIVES[shape.kind]
        case Form.CLASS:
            return _format_of_class(shape.kind, game)
        case Form.CHOICE:
            return formats.choice(shape.choices)
        case Form.ROW if shape.kind is tuple:
            return formats.row(_format(shape.parts[0], game))
        case Form.TUPLE:
            return formats.fixed_row([_format(part, game) for part in shape.parts])
        case Form.UNION:
            return _format_of_union(shape, game)
        case Form.VARIABLE:
            return _format_of_variable(shape.kind, game)
        case _:
            raise RecordError(f"no JSON format for {shape.kind!r:.80}")


def _classes(shape: Shape) -> tuple[Any, ...]:
    parts = shape.parts if shape.form is Form.UNION else (shape,)
    return tuple(part.kind for part in parts) if all(part.form is Form.CLASS for part in parts) else ()


def _format_of_variable(variable: Any, game: Game) -> Format:
    known = {"R": game.rules, "S": game.state, "M": Union[game.moves], "V": game.view}  # noqa: UP007  # a tuple
    if variable.__name__ not in known:
        raise RecordError(f"no JSON format for {variable}")
    return format_of(known[variable.__name__], game)


def _format_of_union(shape: Shape, game: Game) -> Format:
    parts = shape.parts
    without_none = tuple(part for part in parts if part.kind is not NoneType)
    if len(without_none) < len(parts):
        return formats.optional(_format(shape._replace(parts=without_none), game))
    members = [_format(part, game) for part in parts]
    if len(parts) == 1:
        return members[0]
    if all(part.form is Form.CHOICE or part.kind in (int, str, bool) for part in parts):
        return formats.first_that_reads(members, formats.bounded_if_number)
    if kinds := _classes(shape):
        if all(hasattr(kind, "parse") for kind in kinds):
            return formats.first_that_reads(members, str)
        if all(map(has, kinds)):
            return objects.tagged({kind: _inline_format(kind, game) for kind in kinds})
    rows = [member for part, member in zip(parts, members, strict=True) if part.form in (Form.ROW, Form.TUPLE)]
    others = [member for member in members if member not in rows]
    if len(rows) == len(others) == 1:
        return formats.one_or_row(*others, *rows)
    raise RecordError(f"no JSON format for {' | '.join(repr(part.kind) for part in parts):.80}")


def _format_of_class(kind: Any, game: Game) -> Format:
    if kind is Deal:
        kind = game.deals
    if kind in PRIMITIVES:
        return PRIMITIVES[kind]
    if not isinstance(kind, type):
        raise RecordError(f"no JSON format for {kind!r:.80}")
    if issubclass(kind, Enum):
        return formats.member(kind)
    if issubclass(kind, Result):
        return objects.results(game)
    return objects.named(kind.__name__, kind, _inline_format(kind, game))


def _inline_format(kind: Any, game: Game) -> Format:
    if issubclass(kind, game.rules):
        return objects.rules(_fields(kind, game), game)
    if issubclass(kind, Game):
        return objects.game_name(game)
    if issubclass(kind, Violation):
        return objects.violation(game)
    if isinstance(kind, MeldType):
        return _format_of_meld(kind, game)
    if (melds := _melds_of(kind)) is not None:
        return objects.table(kind, _format(melds, game))
    if hasattr(kind, "parse"):
        return objects.notation(kind)
    if has(kind):
        flaws = game.flaws if kind in (game.state, game.view) else None
        derived = objects.outcome(game) if kind is game.view and hasattr(kind, "is_over") else None
        return objects.object_of(kind, lambda: _fields(kind, game), flaws, derived)
    raise RecordError(f"no JSON format for {kind!r:.80}")


def _melds_of(kind: Any) -> Shape | None:
    is_table: bool = issubclass(kind, MeldTable)
    melds = fields_of(cast("Any", kind))["melds"].parts[0] if is_table else None
    return melds if melds and isinstance(melds.kind, MeldType) else None


def _format_of_meld(kind: Any, game: Game) -> Format:
    [pieces] = fields_of(objects.kinds_of(kind)[0]).values()
    return objects.meld(kind, _format(pieces.parts[0], game))


def _fields(kind: type, game: Game) -> Mapping[str, Format]:
    return {name: _format_of_field(kind, name, shape, game) for name, shape in fields_of(kind).items()}


def _format_of_field(kind: Any, name: str, shape: Shape, game: Game) -> Format:
    if issubclass(kind, Deal) and name in PIECE_ROWS:
        return objects.pieces_of(game)
    if _holds_positions(getattr(fields(kind), name)):
        whole, parts = _format(shape.parts[0], game), _fields(game.view, game)
        return objects.changing(game.view, parts, whole, game.flaws, objects.outcome(game))
    return _format(shape, game)


def _holds_positions(field: Any) -> bool:
    return "changing" in field.metadata


@cache
def has_changes(kind: Any) -> bool:
    """Return whether a class has a field with many positions.

    Documents store such positions as a list of changes.
    """
    return has(kind) and any(map(_holds_positions, fields(kind)))


# --------------------------------------------------------------------------------------------------------------- names


def members(annotation: object) -> tuple[type, ...]:
    """Return the classes of a union, or a single class.

    Raise `RamiError` for other types.
    """
    shape = describe(annotation)
    parts = shape.parts if shape.form is Form.UNION else (shape,)
    for part in parts:
        if not isinstance(part.kind, type):
            raise RamiError(f"a class is expected, not {shown(part.kind)}")
    return tuple(part.kind for part in parts)


@cache
def name_of(annotation: Any, game: Game) -> str:
    """Return the name of a type in documents.

    All moves share the name `Move`.
    """
    name: str = "Move" if _is_move(annotation, game) else annotation.__name__
    return name


def _is_move(annotation: Any, game: Game) -> bool:
    kinds = _classes(describe(annotation))
    return bool(kinds) and set(kinds) <= set(game.moves)


@cache
def is_of(annotation: Any, game: Game) -> bool:
    """Return whether a type belongs to a game."""
    return _is_move(annotation, game) or annotation in _classes_of_game(game)


@cache
def has_own_game(kind: Any) -> bool:
    """Return whether values of a class refer to their game.

    Violations, results and classes with a field `game` do.
    """
    if isclass(kind) and issubclass(kind, Violation | Result):
        return True
    return has(kind) and any(each.name == "game" for each in fields(kind))


@cache
def _classes_of_game(game: Game) -> frozenset[type]:
    found: set[type] = set()
    for kind in (game.rules, game.state, game.view, game.deals, *game.moves, *game.values):
        _reach(describe(kind), found)
    return frozenset(found)


def _reach(shape: Shape, found: set[type]) -> None:
    for part in shape.parts:
        _reach(part, found)
    kind = shape.kind
    if not isinstance(kind, type) or kind in found:
        return
    if has(kind) or hasattr(kind, "parse") or issubclass(kind, Enum):
        # A field of the type `Meld` may hold a run or a group, so add all subclasses, too.
        found.update([kind, *kind.__subclasses__()])
    if has(kind):
        for part in fields_of(kind).values():
            _reach(part, found)
