"""The editions on the pages: told in words, and compared."""

import json
import re
from pathlib import Path

import pytest

from docs.hooks.editions import COMPARE, PROSE, with_editions
from rami.games import GAMES
from rami.rummikub import PRESETS

DOCS = Path(__file__).parents[2] / "docs"
PAGES = {path: path.read_text(encoding="utf-8") for path in DOCS.rglob("*.md")}


def test_every_page_of_an_edition_tells_it_in_words() -> None:
    for path, text in PAGES.items():
        blocks = PROSE.findall(text)
        assert text.count("```prose") == len(blocks)
        assert text.count("```compare") == len(COMPARE.findall(text))
        if path.parent.name == "editions" and path.stem.removesuffix(".fr") not in ("index", "compare", "contracts"):
            assert path.stem.removesuffix(".fr") in {edition for _, edition in blocks}
    assert {game for text in PAGES.values() for game, _ in PROSE.findall(text)} == {game.name for game in GAMES}


def test_an_edition_in_words() -> None:
    shown = with_editions("# A\n\n```prose\nrummy rami-51\n```\n", "en")
    assert "\n\n**The first melds.** The first melds of a player, laid in one" in shown
    assert "**La première pose.** " in with_editions("```prose\nrummy rami-51\n```", "fr")
    assert with_editions("```python\nprose\n```", "en") == "```python\nprose\n```"


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_comparison_has_what_differs_and_nothing_else(lang: str) -> None:
    shown = with_editions("```compare\nrummikub\n```", "fr" if lang == "fr" else "en")
    assert "\n" not in shown
    found = re.search(r'<script type="application/json">(.*?)</script>', shown)
    assert found
    data = json.loads(found[1])
    assert data["names"] == list(PRESETS)
    rows = {row["fields"]: row["words"] for row in data["rows"]}
    assert "max_number" in rows
    assert "adjacent_jokers" not in rows or len(set(rows["adjacent_jokers"])) > 1
    place = data["names"].index("ramikubic")
    assert "10" in rows["max_number"][place]
    assert "13" in rows["max_number"][0]
    assert all(len(set(words)) > 1 and len(words) == len(PRESETS) for words in rows.values())
    assert shown.count("<option") == 2 * len(PRESETS)
    assert shown.count("selected") == 2
