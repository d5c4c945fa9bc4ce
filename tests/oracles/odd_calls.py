"""Odd inputs for the functions of a game, which may raise only errors of the library."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from enum import Enum
from functools import lru_cache, partial
from inspect import isclass, signature
from itertools import islice
from random import Random
from typing import Any, get_type_hints

from attrs import fields, has

from rami import codec
from rami.errors import RamiError, shown
from rami.game import Game
from rami.games import GAMES
from rami.match import Match
from rami.players import quick_player, random_move
from rami.record import Record
from rami.shapes import Form, Shape, describe
from rami.simulate import play_deal
from tests.time_limits import watchdog

SECONDS = 2.0  # how long a call may work
TEXTS = ("", " ", "*", "-", "=", "\x00", "é", "en", "fr", '{"rami": 1}')
PLAIN: tuple[Any, ...] = (None, True, -1, 0, 1, 2, 3, 4, 10**9, 10**5000, 2.5, float("nan"), b"R7")
ROWS: tuple[Any, ...] = ([], (), {}, set[int](), object(), [1], ("R7",), len)

Target = tuple[str, Callable[..., Any], tuple[tuple[str, Any], ...]]


def fuzz(
    game: Game, inputs: int, seed: int, functions: Mapping[str, Callable[..., object]], others: Iterable[Game]
) -> Iterator[str]:
    """Make a number of odd calls of a game and of further functions. Yield the failures with their seeds."""
    targets, pool = tuple(_targets(game, functions)), _pool((game, *others))
    for number in range(seed, seed + inputs):
        random = Random(number)
        name, function, annotations = random.choice(targets)
        arguments = pool.arguments(function, annotations, random)
        if error := _wrong_outcome(function, arguments):
            call = ", ".join(f"{key}={shown(value)}" for key, value in arguments.items())
            yield f"seed {number}: {name}({call}): {error}"


def _targets(game: Game, functions: Mapping[str, Callable[..., object]]) -> Iterator[Target]:
    named: dict[str, Callable[..., object]] = {}
    # `rami.players` checks the view before it asks a game for its quick, absent or random player.
    skipped = (
        "told",
        "quick_to_list",
        "quick",
        "absent",
        "random",
        *(() if game.quick_to_list is None else ("legal_moves",)),
    )
    for each in fields(Game):
        value = None if each.name in skipped else getattr(game, each.name)
        for one in value if isinstance(value, tuple) else (value,):
            if callable(one) and not (isclass(one) and issubclass(one, Enum)):
                named[f"{game.name}.{one.__name__ if isclass(one) else each.name}"] = one
    for name, function in {**named, **functions}.items():
        try:
            hints = get_type_hints(function.__init__ if isclass(function) else function)
        except NameError:  # what is imported for type checkers only
            hints = {"text": str, "type": type}
        yield name, function, tuple((key, hints.get(key, object)) for key in signature(function).parameters)


def _wrong_outcome(function: Callable[..., Any], arguments: dict[str, Any]) -> str | None:
    """Make a call. Return the forbidden error that it raised, or None."""
    try:
        with watchdog(SECONDS, lambda: 0):
            found = function(**arguments)
            for _ in islice(found, 20) if isinstance(found, Iterator) else ():
                pass
    except RamiError:
        return None
    except Exception as error:  # whatever else it is, it is a failure
        return f"{type(error).__name__}: {error}"
    return None


class Pool:
    """Values of every phase of some games, with their classes, notations and documents."""

    def __init__(self, games: tuple[Game, ...]) -> None:
        self.values: list[Any] = [*PLAIN, *ROWS, *games]
        self.documents: list[str] = []
        for game in games:
            for value in _values_of(game):
                self.values += [value, type(value)] if has(type(value)) else [value]
                with suppress(RamiError):  # not everything has a document
                    self.documents.append(codec.to_json(value, game=game))
        self.texts = [*TEXTS, *(value for value in self.values if isinstance(value, str))]
        self._fitting: dict[str, list[Any]] = {}

    def arguments(self, function: Any, annotations: tuple[tuple[str, Any], ...], random: Random) -> dict[str, Any]:
        like = [value for value in self.values if type(value) is function and has(function)]
        if not like or not annotations or random.random() < 1 / 5:
            return {key: self._argument(hint, random) for key, hint in annotations}
        value = random.choice(like)
        key, hint = random.choice(annotations)
        kept = {each.alias: getattr(value, each.name) for each in fields(type(value)) if each.init}
        return {**kept, key: self._argument(hint, random)}

    def fitting(self, annotation: Any) -> list[Any]:
        key, shape = repr(annotation), describe(annotation)
        if key not in self._fitting:
            self._fitting[key] = [value for value in (*self.values, *self.documents) if fits(value, shape)]
        return self._fitting[key]

    def _argument(self, annotation: Any, random: Random) -> Any:
        fitting = self.fitting(annotation) if random.random() < 17 / 20 else []
        value = random.choice(fitting or random.choice([self.values, self.texts, self.documents]))
        for _ in range(random.choice([0, 0, 1, 3]) if isinstance(value, str) else 0):
            start = random.randrange(len(value) + 1)
            end = start + random.randrange(8)
            choices = ("", value[start:end] * 2, random.choice(self.texts), value[start:end] * 300, "\u0663")
            value = value[:start] + random.choice(choices) + value[end:]
        return value


_pool = lru_cache(maxsize=8)(Pool)


def fits(value: Any, shape: Shape) -> bool:
    match shape.form:
        case Form.UNION:
            return any(fits(value, part) for part in shape.parts)
        case Form.CHOICE:
            return isinstance(value, str) and value in shape.choices
        case _:
            return shape.form not in (Form.CLASS, Form.EXACT, Form.ROW) or isinstance(value, shape.kind)


def _values_of(game: Game) -> Iterator[Any]:
    """Yield positions of the start, the middle and the end of three deals, and the values that belong to them."""
    player: Any = quick_player if game in GAMES.values() else partial(random_move, game)
    for number, rules in enumerate(islice(game.presets.values(), 3)):
        record: Record[Any, Any, Any, Any] = play_deal(
            game, [player] * rules.player_counts[0], rules=rules, seed=number
        )
        states = list(record.states())
        for state in (*states[:2], *states[9:10], states[-1]):
            yield from (
                state,
                *(game.observe(state, seat) for seat in (None, 0, 1)),
                *islice(game.legal_moves(state), 2),
            )
        violations = game.check(states[0], record.moves[-1])
        yield from (rules, record, record.deal, record.result, record.moves[:3], violations, *violations[:2])
        yield Match(game=game, rules=rules, players=record.players, deals=3)
        for move in record.moves[-9:]:
            yield from (move, str(move))
            for inside in (getattr(move, each.name) for each in fields(type(move))):
                yield from (inside, str(inside), *(inside[:2] if type(inside) is tuple else ()))
