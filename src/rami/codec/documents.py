"""Documents: the frame around a value, and the text."""

import json
from collections.abc import Iterable
from types import UnionType
from typing import Any, Final, TypeVar, cast, overload

from attrs import has

from rami.codec.converters import converter_of
from rami.codec.faults import fault
from rami.codec.kinds import AnyGame, bound, is_of, members, name_of, says_its_game
from rami.codec.primitives import shown
from rami.errors import RamiError, RecordError, Violation
from rami.games import GAMES

T = TypeVar("T")

FORMAT: Final = 1
"""The version of the format. A reader refuses any other."""

MOST_CHARACTERS: Final = 2_000_000
"""The longest text that `from_json` looks at: a hundred times a usual record."""

MOST_DIGITS: Final = 400
"""The longest number that `from_json` looks at."""


def to_json(value: object, *, games: Iterable[AnyGame] = GAMES) -> str:
    """A value as JSON.

    Args:
        value: A state, view, move, deck, rules, result, match, record, violation, or a part of one.
        games: The games that the value may be of; those of the library, where nothing else is said.

    Returns:
        The document, on one line. What holds nothing hidden, such as a view, is written with nothing hidden.

    Raises:
        RecordError: If the value is not one of these games'.

    Examples:
        >>> from rami import rummikub
        >>> to_json(rummikub.parse_move("play R4-R5-R6"))
        '{"rami": 1, "type": "rummikub.Move", "value": "play R4-R5-R6"}'
    """
    kind = type(value)
    game = _game_of_value(value, tuple(games))
    name = kind.__name__ if game is None else f"{game.name}.{name_of(kind, game)}"
    document = {"rami": FORMAT, "type": name, "value": plain(value, game)}
    return json.dumps(document, ensure_ascii=False)


def plain(value: object, game: AnyGame | None = None) -> Any:
    """A value as plain data, without the frame of a document.

    Args:
        value: The value.
        game: The game that it is of; None where that does not matter.

    Returns:
        Strings, numbers, truth values, None, lists and dictionaries.

    Examples:
        >>> from rami import rummikub
        >>> plain(rummikub.DEFAULT, rummikub.GAME)
        'hasbro-2007'
    """
    game = GAMES[0] if game is None else game
    return converter_of(game).unstructure(value, unstructure_as=bound(type(value), game))


def structured(data: object, kind: type[T], game: AnyGame | None = None, *, path: str = "$") -> T:
    """A value of plain data: the inverse of `plain`.

    Args:
        data: What JSON can hold.
        kind: The type of the value.
        game: The game that it is of; None where that does not matter.
        path: Where the data is, for the error.

    Returns:
        The value.

    Raises:
        RecordError: If the data is not that of such a value; it says where.

    Examples:
        >>> from rami import rummikub
        >>> structured({"base": "goliath", "copies": 0}, rummikub.Rules, rummikub.GAME)
        Traceback (most recent call last):
        ...
        rami.errors.RecordError: $: copies must be a whole number from 1 to 100, not 0
    """
    game = GAMES[0] if game is None else game
    try:
        return cast("T", converter_of(game).structure(data, bound(kind, game)))
    except (Exception, RecursionError) as error:
        raise fault(error, path) from None


@overload
def from_json(text: str, type: type[T], *, games: Iterable[AnyGame] = ...) -> T: ...
@overload
def from_json(text: str, type: UnionType, *, games: Iterable[AnyGame] = ...) -> object: ...
def from_json(text: str, type: Any, *, games: Iterable[AnyGame] = GAMES) -> object:  # noqa: A002  # what callers write
    """A value from JSON: the inverse of `to_json`.

    Args:
        text: The document.
        type: The type of the value, such as `rummikub.State`; or a union of types, such as `rummikub.Move`.
        games: The games that the value may be of; those of the library, where nothing else is said.

    Returns:
        The value. A position can exist: no piece of it is lost or doubled.

    Raises:
        RecordError: If the text is not such a document, is longer than `MOST_CHARACTERS`, is of another version, or
            holds another type, an unknown field, a value that cannot be; it says where.

    Examples:
        >>> from rami import rummikub
        >>> from_json(to_json(rummikub.DEFAULT), rummikub.Rules) == rummikub.DEFAULT
        True
        >>> from_json('{"rami": 1, "type": "rummikub.Move", "value": "play R4-R5"}', rummikub.Move)
        Traceback (most recent call last):
        ...
        rami.errors.RecordError: $.value: a meld has at least 3 tiles, not 2: R4 R5
    """
    kinds = tuple(members(type))
    document = _loaded(text)
    if not isinstance(document, dict) or document.keys() != {"rami", "type", "value"}:
        raise RecordError("$: an object of rami, type and value is expected")
    found = cast("dict[str, object]", document)
    version, name = found["rami"], found["type"]
    if version != FORMAT or isinstance(version, bool):
        raise RecordError(f"$.rami: this is format {shown(version)}; the library reads format {FORMAT}")
    game = _game_of_name(name, kinds, tuple(games))
    return structured(found["value"], type, game, path="$.value")


def _game_of_value(value: object, games: tuple[AnyGame, ...]) -> AnyGame | None:
    kind = type(value)
    if isinstance(value, Violation):
        games = tuple(game for game in games if game.codes is type(value.code))
    elif says_its_game(kind):
        return cast("AnyGame", getattr(value, "game"))  # noqa: B009  # any class that has one
    else:
        owners = tuple(game for game in games if is_of(kind, game))
        if not owners and has(kind) and kind.__module__ == "rami.game":
            return None
        games = owners
    if len(games) != 1:
        raise RecordError(f"no JSON of a {kind.__name__}: it belongs to {len(games)} of the games, not to one")
    return games[0]


def _game_of_name(name: object, kinds: tuple[type, ...], games: tuple[AnyGame, ...]) -> AnyGame | None:
    """The game that the name of a type bears, if it is the name of one of these types."""
    wanted: list[str] = []
    for game in games:
        for kind in kinds:
            if is_of(kind, game) or says_its_game(kind):
                full = f"{game.name}.{name_of(kind, game)}"
                if name == full:
                    return game
                wanted.append(full)
    shared = [kind.__name__ for kind in kinds if not wanted and kind.__module__ == "rami.game"]
    if name in shared:
        return None
    if not (wanted or shared):
        raise RamiError(f"no JSON of {', '.join(kind.__name__ for kind in kinds)}: no type of the games")
    raise RecordError(f"$.type: {' or '.join(dict.fromkeys(wanted + shared))} is expected, not {shown(name)}")


def _loaded(text: str) -> object:
    """The text as plain data; JSON to the letter, and each name of an object once."""
    if not isinstance(text, str):
        raise RecordError(f"JSON is text, not {type(text).__name__}")
    if len(text) > MOST_CHARACTERS:
        raise RecordError(f"the document has {len(text)} characters, more than {MOST_CHARACTERS}")
    try:
        return json.loads(
            text, object_pairs_hook=_once, parse_int=_whole, parse_float=_no_number, parse_constant=_no_number
        )
    except RecordError:
        raise
    except (ValueError, RecursionError) as error:
        raise RecordError(f"this is not JSON: {error}") from None


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise RecordError("a name is there twice in an object")
    return found


def _whole(digits: str) -> int:
    if len(digits) > MOST_DIGITS:
        raise RecordError(f"a number has {len(digits)} digits, more than {MOST_DIGITS}")
    return int(digits)


def _no_number(text: str) -> object:
    raise RecordError(f"a document has whole numbers only, not {text:.40}")
