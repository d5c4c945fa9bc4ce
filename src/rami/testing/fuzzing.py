"""Inputs of every sort for the public functions: only the errors of the library may come of them."""

import tracemalloc
from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import Enum
from functools import cache
from importlib import import_module
from inspect import isclass, isfunction, signature
from itertools import islice
from random import Random
from types import ModuleType, NoneType, UnionType
from typing import Any, Literal, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from attrs import fields, frozen, has

from rami import codec, match, record
from rami.errors import RamiError, shown
from rami.game import Game
from rami.games import GAMES
from rami.players import quick_player
from rami.shuffling import derive
from rami.testing.exploring import pick
from rami.testing.limits import limited
from rami.testing.perft import seats

SECONDS = 2.0
"""How long a call may take."""
MEGABYTES = 200
"""How much memory it may take at the most, where that is measured: in one call out of `MEASURED`."""
MEASURED = 50
ASKED_FOR = 17 / 20
"""How often an argument is of a type that the function asks for."""
LEFT_OUT = 1 / 20
"""How often an argument is left out."""
LISTED = 20
"""How much is taken of what a call yields."""

SOLVER = ("best_play", "play_of", "plays", "can_play", "arrange", "layable", "explain", "steps", "legal_moves", "Draft")
"""Names of Rummikub that solve a table: what they cost is the solver's own subject."""

TEXTS: tuple[str, ...] = (
    *("", " ", "*", "R7", "R4-R5-R6", "K8=B8=*", "AS", "AS-2S-3S", "5H=5D=5C", "10H KD *", "C18", "-", "=", "\x00"),
    *("draw", "take", "pass", "done", "play R4-R5-R6", "meld AS-2S-3S", "add 4S AS-2S-3S", "discard KD", "end 5H"),
    *("knock KC AS-2S-3S", "fill C18 4H=4D 5C-*-7Y", "timeout R1", "replace 5S 4S-*-6S", "take 5H 5C", "en", "fr"),
    *("rami record 1\ngame: gin\n", '{"rami": 1}', "é"),
)
PLAIN: tuple[Any, ...] = (
    *(None, True, -1, 0, 1, 2, 3, 4, 10**9, 10**5000, 2.5, float("nan"), b"R7"),
    *([], (), {}, set[int](), object(), [1], ("R7",), len),
)


@frozen
class Found:
    """A failure.

    Attributes:
        seed: What makes the same input again: `fuzz(1, seed=seed)`.
        call: The call, shortened.
        error: What came of it that may not come.
    """

    seed: int
    call: str
    error: str


@frozen
class Target:
    """Something to call.

    Attributes:
        name: Its name.
        function: The function, or the class.
        kinds: The annotation of each of its parameters.
    """

    name: str
    function: Callable[..., object]
    kinds: tuple[tuple[str, Any], ...]


def targets(game: str | None = None) -> Iterator[Target]:
    """The public functions and classes of the games and of the services that keep values.

    Args:
        game: The name of one game; None for all, and the services.

    Yields:
        All of them except those that solve a table of Rummikub.
    """
    services = (codec, match, record) if game is None else ()
    for module in (*_modules(game), *services):
        short = module.__name__.removeprefix("rami.")
        for name in getattr(module, "__all__", None) or sorted(vars(module)):
            value = getattr(module, name)
            here = getattr(value, "__module__", None) or ""
            if not here.startswith(module.__name__) or name in SOLVER or name.startswith("_"):
                continue
            if isclass(value) and issubclass(value, Enum):  # what Python itself makes
                continue
            if isfunction(value) or isclass(value):
                yield _target(f"{short}.{name}", value)
            if isclass(value) and hasattr(value, "parse"):
                yield _target(f"{short}.{name}.parse", cast("Any", value).parse)


def _modules(game: str | None) -> list[ModuleType]:
    return [import_module(f"rami.{each.name}") for each in GAMES if game in (None, each.name)]


def _target(name: str, function: Callable[..., object]) -> Target:
    try:
        hints = get_type_hints(function.__init__ if isclass(function) else function)
    except NameError:  # what is imported for type checkers only
        hints = {"text": str, "type": type}
    return Target(name, function, tuple((key, hints.get(key, object)) for key in signature(function).parameters))


def fuzz(inputs: int, *, seed: int = 0, game: str | None = None, tell: Callable[[Found], None]) -> int:
    """Call public functions with texts, documents, values and wrong types.

    A call may raise a `RamiError`, and nothing else; it may take `SECONDS` and `MEGABYTES`. A failure is told, and the
    next input follows.

    Args:
        inputs: How many calls.
        seed: The first seed; each call has the next.
        game: The name of one game; None for all, and the services.
        tell: What is called for each failure.

    Returns:
        How many failures there were.
    """
    some, failures = tuple(targets(game)), 0
    for number in range(seed, seed + inputs):
        random = Random(derive(number, "fuzz"))
        target = pick(some, random)
        arguments = _arguments(target, random)
        error = _called(target, arguments, measured=number % MEASURED == 0)
        if error:
            failures += 1
            told = ", ".join(f"{key}={shown(value)}" for key, value in arguments.items())
            tell(Found(number, f"{target.name}({told})", error))
    return failures


def _called(target: Target, arguments: dict[str, Any], *, measured: bool) -> str | None:
    """What came of a call that may not come of it."""
    try:
        signature(target.function).bind(**arguments)
    except TypeError:  # an argument is left out that must be there
        return None
    if measured:
        tracemalloc.start()
    try:
        with limited(SECONDS):
            found = target.function(**arguments)
            if isinstance(found, Iterator):
                for _ in islice(cast("Iterator[object]", found), LISTED):
                    pass
    except RamiError:
        pass
    except Exception as error:  # whatever else it is, it is a failure
        return f"{type(error).__name__}: {error}"
    finally:
        peak = tracemalloc.get_traced_memory()[1] if measured else 0
        tracemalloc.stop()
    return f"{peak / 1e6:.0f} megabytes" if peak > MEGABYTES * 1e6 else None


# ------------------------------------------------------------------------------------------------------------ arguments


def _arguments(target: Target, random: Random) -> dict[str, Any]:
    """Arguments of a call; of a constructor, often those of a value with one or two of them replaced."""
    fresh = {key: _argument(kind, random) for key, kind in target.kinds if random.random() > LEFT_OUT}
    like = _fitting(target.function) if isclass(target.function) and has(target.function) else ()
    if not like or random.random() < 1 / 5:
        return fresh
    value = pick(like, random)
    kept = {each.alias: getattr(value, each.name) for each in fields(_type(value)) if each.init}
    for _ in range(1 + int(random.random() * 2)):
        key, kind = pick(target.kinds, random) if target.kinds else ("", None)
        if key:
            kept[key] = _argument(kind, random)
    return kept


def _argument(kind: Any, random: Random) -> Any:
    """A value of any sort; mostly of one that is asked for."""
    values, documents = pool()
    if random.random() < ASKED_FOR:
        fitting = _fitting(kind)
        if fitting:
            value = pick(fitting, random)
            return _damaged(value, random) if isinstance(value, str) and random.random() < 1 / 2 else value
    chance = random.random()
    if chance < 2 / 5:
        text = pick(TEXTS, random)
        for _ in range(int(random.random() * 4)):
            text = _damaged(text, random)
        return text
    if chance < 1 / 2:
        return _damaged(pick(documents, random), random)
    return pick(values, random)


_KINDS: dict[Any, tuple[Any, ...]] = {}


def _fitting(kind: Any) -> tuple[Any, ...]:
    """The values of the pool that an annotation asks for."""
    key = repr(kind)
    if key not in _KINDS:
        values, documents = pool()
        _KINDS[key] = tuple(value for value in (*values, *documents, *TEXTS) if _fits(value, kind))
    return _KINDS[key]


def _fits(value: Any, kind: Any) -> bool:
    if isinstance(kind, TypeVar) or kind is Any:
        return True
    origin, args = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        return any(_fits(value, each) for each in args)
    if origin is Literal:
        return value in args if isinstance(value, str | int) else False
    if origin in (tuple, Iterable, Sequence):
        is_row = isinstance(value, origin) and not isinstance(value, str)
        return is_row and all(_fits(one, args[0]) for one in cast("Iterable[Any]", value))
    plain = NoneType if kind is None else origin or kind
    return isinstance(plain, type) and isinstance(value, plain)


@cache
def pool() -> tuple[tuple[Any, ...], tuple[str, ...]]:
    """Values to call functions with, of every game and every phase; and documents.

    Returns:
        The values, then the texts of some of them in JSON and as records.
    """
    values: list[Any] = [*PLAIN, *GAMES]
    for game in GAMES:
        values += _of_game(game)
    values += [kind for kind in map(_type, values) if has(kind)]
    documents: list[str] = []
    for value in values:
        try:
            documents.append(codec.to_json(value))
        except RamiError:  # not everything has a document
            continue
    documents += [record.to_text(cast("Any", value)) for value in values if isinstance(value, record.Record)]
    return tuple(values), tuple(documents)


def _of_game(game: Game[Any, Any, Any, Any]) -> Iterator[Any]:
    """Positions at the start, on the way and at the end of a deal, and what belongs to them."""
    for number, (_, rules) in enumerate(islice(game.presets.items(), 3)):
        yield rules
        random, players = Random(number), seats(game, rules)[0]
        deal = game.deal(players, rules, seed=number)
        state = game.from_deal(players, rules, deal)
        made: list[Any] = []
        while True:
            over = game.result(state) is not None
            if over or len(made) in (0, 1, 9, 25):
                yield from (state, *(game.observe(state, seat) for seat in (None, 0, 1)))
                yield from islice(game.legal_moves(state), 2)
            if over:
                break
            made.append(quick_player(game.observe(state, state.current_player), random))
            state = game.apply(state, made[-1])
        result, first = game.result(state), game.from_deal(players, rules, deal)
        yield from (deal, result, tuple(made[:3]), *_seen(game.check(first, made[-1])), *deal.order[:2], deal.order[:5])
        yield record.Record(game=game, rules=rules, players=players, deal=deal, moves=made, seed=number)
        yield match.Match(game=game, rules=rules, players=players, deals=3, results=(result,) if result else ())
        yield from (value for move in made[-9:] for value in _parts(move))


def _seen(violations: Iterable[Any]) -> tuple[Any, ...]:
    found = tuple(violations)
    return (found, *found[:2])


def _parts(value: Any) -> Iterator[Any]:
    """A move, and what it is made of: melds, pieces."""
    yield from (value, str(value))
    for each in fields(_type(value)) if has(_type(value)) else ():
        inside: Any = getattr(value, each.name)
        yield from (inside, str(inside), *(inside[:2] if _type(inside) is tuple else ()))


def _type(value: object) -> type:
    return type(value)


def _damaged(text: str, random: Random) -> str:
    """A text with a piece of it left out, doubled, or replaced by that of another."""
    start = int(random.random() * (len(text) + 1))
    end = start + int(random.random() * 8)
    other = pick(TEXTS, random)
    choices = ("", text[start:end] * 2, other, text[start:end] * 300, str(random.random()), "\u0663")
    return text[:start] + pick(choices, random) + text[end:]
