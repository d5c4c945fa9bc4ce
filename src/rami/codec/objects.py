"""JSON formats of classes."""

import json
from collections.abc import Callable, Container, Mapping, Set
from contextlib import suppress
from contextvars import ContextVar
from enum import Enum
from functools import cache, lru_cache
from itertools import pairwise
from operator import attrgetter
from typing import Any, Final, cast

from attrs import Factory, define, evolve, has

from rami.codec.formats import (
    BOOLEAN,
    DOCUMENT_ERRORS,
    INTEGER,
    STRING,
    Definitions,
    Format,
    Read,
    Schema,
    as_array,
    as_notation,
    as_object,
    choice,
    excerpt,
    fixed,
    member,
    optional,
    read_item,
    row,
    unchanged,
    unexpected,
    with_step,
)
from rami.digests import defaults_of
from rami.errors import RamiError, RecordError, Violation, ViolationCode
from rami.game import Game
from rami.pieces import Piece
from rami.results import EndReason, Part, Result
from rami.shapes import fields_of, near_names

Fields = Mapping[str, Format]
Flaws = Callable[[Any], tuple[str, ...]]

MOST_EXPANDED: Final = 40_000_000
"""Maximum total size of the positions of a redacted record.

It is the number of characters that are needed to write each position in full.
"""

MOST_MELDS: Final = 2**12
"""Maximum number of melds in the cache.

Positions that follow each other share most melds.
"""

MOST_CACHED_MELD: Final = 60
"""Maximum size of a meld in the cache.

It is the number of pieces, or of characters of the notation.
"""

MOST_CACHED: Final = 8
"""Maximum length of a notation in the cache.

Notations padded with white space must not fill the memory.
"""


# ------------------------------------------------------------------------------------------------------------- objects


def object_of(
    kind: Any, make_fields: Callable[[], Fields], flaws: Flaws | None, derived: Fields | None = None
) -> Format:
    """Return the format of an attrs class.

    It is written as an object with all fields. When reading, fields with a default may be missing.

    A class may contain itself, so `make_fields` is called when the fields are first needed. `flaws` returns the reasons
    why a position cannot exist. The formats in `derived` write the whole value, and are ignored when reading.
    """
    needed = fields_of(kind).keys() - defaults_of(kind).keys()
    fields = cache(make_fields)
    further = derived or {}

    def write(value: Any) -> Any:
        _check_kind(value, kind)
        return _written(value, fields()) | {name: each.write(value) for name, each in further.items()}

    def read(value: Any) -> Any:
        found = _without(as_object(value), further) if further else as_object(value)
        return _checked_position(kind(**_read_fields(found, fields(), needed)), flaws)

    return Format(write, read, lambda definitions: closed(_schemas({**fields(), **further}, definitions)))


def _written(value: object, fields: Fields) -> dict[str, Any]:
    return {name: each.write(getattr(value, name)) for name, each in fields.items()}


def outcome(game: Game) -> Fields:
    """Return the formats of `is_over` and `result`, two properties of a view."""
    result = optional(results(game))

    def write(view: Any) -> Any:
        # A view built by hand has no result if it hides the hands at the end of the deal.
        with suppress(RamiError):
            return result.write(game.result(view))
        return None

    return {
        "is_over": evolve(BOOLEAN, write=attrgetter("is_over")),
        "result": evolve(result, write=write),
    }


def _checked_position(position: Any, flaws: Flaws | None) -> Any:
    if flaws is not None and (problems := flaws(position)):
        raise RecordError(f"this {type(position).__name__} cannot exist: {'; '.join(problems)}")
    return position


def changing(kind: type, fields: Fields, whole: Format, flaws: Flaws | None, derived: Fields) -> Format:
    """Return the format of a row of positions.

    The first position is written in full. For each later position, only the changed fields are written.
    """

    def changes(before: Any, after: Any) -> dict[str, Any]:
        pairs = ((name, getattr(before, name), getattr(after, name)) for name in fields)
        found = {name: fields[name].write(new) for name, old, new in pairs if new is not old and new != old}
        ends = before.is_over != after.is_over
        return found | {name: each.write(after) for name, each in derived.items() if ends}

    def write(values: Any) -> Any:
        return [*map(whole.write, values[:1]), *(changes(before, after) for before, after in pairwise(values))]

    def read(value: Any) -> Any:
        found: list[Any] = []
        expanded = _Expanded()

        def read_next(item: Any) -> Any:
            expanded.add(as_object(item))
            if not found:
                return whole.read(item)
            return _checked_position(
                evolve(found[-1], **_read_fields(_without(item, derived), fields, frozenset())), flaws
            )

        for index, item in enumerate(as_array(value)):
            found.append(read_item(read_next, index, item))
        return tuple(found)

    def change_schema(definitions: Definitions) -> Schema:
        return closed(_schemas({**fields, **derived}, definitions), [])

    changed = named(f"{kind.__name__}Change", None, Format(unchanged, unchanged, change_schema))
    return Format(
        write,
        read,
        lambda definitions: {
            "type": "array",
            "prefixItems": [whole.schema(definitions)],
            "items": changed.schema(definitions),
            "minItems": 1,
        },
    )


@define
class _Expanded:
    """Counter that limits the total size of all positions."""

    of_fields: dict[str, int] = Factory(dict[str, int])
    in_all: int = 0

    def add(self, change: Mapping[str, Any]) -> None:
        """Add the size of the next position, which has the given changes.

        Raise `RecordError` if the total exceeds the limit.
        """
        self.of_fields |= {name: len(json.dumps(item)) for name, item in change.items()}
        self.in_all += sum(self.of_fields.values())
        if self.in_all > MOST_EXPANDED:
            raise RecordError(f"the positions have more than {MOST_EXPANDED} characters in total")


def _schemas(fields: Fields, definitions: Definitions) -> Schema:
    return {name: each.schema(definitions) for name, each in fields.items()}


def _check_kind(value: object, kind: type) -> None:
    if not isinstance(value, kind):
        raise RecordError(f"no JSON format for {type(value).__name__}: a {kind.__module__}.{kind.__name__} is expected")


def _read_fields(found: Mapping[str, Any], fields: Fields, needed: Set[str]) -> dict[str, Any]:
    if not needed <= found.keys():
        raise RecordError(f"missing: {', '.join(sorted(needed - found.keys()))}")
    if unknown := sorted(found.keys() - fields.keys())[:5]:
        near = near_names(unknown[0], fields)
        meant = f"; did you mean {' or '.join(near)}?" if near else ""
        raise RecordError(f"unknown: {', '.join(map(excerpt, unknown))}{meant}")
    return {name: _read_field(each.read, found, name) for name, each in fields.items() if name in found}


def _read_field(read: Read, found: Mapping[str, Any], name: str) -> Any:
    try:
        return read(found.get(name))
    except DOCUMENT_ERRORS as error:
        raise with_step(error, f".{name}") from None


def _less(found: Mapping[str, Any], name: str) -> dict[str, Any]:
    return _without(found, (name,))


def _without(found: Mapping[str, Any], names: Container[str]) -> dict[str, Any]:
    return {each: item for each, item in found.items() if each not in names}


def closed(properties: Schema, required: list[str] | None = None) -> Schema:
    """Return the schema of an object with only these properties."""
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties) if required is None else required,
        "additionalProperties": False,
    }


def tagged(members: Mapping[type, Format]) -> Format:
    """Return the format of a union of classes.

    The field `kind` of the object names the class.
    """
    tags = {kind: kind.__name__.lower() for kind in members}
    by_tag = {tags[kind]: each for kind, each in members.items()}

    def write(value: Any) -> Any:
        return {"kind": tags[type(value)], **members[type(value)].write(value)}

    def chosen(tag: Any) -> Format:
        if not isinstance(tag, str) or tag not in by_tag:
            raise unexpected(tag, f"one of {', '.join(by_tag)}")
        return by_tag[tag]

    def read(value: Any) -> Any:
        found = as_object(value)
        return _read_field(chosen, found, "kind").read(_less(found, "kind"))

    def schema(definitions: Definitions) -> Schema:
        return {"anyOf": [_with_tag(tag, each.schema(definitions)) for tag, each in by_tag.items()]}

    return Format(write, read, schema)


def _with_tag(tag: str, schema: Schema) -> Schema:
    return closed({"kind": {"const": tag}, **schema["properties"]}, ["kind", *schema["required"]])


def named(name: str, kind: Any, inner: Format) -> Format:
    """Return a format that has its own definition in schemas.

    The definition is described by the first line of the class docstring.
    """
    doc: str | None = getattr(kind, "__doc__", None)
    description = {"description": doc.splitlines()[0]} if doc else {}

    def schema(definitions: Definitions) -> Schema:
        if name not in definitions:
            # This entry ends the recursion if the class contains itself.
            definitions[name] = {}
            definitions[name] = {**description, **inner.schema(definitions)}
        return {"$ref": f"#/$defs/{name}"}

    return evolve(inner, schema=schema)


# ------------------------------------------------------------------------------------------------------------ notation


def notation(kind: Any) -> Format:
    """Return the format of a class that has a notation.

    Pieces are cached, because documents contain many.
    """
    parse: Callable[[str], Any] = kind.parse
    known = lru_cache(maxsize=512)(parse)

    def read(value: Any) -> Any:
        return (known if len(as_notation(value)) <= MOST_CACHED else parse)(value)

    return Format(kind.names.__getitem__ if issubclass(kind, Piece) else str, read, STRING.schema)


def meld(kind: Any, piece: Format) -> Format:
    """Return the format of a meld.

    It is written as an object with `kind` and `pieces`. When reading, the notation of a meld is also accepted.
    """
    names = {each: each.__name__.lower() for each in kinds_of(kind)}
    parse: Callable[[str], Any] = lru_cache(maxsize=MOST_MELDS)(kind.parse)

    @lru_cache(maxsize=MOST_MELDS)
    def made(name: str, pieces: tuple[Piece, ...]) -> Any:
        return kind({"kind": name, "pieces": pieces})

    fields: Fields = {"kind": choice(tuple(names.values())), "pieces": row(piece)}

    def write(value: Any) -> Any:
        return {"kind": names[type(value)], "pieces": list(map(piece.write, value.pieces))}

    def read(value: Any) -> Any:
        if isinstance(value, str):
            return (parse if len(value) <= MOST_CACHED_MELD else kind.parse)(value)
        found = _read_fields(as_object(value), fields, fields.keys())
        if len(found["pieces"]) > MOST_CACHED_MELD:
            return kind(found)
        return made(found["kind"], found["pieces"])

    return Format(write, read, lambda definitions: closed(_schemas(fields, definitions)))


def kinds_of(kind: Any) -> list[Any]:
    """Return the meld classes that a type includes.

    The class `Meld` of a game includes all its subclasses. Any other class includes only itself.
    """
    # Ignore classes without fields, because attrs has replaced them by classes with slots.
    return [kind] if hasattr(kind, "joint") else [each for each in kind.__subclasses__() if has(each)]


def table(kind: Any, melds: Format) -> Format:
    """Return the format of a table.

    It is written as an array of melds. When reading, the notation of a table is also accepted.
    """
    rows = row(melds)

    def read(value: Any) -> Any:
        return kind.parse(value) if isinstance(value, str) else kind(rows.read(value))

    return Format(lambda value: rows.write(value.melds), read, rows.schema)


def move(kinds: tuple[type, ...], game: Game) -> Format:
    """Return the format of moves, which is their notation."""

    def read(value: Any) -> Any:
        found = game.parse_move(as_notation(value))
        if not isinstance(found, kinds):
            raise unexpected(value, f"a {' or '.join(each.__name__ for each in kinds)}")
        return found

    return Format(str, read, STRING.schema)


def pieces_of(game: Game) -> Format:
    """Return the format of pieces in a deal or a violation.

    Only the game can parse these pieces.
    """
    strings = row(STRING)

    def read(value: Any) -> Any:
        if game.parse_piece is None:
            raise RecordError(f"cannot read the pieces of {game.name}: its Game has no `parse_piece`")
        return tuple(map(game.parse_piece, strings.read(value)))

    return Format(lambda pieces: list(map(str, pieces)), read, strings.schema)


# ------------------------------------------------------------------------------------------ games, rules, violations


def game_name(game: Game) -> Format:
    """Return the format of a game, which is its name."""

    def read(value: Any) -> Any:
        if value != game.name:
            raise unexpected(value, f"the game {game.name}")
        return game

    return Format(lambda value: value.name, read, fixed({"const": game.name}))


def rules(fields: Fields, game: Game) -> Format:
    """Return the format of rules.

    They are an object with a preset name. When reading, a preset name alone or with changes is accepted.
    """
    names = {each: name for name, each in game.presets.items()}
    needed = fields.keys() - defaults_of(cast("Any", game.rules)).keys()

    def write(value: Any) -> Any:
        _check_kind(value, game.rules)
        return {"preset": names.get(value), **_written(value, fields)}

    def preset(name: Any) -> Any:
        if not isinstance(name, str) or name not in game.presets:
            raise unexpected(name, f"one of {', '.join(game.presets)}")
        return game.presets[name]

    def read(value: Any) -> Any:
        if isinstance(value, str):
            return preset(value)
        found = as_object(value)
        given = _less(found, "preset")
        if found.get("preset") is None:
            return game.rules(**_read_fields(given, fields, needed))
        base = _read_field(preset, found, "preset")
        return evolve(base, **_read_fields(given, fields, frozenset()))

    def schema(definitions: Definitions) -> Schema:
        return closed({"preset": {"enum": [*game.presets, None]}, **_schemas(fields, definitions)})

    return Format(write, read, schema)


LANGUAGE: Final = ContextVar("the language of the sentences in a document", default="en")


def violation(game: Game) -> Format:
    """Return the format of a violation.

    It has a rule and a message. When reading, the message is ignored, because it depends on the code.
    """

    def read_code(value: Any) -> ViolationCode:
        codes = {str(code): code for code in _codes(game)}
        if as_notation(value) not in codes:
            raise RecordError(f"{game.name} has no violation with the code {excerpt(value)}")
        return codes[value]

    fields: Fields = {
        "code": Format(str, read_code, lambda _: {"enum": [str(code) for code in _codes(game)]}),
        "rule": STRING,
        "pieces": pieces_of(game),
        "rows": row(pieces_of(game)),
        "numbers": row(INTEGER),
        "message": Format(lambda message_in: message_in(LANGUAGE.get()), STRING.read, STRING.schema),
    }

    def read(value: Any) -> Any:
        found = _read_fields(as_object(value), fields, fields.keys() - {"rows"})
        return Violation(**_less(found, "message"))

    return Format(
        lambda value: _written(value, fields),
        read,
        lambda definitions: closed(_schemas(fields, definitions)),
    )


def _codes(game: Game) -> type[ViolationCode]:
    if game.codes is None:
        raise RecordError(f"cannot read the violations of {game.name}: its Game has no `codes`")
    return game.codes


# ------------------------------------------------------------------------------------------------------------- results


@cache
def results(game: Game) -> Format:
    """Return the format of a result with its parts.

    When reading, a detail that names an ending of the game becomes that ending.
    """
    return named(Result.__name__, Result, object_of(Result, lambda: _fields_of_result(game), None))


def _fields_of_result(game: Game) -> Fields:
    endings: Mapping[str, Any] = {} if game.endings is None else {str(each.value): each for each in game.endings}

    def read_detail(value: Any) -> Any:
        found = STRING.read(value)
        return endings.get(found, found)

    return {
        "scores": row(INTEGER),
        "winners": row(INTEGER),
        "reason": member(EndReason),
        "detail": optional(Format(str, read_detail, STRING.schema)),
        "parts": row(_part(game)) if game.part_reasons is not None else _format_without_parts(game),
    }


def _part(game: Game) -> Format:
    fields: Fields = {
        "seat": INTEGER,
        "reason": member(cast("type[Enum]", game.part_reasons)),
        "points": INTEGER,
        "pieces": pieces_of(game),
        "of": optional(INTEGER),
        "name": STRING,
        "count": INTEGER,
    }
    return named(Part.__name__, Part, object_of(Part, lambda: fields, None))


def _format_without_parts(game: Game) -> Format:
    def refuse(parts: object) -> None:
        if parts:
            raise RecordError(f"no JSON format for the parts of a result: {game.name} has no `part_reasons`")

    def write(parts: Any) -> Any:
        refuse(parts)
        return []

    def read(value: Any) -> Any:
        refuse(as_array(value))
        return ()

    return Format(write, read, fixed({"type": "array", "maxItems": 0}))
