"""Candidate moves, built from the types of their fields and the values in a view."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import Enum
from functools import lru_cache
from inspect import Parameter, signature
from itertools import chain, combinations, islice, product
from math import prod
from random import Random
from types import NoneType
from typing import Any, NamedTuple, get_type_hints

from attrs import NOTHING

from rami.shapes import Form, Shape, describe
from rami.testing.watched import fields_in, inside, rows

LOOSE, IN_ROW = 12, 4
"""Limits for building rows: the number of loose pieces to use, and the length of a row."""

INSIDE, TRIED_INSIDE = 60, 40
"""Limits for building values of a class: the number of values, and the number of attempts."""

HANDS = ("hand", "rack")
"""Fields of views that hold the player's pieces."""

_ROWS = (tuple, list, set, frozenset)
_UNKNOWN = describe(Any)


class Argument(NamedTuple):
    """An argument of a constructor."""

    name: str
    shape: Shape
    defaults: tuple[Any, ...]


def concrete(kind: type) -> list[type]:
    """Return a class and its subclasses, without base classes that have no fields."""
    # Skip subclasses with the name of their base class. They are helpers, such as the classes that `altered` needs.
    subclasses: list[type] = kind.__subclasses__()
    below = [each for each in subclasses if each.__name__ != kind.__name__]
    found = [each for subclass in below for each in concrete(subclass)]
    return found if found and not fields_in(kind) else [kind, *found]


@lru_cache(maxsize=256)
def arguments_of(kind: type) -> tuple[Argument, ...]:
    """Return the arguments of the constructor of a class.

    The class need not be an attrs class.
    """
    made: Any = kind
    constructor = made.__new__ if made.__init__ is object.__init__ else made.__init__
    if constructor is object.__new__:
        return ()
    names = {each.alias: each.name for each in fields_in(kind)}
    hints = {**_hints(constructor), **_hints(kind)}
    _, *parameters = signature(constructor).parameters.values()
    return tuple(
        Argument(
            each.name,
            describe(hints.get(names.get(each.name, each.name), Any)),
            () if each.default in (Parameter.empty, NOTHING) else (each.default,),
        )
        for each in parameters
        if each.kind not in (Parameter.VAR_POSITIONAL, Parameter.VAR_KEYWORD)
    )


def _hints(value: Any) -> Mapping[str, Any]:
    try:
        return get_type_hints(value)
    except (NameError, TypeError):
        # An annotation names a class that is local or not imported.
        return {}


class Candidates:
    """Generates candidate moves from combinations of values.

    If there are too many combinations, a random sample is used.

    A field for a piece gets each visible piece and two others. A field for a row gets each row of up to four pieces,
    taken from the player's hand and from single pieces on the table.
    """

    def __init__(self, view: Any, pieces: Sequence[Any], random: Random) -> None:
        self._random = random
        self._visible: dict[Any, None] = dict.fromkeys(inside(view))
        self._pieces = dict.fromkeys([*self._visible, *random.sample(list(pieces), min(2, len(pieces)))])
        self._kinds = {*map(type, pieces)}
        self._loose = self._loose_pieces(view, frozenset(pieces))
        self._texts = [text for text in inside(view.rules) if isinstance(text, str)]
        self._known: dict[Shape, list[Any]] = {}

    def of(self, kinds: Iterable[type], most: int) -> list[list[Any]]:
        """Return a list of candidate moves for each kind.

        Each list has at most `most` moves.
        """
        return [list(self._made(kind, most)) for kind in kinds]

    def _loose_pieces(self, view: Any, pieces: frozenset[Any]) -> list[Any]:
        """Return the loose pieces in the player's hand and elsewhere in the view."""
        lines = [(row.field, row.pieces(view)) for row in rows(view, pieces) if len(row.keys) == 1]
        alone = [piece for name, line in lines if name not in HANDS for piece in line[-2:]]
        hand = [piece for name, line in lines if name in HANDS for piece in line]
        hand = self._random.sample(hand, min(len(hand), max(2, LOOSE - len(alone))))
        return sorted([*hand, *alone])[:LOOSE]

    def _made(self, kind: type, most: int) -> Iterator[Any]:
        arguments = arguments_of(kind)
        names = [each.name for each in arguments]
        choices = [[*each.defaults, *self._choices(each.shape)] for each in arguments]
        for values in self._rows_of_values(choices, most):
            try:
                yield kind(**dict(zip(names, values, strict=True)))
            except (ValueError, TypeError):
                # The class may refuse the values.
                continue

    def _rows_of_values(self, choices: list[list[Any]], most: int) -> Iterator[tuple[Any, ...]]:
        """Yield all combinations of values, or a sample of them."""
        if prod(map(len, choices)) <= most:
            yield from product(*choices)
            return
        visible = [[value for value in row if value in self._visible] or row for row in choices]
        are_few = prod(map(len, visible)) <= most / 2
        yield from product(*visible) if are_few else ()
        for _ in range(most):
            yield tuple(map(self._random.choice, choices))

    def _choices(self, form: Shape) -> list[Any]:
        if form not in self._known:
            # An empty entry ends the recursion if a class contains itself.
            self._known[form] = []
            self._known[form] = list(self._values_of(form))
        return self._known[form]

    def _values_of(self, form: Shape) -> Iterable[Any]:
        match form.form:
            case Form.UNION:
                return chain.from_iterable(map(self._choices, form.parts))
            case Form.CHOICE:
                return form.choices
            case Form.TUPLE:
                return islice(self._rows_of_values([self._choices(part) for part in form.parts], INSIDE), INSIDE)
            case Form.ROW:
                return self._rows(tuple, form.parts[0])
            case Form.ANYTHING:
                return [*self._loose, *self._single(int)]
            case Form.CLASS if form.kind in _ROWS:
                return self._rows(form.kind, _UNKNOWN)
            case _:
                return self._single(form.kind)

    def _rows(self, kind: Callable[[Any], Any], part: Shape) -> Iterable[Any]:
        """Return rows whose items have the given type."""
        if part.form in (Form.ROW, Form.TUPLE):
            inner = self._choices(part)
            return (kind([row]) for row in self._random.sample(inner, min(INSIDE, len(inner))))
        is_known = part.form in (Form.EXACT, Form.CLASS)
        some = [value for value in self._loose if not is_known or isinstance(value, part.kind)]
        some = some or self._choices(part)[:LOOSE]
        return map(kind, chain.from_iterable(combinations(some, size) for size in range(IN_ROW + 1)))

    def _single(self, kind: Any) -> Iterable[Any]:
        if kind is NoneType:
            return (None,)
        if kind is int:
            return sorted({value for value in self._visible if type(value) is int and -1 <= value < 20} | {-1, 0, 1, 2})
        if kind is bool or issubclass(kind, Enum):
            return (False, True) if kind is bool else list(kind)
        known = [value for value in (*self._pieces, *self._texts) if isinstance(value, kind)]
        is_made = kind not in self._kinds and kind.__module__ != "builtins"
        made = (islice(self._made(each, TRIED_INSIDE), INSIDE) for each in concrete(kind) if is_made)
        return [*known, *chain.from_iterable(made)]
