"""Mutation runs: which changes of a module does no test notice?

python -m tools.mutate src/rami/gin/scoring.py --tests tests/gin tests/rules/test_gin.py
python -m tools.mutate src/rami/record/*.py --tests tests/record --sample 50 --confirm

The tests are collected once. For each mutant a fork of that process puts the changed function in the place of the
original, and runs the quick tests that reach its line, first those that noticed others, up to the first that fails.
A change outside functions needs a process that imports the modules anew. A survivor is equivalent to the original, and
belongs in equivalent_mutants.toml, or shows what no test asserts. `--confirm` tries survivors with the slow tests too.
It names each survivor as soon as it is one, and exits with 1 where one has survived.
"""

import argparse
import gc
import os
import pickle
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from importlib.machinery import SourceFileLoader
from pathlib import Path
from random import Random
from signal import SIGKILL
from tempfile import TemporaryDirectory
from types import CodeType, FunctionType
from typing import Any

import coverage
import pytest
from _pytest.runner import runtestprotocol

from tools.mutants import Mutant, equivalent, mutants

PASSED, NOTICED, OUTSIDE, BROKEN = range(4)
"""How a fork ends: its tests pass, one fails, the change cannot be put in place, the tests cannot be run."""

LEAST_SECONDS = 10

Place = tuple[Path, Mutant]


class Replacement:
    """Running tests that are collected already: a plugin of pytest that replaces its loop."""

    def __init__(self, chosen: list[Place], report: Callable[[Place, int], None]) -> None:
        self.chosen = chosen
        self.report = report
        self.kills = Counter[int]()
        self.order: list[str] = []

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
            for path, mutant in self.chosen:
                reached = reaching[str(path), mutant.line]
                order = sorted(reached, key=lambda each: (-self.kills[each], seconds[each]))
                limit = LEAST_SECONDS + 5 * sum(seconds[each] for each in order)
                notes.unlink(missing_ok=True)

                def run(path: Path = path, mutant: Mutant = mutant, order: list[int] = order) -> int:
                    if not _put_in_place(path, mutant):
                        return OUTSIDE
                    failed = _first_failure([session.items[each] for each in order])
                    notes.write_text("" if failed is None else str(order[failed]))
                    return PASSED if failed is None else NOTICED

                end = _forked(run, limit)
                if end == NOTICED and notes.exists() and (text := notes.read_text()):
                    self.kills[int(text)] += 1
                self.report((path, mutant), end)
        order = sorted(range(len(seconds)), key=lambda each: (-self.kills[each], seconds[each]))
        self.order = [session.items[each].nodeid for each in order]
        return True


class InOrder:
    """Up to the first failure: a plugin of pytest for a process that imports a mutant."""

    def __init__(self, order: list[str], notes: Path) -> None:
        self.places = {name: place for place, name in enumerate(order)}
        self.notes = notes

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """End the process as its tests end; note the test that fails."""
        if session.testsfailed:
            os._exit(NOTICED)
        items = sorted(session.items, key=lambda each: self.places.get(each.nodeid, len(self.places)))
        failed = _first_failure(items)
        if failed is not None:
            self.notes.write_text(items[failed].nodeid, encoding="utf-8")
        os._exit(PASSED if failed is None else NOTICED)


def _first_failure(items: list[pytest.Item]) -> int | None:
    for index, (item, following) in enumerate(zip(items, [*items[1:], None], strict=True)):
        if any(report.failed for report in runtestprotocol(item, log=False, nextitem=following)):
            return index
    return None


def _measured(items: list[pytest.Item], paths: set[Path], notes: Path) -> int:
    """Run all tests; note the seconds of each, and which tests reach each line."""
    tracer = coverage.Coverage(include=list(map(str, paths)), data_file=None, config_file=False)
    tracer.start()
    seconds: list[float] = []
    caches = list(_caches({path.parent for path in paths}))
    for index, (item, following) in enumerate(zip(items, [*items[1:], None], strict=True)):
        for each in caches:  # else the first test alone reaches what fills them
            each.cache_clear()
        tracer.switch_context(str(index))
        started = time.monotonic()
        for report in runtestprotocol(item, log=False, nextitem=following):
            if report.failed:
                print(report.longreprtext, file=sys.__stderr__)
                return BROKEN
        seconds.append(time.monotonic() - started)
    tracer.stop()
    reaching: defaultdict[tuple[str, int], list[int]] = defaultdict(list)
    for path in map(str, paths):
        for line, contexts in tracer.get_data().contexts_by_lineno(path).items():
            reaching[path, line] = [int(each) for each in contexts if each]
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
    common = ["-q", "-q", "-n", "0", "-p", "no:cacheprovider", "--no-header", "-r", "N"]
    return [*common, *tests] if slow else [*common, "-o", f"testpaths={' '.join(tests)}"]


def survives_import(place: Place, tests: list[str], order: list[str], *, slow: bool, limit: float | None) -> bool:
    """Tell whether the tests pass in a process that imports a mutant; move the one that fails to the front."""
    with TemporaryDirectory() as folder:
        notes = Path(folder, "failed")

        def run() -> int:
            sys.stdout = sys.stderr = open(os.devnull, "w")  # noqa: SIM115, PTH123  # until the process ends
            _imported(*place)
            pytest.main(_options(tests, slow=slow), plugins=[InOrder(order, notes)])
            return NOTICED

        end = _forked(run, limit)
        if notes.exists() and (name := notes.read_text(encoding="utf-8")):
            order[:] = [name, *(each for each in order if each != name)]
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
    chosen = [place for place in chosen if not equivalent(*place)]
    # The same cases for each mutant, and no compiled files, which have the time of another one.
    os.environ |= {"CI": "true", "PYTEST_ADDOPTS": ""}
    sys.dont_write_bytecode = True
    started = time.monotonic()
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
            notes.write_bytes(pickle.dumps((ends, plugin.order)))
            return BROKEN if failed else PASSED

        if _forked(loop, None) != PASSED:
            parser.error("the tests fail without a mutant")
        ends, order = pickle.loads(notes.read_bytes())
    limit = 2 * LEAST_SECONDS + 3 * (time.monotonic() - started) / max(1, len(ends)) + 120
    survived = 0
    for place, end in zip(chosen, ends, strict=True):
        alive = end == PASSED or (
            end == OUTSIDE and survives_import(place, options.tests, order, slow=False, limit=limit)
        )
        if alive and options.confirm:
            alive = survives_import(place, options.tests, order, slow=True, limit=None)
        survived += alive
        if alive and (end == OUTSIDE or options.confirm):  # else it is named already
            print(_name(place), flush=True)
    print(f"{survived} of {len(chosen)} mutants survived")
    return int(bool(survived))


if __name__ == "__main__":
    sys.exit(main())
