"""Printing for a person, in wrapped lines."""

WIDTH = 80
"""How long a line may be."""


def tell(text: str, indent: str = "") -> None:
    """Print a text, wrapped; lines after the first of a paragraph are indented."""
    from textwrap import wrap  # noqa: PLC0415  # slow to import

    for line in text.splitlines():
        print(*wrap(line, WIDTH, subsequent_indent=indent, break_on_hyphens=False) or [""], sep="\n")
