"""Fuzzing: inputs of every sort for the functions of a game, of which only errors of the library may come."""

import tracemalloc
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import Enum
from functools import lru_cache
from inspect import isclass, signature
from itertools import islice
from random import Random
from types import MappingProxyType
from typing import Any, cast, get_type_hints

from attrs import fields, frozen, has

from rami import codec
from rami.errors import RamiError, shown
from rami.game import Game
from rami.match import Match
from rami.players import random_of
from rami.record import Record, to_text
from rami.shapes import Form, Shape, describe
from rami.shuffling import derive
from rami.testing.exploring import pick, sensible_player
from rami.testing.perft import seats
from rami.testing.time_limits import limited

SECONDS = 2.0
"""How long a call may work."""

MEGABYTES = 200
"""How much memory a call may take, where that is measured: in one call of `MEASURED`."""

MEASURED = 50

RIGHT_TYPE = 17 / 20
"""How often an argument has the type of its annotation."""

LEFT_OUT = 1 / 20
"""How often an argument is left out."""

YIELDED = 20
"""How many items of an iterator are taken."""

_HOOKS = ("told", "quick_to_list")
"""Fields of `Game` that only the services call, with values that they have checked."""

TEXTS = ("", " ", "*", "-", "=", "\x00", "é", "en", "fr", "rami record 1\ngame: gin\n", '{"rami": 1}')
PLAIN: tuple[Any, ...] = (
    *(None, True, -1, 0, 1, 2, 3, 4, 10**9, 10**5000, 2.5, float("nan"), b"R7"),
    *([], (), {}, set[int](), object(), [1], ("R7",), len),
)


@frozen
class Failure:
    """An input of which something else came than a value or an error of the library.

    Attributes:
        seed: The seed that makes the same input again: `fuzz(game, 1, seed=seed)`.
        call: The call, shortened.
        error: The error, or what the call took.
    """

    seed: int
    call: str
    error: str


@frozen
class Target:
    """A function or class to call, and the annotations of its parameters."""

    name: str
    function: Callable[..., object]
    annotations: tuple[tuple[str, Any], ...]


def fuzz(
    game: Game,
    inputs: int,
    *,
    seed: int = 0,
    functions: Mapping[str, Callable[..., object]] = MappingProxyType({}),
    others: Iterable[Game] = (),
) -> tuple[Failure, ...]:
    """Call the functions and classes of a game with values of a game, texts, documents and wrong types.

    A call may raise a `RamiError`, and nothing else; it may work for two seconds and take 200 MB. `legal_moves` is not
    called where the game says that it can be slow.

    Args:
        game: The game.
        inputs: How many calls.
        seed: The seed of the first call; each call has the next.
        functions: Further functions and classes to call, by their names.
        others: Further games, whose values are passed too.

    Returns:
        What failed.

    Examples:
        >>> from rami import contracts
        >>> fuzz(contracts.GAME, 20)
        ()
    """
    targets = tuple(_targets(game, functions))
    pool = _pool((game, *others))
    found: list[Failure] = []
    for number in range(seed, seed + inputs):
        random = Random(derive(number, "fuzz"))
        target = pick(targets, random)
        arguments = pool.arguments(target, random)
        error = _wrong_outcome(target, arguments, measured=number % MEASURED == 0)
        if error:
            call = ", ".join(f"{key}={shown(value)}" for key, value in arguments.items())
            found.append(Failure(number, f"{target.name}({call})", error))
    return tuple(found)


def _targets(game: Game, functions: Mapping[str, Callable[..., object]]) -> Iterator[Target]:
    named: dict[str, Callable[..., object]] = {}
    skipped = _HOOKS if game.quick_to_list is None else (*_HOOKS, "legal_moves")
    for each in fields(type(game)):
        value = None if each.name in skipped else getattr(game, each.name)
        row = cast("tuple[object, ...]", value) if isinstance(value, tuple) else (value,)
        for one in row:
            if callable(one) and not (isclass(one) and issubclass(one, Enum)):
                named[f"{game.name}.{one.__name__ if isclass(one) else each.name}"] = one
    named.update(functions)
    for name, function in named.items():
        try:
            hints = get_type_hints(function.__init__ if isclass(function) else function)
        except NameError:  # what is imported for type checkers only
            hints = {"text": str, "type": type}
        parameters = signature(function).parameters
        yield Target(name, function, tuple((key, hints.get(key, object)) for key in parameters))


def _wrong_outcome(target: Target, arguments: dict[str, Any], *, measured: bool) -> str | None:
    """Call a target, and say what came of it that must not; None where all is well."""
    try:
        signature(target.function).bind(**arguments)
    except TypeError:  # a required argument is left out
        return None
    if measured:
        tracemalloc.start()
    try:
        with limited(SECONDS):
            found = target.function(**arguments)
            if isinstance(found, Iterator):
                for _ in islice(cast("Iterator[object]", found), YIELDED):
                    pass
    except RamiError:
        pass
    except Exception as error:  # whatever else it is, it is a failure
        return f"{type(error).__name__}: {error}"
    finally:
        peak = tracemalloc.get_traced_memory()[1] if measured else 0
        tracemalloc.stop()
    return f"{peak / 1e6:.0f} megabytes" if peak > MEGABYTES * 1e6 else None


# ----------------------------------------------------------------------------------------------------------------- pool


class Pool:
    """Values of every phase of some games, to call functions with; and texts and documents.

    Attributes:
        values: The values, and the classes of those that attrs has made.
        texts: Short texts, among them the notation of the values.
        documents: The JSON and the records of the values.
    """

    def __init__(self, games: Sequence[Game]) -> None:
        values: list[Any] = [*PLAIN, *games]
        documents: list[str] = []
        for game in games:
            some = list(_values_of(game))
            values += some
            documents += _documents(game, some)
        classes = [kind for kind in map(_type_of, values) if has(kind)]
        self.values: tuple[Any, ...] = (*values, *classes)
        self.texts: tuple[str, ...] = (*TEXTS, *(value for value in values if isinstance(value, str)))
        self.documents: tuple[str, ...] = tuple(documents)
        self._fitting: dict[str, tuple[Any, ...]] = {}

    def arguments(self, target: Target, random: Random) -> dict[str, Any]:
        """Return arguments; for a class, often those of a value with one or two of them replaced."""
        fresh = {key: self._argument(hint, random) for key, hint in target.annotations if random.random() > LEFT_OUT}
        like = self.fitting(target.function) if isclass(target.function) and has(target.function) else ()
        if not like or not target.annotations or random.random() < 1 / 5:
            return fresh
        value = pick(like, random)
        kept = {each.alias: getattr(value, each.name) for each in fields(_type_of(value)) if each.init}
        for _ in range(1 + int(random.random() * 2)):
            key, hint = pick(target.annotations, random)
            kept[key] = self._argument(hint, random)
        return kept

    def fitting(self, annotation: Any) -> tuple[Any, ...]:
        """Return the values, documents and texts of the type of an annotation."""
        key = repr(annotation)
        if key not in self._fitting:
            shape, every = describe(annotation), (*self.values, *self.documents, *TEXTS)
            self._fitting[key] = tuple(value for value in every if fits(value, shape))
        return self._fitting[key]

    def _argument(self, annotation: Any, random: Random) -> Any:
        if random.random() < RIGHT_TYPE:
            fitting = self.fitting(annotation)
            if fitting:
                value = pick(fitting, random)
                return self._mutated(value, random) if isinstance(value, str) and random.random() < 1 / 2 else value
        chance = random.random()
        if chance < 2 / 5:
            text = pick(self.texts, random)
            for _ in range(int(random.random() * 4)):
                text = self._mutated(text, random)
            return text
        if chance < 1 / 2:
            return self._mutated(pick(self.documents, random), random)
        return pick(self.values, random)

    def _mutated(self, text: str, random: Random) -> str:
        """Leave a piece of a text out, double it, or put another in its place."""
        start = int(random.random() * (len(text) + 1))
        end = start + int(random.random() * 8)
        other = pick(self.texts, random)
        choices = ("", text[start:end] * 2, other, text[start:end] * 300, str(random.random()), "\u0663")
        return text[:start] + pick(choices, random) + text[end:]


@lru_cache(maxsize=8)
def _pool(games: tuple[Game, ...]) -> Pool:
    return Pool(games)


def fits(value: Any, shape: Shape) -> bool:
    """Tell whether a value has a type, with all its items."""
    match shape.form:
        case Form.ANYTHING | Form.VARIABLE:
            return True
        case Form.UNION:
            return any(fits(value, part) for part in shape.parts)
        case Form.CHOICE:
            return isinstance(value, str) and value in shape.choices
        case Form.ROW:
            is_row = isinstance(value, shape.kind) and not isinstance(value, str)
            return is_row and all(fits(item, shape.parts[0]) for item in value)
        case Form.TUPLE:
            row: Any = value
            return type(value) is tuple and len(row) == len(shape.parts) and all(map(fits, row, shape.parts))
        case Form.FUNCTION:
            return callable(value)
        case Form.EXACT:
            return type(value) is shape.kind
        case _:  # a class
            return isinstance(value, shape.kind)


def _documents(game: Game, values: Iterable[Any]) -> Iterator[str]:
    for value in values:
        try:
            yield codec.to_json(value, game=game)
            if isinstance(value, Record):
                yield to_text(cast("Any", value))
        except RamiError:  # not everything has a document
            continue


def _values_of(game: Game) -> Iterator[Any]:
    """Yield positions of the start, the middle and the end of three deals, and the values that belong to them."""
    player: Any = sensible_player(game) or random_of(game)
    for number, rules in enumerate(islice(game.presets.values(), 3)):
        random, players = Random(number), seats(game, rules)[0]
        deal = game.deal(players, rules, seed=number)
        state = first = game.from_deal(players, rules, deal)
        moves: list[Any] = []
        while True:
            over = game.result(state) is not None
            if over or len(moves) in (0, 1, 9, 25):
                yield from (state, *(game.observe(state, seat) for seat in (None, 0, 1)))
                yield from islice(game.legal_moves(state), 2)
            if over:
                break
            moves.append(player(game.observe(state, state.current_player), random))
            state = game.apply(state, moves[-1])
        result, violations = game.result(state), game.check(first, moves[-1])
        yield from (rules, deal, result, tuple(moves[:3]), violations, *violations[:2], *deal.order[:2], deal.order[:5])
        yield Record(game=game, rules=rules, players=players, deal=deal, moves=moves, seed=number)
        yield Match(game=game, rules=rules, players=players, deals=3, results=(result,) if result else ())
        yield from (value for move in moves[-9:] for value in _with_parts(move))


def _with_parts(move: Any) -> Iterator[Any]:
    """Yield a move and what it is made of, melds and pieces, with their notation."""
    yield from (move, str(move))
    for each in fields(_type_of(move)) if has(_type_of(move)) else ():
        inside: Any = getattr(move, each.name)
        yield from (inside, str(inside), *(inside[:2] if _type_of(inside) is tuple else ()))


def _type_of(value: object) -> type:
    return type(value)
