"""Positions that cannot exist: refused where they are made, or by every function with an error of the library."""

from contextlib import suppress
from random import Random
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from rami import rummy
from rami.errors import RamiError, RulesError
from rami.game import Game
from rami.games import GAMES
from rami.players import quick_player
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


def test_what_cannot_be_bought_is_not_on_offer() -> None:
    player = Random(1)
    state = rummy.new_game(3, rummy.PRESETS["continental"], seed=1)
    while state.phase is not rummy.Phase.BUY:
        state = rummy.apply(state, quick_player(rummy.observe(state, state.current_player), player))
    view = rummy.observe(state, None)
    with pytest.raises(RulesError, match="another seat while a player is asked whether to buy, not None"):
        evolve(state, in_turn=None)
    for change in (lambda: evolve(state, discards=()), lambda: evolve(view, discard_pile=())):
        with pytest.raises(RulesError, match="the discard pile is empty when a player is asked whether to buy from it"):
            change()


@pytest.mark.parametrize("owed", [-1, 9, 10**9])
def test_more_jokers_are_not_owed_than_there_are(owed: int) -> None:
    state = rummy.new_game(2, rummy.PRESETS["horesca"], seed=1)
    for position in (state, rummy.observe(state, None)):
        with pytest.raises(RulesError, match=f"jokers_owed must be a whole number from 0 to 8, not {owed}"):
            evolve(position, jokers_owed=owed)
