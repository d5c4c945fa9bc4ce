"""Makes every identifier of a rule on the pages, `000.18` or `A12`, a link to the rule; also those in docstrings.

The tables of the rules have an identifier in the first cell of each row: there it gets an anchor. An identifier that no
table has is a warning, which fails a strict build.
"""

import logging
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mkdocs.structure.files import Files

LOG = logging.getLogger("mkdocs.hooks.identifiers")
HOMES = {
    "000": "editions/hasbro-2007.md",
    "001": "editions/chiffres.md",
    "002": "editions/ramicube.md",
    "003": "editions/contracts.md",
    "004": "editions/horesca.md",
    "A": "rules.md",
    "B": "rules.md",
    "C": "rules.md",
    "G": "gin.md",
}
"""The page that has the rules of each source, by what their identifiers start with."""

FOUND: dict[str, str] = {}
"""The address of every rule, in each language."""

IDENTIFIER = re.compile(
    r"(?<![\w.#/-])(?:(00[0-4])(?:\.\d{1,2}|-[a-g1-6])|([ABCG])\d{1,2})(?![\w=-]|\.\d)"
)
PARTS = re.compile(r"<!--.*?-->|<[^>]*>|[^<]+", re.DOTALL)
FIRST_CELL = re.compile(
    r"(?<=<tr>\n)<td[^>]*>[^<]*(?=</td>)|(?<=<p>)<strong>[^<]*(?=</strong>)"
)
UNTOUCHED = {
    "a",
    "button",
    "code",
    "figure",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "pre",
    "script",
    "style",
    "svg",
}
"""Elements whose text is left as it is: code and pictures have tiles that look like identifiers, `B5` the blue 5."""


KNOWN: dict[str, str] = {}
"""The address of every rule, after the folder of the language; the site is built once for each, English first."""


def on_env(env: object, files: "Files", **_: object) -> object:
    """Put in the anchors, then the links, once all pages are there."""
    pages = {
        file.src_uri: file.page
        for file in files.documentation_pages()
        if file.page
    }
    for uri, page in pages.items():
        lang, plain = language(uri)
        if plain in HOMES.values():
            page.content, found = anchored(page.content or "", plain)
            KNOWN.update(
                {f"{lang}{name}": f"{page.url}#{name}" for name in found}
            )
    for uri, page in pages.items():
        lang = language(uri)[0]
        up = "../" * page.url.count("/")
        page.content = "".join(
            linked(page.content or "", uri, lang, KNOWN, up or "./")
        )
    return env


def language(uri: str) -> tuple[str, str]:
    """Return the folder of the language of a page, and the English page: `rules.md` for `rules.fr.md`."""
    if uri.endswith(".fr.md"):
        return "fr/", uri.removesuffix(".fr.md") + ".md"
    return "", uri


def anchored(html: str, home: str) -> tuple[str, list[str]]:
    """Return a page of rules with an anchor at each, and the identifiers that got one."""
    found: list[str] = []

    def anchor(match: re.Match[str]) -> str:
        name = match[0]
        if name in found or HOMES[match[1] or match[2]] != home:
            return name
        found.append(name)
        return f'<a class="rami-rule" id="{name}" href="#{name}">{name}</a>'

    return FIRST_CELL.sub(
        lambda cell: IDENTIFIER.sub(anchor, cell[0]), html
    ), found


def linked(
    html: str, uri: str, lang: str, homes: dict[str, str], up: str
) -> Iterator[str]:
    """Yield the parts of a page, with links."""
    depth = 0  # how many elements are open whose text is left as it is

    def link(match: re.Match[str]) -> str:
        name = match[0]
        home = homes.get(f"{lang}{name}", homes.get(name))
        if home is None:
            LOG.warning("%s: no rule is called %s", uri, name)
            return name
        return f'<a class="rami-rule" href="{up}{home}">{name}</a>'

    for part in PARTS.findall(html):
        if not part.startswith("<"):
            yield IDENTIFIER.sub(link, part) if not depth else part
            continue
        [name] = re.findall(r"^</?([a-zA-Z0-9]+)", part) or [""]
        if name.lower() in UNTOUCHED and not part.endswith("/>"):
            depth += -1 if part.startswith("</") else 1
        yield part
