"""Invariants of every position of every deck."""

from hypothesis import given, settings

from rami.contracts import GAME, Fill, State, apply, breakdown, check, determinize, legal_moves, observe, result
from rami.contracts.advice import best_fills
from rami.contracts.rules import MOST_ROUNDS
from tests.contracts import strategies
from tests.quick_or_full import examples


@given(strategies.games())
@settings(max_examples=examples(25), deadline=None)
def test_a_game_without_fills_ends_at_the_limit(state: State) -> None:
    moves = 0
    while not state.is_over:
        state = apply(state, next(move for move in legal_moves(state) if not isinstance(move, Fill)))
        moves += 1
    assert moves == 2 * state.players * MOST_ROUNDS
    ended = result(state)
    assert ended is not None
    assert ended.reason == "round_limit"


@given(strategies.positions(), strategies.seeds)
@settings(max_examples=examples(100), deadline=None)
def test_every_position_of_any_deck_is_valid(state: State, seed: int) -> None:
    for fill in () if state.is_over else best_fills(state):
        state = apply(state, fill)
    assert GAME.flaws(state) == ()
    assert all(check(state, move) == () for move in legal_moves(state))
    for seat in (None, *range(state.players)):
        view = observe(state, seat)
        assert GAME.flaws(view) == ()
        assert breakdown(view) == breakdown(state)
        assert observe(determinize(view, seed=seed), seat) == view
