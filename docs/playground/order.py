"""The order in which the person's pieces lie: sorted, grouped by melds, or as they were moved by hand."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from attrs import define, field

Sort = Callable[[Sequence[Any]], Sequence[Any]]


@define
class Order:
    """The order of a hand.

    Attributes:
        by: The name of the sort; "own" for the order that the person made.
        lying: The pieces as they lay last.
    """

    by: str = "suit"
    lying: list[Any] = field(factory=list[Any])

    def lay(self, pieces: Sequence[Any], sorts: Mapping[str, Sort]) -> list[Any]:
        """Return the pieces in order; in the person's own, new ones come last."""
        if self.by == "own":
            left = list(pieces)
            kept = [left.pop(left.index(each)) for each in self.lying if each in left]
            self.lying = [*kept, *left]
        else:
            self.lying = list(sorts.get(self.by, sorted)(pieces))
        return self.lying

    def shift(self, place: int, to: int) -> None:
        """Move a piece to another place."""
        self.by = "own"
        self.lying.insert(to, self.lying.pop(place))
