"""The quick, absent and random players of Rummikub."""

from random import Random
from typing import Any

import pytest
from attrs import evolve

from rami import GAMES, RamiError, TooLarge, WrongType
from rami.rummikub import (
    Draw,
    Pass,
    Play,
    Rules,
    Table,
    View,
    advice,
    apply,
    best_turn,
    check,
    legal_moves,
    new_game,
    observe,
    set_up,
)
from rami.rummikub.advice import absent, quick, random


@pytest.mark.parametrize("seed", range(3))
def test_their_moves_are_legal_and_depend_on_the_view_alone(seed: int) -> None:
    state, turns = new_game(2, seed=seed), 0
    while not state.is_over and turns < 40:
        view = observe(state, state.current_player)
        moves = [quick(view), absent(view), random(view, Random(turns))]
        assert moves == [quick(view), absent(view), random(view, Random(turns))]
        assert [check(state, move) for move in moves] == [(), (), ()]
        state, turns = apply(state, moves[turns % 3]), turns + 1


def test_quick_lays_new_melds_and_lengthens_melds_without_moving_tiles() -> None:
    view = set_up("R3 R7 R8 K6 O6 * B1 B2 B3", "R4-R5-R6 R6=B6=O6 K9=B9=*")
    assert str(quick(view)) == "play R3-R4-R5-R6 R6=K6=B6=O6 R7-R8-* K9=B9=* B1-B2-B3"


def test_quick_adds_to_no_end_of_a_run_that_has_none() -> None:
    view = set_up("R2 K13", "R1-R2-R3-R4-R5-R6-R7-R8-R9-R10-R11-R12-R13 K1=B1=O1=R1")
    assert quick(view) == Draw()


def test_quick_lays_an_opening_before_it_lengthens_a_meld() -> None:
    view = set_up("R7 R10 R11 R12", "R4-R5-R6", opened=False)
    assert str(quick(view)) == "play R4-R5-R6 R10-R11-R12"


def test_absent_draws_although_it_could_play() -> None:
    assert absent(set_up("R7", "R4-R5-R6")) == Draw()
    assert absent(set_up("R7", "R4-R5-R6", pool_size=0, rules=Rules(pass_on_empty="free"))) == Pass()


def test_absent_plays_if_the_rules_forbid_a_pass() -> None:
    view = set_up("R6", "R4-R5-R6-R7-R8", pool_size=0)
    assert absent(view) == Play("R4-R5-R6 R6-R7-R8")
    assert absent(set_up("R6", "B4-B5-B6", pool_size=0)) == Pass()


def test_absent_passes_if_the_position_is_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(_: View) -> None:
        raise TooLarge("too large")

    monkeypatch.setattr(advice, "some_play", refused)
    assert absent(set_up("R6", "R4-R5-R6-R7-R8", pool_size=0)) == Pass()


def test_random_draws_if_the_position_is_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(_: View) -> None:
        raise TooLarge("too large")

    view = set_up("R7 O7 B6 K1 K2 K3", "R4-R5-R6 K6-K7-K8-K9")
    monkeypatch.setattr(advice, "some_play", refused)
    monkeypatch.setattr(advice, "simple_play", refused)
    assert {random(view, Random(seed)) for seed in range(20)} == {Draw()}


def test_random_draws_lays_new_melds_lengthens_melds_and_moves_tiles() -> None:
    view = set_up("R7 O7 B6 K1 K2 K3", "R4-R5-R6 K6-K7-K8-K9")
    moves = {str(random(view, Random(seed))) for seed in range(200)}
    assert {"draw", "play R4-R5-R6-R7 K1-K2-K3 K6-K7-K8-K9"} <= moves
    only_by_moving = set_up("R6", "R4-R5-R6-R7-R8")
    assert {str(random(only_by_moving, Random(seed))) for seed in range(200)} == {"draw", "play R4-R5-R6 R6-R7-R8"}


def test_the_best_turn_is_listed_and_nobody_else_has_one() -> None:
    view = set_up("R7 K1", "R4-R5-R6")
    assert best_turn(view)[0] in legal_moves(view)
    assert best_turn(evolve(view, current_player=1)) == ()
    nothing: Any = Table()
    with pytest.raises(TypeError, match="view must be a View, not"):
        best_turn(nothing)


def test_players_refuse_a_view_of_another_turn_or_type() -> None:
    other: Any = "draw"
    for game in GAMES.values():
        state = game.new_game(2, seed=1)
        idle = game.observe(state, 1 - state.current_player)
        for player in (game.quick, game.absent):
            assert player is not None
            with pytest.raises(RamiError, match="it is another player's turn"):
                player(idle)
            with pytest.raises(WrongType):
                player(other)
