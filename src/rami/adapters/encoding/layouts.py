"""The features of an observation, in order."""

from array import array
from collections.abc import Sequence
from functools import cached_property
from itertools import accumulate
from typing import Any, Final

from attrs import frozen

from rami.adapters.encoding.fields import CHOSEN, Field, Row, Write

VERSION: Final = 4
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
        (328, (87,))
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
    def _writers(self) -> tuple[tuple[Write, int, bool], ...]:
        """How each field is written: the function, the start, and whether it is given the pieces chosen."""
        pairs = zip(self.fields, self.starts, strict=True)
        return tuple((each.write, start, each.name == CHOSEN) for each, start in pairs)

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
        self.add(view, chosen, row)
        return row

    def add(self, view: Any, chosen: Sequence[int], row: Row) -> None:
        """Add the observation to a row of zeros, of whole numbers or others.

        Args:
            view: The view of the seat.
            chosen: The pieces that it has chosen so far in this turn.
            row: The row, `size` long.
        """
        for write, start, takes_chosen in self._writers:
            write(chosen if takes_chosen else view, row, start)
