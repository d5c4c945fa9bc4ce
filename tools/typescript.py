"""Fetch the compiler of TypeScript, which checks the types of `rami schema --typescript` in the tests."""

import tarfile
from pathlib import Path

from tools.npm import fetched

ROOT = Path(__file__).parents[1]
VERSION = "5.9.3"
INTEGRITY = "jl1vZzPDinLr9eUt3J/t7V6FgNEw9QjvBPdysz9KfQDD41fQrC2Y4vKQdiaUpFT4bXlb1RHhLpp8wtm6M5TgSw=="
"""The SHA-512 of the package, as npm's registry writes it."""


def compiler() -> Path:
    """Return the compiler of TypeScript, checked, and fetched if it is not there yet."""
    cache = ROOT / ".cache" / "typescript"
    path = fetched("typescript", VERSION, INTEGRITY, cache)
    folder = cache / VERSION
    if not folder.exists():
        with tarfile.open(path) as archive:
            archive.extractall(folder, filter="data")
    return folder / "package" / "lib" / "tsc.js"
