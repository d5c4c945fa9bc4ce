"""Annotations and their uses: checks, the fields of rules, changes, tables and schemas."""

import json
import sys
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import contextmanager, suppress
from threading import Barrier, Thread
from typing import Annotated, Any, Literal, TypeVar
from xml.etree import ElementTree

import pytest
from attrs import fields, frozen, make_class

from rami import contracts, gin, rummikub, rummy
from rami.codec import json_schema
from rami.errors import RamiError, RulesError, UnknownPreset, WrongType
from rami.game import Game
from rami.presets import BaseRules, Presets, field_lines
from rami.results import EndReason, Result
from rami.rummikub import Draw, Play, Tile
from rami.shapes import Form, Range, Shape, altered, describe, fields_of, near_names, typed_fields, wanted

T = TypeVar("T")
FUNCTION = Callable[[int], str]
INT = Shape(Form.EXACT, int)
GAMES = pytest.mark.parametrize("game", [rummikub.GAME, rummy.GAME, contracts.GAME, gin.GAME], ids=str)


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
        (Annotated[int, Range(1, 9)], INT._replace(range=Range(1, 9))),
        (Annotated[int, "a note"], INT),
        (tuple[()], Shape(Form.TUPLE, tuple[()])),
        (tuple[int, Tile], Shape(Form.TUPLE, tuple[int, Tile], (INT, Shape(Form.CLASS, Tile)))),
    ],
    ids=str,
)
def test_an_annotation_is_described_in_words(annotation: object, shape: Shape) -> None:
    assert describe(annotation) == shape


def test_the_fields_of_a_class_are_described_in_their_order() -> None:
    assert list(fields_of(Result)) == ["scores", "winners", "reason", "detail", "parts"]
    assert fields_of(Result)["scores"] == describe(tuple[int, ...])
    assert fields_of(Draw) == {}
    assert [shape.form for shape in fields_of(Play).values()] == [Form.CLASS]


def test_a_changed_field_must_exist() -> None:
    result = Result((1, 0), (0,), EndReason.WENT_OUT)
    assert altered(result, winners=()) == Result((1, 0), (), EndReason.WENT_OUT)
    with pytest.raises(TypeError, match="Result has no field winner, score"):
        altered(result, winner=(), score=1)  # type: ignore[call-arg]  # on purpose


# ------------------------------------------------------------------------------------------------------------- rules


@frozen(kw_only=True, repr=False)
class House(BaseRules):
    """Rules of a game from outside.

    Attributes:
        points: The points of a win (1).
        ending: How a deal ends: when a hand is empty, or
            when the stock is (2).
        tile: The tile that starts (3).
        target: The points that end a match; None for one deal.
    """

    points: Annotated[int, Range(0, 10)] = 5
    ending: Literal["hand", "stock"] = "hand"
    tile: Tile
    target: Literal["double"] | Annotated[int, Range(1, 100)] | None = None


HOUSE = House(tile=Tile("R7"))


@pytest.mark.parametrize(
    ("field", "value", "kind", "message"),
    [
        ("points", 11, RulesError, "points must be a whole number from 0 to 10, not 11"),
        ("points", True, WrongType, "points must be a whole number from 0 to 10, not True"),
        ("ending", "pile", RulesError, "ending must be one of 'hand', 'stock', not 'pile'"),
        ("ending", None, WrongType, "ending must be one of 'hand', 'stock', not None"),
        ("tile", "R7", WrongType, "tile must be a tile, not 'R7'"),
        ("target", 0, RulesError, "target must be 'double', a whole number from 1 to 100, or None, not 0"),
        (
            "target",
            "triple",
            RulesError,
            "target must be 'double', a whole number from 1 to 100, or None, not 'triple'",
        ),
        ("target", 1.5, WrongType, "target must be 'double', a whole number from 1 to 100, or None, not 1.5"),
        ("point", 5, WrongType, "rules have no field 'point'; did you mean points?"),
        ("x", 5, WrongType, "rules have no field 'x'"),
    ],
)
def test_an_impossible_change_is_refused(field: str, value: Any, kind: type[Exception], message: str) -> None:
    with pytest.raises(RulesError) as caught:
        HOUSE.evolve(**{field: value})
    assert type(caught.value) is kind
    assert str(caught.value) == message


def test_the_bounds_of_a_range_are_in_it() -> None:
    assert [HOUSE.evolve(points=points).points for points in (0, 10)] == [0, 10]
    assert [HOUSE.evolve(target=target).target for target in (1, 100, "double", None)] == [1, 100, "double", None]


def test_field_lines_have_type_default_and_meaning() -> None:
    assert [tuple(line) for line in field_lines(House)] == [
        ("points", "a whole number from 0 to 10", "5", "The points of a win (1)."),
        (
            "ending",
            "one of 'hand', 'stock'",
            "'hand'",
            "How a deal ends: when a hand is empty, or when the stock is (2).",
        ),
        ("tile", "a tile", "", "The tile that starts (3)."),
        (
            "target",
            "'double', a whole number from 1 to 100, or None",
            "None",
            "The points that end a match; None for one deal.",
        ),
    ]
    page = ElementTree.fromstring(HOUSE._repr_html_())
    cells = [[cell.text for cell in row] for row in page.findall("tr")]
    assert cells[0] == ["points", "5", "a whole number from 0 to 10", "The points of a win (1)."]
    assert [row[0] for row in cells] == ["points", "ending", "tile", "target"]


@GAMES
def test_every_field_of_rules_is_documented(game: Game) -> None:
    for line in field_lines(game.rules):
        assert line.meaning.endswith("."), line
        assert line.default, line
    assert all("(G" in line.meaning for line in field_lines(gin.Rules))


@GAMES
def test_every_range_is_checked_and_stands_in_the_schema(game: Game[Any, Any, Any, Any]) -> None:
    rules: BaseRules = next(iter(game.presets.values()))
    schema = json.loads(json_schema(game.rules, game))["$defs"]["Rules"]["properties"]
    for name, shape in fields_of(type(rules)).items():
        for part in (shape, *shape.parts):
            if part.range:
                low, high = part.range
                for value in (low - 1, high + 1):
                    with pytest.raises(RulesError, match=f"^{name} must be .*from {low} to {high}"):
                        rules.evolve(**{name: value})
                said = {"type": "integer", "minimum": low, "maximum": high}
                assert said in (schema[name], *schema[name].get("anyOf", ()))


@GAMES
def test_a_misspelt_field_or_edition_names_the_near_one(game: Game) -> None:
    for name in (each.name for each in fields(game.rules)):
        with pytest.raises(WrongType, match=f"rules have no field '{name}s'; did you mean .*{name}"):
            next(iter(game.presets.values())).evolve(**{f"{name}s": 1})
    for name in game.presets:
        with pytest.raises(UnknownPreset, match=f"no edition is called '{name}s'; did you mean .*'{name}'"):
            game.presets[f"{name}s"]


def test_presets_are_a_mapping_that_suggests_names() -> None:
    editions = Presets({"one": 1, "other": 2})
    assert (list(editions), len(editions), dict(editions)) == (["one", "other"], 2, {"one": 1, "other": 2})
    assert repr(editions) == "<2 editions: one, other>"
    unknown: Any = 7
    for name, known in (
        ("", "there are 'one', 'other'"),
        (unknown, "there are 'one'"),
        ("others", "did you mean 'other'"),
    ):
        with pytest.raises(UnknownPreset, match=known):
            editions[name]
    assert editions.get("none") is None
    with pytest.raises(RamiError, match=r"Rules already has named editions"):
        gin.Rules.named({"other": gin.Rules()})


def test_near_names_are_those_of_similar_spelling_and_then_those_of_the_same_beginning() -> None:
    known = ("best", "quick", "random", "rummikub", "rummy", "rummy-500")
    assert near_names("quik", known) == ("quick",)
    assert near_names("rumy", known)[0] == "rummy"
    assert near_names("RUMMY-51", known) == ("rummy-500", "rummy", "rummikub")
    assert near_names("", known) == near_names("x" * 10_000, known) == ()


def test_expected_types_are_named_in_words() -> None:
    kinds: dict[Any, str] = {
        Any: "anything",
        FUNCTION: "a function",
        Tile: "a tile",
        int | None: "a whole number or None",
        tuple[str, ...]: "a tuple whose items are each text",
        Sequence[bool]: "a row whose items are each True or False",
        tuple[int, Tile]: "a tuple of a whole number, a tile",
    }
    assert {kind: wanted(describe(kind)) for kind in kinds} == kinds
    assert wanted(fields_of(gin.Rules)["big_gin_bonus"]) == "a whole number from 0 to 1000, or None"


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
    """Return how many of several threads with the same wrong call are not refused."""
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
