"""Mistakes planted in Okey, Gin and small games: nearly all are found, and none is seen where there is none."""

import pytest

from rami.testing import Breach, check_game
from tests.fourth import GAME as COUNTING
from tests.testing import hundred

QUICK = ("okey: all hands are known to everybody", "okey: a drawn tile is known to all", "okey: turns are not counted")


def test_there_are_a_hundred_mistakes() -> None:
    assert len(hundred.mistakes()) >= 100


@pytest.mark.parametrize("what", QUICK)
def test_a_mistake_in_okey_is_found(what: str) -> None:
    assert hundred.found(hundred.mistakes()[what])[0]


def test_a_breach_is_shortened_and_has_its_record(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rami.testing.shortening.SECONDS", 20.0)
    game = hundred.mistakes()["okey: taking loses a tile of the stock"]
    with pytest.raises(Breach) as caught:
        check_game(game, players=2)
    (discard,) = caught.value.moves  # after it a take is tried
    assert caught.value.record.endswith(f"  {discard}\n")
    assert f"after 1 move: {discard}" in str(caught.value)


@pytest.mark.slow
@pytest.mark.no_cover
@pytest.mark.parametrize("seed", ["0", "1", "2"])
def test_nearly_all_mistakes_are_found(seed: str) -> None:
    assert hundred.main(["--seed", seed, "--part", "5"]) == 0


def test_what_the_command_says(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    answers = iter([("it is crooked", 0.1), ("", 0.2), *[("", 0.1)] * 3])
    monkeypatch.setattr(hundred, "mistakes", lambda: dict.fromkeys(("one", "two"), COUNTING))
    monkeypatch.setattr(hundred, "found", lambda game, seed: next(answers))
    assert hundred.main([]) == 1
    first, second, last = capsys.readouterr().out.splitlines()
    assert first.endswith("one: it is crooked")
    assert second.endswith("two: NOT FOUND")
    assert last == "1 of 2 found; not: two (nobody knows why); false alarms: []"
