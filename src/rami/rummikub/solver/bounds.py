"""Lower bounds: the least loss of each color alone.

Lemma (bound): each color is solved alone, as if groups may take any of its tiles for the wild jokers that they are
charged (see `groups`). So it loses no more than in any arrangement of all colors. The bound of a frontier is the sum of
the four losses, if the colors share the wild jokers left in the best way.
"""

from collections.abc import Iterable, Mapping
from operator import add
from typing import Final, NamedTuple

from attrs import define, field

from rami.rummikub.solver.runs import NOTHING, Layer, Runs, Use

Losses = tuple[int, ...]
"""The least losses from here on, by the number of wild jokers that may be used."""


Transition = tuple[int, int, int, "ColorRuns", Use]
"""A move of one color at a number: the least loss with all later numbers, the loss at this number, the wild jokers
needed from here on, the open runs after the number, and the use of the tiles.

It is a plain tuple: as a named tuple, `best_play` takes 7 to 22 % longer.
"""
LOST: Final = 1
NEEDS: Final = 2
AFTER: Final = 3
USE: Final = 4
"""The indices of a transition."""
Ways = tuple[int, int, list[Transition]]
"""The transitions with one demand, after their least loss and the fewest wild jokers that they need."""
FourWays = tuple[Ways, Ways, Ways, Ways]
"""The ways of each color."""
Uses = tuple[Use, ...]
_NO_WAYS: Final[Mapping[int, Ways]] = {}


@define(eq=False)
class ColorRuns:
    """The open runs of a color before a number.

    Attributes:
        least: The least losses.
        needs: The fewest wild jokers that the runs need to be finished.
        most_new: The most wild jokers in new runs.
        ways: The ways to continue, by demand. They are computed when they are first used, since most never are.
    """

    least: Losses
    needs: int
    most_new: int
    _column: "Column | None" = None
    _uses: Uses = ()
    ways: Mapping[int, Ways] = field(default=_NO_WAYS, init=False)

    def before(self) -> "ColorRuns":
        """Return the same runs before an earlier number without tiles of the color."""
        low, needs = self.least[-1], self.needs
        runs = ColorRuns(self.least, needs, self.most_new)
        runs.ways = {0: (low, needs, [(low, 0, needs, self, NOTHING)])}
        return runs

    def find_ways(self) -> Mapping[int, Ways]:
        """Find the ways to continue."""
        self.ways = self._column.ways(self._uses) if self._column else _NO_WAYS
        return self.ways


ColorRunsByCodes = dict[Runs, ColorRuns]


class Cell(NamedTuple):
    """One color at one number.

    Attributes:
        layer: The uses of its tiles, from all open runs.
        charges: The wild jokers that groups are charged, by demand.
        weight: The loss of leaving a tile out.
        wild: The wild jokers of the graph.
        infinite: A loss above that of any arrangement.
    """

    layer: Layer
    charges: Mapping[int, int]
    weight: int
    wild: int
    infinite: int


class Column(NamedTuple):
    """A color at a number, and its open runs after the number."""

    cell: Cell
    after: ColorRunsByCodes

    def runs_before(self) -> ColorRunsByCodes:
        """Return the open runs before the number that can be finished with the wild jokers.

        Each use leads to open runs after the number, which have their own least losses. The loss and the jokers of the
        use are added to them.
        """
        (layer, charges, weight, wild, infinite), after = self
        found: ColorRunsByCodes = {}
        for runs, uses in layer:
            losses = [infinite] * (wild + 1)
            fewest, most_new = wild + 1, 0
            for open_after, demand, left_out, in_runs, in_new, disturbed, _ in uses:
                follows = after.get(open_after)
                if follows is None:
                    continue
                loss, least, used = disturbed + left_out * weight, follows.least, 0
                if wild:
                    used = in_runs + charges[demand]
                    if used + follows.needs > wild:
                        continue
                    # These comparisons are faster than `min` and `max`.
                    if in_new + follows.most_new > most_new:  # noqa: PLR1730
                        most_new = in_new + follows.most_new
                    for jokers in range(used + follows.needs, wild):
                        total = loss + least[jokers - used]
                        if total < losses[jokers]:  # noqa: PLR1730
                            losses[jokers] = total
                total = loss + least[wild - used]
                if total < losses[wild]:  # noqa: PLR1730
                    losses[wild] = total
                if used + follows.needs < fewest:  # noqa: PLR1730
                    fewest = used + follows.needs
            if fewest <= wild:
                found[runs] = ColorRuns(tuple(losses), fewest, most_new, self, uses)
        return found

    def ways(self, uses: Uses) -> dict[int, Ways]:
        """Return the ways to continue, by demand."""
        (_, charges, weight, wild, _), after = self
        found: dict[int, Ways] = {}
        for use in uses:
            open_after, demand, left_out, in_runs, _, disturbed, _ = use
            follows = after.get(open_after)
            if follows is None or in_runs + charges[demand] + follows.needs > wild:
                continue
            # The charges are left out, because a grouping counts its own jokers.
            needs = in_runs + follows.needs
            lost = disturbed + left_out * weight
            # A lower bound, as if all jokers were left.
            low = lost + follows.least[-1]
            transition = low, lost, needs, follows, use
            if demand in found:
                least_low, least_needs, transitions = found[demand]
                transitions.append(transition)
                found[demand] = min(low, least_low), min(needs, least_needs), transitions
            else:
                found[demand] = low, needs, [transition]
        return found


def together(first: Losses, second: Losses) -> Losses:
    """Return the least losses of two parts together, by the wild jokers that they share."""
    # With two jokers, the second part has 2, 1 and 0 of them if the first has 0, 1 and 2.
    return tuple([min(map(add, first, second[jokers::-1])) for jokers in range(len(first))])


def least_of(colors: Iterable[ColorRuns], jokers: int) -> int:
    """Return the least loss of four colors that share a number of wild jokers."""
    lost, parts = 0, list[Losses]()
    for color in colors:
        least = color.least
        # More jokers never lose more, so jokers do not help this color.
        if least[0] == least[jokers]:
            lost += least[0]
        else:
            parts.append(least)
    while len(parts) > 2:
        parts.append(together(parts.pop(), parts.pop()))
    if len(parts) == 2:
        first, second = parts
        lost += min(map(add, first, second[jokers::-1]))
    elif parts:
        lost += parts[0][jokers]
    return lost


Frontier = tuple[ColorRuns, ColorRuns, ColorRuns, ColorRuns, int, int]
"""A search state before a number: the open runs of each color, the wild jokers left, and the taken jokers in new melds.

The last number is capped at the jokers that are taken.
"""
