"""Decks from JSON: the arguments of a `Deck`, or where the document does not describe one."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeVar, cast

from rami.contracts.cards import TEXTS
from rami.contracts.requirements import Contract, Requirement, Run, Same
from rami.contracts.trophies import Trophy
from rami.errors import RecordError, RulesError, shown

T = TypeVar("T")

LONGEST_DOCUMENT = 1_000_000
"""The most characters of a deck as JSON; the largest possible deck has some 80,000, without blanks."""

COLOR_NAMES = {str(trophy): trophy.color for trophy in Trophy if trophy.color}
_TROPHIES = {str(trophy): trophy for trophy in Trophy}
TRIGGER_KEYS = ["2", "3", "4"]
"""The numbers of players, as keys of `end_triggers`."""
_NO_DECK = (TEXTS.phrase("notation.deck"),)
_OPTIONAL = ("trophy_points", "jokers_per_player", "end_triggers", "markets", "hand")


def read_deck(text: str) -> dict[str, Any]:
    """Return the arguments of a `Deck` from JSON."""
    found = _object("the deck", _document(text), ("label", "values", "trophy_tokens", "contracts"), _OPTIONAL)
    values = _object("values", found["values"], ("min", "max", "copies", "colours"))
    return {
        "label": found["label"],
        "min_value": values["min"],
        "max_value": values["max"],
        "copies": values["copies"],
        "colors": _named("values.colours", values["colours"], COLOR_NAMES),
        "contracts": [_read_contract(*item) for item in _items("contracts", found["contracts"])],
        "trophy_tokens": [_named(*item, _TROPHIES) for item in _items("trophy_tokens", found["trophy_tokens"])],
        **_read_options(found),
    }


def _document(text: str) -> object:
    if len(text) > LONGEST_DOCUMENT:
        raise RecordError(f"a deck has at most {LONGEST_DOCUMENT} characters, not {len(text)}", _NO_DECK)
    try:
        return json.loads(text, object_pairs_hook=_unique)
    except RecordError:
        raise
    except (ValueError, RecursionError) as error:
        raise RecordError(f"a deck is a JSON document, and this is not JSON: {error}", _NO_DECK) from None


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        [(twice, _)] = Counter(name for name, _ in pairs).most_common(1)
        raise RecordError(f"{shown(twice)} is there twice in an object of the deck", _NO_DECK)
    return found


def _read_options(found: dict[str, Any]) -> dict[str, Any]:
    """Return the fields that have a default, as far as the document has them."""
    options: dict[str, Any] = {key: found[key] for key in ("trophy_points", "jokers_per_player") if key in found}
    if "end_triggers" in found:
        triggers = _object("end_triggers", found["end_triggers"], TRIGGER_KEYS[:1], TRIGGER_KEYS[1:])
        if sorted(triggers) != TRIGGER_KEYS[: len(triggers)]:
            raise RulesError("end_triggers has a number for 4 players and none for 3")
        options["end_triggers"] = [triggers[key] for key in sorted(triggers)]
    if "markets" in found:
        markets = _object("markets", found["markets"], ("contracts", "values"))
        options |= {"contract_market_size": markets["contracts"], "value_market_size": markets["values"]}
    if "hand" in found:
        hand = _object("hand", found["hand"], ("min", "max"))
        options |= {"min_hand": hand["min"], "max_hand": hand["max"]}
    return options


def _read_contract(where: str, value: object) -> Contract:
    found = _object(where, value, ("id", "requirements", "points", "bonus"))
    [bonus] = _named(f"{where}.bonus", [found["bonus"]], COLOR_NAMES)
    requirements = [_read_requirement(*item) for item in _items(f"{where}.requirements", found["requirements"])]
    try:
        return Contract(id=found["id"], requirements=requirements, points=found["points"], bonus=bonus)
    except RulesError as error:
        raise RulesError(f"{where}: {error}") from None


def _read_requirement(where: str, value: object) -> Requirement:
    found = _object(where, value, ("kind", "size"), ("value",))
    if found["kind"] not in ("same", "run"):
        raise RulesError(f"{where}.kind must be 'same' or 'run', not {shown(found['kind'])}")
    if found["kind"] == "run" and "value" in found:
        raise RulesError(f"{where}: a run has no imposed value")
    try:
        return Run(found["size"]) if found["kind"] == "run" else Same(found["size"], found.get("value"))
    except RulesError as error:
        raise RulesError(f"{where}: {error}") from None


def _object(where: str, value: object, required: Sequence[str], optional: Sequence[str] = ()) -> dict[str, Any]:
    """Return a JSON object, checked to have these keys and no others."""
    if not isinstance(value, dict):
        raise RulesError(f"{where} must be a JSON object, not {shown(value)}")
    found = cast("dict[str, Any]", value)
    for key in required:
        if key not in found:
            raise RulesError(f"{where} has no {key!r}")
    for key in found:
        if key not in (*required, *optional):
            raise RulesError(f"{where} has {shown(key)}, which a deck does not know")
    return found


def _items(where: str, value: object) -> Iterator[tuple[str, object]]:
    """Yield the items of a JSON array, each with its place."""
    if not isinstance(value, list):
        raise RulesError(f"{where} must be a JSON array, not {shown(value)}")
    for index, item in enumerate(cast("list[object]", value)):
        yield f"{where}[{index}]", item


def _named(where: str, names: object, known: Mapping[str, T]) -> list[T]:
    """Return the values for the names in a JSON array."""
    found: list[T] = []
    for _, name in _items(where, names):
        if not isinstance(name, str) or name not in known:
            raise RulesError(f"{where}: {shown(name)} is unknown; known are {', '.join(known)}")
        found.append(known[name])
    return found
