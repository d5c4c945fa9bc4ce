"""Habits that make our English stilted are counted, and the numbers may only fall.

Each is a regular expression, and a hit may be good English: the numbers are upper bounds. When one falls, write the
new number down.
"""

import inspect
import re
import tomllib
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
MODULES = ("", "rummikub", "rummy", "gin", "contracts", "record", "match", "codec", "players", "simulate", "testing")
HABITS = {
    "a free relative as the subject": r"(?:^|[.:;(] |\b(?:for|of|by) )[Ww]ho(?:ever)? (?!starts\?)\w+(?!.*\?)",
    "where for if": r"(?:^|[.,;(] ?)[Ww]here (?:the|a|an|no|there|it|they|that|this|players|rules|jokers|nothing)\b",
    "things that tell or speak": r"\b(?:tells?|told|speaks?)\b",
    "lie for is": r"\b(?:lies?|lay there|lying|lain)\b",
    "is no": r"(?<!\b[Tt]here )\b(?:is|are|was|be) no (?!longer|need|one)\w",
    "there twice": r"\bthere (?:once|twice)\b|\bis there\b(?!.*\?)",
    "so that": r"\bso that\b",
    "three relative clauses": r"(?:\b(?:that|which|who|what)\b[^.]*){3}\b(?:that|which|who|what)\b",
    "as it was, goes on": r"\bas it was\b|\bas they lie\b|\bof (?:ours|one's own)\b|\bcomes? of\b|\bgoes on\b",
    "words of our own": r"\b(?:mends?|cures?|luck|whoever|beforehand)\b",
}
MOST = {
    "pages": dict.fromkeys(HABITS, 0),
    "docstrings": dict(zip(HABITS, (1, 9, 1, 17, 2, 3, 4, 1, 3, 1), strict=True)),
    "sentences": dict.fromkeys(HABITS, 0),
}


def pages() -> Iterator[str]:
    """Yield the paragraphs of the English pages written by hand."""
    for path in (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))):
        folder = path.relative_to(ROOT).parts[-2:][0]
        if folder not in ("fr", "editions", "questions", "violations", "words", "tests"):
            text = re.sub(r"^( *)```.*?^\1```", "", path.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
            yield from (re.sub(r"`[^`]*`", "x", " ".join(each.split())) for each in re.split(r"\n\n|\n\|", text))


def docstrings() -> Iterator[str]:
    """Yield the docstrings of the exported names, and of the public members of their classes."""
    seen = set[int]()
    for name in MODULES:
        module = import_module(f"rami.{name}".rstrip("."))
        for each in (module, *(getattr(module, exported) for exported in module.__all__)):
            members = vars(each).items() if inspect.isclass(each) else ()
            for value in (each, *(value for key, value in members if not key.startswith("_"))):
                text = getattr(value, "__doc__", None) if inspect.isroutine(value) or inspect.isclass(value) else None
                if text and id(value) not in seen and "rami" in str(getattr(value, "__module__", "")):
                    seen.add(id(value))
                    yield from (" ".join(part.split()) for part in inspect.cleandoc(text).split("\n\n"))


def sentences() -> Iterator[str]:
    """Yield the English sentences for players."""

    def flat(table: dict[str, Any]) -> Iterator[str]:
        for value in table.values():
            yield from flat(value) if isinstance(value, dict) else [str(value)]

    for path in sorted((ROOT / "src" / "rami").glob("*/en/*.toml")):
        yield from flat(tomllib.loads(path.read_text(encoding="utf-8")))


TEXTS = {"pages": pages, "docstrings": docstrings, "sentences": sentences}


@pytest.mark.parametrize("where", TEXTS)
def test_no_habit_grows(where: str) -> None:
    texts = list(TEXTS[where]())
    assert len(texts) > 100
    found = {name: [text for text in texts if re.search(habit, text)] for name, habit in HABITS.items()}
    grown = {name: hits for name, hits in found.items() if len(hits) > MOST[where][name]}
    assert {name: len(hits) for name, hits in grown.items()} == {}, grown
