"""Arguments of a wrong type raise WrongType, for every public name of every game and service.

Each call of `right_calls` is repeated with each argument replaced by each of the values below. If the annotation does
not allow the value, the call must raise a `RamiError` that is also a `TypeError`. If the annotation allows it, the call
may raise only a `RamiError`.
"""

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from enum import Enum
from itertools import islice
from random import Random
from types import ModuleType, NoneType, UnionType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin

import pytest

from rami import rummikub, rummy
from rami.errors import RamiError
from rami.game import Game
from rami.games import GAMES
from tests.oracles.long_runs import public_functions
from tests.oracles.odd_calls import fuzz
from tests.promises.playing import EACH_GAME
from tests.promises.right_calls import CALLS, SERVICES, Call, finished
from tests.quick_or_full import examples

PLAIN_VALUES = [None, True, 7, 1.5, "?!", b"R7", (), [None], ["?!"], {"a": 1}, object(), Random, len]
TYPE_VARIABLES = {"R": rummikub.Rules, "S": rummikub.State, "M": rummikub.Move, "V": rummikub.View}
"""What the type variables of the services stand for, because the services are called with Rummikub."""


def is_allowed(value: object, annotation: Any) -> bool:
    """Return whether a value matches an annotation. A bool is not a number, and neither is a piece."""
    if isinstance(annotation, TypeVar):
        annotation = TYPE_VARIABLES[annotation.__name__[0]]
    origin, args = get_origin(annotation), get_args(annotation)
    if origin in (Union, UnionType):
        return any(is_allowed(value, each) for each in args)
    if origin is get_origin(Callable[[], None]):
        return callable(value)
    if origin in (tuple, Iterable, Sequence):
        if isinstance(value, str) or not isinstance(value, origin):
            return False
        row: Any = value
        return all(is_allowed(each, args[0]) for each in row)
    if annotation in (int, bool):
        return type(value) is annotation
    if origin is Literal:  # A text that is no choice has the right type.
        return isinstance(value, str)
    plain: Any = {None: NoneType, Any: object}.get(annotation, origin or annotation)
    return isinstance(value, plain)


def values_of(game: Game) -> list[Any]:
    """Return values of a game, which are wrong in every other game."""
    state = game.new_game(2, seed=1)
    view = game.observe(state, state.current_player)
    rules, deal = next(iter(game.presets.values())), game.shuffle(2, seed=1)
    return [state, view, next(iter(game.legal_moves(state))), rules, deal, game.result(finished(game))]


WRONG_IN_RUMMIKUB = [*PLAIN_VALUES, *values_of(rummy.GAME), rummikub.JOKER, rummy.JOKER]
WRONG_IN_CARD_GAMES = [*PLAIN_VALUES, *values_of(rummikub.GAME), rummikub.JOKER, rummy.JOKER]


def consumed(function: Callable[..., object], arguments: Mapping[str, object]) -> None:
    """Call a function. If it returns an iterator, take its first values."""
    value = function(**arguments)
    if isinstance(value, Iterator):
        for _ in islice(value, 50):
            pass


def check_wrong_arguments(call: Call, wrong_values: list[Any]) -> None:
    """Check what a call raises if one of its arguments is replaced."""
    consumed(call.function, call.arguments)
    for key, annotation in call.annotations.items():
        refused = 0
        for value in wrong_values:
            arguments = {**call.arguments, key: value}
            if not is_allowed(value, annotation):
                refused += 1
                with pytest.raises(RamiError) as caught:
                    consumed(call.function, arguments)
                assert isinstance(caught.value, TypeError), (key, value)
            elif not callable(value):  # A function of the caller may raise any error.
                with suppress(RamiError):
                    consumed(call.function, arguments)
        assert refused or annotation in (object, Any), key


@pytest.mark.parametrize(
    ("game", "name"),
    [pytest.param(game, name, id=f"{game.GAME.name}.{name}") for game, calls in CALLS.items() for name in calls],
)
def test_a_wrong_type_is_refused_by_every_function_of_a_game(game: ModuleType, name: str) -> None:
    check_wrong_arguments(CALLS[game][name], WRONG_IN_RUMMIKUB if game is rummikub else WRONG_IN_CARD_GAMES)


@pytest.mark.parametrize("name", SERVICES)
def test_a_wrong_type_is_refused_by_every_service(name: str) -> None:
    check_wrong_arguments(SERVICES[name], WRONG_IN_RUMMIKUB)


def public_calls(module: ModuleType) -> Iterator[str]:
    """Yield the public functions and classes of a game, and the methods that a class itself defines."""
    for name in module.__all__:
        value = getattr(module, name)
        if inspect.isfunction(value):
            yield name
        elif inspect.isclass(value) and not issubclass(value, Enum | Game):
            yield name
            methods = vars(value).items()
            yield from (
                f"{name}.{method}"
                for method, function in methods
                if not method.startswith("_") and (inspect.isfunction(function) or isinstance(function, classmethod))
            )


@EACH_GAME
def test_every_public_function_is_called(game: ModuleType) -> None:
    assert {*public_calls(game)} <= {*CALLS[game]}


@EACH_GAME
def test_odd_calls_raise_only_errors_of_the_library(game: ModuleType) -> None:
    """The functions of a game and of the services are called with values and texts of every sort."""
    others = [each for each in GAMES.values() if each is not game.GAME]
    assert list(fuzz(game.GAME, examples(1600), 0, public_functions(game.GAME.name), others)) == []
