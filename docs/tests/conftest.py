"""Tests of the pages and the site, which run only if they are named.

python -m tools.docs && python -m pytest docs/tests
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave these tests out of a plain run, and the browsers out of a run of the others."""
    named = config.args_source is not pytest.Config.ArgsSource.TESTPATHS
    heavy = collection_path.name in ("browser", "typescript")
    asked = any(collection_path.name in argument for argument in config.args)
    return None if named and (not heavy or asked) else True


@pytest.fixture(scope="session")
def built_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the built site. The variable SITE can name it. Otherwise the site is built."""
    if "SITE" in os.environ:
        return Path(os.environ["SITE"])
    folder = tmp_path_factory.mktemp("site")
    for command in (["tools.docs"], ["mkdocs", "build", "--strict", "--quiet", "--site-dir", str(folder)]):
        subprocess.run([sys.executable, "-m", *command], check=True, cwd=Path(__file__).parents[2])
    return folder
