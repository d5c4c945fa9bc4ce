"""Write the generated pages of the site: run it before `mkdocs build`.

python -m tools.docs

`docs/editions` has a page for each edition, `docs/violations` one for each game with the codes of its referee, and
`docs/questions` the open questions of the rules. Git has the beginning of each page, so links to it work in a checkout.
The rest is written into a folder that git ignores, and the page includes it. Everything comes from the library, and
from the data in `docs/data` that the library does not know: sources, causes and examples.
"""

import inspect
import re
import shutil
import tomllib
from collections.abc import Iterator
from pathlib import Path
from textwrap import indent
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from attrs import fields

from rami.errors import Violation
from rami.games import GAMES
from rami.rule_text import prose, told
from tools import fences

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
REST = ROOT / "build" / "pages"
"""The folder of the parts that git ignores."""
FOLDERS = ("editions", "questions", "violations")
TITLES = {"rummikub": "Rummikub", "rummy": "Card rummy", "contracts": "The contract game", "gin": "Gin"}
LANGUAGES = {"en": "English", "fr": "Français", "de": "Deutsch", "es": "Español"}
QUESTIONS = {"rummikub": "A", "contracts": "B", "rummy": "C"}


def data(name: str) -> dict[str, Any]:
    """Return a file of `docs/data`."""
    return tomllib.loads((DOCS / "data" / f"{name}.toml").read_text(encoding="utf-8"))


def pages() -> Iterator[tuple[str, str, str]]:
    """Yield the path of each page, its beginning, and the rest."""
    editions, questions = data("editions"), data("questions")
    for game in GAMES.values():
        for name in shown(game, editions):
            path = f"editions/{name}.md"
            yield path, beginning(path, *about(editions[name])), edition(game, name, editions[name])
        path, title = f"violations/{game.name}.md", f"# Violations: {TITLES[game.name]}"
        text = f"The codes of `{game.name}.Code`, each with a sentence, a rule, a cause and an example."
        yield path, beginning(path, title, text), violations(game, data(f"violations/{game.name}"))
        if game.name in questions:
            path, title = f"questions/{game.name}.md", f"# Questions {QUESTIONS[game.name]}: {TITLES[game.name]}"
            text = f"A question has a field of `{game.name}.Rules`, or the same answer in all editions."
            yield path, beginning(path, title, text), open_questions(game, questions[game.name])


def beginning(path: str, *parts: str) -> str:
    """Return the part of a page that git has. It includes the rest."""
    return _page([*parts, f'--8<-- "{(REST / path).relative_to(ROOT).as_posix()}"'])


def shown(game: Any, editions: dict[str, Any]) -> list[str]:
    """Return the editions of a game that have a page."""
    return [name for name in game.presets if name in editions]


def about(known: dict[str, Any]) -> tuple[str, ...]:
    """Return the beginning of the page of an edition: the title and the first sentence."""
    title = f"---\nsearch:\n  boost: 0.5\n---\n\n# {known['title']}"
    return title, description(known)[0]


def description(known: dict[str, Any]) -> list[str]:
    """Return the sentences that describe an edition."""
    return re.split(r"(?<=\.) (?=[A-Z[`])", known["about"])


def edition(game: Any, name: str, known: dict[str, Any]) -> str:
    """Return the page of an edition after its beginning: words, differences, examples, sources."""
    default = next(iter(game.presets))
    preset = f"Preset: `{name}`. In a terminal, `rami rules {name}` prints the rules."
    parts = [" ".join([*description(known)[1:], preset])]
    parts.append("## The rules in words { data-search-exclude }")
    parts += [tab(title, lang, in_words(game, name, lang)) for lang, title in LANGUAGES.items()]
    if name != default:
        link = f"[{data('editions')[default]['title']}]({default}.md)"
        parts += ["## Differences", f"Compared with {link}, the default.", differences(game, name, default)]
    if "examples" in known:
        parts.append("## Examples")
        parts += [f"```{game.name}\nrules: {name}\n{_without_rules(text)}```" for text in known["examples"]]
    if missing := [each for each in told(game.presets[name]) if each.heading.key == "rules.missing.title"]:
        parts += [
            f"## {missing[0].heading.say()}",
            *(each.phrase.say() for each in missing[0].sentences if each.phrase),
        ]
    rows = ["| field | value | source |", "|---|---|---|", *sources(game, name)]
    table = "\n".join(f"    {row}" for row in rows)
    parts.append(f'??? note "Where the numbers come from"\n\n{table}')
    return _page(parts)


def tab(title: str, lang: str, text: str) -> str:
    """Return a text as a tab of the page, in Markdown."""
    return f'=== "{title}"\n\n' + indent(f'<div lang="{lang}" markdown>\n\n{text}\n\n</div>', "    ")


def sources(game: Any, name: str) -> Iterator[str]:
    """Yield a row for each source of an edition, and one for the fields without a source."""
    known, default = data("editions"), next(iter(game.presets))
    rows = [(_fields(names), source) for names, source in known[name]["sources"]]
    named = {field for names, _ in rows for field in names}
    if "like" in known[name]:
        like = known[name]["like"]
        link = f"as in [{known[like]['title']}]({like}.md)"
        for names, source in known[like]["sources"]:
            rows.append(([field for field in _fields(names) if field not in named], f"{link}: {source}"))
        named |= {field for names, _ in rows for field in names}
    same = "" if name == default else f": as in [{known[default]['title']}]({default}.md)"
    rows.append(([each.name for each in fields(game.rules) if each.name not in named], f"no source speaks of it{same}"))
    for names, source in rows:
        if names:
            values = ", ".join(_shown(getattr(game.presets[name], field)) for field in names)
            yield f"| {', '.join(f'`{field}`' for field in names)} | {values} | {source} |"


def _fields(names: str) -> list[str]:
    return names.split()


def _without_rules(text: str) -> str:
    return "".join(line for line in text.lstrip("\n").splitlines(keepends=True) if not line.startswith("rules:"))


def in_words(game: Any, name: str, lang: str) -> str:
    """Return the rules of an edition as Markdown, the heading of each paragraph in bold."""
    return re.sub(r"^([^.\n]+\.)", r"**\1**", prose(game.presets[name], lang), flags=re.MULTILINE)


def differences(game: Any, name: str, default: str) -> str:
    """Return a table of the fields that differ from the default edition, each with its sentence."""
    rules, usual = game.presets[name], game.presets[default]
    sentences: dict[str, list[str]] = {}
    for paragraph, other in zip(told(rules), told(usual), strict=True):
        for now, before in zip(paragraph.sentences, other.sentences, strict=True):
            said, was = (each.phrase.say("en") if each.phrase else "" for each in (now, before))
            if said and said != was and len(now.fields) < len(fields(type(rules))):
                for place, field in enumerate(now.fields):
                    sentences.setdefault(field, []).insert(0 if place == 0 else 99, said)
    rows = ["| field | in words | here | default |", "|---|---|---|---|"]
    for field in (each.name for each in fields(type(rules))):
        here, there = getattr(rules, field), getattr(usual, field)
        if here != there:
            rows.append(f"| `{field}` | {' '.join(sentences.get(field, [])[:1])} | `{here!r}` | `{there!r}` |")
    return "\n".join(rows) if len(rows) > 2 else "None."


def open_questions(game: Any, questions: dict[str, dict[str, Any]]) -> str:
    """Return the questions of a game, and the fields of `Rules` that no question names."""
    default = next(iter(game.presets.values()))
    hints = get_type_hints(game.rules, include_extras=True)
    rows = ["| id | question | answer | other answers |", "|---|---|---|---|"]
    named: set[str] = set()
    for name, each in questions.items():
        known = [field for field in each.get("fields", ()) if field in hints]
        named |= {*known}
        answers = "; ".join(choices(hints[field], getattr(default, field)) for field in known)
        note = each.get("note", "")
        if answers and not re.search(r"`\w+`:", note):  # a note that explains the answers names them
            note = f"{answers}. {note}".strip()
        values = "<br>".join(f"`{field}={getattr(default, field)!r}`" for field in known)
        rows.append(f"| {name} | {each['question']} | {values or each['fixed']} | {note} |")
    parts = ["\n".join(rows)]
    others = [field for field in attributes(game.rules) if field not in named and field in hints]
    if others:
        told_of = attributes(game.rules)
        table = ["| field | default | meaning |", "|---|---|---|"]
        table += [f"| `{name}` | {_shown(getattr(default, name))} | {told_of[name]} |" for name in others]
        parts += ["## Other fields", "\n".join(table)]
    return _page(parts)


def _shown(value: object) -> str:
    text = repr(value)
    return f"`{text}`" if len(text) < 60 else "the default deck"


def choices(hint: Any, default: object) -> str:
    """Return the values other than the default that a field may have."""
    origin = get_origin(hint)
    if origin is Literal:
        return ", ".join(f"`{value!r}`" for value in get_args(hint) if value != default)
    if hint is bool:
        return f"`{not default}`"
    if origin in (Union, UnionType):
        return ", ".join(filter(None, (choices(each, default) for each in get_args(hint))))
    if hint is NoneType:
        return "" if default is None else "`None`"
    for limit in getattr(hint, "__metadata__", ()):
        low, high = (getattr(limit, name, None) for name in ("low", "high"))
        if low is None:
            low, high = (getattr(limit, each.name) for each in fields(type(limit))[:2])
        return f"{low} to {high}"
    return ""


def attributes(kind: type) -> dict[str, str]:
    """Return the description of each attribute in the docstring of a class."""
    text = inspect.cleandoc(kind.__doc__ or "").partition("Attributes:\n")[2].partition("\n\n")[0]
    found = re.findall(r"^ {4}(\w+): (.*(?:\n {8}.*)*)", text, re.MULTILINE)
    return {name: re.sub(r"\s+", " ", told_of) for name, told_of in found}


def violations(game: Any, known: dict[str, dict[str, Any]]) -> str:
    """Return the codes of a game: a table, then the cause and an example of each."""
    rows = ["| code | sentence | rule | rows |", "|---|---|---|---|"]
    parts: list[str] = []
    for code in game.codes:
        each = known.get(str(code), {})
        said, drawn = _said(game, code, each), str(each.get("example", "")).strip()
        rows.append(f"| [`{code}`](#{code}) | {said} | {_rule(game, code.rule)} | {'yes' * each.get('rows', False)} |")
        figure = f"\n\n```{game.name}\n{drawn}\n```" if drawn else ""
        cause = each.get("cause", "")
        parts.append(
            f'<details id="{code}" markdown><summary><code>{code}</code></summary>\n\n{cause}{figure}\n\n</details>'
        )
    return _page(["\n".join(rows), "## Causes and examples", *parts])


def _rule(game: Any, name: str) -> str:
    return f"`{name}`" if name in {each.name for each in fields(game.rules)} else name


def _said(game: Any, code: Any, known: dict[str, Any]) -> str:
    """Return the sentence of a violation: that of its example, or with the given numbers."""
    if "example" in known:
        given = dict(line.split(": ", 1) for line in known["example"].strip().splitlines() if ": " in line)
        view, _ = fences.position(game.name, given)
        for problem in game.check(view, given["move"]):
            if problem.code == code:
                return str(problem.message())
        raise ValueError(f"the example of {code} ({game.name}) does not show it")
    pieces = [game.parse_piece(text) for text in known.get("pieces", "").split()]
    return Violation(code, pieces, known.get("numbers", [2] * len(code.names))).message()


def _page(parts: list[str]) -> str:
    return "\n\n".join(parts) + "\n"


def main() -> None:
    """Write all pages anew."""
    for folder in FOLDERS:
        shutil.rmtree(DOCS / folder, ignore_errors=True)
        shutil.rmtree(REST / folder, ignore_errors=True)
    for path, start, rest in pages():
        for target, text in ((DOCS / path, start), (REST / path, rest)):
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
