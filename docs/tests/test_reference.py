"""The reference describes every public name, and `help` shows the same."""

import ast
import inspect
import pydoc
import re
import textwrap
from collections.abc import Callable, Iterator
from enum import Enum
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, get_args

import attrs
import griffe
import pytest

from rami.errors import ViolationCode
from rami.games import GAMES

ROOT = Path(__file__).parents[2]
PAGES = {
    re.findall(r"^::: (\S+)", path.read_text(encoding="utf-8"), re.MULTILINE)[0]: path
    for path in sorted((ROOT / "docs" / "api").glob("*.md"))
    if path.stem != "index"
}
"""The page of each public module."""
OPTIONAL = "rami.adapters.pettingzoo"
"""The module whose library may be missing."""


@cache
def reference() -> griffe.Module:
    """Return the package as the reference reads it."""
    extensions = griffe.load_extensions("tools.reference")
    loaded = griffe.load("rami", search_paths=[ROOT / "src"], extensions=extensions, resolve_aliases=True)
    assert isinstance(loaded, griffe.Module)
    return loaded


def names() -> Iterator[tuple[str, Any]]:
    """Yield the path and the value of every public name."""
    for module in PAGES:
        if module == OPTIONAL:
            continue
        loaded = import_module(module)
        for name in loaded.__all__:
            yield f"{module}.{name}", getattr(loaded, name)


NAMES = dict(names())
CLASSES = {path: value for path, value in NAMES.items() if inspect.isclass(value)}
FUNCTIONS = {path: value for path, value in NAMES.items() if inspect.isroutine(value)}
ENUMERATIONS = {path for path, value in CLASSES.items() if issubclass(value, Enum)}
MODULES = {path: value for path, value in NAMES.items() if isinstance(value, ModuleType)}
CONSTANTS = [path for path in NAMES if path not in CLASSES | FUNCTIONS | MODULES]


def members(kind: type) -> Iterator[tuple[str, Any]]:
    """Yield the public methods and properties of a class, inherited ones too, that the library defines."""
    found: dict[str, Any] = {}
    for owner in reversed(kind.__mro__):
        if owner.__module__.startswith("rami"):
            found |= vars(owner)
    for name, value in found.items():
        if not name.startswith("_") and (isinstance(value, (property, classmethod)) or inspect.isfunction(value)):
            yield name, value


def section(value: object, name: str) -> dict[str, str]:
    """Return the lines of a section of a docstring by name."""
    text = (inspect.getdoc(value) or "").partition(f"\n{name}:\n")[2].partition("\n\n")[0]
    return dict(re.findall(r"^ {4}\*{0,2}(\w+): (\S.*)", text, re.MULTILINE))


def fields(kind: Any) -> list[str]:
    """Return the names of the fields of a class, or of the members of an enumeration."""
    if attrs.has(kind):
        return [each.name for each in attrs.fields(kind) if not each.name.startswith("_")]
    return list(kind.__members__) if issubclass(kind, Enum) else list(getattr(kind, "_fields", ()))


def test_each_public_module_has_a_page() -> None:
    assert {*PAGES} == {*MODULES, "rami", "rami.own", "rami.testing", OPTIONAL}


@pytest.mark.parametrize("path", NAMES)
def test_a_name_has_a_description_in_the_reference(path: str) -> None:
    found = reference()[path.removeprefix("rami.")]
    text = found.docstring.value if found.docstring else ""
    assert path.endswith("__version__") or re.match(r"[A-Z`].*[.:]", text), text


@pytest.mark.parametrize("path", CLASSES)
def test_a_class_lists_its_fields_with_type_and_meaning(path: str) -> None:
    kind = CLASSES[path]
    found = reference()[path.removeprefix("rami.")]
    assert found.docstring is not None
    rows = [each for part in found.docstring.parse("google") if part.kind.value == "attributes" for each in part.value]
    assert [row.name for row in rows if row.annotation is None] == []
    assert [name for name in fields(kind) if name not in {row.name for row in rows}] == []
    if issubclass(kind, ViolationCode) and fields(kind):
        return  # the reference has the sentences of codes, and `help` their names
    listed = section(kind, "Attributes")
    assert [row.name for row in rows] == list(listed)
    shown = pydoc.plain(pydoc.render_doc(kind))
    assert all(f" {name}: {text}" in shown for name, text in listed.items())


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_states_and_views_describe_a_public_field_in_the_same_words(game: Any) -> None:
    state, view = (section(kind, "Attributes") for kind in (game.state, game.view))
    assert {name: text for name, text in view.items() if state.get(name, text) != text} == {}


@pytest.mark.parametrize("path", CLASSES)
def test_each_method_and_property_of_a_class_is_described(path: str) -> None:
    for name, value in members(CLASSES[path]):
        assert re.match(r"[A-Z`].*[.:]", inspect.getdoc(value) or ""), name
        if not isinstance(value, property):
            check_parameters(getattr(value, "__func__", value))


def check_parameters(function: Callable[..., Any]) -> None:
    """Fail if a parameter has no line, or a line no parameter."""
    parameters = [name for name in inspect.signature(function).parameters if name not in ("self", "cls")]
    assert list(section(function, "Args")) == parameters, function.__qualname__


@pytest.mark.parametrize("path", FUNCTIONS)
def test_a_function_describes_its_parameters_and_errors(path: str) -> None:
    function = FUNCTIONS[path]
    signature: Any = reference()[path.removeprefix("rami.")]  # Hypothesis hides the signature of a strategy
    assert list(section(function, "Args")) == [each.name for each in signature.parameters]
    assert {*raises(signature.source)} <= {*section(function, "Raises")}


def raises(source: str) -> Iterator[str]:
    """Yield the errors that the code of a function raises itself, not in a function inside it."""
    [definition] = ast.parse(textwrap.dedent(source)).body
    left = list(ast.iter_child_nodes(definition))
    while left:
        node = left.pop()
        if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call) and isinstance(node.exc.func, ast.Name):
            if node.exc.func.id[0].isupper():
                yield node.exc.func.id
        elif not isinstance(node, ast.FunctionDef):
            left += ast.iter_child_nodes(node)


@pytest.mark.parametrize("path", [path for path in FUNCTIONS | CLASSES if path not in ENUMERATIONS])
def test_a_function_or_class_has_an_example_from_its_own_game(path: str) -> None:
    text = (inspect.getdoc(NAMES[path]) or "").partition("\nExamples:\n")[2]
    assert ">>> " in text
    game = path.split(".")[1]
    if game in GAMES and NAMES[path].__module__.startswith(f"rami.{game}"):
        named = re.findall(r"from rami\.(\w+) import|from rami import (\w+)", text)
        assert {a or b for a, b in named} & {*GAMES} <= {game}


@pytest.mark.parametrize("path", CONSTANTS)
def test_a_constant_shows_its_value(path: str) -> None:
    found: Any = reference()[path.removeprefix("rami.")]
    value = NAMES[path]
    if get_args(value):  # an alias shows the types that it stands for
        assert not re.search(r"\b_", str(found.value))
    else:
        assert str(found.value) == repr(value)
