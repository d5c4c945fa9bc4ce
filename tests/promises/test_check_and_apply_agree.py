"""`check`, `is_legal`, `apply` and `legal_moves` say the same, from a state as from the view of the player to move."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rami
from rami import IllegalMove
from rami.game import Game
from tests.promises.playing import EACH_EDITION, deal, listed
from tests.quick_or_full import examples


@EACH_EDITION
@settings(max_examples=examples(8), deadline=None)
@given(seed=st.integers(0, 10**6))
def test_a_move_is_legal_or_refused_alike_whoever_asks(game: Game, rules: Any, seed: int) -> None:
    """`check` and `apply` agree on legal moves, and on moves of other positions of the deal."""
    random, tried = Random(seed), list[Any]()
    for state in deal(game, rules, seed, most=12):
        seat = state.current_player
        view, moves = game.observe(state, seat), listed(game, state)
        assert moves == listed(game, view)
        assert bool(moves) == (not state.is_over)
        assert len(set(moves)) == len(moves)
        assert all(game.is_legal(state, move) for move in moves)
        for move in {*moves[:4], *random.sample(tried, min(4, len(tried)))}:
            assert_agreement(game, state, view, move)
        tried += moves
        for other in (None, *range(state.players)):
            if other != seat:
                assert listed(game, game.observe(state, other)) == []


def assert_agreement(game: Game, state: Any, view: Any, move: Any) -> None:
    before, problems = rami.digest(state), game.check(state, move)
    assert problems == game.check(view, move)
    assert game.is_legal(state, move) == game.is_legal(view, move) == (not problems)
    if problems:
        with pytest.raises(IllegalMove) as caught:
            game.apply(state, move)
        assert caught.value.violations == problems
        assert not any("{" in problem.message(lang) for problem in problems for lang in ("en", "fr"))
    else:
        assert game.flaws(game.apply(state, move)) == ()
    assert rami.digest(state) == before
    if not state.is_over:
        others = [seat for seat in range(state.players) if seat != state.current_player]
        codes = {problem.code for seat in others for problem in game.check(game.observe(state, seat), move)}
        assert codes == {"not_your_turn"}
