"""Link the identifiers of rules, `000.18` or `A12`, to the table that has them: an extension of Markdown.

A table whose first column is headed `rule` or `id` gets an anchor for each identifier in it; identifiers in other text,
also in docstrings, become cross-references for `mkdocs-autorefs`. Code and pictures stay as they are.
"""

# The stubs of Markdown may be there without it.
# pyright: reportMissingModuleSource=false

import re
from xml.etree.ElementTree import Element

from markdown import Markdown
from markdown.extensions import Extension
from markdown.inlinepatterns import InlineProcessor
from markdown.treeprocessors import Treeprocessor

IDENTIFIER = r"(?<![\w.#/-])(00[0-4]\.\d{1,2}|[ABCG]\d{1,2})(?![\w=-]|\.\d)"


class _References(InlineProcessor):
    """Turn an identifier into a cross-reference, unless it is inside a link."""

    ANCESTOR_EXCLUDES = ("a", "autoref", "h1", "h2", "h3")

    def handleMatch(self, m: re.Match[str], data: str) -> tuple[Element, int, int]:  # type: ignore[override]  # noqa: ARG002, N802
        element = Element("autoref", {"identifier": f"rule-{m[1]}", "optional": ""})
        element.text = m[1]
        return element, m.start(0), m.end(0)


class _Anchors(Treeprocessor):
    """Put an anchor into the first cell of each row that is an identifier."""

    def run(self, root: Element) -> None:
        for table in root.iter("table"):
            heading = next(table.iter("th"), None)
            if heading is None or (heading.text or "").strip() not in ("rule", "id"):
                continue
            for row in table.iter("tr"):
                cell = row.find("td")
                for reference in cell.findall("autoref") if cell is not None else ():
                    name = reference.get("identifier", "")
                    reference.tag = "a"
                    reference.attrib.clear()
                    reference.attrib.update({"id": name, "href": f"#{name}"})


class Identifiers(Extension):
    """The extension."""

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802  # the name of the base class
        """Register both steps: the anchors before the anchors of autorefs."""
        md.inlinePatterns.register(_References(IDENTIFIER, md), "rule-identifiers", 30)
        md.treeprocessors.register(_Anchors(md), "rule-anchors", 15)


def makeExtension(**_: object) -> Extension:  # noqa: N802  # the name that Markdown asks for
    """Return the extension."""
    return Identifiers()
