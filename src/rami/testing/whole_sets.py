"""Which fields of a state hold the whole set of pieces together, and are not copies of what lies elsewhere."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from rami.testing.values import Row

MOST_FIELDS = 10
"""Fields among which they are looked for."""


class WholeSets:
    """The choices of fields that have held the whole set in every position so far."""

    def __init__(self, every: Sequence[Any]) -> None:
        self._every = Counter(every)
        self._names: set[str] = set()
        self._choices: list[frozenset[str]] = [frozenset()]

    def fields(self, state: Any, found: Sequence[Row]) -> frozenset[str]:
        """Return the fields that all choices have in common."""
        counts: dict[str, Counter[Any]] = {}
        for row in found:
            counts.setdefault(row.field, Counter()).update(row.pieces(state))
        for name in sorted(counts.keys() - self._names)[: MOST_FIELDS - len(self._names)]:
            self._names.add(name)
            self._choices += [names | {name} for names in self._choices]  # it held nothing before
        none: Counter[Any] = Counter()
        self._choices = [
            names for names in self._choices if sum((counts.get(name, none) for name in names), none) == self._every
        ]
        common = set(self._choices[0]) if self._choices else set[str]()
        return frozenset(common.intersection(*self._choices))
