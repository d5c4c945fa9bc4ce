"""Moves in notation: what is wrong with one, and the position after some."""

from rami.rummy import State, View, apply, check, determinize, parse_move


def codes(where: State | View, move: str) -> list[str]:
    return [str(problem.code) for problem in check(where, parse_move(move))]


def play(where: State | View, *moves: str) -> State:
    state = determinize(where, seed=1) if isinstance(where, View) else where
    for move in moves:
        state = apply(state, parse_move(move))
    return state
