"""Annotations and the checks that are made from them."""

import sys
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import contextmanager, suppress
from threading import Barrier, Thread
from typing import Any, Literal, TypeVar

import pytest
from attrs import make_class

from rami.errors import WrongType
from rami.game import EndReason, Result
from rami.pieces import Piece
from rami.rummikub import Draw, Play, Tile
from rami.shapes import Form, Shape, altered, describe, fields_of, typed, typed_fields

T = TypeVar("T")
FUNCTION = Callable[[int], str]
INT = Shape(Form.EXACT, int)


@pytest.mark.parametrize(
    ("annotation", "shape"),
    [
        (int, INT),
        (Tile, Shape(Form.CLASS, Tile)),
        (list[int], Shape(Form.CLASS, list)),
        (Any, Shape(Form.ANYTHING, Any)),
        (object, Shape(Form.ANYTHING, object)),
        (T, Shape(Form.VARIABLE, T)),
        (FUNCTION, Shape(Form.FUNCTION, Callable)),
        (Literal["a", "b"], Shape(Form.CHOICE, Literal["a", "b"], choices=("a", "b"))),
        (int | None, Shape(Form.UNION, int | None, (INT, Shape(Form.EXACT, type(None))))),
        (tuple[int, ...], Shape(Form.ROW, tuple, (INT,))),
        (Sequence[int], Shape(Form.ROW, Sequence, (INT,))),
        (Iterable[int], Shape(Form.ROW, Iterable, (INT,))),
        (tuple[int, Tile], Shape(Form.TUPLE, tuple[int, Tile], (INT, Shape(Form.CLASS, Tile)))),
    ],
    ids=str,
)
def test_descriptions_of_annotations(annotation: object, shape: Shape) -> None:
    assert describe(annotation) == shape


def test_the_fields_of_a_class_are_described_in_their_order() -> None:
    assert list(fields_of(Result)) == ["scores", "winners", "reason", "detail"]
    assert fields_of(Result)["scores"] == describe(tuple[int, ...])
    assert fields_of(Draw) == {}
    assert [shape.form for shape in fields_of(Play).values()] == [Form.CLASS]


def test_a_changed_field_must_exist() -> None:
    result = Result((1, 0), (0,), EndReason.WENT_OUT)
    assert altered(result, winners=()) == Result((1, 0), (), EndReason.WENT_OUT)
    with pytest.raises(TypeError, match="Result has no field winner, score"):
        altered(result, winner=(), score=1)  # type: ignore[call-arg]  # on purpose


# ------------------------------------------------------------------------------------------------------------- threads

ROUNDS = 60
THREADS = 4


@contextmanager
def frequent_switches() -> Generator[None]:
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        yield
    finally:
        sys.setswitchinterval(interval)


def accepted(call: Callable[[], object]) -> int:
    """How many of several threads that make the same wrong call at once are not refused."""
    passed: list[object] = []
    barrier = Barrier(THREADS)

    def attempt() -> None:
        barrier.wait()
        with suppress(WrongType):
            passed.append(call())

    threads = [Thread(target=attempt) for _ in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return len(passed)


def test_fields_are_checked_in_the_first_calls_of_many_threads() -> None:
    names = [f"field_{number}" for number in range(12)]
    wrong: dict[str, Any] = {**dict.fromkeys(names, 1), names[-1]: "1"}
    with frequent_switches():
        for _ in range(ROUNDS):
            kind = make_class("Fresh", names, field_transformer=_typed_as_numbers)
            assert accepted(lambda: kind(**wrong)) == 0  # noqa: B023  # called at once


def _typed_as_numbers(kind: type, attributes: list[Any]) -> list[Any]:
    return typed_fields(kind, [each.evolve(type=int) for each in attributes])


def test_arguments_are_checked_in_the_first_calls_of_many_threads() -> None:
    def check(a: int, b: int, c: tuple[int, ...], d: str | None, piece: Piece) -> str:
        return f"{a} {b} {c} {d} {piece}"

    wrong: Any = "no piece"
    with frequent_switches():
        for _ in range(ROUNDS):
            fresh = typed(check)
            assert accepted(lambda: fresh(1, 2, (3,), None, wrong)) == 0  # noqa: B023  # called at once
