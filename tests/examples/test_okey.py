"""Okey, a package as a stranger would write it: its own tests pass, and it has the lines that the guide promises."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

OKEY = Path(__file__).parents[2] / "examples" / "okey"


@pytest.mark.slow
def test_its_own_tests_pass() -> None:
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
