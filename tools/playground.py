"""Copy the runtime of the playground into a built site: CPython for browsers (Pyodide), attrs and the library.

python -m tools.playground SITE     after `mkdocs build -d SITE`; or before the build, with `docs` for SITE

npm fetches Pyodide once; it is checked by its hash, kept in `.cache`, and never committed. All modules are compiled by
Pyodide in Node.js, which would take a visitor longer than everything else. A site without the runtime says so.
"""

import hashlib
import json
import subprocess
import sys
import tarfile
from importlib.util import find_spec
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from tools.npm import fetched

ROOT = Path(__file__).parents[1]
CACHE = ROOT / ".cache" / "playground"
VERSION = "314.0.7"
INTEGRITY = "0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
"""The SHA-512 of the package, as npm's registry writes it."""
FILES = (
    "pyodide.mjs",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    "python_stdlib.zip",
    "pyodide-lock.json",
)
PACKAGES = ("attr", "attrs", "rami")


def copy(site: Path) -> None:
    """Put the runtime beside the playground."""
    target = site / "playground" / "runtime"
    target.mkdir(parents=True, exist_ok=True)
    with tarfile.open(fetched("pyodide", VERSION, INTEGRITY, CACHE)) as archive:
        for name in FILES:
            found = archive.extractfile(f"package/{name}")
            assert found is not None
            (target / name).write_bytes(found.read())
    pack(target / "library.zip")
    for name, level in (("python_stdlib.zip", 2), ("library.zip", 0)):
        (target / name).write_bytes(compiled(target, name, level).read_bytes())
    sizes = {path.name: path.stat().st_size for path in sorted(target.iterdir())}
    (target / "sizes.json").write_text(json.dumps(sizes), encoding="utf-8")


def compiled(runtime: Path, name: str, level: int) -> Path:
    """Return an archive of the runtime with its modules compiled; it is kept while the archive stays the same."""
    digest = hashlib.sha256((runtime / name).read_bytes()).hexdigest()[:16]
    path = CACHE / f"{digest}-{name}"
    if not path.exists():
        for old in CACHE.glob(f"*-{name}"):
            old.unlink()
        command = ["node", str(Path(__file__).with_name("compile.mjs"))]
        given = (runtime, runtime / name, path, level)
        subprocess.run([*command, *map(str, given)], check=True)
    return path


def pack(path: Path) -> None:
    """Pack the library, attrs and the boards as one archive, the same for the same files."""
    with ZipFile(path, "w", ZIP_DEFLATED) as archive:
        for name in PACKAGES:
            spec = find_spec(name)
            assert spec is not None
            assert spec.origin is not None
            add(archive, Path(spec.origin).parent, name)
        add(archive, ROOT / "docs" / "playground", "docs/playground")


def add(archive: ZipFile, root: Path, name: str) -> None:
    """Add the files of a folder to an archive."""
    for file in sorted(root.rglob("*")):
        if file.suffix in (".py", ".json", ".toml") and file.parent.name != "runtime":
            entry = ZipInfo(f"{name}/{file.relative_to(root).as_posix()}")
            entry.compress_type = ZIP_DEFLATED
            archive.writestr(entry, file.read_bytes())


if __name__ == "__main__":
    copy(Path(sys.argv[1]))
