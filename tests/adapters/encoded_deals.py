"""Deals that are played by choosing actions."""

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

from rami.adapters.encoding import actions, seats
from rami.game import Game
from rami.games import GAMES
from tests.kit.counting_game import GAME as COUNTING_GAME

ALL_GAMES = (*GAMES.values(), COUNTING_GAME)
"""The games of the library, and one that the encoding has no names for."""


class EncodedPosition(NamedTuple):
    """A position, the pieces chosen so far in its turn, and the options by action."""

    state: Any
    chosen: tuple[Any, ...]
    options: dict[int, Any]


def encoded_deal(game: Game, seed: int, most: int) -> Iterator[EncodedPosition]:
    """Yield at most `most` positions of a deal of random actions."""
    rules = next(iter(game.presets.values()))
    vocabulary, random = actions(game, rules), Random(seed)
    state, chosen = game.new_game(seats(game, rules, None), rules, seed=seed), ()
    for _ in range(most):
        if state.is_over:
            return
        options = vocabulary.options(game.observe(state, state.current_player), chosen)
        assert options, "a position without an action"
        yield EncodedPosition(state, chosen, options)
        option = options[sorted(options)[int(random.random() * len(options))]]
        if isinstance(option, tuple):
            chosen = option
        else:
            move = move_of(option)
            assert game.check(state, move) == ()
            state, chosen = game.apply(state, move), ()


def move_of(option: Any) -> Any:
    """Return the move of an option. Some options compute their move when they are called."""
    return option() if callable(option) else option


def moves_of(options: dict[int, Any]) -> dict[int, Any]:
    """Return the moves of options by action."""
    return {number: move_of(option) for number, option in options.items()}


def named_moves(game: Game, view: Any) -> dict[str, Any]:
    """Return the legal moves of a view by the names of their actions."""
    vocabulary = actions(game, view.rules)
    return {vocabulary.names[number]: move_of(option) for number, option in vocabulary.options(view).items()}
