"""Tells the editions on their pages, and compares them, from their rules: when the pages are built.

A block in the language `prose` names a game and an edition, and becomes the rules in words, in French on the French
pages:

    ```prose
    rummy rami-51
    ```

A block in the language `compare` names a game, and becomes a comparison of its editions: two are chosen, and all that
differs is told side by side.
"""

import json
import re
from html import escape
from typing import TYPE_CHECKING

from rami.errors import Language
from rami.games import GAMES
from rami.marks import said
from rami.prose import prose, told

if TYPE_CHECKING:
    from mkdocs.structure.pages import Page

BY_NAME = {game.name: game for game in GAMES}
PROSE = re.compile(
    rf"^```prose\n(?P<game>{'|'.join(BY_NAME)}) (?P<edition>\S+)\n```$",
    re.MULTILINE,
)
COMPARE = re.compile(
    rf"^```compare\n(?P<game>{'|'.join(BY_NAME)})\n```$", re.MULTILINE
)
WORDS = {
    "en": ("Edition", "compared with", "Nothing differs.", "All that differs:"),
    "fr": (
        "Édition",
        "comparée à",
        "Rien ne diffère.",
        "Tout ce qui diffère :",
    ),
}


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
    """A page with what rules say in the place of every block."""
    told = PROSE.sub(
        lambda block: in_words(block["game"], block["edition"], lang), markdown
    )
    return COMPARE.sub(lambda block: comparison(block["game"], lang), told)


def in_words(game: str, edition: str, lang: Language) -> str:
    """The rules of an edition as Markdown, the heading of each paragraph in bold."""
    text = prose(BY_NAME[game].presets[edition], lang)
    return re.sub(r"^([^.\n]+\.)", r"**\1**", text, flags=re.MULTILINE)


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
            words = [said(sentence.words, lang) for sentence in sentences]
            if len(set(words)) > 1:
                fields = " ".join(sentences[0].fields)
                rows.append(
                    {
                        "topic": said(paragraphs[0].heading, lang),
                        "fields": fields,
                        "words": words,
                    }
                )
    names = list(presets)
    data = json.dumps(
        {"names": names, "rows": rows, "same": WORDS[lang][2]},
        ensure_ascii=False,
    )
    first, second, *_ = WORDS[lang]
    lists = "".join(
        f"<label>{label} <select>{options(names, chosen)}</select></label>"
        for label, chosen in ((first, 0), (second, 1))
    )
    table = whole_table(names, rows, WORDS[lang][3])
    script = data.replace("<", "\\u003c")
    return (
        f'<div class="rami-compare"><form>{lists}</form><div aria-live="polite">{table}</div>'
        f'<script type="application/json">{script}</script></div>'
    )


def options(names: list[str], chosen: int) -> str:
    """The editions as the options of a list."""
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
