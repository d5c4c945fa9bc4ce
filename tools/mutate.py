"""Mutation runs: which changes of a module does no test notice?

python -m tools.mutate src/rami/gin/scoring.py --tests tests/gin tests/rules/test_gin.py
python -m tools.mutate src/rami/record/*.py --tests tests/record --sample 50

Each mutant is a copy of `src` with one small change, and the tests run with it; the checkout stays as it is. A survivor
is equivalent to the original, or shows what no test asserts. It exits with 1 where one has survived.
"""

import argparse
import ast
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[1]

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
}
FUNCTIONS = {"min": "max", "max": "min", "any": "all", "all": "any"}


@dataclass(frozen=True)
class Mutant:
    """A module with one change.

    Attributes:
        line: The line of the change.
        change: The change, for a person.
        source: The changed module.
    """

    line: int
    change: str
    source: str


def mutants(source: str) -> Iterator[Mutant]:
    """Yield every mutant of a module."""
    for node in _nodes(ast.parse(source)):
        for new in _changes(node):
            before, after = ast.unparse(node), new if isinstance(new, str) else ast.unparse(new)
            text = after if isinstance(node, ast.stmt) else f"({after})"
            yield Mutant(node.lineno, f"{before} -> {after}", _replaced(source, node, text))


def _nodes(node: ast.AST) -> Iterator[ast.expr | ast.stmt]:
    """Yield what can be changed, without annotations, and without formatted strings, whose parts have no positions."""
    for name, value in ast.iter_fields(node):
        if name in {"annotation", "returns", "decorator_list"}:
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and not isinstance(child, ast.JoinedStr):
                if isinstance(child, ast.expr | ast.stmt):
                    yield child
                yield from _nodes(child)


def _changes(node: ast.expr | ast.stmt) -> Iterator[ast.expr | str]:
    match node:
        case ast.Compare(left, ops, comparators):
            for index, operator in enumerate(ops):
                new = [*ops[:index], COMPARISONS[type(operator)](), *ops[index + 1 :]]
                yield ast.Compare(left, new, comparators)
        case ast.BoolOp(operator, values):
            yield ast.BoolOp(ast.And() if isinstance(operator, ast.Or) else ast.Or(), values)
        case ast.UnaryOp(ast.Not(), operand):
            yield operand
        case ast.BinOp(left, operator, right) if type(operator) in ARITHMETIC:
            yield ast.BinOp(left, ARITHMETIC[type(operator)](), right)
        case ast.Constant(bool() as value):
            yield ast.Constant(not value)
        case ast.Constant(int() as value):
            yield ast.Constant(value + 1)
        case ast.Name(name) if name in FUNCTIONS:
            yield FUNCTIONS[name]
        case ast.IfExp(test, body, orelse):
            yield ast.IfExp(ast.UnaryOp(ast.Not(), test), body, orelse)
        case ast.Expr(ast.Call()):
            yield "pass"
        case _:
            pass


def _replaced(source: str, node: ast.expr | ast.stmt, text: str) -> str:
    """Replace the text of a node, whose columns count bytes."""
    lines = source.encode().splitlines(keepends=True)
    assert node.end_lineno is not None
    assert node.end_col_offset is not None
    start = sum(map(len, lines[: node.lineno - 1])) + node.col_offset
    end = sum(map(len, lines[: node.end_lineno - 1])) + node.end_col_offset
    whole = b"".join(lines)
    return (whole[:start] + text.encode() + whole[end:]).decode()


def passes(source_folder: Path, tests: list[str], seconds: float | None) -> bool:
    """Tell whether the tests pass with the modules of a folder; a run that takes too long does not."""
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-n", "0", "-p", "no:cacheprovider", *tests]
    # The same cases for each mutant, and no compiled files, which have the time of another one.
    ours = {"PYTHONPATH": str(source_folder), "CI": "true", "PYTHONDONTWRITEBYTECODE": "1", "PYTEST_ADDOPTS": ""}
    try:
        environment = {**os.environ, **ours}
        done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, timeout=seconds, check=False)
    except subprocess.TimeoutExpired:
        return False
    return done.returncode == 0


def main(arguments: list[str] | None = None) -> int:
    """Run the tests with each mutant, or with a sample of them; return 1 if one has survived."""
    parser = argparse.ArgumentParser(prog="python -m tools.mutate", description=__doc__)
    parser.add_argument("modules", nargs="+", type=Path, help="the modules, in a folder src")
    parser.add_argument("--tests", nargs="+", required=True, help="what pytest runs")
    parser.add_argument("--sample", type=int, help="so many mutants, chosen at random")
    parser.add_argument("--seed", type=int, default=0, help="of the choice (default: %(default)s)")
    options = parser.parse_args(arguments)
    chosen = [(path, mutant) for path in options.modules for mutant in mutants(path.read_text(encoding="utf-8"))]
    if options.sample is not None and options.sample < len(chosen):
        chosen = sorted(Random(options.seed).sample(chosen, options.sample), key=lambda each: str(each[0]))
    with TemporaryDirectory() as folder:
        copy = Path(folder, "src")
        shutil.copytree(_source_folder(options.modules[0]), copy, ignore=shutil.ignore_patterns("__pycache__"))
        started = time.monotonic()
        if not passes(copy, options.tests, None):
            parser.error("the tests fail without a mutant")
        limit = 10 + 3 * (time.monotonic() - started)
        survived = 0
        for path, mutant in chosen:
            place = copy / path.resolve().relative_to(_source_folder(path))
            before = place.read_text(encoding="utf-8")
            place.write_text(mutant.source, encoding="utf-8")
            if passes(copy, options.tests, limit):
                survived += 1
                print(f"{path}:{mutant.line}: {mutant.change}", flush=True)
            place.write_text(before, encoding="utf-8")
    print(f"{survived} of {len(chosen)} mutants survived")
    return int(bool(survived))


def _source_folder(path: Path) -> Path:
    """Return the folder src that a module lies in."""
    return next(parent for parent in path.resolve().parents if parent.name == "src")


if __name__ == "__main__":
    sys.exit(main())
