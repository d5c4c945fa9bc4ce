"""Copy the addresses of the project from `[project.urls]` of pyproject.toml into all other files.

python -m tools.home           writes the addresses
python -m tools.home --check    fails if a file has old addresses

If the project moves, change `Source` and `Documentation` in pyproject.toml, and run the first command. It takes the old
addresses from `repository-code` and `url` in CITATION.cff.
"""

import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
SUFFIXES = {"", ".cff", ".md", ".py", ".toml", ".txt", ".yml"}
SKIPPED = {"__pycache__", "build", "dist", "node_modules", "site"}


def urls(root: Path) -> dict[str, str]:
    """Return the addresses in pyproject.toml."""
    with (root / "pyproject.toml").open("rb") as file:
        found: dict[str, str] = tomllib.load(file)["project"]["urls"]
    return found


def lived(citation: str) -> tuple[str, str]:
    """Return the addresses of the source and of the pages in CITATION.cff."""
    source, pages = (re.search(rf"^{key}: (\S+)$", citation, re.MULTILINE) for key in ("repository-code", "url"))
    if source is None or pages is None:
        raise ValueError("CITATION.cff needs repository-code and url")
    return source[1], pages[1]


def moved(text: str, changes: dict[str, str]) -> str:
    """Return the text with the old addresses replaced. Longer addresses with the same beginning are unchanged."""
    for old, new in changes.items():
        text = re.sub(rf"{re.escape(old)}(?![\w-])", new.replace("\\", r"\\"), text)
    return text


def files(root: Path) -> list[Path]:
    """Return the text files of the project, without hidden files, environments, caches and builds."""
    found: list[Path] = []
    for path in sorted(root.iterdir()):
        if path.is_file() and path.suffix in SUFFIXES and not path.name.startswith("."):
            found.append(path)
        elif path.is_dir() and path.name not in SKIPPED and not (path / "pyvenv.cfg").exists():
            hidden = path.name.startswith(".") and path.name not in {".ci", ".github"}
            found += [] if hidden or path.is_symlink() else files(path)
    return found


def changed(root: Path) -> dict[Path, str]:
    """Return the files with old addresses, each with its new text."""
    now = urls(root)
    source, pages = lived((root / "CITATION.cff").read_text(encoding="utf-8"))
    changes = {source: now["Source"], pages: now["Documentation"]}
    texts = {path: path.read_text(encoding="utf-8") for path in files(root)}
    return {path: new for path, text in texts.items() if (new := moved(text, changes)) != text}


def main() -> None:
    """Write the addresses, or check them."""
    found = changed(ROOT)
    names = "\n".join(str(path.relative_to(ROOT)) for path in found)
    if sys.argv[1:] == ["--check"]:
        if found:
            sys.exit(f"these files have old addresses; run python -m tools.home:\n{names}")
        return
    for path, text in found.items():
        path.write_text(text, encoding="utf-8", newline="\n")
    print(names or "all addresses are up to date")


if __name__ == "__main__":
    main()
