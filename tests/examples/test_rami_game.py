"""The example that plays card Rami, run as a person runs it."""

import re

import pytest

from examples.rami_game import main
from rami.rummy import PRESETS


@pytest.mark.slow(but=["horesca"])
@pytest.mark.no_cover
@pytest.mark.parametrize("edition", sorted(PRESETS))
@pytest.mark.parametrize(("players", "seed"), [(2, 1), (3, 2026), (5, 4)])
def test_deals_are_told_to_their_score_sheet(
    capsys: pytest.CaptureFixture[str], edition: str, players: int, seed: int
) -> None:
    rules = PRESETS[edition]
    players = max(rules.min_players, min(players, rules.max_players))
    main(["--players", str(players), "--seed", str(seed), "--edition", edition, "--deals", "2"])
    text = capsys.readouterr().out
    rows = [
        [int(number) for number in line.split()[1:]]
        for line in text.split("The score sheet:")[1].splitlines()
        if line.split()[:1] in (["1"], ["2"], ["total"])
    ]
    first, second, total = rows
    assert len(total) == players
    assert [a + b for a, b in zip(first, second, strict=True)] == total
    assert re.search(r"wins: (somebody went out|nobody can go on)\.", text)
    assert "wins the match" in text or "win the match" in text
    for words in ("draws ", "lays ", "discards "):
        assert words in text


def test_deals_go_round(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--deals", "4"])
    text = capsys.readouterr().out
    dealers = [line.split()[2] for line in text.splitlines() if line.startswith("Deal ")]
    assert len(set(dealers[:3])) == 3
    assert dealers[3] == dealers[0]
