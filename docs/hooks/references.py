"""Makes links of the public names in the tables of the reference: `Card` of `rami.rummy` leads to its entry."""

import re
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mkdocs.structure.pages import Page

PAGE = re.compile(r"api/(rummikub|rummy|contracts|gin)\.md")
NAME = re.compile(r"(?<!\[)`(\w+)`(?!\])")


def on_page_markdown(markdown: str, page: "Page", **_: object) -> str:
    """Link the names in the rows of tables."""
    found = PAGE.fullmatch(page.file.src_uri)
    return linked(markdown, f"rami.{found[1]}") if found else markdown


def linked(markdown: str, module: str) -> str:
    """Return a page whose tables have links from the public names of a module to their entries."""
    public = set(import_module(module).__all__)

    def link(match: re.Match[str]) -> str:
        name = match[1]
        return f"[`{name}`][{module}.{name}]" if name in public else match[0]

    lines = markdown.split("\n")
    return "\n".join(
        NAME.sub(link, line) if line.startswith("|") else line for line in lines
    )
