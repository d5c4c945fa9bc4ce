"""The public names, and a driver that knows a game only by its `Game` value."""

import subprocess
import sys
from importlib import import_module
from inspect import isfunction
from random import Random
from types import ModuleType
from typing import Any, TypeVar

import pytest
from attrs import fields

import rami
from rami import rummikub
from rami.game import Game, PlayerView, Position
from rami.games import GAMES
from rami.rummikub import PRESETS

R = TypeVar("R")
S = TypeVar("S", bound=Position)
M = TypeVar("M")
V = TypeVar("V", bound=PlayerView)

NAMES = (
    "GAME PRESETS DEFAULT new_game deal from_deal check apply legal_moves observe determinize result parse_move digest "
    "flaws seats pieces svg text name seen set_up Rules State View Deal Result EndReason Violation Code "
    "Move"
)
"""What every game has by the same name."""

MODULES = tuple(import_module(f"rami.{game.name}") for game in GAMES)


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_every_game_has_the_same_names(module: ModuleType) -> None:
    assert sorted({*NAMES.split()} - {*module.__all__}) == []
    game: Any = module.GAME
    for field in fields(type(game)):  # what the game gathers is public by that name, too
        value = getattr(game, field.name)
        if isfunction(value) and value.__module__.startswith(module.__name__):
            assert getattr(module, "name" if field.name == "piece_name" else field.name) is value
    assert {kind.__name__ for kind in game.moves} <= {*module.__all__}


@pytest.mark.parametrize("module", [rami, *MODULES], ids=lambda module: module.__name__)
def test_lists_of_names_are_complete(module: ModuleType) -> None:
    assert len(set(module.__all__)) == len(module.__all__)
    assert all(hasattr(module, name) for name in module.__all__)


def test_help_needs_no_extra() -> None:
    code = """
import sys
from importlib.abc import MetaPathFinder

class Without(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == "hypothesis":
            raise ModuleNotFoundError("No module named 'hypothesis'", name="hypothesis")

import importlib.util
find_spec = importlib.util.find_spec
importlib.util.find_spec = lambda name, package=None: None if name == "hypothesis" else find_spec(name, package)
sys.meta_path.insert(0, Without())
import inspect, pydoc, rami
assert "testing" not in dict(inspect.getmembers(rami))
assert "rami.rummikub" in pydoc.render_doc("rami.rummikub")
assert "immutable positions" in pydoc.render_doc(rami)
assert rami.testing.check_game
try:
    rami.testing.states
except ImportError as error:
    assert "rami[testing]" in str(error)
else:
    raise AssertionError("testing was loaded")
"""
    subprocess.run([sys.executable, "-c", code], check=True)


def test_the_version_has_three_parts() -> None:
    assert rami.__version__.count(".") == 2


def test_games_are_loaded_when_they_are_asked_for() -> None:
    code = """
import sys, rami
assert {*rami.__all__, "testing"} == set(dir(rami))
assert not any("rami." + game in sys.modules for game in ("contracts", "gin", "rummikub", "rummy"))
assert rami.rummy.GAME.name == "rummy"
assert "rami.rummikub" not in sys.modules
from rami import *
assert contracts.GAME.name == "contracts"
assert match.Match is rami.match.Match
assert "rami.testing" not in sys.modules
assert rami.testing.check_game
"""
    subprocess.run([sys.executable, "-c", code], check=True)
    for name in {*dir(rami)} - {"__version__"}:
        assert rami.__getattr__(name) is getattr(rami, name)
    assert rami.GAMES[0] is rami.game_of(rami.rummikub.new_game(2, seed=1))
    with pytest.raises(AttributeError, match="module 'rami' has no attribute 'poker'"):
        getattr(rami, "poker")  # noqa: B009  # so that type checkers let it be tried


def last_state(game: Game[R, S, M, V], rules: R, seed: int) -> S:
    state = game.from_deal(2, rules, game.deal(2, rules, seed=seed))
    assert game.digest(state) == game.digest(game.new_game(2, rules, seed=seed))
    random = Random(seed)
    for _ in range(12):
        if state.is_over:
            break
        move = random.choice(list(game.legal_moves(state)))
        assert game.parse_move(str(move)) == move
        state = game.apply(state, move)
    return state


def test_a_driver_needs_only_the_game() -> None:
    game = rummikub.GAME
    assert game.name == "rummikub"
    assert game.presets is PRESETS
    state = last_state(game, PRESETS["goliath"], 3)
    assert game.observe(game.determinize(game.observe(state, None), seed=1), None) == game.observe(state, None)
