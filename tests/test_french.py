"""The French pages: a strict build notices those that nobody has looked at since the English ones changed."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("mkdocs")

from docs.hooks import french


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    (tmp_path / "a.md").write_text("# One\n")
    (tmp_path / "a.fr.md").write_text("# Un\n")
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "b.md").write_text("# Two\n")
    (tmp_path / "in" / "b.fr.md").write_text("---\nhide:\n  - toc\n---\n\n# Deux\n")
    return tmp_path


def test_a_translation_is_stale_until_somebody_has_looked(docs: Path) -> None:
    assert [problem.split()[0] for problem in french.stale(docs)] == ["a.md", "in/b.md"]
    assert french.look(docs, []) == ["a", "in/b"]
    assert french.stale(docs) == []
    assert french.look(docs, []) == []
    assert (docs / "a.fr.md").read_text() == f"---\nenglish: {french.stamp('# One' + chr(10))}\n---\n\n# Un\n"
    assert (docs / "in" / "b.fr.md").read_text().endswith("\nhide:\n  - toc\n---\n\n# Deux\n")
    (docs / "in" / "b.md").write_text("# Three\n")
    (docs / "a.md").write_text("# Three\n")
    assert "python -m docs.hooks.french in/b" in french.stale(docs)[1]
    assert french.look(docs, ["in/b"]) == ["in/b"]
    assert [problem.split()[0] for problem in french.stale(docs)] == ["a.md"]


def test_a_translation_of_nothing_is_a_fault(docs: Path) -> None:
    (docs / "a.md").unlink()
    assert "a.fr.md translates a.md, which is not there" in french.stale(docs)


@pytest.mark.parametrize(
    ("url", "written", "read"),
    [
        ("fr/a/", "en:in/b.md#c", "../../in/b/#c"),
        ("fr/", "en:in/b.md", "../in/b/"),
        ("fr/in/a/", "en:index.md", "../../.."),
        ("fr/a/", "en:in/index.md", "../../in/"),
    ],
)
def test_a_link_to_an_english_page(docs: Path, url: str, written: str, read: str) -> None:
    (docs / "index.md").touch()
    (docs / "in" / "index.md").touch()
    page: Any = SimpleNamespace(url=url, file=SimpleNamespace(src_uri="a.fr.md"))
    config: Any = SimpleNamespace(docs_dir=str(docs))
    files: Any = SimpleNamespace(get_file_from_path=lambda _: None)
    assert french.on_page_content(f'<a href="{written}">', page, config, files) == f'<a href="{read}">'


def test_a_link_to_no_page_is_told(docs: Path, caplog: pytest.LogCaptureFixture) -> None:
    page: Any = SimpleNamespace(url="fr/a/", file=SimpleNamespace(src_uri="a.fr.md"))
    config: Any = SimpleNamespace(docs_dir=str(docs))
    files: Any = SimpleNamespace(get_file_from_path=lambda path: object() if path == "a.md" else None)
    french.on_page_content('<a href="en:c.md"> <a href="en:a.md"> <a href="en:in/b.md">', page, config, files)
    assert [record.getMessage().split(" links to ")[1].split(",")[0] for record in caplog.records] == [
        "en:c.md",
        "en:a.md",
    ]
