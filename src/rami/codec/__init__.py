"""JSON in and out, for every value that a game or a service gives to people: `to_json`, `from_json`, `json_schema`.

A document is `{"rami": 1, "type": "rummikub.State", "value": …}`: the version of the format, what it holds, and that.
Pieces, melds, tables and moves are strings in the library's notation, everything else is an object of all its fields;
rules have the name of their preset beside them. Reading accepts a missing field that has a default, and the bare name
of a preset. `from_json` returns only values that the library could have made; a fault of a document is a `RecordError`
with its path.
"""

from rami.codec.documents import from_json, json_schema, plain, structured, to_json

__all__ = [
    "from_json",
    "json_schema",
    "plain",
    "structured",
    "to_json",
]


def __dir__() -> list[str]:
    return __all__
