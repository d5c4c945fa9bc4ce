"""The amount of testing: all tests with all cases (`--slow`), or the quick ones with an eighth of the cases."""

import pytest

PART = 8
"""Divisor of the number of Hypothesis cases in a quick run."""

SLOW_PAGES = ("docs/guides/testing.md",)
"""Pages whose examples play whole deals with all checks."""

full = True
"""Whether every case is tried. conftest.py sets it before tests are imported."""


def examples(cases: int) -> int:
    """Return the number of cases for a property, from the number of a full run."""
    return cases if full else max(1, cases // PART)


def is_slow(item: pytest.Item) -> bool:
    """Return whether a test is slow: on a slow page, or marked with all cases, all `but` some, or `only` some."""
    marker = item.get_closest_marker("slow")
    if marker is None:
        return item.nodeid.startswith(SLOW_PAGES)
    case = getattr(getattr(item, "callspec", None), "id", "")
    if only := marker.kwargs.get("only"):
        return any(part in case for part in only)
    return not any(part in case for part in marker.kwargs.get("but", ()))
