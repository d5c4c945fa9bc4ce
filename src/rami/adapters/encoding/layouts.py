"""The features of an observation, in order."""

from array import array
from collections.abc import Sequence
from functools import cached_property
from itertools import accumulate
from typing import Any, Final

from attrs import frozen

from rami.adapters.encoding.fields import CHOSEN, Field, Read

VERSION: Final = 5
"""The version of every layout and set of actions; it changes when one of them changes its meaning."""


@frozen
class Layout:
    """The features of an observation, in order.

    Attributes:
        version: The version of the layout.
        fields: The stretches of numbers.

    Examples:
        >>> from rami import rummikub
        >>> from rami.adapters.encoding import layout
        >>> view = rummikub.set_up("R7 K1", "R4-R5-R6")
        >>> found = layout(rummikub.GAME, view.rules, view.players)
        >>> found.size, found.named(view)["pool"]
        (468, (87,))
    """

    version: int
    fields: tuple[Field, ...]

    @cached_property
    def size(self) -> int:
        """The number of numbers in an observation."""
        return sum(each.size for each in self.fields)

    @cached_property
    def starts(self) -> tuple[int, ...]:
        """The place at which each field starts."""
        return tuple(accumulate((each.size for each in self.fields[:-1]), initial=0))

    @cached_property
    def _reads(self) -> tuple[Read, ...]:
        """The function that reads each field from a view; what is chosen is in no view."""
        return tuple(each.read for each in self.fields)

    @cached_property
    def _chosen(self) -> int | None:
        """The place of the pieces chosen among the fields; None where there are none."""
        return next((place for place, each in enumerate(self.fields) if each.name == CHOSEN), None)

    @cached_property
    def _zeros(self) -> "array[int]":
        return array("i", bytes(4 * self.size))

    @property
    def bounds(self) -> "tuple[array[int], array[int]]":
        """The least and the most that each number of an observation can be, as two rows like those of `flat`."""
        low = [each.low for each in self.fields for _ in range(each.size)]
        high = [each.high for each in self.fields for _ in range(each.size)]
        return array("i", low), array("i", high)

    def named(self, view: Any, chosen: Sequence[int] = ()) -> dict[str, tuple[int, ...]]:
        """Return the observation by names.

        Args:
            view: The view of the seat.
            chosen: The pieces that it has chosen so far in this turn, where a game is played piece by piece.

        Returns:
            The numbers of each field.
        """
        row = self.flat(view, chosen)
        return {
            each.name: tuple(row[start : start + each.size])
            for each, start in zip(self.fields, self.starts, strict=True)
        }

    def flat(self, view: Any, chosen: Sequence[int] = ()) -> "array[int]":
        """Return the observation as one row of numbers, the fields one after the other.

        Args:
            view: The view of the seat.
            chosen: The pieces that it has chosen so far in this turn, where a game is played piece by piece.

        Returns:
            `size` numbers of 32 bits: `numpy.frombuffer(row, "i")` reads them without a copy.
        """
        row = self._zeros[:]
        first = view.player or 0
        for value, each, start in zip(self.read(view, chosen), self.fields, self.starts, strict=True):
            each.write(value, row, start, first)
        return row

    def read(self, view: Any, chosen: Sequence[int] = ()) -> list[Any]:
        """Return what each field shows: the values of which its numbers are made.

        Args:
            view: The view of the seat.
            chosen: The pieces that it has chosen so far in this turn.
        """
        values = [read(view) for read in self._reads]
        if self._chosen is not None:
            values[self._chosen] = chosen
        return values


class Rewriter:
    """Writes the observations of one seat one after the other, each from the last: only fields that changed.

    Args:
        layout: The layout.
    """

    def __init__(self, layout: Layout) -> None:
        self._layout, self._row = layout, array("i", bytes(4 * layout.size))
        self._values: list[Any] = [_UNWRITTEN] * len(layout.fields)
        self._writers = [
            (each.write, start, start + each.size, array("i", bytes(4 * each.size)))
            for each, start in zip(layout.fields, layout.starts, strict=True)
        ]

    def flat(self, view: Any, chosen: Sequence[int] = ()) -> "array[int]":
        """Return the observation, as `Layout.flat` does.

        Args:
            view: The view of the seat, always the same one.
            chosen: The pieces that it has chosen so far in this turn.
        """
        row, first, values = self._row, view.player or 0, self._layout.read(view, chosen)
        for value, last, (write, start, end, zeros) in zip(values, self._values, self._writers, strict=True):
            if value != last:
                row[start:end] = zeros
                write(value, row, start, first)
        self._values = values
        return row[:]


_UNWRITTEN: Final = object()
