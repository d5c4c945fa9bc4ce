"""JSON in and out, for every value that a game or a service gives to people: `to_json`, `from_json`, `json_schema`.

A document is `{"rami": 1, "type": "rummikub.State", "value": …}`: the version of the format, what it holds, and that.
Pieces, melds, tables and moves are strings in the library's notation, rules the name of a preset or what differs from
one, everything else an object of its fields. Whatever `from_json` returns is a value as the library makes it; whatever
is wrong with a document is a `RecordError` that says where.
"""

from rami.codec.documents import FORMAT, MOST_CHARACTERS, from_json, plain, structured, to_json
from rami.codec.schemas import json_schema

__all__ = [
    "FORMAT",
    "MOST_CHARACTERS",
    "from_json",
    "json_schema",
    "plain",
    "structured",
    "to_json",
]
