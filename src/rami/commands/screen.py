"""Printing for a person: wrapped lines, and colours where the output is a terminal."""

import os
import sys

WIDTH = 80
"""How long a line may be."""


def in_color() -> bool:
    """Return whether pieces are coloured: on a terminal, unless `NO_COLOR` is set."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR")


def tell(text: str, indent: str = "") -> None:
    """Print a text, wrapped; lines after the first of a paragraph are indented."""
    from textwrap import wrap  # noqa: PLC0415  # slow to import

    for line in text.splitlines():
        print(*wrap(line, WIDTH, subsequent_indent=indent, break_on_hyphens=False) or [""], sep="\n")
