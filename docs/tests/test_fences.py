"""Every block of notation on the pages can be drawn, and its caption is true."""

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from pymdownx.superfences import SuperFencesException  # type: ignore[import-untyped]

from rami.pictures.svg import _THEMES
from rami.rummikub import PRESETS
from tools import fences

DOCS = Path(__file__).parents[1]
FENCE = re.compile(rf"^( *)```({'|'.join(fences.GAMES)})\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)
BLOCKS = {path: FENCE.findall(path.read_text(encoding="utf-8")) for path in sorted(DOCS.rglob("*.md"))}


def drawn(*lines: str, game: str = "rummikub") -> str:
    return fences.picture("\n".join(lines), game)


@pytest.mark.parametrize("path", [path for path in BLOCKS if BLOCKS[path]], ids=lambda path: path.stem)
def test_every_block_of_the_pages_is_drawn(path: Path) -> None:
    for _, game, body in BLOCKS[path]:
        figure = drawn(body, game=game)
        assert "\n" not in figure
        assert ElementTree.fromstring(figure.replace("&nbsp;", " ")).tag == "figure"


def test_a_block_of_notation_is_drawn_with_caption_and_marks() -> None:
    shown = drawn("R4-R5-R6-R7", "before: R4-R5-R6", "caption: The red 7 < all.")
    assert shown.count("<svg") == 1
    assert "red 7 (marked)" in shown
    assert "<figcaption>The red 7 &lt; all.</figcaption>" in shown
    assert drawn("R4 R5", "K1-K2-K3").count("<svg") == 2
    assert "5 de cerise" in drawn("5Y", "lang: fr", game="contracts")


def test_a_block_with_a_move_has_the_answer_of_the_referee() -> None:
    lines = ["rack: R5", "table: R4-*-R6 K1-K2-K3", "move: play R4-R5-R6 K1-K2-K3-*"]
    assert "<code>joker_not_in_new_meld</code>" in drawn(*lines)
    assert drawn("rules: chiffres", *lines).endswith("<em>chiffres</em>: The move is legal.</figcaption></figure>")
    assert "<p>Chevalet</p>" in drawn("lang: fr", *lines)
    assert "<code>opening_changes_table</code>" in drawn("opened: no", *lines)
    shown = drawn("hand: 8S 8H KD", "discard: 8C", "phase: draw", "move: take", game="rummy")
    assert "<p>Discard pile</p>" in shown


def test_a_block_that_cannot_be_read_stops_the_build() -> None:
    with pytest.raises(SuperFencesException, match="no picture of this block of rummikub: 'R99' is not a tile"):
        drawn("R99")


def test_a_comparison_has_exactly_the_differences() -> None:
    shown = fences.compare("rummikub\n")
    assert "\n" not in shown
    found = re.search(r'<script type="application/json">(.*?)</script>', shown)
    assert found
    data = json.loads(found[1])
    assert data["names"] == [fences.TITLES.get(name, name) for name in PRESETS]
    assert all(len(set(row["words"])) > 1 and len(row["words"]) == len(PRESETS) for row in data["rows"])
    assert shown.count("<option") == 2 * len(PRESETS)
    assert shown.count("selected") == 2


def test_the_style_sheet_has_the_colors_of_the_themes() -> None:
    style = (DOCS / "stylesheets" / "pictures.css").read_text(encoding="utf-8")
    for scheme, theme in (("default", "light"), ("slate", "dark")):
        rules = " ".join(line for line in style.splitlines() if f'"{scheme}"' in line)
        assert re.findall(r"#\w{6}", rules) == [_THEMES[theme][name] for name in ("mat", "edge", "ink", "halo")]
