"""Copy the runtime of the playground into a built site: CPython for browsers (Pyodide), attrs and the library.

python -m tools.playground SITE     after `mkdocs build -d SITE`; or before the build, with `docs` for SITE

npm fetches Pyodide once; it is checked by its hash, kept in `.cache`, and never committed. All modules are compiled by
Pyodide in Node.js, which would take a visitor longer than everything else. A site without the runtime says so.
"""

import gzip
import hashlib
import json
import re
import subprocess
import sys
import tarfile
from importlib.util import find_spec
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from docs.playground.answers import answer
from docs.playground.words import LANGUAGES
from tools.npm import fetched

ROOT = Path(__file__).parents[1]
CACHE = ROOT / ".cache" / "playground"
VERSION = "314.0.7"
INTEGRITY = "0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
"""The SHA-512 of the package, as npm's registry writes it."""
FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
PACKAGES = ("attr", "attrs", "rami")
LEFT_OUT = ("rami/__main__.py", "rami/adapters/", "rami/testing/")
"""Parts of the packages that no page uses."""
GAMES = ("rummikub", "rummy", "gin", "contracts")
DEALS = 8
"""How many first positions of each game there are to choose from."""
PAGES = ("playground/index.html", "fr/playground/index.html")
"""The pages that can be opened without a network."""
LINKED = re.compile(r'<(?:link|script|img)\b[^>]*?\b(?:href|src)="?([^">\s]+\.(?:css|js|svg|png|webmanifest))[">\s]')


def copy(site: Path) -> None:
    """Put the runtime beside the playground."""
    target = site / "playground" / "runtime"
    target.mkdir(parents=True, exist_ok=True)
    pyodide = unpacked()
    for name in FILES:
        (target / name).write_bytes((pyodide / name).read_bytes())
    (target / "python.zip").write_bytes(packed(pyodide).read_bytes())
    (target / "contents.json").write_text(json.dumps(contents(target, pyodide)), encoding="utf-8")
    for game in GAMES:
        for lang in LANGUAGES:
            (target / f"{game}-{lang}.json").write_text(json.dumps(first_positions(game, lang)), encoding="utf-8")
    write_service_worker(site)


def write_service_worker(site: Path) -> None:
    """Write the service worker, with the hash of each file that the playground needs without a network."""
    pages = [site / page for page in PAGES if (site / page).exists()]
    if not pages:  # The folder has sources, not a built site.
        return
    linked = [page.parent / name for page in pages for name in LINKED.findall(page.read_text(encoding="utf-8"))]
    parts = [path for path in (site / "playground").rglob("*") if path.suffix != ".md" and path.name != "service.js"]
    files = {path.resolve() for path in (*pages, *linked, *parts) if path.is_file()}
    hashes = {
        path.relative_to(site.resolve()).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()[:16]
        for path in sorted(files)
    }
    script = (ROOT / "docs" / "playground" / "service.js").read_text(encoding="utf-8")
    filled = script.replace("const FILES = {};", f"const FILES = {json.dumps(hashes)};")
    (site / "sw.js").write_text(filled, encoding="utf-8")


def unpacked() -> Path:
    """Return the folder of Pyodide."""
    with tarfile.open(fetched("pyodide", VERSION, INTEGRITY, CACHE)) as archive:
        archive.extractall(CACHE / VERSION, filter="data")
    return CACHE / VERSION / "package"


def packed(pyodide: Path) -> Path:
    """Return the archive of all modules; it is kept while the library stays the same."""
    script = Path(__file__).with_name("compile.mjs")
    source = CACHE / "library.zip"
    pack(source)
    digest = hashlib.sha256(source.read_bytes() + script.read_bytes()).hexdigest()[:16]
    path = CACHE / f"{digest}-python.zip"
    if not path.exists():
        for old in CACHE.glob("*-python.zip"):
            old.unlink()
        subprocess.run(["node", *map(str, (script, pyodide, source, path))], check=True)
    return path


def pack(path: Path) -> None:
    """Pack the sources of the library, attrs and the boards as one archive, the same for the same files."""
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
        path = f"{name}/{file.relative_to(root).as_posix()}"
        if file.suffix in (".py", ".json", ".toml") and "/runtime/" not in path and not path.startswith(LEFT_OUT):
            entry = ZipInfo(path)
            entry.compress_type = ZIP_DEFLATED
            archive.writestr(entry, file.read_bytes())


def contents(runtime: Path, pyodide: Path) -> dict[str, object]:
    """Return the sizes of the files that a visitor loads, their megabytes as servers send them, and Pyodide's lock."""
    files = {name: (runtime / name).read_bytes() for name in (*FILES, "python.zip")}
    sent = sum(len(gzip.compress(data)) for data in files.values())
    lock = json.loads((pyodide / "pyodide-lock.json").read_text(encoding="utf-8")) | {"packages": {}}
    sizes = {name: len(data) for name, data in files.items()}
    return {"files": sizes, "megabytes": round(sent / 1e6, 1), "lock": lock}


def first_positions(game: str, lang: str) -> dict[str, object]:
    """Return the first screens of some deals, for the page to show before Python has loaded."""
    addresses = [{"game": game, "seed": str(seed)} for seed in range(DEALS)]
    asked = [json.dumps({"do": "start", "with": {"lang": lang, "address": address}}) for address in addresses]
    deals = [json.loads(answer(each)) for each in asked]
    pages = [deal.pop("page") for deal in deals]
    return {"page": pages[0], "deals": deals}


if __name__ == "__main__":
    copy(Path(sys.argv[1]))
