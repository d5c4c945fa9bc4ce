"""Shows the notebooks of `docs/notebooks` as pages, with what they printed when they were last saved.

CI runs them anew: `tests/adapters/test_notebook.py`.
"""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files

ROOT = Path(__file__).parents[2]
NOTEBOOKS = ROOT / "docs" / "notebooks"


def on_files(files: "Files", config: "MkDocsConfig") -> None:
    """Add a page for each notebook; the notebook itself is there to fetch."""
    from mkdocs.structure.files import File  # noqa: PLC0415  # tests have no MkDocs

    if (
        config.theme.get("language") != "en"
    ):  # the pages are built once for each language
        return
    made = ROOT / ".cache" / "made"
    (made / "notebooks").mkdir(parents=True, exist_ok=True)
    for path in sorted(NOTEBOOKS.glob("*.ipynb")):
        name = f"notebooks/{path.stem}.md"
        (made / name).write_text(page(path), encoding="utf-8")
        files.append(
            File(name, str(made), config.site_dir, config.use_directory_urls)
        )


# After the plugin for languages, which knows only files in `docs`.
on_files.mkdocs_priority = -200  # type: ignore[attr-defined]  # what `event_priority` of MkDocs sets


def page(path: Path) -> str:
    """Return a notebook as a page."""
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
