"""Runs the Python code of the README and of the pages as tests, and says how much a run tries.

`python -m pytest` runs the quick tests, in a process for each processor. `--slow` adds the long ones, and all cases of
the others; files and tests that are named run whole, in one process.

The `python` blocks of a page are executed in order, in one namespace per page. One that starts with `>>>`,
and every `pycon` block, is a doctest. The comment `<!-- skip: next -->` leaves the next block out.
"""

import sys
from collections.abc import Generator
from doctest import ELLIPSIS
from importlib.util import find_spec

import pytest
from hypothesis import settings
from sybil import Sybil
from sybil.parsers.markdown import CodeBlockParser, PythonCodeBlockParser, SkipParser

from tests import quick_or_full


class PyconParser(PythonCodeBlockParser):
    """The same for blocks in the language that Markdown renderers call a Python session."""

    def __init__(self, doctest_optionflags: int = 0) -> None:
        super().__init__(doctest_optionflags=doctest_optionflags)
        self.codeblock_parser = CodeBlockParser("pycon")


pytest_collect_file = Sybil(
    parsers=[PythonCodeBlockParser(doctest_optionflags=ELLIPSIS), PyconParser(ELLIPSIS), SkipParser()],
    patterns=["README.md", "docs/*.md", "docs/*/*.md"],
).pytest()

collect_ignore = [] if find_spec("pettingzoo") else ["src/rami/adapters/pettingzoo.py"]


# A hundred times the cases of a full run: hours, for the modules of a change that is worth it.
settings.register_profile("deep", max_examples=10_000)
settings.register_profile("quick", max_examples=100 // quick_or_full.PART)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--slow", action="store_true", help="the slow tests too, and all cases of the others")


def is_named(config: pytest.Config) -> bool:
    """Tell whether the command names what to run."""
    return config.args_source is not pytest.Config.ArgsSource.TESTPATHS


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int | None:
    """Run what is named in this process: it is there sooner than another would have started."""
    return 0 if is_named(config) else None


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):  # the processes of pytest-xdist get the options of this one
        config.option.slow |= is_named(config)
    quick_or_full.full = config.option.slow
    if not quick_or_full.full and not config.getoption("--hypothesis-profile"):
        settings.load_profile("quick")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the slow tests of a quick run; mark those that only their ids or their pages tell, for `-m slow`."""
    slow = [item for item in items if quick_or_full.is_slow(item)]
    if quick_or_full.full:
        for item in slow:
            item.add_marker("slow")
    elif slow:
        config.hook.pytest_deselected(items=slow)
        items[:] = [item for item in items if item not in set(slow)]


@pytest.hookimpl(wrapper=True, trylast=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    """Leave coverage off for `no_cover`: in the processes of pytest-xdist, pytest-cov leaves a second tracer on."""
    if not item.get_closest_marker("no_cover"):
        return (yield)
    tracer = sys.gettrace()
    sys.settrace(None)
    try:
        return (yield)
    finally:
        sys.settrace(tracer)
