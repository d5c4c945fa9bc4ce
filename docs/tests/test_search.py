"""A search for the words of users finds the page that answers them among the first three."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

QUESTIONS = {
    "30 points opening": "faq/#how-do-i-play-without-an-opening",
    "AI opponent": "faq/#is-there-an-easy-opponent",
    "canasta": "rules/other-games/",
    "change number of jokers": "faq/#can-i-change-the-number-of-jokers-tiles-or-packs",
    "current_player": "faq/#whose-turn-is-it-and-who-starts",
    "discard pile reshuffled": "faq/#when-is-the-discard-pile-reshuffled",
    "drag a tile": "guides/client/#build-a-turn-of-rummikub",
    "drag and drop": "guides/client/#build-a-turn-of-rummikub",
    "draw a tile": "faq/#how-do-i-draw-a-tile",
    "fastapi": "guides/server/#the-same-room-in-fastapi",
    "from_json": "api/codec/#rami.codec.from_json",
    "gin knock": "tutorial-cards/#a-knock-in-gin",
    "gymnasium": "guides/environments/",
    "has someone won": "faq/#has-someone-won-and-what-are-the-scores",
    "hint": "guides/hints/",
    "house rules": "guides/house-rules/",
    "illegal move error": "errors/",
    "initial meld": "games/rummikub/#the-opening",
    "install pip": "install/",
    "is the move valid": "faq/#how-do-i-check-whether-a-move-is-legal",
    "joker value": "games/rummikub/#jokers",
    "jupyter": "faq/#does-it-work-in-jupyter",
    "kalooki": "editions/kalooki-40/",
    "legal_moves": "faq/#does-legal_moves-list-every-legal-move",
    "move one tile at a time": "guides/client/#build-a-turn-of-rummikub",
    "okey": "guides/own-game/",
    "pioche": "fr/rules/#les-mots-des-sources",
    "react": "guides/client/#javascript-and-react",
    "reinforcement learning": "guides/environments/",
    "save game": "faq/#how-do-i-store-a-game",
    "score sheet": "guides/score/",
    "scores": "faq/#has-someone-won-and-what-are-the-scores",
    "shuffle seed": "concepts/#deals-and-seeds",
    "spectator": "guides/server/",
    "table rearrange": "faq/#can-i-rearrange-the-table",
    "timer": "faq/#is-there-a-timer-what-if-a-player-is-too-slow",
    "two packs": "faq/#can-i-change-the-number-of-jokers-tiles-or-packs",
    "typescript": "json/#schemas-and-types",
    "undercut": "games/gin/#score",
    "undo": "faq/#how-do-i-undo-a-move",
    "websocket": "guides/server/",
    "which edition is my box": "guides/which-edition/",
    "whose turn is it": "faq/#whose-turn-is-it-and-who-starts",
}
"""Searches of users. Each has the page with the answer, or the place on this page that the search shows first."""


@pytest.fixture(scope="session")
def found(built_site: Path) -> dict[str, list[list[str]]]:
    """Return the pages that a search finds for each question, best first, each with the places in it."""
    if (node := shutil.which("node")) is None:
        pytest.skip("the script of the search needs Node.js")
    command = [node, str(Path(__file__).with_name("search.mjs")), str(built_site)]
    run = subprocess.run(command, input=json.dumps([*QUESTIONS]), capture_output=True, text=True, check=True)
    answers: dict[str, list[list[str]]] = json.loads(run.stdout)
    return answers


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_search_finds_the_page_among_the_first_three(question: str, found: dict[str, list[list[str]]]) -> None:
    expected = QUESTIONS[question]
    best = [places[0] if "#" in expected else places[0].partition("#")[0] for places in found[question]]
    assert expected in best[:3]
