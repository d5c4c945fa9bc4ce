"""Positions that cannot exist: refused where they are made, or by every function with an error of the library."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from enum import Enum
from itertools import islice
from random import Random
from typing import Any

import pytest
from attrs import evolve, fields
from hypothesis import given, settings
from hypothesis import strategies as st

from rami import codec
from rami.errors import RamiError, RulesError
from rami.game import Game
from rami.games import GAMES
from rami.testing import seats
from tests.effort import examples

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
    rules = random.choice(list(game.presets.values()))
    state = game.new_game(random.choice(seats(game, rules)), rules, seed=seed)
    moves: list[Any] = []
    for _ in range(random.randrange(20)):
        moves = list(islice(game.legal_moves(state), 5)) or moves
        state = state if state.is_over else game.apply(state, random.choice(moves))
    every = tuple(dict.fromkeys(game.pieces(rules))) if game.pieces is not None else ()
    for position in (state, *(game.observe(state, seat) for seat in (None, 0, 1))):
        for _ in range(8):
            for call in _calls(game, _changed(position, every, random), random.sample(moves, min(3, len(moves)))):
                with suppress(RamiError):
                    call()


def _changed(position: Any, every: tuple[Any, ...], random: Random) -> Any:
    """Change up to three fields of a position, as far as its constructor lets them."""
    names = [each.name for each in fields(type(position)) if each.init and each.name != "rules"]
    for _ in range(random.randint(1, 3)):
        name = random.choice(names)
        value = random.choice([*_others(getattr(position, name), every), getattr(position, random.choice(names))])
        try:
            position = evolve(position, **{name: value})
        except RamiError:
            continue
    return position


def _others(value: object, every: tuple[Any, ...]) -> tuple[object, ...]:
    match value:
        case bool():
            return (not value,)
        case Enum():
            return tuple(type(value))
        case int() if type(value) is int:
            return (value + 1, value - 1, -1, 0, 99, 10**6, -(10**9), *every[:1])
        case tuple():
            row: tuple[Any, ...] = value
            spread = (((-1,) * len(row)), (10**6,) * len(row), (99,) * len(row), ((),) * len(row))
            return (
                (),
                row[1:],
                (*row, *row[:1]),
                row[::-1],
                every[:3],
                (every[:3],) * len(row),
                *spread,
            )
        case _:
            return (None, 0, -1, 99, *every[:2])


def _calls(game: Game, position: Any, moves: list[Any]) -> Iterator[Callable[[], object]]:
    module = __import__(f"rami.{game.name}", fromlist=["svg"])
    yield lambda: f"{position} {position!r} {position.is_over} {position.starter} {hash(position)}"
    yield lambda: (module.svg(position), module.text(position), codec.to_json(position))
    yield lambda: module.flaws(position)
    yield lambda: list(islice(game.legal_moves(position), 1))
    for move in moves:
        yield lambda move=move: game.check(position, move)  # type: ignore[misc]
    if isinstance(position, game.state):
        yield lambda: (game.result(position), game.digest(position))
        yield lambda: (game.observe(position, 0), game.observe(position, None))
        for move in moves:
            yield lambda move=move: game.apply(position, move)  # type: ignore[misc]
            yield lambda move=move: module.seen(position, move, 0)  # type: ignore[misc]
    else:
        yield lambda: game.determinize(position, seed=1)
