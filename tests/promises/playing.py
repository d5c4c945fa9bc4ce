"""Deals of every edition, for the promises and for what is shown of positions."""

from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from random import Random
from types import ModuleType, NoneType
from typing import Any, Literal, get_args, get_origin

import pytest
from attrs import evolve, fields

from rami import Result, RulesError, contracts, gin, rummikub, rummy
from rami.game import Game
from rami.players import quick_player, random_player

GAMES = [rummikub, rummy, contracts, gin]
NUMBERS = (0, 1, 2, 3, 5, 7, 10, 11, 40)
EACH_GAME = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.__name__)
EACH_PRESET = pytest.mark.parametrize(
    ("game", "preset"),
    [(game, name) for game in GAMES for name in game.PRESETS],
    ids=lambda part: str(part)[-20:],
)
EACH_EDITION = pytest.mark.parametrize(
    ("game", "rules"),
    [pytest.param(game.GAME, rules, id=name) for game in GAMES for name, rules in game.PRESETS.items()],
)
"""Every game with the rules of each of its editions."""


def deal(game: Game, rules: Any, seed: int, most: int = 10**6) -> Iterator[Any]:
    """Yield at most `most` states of a deal between random and quick players; see `odd_rules`."""
    random, rules = Random(seed), odd_rules(game, rules, seed)
    players = rules.player_counts[seed % len(rules.player_counts)]
    state = game.new_game(players, rules, seed=seed)
    for _ in range(most):
        yield state
        if state.is_over:
            return
        player = quick_player if random.random() < 1 / 3 else random_player
        state = game.apply(state, player(game.observe(state, state.current_player), random))


def sums_of_parts(result: Result) -> tuple[int, ...]:
    """Return the sum of the parts of each seat."""
    seats = range(len(result.scores))
    return tuple(sum(part.points for part in result.parts if part.seat == seat) for seat in seats)


def values_of(annotation: Any) -> list[Any]:
    """Return every choice that an annotation allows, or some of its numbers; [] for what is neither."""
    found: list[Any] = []
    for part in (annotation, *get_args(annotation)):
        if get_origin(part) is Literal:
            found += get_args(part)
        elif part is bool:
            return [False, True]
        elif part is int:
            found += NUMBERS
        elif part is NoneType:
            found.append(None)
    return list(dict.fromkeys(found))


def odd_rules(game: Game, rules: Any, seed: int) -> Any:
    """Return an edition with some fields changed, for odd seeds; of the contract game, with another deck."""
    random = Random(seed)
    part = rules.deck if game is contracts.GAME else rules
    for each in random.choices(fields(type(part)), k=random.randint(1, 6) if seed % 2 else 0):
        with suppress(RulesError):  # what does not fit together stays as it was
            part = evolve(part, **{each.name: random.choice(values_of(each.type) or [getattr(part, each.name)])})
    return contracts.Rules(deck=part) if game is contracts.GAME else part


def listed(game: Game, position: Any, most: int = 40) -> list[Any]:
    """Return the first legal moves of a position."""
    return list(islice(game.legal_moves(position), most))


def played(game: ModuleType, rules: Any, seed: int, moves: int, players: int = 2) -> list[tuple[Any, Any]]:
    """Return the states of a random deal with the moves. Moves that put pieces on the table are preferred."""
    random = Random(seed)
    allowed = rules.player_counts
    state = game.new_game(min(max(players, allowed[0]), allowed[-1]), rules, seed=seed)
    found: list[tuple[Any, Any]] = []
    while len(found) < moves and not state.is_over:
        legal = listed(game.GAME, state, 5)
        laying = [move for move in legal if len(str(move).split()) > 1 and not str(move).startswith("discard")]
        move = random.choice(laying or legal)
        found.append((state, move))
        state = game.apply(state, move)
    return found
