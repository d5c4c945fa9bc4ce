"""Mutation runs: which changes of a module does no test notice?

python -m tools.mutate src/rami/gin/scoring.py --tests tests/gin tests/rules/test_gin.py
python -m tools.mutate src/rami/record/*.py --tests tests/services --sample 50 --confirm

The tests are collected once. For each mutant a fork of that process puts the changed function in the place of the
original, and runs the quick tests that reach its line, first those that noticed others, up to the first that fails.
A change of what no test reaches, but perhaps an import, needs a process that imports the modules anew. A survivor is
equivalent to the original, or shows what no test asserts. `--confirm` tries survivors with the slow tests too. It names
each survivor as soon as it is one, and exits with 1 where one has survived.
"""

import argparse
import ast
import gc
import os
import pickle
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from importlib.machinery import SourceFileLoader
from math import inf
from pathlib import Path
from random import Random
from signal import ITIMER_VIRTUAL, SIGKILL, setitimer
from tempfile import TemporaryDirectory
from types import CodeType, FunctionType
from typing import Any

import coverage
import pytest
from _pytest.runner import runtestprotocol

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

PASSED, NOTICED, OUTSIDE, BROKEN = range(4)
"""How a fork ends: its tests pass, one fails, the change cannot be put in place, the tests cannot be run."""

LEAST_SECONDS = 2


@dataclass(frozen=True)
class Mutant:
    """A module with one change.

    Attributes:
        line: The line of the change.
        code: That line, as it was.
        change: The change, for a person.
        source: The changed module.
    """

    line: int
    code: str
    change: str
    source: str

    @property
    def becomes(self) -> str:
        """The line as it is after the change."""
        return self.source.splitlines()[self.line - 1].strip()


def mutants(source: str) -> Iterator[Mutant]:
    """Yield every mutant of a module."""
    lines = source.splitlines()
    for node in _nodes(ast.parse(source)):
        for new in _changes(node):
            before, after = ast.unparse(node), new if isinstance(new, str) else ast.unparse(new)
            yield Mutant(
                node.lineno, lines[node.lineno - 1].strip(), f"{before} -> {after}", _replaced(source, node, after)
            )


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
    """Replace the text of a node, whose columns count bytes; every line stays where it is."""
    lines = source.encode().splitlines(keepends=True)
    assert node.end_lineno is not None
    assert node.end_col_offset is not None
    start = sum(map(len, lines[: node.lineno - 1])) + node.col_offset
    end = sum(map(len, lines[: node.end_lineno - 1])) + node.end_col_offset
    padding = "\n" * (node.end_lineno - node.lineno)
    new = text + padding if isinstance(node, ast.stmt) else f"({text}{padding})"
    whole = b"".join(lines)
    return (whole[:start] + new.encode() + whole[end:]).decode()


Place = tuple[Path, Mutant]


@dataclass
class Tests:
    """What is known of the tests, by their identifiers: how many mutants each noticed, and its seconds."""

    kills: Counter[str] = field(default_factory=Counter)
    seconds: dict[str, float] = field(default_factory=dict)

    def noticing(self, items: list[pytest.Item], notes: Path) -> int:
        """Run tests up to the first that fails, those that noticed most mutants first; note its identifier.

        A test that takes far more processor time than without a mutant ends the process.
        """
        order = self.ordered(items)
        for item, following in zip(order, [*order[1:], None], strict=True):
            known = self.seconds.get(item.nodeid)
            setitimer(ITIMER_VIRTUAL, 0 if known is None else LEAST_SECONDS + 5 * known)
            if any(report.failed for report in runtestprotocol(item, log=False, nextitem=following)):
                notes.write_text(item.nodeid, encoding="utf-8")
                return NOTICED
        return PASSED

    def ordered(self, items: list[pytest.Item]) -> list[pytest.Item]:
        """Return the tests in the order to run them. The blocks of a page stay together and in order."""
        groups: defaultdict[object, list[pytest.Item]] = defaultdict(list)
        for each in items:
            groups[each.path if is_block(each) else each.nodeid].append(each)

        def rank(group: list[pytest.Item]) -> tuple[int, float]:
            names = [each.nodeid for each in group]
            return -sum(self.kills[name] for name in names), sum(self.seconds.get(name, inf) for name in names)

        return [each for group in sorted(groups.values(), key=rank) for each in group]

    def count(self, notes: Path) -> None:
        """Count the test that a process noted."""
        if notes.exists():
            self.kills[notes.read_text(encoding="utf-8")] += 1


def is_block(item: pytest.Item) -> bool:
    """Return whether a test is a block of a page. It uses the names of the blocks above."""
    return item.path.suffix == ".md"


def with_pages(items: list[pytest.Item], reached: set[str]) -> list[pytest.Item]:
    """Return the tests that reach a line, and the whole pages of the blocks among them."""
    pages = {each.path for each in items if each.nodeid in reached and is_block(each)}
    return [each for each in items if each.nodeid in reached or each.path in pages]


class Replacement:
    """Running tests that are collected already: a plugin of pytest that replaces its loop."""

    def __init__(self, chosen: list[Place], report: Callable[[Place, int], None]) -> None:
        self.chosen = chosen
        self.report = report
        self.tests = Tests()

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Run the tests with each mutant."""
        if session.testsfailed or not session.items:
            raise session.Failed("the tests cannot be collected")
        with TemporaryDirectory() as folder:
            notes = Path(folder, "notes")
            if _forked(lambda: _measured(session.items, {path for path, _ in self.chosen}, notes), None) != PASSED:
                raise session.Failed("the tests fail without a mutant")
            seconds, reaching = pickle.loads(notes.read_bytes())
            self.tests.seconds = seconds
            unmeasured = [each for each in session.items if each.get_closest_marker("no_cover")]
            for path, mutant in self.chosen:
                reached = reaching[str(path), mutant.line]
                if not reached:  # what runs only when the module is imported
                    self.report((path, mutant), OUTSIDE)
                    continue
                items = [*dict.fromkeys([*unmeasured, *with_pages(session.items, reached)])]
                limit = 10 + 10 * sum(seconds[each.nodeid] for each in items)
                notes.unlink(missing_ok=True)

                def run(path: Path = path, mutant: Mutant = mutant, items: list[pytest.Item] = items) -> int:
                    return self.tests.noticing(items, notes) if _put_in_place(path, mutant) else OUTSIDE

                end = _forked(run, limit)
                self.tests.count(notes)
                self.report((path, mutant), end)
        return True


class Imported:
    """Running all tests up to the first failure: a plugin of pytest for a process that imports a mutant."""

    def __init__(self, tests: Tests, notes: Path) -> None:
        self.tests = tests
        self.notes = notes

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """End the process as its tests end."""
        os._exit(NOTICED if session.testsfailed else self.tests.noticing(session.items, self.notes))


def _measured(items: list[pytest.Item], paths: set[Path], notes: Path) -> int:
    """Run all tests; note the seconds of each, and which tests reach each line, but for those without coverage."""
    tracer = coverage.Coverage(include=list(map(str, paths)), data_file=None, config_file=False)
    tracer.start()
    seconds: dict[str, float] = {}
    caches = list(_caches({path.parent for path in paths}))
    for item, following in zip(items, [*items[1:], None], strict=True):
        for each in caches:  # else the first test alone reaches what fills them
            each.cache_clear()
        tracer.switch_context(item.nodeid)
        started = time.monotonic()
        for report in runtestprotocol(item, log=False, nextitem=following):
            if report.failed:
                print(report.longreprtext, file=sys.__stderr__)
                return BROKEN
        seconds[item.nodeid] = time.monotonic() - started
    tracer.stop()
    reaching: defaultdict[tuple[str, int], set[str]] = defaultdict(set)
    for path in map(str, paths):
        for line, contexts in tracer.get_data().contexts_by_lineno(path).items():
            reaching[path, line] = set(contexts)
    notes.write_bytes(pickle.dumps((seconds, reaching)))
    return PASSED


def _forked(work: Callable[[], int], limit: float | None) -> int:
    """Return how some work ends in a process of its own; work that takes longer than the limit was noticed."""
    child = os.fork()
    if not child:
        end = NOTICED
        try:
            os.setpgrp()
            end = work()
        finally:
            os._exit(end)
    started = time.monotonic()
    while True:
        done, status = os.waitpid(child, 0 if limit is None else os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status) if os.WIFEXITED(status) else NOTICED
        if limit is not None and time.monotonic() - started > limit:
            os.killpg(child, SIGKILL)
            os.waitpid(child, 0)
            return NOTICED
        time.sleep(0.005)


def _put_in_place(path: Path, mutant: Mutant) -> bool:
    """Give the functions of a module the code of a mutant; return False if its change is outside of them."""
    before = compile(path.read_text(encoding="utf-8"), str(path), "exec", dont_inherit=True)
    after = compile(mutant.source, str(path), "exec", dont_inherit=True)
    pairs = list(_changed(before, after, top=True))
    live: defaultdict[CodeType, list[FunctionType]] = defaultdict(list)
    for each in gc.get_objects():
        if isinstance(each, FunctionType) and each.__code__.co_filename == str(path):
            live[each.__code__].append(each)
    for old, new in pairs:
        if new is None or (old not in live and old.co_name != "<lambda>"):
            return False
        for inner, changed in [(old, new), *_nested(old, new)]:
            for function in live[inner]:
                if changed.co_freevars != inner.co_freevars:
                    return False
                function.__code__ = changed
    for each in _caches({path.parent}):  # they hold what functions returned before they were changed
        each.cache_clear()
    return bool(pairs)


def _caches(folders: set[Path]) -> Iterator[Any]:
    """Yield the functions of some packages whose values are cached."""
    for each in gc.get_objects():
        wrapped = getattr(each, "__wrapped__", None) if hasattr(type(each), "cache_clear") else None
        if isinstance(wrapped, FunctionType) and Path(wrapped.__code__.co_filename).parent in folders:
            yield each


def _nested(before: CodeType, after: CodeType) -> Iterator[tuple[CodeType, CodeType]]:
    """Yield the functions inside a function that differ: it may have made some of them already."""
    for one, other in zip(_parts(before), _parts(after), strict=False):  # a change may take a lambda out
        if one != other and one.co_qualname == other.co_qualname:
            yield one, other
            yield from _nested(one, other)


def _changed(before: CodeType, after: CodeType, *, top: bool) -> Iterator[tuple[CodeType, CodeType | None]]:
    """Yield the functions that differ, each with its new code; None for what runs when the module is imported."""
    old, new = _parts(before), _parts(after)
    if top:
        if (before.co_code, before.co_names) != (after.co_code, after.co_names) or len(old) != len(new):
            yield before, None
            return
        if [each for each in before.co_consts if not isinstance(each, CodeType)] != [
            each for each in after.co_consts if not isinstance(each, CodeType)
        ]:
            yield before, None
            return
    for one, other in zip(old, new, strict=True):
        if one != other:
            is_class = top and not one.co_flags & 0x2  # the bodies of classes have no fast locals
            if is_class:
                yield from _changed(one, other, top=True)
            else:
                yield one, other


def _parts(code: CodeType) -> list[CodeType]:
    return [each for each in code.co_consts if isinstance(each, CodeType)]


def _imported(path: Path, mutant: Mutant) -> None:
    """Make every import of a module take the mutant."""
    original = SourceFileLoader.get_code

    def get_code(self: SourceFileLoader, fullname: str) -> CodeType | None:
        if Path(self.path) == path:
            return compile(mutant.source, str(path), "exec", dont_inherit=True)
        return original(self, fullname)

    SourceFileLoader.get_code = get_code  # type: ignore[method-assign,assignment]


def _options(tests: list[str], *, slow: bool) -> list[str]:
    """Return the arguments of pytest; paths that are not named in the command are run quickly."""
    common = ["-q", "-q", "-n", "0", "-p", "no:cacheprovider", "--no-header", "-r", "N", "--assert=plain"]
    return [*common, *tests] if slow else [*common, "-o", f"testpaths={' '.join(tests)}"]


def survives_import(place: Place, paths: list[str], tests: Tests, *, slow: bool) -> bool:
    """Tell whether the tests pass in a process that imports a mutant."""
    with TemporaryDirectory() as folder:
        notes = Path(folder, "failed")

        def run() -> int:
            sys.stdout = sys.stderr = open(os.devnull, "w")  # noqa: SIM115, PTH123  # until the process ends
            _imported(*place)
            pytest.main(_options(paths, slow=slow), plugins=[Imported(tests, notes)])
            return NOTICED

        limit = None if slow else 60 + 10 * sum(tests.seconds.values())
        end = _forked(run, limit)
        tests.count(notes)
    return end == PASSED


def _name(place: Place) -> str:
    path, mutant = place
    return f"{path}:{mutant.line}: {mutant.change}"


def main(arguments: list[str] | None = None) -> int:
    """Run the tests with each mutant, or with a sample of them; return 1 if one has survived."""
    parser = argparse.ArgumentParser(prog="python -m tools.mutate", description=__doc__)
    parser.add_argument("modules", nargs="+", type=Path, help="the modules")
    parser.add_argument("--tests", nargs="+", required=True, help="what pytest runs")
    parser.add_argument("--sample", type=int, help="so many mutants, chosen at random")
    parser.add_argument("--seed", type=int, default=0, help="of the choice (default: %(default)s)")
    parser.add_argument("--confirm", action="store_true", help="try survivors with the slow tests too")
    options = parser.parse_args(arguments)
    paths = [path.resolve() for path in options.modules]
    chosen = [(path, mutant) for path in paths for mutant in mutants(path.read_text(encoding="utf-8"))]
    if options.sample is not None and options.sample < len(chosen):
        chosen = sorted(Random(options.seed).sample(chosen, options.sample), key=lambda each: str(each[0]))
    # The same cases for each mutant, and no compiled files, which have the time of another one.
    os.environ |= {"CI": "true", "PYTEST_ADDOPTS": ""}
    sys.dont_write_bytecode = True
    with TemporaryDirectory() as folder, os.fdopen(os.dup(1), "w") as out:  # pytest takes the output of a fork
        notes = Path(folder, "ends")
        ends: list[int] = []

        def report(place: Place, end: int) -> None:
            ends.append(end)
            if end == PASSED and not options.confirm:
                print(_name(place), file=out, flush=True)

        def loop() -> int:
            plugin = Replacement(chosen, report)
            failed = pytest.main(_options(options.tests, slow=False), plugins=[plugin])
            notes.write_bytes(pickle.dumps((ends, plugin.tests)))
            return BROKEN if failed else PASSED

        if _forked(loop, None) != PASSED:
            parser.error("the tests fail without a mutant")
        ends, tests = pickle.loads(notes.read_bytes())
    survived = 0
    for place, end in zip(chosen, ends, strict=True):
        alive = end == PASSED or (end == OUTSIDE and survives_import(place, options.tests, tests, slow=False))
        if alive and options.confirm:
            alive = survives_import(place, options.tests, tests, slow=True)
        survived += alive
        if alive and (end == OUTSIDE or options.confirm):  # else it is named already
            print(_name(place), flush=True)
    print(f"{survived} of {len(chosen)} mutants survived")
    return int(bool(survived))


if __name__ == "__main__":
    sys.exit(main())
