"""Okey as a separate package: its own tests pass, and it is as short as the guide says."""

import ast
import os
import pickle
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import pytest
from attrs import evolve

import rami
from examples.okey import okey
from rami import own
from rami.codec import from_json, to_json
from rami.match import Match
from rami.record import Record
from rami.rule_text import prose
from rami.simulate import deals, play_deal

GAME = okey.GAME
OKEY = Path(__file__).parents[2] / "examples" / "okey"


@pytest.mark.slow
def test_the_tests_of_okey_pass() -> None:
    path = os.pathsep.join([str(OKEY), *sys.path])
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-c", os.devnull, "-p", "no:cacheprovider", "tests"],
        cwd=OKEY,
        env={**os.environ, "PYTHONPATH": path, "PYTEST_ADDOPTS": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout


def code_lines(path: Path) -> int:
    """Count the lines of a module without blank lines, comments and docstrings."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    bodies = [node.body for node in ast.walk(tree) if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)]
    alone = [each for body in bodies for each in body if isinstance(each, ast.Expr)]
    texts = [each for each in alone if isinstance(each.value, ast.Constant)]
    within = {line for each in texts for line in range(each.lineno, (each.end_lineno or 0) + 1)}
    lines = enumerate(map(str.strip, path.read_text(encoding="utf-8").splitlines()), 1)
    return sum(bool(line) and not line.startswith("#") and number not in within for number, line in lines)


def test_it_is_small_and_imports_only_public_names() -> None:
    modules = list((OKEY / "okey").glob("*.py"))
    assert sum(map(code_lines, modules)) < 500
    assert len(own.__all__) <= 42
    for module in modules:
        for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and not node.level and (node.module or "").startswith("rami"):
                assert node.module in ("rami", "rami.own")


def test_a_game_pickles_by_the_name_of_its_module() -> None:
    assert pickle.loads(pickle.dumps(GAME)) is GAME
    changed = evolve(GAME, name="other", presets={"dear": okey.Rules(points=9)})
    again = pickle.loads(pickle.dumps(changed))
    assert again == changed
    assert again.observe is GAME.observe


def test_deals_are_played_in_a_pool_of_processes() -> None:
    players = {"one": okey.sensible, "other": okey.sensible}
    with ProcessPoolExecutor(1) as executor:
        there = list(deals(GAME, players, seeds=range(2), executor=executor))
    assert there == list(deals(GAME, players, seeds=range(2)))


def test_the_services_work_with_okey() -> None:
    record = play_deal(GAME, [okey.sensible] * 3, seed=1)
    assert record.verify().ok
    assert from_json(to_json(record), Record, games=[GAME]) == record
    assert record.redact(0).views
    view = GAME.observe(GAME.new_game(2, seed=1), 0)
    assert from_json(to_json(view, game=GAME), okey.View, games=[GAME]) == view
    first = Match(GAME, points=20).new_game(seed=1)
    assert not first.is_over
    for rules in okey.PRESETS.values():
        assert "106" not in prose(rules)
        assert prose(rules, lang="fr").startswith("La donne.")


def test_okey_has_pictures_and_names_in_french() -> None:
    for position in (GAME.new_game(2, seed=1), GAME.observe(GAME.new_game(2, seed=1), 0)):
        assert "Indicator" in str(position)
        assert rami.svg(position).startswith("<svg")
        assert "Indicateur" in rami.text(position, lang="fr")
    assert okey.Tile("K3").name("fr") == "3 noir"
    with pytest.raises(ValueError, match="a color and a number"):
        okey.Tile("X9")


def test_okey_is_an_environment() -> None:
    adapter = pytest.importorskip("rami.adapters.pettingzoo")
    environment = adapter.env(GAME, players=2)
    environment.reset(seed=1)
    for _ in range(4):
        mask = environment.last()[0]["action_mask"]
        environment.step(int(mask.nonzero()[0][0]))
    environment.close()
