"""Convert values to JSON and back.

The functions are `to_json`, `from_json` and `json_schema`.

A document is `{"rami": 1, "type": "rummikub.State", "value": …}`: the format version, the type name and the value.
Pieces and moves are strings in the library's notation. A meld is an object with its kind and pieces, and a table is a
list of melds. Everything else is an object with all its fields, and rules also have the name of their preset. When
reading, fields with a default may be missing, and rules may be just the name of a preset. `from_json` returns only
valid values, and raises `RecordError` with the path of the fault.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from contextlib import suppress
from enum import StrEnum
from functools import cache
from inspect import isclass
from sys import modules
from typing import TYPE_CHECKING, Any, Final, TypeVar, cast

from attrs import evolve, has

from rami.codec.formats import DOCUMENT_ERRORS, Definitions, excerpt, with_path
from rami.codec.objects import LANGUAGE, closed
from rami.codec.types import format_of, has_changes, has_own_game, is_of, members, name_of
from rami.errors import Language, RamiError, RecordError, Violation, WrongType, check_word, shown
from rami.game import Deal, Game, game_of
from rami.games import GAMES
from rami.results import Part, Result
from rami.sentences import SHARED, language
from rami.shapes import MOST_DIGITS, Form, describe, instance, row_of, typed

if TYPE_CHECKING:
    from typing_extensions import TypeForm

__all__ = [
    "from_json",
    "json_schema",
    "plain",
    "structured",
    "to_json",
]


T = TypeVar("T")

FORMAT: Final = 1
"""Version of the format.

Documents of any other version are refused.
"""

MOST_CHARACTERS: Final = 1_000_000
"""Maximum length of a text for `from_json`.

Every record of a deal is shorter.
"""

MOST_CHARACTERS_OF_VIEWS: Final = 4 * MOST_CHARACTERS
"""Maximum length of a redacted record.

Such a record lists the changes of each move. Records of the longest deals are shorter.
"""

_ANY_GAME: Final = evolve(next(iter(GAMES.values())), name="any game", endings=None, part_reasons=None)
"""A placeholder for the game of values that belong to no single game."""

_NO_DOCUMENT: Final = (SHARED.phrase("documents.none"),)
_WRONG_TYPE: Final = (SHARED.phrase("documents.type"),)

_ENCODER: Final = json.JSONEncoder(ensure_ascii=False)


@typed
def to_json(value: object, *, game: Game | None = None, lang: Language = "en") -> str:
    """Serialize a value as JSON.

    Args:
        value: A state, view, move, deck, rules, result, match, record, violation, or a part of one.
        game: The game of the value. By default, the first game of the library that has this type, such as card rummy
            for a playing card. Matches and records have a game of their own.
        lang: The language of sentences, such as the messages of violations.

    Returns:
        The document, on one line, with every field. A value without hidden pieces, such as a view, gives a
        document without hidden pieces.

    Raises:
        RecordError: If the value does not belong to the game, or a number has more than 400 digits.
        RamiError: If the language does not exist.

    Examples:
        >>> from rami import rummikub
        >>> to_json(rummikub.parse_move("play R4-R5-R6"))
        '{"rami": 1, "type": "rummikub.Move", "value": "play R4-R5-R6"}'
    """
    kind: Any = type(value)
    game = _game_of(value, game)
    name = kind.__name__ if game is None else f"{game.name}.{name_of(kind, game)}"
    return _ENCODER.encode({"rami": FORMAT, "type": name, "value": plain(value, game, lang=lang)})


def plain(value: object, game: Game | None = None, *, lang: Language = "en") -> Any:
    """Return a value as plain data.

    The data has no envelope, unlike a document.

    Args:
        value: The value.
        game: Its game. None has the same meaning as in `to_json`.
        lang: The language of sentences.

    Returns:
        Strings, numbers, booleans, None, lists and dictionaries.

    Raises:
        RecordError: If the value does not belong to the game, or a number has more than 400 digits.

    Examples:
        >>> from rami import rummikub
        >>> plain(rummikub.set_up("R7 *", "R4-R5-R6"), rummikub.GAME)["rack"]
        ['R7', '*']
    """
    kind: Any = type(value)
    if game is None:
        game = (_game_of(value, None) if has(kind) else None) or _ANY_GAME
    instance("game", game, Game)
    outer = LANGUAGE.set(language(lang))
    try:
        return format_of(kind, game).write(value)
    finally:
        LANGUAGE.reset(outer)


def structured(data: object, kind: TypeForm[T], game: Game | None = None, *, path: str = "$") -> T:
    """Build a value from plain data.

    This is the inverse of `plain`.

    Args:
        data: Data as returned by `json.loads`.
        kind: The type of the value.
        game: Its game. None if the type is the same in every game.
        path: The path of the data, for error messages: at most 100 printable characters.

    Returns:
        The value.

    Raises:
        RecordError: If the data does not fit the type. The message starts with the path of the fault.
        RulesError: If `path` is too long or not printable.

    Examples:
        >>> from rami import rummikub
        >>> structured({"preset": "goliath", "copies": 0}, rummikub.Rules, rummikub.GAME)
        Traceback (most recent call last):
        ...
        rami.errors.RecordError: $: copies must be a whole number from 1 to 100, not 0
    """
    game = _ANY_GAME if game is None else instance("game", game, Game)
    check_word("path", instance("path", path, str))
    try:
        return cast("T", format_of(cast("Any", kind), game).read(data))
    except DOCUMENT_ERRORS as error:
        raise with_path(error, path) from None


def from_json(text: str, type: TypeForm[T], *, games: Iterable[Game] = tuple(GAMES.values())) -> T:  # noqa: A002  # what callers write
    """Read a value from JSON.

    This is the inverse of `to_json`.

    Args:
        text: The document.
        type: The type of the value, such as `rummikub.State`, or a union of types, such as `rummikub.Move`.
        games: The games that the value may belong to. The default is the games of the library.

    Returns:
        The value. Positions are checked: every piece of the set is there exactly once.

    Raises:
        RecordError: If the text is not a document, is too long (more than one million characters, or four million for a
            redacted record), has another format version or type, or contains an unknown field or an invalid value. The
            message starts with the path of the fault.

    Examples:
        >>> from rami import rummikub
        >>> from_json(to_json(rummikub.Rules()), rummikub.Rules) == rummikub.Rules()
        True
        >>> from_json('{"rami": 1, "type": "rummikub.Move", "value": "play R4-R5"}', rummikub.Move)
        Traceback (most recent call last):
        ...
        rami.errors.RecordError: $.value: A meld needs at least three tiles: R4 R5.
    """
    kinds, known = members(type), row_of("games", games, Game)
    # A redacted record may be longer, because it repeats fields.
    is_redacted = any(map(has_changes, kinds))
    document = loaded(text, MOST_CHARACTERS_OF_VIEWS if is_redacted else MOST_CHARACTERS)
    if not isinstance(document, dict) or document.keys() != {"rami", "type", "value"}:
        raise RecordError("$: an object with the keys rami, type and value is expected", _NO_DOCUMENT)
    found = cast("dict[str, object]", document)
    version, name = found["rami"], found["type"]
    if version != FORMAT or isinstance(version, bool):
        english = f"$.rami: format {excerpt(version)} is not supported, only format {FORMAT}"
        raise RecordError(english, [SHARED.phrase("documents.version", version=excerpt(version), format=FORMAT)])
    names = _names_of(kinds, known)
    if not isinstance(name, str) or name not in names:
        raise RecordError(f"$.type: {' or '.join(names)} is expected, not {excerpt(name)}", _WRONG_TYPE)
    return structured(found["value"], type, names[name], path="$.value")


def _game_of(value: object, game: Game | None) -> Game | None:
    kind: Any = type(value)
    if isinstance(value, Result):
        return _game_of_result(value, game)
    if owners := _owners(value, game):
        # Several games may share a class, so prefer the game whose module exports it.
        with_class = [each for each in owners if getattr(modules.get(each.module), kind.__name__, None) is kind]
        return (with_class or owners)[0]
    if has(kind) and _is_shared(kind):
        return None
    if game is not None:
        raise RecordError(f"no JSON format for {kind.__name__}: it does not belong to {game.name}")
    # The value may belong to a game from another package.
    with suppress(WrongType):
        if is_of(kind, own := game_of(value)):
            return own
    advice = "it does not belong to a game of the library; for another game, use to_json(value, game=…)"
    raise RecordError(f"no JSON format for {kind.__name__}: {advice}")


def _game_of_result(result: Result, game: Game | None) -> Game | None:
    words = [*(part.reason for part in result.parts), result.detail]
    kinds = {type(word): word for word in words if isinstance(word, StrEnum)}
    known = [*GAMES.values()] if game is None else [game]
    if game is None and kinds:
        with suppress(WrongType):
            known.append(game_of(next(iter(kinds.values()))))
    for each in known if kinds else ():
        if kinds.keys() <= {each.part_reasons, each.endings}:
            return each
    if kinds:
        owner = "one game" if game is None else game.name
        raise RecordError(f"no JSON format for Result: its parts and its detail must belong to {owner}")
    return game


def _is_shared(kind: Any) -> bool:
    return kind in (Deal, Part, Result)


def _owners(value: object, game: Game | None) -> list[Game]:
    kind: Any = type(value)
    games = GAMES.values() if game is None else [game]
    if isinstance(value, Violation):
        return [each for each in games if each.codes is type(value.code)]
    if has_own_game(kind):
        own = cast("Any", value).game
        return [own] if game in (None, own) else []
    return [each for each in games if is_of(kind, each)]


@cache
def _names_of(kinds: tuple[type, ...], games: tuple[Game, ...]) -> Mapping[str, Game | None]:
    names: dict[str, Game | None] = {}
    for game in games:
        for kind in kinds:
            if is_of(kind, game) or has_own_game(kind):
                names.setdefault(f"{game.name}.{name_of(kind, game)}", game)
    if not names or Result in kinds:
        names |= {kind.__name__: None for kind in kinds if _is_shared(kind)}
    if not names:
        raise RamiError(f"no JSON format for {', '.join(kind.__name__ for kind in kinds)}: the games have no such type")
    return names


def loaded(text: str, most: int = MOST_CHARACTERS) -> object:
    """Parse JSON strictly.

    Fractions and duplicate keys are errors.
    """
    instance("text", text, str, "JSON")
    if len(text) > most:
        english = f"the document has {len(text)} characters, more than {most}"
        raise RecordError(english, [SHARED.phrase("documents.long", most=most)])
    try:
        return json.loads(
            text, object_pairs_hook=_unique, parse_int=_whole, parse_float=_no_number, parse_constant=_no_number
        )
    except RecordError:
        # `RecordError` is also a ValueError, so handle it first.
        raise
    except (ValueError, RecursionError) as error:
        raise RecordError(f"invalid JSON: {error}", _NO_DOCUMENT) from None


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise RecordError("duplicate key in a JSON object", _NO_DOCUMENT)
    return found


def _whole(digits: str) -> int:
    if len(digits.lstrip("-")) > MOST_DIGITS:
        raise RecordError(f"a number has {len(digits)} digits, but at most {MOST_DIGITS} are allowed", _NO_DOCUMENT)
    return int(digits)


def _no_number(text: str) -> object:
    raise RecordError(f"only whole numbers are allowed, not {text:.40}", _NO_DOCUMENT)


DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"


def json_schema(type: Any, game: Game | None = None) -> str:  # noqa: A002  # as in from_json
    """Return the JSON Schema for documents of a type.

    A schema describes the structure of a document. Only `from_json` checks that the value is possible.

    Args:
        type: The type, such as `rummikub.State`, or a union of types, such as `rummikub.Move`.
        game: The game of the values. None for a type that is the same in every game, such as `Result`.

    Returns:
        The schema as JSON.

    Raises:
        RecordError: If the type has no JSON format.
        WrongType: If `type` is not a class or a union of classes, or `game` is not a `Game`.

    Examples:
        >>> from rami import rummikub
        >>> print(json_schema(rummikub.Move, rummikub.GAME).splitlines()[2])
          "title": "rummikub.Move",
    """
    if not isclass(type) and describe(type).form is not Form.UNION:
        raise WrongType(f"type must be a class or a union of classes, not {shown(type)}")
    if game is None:
        if not _is_shared(type):
            raise RecordError(f"no JSON format for {type!r:.80} without a game")
        name, known = type.__name__, _ANY_GAME
    elif is_of(type, instance("game", game, Game)) or has_own_game(type):
        name, known = f"{game.name}.{name_of(type, game)}", game
    else:
        raise RecordError(f"no JSON format for {type!r:.80}: it does not belong to {game.name}")
    definitions: Definitions = {}
    value = format_of(type, known).schema(definitions)
    document = {
        "$schema": DIALECT,
        "title": name,
        **closed({"rami": {"const": FORMAT}, "type": {"const": name}, "value": value}),
        "$defs": dict(sorted(definitions.items())),
    }
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


def __dir__() -> list[str]:
    return __all__
