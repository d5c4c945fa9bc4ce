"""Mistakes in the counting game of the tests."""

from collections.abc import Iterator
from itertools import cycle
from typing import Any

from attrs import evolve

from rami.results import EndReason, Result
from tests.kit import counting_game as counting
from tests.kit.planting import (
    COUNTING,
    listed_moves,
    mistake,
    next_state,
    random_state,
    result,
    view_field,
)


@mistake(COUNTING, result)
def a_score_too_few(state: Any, found: Any) -> Any:
    return Result((1,), found.winners, EndReason.BLOCKED)


@mistake(COUNTING, next_state)
def apply_goes_back_a_turn(state: Any, move: Any, new: Any) -> Any:
    return evolve(new, turn=max(0, 3 - state.turn))


@mistake(COUNTING, "legal_moves")
def moves_listed_without_end(position: Any) -> Any:
    return cycle(list(counting.legal_moves(position)))


@mistake(COUNTING, listed_moves)
def an_illegal_move_is_listed(position: Any, moves: Any) -> Any:
    if moves:
        return [*moves, counting.Count(4)]
    return []


@mistake(COUNTING, view_field("card"))
def a_view_that_leaks_a_card(state: Any, seat: Any) -> Any:
    return state.cards[0]


@mistake(COUNTING, "determinize")
def determinize_likes_one_order(view: Any, *, seed: Any) -> Any:
    return counting.determinize(view, seed=seed if seed % 2 else 1)


@mistake(COUNTING, random_state)
def determinize_forgets_the_turn(view: Any, state: Any, seed: Any) -> Any:
    return evolve(state, count=0)


@mistake(COUNTING, "parse_move")
def a_move_read_as_another(text: Any) -> Any:
    return counting.Count(counting.parse_move(text).steps % 3 + 1)


@mistake(COUNTING, "legal_moves")
def a_step_too_far_at_the_end_of_the_list(position: Any) -> Iterator[Any]:
    """List a step too far at the end, late in the deal."""
    yield from counting.legal_moves(position)
    if 5 < position.count < position.rules.goal and not counting.check(position, counting.Count(2)):
        yield counting.Count(4)


@mistake(COUNTING, next_state)
def turns_are_not_counted(state: Any, move: Any, new: Any) -> Any:
    return evolve(new, turn=0)
