"""The pictures of the pages: every block of notation can be drawn, and says what it is meant to say."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from docs.hooks.pictures import FENCE, with_pictures
from rami.errors import Language, RamiError
from rami.pictures.svg import _THEMES

DOCS = Path(__file__).parents[2] / "docs"
_TABLES = {"index", "compare"}
PAGES = [path for path in sorted(DOCS.rglob("*.md")) if FENCE.search(path.read_text(encoding="utf-8"))]


def drawn(*lines: str, game: str = "rummikub", lang: Language = "en") -> str:
    return with_pictures("\n".join([f"```{game}", *lines, "```", ""]), lang)


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_every_block_of_the_pages_is_drawn(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    shown = with_pictures(text, "en")
    figures = [line.strip() for line in shown.splitlines() if "<figure" in line]
    assert len(figures) == len(FENCE.findall(text))
    assert not FENCE.search(shown)
    for figure in figures:
        assert ElementTree.fromstring(figure.replace("&nbsp;", " ")).tag == "figure"


EDITIONS = [path for path in sorted((DOCS / "editions").glob("*.md")) if path.name.split(".")[0] not in _TABLES]


def test_pages_that_speak_of_melds_have_pictures() -> None:
    assert {"notation", "rules", "rummy", "gin", "tutorial"} <= {path.stem for path in PAGES}
    assert set(EDITIONS) <= set(PAGES)


def test_a_block_of_notation() -> None:
    shown = drawn("R4-R5-R6-R7", "before: R4-R5-R6", "caption: The red 7 < all.", game="rummikub")
    assert shown.count("<svg") == 1
    assert "red 7 (marked)" in shown
    assert "<figcaption>The red 7 &lt; all.</figcaption>" in shown
    assert shown.count("\n") == 1
    assert drawn("R4 R5", "K1-K2-K3").count("<svg") == 2
    assert "5 de cerise" in drawn("5Y", game="contracts", lang="fr")
    assert "roi de carreau" in drawn("KD", game="gin", lang="fr")


def test_a_block_with_a_move_says_what_the_referee_says() -> None:
    lines = ["rack: R5", "table: R4-*-R6 K1-K2-K3", "move: play R4-R5-R6 K1-K2-K3-*"]
    assert "<code>joker_not_in_new_meld</code>" in drawn(*lines)
    assert drawn("rules: chiffres", *lines).endswith("<em>chiffres</em>: The move is legal.</figcaption></figure>\n")
    assert "<p>Chevalet</p>" in drawn("rules: chiffres", *lines, lang="fr")
    assert "<code>opening_changes_table</code>" in drawn("opened: no", *lines)
    assert "<code>joker_needs_rack_tiles</code>" in drawn("rules: chiffres joker_reuse=new_rack", *lines)
    assert "<code>adjacent_jokers</code>" in drawn(
        "rules: chiffres adjacent_jokers=false jokers=3", "rack: R4 R7 * *", "move: play R4-*-*-R7"
    )


def test_a_row_on_its_own_says_why_it_is_no_meld() -> None:
    assert "<code>too_few_tiles</code>" in drawn("row: R4 R5")
    assert "<code>only_jokers</code>" in drawn("rules: hasbro-2007 jokers=3", "row: * * *")
    assert "<figcaption>" not in drawn("row: R4 R5 R6")
    shown = drawn("hand: 8S 8H KD", "discard: 8C", "phase: draw", "move: take", game="rummy")
    assert "<p>Discard pile</p>" in shown


def test_an_indented_block_stays_in_its_list() -> None:
    assert with_pictures("- a\n\n    ```rummikub\n    R7\n    ```\n", "en").splitlines()[2].startswith("    <figure")


def test_other_blocks_are_left_alone() -> None:
    text = "```python\nR7\n```\n"
    assert with_pictures(text, "en") == text


def test_a_block_that_cannot_be_read_stops_the_build() -> None:
    with pytest.raises(RamiError, match="no picture of this block of rummikub: 'R99' is not a tile"):
        drawn("R99")


def test_the_style_sheet_has_the_colours_of_the_themes() -> None:
    style = (DOCS / "stylesheets" / "pictures.css").read_text(encoding="utf-8")
    for scheme, theme in (("default", "light"), ("slate", "dark")):
        rules = " ".join(line for line in style.splitlines() if f'"{scheme}"' in line)
        assert re.findall(r"#\w{6}", rules) == [_THEMES[theme][name] for name in ("mat", "edge", "ink", "halo")]
