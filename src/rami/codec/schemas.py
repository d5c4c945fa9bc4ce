"""JSON Schemas of the documents, made from the types of the values."""

import json
from inspect import isclass
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin

from attrs import has

from rami.codec.documents import FORMAT
from rami.codec.kinds import (
    PIECE_ROWS,
    Writing,
    fields_of,
    is_of,
    name_of,
    resolved,
    says_its_game,
    tag,
    writing_of,
)
from rami.codec.readers import codes_of
from rami.codec.writers import VIOLATION_FIELDS, writer_of
from rami.digests import defaults_of
from rami.errors import RecordError, WrongType, shown
from rami.game import Deal, Game
from rami.games import GAMES
from rami.shapes import instance

DIALECT = "https://json-schema.org/draft/2020-12/schema"
"""The dialect that the schemas are in."""

_PRIMITIVES: dict[Any, dict[str, Any]] = {
    int: {"type": "integer"},
    bool: {"type": "boolean"},
    str: {"type": "string"},
    NoneType: {"type": "null"},
}


def json_schema(type: Any, game: Game | None = None) -> str:  # noqa: A002  # as in from_json
    """The JSON Schema of the documents that hold values of a type.

    A schema says how a document is built; that the values in it can be, only `from_json` finds out.

    Args:
        type: The type, such as `rummikub.State`, or a union of types, such as `rummikub.Move`.
        game: The game that the values are of; None for a type that is of none, such as `Result`.

    Returns:
        The schema as JSON.

    Raises:
        RecordError: If values of the type have no JSON.

    Examples:
        >>> from rami import rummikub
        >>> print(json_schema(rummikub.Move, rummikub.GAME).splitlines()[2])
          "title": "rummikub.Move",
    """
    if not isclass(type) and get_origin(type) not in (Union, UnionType):
        raise WrongType(f"type must be a class or a union of classes, not {shown(type)}")
    if game is None:
        name, known = type.__name__, GAMES[0]
    elif is_of(type, instance("game", game, Game)) or says_its_game(type):
        name, known = f"{game.name}.{name_of(type, game)}", game
    else:
        raise RecordError(f"no JSON of {type!r:.80}: it is no type of {game.name}")
    schemas = _Schemas(known)
    inner = schemas.of(type)
    document = {
        "$schema": DIALECT,
        "title": name,
        "type": "object",
        "properties": {"rami": {"const": FORMAT}, "type": {"const": name}, "value": inner},
        "required": ["rami", "type", "value"],
        "additionalProperties": False,
        "$defs": dict(sorted(schemas.definitions.items())),
    }
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


class _Schemas:
    """The schemas of the types of a game, and of whatever they are made of."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.definitions: dict[str, dict[str, Any]] = {}

    def of(self, kind: Any) -> dict[str, Any]:
        """The schema of a type: a reference, if it has a definition of its own."""
        kind = resolved(kind, self.game)
        writing = writing_of(kind, self.game)
        if writing is Writing.PLAIN:
            return self._plain(kind)
        if writing is Writing.CHOICE:
            return {"enum": [member.value for member in kind]}
        name = name_of(kind, self.game)
        if name not in self.definitions:
            self.definitions[name] = {}  # it may be a part of itself
            self.definitions[name] = self._defined(kind, writing)
        return {"$ref": f"#/$defs/{name}"}

    def _plain(self, kind: Any) -> dict[str, Any]:
        if kind in _PRIMITIVES:
            return _PRIMITIVES[kind]
        origin, arguments = get_origin(kind), get_args(kind)
        if origin is Literal:
            return {"enum": list(arguments)}
        if origin is tuple and arguments[-1] is Ellipsis:
            return {"type": "array", "items": self.of(arguments[0])}
        if origin is tuple:
            items = [self.of(each) for each in arguments]
            return {"type": "array", "prefixItems": items, "minItems": len(items), "maxItems": len(items)}
        if origin in (Union, UnionType):
            return {"anyOf": [self._one_of(each, arguments) for each in arguments]}
        raise RecordError(f"no JSON of a {kind!r:.80}")

    def _one_of(self, kind: Any, choices: tuple[Any, ...]) -> dict[str, Any]:
        """One type of several; objects of different classes bear a tag."""
        if writing_of(kind, self.game) is not Writing.OBJECT or not all(map(has, choices)):
            return self.of(kind)
        return self._object(kind, {"kind": {"const": tag(kind)}})

    def _defined(self, kind: Any, writing: Writing) -> dict[str, Any]:
        doc = "" if writing is Writing.MOVE else kind.__doc__
        told = {"description": doc.splitlines()[0]} if doc else {}
        match writing:
            case Writing.OBJECT:
                return {**told, **self._object(kind, {})}
            case Writing.RULES:
                return {**told, **self._rules(kind)}
            case Writing.VIOLATION:
                return {**told, **self._violation()}
            case Writing.GAME:
                return {**told, "const": self.game.name}
            case Writing.DOCUMENT:
                return {
                    **told,
                    **(json.loads(kind.json_schema()) if hasattr(kind, "json_schema") else {"type": "object"}),
                }
            case _:
                return {**told, "type": "string"}

    def _object(self, kind: Any, tags: dict[str, Any]) -> dict[str, Any]:
        properties, needed = dict(tags), list(tags)
        defaults = defaults_of(kind)
        for name, each in fields_of(kind).items():
            pieces = issubclass(kind, Deal) and name in PIECE_ROWS
            properties[name] = self.of(tuple[str, ...] if pieces else each)
            if name in defaults:
                writer = writer_of(tuple[str, ...] if pieces else each, self.game)
                properties[name] = {**properties[name], "default": writer(defaults[name])}
            else:
                needed.append(name)
        return _closed(properties, needed)

    def _rules(self, kind: Any) -> dict[str, Any]:
        names = {"enum": list(self.game.presets)}
        changes = {name: self.of(each) for name, each in fields_of(kind).items()}
        return {"anyOf": [names, _closed({"base": names, **changes}, required=["base"])]}

    def _violation(self) -> dict[str, Any]:
        strings = {"type": "array", "items": _PRIMITIVES[str]}
        fields: dict[str, dict[str, Any]] = {
            "code": {"enum": [str(code) for code in codes_of(self.game)]},
            "rule": _PRIMITIVES[str],
            "pieces": strings,
            "numbers": {"type": "array", "items": _PRIMITIVES[int]},
            "message": _closed({"en": _PRIMITIVES[str], "fr": _PRIMITIVES[str]}),
        }
        return _closed({name: fields[name] for name in VIOLATION_FIELDS})


def _closed(properties: dict[str, Any], required: list[str] | None = None) -> dict[str, Any]:
    """An object of these properties and no others."""
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties) if required is None else required,
        "additionalProperties": False,
    }
