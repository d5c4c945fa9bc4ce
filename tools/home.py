"""Update the addresses of the project: `[project.urls]` of pyproject.toml has them, and other files follow.

python -m tools.home           writes the addresses of pyproject.toml into every file that has them
python -m tools.home --check    fails where a file has others

To move the project, change `Source` (and `Documentation`) there, and run this. The old addresses are `repository-code`
and `url` in CITATION.cff.
"""

import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
SUFFIXES = {"", ".cff", ".md", ".py", ".toml", ".txt", ".yml"}
SKIPPED = {"__pycache__", "build", "dist", "node_modules", "site"}


def urls(root: Path) -> dict[str, str]:
    """The addresses of pyproject.toml."""
    with (root / "pyproject.toml").open("rb") as file:
        found: dict[str, str] = tomllib.load(file)["project"]["urls"]
    return found


def lived(citation: str) -> tuple[str, str]:
    """The addresses of the source and of the pages in CITATION.cff."""
    source, pages = (re.search(rf"^{key}: (\S+)$", citation, re.MULTILINE) for key in ("repository-code", "url"))
    if source is None or pages is None:
        raise ValueError("CITATION.cff needs repository-code and url")
    return source[1], pages[1]


def moved(text: str, changes: dict[str, str]) -> str:
    """The text with every old address replaced, but not one that only begins like it."""
    for old, new in changes.items():
        text = re.sub(rf"{re.escape(old)}(?![\w-])", new.replace("\\", r"\\"), text)
    return text


def files(root: Path) -> list[Path]:
    """The text files of the project: none that is hidden, none of an environment, a cache or a build."""
    found: list[Path] = []
    for path in sorted(root.iterdir()):
        if path.is_file() and path.suffix in SUFFIXES and not path.name.startswith("."):
            found.append(path)
        elif path.is_dir() and path.name not in SKIPPED and not (path / "pyvenv.cfg").exists():
            hidden = path.name.startswith(".") and path.name not in {".ci", ".github"}
            found += [] if hidden or path.is_symlink() else files(path)
    return found


def changed(root: Path) -> dict[Path, str]:
    """The files that have other addresses than pyproject.toml, with the text that they should have."""
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
            sys.exit(f"other addresses than [project.urls], python -m tools.home writes them:\n{names}")
        return
    for path, text in found.items():
        path.write_text(text, encoding="utf-8", newline="\n")
    print(names or "every address is that of [project.urls]")


if __name__ == "__main__":
    main()
