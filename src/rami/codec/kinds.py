"""How each type of value is written: what readers, writers and schemas all follow."""

from collections.abc import Iterator, Mapping
from enum import Enum
from functools import cache
from types import MappingProxyType, NoneType, UnionType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from attrs import fields, has

from rami.errors import RamiError, RecordError, Violation
from rami.game import Deal, Game

PIECE_ROWS = ("order", "draws")
"""The fields of a deal that hold pieces, which only the game can read."""


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
    CHOICE = "choice"
    """A member of an enumeration, by its value."""
    PLAIN = "plain"
    """A number, a string, one of a few values, a row, or one of several types."""


def writing_of(kind: Any, game: Game) -> Writing:
    """How a type is written in the documents of a game.

    Args:
        kind: The type, as `resolved` gives it.
        game: The game.

    Returns:
        The way.
    """
    if set(kinds_in(kind)) <= set(game.moves):
        return Writing.MOVE
    if not isinstance(kind, type):
        return Writing.PLAIN
    for base, writing in (
        (game.rules, Writing.RULES),
        (Game, Writing.GAME),
        (Enum, Writing.CHOICE),
        (Violation, Writing.VIOLATION),
    ):
        if issubclass(kind, base):
            return writing
    if hasattr(kind, "parse"):
        return Writing.NOTATION
    if hasattr(kind, "from_json") and hasattr(kind, "to_json"):
        return Writing.DOCUMENT
    return Writing.OBJECT if has(kind) else Writing.PLAIN


def resolved(kind: Any, game: Game) -> Any:
    """A type as a game means it: a type variable is a type of the game, a deal the game's own."""
    if isinstance(kind, TypeVar):
        known = {"R": game.rules, "S": game.state, "M": Union[game.moves], "V": game.view}  # noqa: UP007  # of a tuple
        if kind.__name__ not in known:
            raise RecordError(f"no JSON of a {kind}")
        return known[kind.__name__]
    bare = get_origin(kind) or kind
    if bare is Deal:
        return game.deals
    return bare if isinstance(bare, type) and has(bare) else kind


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
        bare = get_origin(member) or member
        if not isinstance(bare, type):
            raise RamiError(f"a class is expected, not {member!r:.80}")
        yield bare


def kinds_in(kind: Any) -> tuple[Any, ...]:
    """The members of a union, or the one type that is given."""
    return get_args(kind) if get_origin(kind) in (Union, UnionType) else (kind,)


def is_either(kinds: tuple[Any, ...]) -> bool:
    """Whether the members of a union are classes whose objects have to say which they are."""
    return len(kinds) > 1 and all(has(each) for each in kinds) and not is_either_notation(kinds)


def is_either_notation(kinds: tuple[Any, ...]) -> bool:
    """Whether the members of a union each have a notation, which says by itself which it is."""
    return len(kinds) > 1 and all(hasattr(each, "parse") for each in kinds)


def is_either_plain(kinds: tuple[Any, ...]) -> bool:
    """Whether the members of a union are such that a value of JSON says by itself: a choice of words, or a number."""
    return len(kinds) > 1 and all(each in (int, str, bool) or get_origin(each) is Literal for each in kinds)


def one_or_row(kinds: tuple[Any, ...]) -> tuple[Any, Any] | None:
    """The two types of a union of one type and rows; None if it is none."""
    rows = [each for each in kinds if get_origin(each) is tuple]
    others = [each for each in kinds if get_origin(each) is not tuple]
    return (others[0], rows[0]) if len(rows) == len(others) == 1 else None


def without_none(kinds: tuple[Any, ...]) -> Any:
    """What a type is that may also be None; None if it may not."""
    rest = tuple(each for each in kinds if each is not NoneType)
    return Union[rest] if 0 < len(rest) < len(kinds) else None  # noqa: UP007  # of a tuple


def tag(kind: type) -> str:
    """What says in an object which of several types it is."""
    return kind.__name__.lower()


@cache
def fields_of(kind: type) -> Mapping[str, Any]:
    """The fields of an attrs class that its constructor takes, with their types; the rows of pieces as text."""
    hints = get_type_hints(kind)
    return MappingProxyType({each.name: hints[each.name] for each in fields(kind) if each.init})


@cache
def is_of(kind: Any, game: Game) -> bool:
    """Whether a type belongs to a game."""
    return set(kinds_in(kind)) <= set(game.moves) or kind in reachable(game)


@cache
def says_its_game(kind: Any) -> bool:
    """Whether values of a type belong to a game, and say themselves to which: those that have one, and violations."""
    return issubclass(kind, Violation) or (has(kind) and any(each.name == "game" for each in fields(kind)))


@cache
def reachable(game: Game) -> tuple[type, ...]:
    """The classes of the values of a game: those that it names, and what is a part of them."""
    found: list[type] = []
    for kind in (game.rules, game.state, game.view, game.deals, *game.moves, *game.values):
        _walk(kind, found)
    return tuple(found)


def _walk(kind: Any, found: list[type]) -> None:
    for part in get_args(kind):
        _walk(part, found)
    if not isinstance(kind, type) or kind in found:
        return
    if has(kind) or hasattr(kind, "parse") or issubclass(kind, Enum):
        found.append(kind)
    if has(kind):
        for part in fields_of(kind).values():
            _walk(part, found)


def name_of(kind: Any, game: Game) -> str:
    """The name of a type in the documents of a game: all moves are of the type `Move`."""
    name: str = "Move" if set(kinds_in(kind)) <= set(game.moves) else kind.__name__
    return name
