"""Fetch the compiler of TypeScript, which checks the types of `rami schema --typescript` in the tests.

`npm` fetches it once; it is checked by its hash, kept in `.cache`, and never committed.
"""

import base64
import hashlib
import subprocess
import tarfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
VERSION = "5.9.3"
INTEGRITY = "jl1vZzPDinLr9eUt3J/t7V6FgNEw9QjvBPdysz9KfQDD41fQrC2Y4vKQdiaUpFT4bXlb1RHhLpp8wtm6M5TgSw=="
"""The SHA-512 of the package, as npm's registry writes it."""


def compiler() -> Path:
    """Return the compiler of TypeScript, checked, and fetched if it is not there yet."""
    cache = ROOT / ".cache" / "typescript"
    path = cache / f"typescript-{VERSION}.tgz"
    if not path.exists():
        cache.mkdir(parents=True, exist_ok=True)
        subprocess.run(
            [
                "npm",
                "pack",
                "--silent",
                "--pack-destination",
                str(cache),
                f"typescript@{VERSION}",
            ],
            check=True,
            stdout=subprocess.DEVNULL,
        )
    digest = base64.b64encode(hashlib.sha512(path.read_bytes()).digest()).decode()
    if digest != INTEGRITY:
        raise ValueError(f"{path} is not the package that is expected: its SHA-512 is {digest}")
    folder = cache / VERSION
    if not folder.exists():
        with tarfile.open(path) as archive:
            archive.extractall(folder, filter="data")
    return folder / "package" / "lib" / "tsc.js"
