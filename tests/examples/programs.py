"""Run an example as a user does."""

import os
import subprocess
import sys
from pathlib import Path

EXAMPLES = Path(__file__).parents[2] / "examples"


def run(
    name: str, *arguments: str, typed: str = "", encoding: str = "utf-8", hash_seed: str = "0", ends: int = 0
) -> subprocess.CompletedProcess[str]:
    """Run an example in a subprocess. It must end without a warning or a traceback."""
    done = subprocess.run(
        command(name, *arguments),
        env=environment(encoding, hash_seed),
        input=typed,
        capture_output=True,
        encoding=encoding,
        check=False,
        timeout=600,
    )
    assert "Traceback" not in done.stderr
    assert done.returncode == ends, done.stderr
    return done


def command(name: str, *arguments: str) -> list[str]:
    return [sys.executable, "-W", "error", str(EXAMPLES / name), *arguments]


def environment(encoding: str = "utf-8", hash_seed: str = "0") -> dict[str, str]:
    return {**os.environ, "PYTHONIOENCODING": encoding, "PYTHONHASHSEED": hash_seed}
