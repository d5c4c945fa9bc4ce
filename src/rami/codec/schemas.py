"""JSON Schemas of the documents, made from the types of the values."""

import json
from enum import Enum
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin

from attrs import has

from rami.codec.converters import PIECE_ROWS, VIOLATION_FIELDS, codes_of
from rami.codec.documents import FORMAT
from rami.codec.kinds import AnyGame, Writing, bound, fields_of, is_of, name_of, says_its_game, writing_of
from rami.codec.primitives import tag
from rami.errors import RecordError
from rami.game import Deal
from rami.games import GAMES

DIALECT = "https://json-schema.org/draft/2020-12/schema"
"""The dialect that the schemas are in."""

_PRIMITIVES: dict[Any, dict[str, Any]] = {
    int: {"type": "integer"},
    bool: {"type": "boolean"},
    str: {"type": "string"},
    NoneType: {"type": "null"},
}


def json_schema(type: Any, game: AnyGame | None = None) -> str:  # noqa: A002  # as in from_json
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
    if game is None:
        name, known = type.__name__, GAMES[0]
    elif is_of(type, game) or says_its_game(type):
        name, known = f"{game.name}.{name_of(type, game)}", game
    else:
        raise RecordError(f"no JSON of {type!r:.80}: it is no type of {game.name}")
    schemas = _Schemas(known)
    inner = schemas.of(bound(type, known))
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

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.definitions: dict[str, dict[str, Any]] = {}

    def of(self, kind: Any) -> dict[str, Any]:
        """The schema of a type: a reference, if it has a definition of its own."""
        writing = writing_of(kind, self.game)
        if writing is Writing.PLAIN:
            return self._plain(kind)
        kind = self.game.deals if kind is Deal else kind
        bare = get_origin(kind) or kind
        name = name_of(kind if writing is Writing.MOVE else bare, self.game)
        if name not in self.definitions:
            self.definitions[name] = {}  # it may be a part of itself
            self.definitions[name] = self._defined(kind, bare, writing)
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
        if isinstance(kind, type) and issubclass(kind, Enum):
            return {"enum": [member.value for member in kind]}
        raise RecordError(f"no JSON of a {kind!r:.80}")

    def _one_of(self, kind: Any, choices: tuple[Any, ...]) -> dict[str, Any]:
        """One type of several; objects of different classes bear a tag."""
        if writing_of(kind, self.game) is not Writing.OBJECT or not all(map(has, choices)):
            return self.of(kind)
        return self._object(kind, {"kind": {"const": tag(kind)}})

    def _defined(self, kind: Any, bare: Any, writing: Writing) -> dict[str, Any]:
        doc = "" if writing is Writing.MOVE else bare.__doc__
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
                    **(json.loads(bare.json_schema()) if hasattr(bare, "json_schema") else {"type": "object"}),
                }
            case _:
                return {**told, "type": "string"}

    def _object(self, kind: Any, tags: dict[str, Any]) -> dict[str, Any]:
        bare = get_origin(kind) or kind
        known = dict(zip(getattr(bare, "__parameters__", ()), get_args(kind), strict=True))
        properties = dict(tags)
        for name, each in fields_of(kind).items():
            pieces = issubclass(bare, Deal) and name in PIECE_ROWS
            properties[name] = self.of(tuple[str, ...] if pieces else _substituted(each, known))
        return _closed(properties)

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


def _substituted(kind: Any, known: dict[Any, Any]) -> Any:
    """A type with its type variables replaced."""
    if kind in known:
        return known[kind]
    variables = getattr(kind, "__parameters__", ())
    return kind[tuple(known[each] for each in variables)] if variables else kind
