"""TypeScript types of the JSON, made from the JSON Schemas."""

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final

from rami.commands.schema import schemas

HEAD: Final = """\
// The JSON of the Python library rami, as TypeScript. Made from its JSON Schemas.
// Every field is there; of a ViewChange, only those that a move changed.

/** What every document is: the version of the format, what it holds, and the value. */
export interface Document<T extends string, V> {
  rami: 1;
  type: T;
  value: V;
}
"""


def declarations() -> str:
    """Return the types of all schemas, a namespace for each game."""
    spaces: dict[str, dict[str, Any]] = {}
    documents: dict[str, list[str]] = {}
    for schema in schemas().values():
        space, _, name = schema["title"].rpartition(".")
        spaces.setdefault(space, {}).update(schema["$defs"])
        value = _typed(schema["properties"]["value"])
        documents.setdefault(space, []).append(f'export type {name}Document = Document<"{schema["title"]}", {value}>;')
    parts = [HEAD]
    for space, known in sorted(spaces.items()):
        lines = [*_declared(known), *documents[space]]
        if space:
            inside = "\n".join(f"  {line}" if line else line for line in "\n".join(lines).split("\n"))
            parts.append(f"export namespace {space} {{\n{inside}\n}}\n")
        else:
            parts.append("\n".join(lines) + "\n")
    return "\n".join(parts)


def _declared(known: Mapping[str, Any]) -> Iterator[str]:
    for name, definition in sorted(known.items()):
        if "description" in definition:
            yield f"/** {definition['description'].replace('*/', '* /')} */"
        if definition.get("required") == []:
            yield f"export type {name} = Partial<{name.removesuffix('Change')}>;"
        elif definition.get("type") == "object":
            yield f"export interface {name} {_typed(definition)}"
        else:
            yield f"export type {name} = {_typed(definition)};"


def _typed(schema: Mapping[str, Any]) -> str:
    """Return a schema as a type."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "const" in schema:
        return json.dumps(schema["const"])
    if "enum" in schema:
        return " | ".join(map(json.dumps, schema["enum"]))
    if "anyOf" in schema:
        return " | ".join(map(_typed, schema["anyOf"]))
    if schema["type"] == "array":
        first = [_typed(each) for each in schema.get("prefixItems", ())]
        others = f"Array<{_typed(schema['items'])}>" if "items" in schema else ""
        return f"[{', '.join([*first, f'...{others}'] if others else first)}]" if first else others
    if schema["type"] == "object":
        return _object(schema)
    return "number" if schema["type"] == "integer" else str(schema["type"])


def _object(schema: Mapping[str, Any]) -> str:
    inside = "\n".join(f"{name}: {_typed(field)};" for name, field in schema["properties"].items())
    return "{\n  " + inside.replace("\n", "\n  ") + "\n}"
