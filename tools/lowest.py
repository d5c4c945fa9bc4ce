"""Print the lowest versions that pyproject.toml allows, as constraints for pip.

python -m tools.lowest test    includes the extra `test`
"""

import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]


def lowest(requirements: list[str]) -> list[str]:
    """Return each requirement with its lowest version.

    Raises:
        ValueError: If a requirement has no lowest version.
    """
    pinned = []
    for requirement in requirements:
        if not (found := re.match(r"([\w.-]+)(?:\[[^]]*\])?\s*>=\s*([\w.]+)", requirement)):
            raise ValueError(f"{requirement!r} has no lowest version")
        pinned.append(f"{found[1]}=={found[2]}")
    return pinned


def main() -> None:
    """Print the lowest versions of the library and of the named extras."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        project = tomllib.load(file)["project"]
    wanted = [*project["dependencies"]]
    for name in sys.argv[1:]:
        wanted += project["optional-dependencies"][name]
    print(*lowest(wanted), sep="\n")


if __name__ == "__main__":
    main()
