"""Fixtures of the tests of the test kit."""

import pytest

from rami.testing import conformance, shortening
from tests import effort


@pytest.fixture(autouse=True)
def _long_reports(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave breaches as they were found: the search for fewer moves takes seconds."""
    monkeypatch.setattr(shortening, "SECONDS", 0.0)


@pytest.fixture(autouse=True)
def _one_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replay no deal in another process in a quick run: to start one takes a second."""
    if not effort.full:
        monkeypatch.setattr(conformance, "REPLAYED", 0)
