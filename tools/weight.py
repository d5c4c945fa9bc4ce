"""What a wheel weighs: `python -m tools.weight dist/*.whl` fails where a pure one weighs more than it should."""

import sys
from pathlib import Path

LIMIT = 400_000  # a third of it is documentation
"""The limit of a wheel without compiled code, in bytes."""


def check(wheels: list[Path]) -> None:
    """Say what each wheel weighs, and exit where a pure one weighs too much."""
    heavy = False
    for path in wheels:
        size = path.stat().st_size
        print(f"{path.name}: {size:,} bytes of {LIMIT:,}")
        heavy |= path.name.endswith("-none-any.whl") and size > LIMIT
    if heavy:
        sys.exit("a wheel is too heavy: what in it does the library not need?")


if __name__ == "__main__":
    check([Path(name) for name in sys.argv[1:]])
