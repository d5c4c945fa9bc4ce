"""Fetch a package of npm's registry once; it is checked by its hash, kept in `.cache`, and never committed."""

import base64
import hashlib
import subprocess
from pathlib import Path


def fetched(name: str, version: str, integrity: str, folder: Path) -> Path:
    """Return the archive of a package in a folder, checked, and fetched if it is not there yet.

    Args:
        name: The name of the package.
        version: Its version.
        integrity: The SHA-512 of the package, as npm's registry writes it.
        folder: Where it is kept.
    """
    path = folder / f"{name}-{version}.tgz"
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        command = ["npm", "pack", "--silent", "--pack-destination", str(folder), f"{name}@{version}"]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    digest = base64.b64encode(hashlib.sha512(path.read_bytes()).digest()).decode()
    if digest != integrity:
        raise ValueError(f"{path} is not the package that is expected: its SHA-512 is {digest}")
    return path
