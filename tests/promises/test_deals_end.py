"""Every deal ends within the bound that its game documents, with a result."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rami.game import Game
from rami.players import absent_player
from tests.promises.playing import EACH_EDITION, deal, listed
from tests.quick_or_full import examples


@EACH_EDITION
@settings(max_examples=examples(4), deadline=None)
@given(seed=st.integers(0, 10**6))
def test_a_deal_ends(game: Game, rules: Any, seed: int) -> None:
    *before, last = deal(game, rules, seed)
    assert len(before) <= game.longest(last.rules, last.players)
    assert all(game.result(state) is None and not state.is_over for state in before)
    ended = game.result(last)
    assert ended is not None
    assert listed(game, last) == []
    assert len(ended.scores) == last.players
    assert set(ended.winners) <= set(range(last.players))


@pytest.mark.slow(only=["romme-40", "rami-51", "kalooki-40", "scala-40", "continental"])  # hundreds of long hands
@EACH_EDITION
def test_a_deal_that_all_have_left_ends(game: Game, rules: Any) -> None:
    players = rules.player_counts[0]
    state, moves = game.new_game(players, rules, seed=3), 0
    while not state.is_over:
        view = game.observe(state, state.current_player)
        state, moves = game.apply(state, absent_player(view, Random(1))), moves + 1
        assert moves <= game.longest(rules, players)
    assert game.result(state) is not None
