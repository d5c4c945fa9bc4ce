"""JSON Schemas of the documents, made from the types of the values."""

import json
from inspect import isclass
from typing import Any, Final

from rami.codec.documents import FORMAT
from rami.codec.formats import Definitions
from rami.codec.types import format_of, has_own_game, is_of, name_of
from rami.errors import RecordError, WrongType, shown
from rami.game import Game
from rami.games import GAMES
from rami.shapes import Form, describe, instance

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"


def json_schema(type: Any, game: Game | None = None) -> str:  # noqa: A002  # as in from_json
    """Return the JSON Schema of the documents that hold values of a type.

    A schema describes the structure of a document; only `from_json` knows which values can exist.

    Args:
        type: The type, such as `rummikub.State`, or a union of types, such as `rummikub.Move`.
        game: The game of the values; None for a type that belongs to none, such as `Result`.

    Returns:
        The schema as JSON.

    Raises:
        RecordError: If values of the type have no JSON.

    Examples:
        >>> from rami import rummikub
        >>> print(json_schema(rummikub.Move, rummikub.GAME).splitlines()[2])
          "title": "rummikub.Move",
    """
    if not isclass(type) and describe(type).form is not Form.UNION:
        raise WrongType(f"type must be a class or a union of classes, not {shown(type)}")
    if game is None:
        name, known = type.__name__, next(iter(GAMES.values()))
    elif is_of(type, instance("game", game, Game)) or has_own_game(type):
        name, known = f"{game.name}.{name_of(type, game)}", game
    else:
        raise RecordError(f"no JSON of {type!r:.80}: it is no type of {game.name}")
    definitions: Definitions = {}
    value = format_of(type, known).schema(definitions)
    document = {
        "$schema": DIALECT,
        "title": name,
        "type": "object",
        "properties": {"rami": {"const": FORMAT}, "type": {"const": name}, "value": value},
        "required": ["rami", "type", "value"],
        "additionalProperties": False,
        "$defs": dict(sorted(definitions.items())),
    }
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"
