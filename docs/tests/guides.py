"""The code of the pages as modules, one for each page, for type checkers: `python -m docs.tests.guides FOLDER`."""

import re
import sys
from doctest import DocTestParser
from pathlib import Path

ROOT = Path(__file__).parents[2]
_BLOCK = re.compile(r"(<!-- skip: next -->\s*)?^( *)```(?:python|pycon)\n(.*?)^ *```", re.MULTILINE | re.DOTALL)


def code(page: str) -> str:
    """Return the Python of a page that is run as tests, in order; of sessions, what raises no error."""
    return "\n\n".join(
        _statements("\n".join(line.removeprefix(indent) for line in text.splitlines()))
        for skipped, indent, text in _BLOCK.findall(page)
        if not skipped
    )


def _statements(block: str) -> str:
    if not block.lstrip().startswith(">>>"):
        return block
    return "".join(each.source for each in DocTestParser().get_examples(f"{block}\n") if each.exc_msg is None)


def main(folder: Path) -> None:
    for page in (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))):
        if text := code(page.read_text(encoding="utf-8")).strip():
            name = "_".join(page.relative_to(ROOT).with_suffix("").parts).replace("-", "_").replace(".", "_")
            (folder / f"{name}.py").write_text(f"{text}\n", encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
