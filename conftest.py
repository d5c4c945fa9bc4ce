"""Runs the Python code of the README and of the pages as tests, and says how deep `--hypothesis-profile=deep` goes.

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


class PyconParser(PythonCodeBlockParser):
    """The same for blocks in the language that Markdown renderers call a Python session."""

    def __init__(self, doctest_optionflags: int = 0) -> None:
        super().__init__(doctest_optionflags=doctest_optionflags)
        self.codeblock_parser = CodeBlockParser("pycon")


pytest_collect_file = Sybil(
    parsers=[PythonCodeBlockParser(doctest_optionflags=ELLIPSIS), PyconParser(ELLIPSIS), SkipParser()],
    patterns=["README.md", "docs/*.md", "docs/*/*.md"],
).pytest()

# What has examples in its docstrings, or none, and needs a library that is not installed.
collect_ignore_glob = ["docs/hooks/*", *([] if find_spec("pyspiel") else ["tests/adapters/suites.py"])]
collect_ignore = [
    f"src/rami/adapters/{adapter}.py"
    for adapter, needs in (("observing", "numpy"), ("openspiel", "pyspiel"), ("pettingzoo", "pettingzoo"))
    if find_spec(needs) is None
]


# A hundred times the cases of an ordinary run: hours, for the modules of a change that is worth it.
settings.register_profile("deep", max_examples=10_000)


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
