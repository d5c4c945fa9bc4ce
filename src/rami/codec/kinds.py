"""How each type of value is written: what the converters and the schemas both follow."""

from collections.abc import Iterator, Mapping
from enum import Enum
from functools import cache
from types import MappingProxyType, UnionType
from typing import Any, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from attrs import fields, has

from rami.errors import RamiError, Violation
from rami.game import Game

AnyGame = Game[Any, Any, Any, Any]


class Writing(Enum):
    """The ways in which a type is written."""

    GAME = "game"
    """A game: its name."""
    RULES = "rules"
    """The name of a preset, or what differs from one."""
    MOVE = "move"
    """A string that the game reads: `parse_move`."""
    NOTATION = "notation"
    """A string that the class itself reads: `parse`."""
    DOCUMENT = "document"
    """What the class itself writes and reads: `to_json`, `from_json`."""
    VIOLATION = "violation"
    """An object with the sentence in each language."""
    OBJECT = "object"
    """An object of the fields of an attrs class."""
    PLAIN = "plain"
    """A number, a string, a choice, a row, or one of several types."""


def writing_of(kind: Any, game: AnyGame) -> Writing:
    """How a type is written in the documents of a game.

    Args:
        kind: The type.
        game: The game.

    Returns:
        The way.
    """
    bare: Any = get_origin(kind) or kind
    if bare is Game:
        return Writing.GAME
    if kind == game.rules:
        return Writing.RULES
    if set(kinds_in(kind)) <= set(game.moves):
        return Writing.MOVE
    if not isinstance(bare, type) or issubclass(bare, Enum):
        return Writing.PLAIN
    bare = cast("Any", bare)
    if issubclass(bare, Violation):
        return Writing.VIOLATION
    if hasattr(bare, "parse"):
        return Writing.NOTATION
    if hasattr(bare, "from_json") and hasattr(bare, "to_json"):
        return Writing.DOCUMENT
    return Writing.OBJECT if has(bare) else Writing.PLAIN


def members(kind: object) -> Iterator[type]:
    """The classes of a union, or the one class that is given.

    Args:
        kind: A class, or a union of classes.

    Yields:
        The classes in their order.

    Raises:
        RamiError: If it is anything else.
    """
    for member in kinds_in(kind):
        if not isinstance(member, type):
            raise RamiError(f"a class is expected, not {member!r:.80}")
        yield member


def kinds_in(kind: Any) -> tuple[Any, ...]:
    """The members of a union, or the one type that is given."""
    return get_args(kind) if get_origin(kind) in (Union, UnionType) else (kind,)


def move_type(game: AnyGame) -> Any:
    """The union of the kinds of moves of a game."""
    return Union[game.moves]  # noqa: UP007  # made of a tuple, which `|` cannot


def fields_of(kind: Any) -> Mapping[str, Any]:
    """The fields of an attrs class that its constructor takes, with their types."""
    return _fields_of(get_origin(kind) or kind)


@cache
def _fields_of(kind: type) -> Mapping[str, Any]:
    hints = get_type_hints(kind)
    return MappingProxyType({each.name: hints[each.name] for each in fields(kind) if each.init})


def bound(kind: Any, game: AnyGame) -> Any:
    """A generic class with the types of a game; any other type as it is."""
    known = {"R": game.rules, "S": game.state, "M": move_type(game), "V": game.view}
    variables: tuple[TypeVar, ...] = getattr(kind, "__parameters__", ())
    return kind[tuple(known[each.__name__] for each in variables)] if variables else kind


def is_of(kind: Any, game: AnyGame) -> bool:
    """Whether a type belongs to a game alone."""
    return kind == move_type(game) or kind in reachable(game)


def says_its_game(kind: Any) -> bool:
    """Whether values of a type belong to a game, and say themselves to which: those that have one, and violations."""
    return issubclass(kind, Violation) or (has(kind) and any(each.name == "game" for each in fields(kind)))


@cache
def reachable(game: AnyGame) -> tuple[type, ...]:
    """The classes of the values of a game: those that it names, and what is a part of them."""
    found: list[type] = []
    for kind in (game.rules, game.state, game.view, game.deals, *game.moves):
        _walk(kind, found)
    return tuple(found)


def _walk(kind: Any, found: list[type]) -> None:
    for part in parts(kind):
        _walk(part, found)
    if not isinstance(kind, type) or kind in found:
        return
    if has(kind) or hasattr(kind, "parse") or issubclass(kind, Enum):
        found.append(kind)
    if has(kind):
        for part in _fields_of(kind).values():
            _walk(part, found)


def parts(kind: object) -> Iterator[Any]:
    """The types that a row or a choice is made of."""
    return (each for each in get_args(kind) if each is not Ellipsis)


def name_of(kind: type, game: AnyGame) -> str:
    """The name of a type in the documents of a game: all moves are of the type `Move`."""
    return "Move" if set(kinds_in(kind)) <= set(game.moves) else kind.__name__
