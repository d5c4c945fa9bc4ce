"""Documents with faults of every kind."""

import json
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

from rami import RecordError
from rami.codec import from_json, to_json
from tests.services.values import values

ODD: list[Any] = [
    None,
    True,
    -1,
    0,
    1,
    2**31,
    10**30,
    10**399,
    1.5,
    "",
    "*",
    "R1",
    "5H",
    "AS-2S-3S",
    "draw",
    "play R1-R2-R3",
    [],
    {},
]


@cache
def documents() -> tuple[tuple[str, Any], ...]:
    return tuple((to_json(value), kind) for value, kind in values())


def places(data: Any) -> list[tuple[Any, Any]]:
    """Return every container of a document with each of its keys."""
    keys = list(data) if isinstance(data, dict) else list(range(len(data))) if isinstance(data, list) else []
    found = [(data, key) for key in keys]
    for key in keys:
        found += places(data[key])
    return found


def mutant(text: str, random: Random) -> str:
    """Return the document with a few faults in its letters or its values."""
    if random.random() < 0.3:
        letters = list(text)
        for _ in range(random.randrange(1, 4)):
            letters[random.randrange(len(letters))] = chr(random.choice([random.randrange(32, 127), 0, 0x1F600]))
        return "".join(letters)
    if random.random() < 0.02:
        depth = random.choice([50, 5000, 100_000])
        return text.replace("[", "[" * depth, 1)
    data = json.loads(text)
    for _ in range(random.choice([1, 1, 1, 2, 4])):
        if spots := places(data):
            change(*random.choice(spots), *random.choice(spots), random)
    return json.dumps(data)


def change(box: Any, key: Any, other: Any, other_key: Any, random: Random) -> None:
    """Put one fault at one place, perhaps with a value of another place."""
    kind = random.randrange(7)
    if kind == 0:
        box[key] = random.choice(ODD)
    elif kind == 1:
        box[key], other[other_key] = json.loads(json.dumps([other[other_key], box[key]]))
    elif kind == 2:
        del box[key]
    elif kind == 3 and isinstance(box, dict):
        box[random.choice(["extra", "kind", "rules", "player"])] = box[key]
    elif kind == 4 and isinstance(box, list):
        box.insert(key, json.loads(json.dumps(other[other_key])))
    elif kind == 5 and isinstance(box[key], int):
        box[key] += random.choice([-100, -1, 1, 2, 1000])
    elif kind == 6:
        box[key] = [box[key]]


def read(number: int, seed: int = 0) -> Iterator[tuple[str, Any]]:
    """Read mutants of documents. Yield the valid ones with their values."""
    random = Random(seed)
    for _ in range(number):
        text, kind = random.choice(documents())
        changed = mutant(text, random)
        try:
            value = from_json(changed, kind)
        except RecordError:
            continue
        else:
            yield changed, value
