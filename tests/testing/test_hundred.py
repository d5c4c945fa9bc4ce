"""Mistakes planted in Okey, Gin and small games: a sample of those that the command tries."""

import pytest

from rami.codec import from_json
from rami.record import Record
from rami.testing import Breach, check_game
from tests.fourth import GAME as COUNTING
from tests.testing import hundred

SAMPLE = (
    *("okey: all hands are known to everybody", "okey: a drawn tile is known to all", "okey: turns are not counted"),
    *("okey: a spectator has a hand", "okey: the rules change", "okey: determinize sorts the stock"),
    *("gin: moves listed twice", "gin: determinize by chance", "counting: a score too few"),
    *("counting: turns are not counted", "swap: the deal does not say who starts"),
)
"""A few mistakes that are found soon; `python -m tests.testing.hundred` tries all of them."""


def test_there_are_a_hundred_mistakes() -> None:
    assert len(hundred.mistakes()) >= 100


@pytest.mark.parametrize("what", SAMPLE)
def test_a_mistake_of_the_sample_is_found(what: str) -> None:
    assert hundred.found(hundred.mistakes()[what])[0]


def test_a_breach_is_shortened_and_has_its_record(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rami.testing.shortening.SECONDS", 20.0)
    game = hundred.mistakes()["okey: taking loses a tile of the stock"]
    with pytest.raises(Breach) as caught:
        check_game(game, players=2)
    (discard,) = caught.value.moves  # after it a take is tried
    assert from_json(caught.value.record, Record, games=[game]).moves == (discard,)
    assert f"after 1 move: {discard}" in str(caught.value)


def test_what_the_command_says(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    answers = iter([("it is crooked", 0.1), ("", 0.2), *[("", 0.1)] * 3])
    monkeypatch.setattr(hundred, "mistakes", lambda: dict.fromkeys(("one", "two"), COUNTING))
    monkeypatch.setattr(hundred, "found", lambda game, seed: next(answers))
    assert hundred.main([]) == 1
    first, second, last = capsys.readouterr().out.splitlines()
    assert first.endswith("one: it is crooked")
    assert second.endswith("two: NOT FOUND")
    assert last == "1 of 2 found; not: two (nobody knows why); false alarms: []"
