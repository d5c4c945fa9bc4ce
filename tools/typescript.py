"""Print TypeScript types of the JSON, made from the JSON Schemas.

python -m tools.typescript > rami.d.ts

`npm` fetches the compiler that checks them in the tests, once; it is checked by its hash, kept in `.cache`, and never
committed.
"""

import base64
import hashlib
import json
import subprocess
import tarfile
from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

from rami import Violation
from rami.codec import json_schema
from rami.game import Result
from rami.games import GAMES
from rami.match import Match
from rami.record import Record, Redacted

ROOT = Path(__file__).parents[1]
VERSION = "5.9.3"
INTEGRITY = "jl1vZzPDinLr9eUt3J/t7V6FgNEw9QjvBPdysz9KfQDD41fQrC2Y4vKQdiaUpFT4bXlb1RHhLpp8wtm6M5TgSw=="
"""The SHA-512 of the package, as npm's registry writes it."""

HEAD = """\
// The JSON of the Python library rami, as TypeScript. Made from its JSON Schemas.
// A field with a question mark may be left out, which means its default.

/** What every document is: the version of the format, what it holds, and the value. */
export interface Document<T extends string, V> {
  rami: 1;
  type: T;
  value: V;
}
"""


def schemas() -> Iterator[dict[str, Any]]:
    """Yield the schema of every type that a document may hold."""
    yield json.loads(json_schema(Result))
    for game in GAMES.values():
        module = import_module(f"rami.{game.name}")
        own = [
            getattr(module, name)
            for name in ("State", "View", "Move", "Rules", "Draft", "Step", "Deck")
            if name in module.__all__
        ]
        for kind in (*own, Violation, Match, Record, Redacted):
            yield json.loads(json_schema(kind, game))


def declarations() -> str:
    """Return the types of all schemas, a namespace for each game."""
    spaces: dict[str, dict[str, Any]] = {}
    documents: dict[str, list[str]] = {}
    for schema in schemas():
        space, _, name = schema["title"].rpartition(".")
        known = spaces.setdefault(space, {})
        for key, definition in schema["$defs"].items():
            if known.setdefault(key, definition) != definition:
                raise ValueError(f"{schema['title']} has another {key} than others")
        value = typed(schema["properties"]["value"])
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
        if definition.get("type") == "object" and "properties" in definition:
            yield f"export interface {name} {typed(definition)}"
        else:
            yield f"export type {name} = {typed(definition)};"


def typed(schema: Mapping[str, Any]) -> str:
    """Return a schema as a type."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "const" in schema:
        return json.dumps(schema["const"])
    if "enum" in schema:
        return " | ".join(map(json.dumps, schema["enum"]))
    if "anyOf" in schema:
        return " | ".join(map(typed, schema["anyOf"]))
    kind = schema["type"]
    if isinstance(kind, list):
        return " | ".join(typed({**schema, "type": each}) for each in kind)
    if kind == "array":
        row = "prefixItems" in schema
        return f"[{', '.join(map(typed, schema['prefixItems']))}]" if row else f"Array<{typed(schema['items'])}>"
    if kind == "object":
        return _object(schema)
    return {
        "integer": "number",
        "number": "number",
        "string": "string",
        "boolean": "boolean",
        "null": "null",
    }[kind]


def _object(schema: Mapping[str, Any]) -> str:
    required = set(schema.get("required", ()))
    lines = list[str]()
    for name, field in schema.get("properties", {}).items():
        if "default" in field:
            lines.append(f"/** Left out: {json.dumps(field['default'])}. */")
        lines.append(
            f"{name if name.isidentifier() else json.dumps(name)}{'' if name in required else '?'}: {typed(field)};"
        )
    others = schema.get("additionalProperties", False)
    if not lines:
        return f"{{ [name: string]: {typed(others) if isinstance(others, dict) else 'unknown'} }}"
    inside = "\n".join(lines).replace("\n", "\n  ")
    return f"{{\n  {inside}\n}}"


def compiler() -> Path:
    """Return the compiler of TypeScript, checked, and fetched if it is not there yet."""
    cache = ROOT / ".cache" / "typescript"
    path = cache / f"typescript-{VERSION}.tgz"
    if not path.exists():
        cache.mkdir(parents=True, exist_ok=True)
        subprocess.run(
            [
                "npm",
                "pack",
                "--silent",
                "--pack-destination",
                str(cache),
                f"typescript@{VERSION}",
            ],
            check=True,
            stdout=subprocess.DEVNULL,
        )
    digest = base64.b64encode(hashlib.sha512(path.read_bytes()).digest()).decode()
    if digest != INTEGRITY:
        raise ValueError(f"{path} is not the package that is expected: its SHA-512 is {digest}")
    folder = cache / VERSION
    if not folder.exists():
        with tarfile.open(path) as archive:
            archive.extractall(folder, filter="data")
    return folder / "package" / "lib" / "tsc.js"


if __name__ == "__main__":
    print(declarations())
