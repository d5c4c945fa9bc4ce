"""Lets a table of many columns be shown as a list on a phone: each cell learns the name of its column.

What is done with it is in `docs/stylesheets/site.css`. The table gets no class: the theme styles those without one.
"""

import re
from html import escape

TABLE = re.compile(r"<table>(.*?)</table>", re.DOTALL)
HEAD = re.compile(r"<th\b[^>]*>(.*?)</th>", re.DOTALL)
ROW = re.compile(r"<tr>(.*?)</tr>", re.DOTALL)
CELL = re.compile(r"<td(\b[^>]*>)")
TAG = re.compile(r"<[^>]*>")
MOST = 2
"""How many columns fit on a phone."""


def on_page_content(html: str, **_: object) -> str:
    """Name the columns in the tables that are too wide for a phone."""
    return TABLE.sub(_named, html)


def _named(table: re.Match[str]) -> str:
    names = [escape(TAG.sub("", name)) for name in HEAD.findall(table[1])]
    if len(names) <= MOST:
        return table[0]

    def named(row: re.Match[str]) -> str:
        columns = iter(names)
        return CELL.sub(
            lambda cell: f'<td data-label="{next(columns, "")}"{cell[1]}',
            row[0],
        )

    return f"<table data-stacked>{ROW.sub(named, table[1])}</table>"
