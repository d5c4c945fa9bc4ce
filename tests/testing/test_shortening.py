"""A breach is played again with fewer moves."""

from collections.abc import Sequence
from itertools import count

import pytest
from attrs import evolve

from rami.testing import Breach, shortening
from rami.testing.shortening import shortened
from tests.fourth import GAME, Count, Goal, Position

START = evolve(GAME.new_game(2, Goal(40), seed=1), cards=(3, 3, 3))
STEP = Count(1)
Moves = Sequence[Count]


def look(state: Position, before: Position | None, moves: Moves, number: int) -> None:
    if state.count >= 5:
        raise Breach("five is too many", "here", state, tuple(moves))


def breach_of(moves: Moves) -> Breach:
    state = START
    for move in moves:
        state = GAME.apply(state, move)
    with pytest.raises(Breach) as caught:
        look(state, None, moves, 0)
    return caught.value


@pytest.fixture(autouse=True)
def _time(_long_reports: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shortening, "SECONDS", 20.0)


def test_moves_that_are_not_needed_are_left_out() -> None:
    breach = breach_of([STEP] * 12)
    found = shortened(breach, breach, GAME, START, look)
    assert found.moves == (STEP,) * 5
    assert (found.broken, found.where) == ("five is too many", "here")
    assert found.position == evolve(START, count=5, turn=5, current_player=1)


def test_an_exception_is_shortened_too() -> None:
    def crash(state: Position, before: Position | None, moves: Moves, number: int) -> None:
        if state.count >= 5:
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError) as caught:
        crash(evolve(START, count=9), None, (), 0)
    breach = Breach("ZeroDivisionError", "here", START, (STEP,) * 9)
    found = shortened(breach, caught.value, GAME, START, crash)
    assert (found.broken, found.moves) == ("ZeroDivisionError", (STEP,) * 5)
    assert found.position == evolve(START, count=5, turn=5, current_player=1)


def test_another_fault_is_not_the_same_breach() -> None:
    def other(state: Position, before: Position | None, moves: Moves, number: int) -> None:
        raise ZeroDivisionError

    breach = breach_of([STEP] * 6)
    assert shortened(breach, breach, GAME, START, other) is breach


def test_a_breach_that_does_not_come_again_is_left_as_it_is() -> None:
    breach = breach_of([STEP] * 6)
    assert shortened(breach, breach, GAME, START, lambda *_: None) is breach


def test_a_move_that_has_become_illegal_is_left_out() -> None:
    breach = breach_of([STEP] * 6)
    odd = Breach(breach.broken, breach.where, breach.position, (Count(4), *breach.moves))
    assert shortened(odd, breach, GAME, START, look).moves == (STEP,) * 5


def test_a_breach_at_the_start_needs_no_moves() -> None:
    breach = breach_of([STEP] * 6)
    found = shortened(breach, breach, GAME, evolve(START, count=5), look)
    assert found.moves == ()


def test_a_long_deal_is_not_played_again() -> None:
    breach = breach_of([STEP] * 6)
    long = Breach(breach.broken, breach.where, breach.position, (STEP,) * (shortening.LONGEST + 1))
    assert shortened(long, breach, GAME, START, look) is long


def test_the_time_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    breach = breach_of([STEP] * 12)
    monkeypatch.setattr(shortening, "SECONDS", -1.0)
    assert shortened(breach, breach, GAME, START, look) is breach
    clock = count()
    monkeypatch.setattr(shortening, "process_time", lambda: next(clock))
    monkeypatch.setattr(shortening, "SECONDS", 10.5)
    found = shortened(breach, breach, GAME, START, look)
    assert 5 <= len(found.moves) <= 12
