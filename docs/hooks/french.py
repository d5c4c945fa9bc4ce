"""Keeps the French pages true to the English ones, and lets them link to pages that are in English only.

`rules.fr.md` is the translation of `rules.md`. Its head has the stamp of the English page as it was when somebody last
looked at both: when the English page changes, a strict build fails until somebody has looked again, and says so by

    python -m docs.hooks.french            every page
    python -m docs.hooks.french rules      this one

A link `[…](en:api/rummikub.md#tiles)` leads from a French page to an English page that has no translation.
"""

import logging
import re
import sys
from hashlib import sha256
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from mkdocs.plugins import event_priority
from mkdocs.utils import get_relative_url

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page

DOCS = Path(__file__).parents[1]
LOG = logging.getLogger("mkdocs.hooks.french")
STAMP = re.compile(r"^english: (\w+)$", re.MULTILINE)
LINK = re.compile(r'href="en:(?P<page>[^"#]*)(?P<anchor>#[^"]*)?"')


def stamp(english: str) -> str:
    """Return a stamp of the text of an English page."""
    return sha256(english.encode()).hexdigest()[:16]


def stale(docs: Path) -> list[str]:
    """Return the French pages that nobody has checked since the English one changed, or that translate none."""
    found: list[str] = []
    for french in sorted(docs.rglob("*.fr.md")):
        name = french.relative_to(docs).as_posix().removesuffix(".fr.md")
        english = docs / f"{name}.md"
        if not english.exists():
            found.append(
                f"{name}.fr.md translates {name}.md, which is not there"
            )
            continue
        stamped = STAMP.search(french.read_text(encoding="utf-8"))
        if stamped is None or stamped[1] != stamp(
            english.read_text(encoding="utf-8")
        ):
            found.append(
                f"{name}.md changed since {name}.fr.md was last looked at; when the translation is right again: "
                f"python -m docs.hooks.french {name}"
            )
    return found


def look(docs: Path, names: list[str]) -> list[str]:
    """Write the stamps of the English pages into the French ones, all or those that are named; say which changed."""
    changed = []
    for french in sorted(docs.rglob("*.fr.md")):
        name = french.relative_to(docs).as_posix().removesuffix(".fr.md")
        if names and name not in names:
            continue
        text = french.read_text(encoding="utf-8")
        line = f"english: {stamp((docs / f'{name}.md').read_text(encoding='utf-8'))}"
        if STAMP.search(text):
            now = STAMP.sub(line, text, count=1)
        elif text.startswith("---\n"):
            now = f"---\n{line}\n" + text.removeprefix("---\n")
        else:
            now = f"---\n{line}\n---\n\n{text}"
        if now != text:
            french.write_text(now, encoding="utf-8", newline="\n")
            changed.append(name)
    return changed


def on_pre_build(config: "MkDocsConfig") -> None:
    """Fail a strict build where a translation is stale."""
    # The pages are built once for each language.
    if config.theme.get("language") == "en":
        for problem in stale(Path(config.docs_dir)):
            LOG.warning(problem)


def on_page_content(
    html: str, page: "Page", config: "MkDocsConfig", files: "Files"
) -> str:
    """Turn the links to pages that are in English only into addresses."""

    def address(link: re.Match[str]) -> str:
        source = PurePosixPath(link["page"])
        if (
            not (Path(config.docs_dir) / source).is_file()
            or files.get_file_from_path(link["page"]) is not None
        ):
            LOG.warning(
                "%s links to en:%s, which is no page in English only",
                page.file.src_uri,
                source,
            )
        target = "" if source.name == "index.md" else f"{source.stem}/"
        url = "" if source.parent == PurePosixPath() else f"{source.parent}/"
        return f'href="{get_relative_url(url + target, page.url)}{link["anchor"] or ""}"'

    return LINK.sub(address, html)


@event_priority(-50)  # after the plugin, which finds the languages of a page
def on_page_context(
    _context: object, page: "Page", config: "MkDocsConfig", **_: object
) -> None:
    """Lead from a page without a translation to the first page in the other language, wherever the site lies."""
    homes = {"en": ".", "fr": "fr/"}
    # The plugin sets an attribute, which the theme reads before the key.
    alternates: list[dict[str, str]] = getattr(config.extra, "alternate", [])
    for each in alternates:
        if each["link"].startswith("/") or page.is_homepage:
            each["link"] = homes[each["lang"]]


if __name__ == "__main__":
    print(*look(DOCS, sys.argv[1:]), sep="\n")
