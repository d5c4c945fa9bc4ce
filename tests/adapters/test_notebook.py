"""The notebooks of the pages run, and say what is shown there: the learner learns."""

# The library has no types, and need not be installed where this is checked:
# pyright: basic, reportMissingImports=false, reportMissingTypeStubs=false
# mypy: disable-error-code="no-untyped-call"

import re
from pathlib import Path

import pytest

nbformat = pytest.importorskip("nbformat")
nbclient = pytest.importorskip("nbclient")

NOTEBOOKS = Path(__file__).parents[2] / "docs" / "notebooks"


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("path", sorted(NOTEBOOKS.glob("*.ipynb")), ids=lambda path: path.stem)
def test_a_notebook_runs(path: Path) -> None:
    book = nbformat.read(path, as_version=4)
    nbclient.NotebookClient(book, timeout=180).execute()
    told = "".join(output.get("text", "") for cell in book.cells for output in cell.get("outputs", ()))
    after = re.search(r"after: (\d+) %", told)
    assert after is not None
    assert int(after[1]) >= 70
