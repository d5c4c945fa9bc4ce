"""Each sentence leads to tests that notice when what decides it is broken."""

import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.slow
def test_a_test_listed_under_a_sentence_notices_what_breaks_it() -> None:
    command = [sys.executable, "-m", "tests.rules.traceability"]
    found = subprocess.run(command, cwd=Path(__file__).parents[2], capture_output=True, text=True, check=False)
    assert (found.returncode, found.stderr) == (0, ""), found.stdout + found.stderr
