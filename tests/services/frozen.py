"""Documents that every later version must read to the same values: `tests/data/json`.

`python -m tests.services.frozen` adds one for every type that has none, and touches no other.
"""

from pathlib import Path
from typing import Any

from rami.codec import to_json
from tests.services.values import values

HERE = Path(__file__).parents[1] / "data" / "json"


def documents() -> dict[str, str]:
    """A document of each type, by the name of its file."""
    return {path.stem: path.read_text(encoding="utf-8").strip() for path in sorted(HERE.glob("*.json"))}


def candidates() -> dict[str, tuple[str, Any]]:
    """For each type, the document of a rich value, and the type that reads it."""
    found: dict[str, tuple[str, Any]] = {}
    for value, kind in values():
        text = to_json(value)
        name = text.split('"')[5]
        if name not in found or len(text) > len(found[name][0]):
            found[name] = (text, kind)
    return found


def main() -> None:
    HERE.mkdir(parents=True, exist_ok=True)
    known = documents()
    for name, (text, _) in candidates().items():
        if name not in known:
            (HERE / f"{name}.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
