"""Tests of the pages and the site, which run only if they are named.

python -m tools.docs && python -m pytest docs/tests
"""

from pathlib import Path

import pytest


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave these tests out of a plain run, and the browsers out of a run of the others."""
    named = config.args_source is not pytest.Config.ArgsSource.TESTPATHS
    heavy = collection_path.name in ("browser", "typescript")
    asked = any(collection_path.name in argument for argument in config.args)
    return None if named and (not heavy or asked) else True
