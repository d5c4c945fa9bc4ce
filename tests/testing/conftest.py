"""Fixtures of the tests of the test kit."""

import pytest

from rami.testing import shortening


@pytest.fixture(autouse=True)
def _long_reports(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave breaches as they were found: the search for fewer moves takes seconds."""
    monkeypatch.setattr(shortening, "SECONDS", 0.0)
