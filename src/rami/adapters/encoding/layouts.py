"""What an observation holds, in order."""

from array import array
from collections.abc import Sequence
from typing import Any, Final

from attrs import Factory, field, frozen

from rami.adapters.encoding.fields import CHOSEN, Field, Write

VERSION: Final = 2
"""The version of every layout and set of actions; it changes when one of them changes its meaning."""


def _starts(layout: "Layout") -> tuple[int, ...]:
    sizes = [each.size for each in layout.fields]
    return tuple(sum(sizes[:place]) for place in range(len(sizes)))


def _size(layout: "Layout") -> int:
    return sum(each.size for each in layout.fields)


def _writers(layout: "Layout") -> tuple[tuple[Write, int], ...]:
    return tuple(
        (each.write, start) for each, start in zip(layout.fields, layout.starts, strict=True) if each.name != CHOSEN
    )


def _chosen(layout: "Layout") -> tuple[Write, int] | None:
    pairs = zip(layout.fields, layout.starts, strict=True)
    return next(((each.write, start) for each, start in pairs if each.name == CHOSEN), None)


@frozen
class Layout:
    """What an observation holds, in order.

    Attributes:
        version: The version of the layout.
        fields: The stretches of numbers.
        starts: The place at which each field starts.
        size: The number of numbers in an observation.

    Examples:
        >>> from rami import rummikub
        >>> from rami.adapters.encoding import layout
        >>> view = rummikub.set_up("R7 K1", "R4-R5-R6")
        >>> found = layout(rummikub.GAME, view.rules, view.players)
        >>> found.size, found.named(view)["pool"]
        (222, (87,))
    """

    version: int
    fields: tuple[Field, ...]
    starts: tuple[int, ...] = field(init=False, repr=False, default=Factory(_starts, takes_self=True))
    size: int = field(init=False, default=Factory(_size, takes_self=True))
    _writers: tuple[tuple[Write, int], ...] = field(
        init=False, repr=False, eq=False, default=Factory(_writers, takes_self=True)
    )
    _chosen: tuple[Write, int] | None = field(
        init=False, repr=False, eq=False, default=Factory(_chosen, takes_self=True)
    )

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
        row = array("i", bytes(4 * self.size))
        for write, start in self._writers:
            write(view, row, start)
        if self._chosen is not None:
            write, start = self._chosen
            write(chosen, row, start)
        return row
