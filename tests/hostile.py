"""Hostile inputs that are more than one call: rules that nobody plays, and positions that cannot be."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from enum import Enum
from importlib import import_module
from itertools import islice
from random import Random
from typing import Any

from attrs import evolve, fields

import rami
from rami import codec
from rami.errors import RamiError
from rami.game import Game
from tests.fuzz import SECONDS
from tests.time_limits import watchdog

PLAYING = 60.0
"""How long 20 moves may work: listing the moves of Rummikub asks the solver, whose limits count steps."""

Wrong = tuple[str, str]
"""What was tried, and what came of it."""


def some_position(game: Game, random: Random) -> tuple[Any, list[Any]]:
    """Return a position some moves after the start of a deal, and moves of this deal."""
    rules = random.choice(list(game.presets.values()))
    state = game.new_game(random.choice(rules.player_counts), rules, seed=random.randrange(10_000))
    moves: list[Any] = []
    for _ in range(random.randrange(20)):
        moves = list(islice(game.legal_moves(state), 5)) or moves
        state = state if state.is_over else game.apply(state, random.choice(moves))
    return state, moves or list(islice(game.legal_moves(state), 5))


def changed(position: Any, every: Sequence[Any], random: Random) -> Any:
    """Change up to three fields of a position, as far as its constructor lets them."""
    names = [each.name for each in fields(type(position)) if each.init and each.name != "rules"]
    for _ in range(random.randint(1, 3)):
        name = random.choice(names)
        value = random.choice([*_others(getattr(position, name), every), getattr(position, random.choice(names))])
        with suppress(RamiError):
            position = evolve(position, **{name: value})
    return position


def _others(value: object, every: Sequence[Any]) -> tuple[object, ...]:
    match value:
        case bool():
            return (not value,)
        case Enum():
            return tuple(type(value))
        case int() if type(value) is int:
            return (value + 1, value - 1, -1, 0, 99, 10**6, 10**12, -(10**12), *every[:1])
        case tuple():
            row: tuple[Any, ...] = value
            spread = ((-1,) * len(row), (10**12,) * len(row), (99,) * len(row), ((),) * len(row))
            return ((), row[1:], (*row, *row[:1]), row[::-1], tuple(every[:3]), (tuple(every[:3]),) * len(row), *spread)
        case _:
            return (None, 0, -1, 99, *every[:2])


def calls(game: Game, position: Any, moves: Sequence[Any]) -> Iterator[Callable[[], object]]:
    """Yield calls of everything that takes a position."""
    module = import_module(f"rami.{game.name}")
    yield lambda: f"{position} {position!r} {position.is_over} {position.starter} {hash(position)}"
    yield lambda: (module.svg(position), module.text(position), codec.to_json(position))
    yield lambda: module.flaws(position)
    yield lambda: list(islice(game.legal_moves(position), 1))
    for move in moves:
        yield lambda move=move: game.check(position, move)  # type: ignore[misc]
    if isinstance(position, game.state):
        yield lambda: (game.result(position), rami.digest(position))
        yield lambda: (game.observe(position, 0), game.observe(position, None))
        for move in moves:
            yield lambda move=move: game.apply(position, move)  # type: ignore[misc]
            yield lambda move=move: module.seen(position, move, 0)  # type: ignore[misc]
    else:
        yield lambda: game.determinize(position, seed=1)


def pieces_of(rules: Any) -> tuple[Any, ...]:
    """Return each kind of piece once."""
    return tuple(dict.fromkeys(rules.pieces))


def _quick(what: str, call: Callable[[], object], seconds: float = SECONDS) -> list[Wrong]:
    """Make a call, and return what came of it that must not."""
    try:
        with watchdog(seconds, lambda: 0):
            call()
    except RamiError:
        pass
    except Exception as error:  # whatever else it is, it is a failure
        return [(what, f"{type(error).__name__}: {error}")]
    return []


def try_position(game: Game, seed: int) -> list[Wrong]:
    """Change a position and a view, and pass them to everything that takes one."""
    random = Random(seed)
    state, moves = some_position(game, random)
    position = random.choice([state, *(game.observe(state, seat) for seat in (None, 0, 1))])
    position = changed(position, pieces_of(state.rules), random)
    return [
        wrong
        for number, call in enumerate(calls(game, position, random.sample(moves, min(3, len(moves)))))
        for wrong in _quick(f"call {number} with a {type(position).__name__} that was changed", call)
    ]


def odd_rules(game: Game, random: Random) -> Any:
    """Return rules with up to four fields of other editions, of neighbouring numbers, or of the wrong type."""
    rules = random.choice(list(game.presets.values()))
    names = [each.name for each in fields(game.rules) if each.init]
    for _ in range(random.randint(1, 4)):
        name = random.choice(names)
        value = getattr(random.choice(list(game.presets.values())), name)
        if random.random() < 1 / 2:
            value = random.choice([*_others(value, ()), None, 2, "free", 10**6])
        with suppress(RamiError):
            rules = evolve(rules, **{name: value})
    return rules


def try_rules(game: Game, seed: int) -> list[Wrong]:
    """Make rules that nobody plays, and play 20 moves by them; no piece may get lost."""
    random = Random(seed)
    rules: Any = None

    def play() -> None:
        nonlocal rules
        rules = odd_rules(game, random)
        state = game.new_game(random.choice(rules.player_counts), rules, seed=seed)
        for _ in range(20):
            flaws = game.flaws(state) if game.flaws is not None else ()
            assert not flaws, flaws
            if state.is_over:
                assert game.result(state) is not None
                break
            moves = list(islice(game.legal_moves(state), 5))
            assert moves, "no legal move, and the deal is not over"
            state = game.apply(state, random.choice(moves))

    wrong = _quick("", play, PLAYING)
    return [(f"20 moves under {rules!r:.300}", error) for _, error in wrong]
