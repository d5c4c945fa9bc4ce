"""The example that plays a contract game, run as a person runs it."""

from pathlib import Path

import pytest

from examples.contracts_game import main
from rami.contracts import Deck

EXAMPLES = Path(__file__).parents[2] / "examples"


def sheet(text: str) -> list[list[int]]:
    """The numbers of the score sheet: contracts, bonus, trophies, total."""
    lines = text.split("trophies  total\n")[1].split("\n\n", maxsplit=1)[0].splitlines()
    return [[int(number) for number in line.removesuffix("wins").split()[1:]] for line in lines]


@pytest.mark.parametrize(("players", "seed"), [(2, 1), (3, 2), (4, 2026)])
def test_a_game_is_told_to_its_score_sheet(capsys: pytest.CaptureFixture[str], players: int, seed: int) -> None:
    main(["--players", str(players), "--seed", str(seed)])
    text = capsys.readouterr().out
    rows = sheet(text)
    assert len(rows) == players
    assert all(contracts + bonus + trophies == total for contracts, bonus, trophies, total in rows)
    assert "wins" in text
    assert "The game is over (the target was reached)" in text
    assert "takes " in text
    assert "fills C" in text


def test_a_game_with_another_deck(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--players", "3", "--deck", str(EXAMPLES / "small_deck.json")])
    assert "Deck: Small deck: an example of how to make one" in capsys.readouterr().out


def test_the_small_deck_is_written_as_a_deck_writes_itself() -> None:
    text = (EXAMPLES / "small_deck.json").read_text("utf-8")
    assert Deck.from_json(text).to_json() == text
