"""Inputs of every sort for the public functions: only the errors of the library may come of them."""

import tracemalloc
from collections.abc import Callable, Iterator
from inspect import isclass, isfunction
from random import Random
from types import ModuleType
from typing import Any, cast

from attrs import frozen

from rami import codec, contracts, gin, rummikub, rummy
from rami.errors import RamiError, shown
from rami.shuffling import derive
from rami.testing.limits import limited

SECONDS = 2.0
"""How long a call may take."""
MEGABYTES = 200
"""How much memory it may take at the most, where that is measured: in one call out of `MEASURED`."""
MEASURED = 50

MODULES: tuple[ModuleType, ...] = (rummikub, contracts, rummy, gin)
SOLVER = ("best_play", "play_of", "plays", "can_play", "arrange", "layable", "explain", "steps")
"""Functions that solve a table: what they cost is the solver's own subject."""

TEXTS: tuple[str, ...] = (
    *("", " ", "*", "R7", "R4-R5-R6", "K8=B8=*", "AS", "AS-2S-3S", "5H=5D=5C", "10H KD *", "C18", "-", "=", "\x00"),
    *("draw", "take", "pass", "done", "play R4-R5-R6", "meld AS-2S-3S", "add 4S AS-2S-3S", "discard KD", "end 5H"),
    *("knock KC AS-2S-3S", "fill C18 4H=4D 5C-*-7Y", "timeout R1", "replace 5S 4S-*-6S", "take 5H 5C"),
    *("rami record 1\ngame: gin\n", '{"rami": 1}', "é"),
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


def functions(game: str | None = None) -> Iterator[tuple[str, Callable[..., object]]]:
    """The public functions and classes of the games and of the codec, by name, those of the solver left out.

    Args:
        game: The name of one game; None for all.
    """
    for module in MODULES:
        short = module.__name__.removeprefix("rami.")
        for name in cast("list[str]", module.__all__) if game in (None, short) else ():
            value = getattr(module, name)
            made_here = getattr(value, "__module__", "").startswith(module.__name__)
            if made_here and (isfunction(value) or isclass(value)) and name not in SOLVER and name != "Code":
                yield f"{short}.{name}", value
            if made_here and hasattr(value, "parse") and isclass(value):
                yield f"{short}.{name}.parse", cast("Any", value).parse
        for kind in ("State", "View", "Rules"):
            yield f"codec.from_json {short}.{kind}", _reader(getattr(module, kind))


def _reader(kind: type) -> Callable[..., object]:
    def read(text: Any = "{}", *_: Any, **__: Any) -> object:
        return codec.from_json(text, kind)

    return read


def fuzz(inputs: int, *, seed: int = 0, game: str | None = None, tell: Callable[[Found], None]) -> int:
    """Call public functions with texts, documents, values and wrong types.

    Every call may raise a `RamiError`, or a `TypeError` of Python where the arguments do not fit the signature, and
    nothing else; it may take `SECONDS` and `MEGABYTES`. A failure is told, and the next input follows.

    Args:
        inputs: How many calls.
        seed: The first seed; each call has the next.
        game: The name of one game; None for all.
        tell: What is called for each failure.

    Returns:
        How many failures there were.
    """
    targets, failures = list(functions(game)), 0
    for number in range(inputs):
        random = Random(derive(seed + number, "fuzz"))
        name, function = targets[int(random.random() * len(targets))]
        arguments = [_value(random) for _ in range(1 + int(random.random() * 3))]
        named: dict[str, Any] = {"seed": _value(random)} if random.random() < 1 / 4 else {}
        error = _called(function, arguments, named, measured=number % MEASURED == 0)
        if error:
            failures += 1
            call = f"{name}({', '.join(map(shown, arguments))}{', seed=' + shown(named['seed']) if named else ''})"
            tell(Found(seed + number, call, error))
    return failures


def _called(
    function: Callable[..., object], arguments: list[Any], named: dict[str, Any], *, measured: bool
) -> str | None:
    """What came of a call that may not come of it."""
    if measured:
        tracemalloc.start()
    try:
        with limited(SECONDS):
            found = function(*arguments, **named)
            if hasattr(found, "__next__"):
                next(cast("Iterator[object]", found), None)
    except RamiError:
        pass
    except TypeError as error:
        if error.__traceback__ is not None and error.__traceback__.tb_next is not None:
            inner = error.__traceback__.tb_next.tb_next
            if inner is not None:  # not the call itself, whose arguments do not fit
                return f"TypeError: {error}"
    except Exception as error:  # whatever else it is, it is a failure
        return f"{type(error).__name__}: {error}"
    finally:
        peak = tracemalloc.get_traced_memory()[1] if measured else 0
        tracemalloc.stop()
    return f"{peak / 1e6:.0f} megabytes" if peak > MEGABYTES * 1e6 else None


def _value(random: Random) -> Any:
    """A value of any sort; mostly of one that some function asks for."""
    chance = random.random()
    if chance < 2 / 5:
        return _text(random)
    if chance < 3 / 5:
        numbers = (None, True, -1, 0, 1, 2, 3, 4, 10**9, 10**5000, 2.5, float("nan"))
        choices: tuple[Any, ...] = (*numbers, b"R7", [], (), {}, set[int](), object(), [1], ("R7",))
        return choices[int(random.random() * len(choices))]
    module: Any = MODULES[int(random.random() * len(MODULES))]
    rules = list(module.PRESETS.values())[int(random.random() * len(module.PRESETS))]
    if chance < 7 / 10:
        return rules
    state = module.new_game(2, rules, seed=int(random.random() * 99))
    makers: tuple[Callable[[], Any], ...] = (
        lambda: state,
        lambda: module.observe(state, None),
        lambda: module.observe(state, state.current_player),
        lambda: next(iter(module.legal_moves(state))),
        lambda: module.deal(2, rules, seed=1),
        lambda: module.GAME,
        lambda: codec.to_json(state),
        lambda: _damaged(codec.to_json(module.observe(state, 0)), random),
    )
    return makers[int(random.random() * len(makers))]()


def _text(random: Random) -> str:
    text = TEXTS[int(random.random() * len(TEXTS))]
    for _ in range(int(random.random() * 4)):
        text = _damaged(text, random)
    return text


def _damaged(text: str, random: Random) -> str:
    """A text with a piece of it left out, doubled, or replaced by that of another."""
    start = int(random.random() * (len(text) + 1))
    end = start + int(random.random() * 8)
    other = TEXTS[int(random.random() * len(TEXTS))]
    choices = ("", text[start:end] * 2, other, text[start:end] * 300, str(random.random()), "\u0663")
    return text[:start] + choices[int(random.random() * len(choices))] + text[end:]
