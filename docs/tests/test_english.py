"""Constructions that make English hard to read may occur at most twice in 1,000 words of source, tests and pages.

Each construction is a regular expression. A match may be good English, so the counts are upper bounds. The pages also
have a stricter list, which allows no match, a limit of words, and American spelling.
"""

import ast
import io
import re
import tokenize
import tomllib
from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
SOURCES = sorted((ROOT / "src").rglob("*.py"))
MOST = 2.0
"""Matches allowed in 1,000 words. The documentation of attrs has 0.9."""
MOST_WORDS = 25_000
"""Words of all English pages, split at spaces, with README and CONTRIBUTING."""
BRITISH = re.compile(
    r"\b\w*(?:colour|behaviour|favour|neighbour|honour)\w*|\b(?:licence|judgement|centre|grey|programme|catalogue)s?\b"
    r"|\b(?:recogni|organi|minimi|maximi|optimi|normali|speciali|summari|initiali|seriali|analy)s(?:e|ed|es|ing|ation)\b"
)

HABITS = {
    "a clause as the subject": r"(?:^|[.;:] )(?:What|Who|Whatever|Whoever|That which|Those that|Those who|Which)\b"
    r"(?![^.]*\?)",
    "return what": r"\b(?:[Rr]eturn|[Yy]ield|[Ss]ay|[Tt]ell|[Kk]now|[Cc]heck)s? (?:what|whether what|who|which of)\b",
    "of which": r"\b(?:of|in|by|to|with|from|at|for) which\b",
    "those that": r"\b(?:those (?:that|which|of|with|in)|the one (?:that|which|of)|that of (?:the|a|an|each))\b",
    "is no": r"\b(?:is|are|was|were) no (?!longer|more|legal)\w+",
    "tiles that lie": r"\b(?:lie|lies|lay|lying)\b"
    r"(?! off| out| down| a | the | all| them| it| tiles| cards| melds| more| another| one)",
    "there twice": r"\bthere (?:twice|once|as often|already lies)\b",
    "code that tells": r"\b(?:tell|tells|told|telling|speaks? of|says? of)\b",
    "is to be": r"\b(?:is|are) to (?:be|move|come|lie|stay|go)\b",
    "so many": r"\b(?:so many|at most so|as many .{1,30} as there)\b",
    "likewise": r"\b(?:likewise|besides|moreover|thereby|therefrom|hereby)\b",
    "where for if": r"(?:^|[,;.] )[Ww]here (?:the|a|an|nothing|no|some|only|all|both|it|they|there)\b",
    "goes on": r"\b(?:goes on|go on|gone on|comes? of|come to lie|is left of)\b",
    "as it was": r"\b(?:of its own|of his own|of their own|of ours|as it was|as they lie|as it lies|as they lay)\b",
    "verb before subject": r"\b(?:Then|So|Here|There|Thus) (?:is|are|has|have|does|do|can|may|must) "
    r"(?:the|a|an|it|they|there)\b",
}

PAGE_HABITS = {
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


def comments(paths: Iterable[Path] = SOURCES) -> Iterator[str]:
    """Yield the comments of some files, without the directives for tools."""
    for path in paths:
        for token in tokenize.generate_tokens(io.StringIO(path.read_text(encoding="utf-8")).readline):
            text = token.string.lstrip("#: ").strip()
            if token.type == tokenize.COMMENT and not text.startswith(("noqa", "type:", "pyright:", "---", "pragma")):
                yield text


def docstrings(public: bool, paths: Iterable[Path] = SOURCES) -> Iterator[str]:
    """Yield the docstrings of public or private names, without the code of examples."""
    for path in paths:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                is_public = not getattr(node, "name", "module").startswith("_")
                if is_public == public and (text := ast.get_docstring(node)):
                    yield re.sub(r"(?m)^\s*(?:>>>|\.\.\.).*\n?", "", text)
            if public:
                yield from attribute_docstrings(getattr(node, "body", None))


def attribute_docstrings(body: object) -> Iterator[str]:
    """Yield the strings below assignments."""
    statements = body if isinstance(body, list) else []
    for before, after in pairwise(statements):
        if isinstance(before, ast.Assign | ast.AnnAssign) and isinstance(after, ast.Expr):
            value = after.value
            if isinstance(value, ast.Constant) and isinstance(value.value, str):
                yield value.value


def public_docstrings() -> Iterator[str]:
    """Yield the docstrings of public names."""
    return docstrings(public=True)


def private_docstrings() -> Iterator[str]:
    """Yield the docstrings of private names."""
    return docstrings(public=False)


def messages() -> Iterator[str]:
    """Yield the literal texts of raised errors, and the English sentences for players."""
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
                for argument in node.exc.args:
                    parts = argument.values if isinstance(argument, ast.JoinedStr) else [argument]
                    yield "".join(str(part.value) if isinstance(part, ast.Constant) else "x" for part in parts)
    for path in sorted((ROOT / "src").rglob("en/*.toml")):
        yield from strings(tomllib.loads(path.read_text(encoding="utf-8")))


def strings(value: Any) -> Iterator[str]:
    """Yield the strings of a TOML document."""
    if isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from strings(each)
    elif isinstance(value, str):
        yield value


def of_tests() -> Iterator[str]:
    """Yield the comments and docstrings of tests, examples, benchmarks and tools."""
    folders = ("tests", "examples", "benchmarks", "tools", "docs/tests")
    paths = [path for folder in folders for path in sorted((ROOT / folder).rglob("*.py"))]
    yield from comments(paths)
    yield from docstrings(public=True, paths=paths)
    yield from docstrings(public=False, paths=paths)


def english_pages() -> list[Path]:
    """Return the English pages in Git, and the Markdown files of the root."""
    pages = (path for path in sorted((ROOT / "docs").rglob("*.md")) if path.parent.name != "fr")
    return [*sorted(ROOT.glob("*.md")), *pages]


def whole_pages() -> Iterator[str]:
    """Yield the words of the English pages, without blocks of code."""
    for path in english_pages():
        text = re.sub(r"```.*?```", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
        yield re.sub(r"`[^`]*`", "x", text)


def pages() -> Iterator[str]:
    """Yield the paragraphs, rows and items of the English pages."""
    for path in english_pages():
        text = re.sub(r"^( *)```.*?^\1```", "", path.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
        yield from (re.sub(r"`[^`]*`", "x", " ".join(each.split())) for each in re.split(r"\n\n|\n\||\n- ", text))


@pytest.mark.parametrize("texts_of", [comments, public_docstrings, private_docstrings, messages, of_tests, whole_pages])
def test_hard_constructions_are_rare(texts_of: Callable[[], Iterator[str]]) -> None:
    texts = list(texts_of())
    words = sum(len(text.split()) for text in texts)
    assert words > 1_000
    found = {name: [text for text in texts if re.search(habit, text)] for name, habit in HABITS.items()}
    hits = sum(len(re.findall(habit, text)) for habit in HABITS.values() for text in texts)
    assert 1_000 * hits / words <= MOST, {name: hit for name, hit in found.items() if hit}


def test_the_english_pages_together_are_short() -> None:
    assert sum(len(text.split()) for text in whole_pages()) <= MOST_WORDS


def test_pages_and_tests_have_american_spelling() -> None:
    assert [word for text in (*whole_pages(), *of_tests()) for word in BRITISH.findall(text)] == []


def test_a_page_has_no_hard_construction() -> None:
    texts = list(pages())
    assert len(texts) > 100
    found = {name: [text for text in texts if re.search(habit, text)] for name, habit in PAGE_HABITS.items()}
    assert {name: hits for name, hits in found.items() if hits} == {}
