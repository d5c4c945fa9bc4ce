"""Positions that cannot exist: refused where they are made, or by every function with an error of the library."""

from contextlib import suppress
from random import Random
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from rami.errors import RamiError, RulesError
from rami.game import Game
from rami.games import GAMES
from tests.effort import examples
from tests.hostile import calls, changed, pieces_of, some_position

BY_NAME = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


@BY_NAME
def test_a_seat_that_does_not_exist_is_refused(game: Game) -> None:
    state = game.new_game(2, seed=1)
    view = game.observe(state, 0)
    positions: tuple[Any, ...] = (state, view)
    for position in positions:
        for seat in (-1, 2, 99):
            with pytest.raises(RulesError, match=f"current_player is {seat}, which is no seat"):
                evolve(position, current_player=seat)
    with pytest.raises(RulesError, match="player is -1, which is no seat"):
        evolve(positions[1], player=-1)
    with pytest.raises(RulesError, match="there are 0 players"):
        evolve(positions[0], **{"racks" if game.name == "rummikub" else "hands": ()})


@BY_NAME
@settings(max_examples=examples(10), deadline=None)
@given(seed=st.integers(0, 10_000))
def test_whatever_a_position_says_only_errors_of_the_library_come_of_it(game: Game, seed: int) -> None:
    random = Random(seed)
    state, moves = some_position(game, random)
    every = pieces_of(game, state.rules)
    for position in (state, *(game.observe(state, seat) for seat in (None, 0, 1))):
        for _ in range(8):
            for call in calls(game, changed(position, every, random), random.sample(moves, min(3, len(moves)))):
                with suppress(RamiError):
                    call()
