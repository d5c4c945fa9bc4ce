"""Makes the page that leads from every rule to the field or function that decides it, and to the tests that hold it.

The sentences and the fields are those of the tables on the pages of the rules, the tests those in `tests/rules` whose
names have the identifier; `traceability.toml` beside this file has the rest. The build fails when a rule lacks one of
them: the sentence, what decides it, a test, or a picture although it speaks of pieces that lie.
"""

import ast
import logging
import re
import tomllib
from importlib import import_module
from pathlib import Path
from typing import Any

from attrs import fields_dict, frozen

ROOT = Path(__file__).parents[2]
LOG = logging.getLogger("mkdocs.hooks.traceability")
MARK = "<!-- every rule -->"
PAGES = {
    "000": ("rummikub", "editions/hasbro-2007.md"),
    "001": ("rummikub", "editions/chiffres.md"),
    "002": ("rummikub", "editions/ramicube.md"),
    "A": ("rummikub", "rules.md"),
    "003": ("contracts", "editions/contracts.md"),
    "B": ("contracts", "editions/contracts.md"),
    "004": ("rummy", "editions/horesca.md"),
    "C": ("rummy", "editions/horesca.md"),
    "G": ("gin", "gin.md"),
}
"""The game and the page of each source, by what its identifiers start with."""

SERVICES = {"Match": "match.Match"}
"""What decides a rule in every game, with its place in the reference."""

HEADINGS = {
    "000": "Source 000, Rummikub",
    "001": "Source 001, Rummikub Chiffres",
    "002": "Source 002, Ramicube",
    "A": "What editions of Rummikub answer differently",
    "003": "Source 003, the contract game",
    "B": "What the contract game leaves open",
    "004": "Source 004, card Rami",
    "C": "What card Rami leaves open",
    "G": "Gin",
}
IDENTIFIER = r"(?:00[0-4](?:\.\d+|-[a-z\d])|[ABCG]\d+)"
ROW = re.compile(
    rf"\| (?P<names>{IDENTIFIER}(?:, {IDENTIFIER})*) \|(?P<cells>.*)\|"
)
EXAMPLE = re.compile(
    rf"^\*\*(?P<name>{IDENTIFIER})\*\* (?P<told>.*?)(?:\n\n|\n?\Z)(?:```\w+\n(?P<picture>.*?)```)?",
    re.MULTILINE | re.DOTALL,
)
TEST = re.compile(r"test_(?:(\d{3})_(\d+|[a-z])|([A-CG]\d+))(?:_(picture)?.*)?")


@frozen
class Rule:
    """A rule with all that its entry shows."""

    name: str
    source: str
    sentence: str
    fields: tuple[str, ...]
    functions: tuple[str, ...]
    tests: tuple[tuple[str, str], ...]
    picture: str

    @property
    def game(self) -> str:
        """The game that the rule belongs to."""
        return PAGES[self.source][0]


def on_page_markdown(markdown: str, **_: object) -> str:
    """Put the rules into the page that asks for them, before its pictures are drawn."""
    if MARK not in markdown:
        return markdown
    with (ROOT / "pyproject.toml").open("rb") as file:
        tests = (
            tomllib.load(file)["project"]["urls"]["Source"]
            + "/blob/main/tests/rules/"
        )
    rules, no_pieces = gathered(ROOT)
    for problem in lacking(rules, no_pieces):
        LOG.warning(problem)
    return markdown.replace(MARK, told(rules, tests))


def gathered(root: Path) -> tuple[list[Rule], frozenset[str]]:
    """Every rule of `tests/rules/identifiers.txt`, and the names of those that speak of no pieces that lie."""
    with (root / "docs" / "hooks" / "traceability.toml").open("rb") as file:
        more: dict[str, Any] = tomllib.load(file)
    tests, pages = (
        tested(root),
        {page: rows(root / "docs" / page) for _, page in PAGES.values()},
    )
    found: list[Rule] = []
    for line in (
        (root / "tests" / "rules" / "identifiers.txt")
        .read_text(encoding="utf-8")
        .splitlines()
    ):
        if not (named := re.match(rf"{IDENTIFIER}(?= )", line)):
            continue
        name = named[0]
        source = next(each for each in PAGES if name.startswith(each))
        extra = more.get(name, {})
        home = pages[PAGES[source][1]]
        sentence, code, picture = home.get(name) or pages["rules.md"].get(
            name, ("", "", "")
        )
        found.append(
            Rule(
                name,
                source,
                sentence,
                fields_of(PAGES[source][0], code),
                tuple(extra.get("by", ())),
                tuple(tests.get(name, ())),
                extra.get("picture", picture).strip(),
            )
        )
    return found, frozenset(more["no_pieces"].split())


def rows(page: Path) -> dict[str, tuple[str, str, str]]:
    """Return the sentence, the code and the picture that a page has for each rule, from its tables and examples."""
    text = page.read_text(encoding="utf-8")
    found: dict[str, tuple[str, str, str]] = {}
    for row in map(ROW.fullmatch, text.splitlines()):
        if row:
            cells = [cell.strip() for cell in row["cells"].split("|")]
            for name in row["names"].split(", "):
                found.setdefault(
                    name, (sentence_of(name, cells), " ".join(cells[1:]), "")
                )
    for example in EXAMPLE.finditer(text):
        told = " ".join(example["told"].split())
        found.setdefault(
            example["name"], (told, told, example["picture"] or "")
        )
    return found


def sentence_of(name: str, cells: list[str]) -> str:
    """Read a row: a rule; a question with its answer; or one with a field, its default and the other answers."""
    if name[0] not in "ABC":
        return cells[0]
    if cells[1] and not cells[1].startswith("`"):
        return f"{cells[0]} {cells[1]}"
    others = f" Or: {cells[3]}." if cells[3] != "none" else ""
    return (
        f"{cells[0]} By default: {cells[2]}.{others}"
        if cells[1]
        else f"{cells[0]} {cells[2][:1].upper()}{cells[2][1:]}."
    )


def fields_of(game: str, code: str) -> tuple[str, ...]:
    """Return the fields of the rules that are named in code, in their order."""
    module = import_module(f"rami.{game}")
    known = dict.fromkeys(fields_dict(module.Rules), "Rules")
    if game == "contracts":
        known = dict.fromkeys(fields_dict(module.Deck), "Deck") | known
    named = re.findall(r"`(?:Deck\.|Rules\.|DEFAULT\.)?(\w+)[`=]", code)
    return tuple(
        f"{known[name]}.{name}"
        for name in dict.fromkeys(named)
        if name in known
    )


def tested(root: Path) -> dict[str, list[tuple[str, str]]]:
    """The tests that have each identifier in their names, with their files."""
    found: dict[str, list[tuple[str, str]]] = {}
    for path in sorted((root / "tests" / "rules").glob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and (
                named := TEST.fullmatch(node.name)
            ):
                source, item, question, picture = named.groups()
                name = (
                    question
                    or f"{source}{'-' if picture or item.isalpha() else '.'}{item}"
                )
                found.setdefault(name, []).append((path.name, node.name))
    return found


def lacking(rules: list[Rule], no_pieces: frozenset[str]) -> list[str]:
    """Return what is missing, sentence by sentence."""
    found: list[str] = []
    for rule in rules:
        module = import_module(f"rami.{rule.game}")
        unknown = [
            name
            for name in rule.functions
            if name not in module.__all__ and name not in SERVICES
        ]
        found += [
            f"{rule.name} is decided by rami.{rule.game}.{name}, which is not there"
            for name in unknown
        ]
        missing = {
            "sentence in our words": not rule.sentence,
            "field or function that decides it": not rule.fields
            and not rule.functions,
            "test": not rule.tests,
            "picture, and is not among those without pieces": not rule.picture
            and rule.name not in no_pieces,
        }
        found += [
            f"{rule.name} has no {what}"
            for what, is_missing in missing.items()
            if is_missing
        ]
        if rule.picture and rule.name in no_pieces:
            found.append(
                f"{rule.name} has a picture, and is among those without pieces"
            )
    known = {rule.name for rule in rules}
    found += [
        f"traceability.toml knows {name}, which is no rule"
        for name in sorted(no_pieces - known)
    ]
    return found


def told(rules: list[Rule], tests: str) -> str:
    """Return the rules as Markdown; the tests are in the folder of that address."""
    parts: list[str] = []
    for source, heading in HEADINGS.items():
        parts.append(f"## {heading}")
        parts += [entry(rule, tests) for rule in rules if rule.source == source]
    return "\n\n".join(parts)


def entry(rule: Rule, tests: str) -> str:
    """One rule as Markdown."""
    deciders = [f"[`{name}`][rami.{rule.game}.{name}]" for name in rule.fields]
    deciders += [
        f"[`{SERVICES.get(name, f'{rule.game}.{name}')}`][{place(rule.game, name)}]"
        for name in rule.functions
    ]
    holders = [f"[`{name}`]({tests}{file})" for file, name in rule.tests]
    sentence = (
        re.sub(r"\]\((?!http)[^)]*\)", "]", rule.sentence)
        .replace("[", "")
        .replace("]", "")
    )
    text = f"**{rule.name}** {sentence}\n\n- decided by {', '.join(deciders)}\n- held by {', '.join(holders)}"
    return (
        f"{text}\n\n```{rule.game}\n{rule.picture}\n```"
        if rule.picture
        else text
    )


def place(game: str, name: str) -> str:
    """Where the reference shows a name of a game."""
    if name in SERVICES:
        return f"rami.{SERVICES[name]}"
    value = getattr(import_module(f"rami.{game}"), name)
    module = value.__module__.removeprefix("rami.").split(".")[0]
    return f"rami.{game if module == game else value.__module__.removeprefix('rami.')}.{name}"
