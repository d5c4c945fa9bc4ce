"""Every rule, example and switch of the rule book has a test that bears its identifier."""

import re
from pathlib import Path

import pytest

IDENTIFIERS = {
    "000": [*range(1, 24), *"abcdefg"],
    "001": [*range(1, 22), *range(1, 7)],  # the pictures 001-1 to 001-6 share the numbers of rules
    "002": [*range(1, 14), *"abcd"],
    "003": [*range(1, 28)],
    "A": [*range(1, 28)],
    "B": [*range(1, 19)],
}


def names() -> list[str]:
    """The names of all rule tests."""
    texts = (path.read_text(encoding="utf-8") for path in sorted(Path(__file__).parent.glob("test_*.py")))
    return [name for text in texts for name in re.findall(r"^def (test_\w+)", text, re.MULTILINE)]


def has_test(source: str, item: int | str) -> bool:
    start = f"test_{source}_{item}" if source.isdigit() else f"test_{source}{item}"
    return any(re.match(rf"{start}(_|$)", name) for name in names())


@pytest.mark.parametrize("source", IDENTIFIERS)
def test_every_identifier_has_a_test(source: str) -> None:
    assert [item for item in IDENTIFIERS[source] if not has_test(source, item)] == []


def test_the_pictures_of_001_have_tests() -> None:
    assert [
        n for n in range(1, 7) if not any(re.match(rf"test_001_{n}_.*(picture|scores)", name) for name in names())
    ] == []


def test_a_missing_test_is_noticed() -> None:
    assert not has_test("000", 99)
    assert not has_test("A", 2007)
