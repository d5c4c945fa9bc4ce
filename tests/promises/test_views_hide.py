"""A view says nothing that its player may not know: states that differ in what is hidden have the same view."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from rami.game import Game
from tests.promises.playing import EACH_EDITION, deal
from tests.quick_or_full import examples


@EACH_EDITION
@settings(max_examples=examples(8), deadline=None)
@given(seed=st.integers(0, 10**6))
def test_what_is_hidden_makes_no_difference(game: Game, rules: Any, seed: int) -> None:
    for number, state in enumerate(deal(game, rules, seed, most=30)):
        if number % 3:
            continue
        for seat in (None, *range(state.players)):
            view = game.observe(state, seat)
            assert game.flaws(view) == ()
            other = game.determinize(view, seed=seed)
            assert other == game.determinize(view, seed=seed)
            assert game.flaws(other) == ()
            assert game.observe(other, seat) == view
            assert repr(game.observe(other, seat)) == repr(view)
            for name in ("players", "starter", "current_player", "turn", "is_over"):
                assert getattr(view, name) == getattr(state, name)


@EACH_EDITION
def test_a_state_at_a_prompt_does_not_show_what_is_hidden(game: Game, rules: Any) -> None:
    shown = repr(game.new_game(rules.player_counts[0], rules, seed=1))
    assert not any(f"{name}=" in shown for name in ("hands", "racks", "stock", "pool", "value_pile"))
