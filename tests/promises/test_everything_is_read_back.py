"""Moves can be read back from text, and every value from JSON, from a pickle and from a copy."""

import copy
import pickle
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

import rami
from rami.codec import from_json, to_json
from rami.game import Game
from rami.players import quick_player
from rami.record import Record, Redacted
from rami.simulate import play_deal
from tests.promises.playing import EACH_EDITION, deal, listed
from tests.quick_or_full import examples


@EACH_EDITION
@settings(max_examples=examples(8), deadline=None)
@given(seed=st.integers(0, 10**6))
def test_a_value_comes_back_as_it_was(game: Game, rules: Any, seed: int) -> None:
    for state in [*deal(game, rules, seed, most=25)][::6]:
        moves = listed(game, state, 5)
        for move in moves:
            assert game.parse_move(str(move)) == game.parse_move(f"  {str(move).lower()} ") == move
        for value in (state, game.observe(state, 0), game.observe(state, None), state.rules, *moves):
            again = pickle.loads(pickle.dumps(value))
            assert again == copy.deepcopy(value) == value
            assert hash(again) == hash(value)
            assert rami.digest(again) == rami.digest(value)
        for value in (state, game.observe(state, 0), game.observe(state, None)):
            assert from_json(to_json(value), type(value)) == value


@EACH_EDITION
def test_a_record_comes_back_and_proves_its_deal(game: Game, rules: Any) -> None:
    record = play_deal(game, [quick_player] * rules.player_counts[0], rules=rules, seed=7)
    again = from_json(to_json(record), Record)
    assert again == record
    assert again.verify().ok
    for seat in (None, 0):
        redacted = record.redact(seat)
        assert from_json(to_json(redacted), Redacted) == redacted
