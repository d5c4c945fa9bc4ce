"""Shows the notebooks of `docs/notebooks` as pages, with what they printed when they were last saved.

CI runs them anew: `tests/adapters/test_notebook.py`.
"""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mkdocs.structure.pages import Page

DOCS = Path(__file__).parents[1]


def on_page_markdown(markdown: str, page: "Page", **_: object) -> str:
    """Fill the page that stands beside a notebook."""
    path = DOCS / Path(page.file.src_uri).with_suffix(".ipynb")
    return shown(path) if path.exists() else markdown


def shown(path: Path) -> str:
    """A notebook as a page."""
    book = json.loads(path.read_text(encoding="utf-8"))
    parts = [part for cell in book["cells"] for part in _parts(cell)]
    parts.append(
        f"[The notebook]({path.name}){{ download }}, to run it yourself."
    )
    return "\n\n".join(parts) + "\n"


def _parts(cell: Mapping[str, Any]) -> Iterator[str]:
    source = "".join(cell["source"])
    if cell["cell_type"] == "markdown":
        yield source
        return
    yield f"```python\n{source}\n```"
    for output in cell["outputs"]:
        data = output.get("data", {})
        if "image/svg+xml" in data:
            yield f"<div>{''.join(data['image/svg+xml'])}</div>"
        elif text := "".join(output.get("text", ())):
            yield f"```text\n{text.rstrip()}\n```"
