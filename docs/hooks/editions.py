"""Tells the editions on their pages, and compares them, from their rules: when the pages are built.

A block in the language `prose` names a game and an edition, and becomes the rules in words, in French on the French
pages:

    ```prose
    rummy rami-51
    ```

A block in the language `differences` names the same, and becomes a table of what differs from the default edition, each
field with its sentence. One that names a game only is a table of all its editions.

A block in the language `compare` names a game, and becomes a comparison of its editions: two are chosen, and all that
differs is told side by side.
"""

import json
import re
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import fields

from rami.errors import Language
from rami.games import GAMES
from rami.prose import prose, told
from rami.text import Texts
from rami.text.rules import Sentence

if TYPE_CHECKING:
    from mkdocs.structure.pages import Page

BY_NAME = {game.name: game for game in GAMES}
PROSE = re.compile(
    rf"^```prose\n(?P<game>{'|'.join(BY_NAME)}) (?P<edition>\S+)\n```$",
    re.MULTILINE,
)
DIFFERENCES = re.compile(
    rf"^```differences\n(?P<game>{'|'.join(BY_NAME)})(?: (?P<edition>\S+))?\n```$",
    re.MULTILINE,
)
COMPARE = re.compile(
    rf"^```compare\n(?P<game>{'|'.join(BY_NAME)})\n```$", re.MULTILINE
)
PAGES = Texts("pages", Path(__file__).parent / "text")


def on_page_markdown(markdown: str, page: "Page", **_: object) -> str:
    """Put the sentences into a page."""
    return with_editions(
        markdown, "fr" if page.file.src_uri.endswith(".fr.md") else "en"
    )


def on_page_content(html: str, page: "Page", **_: object) -> str:
    """Add to a page with a comparison the script and the style of it."""
    if 'class="rami-compare"' not in html:
        return html
    up = "../" * page.url.count("/")
    style = f'<link rel="stylesheet" href="{up}stylesheets/compare.css">'
    return f'{html}\n{style}\n<script type="module" src="{up}editions/compare.js"></script>'


def with_editions(markdown: str, lang: Language) -> str:
    """Return a page in which every block is what the rules say."""
    told = PROSE.sub(
        lambda block: in_words(block["game"], block["edition"], lang), markdown
    )
    told = DIFFERENCES.sub(
        lambda block: (
            differences(block["game"], block["edition"], lang)
            if block["edition"]
            else all_differences(block["game"], lang)
        ),
        told,
    )
    return COMPARE.sub(lambda block: comparison(block["game"], lang), told)


def said(sentence: Sentence, lang: Language) -> str:
    """Return a sentence of the rules; "" where they say nothing."""
    return sentence.phrase.say(lang) if sentence.phrase else ""


def in_words(game: str, edition: str, lang: Language) -> str:
    """Return the rules of an edition as Markdown, the heading of each paragraph in bold."""
    text = prose(BY_NAME[game].presets[edition], lang)
    return re.sub(r"^([^.\n]+\.)", r"**\1**", text, flags=re.MULTILINE)


def differences(game: str, edition: str, lang: Language) -> str:
    """Return a table of the fields that differ from the default edition, which is the first."""
    presets = BY_NAME[game].presets
    default, rules = next(iter(presets)), presets[edition]
    sentences: dict[str, list[str]] = {}
    for paragraphs in zip(told(rules), told(presets[default]), strict=True):
        for now, usual in zip(
            *(each.sentences for each in paragraphs), strict=True
        ):
            sentence = said(now, lang)
            if sentence and sentence != said(usual, lang):
                for name in now.fields:
                    sentences.setdefault(name, []).append(sentence)
    field, here, words = (
        PAGES.say(f"differences.{each}", lang)
        for each in ("field", "here", "words")
    )
    rows = [
        f"| {field} | {here} | `{default}` | {words} |",
        "|---|---|---|---|",
    ]
    for each in fields(type(rules)):
        value, default_value = (
            repr(getattr(any_rules, each.name))
            for any_rules in (rules, presets[default])
        )
        if value != default_value:
            said_of_it = " ".join(sentences.get(each.name, []))
            rows.append(
                f"| `{each.name}` | `{value}` | `{default_value}` | {said_of_it} |"
            )
    return "\n".join(rows)


def all_differences(game: str, lang: Language) -> str:
    """Return a table of the fields in which editions differ: the default value, and the editions with others."""
    presets = BY_NAME[game].presets
    default = next(iter(presets))
    field, others = (
        PAGES.say(f"differences.{each}", lang) for each in ("field", "others")
    )
    rows = [f"| {field} | `{default}` | {others} |", "|---|---|---|"]
    for each in fields(BY_NAME[game].rules):
        having: dict[str, list[str]] = {}
        for name, rules in presets.items():
            value = repr(getattr(rules, each.name))
            having.setdefault(value, []).append(f"`{name}`")
        usual, *rest = having
        if rest:
            told_of = "<br>".join(
                f"`{value}`: {', '.join(having[value])}" for value in rest
            )
            rows.append(f"| `{each.name}` | `{usual}` | {told_of} |")
    return "\n".join(rows)


def comparison(game: str, lang: Language) -> str:
    """Two lists to choose from, and the sentences of all editions for the script beside the page."""
    presets = BY_NAME[game].presets
    rows: list[dict[str, object]] = []
    for paragraphs in zip(
        *(told(rules) for rules in presets.values()), strict=True
    ):
        for sentences in zip(
            *(paragraph.sentences for paragraph in paragraphs), strict=True
        ):
            words = [said(sentence, lang) for sentence in sentences]
            if len(set(words)) > 1:
                about = " ".join(sentences[0].fields)
                rows.append(
                    {
                        "topic": paragraphs[0].heading.say(lang),
                        "fields": about,
                        "words": words,
                    }
                )
    names = list(presets)
    data = json.dumps(
        {
            "names": names,
            "rows": rows,
            "same": PAGES.say("comparison.same", lang),
        },
        ensure_ascii=False,
    )
    lists = "".join(
        f"<label>{PAGES.say(label, lang)} <select>{options(names, chosen)}</select></label>"
        for label, chosen in (("comparison.edition", 0), ("comparison.with", 1))
    )
    table = whole_table(names, rows, PAGES.say("comparison.all", lang))
    script = data.replace("<", "\\u003c")
    return (
        f'<div class="rami-compare"><form>{lists}</form><div aria-live="polite">{table}</div>'
        f'<script type="application/json">{script}</script></div>'
    )


def options(names: list[str], chosen: int) -> str:
    """Return the editions as the options of a list."""
    return "".join(
        f"<option{' selected' if index == chosen else ''}>{escape(name)}</option>"
        for index, name in enumerate(names)
    )


def whole_table(
    names: list[str], rows: list[dict[str, object]], caption: str
) -> str:
    """All that differs, for who has no script: what each edition says, in the order of the lists."""
    parts: list[str] = []
    for row in rows:
        words = row["words"]
        assert isinstance(words, list)
        said_by: dict[str, list[str]] = {}
        for name, text in zip(names, words, strict=True):
            said_by.setdefault(text or "–", []).append(
                f"<code>{escape(name)}</code>"
            )
        items = "".join(
            f"<dt>{', '.join(editions)}</dt><dd>{escape(text)}</dd>"
            for text, editions in said_by.items()
        )
        parts.append(
            f"<h4>{escape(str(row['topic']))} <code>{escape(str(row['fields']))}</code></h4><dl>{items}</dl>"
        )
    return f"<p>{caption}</p>{''.join(parts)}"
