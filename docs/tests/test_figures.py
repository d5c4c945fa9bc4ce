"""Figures on the pages are what the code gives today."""

import re
from pathlib import Path
from statistics import mean

import pytest

from benchmarks import strength
from rami import GAMES
from rami.players import quick_player
from rami.simulate import play_deal

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"


def read(name: str) -> str:
    return (DOCS / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", strength.DEALS)
def test_benchmarks_show_the_measured_lead_of_the_best_player(name: str) -> None:
    assert strength.row(name) in read("benchmarks.md").splitlines()


def test_every_lead_on_the_page_excludes_zero() -> None:
    leads = re.findall(r"^\|.*\| \+([\d.]+) ± ([\d.]+) \|", read("benchmarks.md"), re.MULTILINE)
    assert len(leads) == len(strength.DEALS)
    assert all(float(lead) > float(margin) for lead, margin in leads)


@pytest.mark.parametrize("name", GAMES)
def test_termination_shows_the_measured_length_of_deals(name: str) -> None:
    game = GAMES[name]
    played = [play_deal(game, [quick_player] * 2, seed=seed) for seed in range(20)]
    turns, moves = mean(each.state.turn for each in played), mean(len(each.moves) for each in played)
    row = f"| {strength.TITLES[name]} | {turns:.0f} | {moves:.0f} |"
    assert row.lower() in read("termination.md").lower()


@pytest.mark.parametrize(
    ("page", "claim", "files"),
    [
        ("guides/server.md", r"server\.py` adds .* in (\d+) lines", "server.py"),
        ("guides/client.md", r"client\.html` is .* (\d+) lines", "client.html"),
        ("guides/own-game.md", r"game in about (\d+) lines", "okey/okey/*.py"),
        ("guides/environments.md", r"learn\.py` .* of (\d+) lines", "learning/learn.py"),
        ("guides/simulate.md", r"tournament\.py` .* in (\d+) lines", "tournament.py"),
    ],
)
def test_an_example_has_about_as_many_lines_as_its_page_says(page: str, claim: str, files: str) -> None:
    # A link to a file counts as the name of the file.
    text = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", " ".join(read(page).split()))
    [said] = re.findall(claim, text)
    lines = sum(len(path.read_text(encoding="utf-8").splitlines()) for path in (ROOT / "examples").glob(files))
    assert abs(lines - int(said)) <= 0.1 * lines
