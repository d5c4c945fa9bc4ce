"""Candidate moves that no list has offered, made of what the player who moves can see."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum
from itertools import chain, combinations, islice, product
from math import prod
from random import Random
from types import NoneType
from typing import Any

from attrs import NOTHING

from rami.shapes import Form, Shape, fields_of
from rami.testing.watched import fields_in, inside, is_row

MANY, FEW = 1_000, 80
"""Candidates of a kind, at most, in a position that is examined closely and in any other."""

LOOSE, IN_ROW = 12, 4
"""Loose pieces that rows are made of, and pieces in such a row, at most."""

INSIDE = 60
"""Values inside a move, such as melds, that are made of rows of pieces, at most."""

HANDS = ("hand", "rack")
"""The fields of views that hold the pieces of the player."""


class Candidates:
    """Makes moves: all combinations where there are few, else as many at random.

    A field for a piece gets each visible piece and two others. A field for a row gets each row of up to four of the
    player's pieces and of those that lie alone.
    """

    def __init__(self, view: Any, pieces: Sequence[Any], random: Random) -> None:
        self._random = random
        self._seen: dict[Any, None] = dict.fromkeys(inside(view))
        self._visible = list(self._seen)
        self._others = random.sample(list(pieces), min(2, len(pieces)))
        self._loose = self._loose_pieces(view, {type(piece) for piece in pieces})
        self._known: dict[Shape, list[Any]] = {}

    def of(self, kinds: Iterable[type], most: int) -> list[list[Any]]:
        """Return up to `most` moves of each kind."""
        return [list(self._made(kind, most)) for kind in kinds]

    def _loose_pieces(self, view: Any, kinds: set[type]) -> list[Any]:
        """Return the player's pieces and those that lie alone; of a pile the last two."""
        alone: list[Any] = []
        hand: list[Any] = []
        for each in fields_in(view):
            value = getattr(view, each.name)
            if type(value) in kinds:
                alone.append(value)
            elif is_row(value) and value and kinds.issuperset(map(type, value)):
                hand += value if each.name in HANDS else ()
                alone += () if each.name in HANDS else value[-2:]
        hand = self._random.sample(hand, min(len(hand), max(2, LOOSE - len(alone))))
        return sorted([*hand, *alone])[:LOOSE]

    def _made(self, kind: type, most: int) -> Iterator[Any]:
        named = [each for each in fields_in(kind) if each.init]
        try:
            shapes: Mapping[str, Shape] = fields_of(kind) if named else {}
            choices = [[*_default(each), *self._choices(shapes[each.name])] for each in named]
        except (TypeError, NameError, KeyError):  # a type that only a checker knows
            return
        if not all(choices):
            return
        some: Iterable[tuple[Any, ...]] = product(*choices)
        if prod(map(len, choices)) > most:
            near = [[each for each in row if each in self._seen] or row for row in choices]
            visible = product(*near) if prod(map(len, near)) <= most / 2 else ()
            some = chain(visible, (tuple(map(self._random.choice, choices)) for _ in range(most)))
        for values in some:
            try:
                yield kind(**{each.alias: value for each, value in zip(named, values, strict=True)})
            except (ValueError, TypeError):  # what the class refuses
                continue

    def _choices(self, form: Shape) -> list[Any]:
        if form not in self._known:
            self._known[form] = []  # a class inside itself
            self._known[form] = list(self._of(form))
        return self._known[form]

    def _of(self, form: Shape) -> Iterable[Any]:
        match form.form:
            case Form.UNION:
                return chain.from_iterable(map(self._choices, form.parts))
            case Form.CHOICE:
                return form.choices
            case Form.ROW if form.kind is tuple and form.parts[0].form in (Form.EXACT, Form.CLASS):
                some = [value for value in self._loose if isinstance(value, form.parts[0].kind)]
                some = some or self._choices(form.parts[0])[:LOOSE]
                return chain.from_iterable(combinations(some, size) for size in range(IN_ROW + 1))
            case Form.EXACT | Form.CLASS:
                return self._single(form.kind)
            case _:
                return ()

    def _single(self, kind: Any) -> Iterable[Any]:
        if kind is NoneType:
            return (None,)
        if kind is bool:
            return (False, True)
        if kind is int:
            return sorted({value for value in self._visible if type(value) is int and -1 <= value < 20} | {-1, 0, 1, 2})
        if issubclass(kind, Enum):
            return list(kind)
        known = [value for value in dict.fromkeys([*self._visible, *self._others]) if isinstance(value, kind)]
        return [*known, *islice(self._made(kind, INSIDE), INSIDE)] if fields_in(kind) else known


def _default(each: Any) -> tuple[Any, ...]:
    return () if each.default is NOTHING or hasattr(each.default, "factory") else (each.default,)
