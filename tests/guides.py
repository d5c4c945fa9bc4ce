"""The code of the guides as modules, one for each page, for type checkers: `python -m tests.guides FOLDER`."""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
_BLOCK = re.compile(r"(<!-- skip: next -->\s*)?^( *)```python\n(.*?)^ *```", re.MULTILINE | re.DOTALL)


def code(page: str) -> str:
    """The Python blocks of a page that are run as tests, in order; sessions with prompts are left out."""
    blocks = [
        "\n".join(line.removeprefix(indent) for line in text.splitlines())
        for skipped, indent, text in _BLOCK.findall(page)
        if not skipped and not text.lstrip().startswith(">>>")
    ]
    return "\n\n".join(blocks) + "\n"


def main(folder: Path) -> None:
    for page in (ROOT / "README.md", ROOT / "docs" / "index.md", *sorted((ROOT / "docs" / "guides").glob("*.md"))):
        if text := code(page.read_text(encoding="utf-8")).strip():
            name = "_".join(page.relative_to(ROOT).with_suffix("").parts).replace("-", "_").replace(".", "_")
            (folder / f"{name}.py").write_text(f"{text}\n", encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
